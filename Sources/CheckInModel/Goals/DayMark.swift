/// A day on which the user doesn't train, marked as such, such as a day of rest or sickness.
///
/// ```swift
/// try journal.mark([today], as: .sick, note: "Flu")
/// ```
///
/// A marked day without a check-in neither extends nor breaks a streak, and reduces the goals of its week and month.
/// With a check-in, it counts like any other day.
public struct DayMark: Hashable, Sendable {
  /// The reason for not training. Raw values are those of `event_log.proto`.
  public enum Kind: UInt8, CaseIterable, Sendable {
    /// A planned day of rest.
    case rest = 0
    /// Illness.
    case sick = 1
    /// A holiday.
    case holiday = 2
    /// An injury.
    case injured = 3

    /// `rest`, `sick`, `holiday` or `injured`.
    public var name: String { String(describing: self) }

    /// Reads a kind's ``name`` in any case.
    public init?(name: some StringProtocol) {
      guard let kind = Self.allCases.first(where: { $0.name == name.lowercased() }) else { return nil }
      self = kind
    }
  }

  /// The marked day.
  public var day: CivilDay
  /// The reason for not training.
  public var kind: Kind
  /// A note of the user; `nil` if there is none.
  public var note: String?

  /// Creates a mark of a day.
  public init(_ day: CivilDay, kind: Kind = .rest, note: String? = nil) {
    self.day = day
    self.kind = kind
    self.note = note
  }

  /// The most bytes of a note, in UTF-8. One command can mark ten years, with its note on each day.
  public static let maximumNoteBytes = 200

  /// The validation errors, as readable text; empty if the mark is valid.
  public var messages: [Message] {
    guard let note else { return [] }
    let isTooLong = note.utf8.count > Self.maximumNoteBytes
    return (isTooLong ? ["The note of a marked day must be \(Self.maximumNoteBytes) bytes or less"] : [])
      + (note.utf8.contains(0) ? [WorkoutValidation.noteContainsNull] : [])
  }

  /// The kind and the note: `sick Flu`.
  package var text: String { kind.name + (note.map { " \($0)" } ?? "") }
}
