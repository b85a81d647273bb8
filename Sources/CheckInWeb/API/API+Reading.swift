import CheckInJournal
import Hummingbird
import NIOCore

extension API {
  func list(_ request: Request) async throws -> Response {
    let query = try Pages.query(request)
    let from = try Self.value(query["from"], "from") { CivilDay($0) }
    let to = try Self.value(query["to"], "to") { CivilDay($0) }
    let type = try Self.value(query["type"], "type") { ExerciseType(name: $0) }
    let isDiscarded = try Self.value(query["discarded"], "discarded") { Bool($0) } ?? false
    let limit = try Self.value(query["limit"], "limit") { Self.integer($0) }
    return try await access.run { journal in
      let checkIns = try journal.checkIns(
        from: from, to: to, types: type.map { [$0] } ?? [], discarded: isDiscarded, limit: limit)
      return Self.json { json in
        json.array { json in for checkIn in checkIns { checkIn.write(to: &json) } }
      }
    }
  }

  func show(_ context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    return try await access.run { Self.answer(try Pages.existing(number, in: $0)) }
  }

  func months() async throws -> Response {
    try await access.run { journal in
      let months = try journal.months()
      return Self.json { json in
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
    return try await access.run { journal in
      let calendar = try journal.calendar(of: month)
      return Self.json { calendar.write(to: &$0) }
    }
  }

  func statistics() async throws -> Response {
    try await access.run { [access] journal in
      let statistics = try journal.statistics(today: access.today)
      return Self.json { Statistics.write(statistics, to: &$0) }
    }
  }

  /// JSON Lines, as the command writes them.
  func audit(_ request: Request) async throws -> Response {
    let query = try Pages.query(request)
    let from = try Self.value(query["from"], "from") { Self.integer($0) }.map(UInt64.init) ?? 1
    let to = try Self.value(query["to"], "to") { Self.integer($0) }.map(UInt64.init) ?? .max
    return try await access.run { journal in
      var bytes: [UInt8] = []
      if from <= to {
        try journal.audit(from: max(1, from), to: to) { entry in
          var json = JSONWriter()
          entry.write(to: &json)
          bytes += json.bytes + [UInt8(ascii: "\n")]
        }
      }
      return Response(
        status: .ok, headers: [.contentType: "application/jsonl"],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
  }
}
