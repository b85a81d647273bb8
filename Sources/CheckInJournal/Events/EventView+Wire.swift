extension EventView {
  /// Reads the event in `range` of `bytes`. Takes time proportional to the number of its fields.
  ///
  /// Unknown fields and actions are no error: they are what a newer version writes, and set ``isNotUnderstood``.
  package init(_ range: ByteRange, in bytes: RawSpan) throws(WireError) {
    self.init()
    record = range
    var reader = WireReader(range)
    while !reader.isAtEnd {
      let tag = try reader.tag(in: bytes)
      switch (tag.field, tag.type) {
      case (EventField.sequence, .varint): sequence = try reader.varint(in: bytes)
      case (EventField.recordedAt, .varint): recordedAtMilliseconds = try reader.signedVarint(in: bytes)
      case (EventField.origin, .varint):
        origin = try reader.varint(in: bytes)
        if origin > UInt64(Event.Origin.library.rawValue) { isNotUnderstood = true }
      case (EventField.checkIn, .varint): checkIn = try reader.varint(in: bytes)
      case (EventField.command, .varint): commandOrZero = try reader.varint(in: bytes)
      case (EventField.undoes, .varint): undoes = try reader.varint(in: bytes)
      case (8...13, .bytes):
        // The members of a oneof exclude each other, and no writer of ours ever repeats one.
        guard actionField == 0 else { throw .invalidValue }
        actionField = tag.field
        kind = EventKind(rawValue: UInt8(tag.field)) ?? .unknown
        try readAction(try reader.byteRange(in: bytes), in: bytes)
      case (1...6, _), (8...13, _): throw .unexpectedWireType
      default:
        isNotUnderstood = true
        if actionField == 0 { actionField = tag.field }
        try reader.skip(tag.type, in: bytes)
      }
    }
    if kind == .unknown { isNotUnderstood = true }
  }

  private mutating func readAction(_ range: ByteRange, in bytes: RawSpan) throws(WireError) {
    switch kind {
    case .created, .edited: try readCheckInFields(range, in: bytes)
    case .photoAttached: try readPhoto(range, in: bytes)
    default: if !range.isEmpty { try skipUnknown(range, in: bytes) }
    }
  }

  private mutating func readCheckInFields(_ range: ByteRange, in bytes: RawSpan) throws(WireError) {
    var reader = WireReader(range)
    while !reader.isAtEnd {
      let tag = try reader.tag(in: bytes)
      switch (tag.field, tag.type) {
      case (CheckInField.id, .bytes): fields.id = try reader.byteRange(in: bytes)
      case (CheckInField.at, .varint):
        fields.instantMilliseconds = try reader.signedVarint(in: bytes)
        fields.present.insert(.time)
      case (CheckInField.offsetMinutes, .varint):
        fields.offsetMinutes = try reader.signedVarint(in: bytes)
        fields.present.insert(.offset)
      case (CheckInField.timeZone, .bytes): fields.timeZone = try reader.byteRange(in: bytes)
      case (CheckInField.type, .varint):
        fields.present.insert(.type)
        if let type = ExerciseType(rawValue: UInt8(truncatingIfNeeded: min(try reader.varint(in: bytes), 255))) {
          fields.type = type
        } else {
          isNotUnderstood = true
        }
      case (CheckInField.title, .bytes):
        fields.title = try reader.byteRange(in: bytes)
        fields.present.insert(.title)
      case (CheckInField.calories, .varint):
        fields.calories = try reader.varint(in: bytes)
        fields.present.insert(.calories)
      case (CheckInField.location, .bytes):
        fields.location = try reader.byteRange(in: bytes)
        fields.present.insert(.location)
      case (CheckInField.notes, .bytes):
        fields.notes = try reader.byteRange(in: bytes)
        fields.present.insert(.notes)
      case (CheckInField.cleared, .bytes): try readCleared(try reader.byteRange(in: bytes), in: bytes)
      case (CheckInField.cleared, .varint): readCleared(try reader.varint(in: bytes))
      case (1...10, _): throw .unexpectedWireType
      default:
        isNotUnderstood = true
        try reader.skip(tag.type, in: bytes)
      }
    }
    try checkCheckInFields()
  }

  private mutating func checkCheckInFields() throws(WireError) {
    guard fields.calories <= UInt64(Int.max), CheckInTime.instantRange.contains(fields.instantMilliseconds),
      CheckInTime.offsetRange.contains(Int(truncatingIfNeeded: fields.offsetMinutes))
    else { throw .invalidValue }
    if kind == .created {
      guard fields.id.count == 16 else { throw .invalidValue }
    } else {
      // The three fields of a time come together.
      guard fields.id.isEmpty, fields.present.contains(.time) == fields.present.contains(.offset) else {
        throw .invalidValue
      }
    }
  }

  private mutating func readCleared(_ range: ByteRange, in bytes: RawSpan) throws(WireError) {
    var reader = WireReader(range)
    while !reader.isAtEnd { readCleared(try reader.varint(in: bytes)) }
  }

  private mutating func readCleared(_ field: UInt64) {
    switch field {
    case ClearedField.calories: fields.cleared.insert(.calories)
    case ClearedField.location: fields.cleared.insert(.location)
    case ClearedField.notes: fields.cleared.insert(.notes)
    default: isNotUnderstood = true
    }
  }

  private mutating func readPhoto(_ range: ByteRange, in bytes: RawSpan) throws(WireError) {
    var reader = WireReader(range)
    while !reader.isAtEnd {
      let tag = try reader.tag(in: bytes)
      switch (tag.field, tag.type) {
      case (PhotoField.digest, .bytes): photo.digest = try reader.byteRange(in: bytes)
      case (PhotoField.byteCount, .varint): photo.byteCount = try reader.varint(in: bytes)
      case (PhotoField.width, .varint): photo.width = try reader.varint(in: bytes)
      case (PhotoField.height, .varint): photo.height = try reader.varint(in: bytes)
      case (1...4, _): throw .unexpectedWireType
      default:
        isNotUnderstood = true
        try reader.skip(tag.type, in: bytes)
      }
    }
    guard photo.digest.count == Digest.byteCount, photo.byteCount <= UInt64(UInt32.max),
      photo.width <= UInt64(UInt32.max), photo.height <= UInt64(UInt32.max)
    else { throw .invalidValue }
  }

  private mutating func skipUnknown(_ range: ByteRange, in bytes: RawSpan) throws(WireError) {
    isNotUnderstood = true
    var reader = WireReader(range)
    while !reader.isAtEnd { try reader.skip(try reader.tag(in: bytes).type, in: bytes) }
  }
}
