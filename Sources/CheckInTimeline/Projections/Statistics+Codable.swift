// The coded forms are the objects that the command shows, with every member, always: they are kept for ever.

extension Streak: Codable {
  private enum CodingKeys: String, CodingKey {
    case days, restDays, from, to
  }

  /// Reads the object that ``encode(to:)`` writes.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      from: try members.decode(CivilDay.self, forKey: .from), to: try members.decode(CivilDay.self, forKey: .to))
    let restDays = try members.decodeIfPresent(Int.self, forKey: .restDays) ?? 0
    self.restDays = max(0, min(restDays, days - 1))
    let coded = try members.decodeIfPresent(Int.self, forKey: .days) ?? days
    skippedDays = days - min(max(coded, 1), days)
  }

  /// Writes the first day, the last, and how many there are.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(days, forKey: .days)
    try members.encode(restDays, forKey: .restDays)
    try members.encode(from, forKey: .from)
    try members.encode(to, forKey: .to)
  }
}

extension StreaksWithoutMarks: Codable {
  private enum CodingKeys: String, CodingKey {
    case currentStreak, longestStreak
  }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      currentStreak: try members.decodeIfPresent(Streak.self, forKey: .currentStreak),
      longestStreak: try members.decodeIfPresent(Streak.self, forKey: .longestStreak))
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(currentStreak, forKey: .currentStreak)
    try members.encode(longestStreak, forKey: .longestStreak)
  }
}

extension Statistics: Codable {
  private enum CodingKeys: String, CodingKey {
    case total, days, firstDay, lastDay, byType, currentStreak, longestStreak, withoutMarks, sequence
  }

  /// Reads the object that ``encode(to:)`` writes.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let counts = try members.nestedContainer(keyedBy: TypeKey.self, forKey: .byType)
    var byType: [ExerciseType: Int] = [:]
    for key in counts.allKeys { byType[key.type] = try counts.decode(Int.self, forKey: key) }
    self.init(
      total: try members.decode(Int.self, forKey: .total), days: try members.decode(Int.self, forKey: .days),
      firstDay: try members.decodeIfPresent(CivilDay.self, forKey: .firstDay),
      lastDay: try members.decodeIfPresent(CivilDay.self, forKey: .lastDay), byType: byType,
      currentStreak: try members.decodeIfPresent(Streak.self, forKey: .currentStreak),
      longestStreak: try members.decodeIfPresent(Streak.self, forKey: .longestStreak),
      sequence: try members.decode(UInt64.self, forKey: .sequence))
    withoutMarks = try members.decodeIfPresent(StreaksWithoutMarks.self, forKey: .withoutMarks)
  }

  /// Writes the object that `checkin stats --json` does.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(total, forKey: .total)
    try members.encode(days, forKey: .days)
    try members.encode(firstDay, forKey: .firstDay)
    try members.encode(lastDay, forKey: .lastDay)
    var counts = members.nestedContainer(keyedBy: TypeKey.self, forKey: .byType)
    for (type, count) in types { try counts.encode(count, forKey: TypeKey(type: type)) }
    try members.encode(currentStreak, forKey: .currentStreak)
    try members.encode(longestStreak, forKey: .longestStreak)
    try members.encodeIfPresent(withoutMarks, forKey: .withoutMarks)
    try members.encode(sequence, forKey: .sequence)
  }
}

extension MonthStatistics: Codable {
  private enum CodingKeys: String, CodingKey {
    case month, checkIns, days, daysInMonth, percentage
  }

  /// Reads the object that ``encode(to:)`` writes; what follows from the others is not read.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      month: try members.decode(CivilMonth.self, forKey: .month),
      checkIns: try members.decode(Int.self, forKey: .checkIns), days: try members.decode(Int.self, forKey: .days))
  }

  /// Writes the object of a month as `checkin months --json` does.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(month, forKey: .month)
    try members.encode(checkIns, forKey: .checkIns)
    try members.encode(days, forKey: .days)
    try members.encode(month.dayCount, forKey: .daysInMonth)
    try members.encode(percentage, forKey: .percentage)
  }
}

/// An exercise type as the name of a member.
private struct TypeKey: CodingKey {
  let type: ExerciseType

  var stringValue: String { type.name }
  var intValue: Int? { nil }

  init(type: ExerciseType) {
    self.type = type
  }

  /// `nil` for a name that no type has: what a newer version counts is passed over.
  init?(stringValue: String) {
    guard let type = ExerciseType.allCases.first(where: { $0.name == stringValue }) else { return nil }
    self.type = type
  }

  init?(intValue: Int) { nil }
}
