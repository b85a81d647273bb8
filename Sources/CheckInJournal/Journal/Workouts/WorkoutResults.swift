extension Journal {
  /// What came of changing an exercise.
  public struct ExerciseEdit: Hashable, Sendable {
    /// The exercise as it is now.
    public var exercise: Exercise
    /// `false` where nothing differed, and nothing was appended.
    public var isChanged: Bool
  }

  /// What came of changing a plan.
  public struct PlanEdit: Hashable, Sendable {
    /// The plan as it is now.
    public var plan: WorkoutPlan
    /// `false` where nothing differed, and nothing was appended.
    public var isChanged: Bool
  }

  /// What came of changing a session or one of its sets.
  public struct SessionEdit: Hashable, Sendable {
    /// The session as it is now.
    public var session: WorkoutSession
    /// `false` where nothing differed, and nothing was appended.
    public var isChanged: Bool
  }

  /// What came of completing a session.
  public struct SessionCompletion: Hashable, Sendable {
    /// The session, completed.
    public var session: WorkoutSession
    /// The check-in that was created with it; `nil` where none was asked for.
    public var checkIn: CheckIn?
  }

  /// The latest sets of an exercise.
  public struct LastSets: Hashable, Sendable {
    /// The completed session that they are of.
    public var session: WorkoutSession
    /// In their order; at least one.
    public var sets: [ExerciseSet]
  }
}
