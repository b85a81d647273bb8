internal import FoundationEssentials

extension Journal {
  // MARK: Questions

  /// All exercises that were ever used, ascending by number, those that are retired included.
  public func exercises() throws(JournalError) -> [Exercise] {
    try read { try $0.training.exercises() }
  }

  /// The exercise that a text names: by its name or an alias in any case, or an unambiguous part. One that is
  /// built in and was never used has the number 0.
  ///
  /// - Throws: `notFound` if there is none, with the nearest names; `invalidValue` with the candidates if the text can
  ///   mean several.
  public func exercise(named text: String) throws(JournalError) -> Exercise {
    switch try ExerciseSearch(try exercises()).find(text) {
    case .defined(let exercise): return exercise
    case .builtIn(let draft):
      return Exercise(
        number: 0, id: draft.id ?? UUID(), name: draft.name, aliases: draft.aliases, measure: draft.measure,
        load: draft.load, sequence: 0)
    }
  }

  /// Exercises with sets that count, and what the completed sessions say of them; those that were done last first.
  public func executedExercises() throws(JournalError) -> [ExecutedExercise] {
    try read { try $0.training.executedExercises() }
  }

  /// Returns an exercise's statistics from the completed sessions; empty if the exercise was never used.
  public func statistics(ofExercise number: Int) throws(JournalError) -> ExerciseStatistics {
    try read { try $0.training.statistics(of: number) ?? ExerciseStatistics() }
  }

  /// The sessions that count in which an exercise was done, newest first. Loads all sessions.
  public func sessions(withExercise number: Int) throws(JournalError) -> [WorkoutSession] {
    try read { timeline in
      try timeline.training.completedSessions(limit: .max).filter { $0.sets.contains { $0.exercise == number } }
    }
  }

  // MARK: Commands

  /// Defines an exercise.
  ///
  /// - Throws: `invalidValue` with everything that is wrong, or for a name that another exercise has; what committing
  ///   throws.
  @discardableResult
  public func defineExercise(_ draft: ExerciseDraft) throws(JournalError) -> Exercise {
    let draft = WorkoutValidation.normalized(draft)
    let messages = WorkoutValidation.messages(for: draft)
    guard messages.isEmpty else { throw .invalid(messages) }
    let (number, _) = try commitWorkout { _, command throws(JournalError) in
      try command.requireUnique(draft.name, aliases: draft.aliases, except: nil)
      // What everybody knows is the same thing in every journal.
      let known = BuiltInExercises.all.first { ExerciseName.folded($0.name) == ExerciseName.folded(draft.name) }
      var draft = draft
      draft.id = draft.id ?? known?.id
      return command.define(draft).number
    }
    return try existingExercise(number)
  }

  /// Changes an exercise. Only what differs is recorded; its history stays.
  ///
  /// - Throws: `notFound`; `invalidValue` as ``defineExercise(_:)``; what committing throws.
  @discardableResult
  public func editExercise(
    _ number: Int, with changes: ExerciseChanges
  ) throws(JournalError) -> ExerciseEdit {
    let changes = WorkoutValidation.normalized(changes)
    let messages = WorkoutValidation.messages(for: changes)
    guard messages.isEmpty else { throw .invalid(messages) }
    let (_, lastEvent) = try commitWorkout { timeline, command throws(JournalError) in
      let difference = changes.difference(from: try timeline.training.requiredExercise(number))
      try command.requireUnique(difference.name, aliases: difference.aliases, except: number)
      command.add(.exerciseEdited(number, changes), differing: .exerciseEdited(number, difference))
    }
    return ExerciseEdit(exercise: try existingExercise(number), isChanged: lastEvent != nil)
  }

  /// Retires an exercise: it is no longer offered, and its history stays.
  ///
  /// - Throws: `notFound`; `invalidValue` where it is retired already; what committing throws.
  @discardableResult
  public func retireExercise(_ number: Int) throws(JournalError) -> Exercise {
    _ = try commitWorkout { timeline, command throws(JournalError) in
      let exercise = try timeline.training.requiredExercise(number)
      guard !exercise.isRetired || command.isInConflict(.exercise(number)) else {
        throw JournalError(.invalidValue, "Exercise \(exercise.shownNumber) is retired already.")
      }
      command.add(.exerciseRetired(number))
    }
    return try existingExercise(number)
  }

  /// Brings a retired exercise back.
  ///
  /// - Throws: `notFound`; `invalidValue` where it is not retired; what committing throws.
  @discardableResult
  public func restoreExercise(_ number: Int) throws(JournalError) -> Exercise {
    _ = try commitWorkout { timeline, command throws(JournalError) in
      let exercise = try timeline.training.requiredExercise(number)
      guard exercise.isRetired || command.isInConflict(.exercise(number)) else {
        throw JournalError(.invalidValue, "Exercise \(exercise.shownNumber) is not retired.")
      }
      command.add(.exerciseRestored(number))
    }
    return try existingExercise(number)
  }

  /// The exercise with this number.
  ///
  /// - Throws: `notFound`.
  public func existingExercise(_ number: Int) throws(JournalError) -> Exercise {
    try read { try $0.training.requiredExercise(number) }
  }

  // MARK: Reminder

  /// Returns the training reminder that the user has set; `nil` if none is set.
  public func reminder() throws(JournalError) -> Reminder? {
    try read { try $0.training.directory().reminder }
  }

  /// Sets the reminder, or clears it; nothing is appended where it is so already.
  ///
  /// - Throws: what committing throws.
  public func setReminder(_ reminder: Reminder?) throws(JournalError) {
    _ = try commitWorkout { timeline, command throws(JournalError) in
      let present = try timeline.training.directory().reminder
      guard present != reminder || command.isInConflict(.reminder) else { return }
      command.add(reminder.map { .reminderSet($0) } ?? .reminderCleared)
    }
  }
}
