import CheckInInterchange
import CheckInJournal
import FoundationEssentials
import HTTPTypes
import Hummingbird

/// The commands for workouts, plans and exercises.
extension API {
  func addWorkoutCommands(to routes: inout Routes) {
    routes.post("/api/sessions") { request, _ in try await startSession(request) }
    routes.patch("/api/sessions/:number") { request, context in try await editSession(request, in: context) }
    routes.post("/api/sessions/:number/finish") { request, context in try await finishSession(request, in: context) }
    routes.post("/api/sessions/:number/discard") { request, context in
      try await changeSession(request, in: context) { journal, session in
        guard !session.isDiscarded else { throw Self.refusal("Session \(session.shownNumber) is discarded already.") }
        try journal.discardSession(session.number)
      }
    }
    routes.post("/api/sessions/:number/restore") { request, context in
      try await changeSession(request, in: context) { journal, session in
        guard session.isDiscarded else { throw Self.refusal("Session \(session.shownNumber) is not discarded.") }
        try journal.restoreSession(session.number)
      }
    }
    routes.post("/api/sessions/:number/check-in") { request, context in
      try await checkInForSession(request, in: context)
    }
    routes.post("/api/sessions/:number/link") { request, context in try await linkSession(request, in: context) }
    routes.post("/api/sessions/:number/unlink") { request, context in
      try await changeSession(request, in: context) { journal, session in
        guard let checkIn = session.checkIn else {
          throw Self.refusal("Session \(session.shownNumber) is linked to no check-in.")
        }
        try journal.unlink(checkIn: checkIn)
      }
    }
    routes.post("/api/sessions/:number/sets") { request, context in try await logSets(request, in: context) }
    routes.get("/api/sessions/:number/sets/:set") { _, context in try await set(context) }
    routes.patch("/api/sessions/:number/sets/:set") { request, context in try await editSet(request, in: context) }
    routes.post("/api/sessions/:number/sets/:set/remove") { request, context in
      let set = try SetInPath(context)
      let expected = try request.headers[.ifMatch].flatMap { _ in
        try Self.expected(in: request) { WorkoutVersion($0) }
      }
      return try await changeSession(request, in: context) { journal, session in
        try journal.removeSet(try set.find(in: session).number, ofSession: session.number, expecting: expected)
      }
    }
    routes.post("/api/plans") { request, _ in try await createPlan(request) }
    routes.patch("/api/plans/:number") { request, context in try await editPlan(request, in: context) }
    routes.post("/api/plans/:number/use") { request, context in
      try await changePlan(request, in: context) { journal, plan in
        guard !plan.isDiscarded else { throw Self.refusal("Plan \(plan.shownNumber) is discarded; restore it first.") }
        try journal.usePlan(plan.number)
      }
    }
    routes.post("/api/plans/:number/deactivate") { request, context in
      try await changePlan(request, in: context) { journal, plan in
        guard plan.isActive else { throw Self.refusal("Plan \(plan.shownNumber) is not active.") }
        try journal.usePlan(nil)
      }
    }
    routes.post("/api/plans/:number/discard") { request, context in
      try await changePlan(request, in: context) { journal, plan in
        guard !plan.isDiscarded else { throw Self.refusal("Plan \(plan.shownNumber) is discarded already.") }
        try journal.discardPlan(plan.number)
      }
    }
    routes.post("/api/plans/:number/restore") { request, context in
      try await changePlan(request, in: context) { journal, plan in
        guard plan.isDiscarded else { throw Self.refusal("Plan \(plan.shownNumber) is not discarded.") }
        try journal.restorePlan(plan.number)
      }
    }
    routes.post("/api/exercises") { request, _ in try await defineExercise(request) }
    routes.patch("/api/exercises/:number") { request, context in try await renameExercise(request, in: context) }
  }

  /// The answer to a command that the present state rules out.
  static func refusal(_ message: String) -> HTTPError { HTTPError(.conflict, message: message) }

  // MARK: Sessions

  /// A session, with its version as the ETag.
  static func answer(
    _ session: WorkoutSession, of journal: Journal, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) throws -> Response {
    answer(try SessionDetails(session, of: journal), status: status, headers: headers)
  }

  /// A session that was finished or checked in for.
  private static func answer(_ completion: Journal.SessionCompletion, of journal: Journal) throws -> Response {
    answer(try SessionDetails(completion, of: journal))
  }

  private static func answer(
    _ details: SessionDetails, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) -> Response {
    var headers = headers
    headers[.eTag] = "\"\(details.session.editVersion)\""
    return .json(status: status, headers: headers) { details.write(to: &$0) }
  }

  private func startSession(_ request: Request) async throws -> Response {
    try check(request)
    let body = try await RequestObject(request, allowing: ["id", "plan", "title", "note", "at"])
    let (id, plan, title) = (try body.id(), try body.reference("plan", of: "plan"), try body.text("title"))
    let start = try body.time("at", in: access.zone) ?? access.presentTime
    let note = try body.text("note") ?? ""
    return try await respond { journal in
      let plan = try plan.map { try journal.existingPlan(try $0.find(in: journal)) }
      let draft = SessionDraft(
        id: id, start: start, title: title ?? plan?.name ?? Journal.untitledSession, note: note, plan: plan?.number)
      // A request whose answer was lost is repeated, perhaps after another session was started.
      let isKnown = try id.map { try journal.sessionNumber(of: $0) != nil } ?? false
      if !isKnown, let open = try journal.openSession() {
        throw Self.refusal("Session \(open.shownNumber) is open; finish it first.")
      }
      let session = try journal.startSession(draft)
      return try Self.answer(
        session, of: journal, status: .created, headers: [.location: "/api/sessions/\(session.number)"])
    }
  }

  private func editSession(_ request: Request, in context: WebContext) async throws -> Response {
    try check(request)
    let path = try NumberInPath(context, of: "session")
    let body = try await RequestObject(request, allowing: ["title", "note", "start", "end"])
    let (title, note) = (try body.text("title"), try body.text("note"))
    let expected = try Self.expected(in: request) { WorkoutVersion($0) }
    return try await respond { journal in
      let session = try journal.existingSession(try path.find(in: journal))
      guard !session.isDiscarded else {
        throw Self.refusal("Session \(session.shownNumber) is discarded; restore it first.")
      }
      let zone = LocalTimeZone(of: session.start)
      let end = try body.time("end", in: zone)?.instantMilliseconds
      guard end == nil || session.state == .completed else {
        throw Self.refusal("Session \(session.shownNumber) is open; finish it to set its end.")
      }
      let changes = SessionChanges(
        start: try body.time("start", in: zone), endMilliseconds: end.map { .set($0) }, title: title, note: note)
      return try Self.answer(
        try journal.editSession(session.number, with: changes, expecting: expected).session, of: journal)
    }
  }

  private func finishSession(_ request: Request, in context: WebContext) async throws -> Response {
    try check(request)
    let path = try NumberInPath(context, of: "session")
    let body = try await RequestObject(request, allowing: ["end", "checkIn", "noCheckIn"], isOptional: true)
    let described = try sessionCheckIn(try body.object("checkIn", allowing: Self.sessionCheckInMembers))
    let isAlone = try body.boolean("noCheckIn") ?? false
    let checkIn = isAlone ? nil : described
    return try await respond { [access] journal in
      let session = try journal.existingSession(try path.find(in: journal))
      guard session.state == .open, !session.isDiscarded else {
        throw Self.refusal("Session \(session.shownNumber) is not open.")
      }
      let end = try body.time("end", in: LocalTimeZone(of: session.start))?.instantMilliseconds
      let completion = try journal.completeSession(
        session.number,
        endMilliseconds: end
          ?? max(session.lastMoment(now: access.clock.wholeSecond), session.start.instantMilliseconds),
        checkIn: checkIn)
      return try Self.answer(completion, of: journal)
    }
  }

  private static let sessionCheckInMembers = ["id", "type", "title"]

  /// The check-in of a session, as a request describes it.
  private func sessionCheckIn(_ members: RequestObject?) throws -> SessionCheckIn {
    let type = try members?.text("type", mustBe: "one of the types of exercise") { name in
      ExerciseType(name: name).flatMap { $0 == .unknown ? nil : $0 }
    }
    return .linkedOrAdded(
      type: type ?? access.sessionType, title: try members?.text("title") ?? "", id: try members?.id())
  }

  private func checkInForSession(_ request: Request, in context: WebContext) async throws -> Response {
    try check(request)
    let path = try NumberInPath(context, of: "session")
    let checkIn = try sessionCheckIn(
      try await RequestObject(request, allowing: Self.sessionCheckInMembers, isOptional: true))
    return try await respond { journal in
      let session = try journal.existingSession(try path.find(in: journal))
      guard session.counts else {
        throw Self.refusal(
          "Session \(session.shownNumber) is \(session.isDiscarded ? "discarded; restore" : "open; finish") it first.")
      }
      return try Self.answer(try journal.linkCheckIn(checkIn, toSession: session.number), of: journal)
    }
  }

  private func linkSession(_ request: Request, in context: WebContext) async throws -> Response {
    try check(request)
    let body = try await RequestObject(request, allowing: ["checkIn"])
    guard let reference = try body.reference("checkIn", of: "check-in") else {
      throw JournalError(.invalidValue, "The member checkIn is missing")
    }
    return try await changeSession(request, in: context) { journal, session in
      let linked = try journal.existingCheckIn(try reference.find(in: journal))
      guard !session.isDiscarded, !linked.isDiscarded else {
        throw Self.refusal("What is discarded cannot be linked; restore it first.")
      }
      guard session.checkIn == nil || session.checkIn == linked.number else {
        throw Self.refusal("Session \(session.shownNumber) is linked to another check-in; unlink it first.")
      }
      try journal.link(session: session.number, toCheckIn: linked.number)
    }
  }

  /// Changes the session of the path, and answers with it.
  private func changeSession(
    _ request: Request, in context: WebContext, _ body: @escaping @Sendable (Journal, WorkoutSession) throws -> Void
  ) async throws -> Response {
    try check(request)
    let path = try NumberInPath(context, of: "session")
    return try await respond { journal in
      let number = try path.find(in: journal)
      try body(journal, try journal.existingSession(number))
      return try Self.answer(try journal.existingSession(number), of: journal)
    }
  }

  // MARK: Sets

  /// Logs sets in the open session: each as an object, or all of them in the notation of sets.
  private func logSets(_ request: Request, in context: WebContext) async throws -> Response {
    try check(request)
    let path = try NumberInPath(context, of: "session")
    let body = try await RequestObject(request, allowing: ["id", "exercise", "sets", "notation", "at"])
    let (id, exercise) = (try body.id(), try body.text("exercise"))
    let described = try body.sets("sets", unit: access.unit)
    let notation = try body.text("notation")
    let written = try notation.map { try SetNotation.parse($0, unit: access.unit) }
    guard let exercise, (described == nil) != (written == nil), let entries = described ?? written else {
      throw JournalError(.invalidValue, "Logging takes an exercise, and either sets or notation")
    }
    // A repeated request is answered without logging anything, so this checks its exercise first.
    guard !ExerciseName.folded(exercise).isEmpty, !exercise.utf8.contains(0) else {
      throw JournalError(.invalidValue, "The member exercise must be a name")
    }
    let at = try body.time("at", in: access.zone)
    return try await respond { [access] journal in
      let number = try path.find(in: journal)
      let session = try journal.existingSession(number)
      let isRepeated = id.map { id in session.sets.contains { $0.id == id } } ?? false
      guard session.state == .open && !session.isDiscarded || isRepeated else {
        throw Self.refusal("Session \(session.shownNumber) is not open, so nothing was logged.")
      }
      if let notation, !isRepeated { _ = try journal.sets(notation, ofExercise: exercise, unit: access.unit) }
      let logged = try journal.log(
        entries, exercise: exercise, at: at ?? access.presentTime, isTimeGiven: at != nil, id: id, session: number)
      return try Self.answer(logged.session, of: journal, status: logged.isNew ? .created : .ok)
    }
  }

  /// The set of a path: its number, or its identity.
  private struct SetInPath: Sendable {
    let name: String
    let id: UUID?

    /// - Throws: `HTTPError` for a path without one.
    init(_ context: WebContext) throws {
      guard let name = context.parameters.get("set").flatMap({ FormFields.decoded($0.utf8) }) else {
        throw HTTPError(.notFound, message: "There is no such set.")
      }
      self.name = name
      id = UUID(uuidString: name)
    }

    func find(in session: WorkoutSession) throws -> ExerciseSet {
      guard let set = session.sets.first(where: { $0.shownNumber == name || $0.id == id }) else {
        throw HTTPError(.notFound, message: "There is no such set.")
      }
      return set
    }
  }

  /// A set, with its version as the ETag.
  private static func answer(_ set: ExerciseSet, of journal: Journal) throws -> Response {
    let names = try WorkoutNames(journal)
    return .json(headers: [.eTag: "\"\(set.editVersion)\""]) { set.write(names, to: &$0) }
  }

  private func set(_ context: WebContext) async throws -> Response {
    let (path, set) = (try NumberInPath(context, of: "session"), try SetInPath(context))
    return try await respond { journal in
      let session = try journal.existingSession(try path.find(in: journal))
      return try Self.answer(try set.find(in: session), of: journal)
    }
  }

  private func editSet(_ request: Request, in context: WebContext) async throws -> Response {
    try check(request)
    let (path, set) = (try NumberInPath(context, of: "session"), try SetInPath(context))
    let body = try await RequestObject(request, allowing: ["exercise"] + RequestObject.setMembers)
    let exercise = try body.text("exercise")
    let expected = try Self.expected(in: request) { WorkoutVersion($0) }
    return try await respond { [access] journal in
      let session = try journal.existingSession(try path.find(in: journal))
      let stored = try set.find(in: session)
      guard !session.isDiscarded else {
        throw Self.refusal("Session \(session.shownNumber) is discarded; restore it first.")
      }
      let changes = try body.changes(of: stored.entry, unit: access.unit)
      let edit = try journal.editSet(
        stored.number, ofSession: session.number, with: changes, exercise: exercise, expecting: expected)
      return try Self.answer(try set.find(in: edit.session), of: journal)
    }
  }

  // MARK: Plans

  /// A plan, with its version as the ETag.
  static func answer(
    _ plan: WorkoutPlan, of journal: Journal, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) throws -> Response {
    let names = try WorkoutNames(journal)
    var headers = headers
    headers[.eTag] = "\"\(plan.editVersion)\""
    return .json(status: status, headers: headers) { plan.write(names, to: &$0) }
  }

  private func createPlan(_ request: Request) async throws -> Response {
    try check(request)
    let body = try await RequestObject(request, allowing: ["name", "text"])
    guard let name = try body.text("name"), let text = try body.text("text") else {
      throw JournalError(.invalidValue, "A plan needs a name and a text")
    }
    let entries = try PlanText.parse(text, unit: access.unit)
    return try await respond { journal in
      let plan = try journal.createPlan(name: name, entries)
      return try Self.answer(plan, of: journal, status: .created, headers: [.location: "/api/plans/\(plan.number)"])
    }
  }

  private func editPlan(_ request: Request, in context: WebContext) async throws -> Response {
    try check(request)
    let path = try NumberInPath(context, of: "plan")
    let body = try await RequestObject(request, allowing: ["name", "text"])
    let name = try body.text("name")
    let entries = try body.text("text").map { try PlanText.parse($0, unit: access.unit) }
    let expected = try Self.expected(in: request) { WorkoutVersion($0) }
    return try await respond { journal in
      let plan = try journal.existingPlan(try path.find(in: journal))
      guard !plan.isDiscarded else { throw Self.refusal("Plan \(plan.shownNumber) is discarded; restore it first.") }
      return try Self.answer(
        try journal.editPlan(plan.number, name: name, entries, expecting: expected).plan, of: journal)
    }
  }

  /// Changes the plan of the path, and answers with it.
  private func changePlan(
    _ request: Request, in context: WebContext, _ body: @escaping @Sendable (Journal, WorkoutPlan) throws -> Void
  ) async throws -> Response {
    try check(request)
    let path = try NumberInPath(context, of: "plan")
    return try await respond { journal in
      let number = try path.find(in: journal)
      try body(journal, try journal.existingPlan(number))
      return try Self.answer(try journal.existingPlan(number), of: journal)
    }
  }

  // MARK: Exercises

  /// An exercise with its records.
  private static func answer(
    _ exercise: Exercise, of journal: Journal, status: HTTPResponse.Status = .ok
  ) throws -> Response {
    let statistics = try journal.statistics(ofExercise: exercise.number)
    return .json(status: status) { statistics.write(exercise, to: &$0) }
  }

  /// - Throws: 409 if an exercise has the name.
  private static func requireNew(_ name: String, in journal: Journal, except number: Int? = nil) throws {
    guard let other = try journal.exercises().first(called: name, except: number) else { return }
    throw refusal("Exercise \(other.shownNumber), \(other.name), has this name.")
  }

  private func defineExercise(_ request: Request) async throws -> Response {
    try check(request)
    let body = try await RequestObject(request, allowing: ["name", "measures", "load"])
    guard let name = try body.text("name") else { throw JournalError(.invalidValue, "The member name is missing") }
    func choice<Choice: CaseIterable>(_ member: String, by label: (Choice) -> String) throws -> Choice? {
      let names = Choice.allCases.map(label).joined(separator: ", ")
      return try body.text(member, mustBe: "one of \(names)") { text in Choice.allCases.first { label($0) == text } }
    }
    let measure: Exercise.Measure = try choice("measures", by: \.name) ?? .weightAndReps
    let load: Exercise.Load = try choice("load", by: \.name) ?? .external
    return try await respond { journal in
      try Self.requireNew(name, in: journal)
      let draft = ExerciseDraft(name: name, measure: measure, load: load)
      return try Self.answer(try journal.defineExercise(draft), of: journal, status: .created)
    }
  }

  private func renameExercise(_ request: Request, in context: WebContext) async throws -> Response {
    try check(request)
    let path = try NumberInPath(context, of: "exercise")
    let body = try await RequestObject(request, allowing: ["name"])
    guard let name = try body.text("name") else { throw JournalError(.invalidValue, "The member name is missing") }
    return try await respond { journal in
      let exercise = try journal.existingExercise(try path.find(in: journal))
      try Self.requireNew(name, in: journal, except: exercise.number)
      let edit = try journal.editExercise(exercise.number, with: ExerciseChanges(name: name))
      return try Self.answer(edit.exercise, of: journal)
    }
  }
}
