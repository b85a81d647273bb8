package import CheckInJournal
internal import FoundationEssentials

/// The names that the objects of workouts show for the numbers in them.
package struct WorkoutNames {
  private let exercises: [Int: String]

  package init(_ journal: Journal) throws(JournalError) {
    exercises = Dictionary(
      try journal.exercises().map { ($0.number, $0.name) }, uniquingKeysWith: { first, _ in first })
  }

  package func exercise(_ number: Int) -> String { exercises[number] ?? "" }
}

/// A session with everything that its object shows.
package struct SessionDetails: JSONValue {
  package let session: WorkoutSession
  /// As it was when the session was started from it.
  package let plan: WorkoutPlan?
  package let totals: TrainingTotals
  package let names: WorkoutNames
  /// The result of the command that finished the session or checked in for it; `nil` for others.
  private var completion: Journal.SessionCompletion?

  /// The result of finishing a session, or of checking in for it.
  package init(_ completion: Journal.SessionCompletion, of journal: Journal) throws(JournalError) {
    try self.init(completion.session, of: journal)
    self.completion = completion
  }

  package init(_ session: WorkoutSession, of journal: Journal, names: WorkoutNames? = nil) throws(JournalError) {
    self.session = session
    if let reference = session.plan { plan = try journal.plan(reference) } else { plan = nil }
    totals = try journal.totals(of: session)
    if let names { self.names = names } else { self.names = try WorkoutNames(journal) }
  }

  /// Writes the session as the object that the interface describes.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json["number", qualified: session.numberInGroup] = session.number
      json["id"] = session.id
      json["start"] = session.start.written
      json["timeZone"] = session.start.timeZone
      json["end"] = session.end?.description
      json["day"] = session.day.description
      json["state"] = session.state.name
      json["title"] = session.title
      json["note"] = session.note
      json.object("plan", of: session.plan) { json, reference in
        json["number", qualified: reference.numberInGroup] = reference.number
        json["name"] = plan?.name ?? ""
      }
      json["checkIn", qualified: session.checkInInGroup] = session.checkIn
      if let completion { json["checkInLink"] = completion.link?.rawValue }
      json["durationSeconds"] = session.durationSeconds
      json["volume"] = totals.volume
      json.array("sets", of: session.sets) { json, set in set.write(names, to: &json) }
      json["discarded"] = session.isDiscarded
      json["sequence"] = session.sequence
    }
  }
}

extension WorkoutSession {
  /// The end on the clock that the session started by; `nil` where it is not known.
  package var end: CheckInTime? {
    endMilliseconds.map {
      CheckInTime(instantMilliseconds: $0, offsetMinutes: start.offsetMinutes, timeZone: start.timeZone)
    }
  }
}

extension ExerciseSet {
  /// Writes the set as the object that the interface describes.
  package func write(_ names: WorkoutNames, to json: inout JSONWriter) {
    json.object { json in
      json["number", qualified: numberInGroup] = number
      json["exercise"] = names.exercise(exercise)
      entry.writeMembers(to: &json)
    }
  }
}

extension SetEntry {
  fileprivate func writeMembers(to json: inout JSONWriter) {
    json["kind"] = kind.name
    json["weight"] = weight
    json["reps"] = reps
    json["seconds"] = seconds
    json["metres"] = metres
    json["rpe"] = rpe?.value
    json["note"] = note
  }
}

extension Journal.NextSet: JSONValue {
  /// Writes the set with its place in the plan: the number of the set, and the number of sets.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json["exercise"] = exercise.name
      json["number"] = planned.number
      json["sets"] = planned.count
      entry.writeMembers(to: &json)
    }
  }
}

extension Weight: JSONValue {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json["value"] = number
      json["unit"] = unit.symbol
    }
  }
}

extension Volume: JSONValue {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json["kg"] = (kilograms * 1000).rounded() / 1000
    }
  }
}

extension PersonalRecord: JSONValue {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json["weight"] = weight
      json["reps"] = reps
      json["seconds"] = seconds
      json["metres"] = millimetres.map { Double($0) / 1000 }
      json["day"] = day.description
      json["session", qualified: sessionInGroup] = session
      json["sequence"] = sequence
      json["text"] = text
    }
  }
}

extension ExerciseStatistics {
  /// Writes an exercise's records as the object that the interface describes.
  package func write(_ exercise: Exercise, to json: inout JSONWriter) {
    json.object { json in
      json["exercise"] = exercise.name
      json["number", qualified: exercise.numberInGroup] = exercise.number
      json["aliases"] = exercise.aliases
      json["measures"] = exercise.measure.name
      json["load"] = exercise.load.name
      json["retired"] = exercise.isRetired
      json["record"] = record
      json["bestReps"] = bestReps
      json.object("estimatedMaximum", of: estimatedMaximum) { json, maximum in
        json["kg"] = (maximum.kilograms * 10).rounded() / 10
        json["day"] = maximum.set.day.description
        json["session", qualified: maximum.set.sessionInGroup] = maximum.set.session
        json["sequence"] = maximum.set.sequence
      }
      json.object("greatestVolume", of: greatestVolume) { json, greatest in
        json["kg"] = (greatest.volume.kilograms * 1000).rounded() / 1000
        json["day"] = greatest.day.description
        json["session", qualified: greatest.sessionInGroup] = greatest.session
        json["sequence"] = greatest.sequence
      }
      json["lastDay"] = last?.day.description
      json["sets"] = sets
      json["sessions"] = sessions
    }
  }
}

extension WorkoutPlan {
  /// Writes the plan as the object that the interface describes.
  package func write(_ names: WorkoutNames, to json: inout JSONWriter) {
    json.object { json in
      json["number", qualified: numberInGroup] = number
      json["id"] = id
      json["name"] = name
      json["active"] = isActive
      json.array("items", of: items) { json, item in item.write(names, to: &json) }
      json["discarded"] = isDiscarded
      json["sequence"] = sequence
    }
  }
}

extension PlanItem {
  fileprivate func write(_ names: WorkoutNames, to json: inout JSONWriter) {
    var (reps, seconds, distance): (ClosedRange<Int>?, Int?, Int?) = (nil, nil, nil)
    switch prescription.target {
    case .reps(let range): reps = range
    case .seconds(let target): seconds = target
    case .millimetres(let target): distance = target
    }
    json.object { json in
      json["exercise"] = names.exercise(exercise)
      json["sets"] = prescription.sets
      json.object("reps", of: reps) { json, reps in
        json["from"] = reps.lowerBound
        json["to"] = reps.upperBound
      }
      json["seconds"] = seconds
      json["metres"] = distance.map { Double($0) / 1000 }
      json["weight"] = prescription.weight
      json["rpe"] = prescription.rpe?.value
      json["rest"] = prescription.restSeconds
      json["superset"] = prescription.superset.map { PlanText.letter($0) }
      json["warmUp"] = prescription.isWarmUp
    }
  }
}
