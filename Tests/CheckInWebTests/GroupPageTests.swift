import CheckInJournal
import Foundation
import HTTPTypes
import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInWeb

/// The page is the laptop's.
@Suite("The page of a journal on several devices")
struct GroupPageTests {
  private let client: WebClient

  init() throws { client = try WebClient() }

  /// A group with a phone, after both have got a check-in of the laptop.
  private func join() async throws -> TwoDevices {
    try await client.add("Run", "Lake", [("calories", "300")])
    let phone = client.directory.path + "/phone"
    try Journal(at: phone).close()
    let devices = try TwoDevices(laptop: client.journalPath, phone: phone)
    try devices.sync()
    return devices
  }

  private func edit(at path: String, _ body: (Journal) throws -> Void) throws {
    let journal = try Journal(at: path)
    try body(journal)
    try journal.close()
  }

  private func onPhone(_ devices: TwoDevices, _ body: (Journal, Int) throws -> Void) throws {
    try edit(at: devices.phone) { journal in
      try body(journal, try #require(journal.number(1, on: "laptop")))
    }
  }

  /// Sends the form of a conflict as the page shows it.
  private func choose(
    _ device: String, field: String, of number: Int = 1, seen: String? = nil
  ) async throws -> WebClient.Answer {
    let page = try await client.get("/conflicts").text
    let shown = page.split(separator: "<section").map(String.init)
      .first { $0.contains("conflict-\(number)-\(field)\"") }
    func value(_ name: String, beginning: String = "") -> String {
      let pattern = "name=\"\(name)\" value=\"(\(beginning)[^\"]*)\""
      return (try? Regex(pattern, as: (Substring, Substring).self)).flatMap { shown?.firstMatch(of: $0) }
        .map { String($0.output.1) } ?? ""
    }
    let fields = [
      ("token", try await client.token()), ("field", field), ("seen", seen ?? value("seen")),
      ("choice", value("choice", beginning: device)),
    ]
    return try await client.post(
      "/conflicts/\(number)", fields.map { "\($0.0)=\(FormFields.encoded($0.1))" }.joined(separator: "&"))
  }

  @Test("Without a group there is no trace of it")
  func alone() async throws {
    try await client.add("Run", "Lake")
    #expect(try await client.get("/conflicts").status == 404)
    #expect(try await client.post("/conflicts/1", "field=title").status == 404)
    #expect(try await client.get("/api/group").status == 404)
    #expect(try await client.get("/api/conflicts").text == "[]")
    for path in ["/", "/devices", "/check-ins/1"] {
      let text = try await client.get(path).text.lowercased()
      #expect(!text.contains("conflict") && !text.contains("contested") && !text.contains("with this journal"))
    }
  }

  @Test("Devices are shown with how far they are, and what waits")
  func devices() async throws {
    let devices = try await join()
    try onPhone(devices) { journal, number in try journal.edit(number, with: CheckInChanges(title: "Pool")) }
    try devices.sync()
    let page = try await client.get("/devices").text
    for words in [
      "Devices with this journal", "laptop · this device", "1 change here · last wrote today", ">phone<",
      // One of them says what the phone knows of the laptop.
      "2 changes here · last wrote today", "1 change waits to be carried. Not synced yet.",
      "Through /nowhere, not sealed.", "No conflicts", "Paired devices", "no journal of their own",
    ] {
      #expect(page.contains(words), "\(words)")
    }
    let answer = try await client.get("/api/group").text
    let laptop = #""name":"laptop","thisDevice":true,"events":1,"elsewhere":0,"has":{"phone":2}"#
    #expect(answer.contains(laptop), "\(answer)")
  }

  @Test("A conflict is shown, hinted at, and settled by the value of either, on both")
  func settle() async throws {
    let devices = try await join()
    try edit(at: devices.laptop) { try $0.edit(1, with: CheckInChanges(title: "Hill", calories: .set(310))) }
    try onPhone(devices) { try $0.edit($1, with: CheckInChanges(title: "Pool", calories: .clear)) }
    try devices.sync()
    let hint = "<a id=\"conflicts\" href=\"/conflicts\">2 conflicts to settle</a>"
    #expect(try await client.get("/").text.contains(hint))
    let detail = try await client.get("/check-ins/1").text
    #expect(detail.contains("<a href=\"/conflicts#conflict-1-title\">Title</a>"))
    #expect(detail.contains("<a class=\"pill contested\" href=\"/conflicts#conflict-1-title\">contested</a>"))
    let page = try await client.get("/conflicts").text
    for words in ["Hill", "Pool", "310 kcal", ">nothing<", "laptop · ", "phone · ", "shown now"] {
      #expect(page.contains(words), "\(words)")
    }
    #expect(try await client.get("/api/conflicts").text.contains(#"{"number":1,"field":"title","candidates":[{"#))
    let seen = "laptop/2 phone/2"
    let answer = try await choose("laptop", field: "title")
    #expect(answer.status == 303 && answer.headers[.location]?.hasPrefix("/conflicts?notice=settled") == true)
    #expect(try await choose("phone", field: "calories").status == 303)
    #expect(try await client.get("/conflicts").text.contains("No conflicts: all devices say the same."))
    // What was settled already is not settled again.
    let stale = try await choose("laptop", field: "title", seen: seen)
    #expect(stale.status == 409 && stale.text.contains("Somebody has settled or changed this"))
    try devices.sync()
    for path in [devices.laptop, devices.phone] {
      let journal = try Journal(at: path, for: .readOnly)
      let checkIn = try #require(try journal.checkIns(limit: 1).first)
      #expect(checkIn.title == "Hill" && checkIn.calories == nil && journal.conflicts().isEmpty)
    }
  }

  @Test("What came after the page was read is not settled with it, and forms of others are refused")
  func stale() async throws {
    let devices = try await join()
    try edit(at: devices.laptop) { try $0.edit(1, with: CheckInChanges(title: "Hill")) }
    try onPhone(devices) { try $0.edit($1, with: CheckInChanges(title: "Pool")) }
    try devices.sync()
    #expect(try await choose("laptop", field: "title", seen: "laptop/2").status == 409)
    #expect(try await choose("tablet", field: "title").status == 409)
    #expect(try await choose("laptop", field: "colour").status == 400)
    #expect(try await client.post("/conflicts/1", "field=title&seen=&choice=").status == 403)
    #expect(try Journal(at: devices.laptop, for: .readOnly).conflicts().count == 1)
  }

  @Test("A form that was opened before an earlier edit arrived takes nothing back")
  func form() async throws {
    let devices = try await join()
    try onPhone(devices) { try $0.edit($1, with: CheckInChanges(title: "Pool")) }
    try edit(at: devices.laptop) { try $0.edit(1, with: CheckInChanges(notes: "windy")) }
    let form = [
      ("token", try await client.token()), ("expect", try await client.value(named: "expect", in: "/check-ins/1/edit")),
      ("type", "Run"), ("title", "Lake"), ("time", "2026-11-20T18:00"), ("calories", "300"),
    ]
    let tag = try #require(try await client.get("/api/check-ins/1").headers[.eTag])
    #expect(tag.contains("-"))
    try devices.sync()
    #expect(try await client.get("/api/check-ins/1").headers[.eTag] != tag)
    let answer = try await client.submit("/check-ins/1/edit", form + [("notes", "windy and wet")])
    #expect(answer.status == 409 && answer.text.contains("Pool"))
    #expect(try Journal(at: devices.laptop, for: .readOnly).checkIn(1)?.title == "Pool")
    // What was looked at again is saved.
    let decided = try #require(
      try answer.text.firstMatch(of: Regex("name=\"expect\" value=\"([^\"]*)\"", as: (Substring, Substring).self))
        .map { String($0.output.1) })
    let again = form.filter { $0.0 != "expect" } + [("expect", decided), ("notes", "windy and wet")]
    #expect(try await client.submit("/check-ins/1/edit", again).status == 303)
    let saved = try #require(try Journal(at: devices.laptop, for: .readOnly).checkIn(1))
    #expect(saved.title == "Lake" && saved.notes == "windy and wet")
  }

  @Test("A form settles only what was changed in it")
  func formWithConflict() async throws {
    let devices = try await join()
    try edit(at: devices.laptop) { try $0.edit(1, with: CheckInChanges(title: "Hill")) }
    try onPhone(devices) { try $0.edit($1, with: CheckInChanges(title: "Pool")) }
    try devices.sync()
    let form = [
      ("token", try await client.token()), ("expect", try await client.value(named: "expect", in: "/check-ins/1/edit")),
      ("type", "Run"), ("title", "Pool"), ("time", "2026-11-20T18:00"), ("calories", "300"), ("notes", "wet"),
    ]
    #expect(try await client.submit("/check-ins/1/edit", form).status == 303)
    let journal = try Journal(at: devices.laptop, for: .readOnly)
    #expect(try journal.checkIn(1)?.notes == "wet" && journal.conflicts().map(\.field) == [.title])
  }

  @Test("A form settles nothing that was not in conflict when it was opened")
  func conflictMeanwhile() async throws {
    let devices = try await join()
    try onPhone(devices) { try $0.edit($1, with: CheckInChanges(title: "Pool")) }
    try edit(at: devices.laptop) { try $0.edit(1, with: CheckInChanges(title: "Hill")) }
    let token = try await client.token()
    func form(expecting version: String) -> [(String, String)] {
      [
        ("token", token), ("expect", version), ("type", "Run"), ("title", "Steep hill"), ("time", "2026-11-20T18:00"),
        ("calories", "300"),
      ]
    }
    let opened = try await client.value(named: "expect", in: "/check-ins/1/edit")
    try devices.sync()
    let now = try await client.value(named: "expect", in: "/check-ins/1/edit")
    let answer = try await client.submit("/check-ins/1/edit", form(expecting: opened))
    #expect(answer.status == 409 && answer.text.contains("laptop: Hill") && answer.text.contains("phone: Pool"))
    #expect(answer.text.contains("value=\"Steep hill\""))
    #expect(try Journal(at: devices.laptop, for: .readOnly).conflicts().map(\.field) == [.title])
    #expect(try await client.submit("/check-ins/1/edit", form(expecting: now)).status == 303)
    let journal = try Journal(at: devices.laptop, for: .readOnly)
    #expect(try journal.checkIn(1)?.title == "Steep hill" && journal.conflicts().isEmpty)
  }

  @Test("A form of before the group takes nothing back either", arguments: [true, false])
  func formOfBefore(isOfOlderVersion: Bool) async throws {
    try await client.add("Run", "Lake", [("calories", "300")])
    let opened = try await client.value(named: "expect", in: "/check-ins/1/edit")
    let phone = client.directory.path + "/phone"
    try Journal(at: phone).close()
    let devices = try TwoDevices(laptop: client.journalPath, phone: phone)
    try devices.sync()
    try onPhone(devices) { try $0.edit($1, with: CheckInChanges(title: "Pool")) }
    try edit(at: devices.laptop) { try $0.edit(1, with: CheckInChanges(notes: "windy")) }
    try devices.sync()
    let version = isOfOlderVersion ? String(try #require(CheckInVersion(opened)).sequence + 1) : opened
    let form = [
      ("token", try await client.token()), ("expect", version), ("type", "Run"), ("title", "Lake"),
      ("time", "2026-11-20T18:00"), ("calories", "310"), ("notes", ""),
    ]
    let answer = try await client.submit("/check-ins/1/edit", form)
    let journal = try Journal(at: devices.laptop, for: .readOnly)
    let checkIn = try #require(try journal.checkIn(1))
    #expect(checkIn.title == "Pool" && checkIn.notes == "windy")
    // Where the form's beginning is known, the two are put together.
    #expect(answer.status == (isOfOlderVersion ? 409 : 303) && checkIn.calories == (isOfOlderVersion ? 300 : 310))
    // What was left alone is in the form as it is now.
    if isOfOlderVersion { #expect(answer.text.contains("value=\"Pool\"") && answer.text.contains("value=\"310\"")) }
  }

  @Test("A discard against a change is settled either way", arguments: [true, false])
  func discard(isKept: Bool) async throws {
    let devices = try await join()
    try edit(at: devices.laptop) { try $0.discard([1]) }
    try onPhone(devices) { try $0.edit($1, with: CheckInChanges(title: "Pool")) }
    try devices.sync()
    let page = try await client.get("/conflicts").text
    #expect(page.contains("Discarded or kept") && page.contains("kept and changed"))
    #expect(try await choose(isKept ? "phone" : "laptop", field: "discarded").status == 303)
    try devices.sync()
    for path in [devices.laptop, devices.phone] {
      let journal = try Journal(at: path, for: .readOnly)
      #expect(journal.conflicts().isEmpty)
      #expect(try journal.checkIns(limit: 2).count == (isKept ? 1 : 0))
    }
  }

  @Test("A check-in of another device has its name there, and what was done there says so")
  func names() async throws {
    let devices = try await join()
    try edit(at: devices.phone) { journal in
      let time = try #require(journal.checkIns(limit: 1).first?.time)
      try journal.create(CheckInDraft(type: .swim, title: "Sea", time: time))
    }
    try devices.sync()
    let number = try #require(Journal(at: devices.laptop, for: .readOnly).number(1, on: "phone"))
    let page = try await client.get("/check-ins/\(number)").text
    #expect(page.contains("<dd>phone/1</dd>") && page.contains("by another program, on phone"))
    #expect(try await client.get("/check-ins/\(number)/edit").text.contains("Edit check-in phone/1"))
    #expect(try await client.get("/check-ins/\(number)/history").text.contains("Changes of check-in phone/1"))
    #expect(try await client.get("/check-ins/1").text.contains("<dd>1</dd>"))
    let answer = try await client.get("/api/check-ins/phone%2F1")
    #expect(answer.status == 200 && answer.text.contains(#""number":"phone/1""#))
    #expect(try await client.get("/api/check-ins/\(number)").text == answer.text)
    #expect(try await client.get("/api/check-ins/laptop%2F1").text == client.get("/api/check-ins/1").text)
    for path in ["tablet%2F1", "phone%2F2", "phone%2F0", "phone%2F", "%2F1", "phone%2Fphone%2F1"] {
      #expect(try await client.get("/api/check-ins/\(path)").status == 404, "\(path)")
    }
  }

  @Test("Open pages learn of it also if less can be read than before")
  func revision() async throws {
    let devices = try await join()
    try onPhone(devices) { journal, number in try journal.edit(number, with: CheckInChanges(title: "Pool")) }
    try devices.sync()
    func revision() async throws -> Int {
      let text = try await client.get("/").text
      return Int(try #require(text.firstMatch(of: /data-events="([0-9]+)"/)).output.1) ?? 0
    }
    let before = try await revision()
    #expect(try await revision() == before)
    let phone = try #require(try ReplicaLog(ofJournalAt: devices.phone).replica())
    let head = URL(filePath: "\(devices.laptop)/peers/\(phone.uuidString)/HEAD")
    let whole = try Data(contentsOf: head)
    try Data("no head".utf8).write(to: head)
    let damaged = try await revision()
    #expect(damaged > before)
    try whole.write(to: head)
    #expect(try await revision() > damaged)
  }

  @Test("What another device did last is not undone here")
  func undo() async throws {
    let devices = try await join()
    #expect(try await client.get("/audit").text.contains("action=\"/undo\""))
    try onPhone(devices) { journal, number in try journal.edit(number, with: CheckInChanges(title: "Pool")) }
    try devices.sync()
    let page = try await client.get("/audit").text
    #expect(page.contains("Pool") && !page.contains("action=\"/undo\""))
  }

  @Test("A damaged copy keeps no check-in from being shown, and the page says what to do")
  func damagedEvents() async throws {
    let devices = try await join()
    for title in ["Pool", "Pond", "Sea"] {
      try onPhone(devices) { journal, number in try journal.edit(number, with: CheckInChanges(title: title)) }
    }
    try devices.sync()
    let sound = try await client.get("/check-ins/1")
    #expect(sound.status == 200 && sound.text.contains("Pond"))
    let phone = try #require(try ReplicaLog(ofJournalAt: devices.phone).replica())
    let segment = URL(filePath: "\(devices.laptop)/peers/\(phone.uuidString)/log/00000000000000000001.lz4")
    var bytes = try Data(contentsOf: segment)
    for index in bytes.count / 2..<bytes.count / 2 + 3 { bytes[index] ^= 0xFF }
    try bytes.write(to: segment)
    let damaged = try await client.get("/check-ins/1")
    #expect(damaged.status == 200 && damaged.text.contains("Sea"))
    #expect(damaged.text.contains("is damaged") && damaged.text.contains("peers/\(phone.uuidString)"))
  }

  @Test("A check-in that was united with another has one version, whichever number it is asked by")
  func united() async throws {
    let id = UUID()
    func create(at path: String, title: String) throws {
      try edit(at: path) { journal in
        let time = CheckInTime(instantMilliseconds: 1_763_600_000_000, offsetMinutes: 60, timeZone: "Europe/Berlin")
        try journal.create(CheckInDraft(id: id, type: .run, title: title, time: time))
      }
    }
    let phone = client.directory.path + "/phone"
    try create(at: client.journalPath, title: "Lake")
    try create(at: phone, title: "Pool")
    let devices = try TwoDevices(laptop: client.journalPath, phone: phone)
    try devices.sync()
    let journal = try Journal(at: devices.laptop, for: .readOnly)
    let other = try #require(journal.number(1, on: "phone"))
    let base = try journal.baseVersion(of: other)
    #expect(try other != 1 && base == journal.baseVersion(of: 1) && !base.conflicts.isEmpty)
    try edit(at: devices.laptop) { try $0.edit(other, with: CheckInChanges(title: "Lake"), expecting: base.version) }
    #expect(try Journal(at: devices.laptop, for: .readOnly).conflicts().isEmpty)
  }

  @Test("A copy that cannot be read is reported")
  func damaged() async throws {
    let devices = try await join()
    try onPhone(devices) { journal, number in try journal.edit(number, with: CheckInChanges(title: "Pool")) }
    try devices.sync()
    let phone = try #require(try ReplicaLog(ofJournalAt: devices.phone).replica())
    try Data("no head".utf8).write(to: URL(filePath: "\(devices.laptop)/peers/\(phone.uuidString)/HEAD"))
    let page = try await client.get("/devices").text
    #expect(page.contains("its copy here is incomplete") && page.contains("HEAD cannot be read"))
    #expect(page.contains("Not all that others have written can be shown:"))
    #expect(try await client.get("/").text.contains(#"role="alert">Incomplete: The copy of phone"#))
    #expect(try await client.get("/api/group").headers[API.incompleteHeader]?.contains("HEAD cannot be read") == true)
    for path in ["/api/check-ins", "/api/check-ins/99", "/api/stats", "/api/audit", "/api/sessions"] {
      let header = try #require(try await client.get(path).headers[API.incompleteHeader], "\(path)")
      #expect(try JSONDecoder().decode([String].self, from: Data(header.utf8)).count == 1)
    }
    // A check-in is saved all the same.
    try await client.add("Run", "Meanwhile", [])
    #expect(try await client.get("/api/check-ins").text.contains("Meanwhile"))
  }
}
