/// A training target for each week or each month.
///
/// ```swift
/// try journal.setGoal(Goal(.type(.run), count: 3, each: .week))
/// try journal.setGoal(Goal(.days, count: 20, each: .month))
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

  /// The subject that a goal counts: days with a check-in, or check-ins of a type.
  public enum Subject: Hashable, CaseIterable, Sendable {
    /// Days with at least one check-in of any type.
    case days
    /// Check-ins of a type.
    case type(ExerciseType)

    /// `days`, or the type's name: `Run`.
    public var name: String {
      switch self {
      case .days: "days"
      case .type(let type): type.name
      }
    }

    /// Days, then every type. Unknown is in it: a type that only a newer version knows is read as that.
    public static let allCases: [Subject] = [.days] + ExerciseType.allCases.map { .type($0) }

    /// The subjects that can be chosen, in the order in which goals are shown: days, then types as they are offered.
    public static let selectable: [Subject] = [.days] + ExerciseType.selectable.map { .type($0) }
  }

  /// The period in which a goal must be met. Raw values are those of `event_log.proto`.
  public enum Period: UInt8, CaseIterable, Sendable {
    /// A week of the calendar.
    case week = 0
    /// A month of the calendar.
    case month = 1

    /// `week` or `month`.
    public var name: String { String(describing: self) }
  }

  /// The subject that the goal counts.
  public var subject: Subject
  /// The target for each period, at least 1. ``messages`` checks its range.
  public var count: Int
  /// The period in which the target must be reached.
  public var period: Period

  /// Creates a goal with a target for each period.
  public init(_ subject: Subject, count: Int, each period: Period) {
    self.subject = subject
    self.count = count
    self.period = period
  }

  /// The counts that can be chosen: a week has 7 days, and a month up to 31; of a type there can be 99.
  public static func countRange(of subject: Subject, each period: Period) -> ClosedRange<Int> {
    switch (subject, period) {
    case (.days, .week): 1...7
    case (.days, .month): 1...31
    case (.type, _): 1...99
    }
  }

  /// The validation errors, as readable text; empty if the goal is valid.
  public var messages: [Message] {
    let range = Self.countRange(of: subject, each: period)
    var messages: [Message] = []
    if subject == .type(.unknown) { messages.append("A goal is for days, or for a type that can be chosen") }
    if !range.contains(count) {
      messages.append(
        """
        A goal for a \(period.name) is from \(range.lowerBound) to \(range.upperBound) \
        \(subject == .days ? "days" : "check-ins")
        """)
    }
    return messages
  }

  /// `Run 3/week`, as ``init(_:)`` reads it.
  public var text: String { "\(subject.name) \(count)/\(period.name)" }
}

extension Goal.Subject: Comparable {
  /// The order in which goals are shown.
  private var rank: UInt8 {
    switch self {
    case .days: 0
    case .type(let type): 1 + type.rawValue
    }
  }

  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  /// The subject that a word names in any case: `days`, or a type, also in the plural: `runs`. `nil` for everything
  /// else.
  public init?(name: some StringProtocol) {
    let word = name.lowercased()
    if word == "days" || word == "day" {
      self = .days
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
  /// Reads `run 3/week` or `days 20/month`, in any case.
  ///
  /// - Throws: `invalidValue` with what is wrong.
  public init(_ text: String) throws(JournalError) {
    let words = text.split(whereSeparator: \.isWhitespace)
    let parts = (words.last ?? "").split(separator: "/", omittingEmptySubsequences: false)
    let period = parts.count == 2 ? Period.allCases.first { $0.name == parts[1].lowercased() } : nil
    guard let period, let count = Int(parts[0]), !parts[0].hasPrefix("+") else {
      throw JournalError(
        .invalidValue, "How often? Write it last, such as 3/week or 20/month, and not \"\(words.last ?? "")\".")
    }
    let name = words.dropLast().joined(separator: " ")
    guard let subject = Subject(name: name) else { throw Self.unknownSubject(name) }
    self.init(subject, count: count, each: period)
    let messages = messages
    guard messages.isEmpty else { throw .invalid(messages) }
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

  /// Writes its ``name``: `"days"`, or `"Run"`.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(text: name) }
}

extension Goal.Period: Codable {
  /// Reads `"week"` or `"month"`.
  ///
  /// - Throws: `DecodingError` for everything else.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value("week, nor month") { name in Self.allCases.first { $0.name == name } }
  }

  /// Writes `"week"` or `"month"`.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(text: name) }
}
