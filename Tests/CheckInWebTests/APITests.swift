import CheckInInterchange
import CheckInJournal
import Foundation
import HTTPTypes
import Hummingbird
import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInWeb

@Suite("The interface for programs")
struct APITests {
  let client: WebClient

  private static let photo = URL(filePath: #filePath)
    .appending(path: "../../../Fixtures/photos/display-p3.jpg").standardized

  init() throws { client = try WebClient() }

  private func send(
    _ method: HTTPRequest.Method, _ path: String, _ body: String = "", match: String? = nil
  ) async throws -> WebClient.Answer {
    let token = try await client.get("/api/token").text.split(separator: "\"")[3]
    var headers = ["Content-Type": "application/json", "X-CheckIn-Token": String(token)]
    headers["If-Match"] = match
    return try await client.send(method, path, headers: headers, body: Array(body.utf8))
  }

  @Test("Created, shown, listed, edited, discarded, restored: in the command's forms")
  func lifeCycle() async throws {
    let created = try await send(
      .post, "/api/check-ins", #"{"type":"run","title":"Morning","at":"2026-11-20T07:10:00+01:00","calories":5}"#)
    #expect(created.status == 201 && created.headers[.eTag] == "\"1\"")
    #expect(created.headers[.location] == "/api/check-ins/1")
    let checkIn = try #require(try Journal(at: client.journalPath, for: .readOnly).checkIn(1))
    var json = JSONWriter()
    checkIn.write(to: &json)
    #expect(created.text == json.text)
    #expect(try await client.get("/api/check-ins/1").text == json.text)
    #expect(try await client.get("/api/check-ins?type=Run&from=2026-11-20").text == "[\(json.text)]")
    #expect(try await client.get("/api/check-ins?type=gym").text == "[]")

    let edited = try await send(.patch, "/api/check-ins/1", #"{"calories":null,"title":"Evening"}"#, match: "\"1\"")
    #expect(edited.status == 200 && edited.headers[.eTag] == "\"2\"" && edited.text.contains(#""calories":null"#))
    #expect(try await send(.patch, "/api/check-ins/1", #"{"title":"Late"}"#, match: "\"1\"").status == 412)
    #expect(try await send(.patch, "/api/check-ins/1", #"{"title":"Late"}"#).status == 428)
    #expect(try await send(.post, "/api/check-ins/1/discard").text.contains(#""discarded":true"#))
    #expect(try await send(.post, "/api/check-ins/1/discard").status == 409)
    #expect(try await client.get("/api/check-ins?discarded=true").text.contains("Evening"))
    #expect(try await send(.post, "/api/check-ins/1/restore").text.contains(#""discarded":false"#))
    #expect(try await client.get("/api/stats").text.contains(#""total":1"#))
    #expect(try await client.get("/api/months").text.contains(#""month":"2026-11""#))
    #expect(try await client.get("/api/months/2026-11").text.contains(#""newest":1"#))
    #expect(try await client.get("/api/audit").text.split(separator: "\n").count == 4)
  }

  @Test("Durations and distances are seconds and metres; null clears them, and where there are none, nothing is said")
  func measures() async throws {
    let created = try await send(
      .post, "/api/check-ins", #"{"type":"run","title":"Morning","duration":2700,"distance":5000}"#)
    #expect(created.status == 201 && created.text.contains(#""calories":null,"duration":2700,"distance":5000,"#))
    let edited = try await send(.patch, "/api/check-ins/1", #"{"duration":null,"distance":1}"#, match: "\"1\"")
    #expect(edited.status == 200 && edited.text.contains(#""calories":null,"distance":1,"#))
    #expect(try await send(.patch, "/api/check-ins/1", #"{"distance":null}"#, match: "\"2\"").status == 200)
    #expect(try await !client.get("/api/check-ins/1").text.contains("distance"))
    for wrong in [
      #""duration":0"#, #""duration":1000001"#, #""distance":"5km""#, #""distance":1.5"#, #""duration":-1"#,
    ] {
      #expect(try await send(.post, "/api/check-ins", "{\"type\":\"run\",\"title\":\"x\",\(wrong)}").status == 422)
    }
  }

  @Test("An identity that is there is answered with, and nothing is appended")
  func idempotent() async throws {
    let body = #"{"type":"Run","title":"x","id":"8C1F0000-0000-4000-8000-000000000001"}"#
    #expect(try await send(.post, "/api/check-ins", body).status == 201)
    #expect(try await send(.post, "/api/check-ins", body).status == 200)
    #expect(try Journal(at: client.journalPath, for: .readOnly).sequence == 1)
  }

  /// Sends a new check-in as a form.
  private func submit(
    _ client: WebClient, _ fields: [(String, String)], photo: [UInt8]? = nil
  ) async throws -> WebClient.Answer {
    let token = try await client.get("/api/token").text.split(separator: "\"")[3]
    return try await client.submit(
      "/api/check-ins", fields, photo: photo, headers: ["X-CheckIn-Token": String(token)])
  }

  @Test("A form brings a photo with the check-in: both at once, once, over restarts of the server")
  func form() async throws {
    let photo = try Array(Data(contentsOf: Self.photo))
    let fields = [
      ("id", "8C1F0000-0000-4000-8000-000000000002"), ("type", "Run"), ("title", "x"), ("calories", "320"),
      ("at", "2026-11-20T07:10:00-03:00"), ("timeZone", "America/Sao_Paulo"),
    ]
    let first = try await submit(client, fields, photo: photo)
    #expect(first.status == 201 && first.headers[API.ignoredHeader] == nil)
    #expect(first.text.contains(#""at":"2026-11-20T07:10:00-03:00","timeZone":"America/Sao_Paulo""#))
    let saved = try #require(try Journal(at: client.journalPath, for: .readOnly).checkIn(1))
    #expect(saved.photo != nil && saved.calories == 320)
    let sequence = saved.sequence

    let restarted = try WebClient(beside: client)
    let again = try await submit(restarted, fields, photo: photo)
    #expect(again.status == 200 && again.headers[API.ignoredHeader] == nil && again.text == first.text)
    let other = try await submit(restarted, fields.map { $0 == "title" ? ($0, "y") : ($0, $1) })
    #expect(other.status == 200 && other.headers[API.ignoredHeader] == "title" && other.text == first.text)
    #expect(try Journal(at: client.journalPath, for: .readOnly).sequence == sequence)
  }

  @Test("A form whose photo or time zone cannot be taken saves nothing")
  func refusedForm() async throws {
    let fields = [("type", "Run"), ("title", "x")]
    #expect(try await submit(client, fields, photo: Array("no photo".utf8)).status == 422)
    #expect(try await submit(client, fields + [("timeZone", "Europe/Berlin")]).status == 422)
    let zone = ("timeZone", "Nowhere/Town")
    #expect(try await submit(client, fields + [zone, ("at", "2026-11-20T07:10")]).status == 422)
    #expect(try await submit(client, fields + [("color", "red")]).status == 422)
    #expect(try await client.submit("/api/check-ins", fields, headers: [:]).status == 403)
    #expect(try Journal(at: client.journalPath, for: .readOnly).sequence == 0)
    // The offset is enough where the name is not known here.
    let answer = try await submit(client, fields + [zone, ("at", "2026-11-20T07:10:00+05:45")])
    #expect(answer.status == 201 && answer.text.contains(#""at":"2026-11-20T07:10:00+05:45","timeZone":null"#))
  }

  @Test(
    "What is wrong is told as one object, with everything in it",
    arguments: [
      (#"{}"#, 422, "Please select an exercise type"), (#"{"type":"Run"}"#, 422, "Please enter a title"),
      (#"{"type":"Run","title":"x","at":"2027-01-01T00:00"}"#, 422, "Check-in date cannot be in the future"),
      (#"{"type":"Run","title":"x","calories":-1}"#, 422, "Calories cannot be negative"),
      (#"{"type":"Run","title":"x","calories":"many"}"#, 422, "Calories must be a whole number"),
      (#"{"type":5,"title":"x"}"#, 422, "The type must be a text"), (#"[]"#, 400, "not a JSON object"),
      (#"{"#, 400, "not a JSON object"), ("", 400, "not a JSON object"),
    ])
  func invalid(body: String, status: Int, message: String) async throws {
    let answer = try await send(.post, "/api/check-ins", body)
    #expect(answer.status == status && answer.text.contains(message))
    let object = try JSONSerialization.jsonObject(with: Data(answer.bytes)) as? [String: Any]
    #expect(object?["messages"] is [String] && object?["code"] is Int && object?["error"] is String)
  }

  @Test("A member that cannot be read hides nothing that is wrong with the others, and what helps is said")
  func everythingAtOnce() async throws {
    let body = #"{"type":"Chess","title":" ","at":"tomorrow","calories":-1,"location":7,"notes":"a\u0000","id":1}"#
    let wanted = [
      "The id must be a UUID", "Please select an exercise type", "Please enter a title",
      "The time (at) must be a text such as 2026-11-21T07:10:00+01:00", "Calories cannot be negative",
      "The location must be a text or null", "Notes cannot contain a NUL character",
    ]
    #expect(try await refusal(send(.post, "/api/check-ins", body)).messages == wanted)
    try await client.add("Run", "x")
    let edit = try await refusal(send(.patch, "/api/check-ins/1", body, match: "*"))
    #expect(edit.messages == wanted)
    #expect(edit.hint?.contains("Types: Run, Gym") == true && edit.hint?.contains("Times: ") == true)
    let unreadable = try await refusal(send(.post, "/api/check-ins", #"{"type":5,"title":""}"#))
    #expect(unreadable.messages == ["The type must be a text", "Please enter a title"])
    #expect(unreadable.hint?.contains("Types: Run, Gym") == true)
    #expect(try await refusal(client.get("/api/check-ins?type=chess")).hint?.contains("Types: Run, Gym") == true)
    #expect(try await refusal(send(.patch, "/api/check-ins/1", "{}")).hint?.contains("ETag") == true)
  }

  private func refusal(_ answer: WebClient.Answer) throws -> (messages: [String], hint: String?) {
    let object = try #require(try JSONSerialization.jsonObject(with: Data(answer.bytes)) as? [String: Any])
    return (try #require(object["messages"] as? [String]), object["hint"] as? String)
  }

  private func numbers(_ answer: WebClient.Answer) throws -> [Int] {
    let objects = try #require(try JSONSerialization.jsonObject(with: Data(answer.bytes)) as? [[String: Any]])
    return objects.compactMap { $0["number"] as? Int }
  }

  private func next(_ answer: WebClient.Answer) -> String? {
    answer.headers[API.linkHeader]?.firstMatch(of: /^<(.*)>; rel="next"$/).map { String($0.output.1) }
  }

  @Test("A list comes in pages, each of which leads to the next", arguments: [1, 2, 3, 7, 100])
  func pages(limit: Int) async throws {
    let journal = try Journal(at: client.journalPath)
    let days = ["2026-11-20", "2026-11-20", "2026-11-18", "2026-10-31", "2026-10-31", "2025-01-01", "1950-06-01"]
    for (index, day) in days.enumerated() {
      let type: ExerciseType = index == 2 ? .gym : .strengthTraining
      _ = try journal.create(CheckInDraft(type: type, title: "x", time: try time(day)))
    }
    try journal.close()
    for (filter, wanted) in [
      ("", [2, 1, 3, 5, 4, 6, 7]), ("&type=strength", [2, 1, 5, 4, 6, 7]), ("&to=2026-10-31", [5, 4, 6, 7]),
      ("&from=2026-10-31&to=2026-11-18", [3, 5, 4]), ("&discarded=true", []),
    ] {
      var found: [Int] = []
      var path: String? = "/api/check-ins?limit=\(limit)\(filter)"
      while let address = path {
        let answer = try await client.get(address)
        let page = try numbers(answer)
        #expect(answer.status == 200 && page.count <= limit)
        found += page
        path = next(answer)
        #expect(path == nil || page.count == limit)
      }
      #expect(found == wanted)
    }
  }

  private func time(_ day: String) throws -> CheckInTime {
    let written = try #require(WrittenTime(day + "T10:00:00Z"))
    return CheckInTime(instantMilliseconds: written.localMilliseconds, offsetMinutes: 0)
  }

  @Test("The next page begins where the last one ended, whatever becomes of its check-ins")
  func pagesMeanwhile() async throws {
    for index in 1...4 { try await client.add("Run", "x", at: "2026-11-1\(index)T10:00") }
    let first = try await client.get("/api/check-ins?limit=2")
    #expect(try numbers(first) == [4, 3])
    #expect(try await send(.post, "/api/check-ins/3/discard").status == 200)
    try await client.add("Run", "Newer", at: "2026-11-15T10:00")
    #expect(try await numbers(client.get(try #require(next(first)))) == [2, 1])
  }

  @Test("A page ends early where its check-ins are large")
  func largeNotes() async throws {
    let journal = try Journal(at: client.journalPath)
    let notes = String(repeating: "n", count: 1_000_000)
    for _ in 0..<7 {
      _ = try journal.create(CheckInDraft(type: .run, title: "x", time: try time("2026-11-20"), notes: notes))
    }
    try journal.close()
    let first = try await client.get("/api/check-ins")
    #expect(try numbers(first).count == 4)
    #expect(try await numbers(client.get(try #require(next(first)))) == [3, 2, 1])
  }

  @Test("Without a limit a page has a hundred check-ins; more than a thousand are refused")
  func defaultLimit() async throws {
    let journal = try Journal(at: client.journalPath)
    let drafts = try (0..<1001).map { _ in
      CheckInDraft(id: UUID(), type: .run, title: "x", time: try time("2026-11-20"))
    }
    _ = try journal.importCheckIns(drafts)
    try journal.close()
    #expect(try await numbers(client.get("/api/check-ins")).count == 100)
    #expect(try await numbers(client.get("/api/check-ins?limit=1000")).count == 1000)
    for path in ["/api/check-ins", "/api/sessions", "/api/search"] {
      #expect(try await client.get(path + "?limit=1000").status == 200, "\(path)")
      let answer = try await client.get(path + "?limit=1001")
      #expect(answer.status == 422 && answer.text.contains("1 to 1000"), "\(path)")
    }
  }

  @Test(
    "A place in the list that is none of ours is refused",
    arguments: [
      "after=", "after=1", "after=1_", "after=a_1", "after=1_2_3", "after=9999999999999999_1", "limit=0", "limit=x",
    ])
  func wrongPlace(query: String) async throws {
    #expect(try await client.get("/api/check-ins?" + query).status == 422)
  }

  @Test("The log is answered whole, in pieces, and a question without an answer lets its thread go")
  func longAudit() async throws {
    let journal = try Journal(at: client.journalPath)
    let notes = String(repeating: "n", count: 20_000)
    for _ in 0..<60 {
      _ = try journal.create(CheckInDraft(type: .run, title: "x", time: try time("2026-11-20"), notes: notes))
    }
    try journal.close()
    for _ in 0..<5 {
      #expect(try await client.send(.head, "/api/audit").status == 200)
    }
    let lines = try await client.get("/api/audit").text.split(separator: "\n")
    #expect(lines.count == 60 && lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
    #expect(try await client.get("/api/audit?from=2&to=3").text.split(separator: "\n").count == 2)
    #expect(try await client.get("/api/audit?from=3&to=2").text.isEmpty)
  }

  @Test("The document describes every route of the server with its methods, and no others")
  func documentMatchesServer() async throws {
    var routes = Routes(Router(context: WebContext.self))
    client.server.api.add(to: &routes)
    var served: Set<String> = []
    for (path, methods) in routes.known where path != "/api/openapi.json" {
      let described = path.split(separator: "/").map { $0.hasPrefix(":") ? "{\($0.dropFirst())}" : String($0) }
      for method in methods where method != .head {
        served.insert("\(method.rawValue.lowercased()) /\(described.joined(separator: "/"))")
      }
    }
    let bytes = try await client.get("/api/openapi.json").bytes
    let document = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    var described: Set<String> = []
    var identifiers: [String] = []
    for (path, item) in try #require(document["paths"] as? [String: [String: Any]]) {
      for (method, operation) in item where method != "parameters" {
        described.insert("\(method) \(path)")
        let operation = try #require(operation as? [String: Any])
        identifiers.append(try #require(operation["operationId"] as? String))
        // A change needs the token, and names the answers to one without it.
        let isChange = method != "get"
        let responses = try #require(operation["responses"] as? [String: Any])
        let required = (operation["parameters"] as? [[String: Any]] ?? []).filter { $0["required"] as? Bool ?? false }
        let names = required.compactMap { $0["name"] as? String }
        #expect(names.contains("X-CheckIn-Token") == isChange && responses.keys.contains("403") == isChange, "\(path)")
        #expect(names.contains("If-Match") == responses.keys.contains("428"), "\(path)")
      }
    }
    #expect(served == described)
    #expect(Set(identifiers).count == identifiers.count)
  }

  @Test("The document names every route, and is JSON")
  func document() async throws {
    let bytes = try await client.get("/api/openapi.json").bytes
    let document = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let paths = try #require(document["paths"] as? [String: Any])
    #expect((document["info"] as? [String: Any])?["version"] as? String == SoftwareVersion.text)
    // Of a group there is something to tell only where there is one.
    let phone = client.directory.path + "/phone"
    try Journal(at: phone).close()
    _ = try TwoDevices(laptop: client.journalPath, phone: phone)
    for (path, item) in paths where !path.contains("{") && (item as? [String: Any])?["get"] != nil {
      #expect(try await client.get(path).status == 200, "\(path)")
    }
  }

  @Test(
    "Unknown addresses and values",
    arguments: ["/api/check-ins/0", "/api/check-ins/7", "/api/months/2026-00", "/api/x"])
  func unknown(path: String) async throws {
    let answer = try await client.get(path)
    #expect(answer.status == 404 && answer.text.hasPrefix("{"))
  }
}
