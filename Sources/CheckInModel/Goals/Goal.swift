/// A training target for each day, week, month or year.
///
/// ```swift
/// try journal.setGoal(Goal(.type(.run), count: 3, each: .week))
/// try journal.setGoal(Goal(.days, count: 20, each: .month))
/// try journal.setGoal(Goal(.sum(.distance, of: .run), count: 100_000, each: .month))
/// ```
///
/// There is at most one goal for each subject. Setting another one replaces it, regardless of its period, so no two
/// goals can contradict each other.
public struct Goal: Hashable, Sendable, Codable {
  /// The members of the object that the command shows.
  private enum CodingKeys: String, CodingKey {
    case subject = "goal"
    case count, period
  }

  /// The subject that a goal counts: days with a check-in, check-ins of a type, or the sum of a quantity.
  public enum Subject: Hashable, CaseIterable, Sendable {
    /// Days with at least one check-in of any type.
    case days
    /// Check-ins of a type.
    case type(ExerciseType)
    /// The sum of a quantity over the check-ins of a type, or over all check-ins.
    case sum(CheckInQuantity, of: ExerciseType?)

    /// Creates the subject that has a type and a quantity; days if it has neither.
    package init(_ type: ExerciseType?, _ quantity: CheckInQuantity?) {
      if let quantity {
        self = .sum(quantity, of: type)
      } else if let type {
        self = .type(type)
      } else {
        self = .days
      }
    }

    /// The type of the check-ins; `nil` for days, and for a sum over all check-ins.
    public var exerciseType: ExerciseType? {
      switch self {
      case .days: nil
      case .type(let type): type
      case .sum(_, of: let type): type
      }
    }

    /// The quantity that is summed up; `nil` if days or check-ins are counted.
    public var quantity: CheckInQuantity? {
      if case .sum(let quantity, of: _) = self { quantity } else { nil }
    }

    /// `days`, the type's name (`Run`), a sum's quantity (`distance`), or both (`Run distance`).
    public var name: String {
      self == .days ? "days" : [exerciseType?.name, quantity?.rawValue].compactMap(\.self).joined(separator: " ")
    }

    /// The subjects of some types, in the order in which goals are shown: each type before its sums.
    private static func all(of types: [ExerciseType]) -> [Subject] {
      let types: [ExerciseType?] = [nil] + types.map { Optional($0) }
      let quantities: [CheckInQuantity?] = [nil] + CheckInQuantity.allCases.map { Optional($0) }
      return types.flatMap { type in quantities.map { Subject(type, $0) } }
    }

    /// All subjects. Unknown is in it: a type that only a newer version knows is read as that.
    public static let allCases: [Subject] = all(of: ExerciseType.allCases)

    /// The subjects that can be chosen, in the order in which goals are shown: days and the sums over all check-ins,
    /// then each type as it is offered, and its sums.
    public static let selectable: [Subject] = all(of: ExerciseType.selectable)
  }

  /// The period in which a goal must be met. Raw values are those of `event_log.proto`.
  public enum Period: UInt8, CaseIterable, Sendable {
    /// A day of the calendar.
    case day = 2
    /// A week of the calendar.
    case week = 0
    /// A month of the calendar.
    case month = 1
    /// A year of the calendar.
    case year = 3

    /// `day`, `week`, `month` or `year`.
    public var name: String { String(describing: self) }

    /// The number of days that the longest one has.
    fileprivate var maximumDayCount: Int {
      switch self {
      case .day: 1
      case .week: 7
      case .month: 31
      case .year: 366
      }
    }
  }

  /// The subject that the goal counts.
  public var subject: Subject
  /// The target for each period, at least 1: days, check-ins, metres, seconds or kilocalories.
  ///
  /// ``messages`` checks its range.
  public var count: Int
  /// The period in which the target must be reached.
  public var period: Period

  /// Creates a goal with a target for each period.
  public init(_ subject: Subject, count: Int, each period: Period) {
    self.subject = subject
    self.count = count
    self.period = period
  }

  /// The counts that can be chosen.
  ///
  /// A period has no more days than the longest one has, and 99 check-ins of a type, a year 999. The limits of sums are
  /// 1,000 km, 24 hours and 20,000 kcal for each day.
  public static func countRange(of subject: Subject, each period: Period) -> ClosedRange<Int> {
    switch subject {
    case .days: 1...period.maximumDayCount
    case .type: 1...(period == .year ? 999 : 99)
    case .sum(let quantity, of: _): 1...period.maximumDayCount * quantity.dailyMaximum
    }
  }

  /// The validation errors, as readable text; empty if the goal is valid.
  public var messages: [Message] {
    let range = Self.countRange(of: subject, each: period)
    var messages: [Message] = []
    if subject.exerciseType == .unknown { messages.append("A goal is for days, or for a type that can be chosen") }
    guard !range.contains(count) else { return messages }
    if let quantity = subject.quantity {
      messages.append("A goal for a \(period.name) is more than 0 and at most \(quantity.amountText(range.upperBound))")
    } else {
      messages.append(
        """
        A goal for a \(period.name) is from \(range.lowerBound) to \(range.upperBound) \
        \(subject == .days ? "days" : "check-ins")
        """)
    }
    return messages
  }

  /// `3/week` or `100km/month`.
  package var target: String { "\(subject.quantity?.amountText(count) ?? String(count))/\(period.name)" }

  /// `Run 3/week`, `Run 100km/month` or `5h/week`, as ``init(_:)`` reads it.
  public var text: String {
    let name = subject.quantity == nil ? subject.name : subject.exerciseType?.name
    return [name, target].compactMap(\.self).joined(separator: " ")
  }
}

extension CheckInQuantity {
  /// The most that a goal can ask for on one day.
  fileprivate var dailyMaximum: Int {
    switch row.unit {
    case .kilocalories: 20_000
    case .seconds: 24 * 3600
    case .metres: 1_000_000
    }
  }

  /// The unit of a goal's numbers in JSON: `kcal`, `s` or `m`.
  package var unitSymbol: String {
    switch row.unit {
    case .kilocalories: "kcal"
    case .seconds: "s"
    case .metres: "m"
    }
  }

  /// An amount with its unit, as ``amount(_:)`` reads it: `2000kcal`, `5h`, `1:30:00` or `40km`.
  fileprivate func amountText(_ value: Int) -> String {
    switch row.unit {
    case .kilocalories: "\(value)kcal"
    case .seconds: value % 3600 == 0 ? "\(value / 3600)h" : MeasureText.duration(value)
    case .metres: decimalText(value, fractionDigits: 3) + "km"
    }
  }

  /// Reads an amount with its unit, in small letters and without white space: `2000kcal`, `5h`, `1:30:00`, `40km`,
  /// `40k` or `25mi`.
  fileprivate static func amount(_ word: String) -> (quantity: CheckInQuantity, value: Int)? {
    if word.hasSuffix("cal") { return MeasureText.kilocalories(word).map { (.calories, $0) } }
    // Unlike the distance of a check-in, a goal can have thousands of kilometres.
    guard word.wholeMatch(of: /[0-9]+,[0-9]{3}[a-z]+/) == nil else { return nil }
    if let metres = MeasureText.metres(word.hasSuffix("k") ? word + "m" : word) { return (.distance, metres) }
    return MeasureText.seconds(word).map { (.duration, $0) }
  }
}

extension Goal.Subject: Comparable {
  /// The order in which goals are shown.
  private var rank: (type: Int, quantity: Int) {
    let place = quantity.flatMap { CheckInQuantity.allCases.firstIndex(of: $0) }
    return (exerciseType.map { 1 + Int($0.rawValue) } ?? 0, place ?? -1)
  }

  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  /// The subject that words name in any case: `days`, a type, also in the plural (`runs`), or a quantity, also of a
  /// type (`run distance`). `nil` for everything else.
  public init?(name: some StringProtocol) {
    let word = name.lowercased()
    let words = word.split(whereSeparator: \.isWhitespace)
    if word == "days" || word == "day" {
      self = .days
    } else if let quantity = words.last.flatMap({ CheckInQuantity(rawValue: String($0)) }) {
      let counted = words.count == 1 ? nil : Goal.Subject(name: words.dropLast().joined(separator: " "))
      guard words.count == 1 || counted?.quantity == nil && counted?.exerciseType != nil else { return nil }
      self = .sum(quantity, of: counted?.exerciseType)
    } else if let type = ExerciseType(name: word) ?? ExerciseType(name: word.hasSuffix("s") ? word.dropLast() : ""),
      type != .unknown
    {
      self = .type(type)
    } else {
      return nil
    }
  }
}

extension Goal {
  /// Reads `run 3/week`, `20/month` (of days), `days 20/month`, `run 100 km/month` or `5h/week`, in any case.
  ///
  /// - Throws: `invalidValue` with what is wrong.
  public init(_ text: String) throws(JournalError) {
    try self.init(text) { Subject(name: $0) }
  }

  /// Reads a goal as ``init(_:)`` does. The words for its subject can also come after the amount.
  ///
  /// - Parameter named: Returns the subject that words name.
  package init(_ text: String, subject named: (String) -> Subject?) throws(JournalError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let words = parts[0].split(whereSeparator: \.isWhitespace).map(String.init)
    let periodName = parts.count == 2 ? parts[1].lowercased().filter { !$0.isWhitespace } : ""
    guard let period = Period.allCases.first(where: { $0.name == periodName }), let amount = Amount(in: words) else {
      let last = text.split(whereSeparator: \.isWhitespace).last ?? ""
      throw JournalError(
        .invalidValue, "How often? Write it last, such as 3/week or 40 km/month, and not \"\(last)\".")
    }
    let name = (words[..<amount.words.lowerBound] + words[amount.words.upperBound...]).joined(separator: " ")
    let subject = name.isEmpty ? nil : named(name)
    guard let quantity = amount.quantity else {
      guard let subject = name.isEmpty ? .days : subject else { throw Self.unknownSubject(name) }
      guard subject.quantity == nil else {
        throw JournalError(.invalidValue, "How much? Write it with its unit, such as 40 km/month or 5 h/week.")
      }
      self.init(subject, count: amount.count, each: period)
      try check()
      return
    }
    guard name.isEmpty || subject != nil && [nil, quantity].contains(subject?.quantity) else {
      throw Self.unknownSubject(name)
    }
    if amount.canBeMinutes, subject?.exerciseType != .swim {
      let word = words[amount.words].joined(separator: " ")
      throw JournalError(
        .invalidValue,
        """
        \(word) can be minutes or metres. Write \(amount.count) min or \
        \(CheckInQuantity.distance.amountText(amount.count)).
        """)
    }
    self.init(.sum(quantity, of: subject?.exerciseType), count: amount.count, each: period)
    try check()
  }

  private func check() throws(JournalError) {
    let messages = messages
    guard messages.isEmpty else { throw .invalid(messages) }
  }

  /// The amount in the words of a goal: `3`, `40 km` or `1 h 30 min`.
  private struct Amount {
    /// The positions of its words.
    var words: Range<Int>
    var count: Int
    /// `nil` for a number without a unit.
    var quantity: CheckInQuantity?
    /// `true` for a text such as `45m`, which also means minutes.
    var canBeMinutes = false

    /// The most words of an amount, as in `1 h 30 min`.
    private static let maximumWordCount = 4

    init?(in all: [String]) {
      guard let first = all.firstIndex(where: { $0.first == "-" || $0.first?.isNumber ?? false }) else { return nil }
      for end in (first + 1...first + Self.maximumWordCount).reversed() where end <= all.count {
        // `3 5km` is no `35km`; groups of three digits are one number.
        let areApart = zip(all[first..<end], all[first..<end].dropFirst()).contains { before, after in
          before.last?.isNumber ?? false && after.prefix { $0.isNumber }.count % 3 > 0
        }
        guard !areApart else { continue }
        let word = all[first..<end].joined().lowercased()
        guard let (quantity, value) = CheckInQuantity.amount(word) else { continue }
        self.init(words: first..<end, count: value, quantity: quantity)
        canBeMinutes = word.hasSuffix("m") && !word.hasSuffix("km") && quantity == .distance && value < 200
        return
      }
      // `3`, `3x`, `3 x` and `3 times`.
      let isFollowed = first + 1 < all.count && ["x", "times", "time"].contains(all[first + 1].lowercased())
      let word = all[first].lowercased()
      guard let count = Int(word.hasSuffix("x") && !isFollowed ? String(word.dropLast()) : word) else { return nil }
      self.init(words: first..<first + (isFollowed ? 2 : 1), count: count, quantity: nil)
    }

    private init(words: Range<Int>, count: Int, quantity: CheckInQuantity?) {
      (self.words, self.count, self.quantity) = (words, count, quantity)
    }
  }

  /// The error that a word names no subject.
  package static func unknownSubject(_ name: String) -> JournalError {
    let shown = Escaping.escaped(String(name.prefix(60)))
    let types = ExerciseType.selectable.map(\.name).joined(separator: ", ")
    return JournalError(
      .invalidValue,
      """
      \(name.isEmpty ? "A goal of what?" : "There can be no goal for \"\(shown)\".") It is for days, or for a type: \
      \(types).
      """)
  }
}

// The coded forms have the names that the command shows, and are kept for ever.

extension Goal.Subject: Codable {
  /// Reads a subject's ``name``, exactly.
  ///
  /// - Throws: `DecodingError` for everything else.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value("days, nor an exercise type") { name in Self.allCases.first { $0.name == name } }
  }

  /// Writes its ``name``: `"days"`, `"Run"` or `"Run distance"`.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(text: name) }
}

extension Goal.Period: Codable {
  /// Reads its ``name``: `"day"`, `"week"`, `"month"` or `"year"`.
  ///
  /// - Throws: `DecodingError` for everything else.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value("day, week, month, nor year") { name in Self.allCases.first { $0.name == name } }
  }

  /// Writes its ``name``.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(text: name) }
}
