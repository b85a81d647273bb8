import CheckInInterchange
import CheckInJournal
import CheckInLanguage
import HTTPTypes
import Hummingbird
import NIOCore

/// Undo, goals, a check-in's photo, and the search.
extension API {
  private static let photoTypes = ["image/jpeg", "image/png", "image/heic", "image/heif", "image/avif"]

  func addCommands(to routes: inout Routes) {
    routes.get("/api/search") { request, _ in try await search(request) }
    routes.post("/api/undo") { request, _ in try await undo(request) }
    routes.post("/api/redo") { request, _ in
      try check(request)
      return try await reverse(member: "redone") { try $0.redo() }
    }
    routes.post("/api/goals") { request, _ in try await setGoal(request) }
    routes.post("/api/goals/clear") { request, _ in try await clearGoal(request) }
    routes.post("/api/check-ins/:number/settle") { request, context in try await resolveConflict(request, in: context) }
    routes.put("/api/check-ins/:number/photo") { request, context in
      try check(request)
      let photo = try await sentPhoto(request)
      defer { photos.remove(photo) }
      return try await change(request, in: context, photo: .attach(photo))
    }
    routes.delete("/api/check-ins/:number/photo") { request, context in
      try check(request)
      return try await change(request, in: context, photo: .clear)
    }
  }

  // MARK: Search

  private func search(_ request: Request) async throws -> Response {
    let query = try FormFields(queryOf: request)
    var filter = try Self.filter(query)
    filter.words = SearchWords(query["q"] ?? "")
    filter.place = SearchWords(query["place"] ?? "")
    filter.hasPhoto = try Self.value(query["photo"], named: "photo", mustBe: "true or false") { Bool($0) }
    let limit = try Self.limit(query, usual: CheckInList.defaultLimit, maximum: CheckInList.maximumLimit)
    let place = try Self.value(query["after"], named: "after", mustBe: "what the Link to the next page says") {
      CheckInPlace($0)
    }
    return try await respond { [filter] journal in
      let found = try journal.search(filter, after: place, limit: limit)
      var response = Response.json { found.checkIns.write(to: &$0) }
      if let next = found.next {
        let fields = ["q", "place", "type", "photo", "from", "to"].compactMap { name in
          query[name].map { "\(name)=\(FormFields.encoded($0))" }
        }
        let address = "/api/search?" + (fields + ["limit=\(limit)", "after=\(next)"]).joined(separator: "&")
        response.headers[Self.linkHeader] = "<\(address)>; rel=\"next\""
      }
      return response
    }
  }

  // MARK: Undo

  private func undo(_ request: Request) async throws -> Response {
    try check(request)
    let body = try await RequestObject(request, allowing: ["expect"], isOptional: true)
    let expected = try body.value("expect", mustBe: "the number of the journal's latest event") { value in
      if case .integer(let integer) = value { Self.integer(String(integer)).map(UInt64.init) } else { nil }
    }
    return try await reverse(member: "undone") { try $0.undo(expecting: expected) }
  }

  private func reverse(
    member: String, _ command: @escaping @Sendable (Journal) throws -> Reversal
  ) async throws -> Response {
    try await respond { journal in
      let reversal: Reversal
      do {
        reversal = try command(journal)
      } catch let error as JournalError where [.invalidValue, .conflict].contains(error.code) {
        // Nothing that was sent is wrong: there is nothing to reverse, or not any more.
        throw Self.refusal(error.advice.inCommands.text)
      }
      let sequence = journal.sequence
      return .jsonObject { json in
        json[member] = reversal
        json["sequence"] = sequence
      }
    }
  }

  // MARK: Goals

  private func setGoal(_ request: Request) async throws -> Response {
    try check(request)
    let body = try await RequestObject(request, allowing: ["goal", "count", "period"])
    let (subject, count) = (try Self.subject(body), try body.integer("count"))
    let period = try body.text("period", mustBe: "day, week, month or year") { name in
      Goal.Period.allCases.first { $0.name == name }
    }
    guard let subject, let count, let period else {
      throw JournalError(.invalidValue, "A goal needs the members goal, count and period")
    }
    let goal = Goal(subject, count: count, each: period)
    return try await changeGoals { journal in _ = try journal.setGoal(goal) }
  }

  private func clearGoal(_ request: Request) async throws -> Response {
    try check(request)
    guard let subject = try Self.subject(try await RequestObject(request, allowing: ["goal"])) else {
      throw JournalError(.invalidValue, "The member goal is missing")
    }
    return try await changeGoals { journal in _ = try journal.clearGoal(of: subject) }
  }

  private static func subject(_ body: RequestObject) throws -> Goal.Subject? {
    let names = Goal.Subject.selectable.map(\.name).joined(separator: ", ")
    return try body.text("goal", mustBe: "one of \(names)") { name in
      Goal.Subject.selectable.first { $0.name == name }
    }
  }

  /// Changes the goals, and answers with all of them.
  private func changeGoals(_ command: @escaping @Sendable (Journal) throws -> Void) async throws -> Response {
    try await access.run { try command($0) }
    return try await goals()
  }

  // MARK: Conflicts

  /// Settles a conflict by what one device said, if the candidates are still those that the request lists.
  private func resolveConflict(_ request: Request, in context: WebContext) async throws -> Response {
    try check(request)
    let path = try NumberInPath(context, of: "check-in")
    let body = try await RequestObject(request, allowing: ["field", "device", "sequence"])
    let field = try body.text("field", mustBe: "the field of a conflict", CheckInField.init(mergeable:))
    let (device, sequence) = (try body.text("device"), try body.integer("sequence"))
    guard let field, let device, let sequence else {
      throw JournalError(.invalidValue, "Settling takes the members field, device and sequence")
    }
    return try await respond { journal in
      let number = try path.find(in: journal)
      _ = try journal.existingCheckIn(number)
      let conflict = journal.conflicts().first { $0.checkIn == number && $0.checkInField == field }
      let candidate = conflict?.candidates.first { $0.device == device && Int(exactly: $0.sequence) == sequence }
      guard let conflict, let candidate else {
        throw Self.refusal("There is no such conflict, or it was settled in the meantime.")
      }
      try journal.resolve(conflict, with: candidate)
      return Self.answer(try journal.savedCheckIn(number))
    }
  }

  // MARK: The photo of a check-in

  private func sentPhoto(_ request: Request) async throws -> NewPhoto {
    let type = request.headers[.contentType]?.lowercased().prefix { $0 != ";" }
    guard let type, Self.photoTypes.contains(String(type)) else {
      throw HTTPError(
        .unsupportedMediaType, message: "The body must be a photo: \(Self.photoTypes.joined(separator: ", ")).")
    }
    guard let body = try? await request.body.collect(upTo: UploadedForm.photoByteLimit) else {
      throw HTTPError(.contentTooLarge, message: UploadedForm.photoTooLarge.text)
    }
    return try await photos.process(Array(body.readableBytesView))
  }

  private func change(
    _ request: Request, in context: WebContext, photo: Journal.PhotoChange
  ) async throws -> Response {
    let path = try NumberInPath(context, of: "check-in")
    let expected = try Self.version(request)
    return try await respond { journal in
      let number = try path.find(in: journal)
      let checkIn = try journal.existingCheckIn(number)
      guard !checkIn.isDiscarded else {
        throw Self.refusal("Check-in \(checkIn.shownNumber) is discarded; restore it first.")
      }
      if case .clear = photo, checkIn.photo == nil {
        throw Self.refusal("Check-in \(checkIn.shownNumber) has no photo.")
      }
      try journal.edit(number, with: CheckInChanges(), photo: photo, expecting: expected)
      return Self.answer(try journal.savedCheckIn(number))
    }
  }
}
