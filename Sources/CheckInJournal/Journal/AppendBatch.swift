internal import EventLog

/// Events on their way into frames.
struct AppendBatch {
  /// So much content is written and synced at once.
  private static let flushByteCount = 4 << 20
  /// A frame is closed with so much content, whatever command it belongs to: one more event fits into what is left. A
  /// command of such a size comes in several frames, of one write.
  private static let frameByteLimit = FrameFormat.maximumContentByteCount / 2

  /// Whether frames may be cut between the events of the command.
  private var isBulk = false
  /// Whether the next event begins a command.
  private var isBetweenCommands = true
  private var contents: [LogWriter.Content] = []
  private var byteCount = 0
  private var writer = WireWriter()
  private var lastSequence: UInt64 = 0

  init() {}

  /// Whether it is time to write. Events of a command that has to stay in one frame are never cut.
  var isFull: Bool { (isBulk || isBetweenCommands) && byteCount + writer.count >= Self.flushByteCount }

  /// The events that follow belong to another command. An import is cut into frames of a good size; the events of every
  /// other command stay in one frame, whole or not there at all, unless their texts are larger than a frame may be.
  mutating func beginCommand(isBulk: Bool) {
    self.isBulk = isBulk
    isBetweenCommands = true
    if writer.count >= FrameFormat.bulkContentByteCount { closeFrame() }
  }

  mutating func add(_ event: Event) {
    writer.record(event)
    finishRecord(event.sequence)
  }

  /// Adds an event as it was written before.
  mutating func add(message: ArraySlice<UInt8>, sequence: UInt64) {
    if writer.count + message.count > Self.frameByteLimit { closeFrame() }
    writer.presentBytes(message, field: LogField.record)
    finishRecord(sequence)
  }

  private mutating func finishRecord(_ sequence: UInt64) {
    lastSequence = sequence
    isBetweenCommands = false
    if writer.count >= (isBulk ? FrameFormat.bulkContentByteCount : Self.frameByteLimit) { closeFrame() }
  }

  /// Everything that was added since, frame by frame.
  mutating func takeContents() -> [LogWriter.Content] {
    closeFrame()
    defer {
      contents = []
      byteCount = 0
    }
    return contents
  }

  private mutating func closeFrame() {
    guard writer.count > 0 else { return }
    contents.append(LogWriter.Content(bytes: writer.bytes, lastSequence: lastSequence))
    byteCount += writer.count
    writer = WireWriter()
  }
}

extension Timeline {
  /// Applies the events of a frame that was just written, read back from its bytes.
  mutating func apply(_ content: LogWriter.Content) throws(TimelineFault) {
    var reader = WireReader(start: 0, end: content.bytes.count)
    var records: [ByteRange] = []
    while !reader.isAtEnd {
      do throws(WireError) {
        _ = try reader.tag(in: content.bytes.span.bytes)
        records.append(try reader.byteRange(in: content.bytes.span.bytes))
      } catch {
        throw .malformed(error.reason)
      }
    }
    var notUnderstood = 0
    try fold(
      RecordBatch(
        content: content.bytes, records: records, firstSequence: content.lastSequence &+ 1 &- UInt64(records.count)),
      notUnderstood: &notUnderstood)
  }
}
