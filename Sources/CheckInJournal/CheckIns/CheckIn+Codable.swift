internal import struct FoundationEssentials.UUID

// The coded forms are the objects that the command shows, with the members that it shows: they are kept for ever.

extension CheckIn: Codable {
  private enum CodingKeys: String, CodingKey {
    case number, id, type, title, day, calories, duration, distance, location, notes, photo, discarded, sequence
    case name
  }

  /// Reads the object that ``encode(to:)`` writes. Its day follows from its time and is not read; members that are
  /// not known are passed over.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      number: try members.decode(Int.self, forKey: .number), id: try members.decode(UUID.self, forKey: .id),
      type: try members.decode(ExerciseType.self, forKey: .type),
      title: try members.decode(String.self, forKey: .title), time: try CheckInTime(from: decoder),
      calories: try members.decodeIfPresent(Int.self, forKey: .calories),
      durationSeconds: try members.decodeIfPresent(Int.self, forKey: .duration),
      distanceMetres: try members.decodeIfPresent(Int.self, forKey: .distance),
      location: try members.decodeIfPresent(String.self, forKey: .location),
      notes: try members.decode(String.self, forKey: .notes),
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
    try members.encode(type, forKey: .type)
    try members.encode(title, forKey: .title)
    try time.encode(to: encoder)
    try members.encode(day, forKey: .day)
    try members.encode(calories, forKey: .calories)
    try members.encodeIfPresent(durationSeconds, forKey: .duration)
    try members.encodeIfPresent(distanceMetres, forKey: .distance)
    try members.encode(location, forKey: .location)
    try members.encode(notes, forKey: .notes)
    try members.encode(photo, forKey: .photo)
    try members.encode(isDiscarded, forKey: .discarded)
    try members.encode(sequence, forKey: .sequence)
    try members.encodeIfPresent(name, forKey: .name)
  }
}

extension CheckInDraft: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, type, title, calories, duration, distance, location, notes
  }

  /// Reads the object that ``encode(to:)`` writes. All but the title and the time may be missing.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try members.decodeIfPresent(UUID.self, forKey: .id),
      type: try members.decodeIfPresent(ExerciseType.self, forKey: .type),
      title: try members.decode(String.self, forKey: .title), time: try CheckInTime(from: decoder),
      calories: try members.decodeIfPresent(Int.self, forKey: .calories),
      durationSeconds: try members.decodeIfPresent(Int.self, forKey: .duration),
      distanceMetres: try members.decodeIfPresent(Int.self, forKey: .distance),
      location: try members.decodeIfPresent(String.self, forKey: .location),
      notes: try members.decodeIfPresent(String.self, forKey: .notes) ?? "")
  }

  /// Writes the members that a check-in's object has for these fields, every one.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(id, forKey: .id)
    try members.encode(type, forKey: .type)
    try members.encode(title, forKey: .title)
    try time.encode(to: encoder)
    try members.encode(calories, forKey: .calories)
    try members.encodeIfPresent(durationSeconds, forKey: .duration)
    try members.encodeIfPresent(distanceMetres, forKey: .distance)
    try members.encode(location, forKey: .location)
    try members.encode(notes, forKey: .notes)
  }
}

extension CheckInChanges: Codable {
  private enum CodingKeys: String, CodingKey {
    case at, type, title, calories, duration, distance, location, notes
  }

  /// Reads the object that ``encode(to:)`` writes.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    func change<Value: Decodable>(_ key: CodingKeys) throws -> Change<Value>? {
      guard members.contains(key) else { return nil }
      return try members.decodeNil(forKey: key) ? .clear : .set(try members.decode(Value.self, forKey: key))
    }
    self.init(
      type: try members.decodeIfPresent(ExerciseType.self, forKey: .type),
      title: try members.decodeIfPresent(String.self, forKey: .title),
      time: members.contains(.at) ? try CheckInTime(from: decoder) : nil, calories: try change(.calories),
      durationSeconds: try change(.duration), distanceMetres: try change(.distance), location: try change(.location),
      notes: try members.decodeIfPresent(String.self, forKey: .notes))
  }

  /// Writes only what changes; null for a field that is cleared.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try time?.encode(to: encoder)
    try members.encodeIfPresent(type, forKey: .type)
    try members.encodeIfPresent(title, forKey: .title)
    if let calories { try members.encode(calories.value, forKey: .calories) }
    if let durationSeconds { try members.encode(durationSeconds.value, forKey: .duration) }
    if let distanceMetres { try members.encode(distanceMetres.value, forKey: .distance) }
    if let location { try members.encode(location.value, forKey: .location) }
    try members.encodeIfPresent(notes, forKey: .notes)
  }
}
