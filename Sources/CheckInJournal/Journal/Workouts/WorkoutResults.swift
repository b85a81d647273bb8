extension Journal {
  /// The result of changing an exercise.
  public struct ExerciseEdit: Hashable, Sendable {
    /// The exercise after the edit.
    public var exercise: Exercise
    /// `true` if the edit changed the exercise. If not, no event was appended.
    public var isChanged: Bool
  }

  /// The result of changing a plan.
  public struct PlanEdit: Hashable, Sendable {
    /// The plan after the edit.
    public var plan: WorkoutPlan
    /// `true` if the edit changed the plan. If not, no event was appended.
    public var isChanged: Bool
  }

  /// The result of changing a session or one of its sets.
  public struct SessionEdit: Hashable, Sendable {
    /// The session after the edit.
    public var session: WorkoutSession
    /// `true` if the edit changed the session. If not, no event was appended.
    public var isChanged: Bool
  }

  /// The result of completing a session, or of linking it to its check-in later.
  public struct SessionCompletion: Hashable, Sendable {
    /// The completed session.
    public var session: WorkoutSession
    /// The check-in that the session is linked to; `nil` if none was requested.
    public var checkIn: CheckIn?
    /// The way in which the session was linked to the check-in; `nil` if none was requested.
    public var link: SessionLink?
  }

  /// The way in which a command linked a session to its check-in.
  public enum SessionLink: String, Hashable, Sendable {
    /// The check-in is new.
    case added
    /// The check-in existed, and had no session.
    case linked
    /// The session was linked to the check-in before.
    case unchanged
  }

  /// The next set of a plan.
  public struct NextSet: Hashable, Sendable {
    /// The exercise of the set.
    public var exercise: Exercise
    /// The plan's item, and the number of the set in it.
    public var planned: PlannedSet
    /// The set as it is logged if it is done as planned.
    public var entry: SetEntry
  }

  /// The latest sets of an exercise.
  public struct LastSets: Hashable, Sendable {
    /// The completed session that they are of.
    public var session: WorkoutSession
    /// In their order; at least one.
    public var sets: [ExerciseSet]
  }
}
