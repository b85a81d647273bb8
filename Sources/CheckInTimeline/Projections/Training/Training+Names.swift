/// The qualified IDs of things in a group.
///
/// Stored values contain only numbers. Query results pass through these methods, so code that shows them needn't know
/// which device created them.
extension Training {
  /// Returns the ID that the user sees: `3`, or `phone/3`.
  ///
  /// It is a qualified ID if another device of the group created the thing with this number.
  package func called(_ number: Int) -> String { names?.name(of: number) ?? String(number) }

  /// Returns a stored session as queries return it, without removed sets.
  package func shown(_ stored: WorkoutSession, namedBy checkIn: Int? = nil) -> WorkoutSession {
    var session = stored
    session.sets.removeAll { $0.isRemoved }
    session.checkIn = checkIn
    guard let names else { return session }
    session.numberInGroup = names.name(of: session.number)
    session.checkInInGroup = checkIn.flatMap { names.name(of: $0) }
    if let plan = session.plan { session.plan?.numberInGroup = names.name(of: plan.number) }
    for index in session.sets.indices {
      session.sets[index].numberInGroup = names.name(of: session.sets[index].number)
    }
    return session
  }

  func named(_ plan: WorkoutPlan) -> WorkoutPlan {
    guard let names else { return plan }
    var plan = plan
    plan.numberInGroup = names.name(of: plan.number)
    return plan
  }

  func named(_ exercise: Exercise) -> Exercise {
    guard let names else { return exercise }
    var exercise = exercise
    exercise.numberInGroup = names.name(of: exercise.number)
    return exercise
  }

  func named(_ statistics: ExerciseStatistics) -> ExerciseStatistics {
    guard let names else { return statistics }
    func named(_ record: PersonalRecord) -> PersonalRecord {
      var record = record
      record.sessionInGroup = names.name(of: record.session)
      return record
    }
    var statistics = statistics
    statistics.record = statistics.record.map(named)
    statistics.bestReps = statistics.bestReps.map(named)
    if let maximum = statistics.estimatedMaximum { statistics.estimatedMaximum?.set = named(maximum.set) }
    if let volume = statistics.greatestVolume {
      statistics.greatestVolume?.sessionInGroup = names.name(of: volume.session)
    }
    return statistics
  }
}
