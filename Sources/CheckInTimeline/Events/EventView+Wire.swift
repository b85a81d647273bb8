package import EventLog

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
      switch tag {
      case .varint(EventField.sequence): sequence = try reader.varint(in: bytes)
      case .varint(EventField.recordedAt): recordedAtMilliseconds = try reader.signedVarint(in: bytes)
      case .varint(EventField.origin):
        origin = UInt8(clamping: try reader.varint(in: bytes))
        if origin > Event.Origin.library.rawValue { isNotUnderstood = true }
      case .varint(EventField.checkIn): checkIn = try reader.varint(in: bytes)
      case .varint(EventField.command): commandOrZero = try reader.varint(in: bytes)
      case .varint(EventField.undoes): undoes = try reader.varint(in: bytes)
      case _ where (8...14).contains(tag.field):
        guard tag.type == .bytes else { throw .unexpectedWireType }
        // The members of a oneof exclude each other, and no writer of ours ever repeats one.
        guard actionField == 0 else { throw .invalidValue }
        actionField = UInt32(tag.field)
        kind = EventKind(rawValue: UInt8(tag.field)) ?? .unknown
        try readAction(try reader.byteRange(in: bytes), in: bytes)
      case _ where (1...6).contains(tag.field): throw .unexpectedWireType
      case _ where WorkoutKind(rawValue: UInt32(tag.field)) != nil:
        guard tag.type == .bytes else { throw .unexpectedWireType }
        guard actionField == 0 else { throw .invalidValue }
        actionField = UInt32(tag.field)
        kind = .workout
        message = try reader.byteRange(in: bytes)
        _ = try workoutAction(in: bytes)
      case .bytes(UInt64(EventKind.seen.rawValue)):
        guard actionField == 0 else { throw .invalidValue }
        actionField = UInt32(tag.field)
        kind = .seen
        message = try reader.byteRange(in: bytes)
        _ = try Seen(message, in: bytes, isNotUnderstood: &isNotUnderstood)
      case .bytes(EventField.device): device = try reader.byteRange(in: bytes)
      case _ where tag.field == EventField.device: throw .unexpectedWireType
      default:
        isNotUnderstood = true
        if actionField == 0 { actionField = UInt32(tag.field) }
        try reader.skip(tag.type, in: bytes)
      }
    }
    if kind == .unknown { isNotUnderstood = true }
  }

  /// The action of an event whose kind is `workout`.
  ///
  /// - Throws: if it is none; an event that was read has one.
  package mutating func workoutAction(in bytes: RawSpan) throws(WireError) -> WorkoutAction {
    guard let kind = WorkoutKind(rawValue: actionField) else { throw .invalidTag }
    return try WorkoutAction(kind, at: message, in: bytes, isNotUnderstood: &isNotUnderstood)
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
      switch tag {
      case .bytes(CheckInFieldNumber.id): fields.id = try reader.byteRange(in: bytes)
      case .varint(CheckInFieldNumber.at):
        fields.instantMilliseconds = try reader.signedVarint(in: bytes)
        fields.present.insert(.time)
      case .varint(CheckInFieldNumber.offsetMinutes):
        fields.offsetMinutes = Int16(clamping: try reader.signedVarint(in: bytes))
        fields.present.insert(.offset)
      case .bytes(CheckInFieldNumber.timeZone): fields.timeZone = try reader.byteRange(in: bytes)
      case .varint(CheckInFieldNumber.type):
        fields.present.insert(.type)
        if let type = ExerciseType(rawValue: UInt8(clamping: try reader.varint(in: bytes))) {
          fields.type = type
        } else {
          isNotUnderstood = true
        }
      case .bytes(CheckInFieldNumber.title):
        fields.title = try reader.byteRange(in: bytes)
        fields.present.insert(.title)
      case .varint(CheckInFieldNumber.calories):
        fields.calories = try reader.varint(in: bytes)
        fields.present.insert(.calories)
      case .bytes(CheckInFieldNumber.location):
        fields.location = try reader.byteRange(in: bytes)
        fields.present.insert(.location)
      case .bytes(CheckInFieldNumber.notes):
        fields.notes = try reader.byteRange(in: bytes)
        fields.present.insert(.notes)
      case .bytes(CheckInFieldNumber.cleared): try readCleared(try reader.byteRange(in: bytes), in: bytes)
      case .varint(CheckInFieldNumber.cleared): readCleared(try reader.varint(in: bytes))
      case .varint(CheckInFieldNumber.duration):
        fields.durationSeconds = try reader.varint32(in: bytes)
        fields.present.insert(.duration)
      case .varint(CheckInFieldNumber.distance):
        fields.distanceMetres = try reader.varint32(in: bytes)
        fields.present.insert(.distance)
      case .varint(CheckInFieldNumber.dayOnly):
        if try reader.varint(in: bytes) != 0 { fields.present.insert(.dayOnly) }
      case _ where (1...13).contains(tag.field): throw .unexpectedWireType
      default:
        isNotUnderstood = true
        try reader.skip(tag.type, in: bytes)
      }
    }
    try checkCheckInFields()
  }

  private mutating func checkCheckInFields() throws(WireError) {
    guard fields.calories <= UInt64(Int.max), CheckInTime.instantRange.contains(fields.instantMilliseconds),
      CheckInTime.offsetRange.contains(Int(fields.offsetMinutes))
    else { throw .invalidValue }
    if kind == .created {
      guard fields.id.count == 16 else { throw .invalidValue }
    } else {
      // The fields of a time come together.
      guard fields.id.isEmpty, fields.present.contains(.time) == fields.present.contains(.offset),
        fields.present.contains(.time) || !fields.present.contains(.dayOnly)
      else {
        throw .invalidValue
      }
    }
  }

  private mutating func readCleared(_ range: ByteRange, in bytes: RawSpan) throws(WireError) {
    var reader = WireReader(range)
    while !reader.isAtEnd { readCleared(try reader.varint(in: bytes)) }
  }

  private mutating func readCleared(_ number: UInt64) {
    if let field = Presence(clearedNumber: number) { fields.cleared.insert(field) } else { isNotUnderstood = true }
  }

  private mutating func readPhoto(_ range: ByteRange, in bytes: RawSpan) throws(WireError) {
    var reader = WireReader(range)
    while !reader.isAtEnd {
      let tag = try reader.tag(in: bytes)
      switch tag {
      case .bytes(PhotoField.digest): photo.digest = try reader.byteRange(in: bytes)
      case .varint(PhotoField.byteCount): photo.byteCount = try reader.varint32(in: bytes)
      case .varint(PhotoField.width): photo.width = try reader.varint32(in: bytes)
      case .varint(PhotoField.height): photo.height = try reader.varint32(in: bytes)
      case _ where (1...4).contains(tag.field): throw .unexpectedWireType
      default:
        isNotUnderstood = true
        try reader.skip(tag.type, in: bytes)
      }
    }
    guard photo.digest.count == Digest.byteCount else { throw .invalidValue }
  }

  private mutating func skipUnknown(_ range: ByteRange, in bytes: RawSpan) throws(WireError) {
    isNotUnderstood = true
    var reader = WireReader(range)
    while !reader.isAtEnd { try reader.skip(try reader.tag(in: bytes).type, in: bytes) }
  }
}
