import CheckInJournal
import Foundation
import TestSupport
import Testing

/// Two devices that write by themselves, and then get each other's logs.
@Suite("A journal of several devices, as commands")
struct GroupCommandTests {
  private let laptop: CheckInProcess
  private let phone: CheckInProcess
  private let devices: TwoDevices

  init() throws {
    laptop = try CheckInProcess()
    phone = try CheckInProcess()
    try laptop.run("add", "run", "On the laptop", "--at", "2026-11-20 07:00")
    try phone.run("add", "swim", "On the phone", "--at", "2026-11-19 18:00")
    devices = try TwoDevices(laptop: laptop.journal, phone: phone.journal)
  }

  private func sync() throws { try devices.sync() }

  @Test("Both show the same after a sync, and name what is the other's")
  func same() throws {
    try sync()
    for arguments in [["stats", "--json"], ["month", "--json"], ["months", "--json"]] {
      var shown = try [laptop, phone].map { try $0.run(arguments).output }
      // The numbers are each device's own, and the sequence says how far its own log goes.
      shown = shown.map { $0.replacing(/"(number|newest)":("[a-z]+\/1"|1)/, with: "") }
      #expect(shown[0] == shown[1])
    }
    #expect(try laptop.run("list").output.contains("phone/1"))
    #expect(try laptop.run("show", "phone/1").output.hasPrefix("phone/1  Swim  On the phone\n"))
    #expect(try laptop.run("show", "1").output.hasPrefix("1  Run  On the laptop\n"))
    #expect(try phone.run("show", "laptop/1").output.hasPrefix("laptop/1  Run  On the laptop\n"))
    for wrong in ["phone/2", "tablet/1"] {
      let absent = try laptop.run("show", wrong)
      #expect(absent.status == 66 && absent.errors.contains(wrong))
    }
    let answer = try laptop.run("audit", "--json")
    let audit = answer.lines
    #expect(answer.status == 0 && audit.filter { $0.contains(#""device":"phone""#) }.count == 1 && audit.count == 2)
    #expect(try laptop.run("audit", "-n", "1", "--json").lines == [audit[audit.count - 1]])
    for device in [laptop, phone] { #expect(try device.run("verify").status == 0) }
  }

  @Test("What was said differently is listed until an edit settles it, on both")
  func conflict() throws {
    try sync()
    try laptop.run("edit", "1", "--title", "Lake")
    try phone.run("edit", "laptop/1", "--title", "Forest")
    try phone.run("edit", "laptop/1", "--calories", "300")
    try sync()
    let titles = try [laptop, phone].map { try $0.run("list", "--json").array().compactMap { $0["title"] as? String } }
    #expect(titles[0] == titles[1])
    #expect(try laptop.run("show", "1").output.contains("300"))
    for (device, number) in [(laptop, "1"), (phone, "laptop/1")] {
      let lines = try device.run("conflicts").lines
      #expect(lines.count == 3 && lines[0] == "\(number)  title", "\(lines)")
      #expect(Set(lines.dropFirst().map { String($0.split(separator: " ").last ?? "") }) == ["Lake", "Forest"])
      let conflict = try #require(try device.run("conflicts", "--json").array().first)
      #expect(conflict["field"] as? String == "title" && (conflict["candidates"] as? [Any])?.count == 2)
    }
    // Also with the value that it has.
    try laptop.run("edit", "1", "--title", titles[0].contains("Lake") ? "Lake" : "Forest")
    try sync()
    for device in [laptop, phone] { #expect(try device.run("conflicts").output == "No conflicts.\n") }
  }

  @Test("Undo reverses what this device did, and leaves what another did since")
  func undo() throws {
    try sync()
    try laptop.run("edit", "1", "--title", "Lake", "--notes", "cold")
    try sync()
    try phone.run("edit", "laptop/1", "--notes", "warm")
    try sync()
    #expect(try laptop.run("undo").status == 0)
    try sync()
    for (device, number) in [(laptop, "1"), (phone, "laptop/1")] {
      let shown = try device.run("show", number).output
      #expect(shown.contains("On the laptop") && shown.contains("warm"), "\(shown)")
    }
  }

  @Test("One command of this device is undone alone, unless another device has changed the same since")
  func undoAlone() throws {
    try sync()
    // Event 2 says what is known of the phone's log.
    #expect(try laptop.run("edit", "phone/1", "--title", "Pool").status == 0)
    #expect(try laptop.run("edit", "phone/1", "--distance", "2km").status == 0)
    try sync()
    try phone.run("edit", "1", "--title", "Sea")
    try phone.run("edit", "1", "--notes", "salty")
    try sync()
    let refusal = try laptop.run("undo", "3")
    #expect(refusal.status != 0)
    #expect(refusal.errors.contains("event phone/3 changed the title of check-in phone/1"), "\(refusal.errors)")
    #expect(try laptop.run("undo", "4").status == 0)
    let shown = try laptop.run("show", "phone/1", "--json").object()
    #expect(shown["distance"] == nil && shown["title"] as? String == "Sea" && shown["notes"] as? String == "salty")
  }

  @Test("What became of check-ins between two moments is told of those of every device")
  func differences() throws {
    try sync()
    try laptop.run("edit", "1", "--title", "Lake")
    try phone.run("edit", "1", "--distance", "2km")
    try phone.run("discard", "laptop/1")
    try sync()
    // The discard did not know of the edit, so the check-in stays.
    let lines = try laptop.run("diff", "1").lines
    #expect(lines.count == 2 && lines[0] == #"edited     1  Lake  title "On the laptop" → "Lake""#, "\(lines)")
    #expect(lines.last?.hasPrefix("created    phone/1  ") == true, "\(lines)")
    let changes = try #require(try laptop.run("diff", "1", "--json").object()["changes"] as? [[String: Any]])
    #expect(changes.map { $0["change"] as? String } == ["edited", "created"])
    #expect(changes.last?["checkIn"] as? String == "phone/1")
  }

  @Test("Words are found in the check-ins of every device")
  func search() throws {
    try sync()
    #expect(try laptop.run("search", "phone").lines.first?.hasPrefix("phone/1  ") == true)
    #expect(try phone.run("search", "laptop").lines.first?.hasPrefix("laptop/1  ") == true)
    #expect(try phone.run("list", "--type", "run").output.contains("laptop/1"))
  }

  @Test("A backup has the copies of the others' logs")
  func backup() throws {
    try sync()
    let target = laptop.directory + "/backup"
    #expect(try laptop.run("backup", target).status == 0)
    #expect(try laptop.run("show", "phone/1", "--journal", target).status == 0)
    try phone.run("add", "walk", "Later", "--at", "2026-11-20 12:00")
    try sync()
    #expect(try laptop.run("backup", target).status == 0)
    #expect(try laptop.run("show", "phone/2", "--journal", target).status == 0)
  }

  @Test("Exports name the check-ins of other devices, and can be imported again")
  func exports() throws {
    try sync()
    try phone.run("edit", "laptop/1", "--title", "Lake")
    try laptop.run("edit", "phone/1", "--title", "Pool")
    try sync()
    let file = laptop.directory + "/all."
    for format in ["jsonl", "ics", "sqlite", "csv"] {
      #expect(try laptop.run("export", file + format, "--format", format).status == 0, "\(format)")
    }
    let lines = try String(contentsOfFile: file + "jsonl", encoding: .utf8)
    #expect(lines.contains(#"{"number":"phone/1","#) && lines.contains(#"{"number":1,"#))
    let empty = try CheckInProcess()
    for format in ["jsonl", "csv"] { #expect(try empty.run("import", file + format).status == 0) }
    #expect(try empty.run("list", "--json").array().compactMap { $0["title"] as? String } == ["Lake", "Pool"])
    // Each was changed once, by the device that has not created it.
    let calendar = try String(contentsOfFile: file + "ics", encoding: .utf8)
    #expect(calendar.split(separator: "SEQUENCE:1\r\n").count == 3 && !calendar.contains(":1970"), "\(calendar)")
    let rows = try Tool.shell(
      "sqlite3 all.sqlite 'SELECT title, name FROM check_ins ORDER BY number; "
        + "SELECT replica, action FROM events JOIN check_ins ON number = check_in ORDER BY replica, action'",
      in: laptop.directory)
    #expect(
      rows.text.split(separator: "\n") == [
        "Lake|", "Pool|phone/1", "laptop|created", "laptop|edited", "phone|created", "phone|edited",
      ], "\(rows.text)")
    // Without a group there are no such columns.
    let alone = try CheckInProcess()
    try alone.run("add", "run", "Lake")
    #expect(try alone.run("export", laptop.directory + "/alone.sqlite", "--format", "sqlite").status == 0)
    let columns = try Tool.shell(
      "sqlite3 alone.sqlite \"SELECT name FROM pragma_table_info('check_ins') WHERE name = 'name' "
        + "UNION ALL SELECT name FROM pragma_table_info('events') WHERE name = 'replica'\"", in: laptop.directory)
    #expect(columns.text.isEmpty)
  }

  @Test("Snapshots decide nothing")
  func snapshots() throws {
    try sync()
    try phone.run("edit", "laptop/1", "--title", "Forest")
    try sync()
    let before = try laptop.run("list", "--json").output
    try laptop.run("rebuild")
    #expect(try laptop.run("list", "--json").output == before)
    try? FileManager.default.removeItem(atPath: laptop.journal + "/snapshot.sqlite")
    #expect(try laptop.run("list", "--json").output == before)
  }
}
