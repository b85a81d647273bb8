import CheckInJournal
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import CheckInWeb

@Suite("The interface for programs")
struct APITests {
  let client: WebClient

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

  @Test("An identity that is there is answered with, and nothing is appended")
  func idempotent() async throws {
    let body = #"{"type":"Run","title":"x","id":"8C1F0000-0000-4000-8000-000000000001"}"#
    #expect(try await send(.post, "/api/check-ins", body).status == 201)
    #expect(try await send(.post, "/api/check-ins", body).status == 200)
    #expect(try Journal(at: client.journalPath, for: .readOnly).sequence == 1)
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

  @Test("The document names every route, and is JSON")
  func document() async throws {
    let bytes = try await client.get("/api/openapi.json").bytes
    let document = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let paths = try #require(document["paths"] as? [String: Any])
    #expect(paths.count == 9)
    #expect((document["info"] as? [String: Any])?["version"] as? String == SoftwareVersion.text)
    for path in paths.keys where !path.contains("{") { #expect(try await client.get(path).status == 200) }
  }

  @Test(
    "Unknown addresses and values",
    arguments: ["/api/check-ins/0", "/api/check-ins/7", "/api/months/2026-00", "/api/x"])
  func unknown(path: String) async throws {
    let answer = try await client.get(path)
    #expect(answer.status == 404 && answer.text.hasPrefix("{"))
  }
}
