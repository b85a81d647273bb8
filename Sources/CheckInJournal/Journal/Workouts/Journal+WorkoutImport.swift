public import FoundationEssentials
internal import Synchronization

/// A session that another program recorded, with what it needs to be one of this journal.
///
/// ```swift
/// let set = ImportedSession.Set(id: id, exercise: ExerciseDraft(name: "Sled Push"), entry: SetEntry(reps: 8))
/// let session = ImportedSession(SessionDraft(id: sessionID, start: start, title: "Push A"), sets: [set])
/// ```
public struct ImportedSession: Hashable, Sendable {
  /// A set of an imported session.
  public struct Set: Hashable, Sendable {
    /// Its identity, that of the same set of the same file for ever.
    public var id: UUID
    /// The exercise, which is defined where the journal has none of its identity, name or alias.
    public var exercise: ExerciseDraft
    /// The values of the set.
    public var entry: SetEntry

    /// A set of an exercise, which is defined where the journal does not know it.
    public init(id: UUID, exercise: ExerciseDraft, entry: SetEntry) {
      self.id = id
      self.exercise = exercise
      self.entry = entry
    }
  }

  /// With its identity: that of the same session of the same file for ever.
  public var draft: SessionDraft
  /// Milliseconds since 1970-01-01 UTC; `nil` where it is not known.
  public var endMilliseconds: Int64?
  /// In their order.
  public var sets: [Set]

  /// A session with its sets, in their order.
  public init(_ draft: SessionDraft, endMilliseconds: Int64? = nil, sets: [Set]) {
    self.draft = draft
    self.endMilliseconds = endMilliseconds
    self.sets = sets
  }
}

extension Journal {
  /// The result of importing sessions.
  public struct SessionImportOutcome: Hashable, Sendable {
    /// An exercise's name in the import, and the exercise that it stands for.
    public struct ImportedExercise: Hashable, Sendable {
      /// The name in the import.
      public var name: String
      /// The name in the journal.
      public var exercise: String
      /// A Boolean value that indicates whether the import defines the exercise.
      public var isNew: Bool
      /// The number of sets that were added.
      public var setCount: Int
    }

    /// Sessions that are new.
    public var added = 0
    /// Their sets.
    public var addedSets = 0
    /// Exercises that were defined for them.
    public var addedExercises = 0
    /// Sessions that were there already.
    public var duplicates = 0
    /// The exercises of the added sets, in the order of the import.
    public var exercises: [ImportedExercise] = []
  }

  /// Records completed sessions as one command, in their order. Sessions whose identity is there already are passed
  /// over, discarded or not.
  ///
  /// Each name becomes an exercise: the one of that name, or the one that has it as another spelling. Two names never
  /// become the same exercise, unless `mapping` or an alias that the user added says so.
  ///
  /// - Parameters:
  ///   - sessions: The sessions in the order in which they are recorded.
  ///   - mapping: The names of exercises in the journal by the names in the import that stand for them.
  ///   - progress: A closure that is called while events are appended.
  /// - Throws: `invalidValue` where a session or set is not valid; what committing throws. An import that is cut off
  ///   keeps what was appended: a session whose end was not written is open then, and can be discarded.
  @discardableResult
  public func importSessions(
    _ sessions: [ImportedSession], mapping: [String: String] = [:], progress: Progress? = nil
  ) throws(JournalError) -> SessionImportOutcome {
    try commitWorkout(origin: .import, keys: [.everything], progress: progress) {
      timeline, command throws(JournalError) in
      try Self.plan(importing: sessions, mapping, into: &timeline.training, &command)
    }.answer
  }

  /// Returns the outcome that ``importSessions(_:mapping:progress:)`` would have, and writes nothing.
  package func trialImport(
    _ sessions: [ImportedSession], mapping: [String: String] = [:]
  ) throws(JournalError) -> SessionImportOutcome {
    try read { timeline in
      var command = try WorkoutCommand(&timeline.training)
      return try Self.plan(importing: sessions, mapping, into: &timeline.training, &command)
    }
  }

  /// Returns the outcome that ``importSessions(_:mapping:progress:)`` would have in a new journal.
  package static func trialImportIntoNewJournal(
    _ sessions: [ImportedSession], mapping: [String: String] = [:]
  ) throws(JournalError) -> SessionImportOutcome {
    var command = WorkoutCommand()
    return try plan(importing: sessions, mapping, besides: [], lastSession: 0, &command)
  }

  private static func plan(
    importing sessions: [ImportedSession], _ mapping: [String: String], into training: inout Training,
    _ command: inout WorkoutCommand
  ) throws(JournalError) -> SessionImportOutcome {
    let known = Swift.Set(try training.sessionNumbers().keys)
    return try plan(
      importing: sessions, mapping, besides: known, lastSession: try training.directory().lastSession, &command)
  }

  /// - Parameter known: The identities of the journal's sessions.
  private static func plan(
    importing sessions: [ImportedSession], _ mapping: [String: String], besides known: Swift.Set<UUID>,
    lastSession: Int, _ command: inout WorkoutCommand
  ) throws(JournalError) -> SessionImportOutcome {
    var outcome = SessionImportOutcome()
    var known = known
    var next = lastSession
    var exercises = ImportedExercises(
      sessions.flatMap { $0.sets.map(\.exercise) }, mapping: mapping, known: command.exercises)
    for session in sessions {
      guard let id = session.draft.id,
        WorkoutValidation.messages(for: session.draft, now: .max).isEmpty,
        session.sets.count <= WorkoutValidation.maximumSetCount,
        session.sets.allSatisfy({ WorkoutValidation.messages(for: $0.entry).isEmpty })
      else { throw JournalError(.invalidValue, "A session to import is not valid, or lacks its identity.") }
      guard known.insert(id).inserted else {
        outcome.duplicates += 1
        continue
      }
      next += 1
      command.add(.sessionStarted(WorkoutAction.NewSession(number: next, id: id, session.draft, plan: nil)))
      for (index, set) in session.sets.enumerated() {
        let exercise = exercises.exercise(of: set.exercise, &command)
        command.add(
          .setLogged(
            WorkoutAction.NewSet(
              WorkoutAction.SetReference(session: next, number: index + 1), id: set.id, exercise: exercise,
              entry: set.entry)))
      }
      command.add(.sessionCompleted(next, endMilliseconds: session.endMilliseconds))
      outcome.added += 1
      outcome.addedSets += session.sets.count
    }
    outcome.exercises = exercises.used
    outcome.addedExercises = exercises.definedCount
    return outcome
  }
}
