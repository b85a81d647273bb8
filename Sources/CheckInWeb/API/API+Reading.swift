import CheckInInterchange
import CheckInJournal
import CheckInLanguage
import CheckInSync
import Hummingbird

extension API {
  func list(_ request: Request) async throws -> Response {
    let query = try FormFields(queryOf: request)
    var list = CheckInList(filter: try Self.filter(query))
    list.filter.isDiscarded =
      try Self.value(query["discarded"], named: "discarded", mustBe: "true or false") { Bool($0) } ?? false
    list.limit = try Self.limit(query, usual: list.limit, maximum: CheckInList.maximumLimit)
    list.after = try Self.value(query["after"], named: "after", mustBe: "what the Link to the next page says") {
      CheckInPlace($0)
    }
    return try await respond { [list] journal in
      var json = JSONWriter()
      let next = try list.write(from: journal, to: &json)
      var response = Response.json(json.bytes)
      if let next { response.headers[Self.linkHeader] = "<\(list.address(after: next))>; rel=\"next\"" }
      return response
    }
  }

  /// Returns the filter for the days and the type of a query.
  static func filter(_ query: FormFields) throws -> CheckInFilter {
    var filter = CheckInFilter()
    filter.from = try value(query["from"], named: "from", mustBe: "a day such as 2026-11-21") { CivilDay($0) }
    filter.to = try value(query["to"], named: "to", mustBe: "a day such as 2026-11-21") { CivilDay($0) }
    let type = try value(query["type"], named: "type", mustBe: "one of the types of exercise") {
      ExerciseType(name: $0)
    }
    filter.types = type.map { [$0] } ?? []
    return filter
  }

  func show(_ context: WebContext) async throws -> Response {
    let path = try NumberInPath(context, of: "check-in")
    return try await respond { Self.answer(try $0.versionedCheckIn(try path.find(in: $0))) }
  }

  func months() async throws -> Response {
    try await respond { journal in
      let months = try journal.months()
      return Response.json { json in
        json.array { json in
          for month in months { json.object { month.writeMembers(to: &$0) } }
        }
      }
    }
  }

  func month(_ context: WebContext) async throws -> Response {
    guard let month = context.parameters.get("month").flatMap({ CivilMonth($0) }) else {
      throw HTTPError(.notFound, message: "There is no such month.")
    }
    return try await respond { journal in
      let calendar = try journal.calendar(of: month)
      return Response.json { calendar.write(to: &$0) }
    }
  }

  /// The goals, and how far each has come today, this week, this month or this year.
  func goals() async throws -> Response {
    try await respond { [access] journal in
      let goals = try journal.goals(today: access.today, firstWeekday: access.localization.firstWeekday)
      return .json { goals.write(to: &$0) }
    }
  }

  /// The devices that have the journal, where it is on several.
  func group() async throws -> Response {
    try await respond { journal in
      guard let status = try GroupStatus(journal) else {
        throw JournalError(.notFound, "The journal belongs to no group.")
      }
      return .json { status.write(to: &$0) }
    }
  }

  /// Returns the conflicts between concurrent edits on different devices.
  func conflicts() async throws -> Response {
    try await respond { journal in
      let conflicts = journal.conflicts()
      return .json { json in
        json.array { json in
          for (index, conflict) in conflicts.enumerated() {
            conflict.write(at: index + 1, to: &json)
          }
        }
      }
    }
  }

  func statistics() async throws -> Response {
    try await respond { [access] journal in
      let statistics = try journal.statistics(today: access.today)
      return Response.json { Statistics.write(statistics, to: &$0) }
    }
  }

  /// JSON Lines, as the command writes them, sent while the log is read.
  func audit(_ request: Request) async throws -> Response {
    let query = try FormFields(queryOf: request)
    let hint = "the number of an event"
    let from = try Self.value(query["from"], named: "from", mustBe: hint) { Self.integer($0) }.map(UInt64.init) ?? 1
    let to = try Self.value(query["to"], named: "to", mustBe: hint) { Self.integer($0) }.map(UInt64.init) ?? .max
    let reasons = try await access.run { $0.incompleteReasons }
    let body = try await access.stream { journal, send in
      guard from <= to else { return }
      _ = try journal.writeAudit(from: max(1, from), to: to, as: .json) { lines in
        for start in stride(from: 0, to: lines.byteCount, by: Self.pieceBytes) {
          let piece = lines.extracting(start..<min(start + Self.pieceBytes, lines.byteCount))
          try send(piece.withUnsafeBytes { Array($0) })
        }
      }
    }
    var response = Response(status: .ok, headers: [.contentType: "application/jsonl"], body: body)
    response.markIncomplete(because: reasons)
    return response
  }

  /// The maximum number of bytes of a long response that are sent at a time.
  private static let pieceBytes = 65_536
}
