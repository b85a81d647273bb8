import CheckInInterchange
import CheckInJournal
import FoundationEssentials
import HTTPTypes
import Hummingbird

/// Everything that a phone needs to train without a connection, in one response.
extension API {
  /// An exercise of the journal, with what a set of it is compared with.
  private struct KnownExercise {
    var exercise: Exercise
    var statistics: ExerciseStatistics
    var last: [ExerciseSet]
  }

  func addGym(to routes: inout Routes) {
    routes.get("/api/gym") { _, _ in try await gym() }
  }

  /// The plans, the exercises with their records and latest sets, and the open session with the identities of its sets.
  private func gym() async throws -> Response {
    try await respond { [access] journal in
      let names = try WorkoutNames(journal)
      var known: [KnownExercise] = []
      for exercise in try journal.exercises() {
        known.append(
          KnownExercise(
            exercise: exercise, statistics: try journal.statistics(ofExercise: exercise.number),
            last: try journal.lastSets(ofExercise: exercise.number)?.sets ?? []))
      }
      let ids = Set(known.map(\.exercise.id))
      let unused = BuiltInExercises.all.filter { draft in draft.id.map { !ids.contains($0) } ?? true }
      let plans = try journal.plans()
      let open = try journal.openSession()
      let details = try open.map { try SessionDetails($0, of: journal, names: names) }
      return .jsonObject { json in
        json["now"] = access.presentTime.written
        json["unit"] = access.unit.symbol
        json["sessionType"] = access.sessionType.name
        json.array("plans", of: plans) { json, plan in plan.write(names, to: &json) }
        json.objects("exercises", of: known) { json, one in
          json["id"] = one.exercise.id
          json.key("statistics")
          one.statistics.write(one.exercise, to: &json)
          json.array("last", of: one.last) { json, set in set.write(names, to: &json) }
        }
        json.objects("unused", of: unused) { json, draft in
          json["exercise"] = draft.name
          json["measures"] = draft.measure.name
        }
        json.object("open", of: details) { json, details in
          json["session"] = details
          json.key("plan")
          if let plan = details.plan { plan.write(names, to: &json) } else { json.null() }
          json.objects("sets", of: details.session.sets) { json, set in
            json["id"] = set.id
            json["at"] = set.atMilliseconds.map { Int($0) }
          }
        }
      }
    }
  }
}
