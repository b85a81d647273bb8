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
package struct SessionDetails {
  package let session: WorkoutSession
  /// As it was when the session was started from it.
  package let plan: WorkoutPlan?
  package let totals: TrainingTotals
  package let names: WorkoutNames

  package init(_ session: WorkoutSession, of journal: Journal, names: WorkoutNames? = nil) throws(JournalError) {
    self.session = session
    if let reference = session.plan { plan = try journal.plan(reference) } else { plan = nil }
    totals = try journal.totals(of: session)
    if let names { self.names = names } else { self.names = try WorkoutNames(journal) }
  }

  /// Writes the session as the object that the interface describes.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("number")
      json.number(session.number, name: session.numberInGroup)
      json.key("id")
      json.string(session.id.uuidString)
      json.key("start")
      json.string(session.start.written)
      json.key("timeZone")
      json.string(orNull: session.start.timeZone)
      json.key("end")
      json.string(orNull: session.end?.description)
      json.key("day")
      json.string(session.day.description)
      json.key("state")
      json.string(session.state.name)
      json.key("title")
      json.string(session.title)
      json.key("note")
      json.string(session.note)
      json.key("plan")
      if let reference = session.plan {
        json.object { json in
          json.key("number")
          json.number(reference.number, name: reference.numberInGroup)
          json.key("name")
          json.string(plan?.name ?? "")
        }
      } else {
        json.null()
      }
      json.key("checkIn")
      if let checkIn = session.checkIn { json.number(checkIn, name: session.checkInInGroup) } else { json.null() }
      json.key("durationSeconds")
      json.integer(orNull: session.durationSeconds)
      json.key("volume")
      totals.volume.write(to: &json)
      json.key("sets")
      json.array { json in
        for set in session.sets { set.write(names, to: &json) }
      }
      json.key("discarded")
      json.boolean(session.isDiscarded)
      json.key("sequence")
      json.integer(session.sequence)
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
      json.key("number")
      json.number(number, name: numberInGroup)
      json.key("exercise")
      json.string(names.exercise(exercise))
      json.key("kind")
      json.string(entry.kind.name)
      json.key("weight")
      Weight.write(entry.weight, to: &json)
      json.key("reps")
      json.integer(orNull: entry.reps)
      json.key("seconds")
      json.integer(orNull: entry.seconds)
      json.key("metres")
      if let metres = entry.metres { json.number(metres) } else { json.null() }
      json.key("rpe")
      if let rpe = entry.rpe { json.number(rpe.value) } else { json.null() }
      json.key("note")
      json.string(entry.note)
    }
  }
}

extension Weight {
  package static func write(_ weight: Weight?, to json: inout JSONWriter) {
    guard let weight else { return json.null() }
    json.object { json in
      json.key("value")
      json.string(weight.number)
      json.key("unit")
      json.string(weight.unit.symbol)
    }
  }
}

extension Volume {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("kg")
      json.number((kilograms * 1000).rounded() / 1000)
    }
  }
}

extension PersonalRecord {
  package static func write(_ record: PersonalRecord?, to json: inout JSONWriter) {
    guard let record else { return json.null() }
    json.object { json in
      json.key("weight")
      Weight.write(record.weight, to: &json)
      json.key("reps")
      json.integer(orNull: record.reps)
      json.key("seconds")
      json.integer(orNull: record.seconds)
      json.key("metres")
      if let distance = record.millimetres { json.number(Double(distance) / 1000) } else { json.null() }
      json.key("day")
      json.string(record.day.description)
      json.key("session")
      json.number(record.session, name: record.sessionInGroup)
      json.key("sequence")
      json.integer(record.sequence)
      json.key("text")
      json.string(record.text)
    }
  }
}

extension ExerciseStatistics {
  /// Writes an exercise's records as the object that the interface describes.
  package func write(_ exercise: Exercise, to json: inout JSONWriter) {
    json.object { json in
      json.key("exercise")
      json.string(exercise.name)
      json.key("number")
      json.number(exercise.number, name: exercise.numberInGroup)
      json.key("aliases")
      json.strings(exercise.aliases)
      json.key("measures")
      json.string(exercise.measure.name)
      json.key("load")
      json.string(exercise.load.name)
      json.key("retired")
      json.boolean(exercise.isRetired)
      json.key("record")
      PersonalRecord.write(record, to: &json)
      json.key("bestReps")
      json.array { json in
        for best in bestReps { PersonalRecord.write(best, to: &json) }
      }
      json.key("estimatedMaximum")
      if let estimatedMaximum {
        json.object { json in
          json.key("kg")
          json.number((estimatedMaximum.kilograms * 10).rounded() / 10)
          json.key("day")
          json.string(estimatedMaximum.set.day.description)
          json.key("session")
          json.number(estimatedMaximum.set.session, name: estimatedMaximum.set.sessionInGroup)
          json.key("sequence")
          json.integer(estimatedMaximum.set.sequence)
        }
      } else {
        json.null()
      }
      json.key("greatestVolume")
      if let greatestVolume {
        json.object { json in
          json.key("kg")
          json.number((greatestVolume.volume.kilograms * 1000).rounded() / 1000)
          json.key("day")
          json.string(greatestVolume.day.description)
          json.key("session")
          json.number(greatestVolume.session, name: greatestVolume.sessionInGroup)
          json.key("sequence")
          json.integer(greatestVolume.sequence)
        }
      } else {
        json.null()
      }
      json.key("lastDay")
      json.string(orNull: last?.day.description)
      json.key("sets")
      json.integer(sets)
      json.key("sessions")
      json.integer(sessions)
    }
  }
}

extension WorkoutPlan {
  /// Writes the plan as the object that the interface describes.
  package func write(_ names: WorkoutNames, to json: inout JSONWriter) {
    json.object { json in
      json.key("number")
      json.number(number, name: numberInGroup)
      json.key("id")
      json.string(id.uuidString)
      json.key("name")
      json.string(name)
      json.key("active")
      json.boolean(isActive)
      json.key("items")
      json.array { json in
        for item in items { item.write(names, to: &json) }
      }
      json.key("discarded")
      json.boolean(isDiscarded)
      json.key("sequence")
      json.integer(sequence)
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
      json.key("exercise")
      json.string(names.exercise(exercise))
      json.key("sets")
      json.integer(prescription.sets)
      json.key("reps")
      if let reps {
        json.object { json in
          json.key("from")
          json.integer(reps.lowerBound)
          json.key("to")
          json.integer(reps.upperBound)
        }
      } else {
        json.null()
      }
      json.key("seconds")
      json.integer(orNull: seconds)
      json.key("metres")
      if let distance { json.number(Double(distance) / 1000) } else { json.null() }
      json.key("weight")
      Weight.write(prescription.weight, to: &json)
      json.key("rpe")
      if let rpe = prescription.rpe { json.number(rpe.value) } else { json.null() }
      json.key("rest")
      json.integer(orNull: prescription.restSeconds)
      json.key("superset")
      json.string(orNull: prescription.superset.map { PlanText.letter($0) })
      json.key("warmUp")
      json.boolean(prescription.isWarmUp)
    }
  }
}
