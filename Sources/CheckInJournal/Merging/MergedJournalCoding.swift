internal import EventLog
internal import FoundationEssentials

/// The encoding of a merged state in a snapshot, except for its timeline.
///
/// It has two parts: the writers, which are loaded immediately, and the history, which is loaded if events of other
/// devices must be applied.
///
/// The encoding depends only on the state itself, except for the positions in the logs. The snapshot's digests and
/// checksums protect each part, so the checks here only make sure that the parts are consistent, and that hostile
/// content can't make their user trap.
enum MergedJournalCoding {
  /// Of these forms, and of the rules by which logs are merged: to be raised when either changes.
  static let version: UInt64 = 5

  // MARK: Writers

  /// - Parameter digests: for each writer that of the last event's record in its log; `nil` where it has none.
  static func writers(_ merged: MergedJournal, digests: [Digest?]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendVarint(version)
    bytes.appendVarint(UInt64(merged.writers.count))
    for (index, writer) in merged.writers.enumerated() {
      bytes.append(writer.replica)
      bytes.appendVarint(UInt64(writer.name.utf8.count))
      bytes += Array(writer.name.utf8)
      bytes.append(writer.clock)
      bytes.appendVarint(writer.lastSequence)
      for known in writer.known { bytes.appendVarint(known) }
      bytes.appendVarint(UInt64(writer.ordinals.count))
      for (ordinal, replica) in writer.ordinals.sorted(by: { $0.key < $1.key }) {
        bytes.appendVarint(UInt64(ordinal))
        bytes.append(replica)
      }
      bytes.append(merged.events[index].end.position)
      guard let frame = merged.events[index].lastFrame, let digest = digests[index] else {
        bytes.appendVarint(0)
        continue
      }
      bytes.appendVarint(1)
      bytes.appendVarint(UInt64(frame.offset))
      bytes.append(frame.end)
      bytes += digest.bytes
    }
    let present = merged.writers.filter { $0.lastSequence > 0 }.map(\.replica)
    merged.lineage.encode(into: &bytes, of: Set(present))
    bytes.append(merged.clock)
    bytes.append(merged.latest.clock)
    bytes.appendVarint(UInt64(merged.latest.writer))
    bytes.appendVarint(merged.firstRecordedMilliseconds == nil ? 0 : 1)
    bytes.appendSigned(merged.firstRecordedMilliseconds ?? 0)
    bytes.appendVarint(UInt64(merged.exercises.count))
    for (number, own) in merged.exercises.sorted(by: { $0.key < $1.key }) {
      bytes.appendVarint(UInt64(number))
      bytes.appendVarint(UInt64(own))
    }
    bytes.appendVarint(UInt64(merged.exerciseNumbers.count))
    for (id, number) in merged.exerciseNumbers.sorted(by: {
      ($0.value, $0.key.uuidString) < ($1.value, $1.key.uuidString)
    }) {
      bytes.append(id)
      bytes.appendVarint(UInt64(number))
    }
    let others = merged.timeline.others
    bytes.appendVarint(UInt64(others?.counts.count ?? 0))
    for count in others?.counts ?? [] { bytes.appendVarint(UInt64(count)) }
    let united = (others?.united ?? [:]).sorted { $0.key < $1.key }
    bytes.appendVarint(UInt64(united.count))
    for (number, other) in united {
      bytes.appendVarint(UInt64(number))
      bytes.appendVarint(UInt64(other))
    }
    return bytes + merged.storedRegisters.encoded(and: merged.registers, conflicting: true)
  }

  /// The end of a log as it was read. If the log has other content there, the state can't be used.
  struct LogEnd {
    var lastFrame: LogFrame
    var lastRecordDigest: Digest
  }

  /// A view read back, without its history; and for each writer where its log was read to, `nil` for an empty one.
  static func view(from content: [UInt8], timeline: Timeline) -> (merged: MergedJournal, ends: [LogEnd?])? {
    try? readView(from: content, timeline: timeline)
  }

  private static func readView(
    from content: [UInt8], timeline: Timeline
  ) throws(WireError) -> (merged: MergedJournal, ends: [LogEnd?]) {
    let bytes = content.span.bytes
    var reader = WireReader(start: 0, end: content.count)
    guard try reader.varint(in: bytes) == version else { throw .invalidValue }
    let count = try reader.count(in: bytes)
    guard (2...ReplicaNumber.ordinalCount + 1).contains(count) else { throw .invalidValue }
    var writers: [MergedJournal.Writer] = []
    var places: [(position: LogPosition, end: LogEnd?)] = []
    for _ in 0..<count {
      let replica = try reader.uuid(in: bytes)
      let name = String(decoding: bytes.array(try reader.byteRange(in: bytes)), as: UTF8.self)
      var writer = MergedJournal.Writer(replica: replica, name: name, known: [])
      writer.clock = try reader.clock(in: bytes)
      writer.lastSequence = try reader.number(in: bytes)
      for _ in 0..<count { writer.known.append(try reader.number(in: bytes)) }
      for _ in 0..<(try reader.count(in: bytes)) {
        writer.ordinals[Int(try reader.number(in: bytes))] = try reader.uuid(in: bytes)
      }
      let position = try reader.position(in: bytes)
      var end: LogEnd?
      if try reader.varint(in: bytes) > 0 {
        let offset = Int(try reader.number(in: bytes))
        let frame = LogFrame(offset: offset, end: try reader.position(in: bytes))
        guard let digest = Digest(bytes.array(try reader.bytes(Digest.byteCount, in: bytes))) else {
          throw .invalidValue
        }
        end = LogEnd(lastFrame: frame, lastRecordDigest: digest)
      }
      guard position.sequence == writer.lastSequence, end?.lastFrame.end.sequence ?? 0 == writer.lastSequence else {
        throw .invalidValue
      }
      writers.append(writer)
      places.append((position, end))
    }
    guard Set(writers.map(\.replica)).count == count else { throw .invalidValue }
    let lineage = try Lineage(&reader, in: bytes, ends: writers.map { ($0.replica, $0.lastSequence) })
    var merged = MergedJournal(writers: writers.map { ($0.replica, $0.name) }, lineage: lineage)
    merged.writers = writers
    merged.hasHistory = false
    merged.creations = []
    for (index, place) in places.enumerated() {
      merged.events[index].end = WriterEvents.Place(position: place.position, clock: writers[index].clock)
      merged.events[index].lastFrame = place.end?.lastFrame
    }
    merged.clock = try reader.clock(in: bytes)
    merged.latest.clock = try reader.clock(in: bytes)
    let latest = try reader.varint(in: bytes)
    guard latest < UInt64(count) else { throw .invalidValue }
    merged.latest.writer = Int(latest)
    let isRecorded = try reader.varint(in: bytes) > 0
    let recorded = try reader.signedVarint(in: bytes)
    merged.firstRecordedMilliseconds = isRecorded ? recorded : nil
    for _ in 0..<(try reader.count(in: bytes)) {
      merged.exercises[Int(try reader.number(in: bytes))] = Int(try reader.number(in: bytes))
    }
    for _ in 0..<(try reader.count(in: bytes)) {
      merged.exerciseNumbers[try reader.uuid(in: bytes)] = Int(try reader.number(in: bytes))
    }
    let names = writers.dropFirst().map(\.name)
    var counts: [Int] = []
    for _ in 0..<(try reader.count(in: bytes)) {
      let given = try reader.number(in: bytes)
      guard given <= UInt64(ReplicaNumber.maximumNumber) else { throw .invalidValue }
      counts.append(Int(given))
    }
    guard counts.count <= names.count else { throw .invalidValue }
    var united: [UInt32: UInt32] = [:]
    for _ in 0..<(try reader.count(in: bytes)) {
      let number = try reader.varint32(in: bytes)
      united[number] = try reader.varint32(in: bytes)
    }
    // One that led back to itself would be followed for ever.
    guard ReplicaNumbers.isFreeOfCircles(united) else { throw .invalidValue }
    let rest = bytes.array(ByteRange(start: reader.offset, end: content.count))
    guard let registers = StoredRegisters(rest, writerCount: count) else { throw .invalidValue }
    merged.storedRegisters = registers
    merged.timeline = timeline
    merged.timeline.events = EventIndex()
    merged.timeline.times = EventTimes()
    merged.timeline.seekIndex = SeekIndex()
    merged.timeline.setPeers(ReplicaNumbers(names: names, ranks: merged.ranks, storedCounts: counts, united: united))
    for item in lineage.repeatedItems { merged.uniteNumbers(of: item.subject, item.number, by: item.writer) }
    return (merged, places.map(\.end))
  }

  // MARK: History

  static func history(_ merged: MergedJournal) -> [(TimelinePartID, [UInt8])] {
    var parts: [(TimelinePartID, [UInt8])] = []
    for index in merged.writers.indices {
      var bytes: [UInt8] = []
      bytes.appendVarint(UInt64(merged.creations[index].count))
      var last: UInt64 = 0
      for sequence in merged.creations[index] {
        bytes.appendVarint(sequence &- last)
        last = sequence
      }
      let checkIns = merged.events[index].checkIns
      bytes.appendVarint(UInt64(checkIns.count))
      last = 0
      for number in checkIns {
        bytes.appendSigned(Int64(number) - Int64(last))
        last = UInt64(number)
      }
      bytes.appendVarint(UInt64(merged.writers[index].earlier.count))
      for (sequence, known) in merged.writers[index].earlier {
        bytes.appendVarint(sequence)
        for one in known { bytes.appendVarint(one) }
      }
      bytes.appendVarint(UInt64(merged.events[index].places.count))
      for place in merged.events[index].places {
        bytes.append(place.position)
        bytes.append(place.clock)
      }
      parts.append((.writerEvents(index), bytes))
    }
    parts.append((.registers, merged.storedRegisters.encoded(and: merged.registers, conflicting: false)))
    return parts
  }

  /// All of a view but its timeline and the places in the logs, which depend on how these were framed.
  static func comparable(_ merged: MergedJournal) -> [[UInt8]] {
    var merged = merged
    for index in merged.events.indices { merged.events[index].forgetPlaces() }
    return [writers(merged, digests: merged.writers.map { _ in nil })] + history(merged).map(\.1)
  }

  fileprivate static func read(
    _ content: [UInt8], of index: Int, into merged: inout MergedJournal
  ) throws(WireError) {
    let bytes = content.span.bytes
    var reader = WireReader(start: 0, end: content.count)
    var creations: [UInt64] = []
    let creationCount = try reader.count(in: bytes)
    creations.reserveCapacity(creationCount)
    var last: UInt64 = 0
    for _ in 0..<creationCount {
      last &+= try reader.varint(in: bytes)
      creations.append(last)
    }
    merged.creations.append(creations)
    let eventCount = try reader.count(in: bytes)
    guard UInt64(eventCount) == merged.writers[index].lastSequence else { throw .invalidValue }
    merged.events[index].reserve(eventCount)
    var number: Int64 = 0
    for _ in 0..<eventCount {
      number &+= try reader.signedVarint(in: bytes)
      guard let checkIn = UInt32(exactly: number) else { throw .invalidValue }
      merged.events[index].append(UInt64(checkIn))
    }
    for _ in 0..<(try reader.count(in: bytes)) {
      let sequence = try reader.varint(in: bytes)
      var known: [UInt64] = []
      for _ in merged.writers { known.append(try reader.number(in: bytes)) }
      merged.writers[index].earlier.append((sequence, known))
    }
    var places: [WriterEvents.Place] = []
    for _ in 0..<(try reader.count(in: bytes)) {
      let position = try reader.position(in: bytes)
      places.append(WriterEvents.Place(position: position, clock: try reader.clock(in: bytes)))
    }
    merged.events[index].append(places)
    guard reader.isAtEnd else { throw .invalidValue }
  }
}

extension MergedJournal {
  /// Loads the history of a view that was just read from a snapshot.
  ///
  /// - Throws: `partUnreadable`; then this is not to be used any more.
  mutating func loadHistory() throws(JournalError) {
    creations = []
    for index in writers.indices {
      let content = try timeline.storedPart(.writerEvents(index))
      do throws(WireError) {
        try MergedJournalCoding.read(content, of: index, into: &self)
      } catch {
        throw .partUnreadable("the events of a group's writer are damaged")
      }
    }
    guard let registers = StoredRegisters(try timeline.storedPart(.registers), writerCount: writers.count) else {
      throw .partUnreadable("who wrote what is damaged")
    }
    storedRegisters = registers
    hasHistory = true
  }
}

extension [UInt8] {
  fileprivate mutating func appendSigned(_ value: Int64) {
    appendVarint(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  mutating func append(_ id: UUID) {
    Swift.withUnsafeBytes(of: id.uuid) { append(contentsOf: $0) }
  }

  fileprivate mutating func append(_ clock: HybridClock) {
    appendSigned(clock.milliseconds)
    appendVarint(clock.counter)
  }

  fileprivate mutating func append(_ position: LogPosition) {
    for number in [
      position.sequence, position.segment, UInt64(position.fileOffset), UInt64(position.contentOffset),
    ] { appendVarint(number) }
  }
}

extension WireReader {
  /// A number that others can be added to.
  mutating func number(in bytes: RawSpan) throws(WireError) -> UInt64 {
    let number = try varint(in: bytes)
    guard number < HeadFormat.numberLimit else { throw .invalidValue }
    return number
  }

  mutating func uuid(in bytes: RawSpan) throws(WireError) -> UUID {
    UUID(try self.bytes(16, in: bytes), in: bytes)
  }

  fileprivate mutating func clock(in bytes: RawSpan) throws(WireError) -> HybridClock {
    let milliseconds = try signedVarint(in: bytes)
    return HybridClock(milliseconds: milliseconds, counter: try varint(in: bytes))
  }

  fileprivate mutating func position(in bytes: RawSpan) throws(WireError) -> LogPosition {
    let (sequence, segment) = (try number(in: bytes), try number(in: bytes))
    let (fileOffset, contentOffset) = (try number(in: bytes), try number(in: bytes))
    guard segment > 0 else { throw .invalidValue }
    return LogPosition(
      sequence: sequence, segment: segment, fileOffset: Int(fileOffset), contentOffset: Int(contentOffset))
  }
}
