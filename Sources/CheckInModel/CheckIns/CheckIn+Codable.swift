internal import struct FoundationEssentials.UUID

// The coded forms are the objects that the command shows, with the members that it shows: they are kept for ever.

extension CheckIn: Codable {
  private enum CodingKeys: String, CodingKey {
    case number, id, day, photo, discarded, sequence, name
  }

  /// Reads the object that ``encode(to:)`` writes. Its day follows from its time and is not read; members that are
  /// not known are passed over.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      number: try members.decode(Int.self, forKey: .number), id: try members.decode(UUID.self, forKey: .id),
      fields: try CheckInFields(from: decoder, requiring: [.type, .title, .at, .notes]),
      photo: try members.decodeIfPresent(Photo.self, forKey: .photo),
      isDiscarded: try members.decode(Bool.self, forKey: .discarded),
      sequence: try members.decode(UInt64.self, forKey: .sequence),
      name: try members.decodeIfPresent(String.self, forKey: .name))
  }

  /// Writes the object that `checkin show --json` does: duration and distance where there are some, all other members
  /// always. If another device of the group created the check-in, its number is the one that this journal has for it,
  /// and `name` is what the command has in its place.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(number, forKey: .number)
    try members.encode(id, forKey: .id)
    try fields.encode(CheckInField.editable.filter { !fields.isLeftOut($0) }, to: encoder)
    try members.encode(day, forKey: .day)
    try members.encode(photo, forKey: .photo)
    try members.encode(isDiscarded, forKey: .discarded)
    try members.encode(sequence, forKey: .sequence)
    try members.encodeIfPresent(name, forKey: .name)
  }
}

extension CheckInDraft: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, type
  }

  /// Reads the object that ``encode(to:)`` writes. All but the title and the time may be missing.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try members.decodeIfPresent(UUID.self, forKey: .id),
      type: try members.decodeIfPresent(ExerciseType.self, forKey: .type),
      fields: try CheckInFields(from: decoder, requiring: [.title, .at]))
  }

  /// Writes the members that a check-in's object has for these fields, every one.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(id, forKey: .id)
    try members.encode(type, forKey: .type)
    try fields.encode(CheckInField.editable.filter { $0 != .type && !fields.isLeftOut($0) }, to: encoder)
  }
}

extension CheckInChanges: Codable {
  /// Reads the object that ``encode(to:)`` writes.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CheckInFields.Member.self)
    func change<Value: Decodable>(_ field: CheckInField) throws -> Change<Value>? {
      let member = CheckInFields.Member(field)
      return members.contains(member) ? Change(try members.decodeIfPresent(Value.self, forKey: member)) : nil
    }
    self.init()
    type = try members.decodeIfPresent(ExerciseType.self, forKey: CheckInFields.Member(.type))
    title = try members.decodeIfPresent(String.self, forKey: CheckInFields.Member(.title))
    if members.contains(CheckInFields.Member(.at)) { time = try CheckInTime(from: decoder) }
    for quantity in CheckInQuantity.allCases { self[quantity] = try change(.quantity(quantity)) }
    location = try change(.location)
    notes = try members.decodeIfPresent(String.self, forKey: CheckInFields.Member(.notes))
  }

  /// Writes only what changes; null for a field that is cleared.
  public func encode(to encoder: any Encoder) throws {
    try fields.encode(CheckInField.editable.filter(written.contains), to: encoder)
  }
}

extension CheckInFields {
  /// A member of the object, named as the field.
  fileprivate struct Member: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ field: CheckInField) { stringValue = field.rawValue }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }

  /// Reads the fields that ``encode(_:to:)`` writes.
  ///
  /// - Throws: `DecodingError`, also if a required field is missing or null.
  fileprivate init(from decoder: any Decoder, requiring required: [CheckInField]) throws {
    let changes = try CheckInChanges(from: decoder)
    for field in required where !changes.written.contains(field) {
      throw DecodingError.keyNotFound(
        Member(field), DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "It is required."))
    }
    self = changes.fields
  }

  /// Writes a member for each of some fields; null for an optional field without a value.
  fileprivate func encode(_ written: [CheckInField], to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Member.self)
    for field in written {
      let member = Member(field)
      switch field {
      case .type: try members.encode(type, forKey: member)
      case .title: try members.encode(title, forKey: member)
      case .at: try time.encode(to: encoder)
      case .quantity(let quantity): try members.encode(self[quantity], forKey: member)
      case .location: try members.encode(location, forKey: member)
      case .notes: try members.encode(notes, forKey: member)
      case .timeZone, .photo, .discarded: break
      }
    }
  }
}
