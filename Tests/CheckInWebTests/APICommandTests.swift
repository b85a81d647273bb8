import CheckInJournal
import EventLog
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import CheckInWeb

/// What programs write: sessions, sets, plans, exercises, goals, photos, undo and redo; and the search.
@Suite("The commands of the interface for programs")
struct APICommandTests {
  let client: WebClient

  private static let photo = URL(filePath: #filePath)
    .appending(path: "../../../Fixtures/photos/display-p3.jpg").standardized

  init() throws { client = try WebClient() }

  private func journal() throws -> Journal { try Journal(at: client.journalPath, for: .readOnly) }

  private func send(
    _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, match: String? = nil, token: Bool = true
  ) async throws -> WebClient.Answer {
    var headers: [String: String] = [:]
    if token { headers["X-CheckIn-Token"] = try await String(client.get("/api/token").text.split(separator: "\"")[3]) }
    if body != nil { headers["Content-Type"] = "application/json" }
    headers["If-Match"] = match
    return try await client.send(method, path, headers: headers, body: Array((body ?? "").utf8))
  }

  private func post(_ path: String, _ body: String? = nil) async throws -> WebClient.Answer {
    try await send(.post, path, body)
  }

  private func members(_ answer: WebClient.Answer) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(answer.bytes)) as? [String: Any], "\(answer.text)")
  }

  /// A plan, the active one, and an open session that follows it.
  private func start() async throws {
    #expect(try await post("/api/plans", #"{"name":"Push","text":"Bench Press / w 2x8 / 3x8-10 80kg"}"#).status == 201)
    #expect(try await post("/api/plans/1/use").text.contains(#""active":true"#))
    let started = try await post("/api/sessions", #"{"plan":1,"at":"2026-11-20T18:00"}"#)
    #expect(started.status == 201 && started.headers[.location] == "/api/sessions/1")
    #expect(try members(started)["title"] as? String == "Push")
  }

  @Test("A whole workout: planned, started, logged, corrected, finished with a check-in")
  func workout() async throws {
    try await start()
    #expect(try await post("/api/sessions", "{}").status == 409)
    let id = #""id":"8C1F0000-0000-4000-8000-000000000009""#
    let sets =
      #"{\#(id),"exercise":"bench","at":"2026-11-20T18:05","sets":[{"kind":"warmUp","weight":{"value":"40"},"reps":8},"#
      + #"{"weight":{"value":82.5,"unit":"kg"},"reps":8,"rpe":8.5,"note":"a"}]}"#
    let logged = try await post("/api/sessions/1/sets", sets)
    #expect(logged.status == 201, "\(logged.text)")
    #expect(try await post("/api/sessions/1/sets", sets).status == 200)
    let notation = try await post("/api/sessions/1/sets", #"{"exercise":"bench","notation":"80x9 80x8"}"#)
    #expect(notation.status == 201)
    let entries = try #require(try journal().openSession()).sets.map(\.entry)
    #expect(entries.map { SetNotation.text($0, unit: .kilograms) } == ["w40x8", "82.5x8@8.5", "80x9", "80x8"])
    #expect(entries[1].note == "a")

    let set = try await client.get("/api/sessions/1/sets/3")
    let tag = try #require(set.headers[.eTag])
    let edited = try await send(.patch, "/api/sessions/1/sets/3", #"{"reps":10,"weight":null}"#, match: tag)
    #expect(edited.status == 200 && edited.text.contains(#""weight":null,"reps":10"#))
    #expect(try await send(.patch, "/api/sessions/1/sets/3", #"{"reps":1}"#, match: tag).status == 412)
    #expect(try await send(.patch, "/api/sessions/1/sets/3", #"{"reps":1}"#).status == 428)
    #expect(try await post("/api/sessions/1/sets/4/remove").status == 200)
    #expect(try await post("/api/sessions/1/sets/4/remove").status == 404)

    let finished = try await post("/api/sessions/1/finish", #"{"end":"2026-11-20T19:00","checkIn":{"type":"Gym"}}"#)
    #expect(finished.status == 200 && finished.text.contains(#""state":"completed""#), "\(finished.text)")
    #expect(try journal().existingCheckIn(1).title == "Push" && journal().existingCheckIn(1).type == .gym)
    #expect(try await post("/api/sessions/1/finish").status == 409)
    #expect(try await post("/api/sessions/1/sets", #"{"exercise":"bench","notation":"80x9"}"#).status == 409)
    #expect(try await post("/api/sessions/1/sets", sets).status == 200, "it was logged before")

    #expect(try await post("/api/sessions/1/unlink").text.contains(#""checkIn":null"#))
    #expect(try await post("/api/sessions/1/unlink").status == 409)
    #expect(try await post("/api/sessions/1/link", #"{"checkIn":1}"#).text.contains(#""checkIn":1"#))
    let version = try #require(try await client.get("/api/sessions/1").headers[.eTag])
    let changed = try await send(
      .patch, "/api/sessions/1", #"{"title":"Push A","note":"b","end":"2026-11-20T19:05"}"#, match: version)
    #expect(changed.text.contains(#""title":"Push A","note":"b""#))
    #expect(changed.text.contains(#""end":"2026-11-20T19:05:00+01:00""#))
    #expect(try await send(.patch, "/api/sessions/1", #"{"title":"x"}"#, match: version).status == 412)
    #expect(try await post("/api/sessions/1/discard").text.contains(#""discarded":true"#))
    #expect(try await post("/api/sessions/1/discard").status == 409)
    #expect(try await post("/api/sessions/1/restore").text.contains(#""discarded":false"#))
  }

  @Test("Finishing checks in, links the check-in of the day, or does neither; later, it can be done all the same")
  func checkIns() async throws {
    func session(at: String, _ body: String? = nil) async throws -> [String: Any] {
      #expect(try await post("/api/sessions", #"{"title":"Push","at":"\#(at)"}"#).status == 201)
      let number = try #require(try journal().openSession()).number
      #expect(try await post("/api/sessions/\(number)/check-in").status == 409, "it is open")
      let answer = try await post("/api/sessions/\(number)/finish", body)
      #expect(answer.status == 200, "\(answer.text)")
      return try members(answer)
    }
    let added = try await session(at: "2026-11-18T18:00")
    #expect(added["checkIn"] as? Int == 1 && added["checkInLink"] as? String == "added")
    #expect(try journal().existingCheckIn(1).type == .strengthTraining && journal().existingCheckIn(1).title == "Push")
    try await client.add("Gym", "Evening", at: "2026-11-19T18:05")
    let linked = try await session(at: "2026-11-19T18:00", #"{"checkIn":{"type":"Yoga","title":"x"}}"#)
    #expect(linked["checkIn"] as? Int == 2 && linked["checkInLink"] as? String == "linked")
    #expect(try journal().existingCheckIn(2).title == "Evening")
    let alone = try await session(at: "2026-11-20T18:00", #"{"noCheckIn":true}"#)
    #expect(alone["checkIn"] is NSNull && alone["checkInLink"] is NSNull)
    let later = try members(try await post("/api/sessions/3/check-in"))
    #expect(later["checkIn"] as? Int == 3 && later["checkInLink"] as? String == "added")
    #expect(try members(try await post("/api/sessions/3/check-in"))["checkInLink"] as? String == "unchanged")
    #expect(try members(try await client.get("/api/sessions/3"))["checkInLink"] == nil)
    _ = try await session(at: "2026-11-17T18:00", #"{"noCheckIn":true}"#)
    #expect(try await post("/api/sessions/4/check-in", #"{"type":"Nap"}"#).status == 422)
    let id = "8C1F0000-0000-4000-8000-00000000000A"
    let described = #"{"id":"\#(id)","type":"Yoga","title":"Stretching"}"#
    let own = try members(try await post("/api/sessions/4/check-in", described))
    #expect(own["checkIn"] as? Int == 4 && own["checkInLink"] as? String == "added")
    let yoga = try journal().existingCheckIn(4)
    #expect(yoga.type == .yoga && yoga.title == "Stretching" && yoga.id.uuidString == id)
    #expect(try await post("/api/sessions/3/discard").status == 200)
    #expect(try await post("/api/sessions/3/check-in").status == 409)
    #expect(try await post("/api/sessions/9/check-in").status == 404)
  }

  @Test("A session and its sets are found by the identities that a client gave them")
  func identities() async throws {
    let session = "8C1F0000-0000-4000-8000-000000000001"
    let set = "8C1F0000-0000-4000-8000-000000000002"
    let start = #"{"id":"\#(session)","title":"Legs","at":"2026-11-20T18:00"}"#
    let sets = #"{"id":"\#(set)","exercise":"squat","notation":"100x5"}"#
    for _ in 1...2 {
      #expect(try await post("/api/sessions", start).status == 201)
      let logged = try await post("/api/sessions/\(session)/sets", sets)
      #expect(logged.status == 200 || logged.status == 201)
    }
    #expect(try journal().openSession()?.sets.count == 1)
    let path = "/api/sessions/\(session.lowercased())/sets/\(set)"
    let seen = try #require(try await client.get(path).headers[.eTag])
    #expect(try await send(.patch, path, #"{"reps":6}"#, match: seen).status == 200)
    #expect(try await send(.post, path + "/remove", match: seen).status == 412, "it was changed since it was seen")
    #expect(try journal().openSession()?.sets.count == 1)
    let present = try #require(try await client.get(path).headers[.eTag])
    #expect(try await send(.post, path + "/remove", match: present).status == 200)
    #expect(try await client.get(path).status == 404)
    #expect(try await post("/api/sessions/\(session)/finish").status == 200)
    #expect(try await client.get("/api/sessions/\(session)").text.contains(#""state":"completed""#))
    for path in ["/api/sessions/\(set)", "/api/plans/\(session)", "/api/check-ins/\(session)"] {
      #expect(try await client.get(path).status == 404)
    }
  }

  @Test("What a phone needs to train without a connection is one response")
  func gym() async throws {
    try await start()
    let id = "8C1F0000-0000-4000-8000-000000000009"
    #expect(
      try await post("/api/sessions/1/sets", #"{"id":"\#(id)","exercise":"bench","notation":"80x8"}"#).status == 201)
    let open = try members(try await client.get("/api/gym"))
    #expect((open["plans"] as? [[String: Any]])?.first?["name"] as? String == "Push")
    #expect(open["unit"] as? String == "kg" && open["sessionType"] as? String == "Strength Training")
    let session = try #require(open["open"] as? [String: Any])
    #expect((session["plan"] as? [String: Any])?["name"] as? String == "Push")
    #expect((session["sets"] as? [[String: Any]])?.first?["id"] as? String == id)
    #expect(try await post("/api/sessions/1/finish").status == 200)
    let finished = try members(try await client.get("/api/gym"))
    #expect(finished["open"] is NSNull)
    let bench = try #require((finished["exercises"] as? [[String: Any]])?.first)
    #expect((bench["last"] as? [[String: Any]])?.first?["reps"] as? Int == 8)
    #expect(((bench["statistics"] as? [String: Any])?["record"] as? [String: Any])?["reps"] as? Int == 8)
    let unused = try #require(finished["unused"] as? [[String: Any]])
    #expect(!unused.contains { $0["exercise"] as? String == "Bench Press" })
  }

  @Test("A plan is changed, discarded and restored")
  func plan() async throws {
    try await start()
    let version = try #require(try await client.get("/api/plans/1").headers[.eTag])
    let changed = try await send(.patch, "/api/plans/1", #"{"text":"Squat / 5x5"}"#, match: version)
    #expect(changed.status == 200 && changed.text.contains(#""name":"Push""#) && changed.text.contains("Squat"))
    #expect(try await send(.patch, "/api/plans/1", #"{"name":"x"}"#, match: version).status == 412)
    let wrong = try await send(.patch, "/api/plans/1", #"{"text":"Squat / many"}"#, match: "*")
    #expect(wrong.status == 422 && wrong.text.contains("error"))
    #expect(try await post("/api/plans/1/deactivate").text.contains(#""active":false"#))
    #expect(try await post("/api/plans/1/deactivate").status == 409)
    #expect(try await post("/api/plans/1/discard").text.contains(#""discarded":true"#))
    #expect(try await post("/api/plans/1/use").status == 409)
    #expect(try await post("/api/plans/1/restore").text.contains(#""discarded":false"#))
    #expect(try await post("/api/plans/7/use").status == 404)
  }

  @Test("An exercise is defined and renamed")
  func exercise() async throws {
    let defined = try await post("/api/exercises", #"{"name":"Zercher Carry","measures":"distance"}"#)
    #expect(defined.status == 201 && defined.text.contains(#""measures":"distance""#))
    let renamed = try await send(.patch, "/api/exercises/1", #"{"name":"Zercher Walk"}"#)
    #expect(renamed.status == 200 && renamed.text.contains("Zercher Walk"))
    #expect(try await post("/api/exercises", #"{"name":"zercher walk"}"#).status == 409)
    #expect(try await post("/api/exercises", #"{"name":"x","measures":"luck"}"#).status == 422)
  }

  @Test("A goal is set, replaced and cleared")
  func goal() async throws {
    let goal = try await post("/api/goals", #"{"goal":"Run","count":3,"period":"week"}"#)
    #expect(goal.status == 200 && goal.text.contains(#""goal":"Run","count":3,"period":"week""#))
    #expect(try await post("/api/goals", #"{"goal":"Run","count":9,"period":"month"}"#).text.contains(#""count":9"#))
    #expect(try await post("/api/goals", #"{"goal":"days","count":8,"period":"week"}"#).status == 422)
    #expect(try await post("/api/goals/clear", #"{"goal":"Run"}"#).text == "[]")
    let sum = try await post("/api/goals", #"{"goal":"Run distance","count":100000,"period":"year"}"#)
    #expect(sum.text.contains(#""goal":"Run distance","count":100000,"unit":"m","period":"year""#))
    #expect(try await post("/api/goals", #"{"goal":"duration","count":86401,"period":"day"}"#).status == 422)
    #expect(try await post("/api/goals/clear", #"{"goal":"Run distance"}"#).text == "[]")
  }

  @Test("Days are marked and unmarked, up to a last one, and listed")
  func dayMarks() async throws {
    let marked = try await post("/api/rest", #"{"from":"2026-11-03","to":"2026-11-04","kind":"sick","note":"Flu"}"#)
    let marks =
      #"[{"day":"2026-11-03","kind":"sick","note":"Flu"},{"day":"2026-11-04","kind":"sick","note":"Flu"}]"#
    #expect(marked.status == 200 && marked.text == marks)
    #expect(try await post("/api/rest", #"{"from":"2026-12-24"}"#).text.contains(#""kind":"rest","note":null"#))
    #expect(try await client.get("/api/rest?to=2026-11-30").text == marks)
    #expect(try await post("/api/rest/remove", #"{"from":"2026-11-01","to":"2026-11-30"}"#).text == marks)
    #expect(try await client.get("/api/rest?to=2026-11-30").text == "[]")
    #expect(try await post("/api/undo").status == 200)
    #expect(try await client.get("/api/rest?to=2026-11-30").text == marks, "one command")
  }

  @Test("The last command is undone and redone, if nothing has happened since")
  func undo() async throws {
    #expect(try await post("/api/undo").status == 409, "there is nothing to undo")
    try await client.add("Run", "Lake")
    #expect(try await post("/api/undo", #"{"expect":0}"#).status == 409)
    let undone = try await post("/api/undo", #"{"expect":1}"#)
    #expect(undone.text == #"{"undone":{"command":1,"action":"created","checkIns":[1]},"sequence":2}"#)
    #expect(try journal().existingCheckIn(1).isDiscarded)
    #expect(try await post("/api/redo").text.hasPrefix(#"{"redone":{"command":1,"#))
    #expect(try !journal().existingCheckIn(1).isDiscarded)
    #expect(try await post("/api/redo").status == 409)
  }

  @Test("A check-in's photo is set and removed")
  func photo() async throws {
    try await client.add("Run", "Lake")
    let bytes = try Array(Data(contentsOf: Self.photo))
    let token = try await String(client.get("/api/token").text.split(separator: "\"")[3])
    func put(_ bytes: [UInt8], type: String = "image/jpeg", match: String? = "*") async throws -> WebClient.Answer {
      var headers = ["X-CheckIn-Token": token, "Content-Type": type]
      headers["If-Match"] = match
      return try await client.send(.put, "/api/check-ins/1/photo", headers: headers, body: bytes)
    }
    #expect(try await put(bytes, match: nil).status == 428)
    #expect(try await put(bytes, type: "text/plain").status == 415)
    #expect(try await put(Array("no photo".utf8)).status == 422)
    #expect(try await put([UInt8](repeating: 0, count: 50_000_001)).status == 413)
    let set = try await put(bytes, match: "\"1\"")
    #expect(set.status == 200 && set.headers[.eTag] != "\"1\"", "\(set.text)")
    let digest = try #require(try journal().existingCheckIn(1).photo?.digest)
    #expect(try await Digest(of: client.get("/photos/\(digest)").bytes) == digest)
    #expect(try await put(bytes, match: "\"1\"").status == 412)
    #expect(try await send(.delete, "/api/check-ins/1/photo", match: "*").text.contains(#""photo":null"#))
    #expect(try await send(.delete, "/api/check-ins/1/photo", match: "*").status == 409)
  }

  @Test("Check-ins are found by their words, and pages of them follow each other")
  func search() async throws {
    for number in 1...5 { try await client.add("Run", "Lake \(number)") }
    try await client.add("Gym", "Legs")
    func titles(_ answer: WebClient.Answer) throws -> [String] {
      let found = try JSONSerialization.jsonObject(with: Data(answer.bytes)) as? [[String: Any]]
      return try #require(found).compactMap { $0["title"] as? String }
    }
    #expect(try await titles(client.get("/api/search?q=lake")).count == 5)
    #expect(try await titles(client.get("/api/search?q=lake&type=gym")).isEmpty)
    #expect(try await titles(client.get("/api/search?type=gym&photo=false")) == ["Legs"])
    let first = try await client.get("/api/search?q=l%C3%A4ke&limit=3")
    let link = try #require(first.headers[API.linkHeader])
    let next = try #require(link.firstMatch(of: /<([^>]*)>; rel="next"/)).output.1
    #expect(try await titles(first).count + titles(client.get(String(next))).count == 5)
    for query in ["type=luck", "photo=perhaps", "from=x", "limit=0", "after=x"] {
      #expect(try await client.get("/api/search?" + query).status == 422, "\(query)")
    }
  }

  @Test(
    "A member that is missing, misspelt or of another kind changes nothing, and the answer names it",
    arguments: [
      ("/api/sessions", #"{"plan":"x"}"#, "plan"), ("/api/sessions", #"{"titel":"x"}"#, "title"),
      ("/api/sessions", #"{"title":null}"#, "title"), ("/api/sessions", #"{"at":"later"}"#, "at"),
      ("/api/sessions/1/sets", #"{"exercise":"bench"}"#, "notation"),
      ("/api/sessions/1/sets", #"{"exercise":"bench","sets":[]}"#, "sets"),
      ("/api/sessions/1/sets", #"{"exercise":"bench","sets":[{"reps":1.5}]}"#, "reps"),
      ("/api/sessions/1/sets", #"{"exercise":"bench","sets":[{"reps":1,"weight":{"unit":"kg"}}]}"#, "value"),
      ("/api/sessions/1/sets", #"{"exercise":"bench","sets":[{"reps":1,"weight":{}}]}"#, "value"),
      ("/api/sessions/1/sets", #"{"exercise":"bench","sets":[{"reps":1,"weight":{"value":1,"unit":"st"}}]}"#, "unit"),
      ("/api/sessions/1/sets", #"{"exercise":"bench","sets":[{"reps":1,"kind":"best"}]}"#, "kind"),
      ("/api/sessions/1/sets", #"{"exercise":"bench","sets":[{"reps":1,"effort":9}]}"#, "rpe"),
      ("/api/plans", #"{"name":"x"}"#, "text"), ("/api/goals", #"{"goal":"Run","count":3}"#, "period"),
      ("/api/goals", #"{"goal":"luck","count":3,"period":"week"}"#, "goal"),
      ("/api/rest", "{}", "from"), ("/api/rest", #"{"from":"2026-11-31"}"#, "from"),
      ("/api/rest", #"{"from":"2026-11-21","to":"2026-11-20"}"#, "to"),
      ("/api/rest", #"{"from":"2026-11-21","kind":"lazy"}"#, "kind"),
      ("/api/rest/remove", #"{"day":"2026-11-21"}"#, "from"),
      ("/api/undo", #"{"expect":"1"}"#, "expect"),
      ("/api/sessions/1/link", "{}", "checkIn"),
      ("/api/sessions/1/finish", #"{"noCheckIn":"yes"}"#, "noCheckIn"), ("/api/check-ins/1/settle", "{}", "field"),
    ])
  func wrongMembers(path: String, body: String, named: String) async throws {
    try await start()
    let before = try journal().sequence
    let answer = try await post(path, body)
    #expect(answer.status == 422 && answer.text.contains(named), "\(answer.status) \(answer.text)")
    #expect(try journal().sequence == before)
  }

  @Test(
    "No command is taken without the token",
    arguments: [
      "/api/sessions", "/api/sessions/1/finish", "/api/sessions/1/discard", "/api/sessions/1/restore",
      "/api/sessions/1/check-in", "/api/sessions/1/link", "/api/sessions/1/unlink", "/api/sessions/1/sets",
      "/api/sessions/1/sets/1/remove",
      "/api/plans", "/api/plans/1/use", "/api/plans/1/deactivate", "/api/plans/1/discard", "/api/plans/1/restore",
      "/api/exercises", "/api/goals", "/api/goals/clear", "/api/undo", "/api/redo", "/api/check-ins/1/settle",
      "/api/rest", "/api/rest/remove",
    ])
  func token(path: String) async throws {
    #expect(try await send(.post, path, "{}", token: false).status == 403)
  }

  @Test(
    "No edit is taken without the token",
    arguments: [
      (HTTPRequest.Method.patch, "/api/sessions/1"), (.patch, "/api/sessions/1/sets/1"), (.patch, "/api/plans/1"),
      (.patch, "/api/exercises/1"), (.put, "/api/check-ins/1/photo"), (.delete, "/api/check-ins/1/photo"),
    ])
  func tokenOfEdits(method: HTTPRequest.Method, path: String) async throws {
    #expect(try await send(method, path, "{}", match: "*", token: false).status == 403)
  }
}
