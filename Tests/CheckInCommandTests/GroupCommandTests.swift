import CheckInJournal
import Foundation
import JournalTestSupport
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
      #expect(lines.count == 2 && lines[0].hasPrefix("1  \(number) ") && lines[0].contains(", Title: "), "\(lines)")
      for part in ["Lake on laptop", "Forest on phone", "(shown now)"] { #expect(lines[0].contains(part), "\(lines)") }
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

  /// The phone has a plan and an open session of it, with two sets; the laptop has logged a third.
  private func train() throws {
    try Data("Bench Press / 3x8 80kg\n".utf8).write(to: URL(filePath: phone.directory + "/plan.txt"))
    try phone.run("plan", "new", "Push A", phone.directory + "/plan.txt")
    try phone.run("plan", "use", "1")
    try phone.run("session", "start", "--at", "2026-11-20 18:00")
    try phone.run("log", "bench", "80x10", "90x8")
    try sync()
    try laptop.run("log", "bench", "100x5")
    try sync()
  }

  @Test("Sessions, plans and sets of another device are called by its name in answers, and can be typed so")
  func workoutNames() throws {
    try train()
    let open = try laptop.run("session").output
    #expect(open.hasPrefix("phone/1  Push A  "), "\(open)")
    #expect(open.contains("#phone/1 80 kg × 10  #phone/2 90 kg × 8  #1 100 kg × 5"), "\(open)")
    #expect(try phone.run("session").output.contains("#1 80 kg × 10  #2 90 kg × 8  #laptop/1 100 kg × 5"))
    let session = try laptop.run("session", "--json").object()
    #expect(session["number"] as? String == "phone/1")
    #expect((session["plan"] as? [String: Any])?["number"] as? String == "phone/1")
    let sets = try #require(session["sets"] as? [[String: Any]])
    #expect(sets.prefix(2).map { $0["number"] as? String } == ["phone/1", "phone/2"] && sets[2]["number"] as? Int == 1)
    #expect(try laptop.run("plan").output.hasPrefix("# phone/1  Push A"))
    #expect(try laptop.run("plan", "--json").object()["number"] as? String == "phone/1")

    // Where they are typed, with the number that the journal has for them as well.
    for number in ["phone/2", "2147483650"] {
      #expect(
        try laptop.run("session", "set", "phone/1", number, "95x\(number.count)").output
          .hasPrefix("Changed set phone/2 of session phone/1  "))
    }
    for verb in ["remove", "restore"] {
      let answer = try laptop.run("session", verb, "phone/1", "phone/2").output
      #expect(answer.contains("d set phone/2 of session phone/1  "), "\(answer)")
    }
    #expect(try laptop.run("session", "finish", "--no-check-in").output.contains("checkin session check-in phone/1"))
    #expect(try laptop.run("session", "link", "phone/1", "phone/1").output.hasPrefix("Linked session phone/1  "))
    #expect(try laptop.run("show", "session", "phone/1").output.contains("Plan phone/1  Push A\nCheck-in phone/1\n"))
    #expect(try laptop.run("show", "phone/1").output.contains(#"phone/1; "checkin show session phone/1" shows it"#))
    #expect(try laptop.run("show", "phone/1", "--json").object()["session"] as? String == "phone/1")
    for number in ["phone/1", "2147483649"] {
      for (command, answer) in [
        (["session", "edit", number, "--title", number], "Changed session"),
        (["session", "discard", number], "Discarded session"), (["session", "restore", number], "Restored session"),
        (["plan", "edit", number, "--name", number], "Changed plan"), (["plan", "discard", number], "Discarded plan"),
        (["plan", "restore", number], "Restored plan"), (["plan", "use", number], "Using plan"),
      ] {
        let output = try laptop.run(command).output
        #expect(output.hasPrefix("\(answer) phone/1  "), "\(command): \(output)")
      }
    }
    let record = try #require(try laptop.run("records", "--json").array().first)
    #expect(record["number"] as? String == "phone/1")
    #expect((record["record"] as? [String: Any])?["session"] as? String == "phone/1")
    #expect((record["greatestVolume"] as? [String: Any])?["session"] as? String == "phone/1")
    #expect(try laptop.run("session", "start", "phone/1").output.hasPrefix("Started session 1  "))
  }

  @Test("Refusals name sessions, plans and sets of another device as people do")
  func refusalsOfWorkouts() throws {
    try train()
    func refusal(_ status: Int32, _ words: String, _ arguments: String...) throws {
      let answer = try laptop.run(arguments)
      #expect(answer.status == status && answer.errors.contains(words), "\(arguments): \(answer.errors)")
    }
    try refusal(64, "Session phone/1 is open; finish it first", "session", "start")
    try refusal(64, "'checkin session discard phone/1'", "session", "start")
    try refusal(64, "Set phone/2 of session phone/1 was not removed", "session", "restore", "phone/1", "phone/2")
    try refusal(66, "Session phone/1 has no set phone/9", "session", "remove", "phone/1", "phone/9")
    try refusal(66, "There is no set tablet/1", "session", "remove", "phone/1", "tablet/1")
    try refusal(66, "There is no session phone/9", "session", "discard", "phone/9")
    try refusal(66, "There is no session phone/9", "show", "session", "2147483657")
    try refusal(66, "There is no session tablet/1", "session", "edit", "tablet/1", "--title", "Push B")
    try refusal(66, "There is no plan phone/9", "plan", "show", "phone/9")
    try refusal(66, "There is no plan \"tablet/1\"", "plan", "show", "tablet/1")
    try laptop.run("plan", "discard", "phone/1")
    try refusal(64, "'checkin plan restore phone/1'", "plan", "use", "phone/1")
    try laptop.run("session", "discard", "phone/1")
    try refusal(64, "Session phone/1 is discarded already", "session", "discard", "phone/1")
    try refusal(64, "'checkin session restore phone/1'", "session", "edit", "phone/1", "--title", "Push B")
    // Without a group there are no others.
    let alone = try CheckInProcess()
    try alone.run("log", "bench", "80x10")
    let answer = try alone.run("session", "discard", "phone/1")
    #expect(answer.status == 64 && answer.errors.contains(#""phone/1" is not the number of a session"#))
  }

  @Test("An audit names what events concern of the workouts as this device does, whoever recorded them")
  func auditOfWorkouts() throws {
    try train()
    try laptop.run("session", "set", "phone/1", "phone/2", "95x8")
    try laptop.run("session", "finish", "--check-in")
    try sync()
    for (device, own, other) in [(laptop, "", "phone/"), (phone, "laptop/", "")] {
      let audit = try device.run("audit").output
      for line in [
        "planCreated  plan \(other)1: Push A", "sessionStarted  session \(other)1: Push A",
        "setLogged  exercise \(other)1 session \(other)1 set \(other)2: 90 kg × 8",
        "setLogged  exercise \(other)1 session \(other)1 set \(own)1: 100 kg × 5",
        "setEdited  session \(other)1 set \(other)2  (", "\(own)2 checkInLinked  session \(other)1  (",
      ] {
        #expect(audit.contains(line), "\(line) is not in \(audit)")
      }
      let workouts = try device.run("audit", "--json", "--action", "setEdited").lines.map { line in
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["workout"]
      }
      let workout = try #require(workouts.first as? [String: Any])
      #expect(workout["session"] as? String == (other.isEmpty ? nil : "phone/1"))
      #expect(workout["set"] as? Int == (other.isEmpty ? 2 : nil))
    }
    // What the laptop knew then of its own check-in.
    let last = try #require(try laptop.run("stats", "--json").object()["sequence"] as? Int)
    let past = try laptop.run("show", "2", "--as-of", "\(last)").output
    #expect(past.contains("checkin show session phone/1"), "\(past)")
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
