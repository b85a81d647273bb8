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
    /// What was done.
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
  /// What came of importing sessions.
  public struct SessionImportOutcome: Hashable, Sendable {
    /// Sessions that are new.
    public var added = 0
    /// Their sets.
    public var addedSets = 0
    /// Exercises that were defined for them.
    public var addedExercises = 0
    /// Sessions that were there already.
    public var duplicates = 0
  }

  /// Records completed sessions as one command, in their order. Sessions whose identity is there already are passed
  /// over, discarded or not.
  ///
  /// - Throws: `invalidValue` where a session or set is not valid; what committing throws. An import that is cut off
  ///   keeps what was appended: a session whose end was not written is open then, and can be discarded.
  @discardableResult
  public func importSessions(
    _ sessions: [ImportedSession], progress: Progress? = nil
  ) throws(JournalError) -> SessionImportOutcome {
    try commitWorkout(origin: .import, keys: [.everything], progress: progress) {
      timeline, command throws(JournalError) in
      try Self.plan(importing: sessions, into: &timeline.training, &command)
    }.answer
  }

  /// What ``importSessions(_:progress:)`` would come to. Writes nothing.
  package func trialImport(_ sessions: [ImportedSession]) throws(JournalError) -> SessionImportOutcome {
    try query { timeline throws(JournalError) in
      var command = try WorkoutCommand(&timeline.training)
      return try Self.plan(importing: sessions, into: &timeline.training, &command)
    }
  }

  private static func plan(
    importing sessions: [ImportedSession], into training: inout Training, _ command: inout WorkoutCommand
  ) throws(JournalError) -> SessionImportOutcome {
    var outcome = SessionImportOutcome()
    let (numbers, lastSession, lastExercise) = try training.asked { training throws(TimelineFault) in
      (try training.sessionNumbers(), try training.directory().lastSession, try training.directory().lastExercise)
    }
    var known = Swift.Set(numbers.keys)
    var next = lastSession
    var newestExercise = lastExercise
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
        let exercise = command.exercise(imported: set.exercise).number
        newestExercise = max(newestExercise, exercise)
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
    outcome.addedExercises = newestExercise - lastExercise
    return outcome
  }
}
