internal import EventLog

/// Events on their way into frames.
struct AppendBatch {
  /// So much content is written and synced at once.
  private static let flushByteCount = 4 << 20
  /// A frame is closed with so much content, whatever command it belongs to: one more event fits into what is left. A
  /// command of such a size comes in several frames, of one write.
  private static let frameByteLimit = FrameFormat.maximumContentByteCount / 2

  /// `true` if frames may be cut between the events of the command.
  private var isBulk = false
  /// `true` if the next event starts a command.
  private var isBetweenCommands = true
  private var frames: [RecordBatch] = []
  private var byteCount = 0
  /// The frame that is being put together, and the place of each record's message in it.
  private var writer = WireWriter()
  private var records: [ByteRange] = []
  private var lastSequence: UInt64 = 0

  init() {}

  /// `true` if the batch must be written now. Never cuts a command that must stay in one frame.
  var isFull: Bool { (isBulk || isBetweenCommands) && byteCount + writer.count >= Self.flushByteCount }

  /// The events that follow belong to another command. An import is cut into frames of a good size; the events of every
  /// other command stay in one frame, whole or not there at all, unless their texts are larger than a frame may be.
  mutating func beginCommand(isBulk: Bool) {
    self.isBulk = isBulk
    isBetweenCommands = true
    if writer.count >= FrameFormat.bulkContentByteCount { closeFrame() }
  }

  mutating func add(_ event: Event) {
    finishRecord(event.sequence, at: writer.record(event))
  }

  /// Adds an event as it was written before.
  mutating func add(message: ByteRange, in bytes: RawSpan, sequence: UInt64) {
    if writer.count + message.count > Self.frameByteLimit { closeFrame() }
    writer.presentBytes(message, in: bytes, field: LogField.record)
    finishRecord(sequence, at: ByteRange(start: writer.count - message.count, end: writer.count))
  }

  private mutating func finishRecord(_ sequence: UInt64, at place: ByteRange) {
    lastSequence = sequence
    records.append(place)
    isBetweenCommands = false
    if writer.count >= (isBulk ? FrameFormat.bulkContentByteCount : Self.frameByteLimit) { closeFrame() }
  }

  /// Everything that was added since, frame by frame.
  mutating func takeFrames() -> [RecordBatch] {
    closeFrame()
    defer {
      frames = []
      byteCount = 0
    }
    return frames
  }

  /// One that goes on where this one ends: in the same command.
  func following() -> AppendBatch {
    var next = AppendBatch()
    next.isBulk = isBulk
    next.isBetweenCommands = isBetweenCommands
    return next
  }

  private mutating func closeFrame() {
    guard writer.count > 0 else { return }
    frames.append(
      RecordBatch(
        content: writer.bytes, records: records, firstSequence: lastSequence &+ 1 &- UInt64(records.count)))
    byteCount += writer.count
    writer = WireWriter()
    records = []
  }
}
