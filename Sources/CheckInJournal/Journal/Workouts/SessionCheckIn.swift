public import struct FoundationEssentials.UUID

/// The check-in that a session is linked to when it is completed, or later.
///
/// ```swift
/// let done = try journal.completeSession(endMilliseconds: now, checkIn: .linkedOrAdded(type: .gym))
/// print(done.checkIn?.title ?? "")
/// ```
public enum SessionCheckIn: Hashable, Sendable {
  /// A check-in of the session's day, or a new one if the day has no suitable one.
  ///
  /// A check-in is suitable if its type is in ``linkedTypes`` and it isn't linked to a session. The new check-in has
  /// the time of the session's start. Without a title, it has the title of the session or of its plan. A session that
  /// is already linked to a check-in keeps it, unless the check-in is discarded.
  ///
  /// The identity is that of the new check-in. If the journal has a check-in with this identity that isn't discarded or
  /// linked to a session, that check-in is suitable, whatever its type and day. Without an identity, a random one is
  /// used.
  case linkedOrAdded(type: ExerciseType = SessionCheckIn.defaultType, title: String = "", id: UUID? = nil)
  /// A new check-in with these fields, which replaces the one that the session is linked to.
  ///
  /// Without a title, it has the title of the session or of its plan.
  case added(CheckInDraft)

  /// The type of a new check-in if the user hasn't chosen another one.
  public static let defaultType = ExerciseType.strengthTraining
  /// The types of the check-ins that stand for a workout, so that no second one is added.
  public static let linkedTypes: Set<ExerciseType> = [.gym, .strengthTraining]
}
