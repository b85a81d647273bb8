import CheckInInterchange
import CheckInJournal
import Hummingbird

extension API {
  private static let usualSessions = 50
  private static let mostSessions = 1000

  func addWorkouts(to routes: inout Routes) {
    routes.get("/api/session") { _, _ in try await openSession() }
    routes.get("/api/sessions") { request, _ in try await sessions(request) }
    routes.get("/api/sessions/:number") { _, context in try await session(context) }
    routes.get("/api/plans") { request, _ in try await plans(request) }
    routes.get("/api/plans/:number") { _, context in try await plan(context) }
    routes.get("/api/records") { request, _ in try await records(request) }
    routes.get("/api/progress") { _, _ in try await progress() }
  }

  private func openSession() async throws -> Response {
    try await respond { journal in
      guard let open = try journal.openSession() else { return .json { $0.null() } }
      let details = try SessionDetails(open, of: journal)
      return .json { details.write(to: &$0) }
    }
  }

  private func sessions(_ request: Request) async throws -> Response {
    let query = try FormFields(queryOf: request)
    let limit = try Self.limit(query, usual: Self.usualSessions, maximum: Self.mostSessions)
    let skip = try Self.value(query["skip"], named: "skip", mustBe: "a whole number") { Self.integer($0) } ?? 0
    let isDiscarded =
      try Self.value(query["discarded"], named: "discarded", mustBe: "true or false") { Bool($0) } ?? false
    return try await respond { journal in
      // One more than wanted shows whether there is another page.
      let found =
        try isDiscarded
        ? Array(journal.discardedSessions().dropFirst(skip).prefix(limit + 1))
        : journal.completedSessions(from: skip, limit: limit + 1)
      let names = try WorkoutNames(journal)
      let details = try found.prefix(limit).map { try SessionDetails($0, of: journal, names: names) }
      var response = Response.json { details.write(to: &$0) }
      if found.count > limit {
        let address =
          "/api/sessions?limit=\(limit)&skip=\(skip + limit)" + (isDiscarded ? "&discarded=true" : "")
        response.headers[Self.linkHeader] = "<\(address)>; rel=\"next\""
      }
      return response
    }
  }

  private func session(_ context: WebContext) async throws -> Response {
    let path = try NumberInPath(context, of: "session")
    return try await respond { journal in
      try Self.answer(try journal.existingSession(try path.find(in: journal)), of: journal)
    }
  }

  private func plans(_ request: Request) async throws -> Response {
    let query = try FormFields(queryOf: request)
    let isDiscarded =
      try Self.value(query["discarded"], named: "discarded", mustBe: "true or false") { Bool($0) } ?? false
    return try await respond { journal in
      let names = try WorkoutNames(journal)
      let plans = try journal.plans(discarded: isDiscarded)
      return .json { json in
        json.array { json in
          for plan in plans { plan.write(names, to: &json) }
        }
      }
    }
  }

  private func plan(_ context: WebContext) async throws -> Response {
    let path = try NumberInPath(context, of: "plan")
    return try await respond { journal in
      try Self.answer(try journal.existingPlan(try path.find(in: journal)), of: journal)
    }
  }

  /// The records of all exercises that were done, or of one.
  private func records(_ request: Request) async throws -> Response {
    let name = try FormFields(queryOf: request)["exercise"]
    return try await respond { journal in
      var rows = try journal.executedExercises()
      if let name {
        let exercise = try journal.exercise(named: name)
        rows = [ExecutedExercise(exercise: exercise, statistics: try journal.statistics(ofExercise: exercise.number))]
      }
      return .json { json in
        json.array { json in
          for row in rows { row.statistics.write(row.exercise, to: &json) }
        }
      }
    }
  }

  private func progress() async throws -> Response {
    try await respond { journal in
      let names = try WorkoutNames(journal)
      let workouts = try journal.completedSessions(limit: Self.usualSessions).map {
        try SessionDetails($0, of: journal, names: names)
      }
      let exercises = try journal.executedExercises()
      return .jsonObject { json in
        json["workouts"] = workouts
        json.array("exercises", of: exercises) { json, one in one.statistics.write(one.exercise, to: &json) }
      }
    }
  }
}
