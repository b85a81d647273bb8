extension Journal {
  /// The plan that the next set follows: that of the open session as it was at the start, and without an open session
  /// the active plan. `nil` if there is none.
  public func followedPlan() throws(JournalError) -> WorkoutPlan? {
    guard let open = try openSession() else { return try activePlan() }
    guard let reference = open.plan else { return nil }
    return try plan(reference)
  }

  /// Returns the next set of the followed plan; `nil` without a plan, or if all of its sets are done.
  ///
  /// If the plan leaves the weight open, it is that of the last set of the same kind in the open session, or of the
  /// matching set of the last time.
  public func nextSet() throws(JournalError) -> NextSet? {
    let done = try openSession()?.sets ?? []
    guard let planned = try followedPlan()?.nextSet(after: done) else { return nil }
    let exercise = try existingExercise(planned.item.exercise)
    var entry = SetEntry(planned.item.prescription)
    if entry.weight == nil, entry.reps != nil, exercise.measure == .weightAndReps, exercise.load != .bodyweight {
      func matching(_ sets: [ExerciseSet]) -> [ExerciseSet] {
        sets.filter { $0.exercise == exercise.number && $0.entry.counts == entry.counts }
      }
      let last = matching(try lastSets(ofExercise: exercise.number)?.sets ?? [])
      let set = matching(done).last ?? last.dropFirst(planned.number - 1).first ?? last.last
      entry.weight = set?.entry.weight
    }
    return NextSet(exercise: exercise, planned: planned, entry: entry)
  }
}
