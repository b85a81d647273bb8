package import EventLog

extension EventView {
  /// Reads the event in `range` of `bytes`: quickly, if it is as our own writer writes it, and as ``init(_:in:)`` does,
  /// else.
  ///
  /// - Throws: as ``init(_:in:)``; then this is no event.
  @inline(__always)
  package mutating func read(_ range: ByteRange, in bytes: RawSpan) throws(WireError) {
    if !readOrdered(range, in: bytes) { self = try EventView(range, in: bytes) }
  }

  /// Reads the event in `range` of `bytes` if its fields come in the order in which ``WireWriter`` puts them and
  /// nothing in it is unknown or against the rules: then it is the same that ``init(_:in:)`` reads.
  ///
  /// - Returns: whether it is so; this is no event otherwise.
  mutating func readOrdered(_ range: ByteRange, in bytes: RawSpan) -> Bool {
    // Everything that is loaded below begins before this end, or at it.
    guard range.start >= 0, range.end <= bytes.byteCount - OrderedWireReader.paddingByteCount else { return false }
    self = EventView()
    record = range
    var reader = OrderedWireReader(start: range.start, end: range.end)
    guard reader.take(EventField.sequence << 3, in: bytes) else { return false }
    sequence = reader.varint(in: bytes)
    if reader.take(EventField.recordedAt << 3, in: bytes) { recordedAtMilliseconds = reader.signedVarint(in: bytes) }
    if reader.take(EventField.origin << 3, in: bytes) {
      let number = reader.varint(in: bytes)
      reader.require(number <= UInt64(Event.Origin.library.rawValue))
      origin = UInt8(truncatingIfNeeded: number)
    }
    if reader.take(EventField.checkIn << 3, in: bytes) { checkIn = reader.varint(in: bytes) }
    if reader.take(EventField.command << 3, in: bytes) { commandOrZero = reader.varint(in: bytes) }
    if reader.take(EventField.undoes << 3, in: bytes) { undoes = reader.varint(in: bytes) }
    let tag = reader.tag(in: bytes)
    let action = reader.byteRange(in: bytes)
    if reader.takeLong(EventField.device << 3 | 2, in: bytes) { device = reader.byteRange(in: bytes) }
    guard reader.isDone, tag & 7 == 2 else { return false }
    actionField = UInt32(tag &>> 3)
    kind = EventKind(rawValue: tag &>> 3) ?? .unknown
    switch kind {
    case .created, .edited: return readOrderedFields(action, in: bytes)
    case .photoAttached: return readOrderedPhoto(action, in: bytes)
    case .unknown: return false
    default: return action.isEmpty
    }
  }

  @inline(__always)
  private mutating func readOrderedFields(_ range: ByteRange, in bytes: RawSpan) -> Bool {
    var reader = OrderedWireReader(start: range.start, end: range.end)
    if kind == .created {
      guard reader.take(CheckInFieldNumber.id << 3 | 2, in: bytes) else { return false }
      fields.id = reader.byteRange(in: bytes)
      reader.require(fields.id.count == 16)
    }
    if reader.take(CheckInFieldNumber.at << 3, in: bytes) {
      let instant = reader.signedVarint(in: bytes)
      fields.instantMilliseconds = instant
      fields.present.insert(.time)
      reader.require(CheckInTime.instantRange.contains(instant))
    }
    if reader.take(CheckInFieldNumber.offsetMinutes << 3, in: bytes) {
      let offset = reader.signedVarint(in: bytes)
      reader.require(
        offset >= Int64(CheckInTime.offsetRange.lowerBound) && offset <= Int64(CheckInTime.offsetRange.upperBound))
      fields.offsetMinutes = Int16(truncatingIfNeeded: offset)
      fields.present.insert(.offset)
    }
    if reader.take(CheckInFieldNumber.timeZone << 3 | 2, in: bytes) { fields.timeZone = reader.byteRange(in: bytes) }
    if reader.take(CheckInFieldNumber.type << 3, in: bytes) {
      let number = reader.varint(in: bytes)
      let type = ExerciseType(rawValue: UInt8(truncatingIfNeeded: number))
      reader.require(number <= UInt64(UInt8.max) && type != nil)
      fields.type = type ?? .unknown
      fields.present.insert(.type)
    }
    readOrderedDetails(&reader, in: bytes)
    if kind == .edited { reader.require(fields.present.contains(.time) == fields.present.contains(.offset)) }
    return reader.isDone
  }

  @inline(__always)
  private mutating func readOrderedDetails(_ reader: inout OrderedWireReader, in bytes: RawSpan) {
    let start = reader.offset
    if reader.take(CheckInFieldNumber.title << 3 | 2, in: bytes) {
      fields.title = reader.byteRange(in: bytes)
      fields.present.insert(.title)
    }
    if reader.take(CheckInFieldNumber.calories << 3, in: bytes) {
      fields.calories = reader.varint(in: bytes)
      fields.present.insert(.calories)
      reader.require(fields.calories <= UInt64(Int.max))
    }
    if reader.take(CheckInFieldNumber.location << 3 | 2, in: bytes) {
      fields.location = reader.byteRange(in: bytes)
      fields.present.insert(.location)
    }
    if reader.take(CheckInFieldNumber.notes << 3 | 2, in: bytes) {
      fields.notes = reader.byteRange(in: bytes)
      fields.present.insert(.notes)
    }
    var isCleared = false
    if reader.take(CheckInFieldNumber.cleared << 3 | 2, in: bytes) {
      isCleared = true
      let cleared = reader.byteRange(in: bytes)
      for offset in cleared.start..<cleared.end {
        let number = UInt64(bytes.unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self))
        if let field = Presence(clearedNumber: number) { fields.cleared.insert(field) } else { reader.require(false) }
      }
    }
    // Few check-ins have them, so all others are done after one look.
    var end = reader.offset
    if !reader.isDone { end = readOrderedMeasures(&reader, in: bytes) }
    if !isCleared, fields.present.contains(.title) != fields.title.isEmpty,
      fields.present.contains(.notes) != fields.notes.isEmpty
    {
      fields.details = ByteRange(start: start, end: end)
    }
  }

  /// - Returns: where what belongs to the details ends.
  private mutating func readOrderedMeasures(_ reader: inout OrderedWireReader, in bytes: RawSpan) -> Int {
    if reader.take(CheckInFieldNumber.duration << 3, in: bytes) {
      fields.durationSeconds = Self.number(&reader, in: bytes)
      fields.present.insert(.duration)
    }
    if reader.take(CheckInFieldNumber.distance << 3, in: bytes) {
      fields.distanceMetres = Self.number(&reader, in: bytes)
      fields.present.insert(.distance)
    }
    let end = reader.offset
    if reader.take(CheckInFieldNumber.dayOnly << 3, in: bytes) {
      reader.require(reader.varint(in: bytes) == 1 && (kind == .created || fields.present.contains(.time)))
      fields.present.insert(.dayOnly)
    }
    return end
  }

  private mutating func readOrderedPhoto(_ range: ByteRange, in bytes: RawSpan) -> Bool {
    var reader = OrderedWireReader(start: range.start, end: range.end)
    guard reader.take(PhotoField.digest << 3 | 2, in: bytes) else { return false }
    photo.digest = reader.byteRange(in: bytes)
    reader.require(photo.digest.count == Digest.byteCount)
    if reader.take(PhotoField.byteCount << 3, in: bytes) { photo.byteCount = Self.number(&reader, in: bytes) }
    if reader.take(PhotoField.width << 3, in: bytes) { photo.width = Self.number(&reader, in: bytes) }
    if reader.take(PhotoField.height << 3, in: bytes) { photo.height = Self.number(&reader, in: bytes) }
    return reader.isDone
  }

  @inline(__always)
  private static func number(_ reader: inout OrderedWireReader, in bytes: RawSpan) -> UInt32 {
    let number = reader.varint(in: bytes)
    reader.require(number <= UInt64(UInt32.max))
    return UInt32(truncatingIfNeeded: number)
  }
}
