public import struct FoundationEssentials.UUID

/// A field that devices wrote differently without knowing of each other.
///
/// Every device shows the value of the latest write. The others are kept until a write of the field, by a device that
/// knew all of them, resolves the conflict.
///
/// ```swift
/// for conflict in journal.conflicts() {
///   print(conflict.subject, conflict.field, conflict.candidates.map(\.value))
/// }
/// ```
public struct MergeConflict: Hashable, Sendable {
  /// Something whose fields devices can write differently, with its number on this device.
  public enum Subject: Hashable, Sendable {
    /// A check-in.
    case checkIn(Int)
    /// An exercise.
    case exercise(Int)
    /// A plan.
    case plan(Int)
    /// The choice of the active plan.
    case activePlan
    /// A session.
    case session(Int)
    /// A set of a session.
    case set(WorkoutAction.SetReference)
    /// The reminder.
    case reminder
    /// The goal of a type of check-in, or of days.
    case goal(Goal.Subject)
    /// The mark of a day.
    case dayMark(CivilDay)

    /// `check-in`, `exercise`, `plan`, `activePlan`, `session`, `set`, `reminder`, `goal` or `day`.
    public var name: String {
      switch self {
      case .checkIn: "check-in"
      case .exercise: "exercise"
      case .plan: "plan"
      case .activePlan: "activePlan"
      case .session: "session"
      case .set: "set"
      case .reminder: "reminder"
      case .goal: "goal"
      case .dayMark: "day"
      }
    }
  }

  /// The value that one device wrote.
  public struct Candidate: Hashable, Sendable {
    /// The identity of its journal.
    public var replica: UUID
    /// The name of the device.
    public var device: String
    /// The event in that journal's own log.
    public var sequence: UInt64
    /// As `export` writes it; `nil` for nothing. For ``CheckInField/discarded``, `true` or `false`.
    public var value: String?
    /// The event as people name it: `phone/12`.
    public var reference: String { "\(device)/\(sequence)" }
  }

  /// The item that the field belongs to.
  public var subject: Subject
  /// The number of the check-in, session, set, plan or exercise as people name it, if another device created it:
  /// `phone/17`; `nil` for one of this device.
  public var name: String?
  /// The ID of a set's session as people name it, if another device created it.
  public var sessionName: String?
  /// The name of the field in JSON. For `discarded`, one device discarded the subject, and another changed it: it stays
  /// until it is discarded again, changed or restored.
  public var field: String
  /// In the order of all events: the last is the one that is shown.
  public var candidates: [Candidate]

  /// The number of the check-in; `nil` for a conflict about workouts.
  public var checkIn: Int? { if case .checkIn(let number) = subject { number } else { nil } }
  /// The field, if it is one of a check-in.
  public var checkInField: CheckInField? { checkIn == nil ? nil : CheckInField(mergeable: field) }
  /// `true` if one device discarded the subject, and another changed it.
  public var isOfDiscard: Bool { field == CheckInField.discarded.rawValue }
}
