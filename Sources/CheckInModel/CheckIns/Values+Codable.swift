// The coded forms of the small values are the texts that the command shows for them: they are kept for ever.

extension CivilDay: Codable {
  /// Reads `"2026-11-21"`.
  ///
  /// - Throws: `DecodingError` for everything else.
  public init(from decoder: any Decoder) throws { self = try decoder.value("a day, such as 2026-11-21") { Self($0) } }

  /// Writes `"2026-11-21"`.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

extension CivilMonth: Codable {
  /// Reads `"2026-11"`.
  ///
  /// - Throws: `DecodingError` for everything else.
  public init(from decoder: any Decoder) throws { self = try decoder.value("a month, such as 2026-11") { Self($0) } }

  /// Writes `"2026-11"`.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

extension Weekday: Codable {}

extension ExerciseType: Codable {
  /// Reads a type's ``name``, exactly.
  ///
  /// - Throws: `DecodingError` for everything else.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value("an exercise type") { name in Self.allCases.first { $0.name == name } }
  }

  /// Writes its ``name``: `"Strength Training"`.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(text: name) }
}

extension CheckInTime: Codable {
  private enum CodingKeys: String, CodingKey {
    case at, timeZone, timeKnown
  }

  /// Reads `{"at": "2026-11-21T07:10:00+01:00", "timeZone": "Europe/Berlin"}`; the zone may be null, or missing. Where
  /// only the day is known, `"timeKnown": false` is beside it.
  ///
  /// - Throws: `DecodingError` for a time that is not RFC 3339 with an offset.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    guard let written = WrittenTime(try members.decode(String.self, forKey: .at)),
      let offset = written.offsetMinutes
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .at, in: members, debugDescription: "It is no time with an offset, such as 2026-11-21T07:10:00+01:00.")
    }
    self.init(
      instantMilliseconds: written.localMilliseconds - Int64(offset) * 60_000, offsetMinutes: offset,
      timeZone: try members.decodeIfPresent(String.self, forKey: .timeZone),
      isTimeOfDayKnown: try members.decodeIfPresent(Bool.self, forKey: .timeKnown) ?? true)
  }

  /// Writes its ``description`` and its zone, and that the time of day is not known where it is not.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(description, forKey: .at)
    try members.encode(timeZone, forKey: .timeZone)
    if !isTimeOfDayKnown { try members.encode(false, forKey: .timeKnown) }
  }
}

extension Decoder {
  /// The value that a text stands for.
  ///
  /// - Parameter meaning: what the text is to be, for the error.
  func value<Value>(_ meaning: String, as read: (String) -> Value?) throws -> Value {
    let container = try singleValueContainer()
    guard let value = read(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "It is not \(meaning).")
    }
    return value
  }
}

extension Encoder {
  func encode(text: String) throws {
    var container = singleValueContainer()
    try container.encode(text)
  }
}
