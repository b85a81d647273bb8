import Foundation
import TestSupport
import Testing

/// The configuration file, named journals, and aliases.
struct ConfigurationTests {
  /// A place without `CHECKIN_JOURNAL`, with a configuration file.
  private func place(_ text: String?, environment: [String: String?] = [:]) throws -> CheckInProcess {
    let checkin = try CheckInProcess(
      environment: ["CHECKIN_JOURNAL": nil].merging(environment) { $1 })
    if let text {
      try FileManager.default.createDirectory(
        atPath: checkin.directory + "/.config/checkin", withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(filePath: file(checkin)))
    }
    return checkin
  }

  private func file(_ checkin: CheckInProcess) -> String { checkin.directory + "/.config/checkin/config.toml" }

  private func content(_ checkin: CheckInProcess) throws -> String {
    try String(contentsOfFile: file(checkin), encoding: .utf8)
  }

  /// Value, source, name and line of each setting.
  private func settings(_ outcome: CheckInProcess.Outcome) throws -> [String: String] {
    var result: [String: String] = [:]
    for setting in try #require(outcome.object()["settings"] as? [[String: Any]]) {
      let parts = ["value", "source", "line"].map { setting[$0].map { $0 is NSNull ? "" : "\($0)" } ?? "?" }
      result[setting["key"] as? String ?? ""] = parts.joined(separator: " ")
    }
    return result
  }

  private static let full = """
    # Mine
    journal = "~/mine"   # the usual one
    unit = 'lb'
    first_weekday = "Sunday"
    clock = 12

    [journals]
    work = "work/checkin"

    [alias]
    t = "add strength"
    sore = ["add", "yoga", "Sore back"]

    """

  @Test func everySettingWorksAndIsShownWithItsOrigin() throws {
    let checkin = try place(Self.full)
    try checkin.run("add", "run", "Early", "--at", "07:00")
    #expect(FileManager.default.fileExists(atPath: checkin.directory + "/mine/log"))
    try checkin.run("log", "bench 100x5")
    #expect(try checkin.run("session").output.contains("lb"))
    #expect(try checkin.run("list").output.contains("7:00 AM"))
    #expect(try checkin.run("month").lines[1].hasPrefix(" Su "))
    #expect(try checkin.run("month", environment: ["CHECKIN_FIRST_WEEKDAY": "wed"]).lines[1].hasPrefix(" We "))
    #expect(try checkin.run("list", environment: ["CHECKIN_CLOCK": "24"]).output.contains("07:00"))

    let shown = try settings(
      try checkin.run("--color", "never", "config", "--json", environment: ["CHECKIN_CLOCK": "24", "PAGER": "more"]))
    #expect(
      shown == [
        "journal": checkin.directory + "/mine file 2", "unit": "lb file 3",
        "distance_unit": "mi default ", "first_weekday": "sunday file 4",
        "clock": "24 environment ", "color": "never option ", "default_type": " default ",
        "session_type": "Strength Training default ", "pager": "more environment ", "device": " default ",
        "journals.work": "work/checkin file 8", "alias.t": "add strength file 11",
        "alias.sore": "add yoga Sore back file 12",
      ])
    let lines = try checkin.run("config").lines
    #expect(lines.contains { $0.hasPrefix("unit ") && $0.hasSuffix("config.toml:3") })
    #expect(try checkin.run("config", "unit").output == "lb\n")
    #expect(try checkin.run("config", "device", "my  laptop").status == 0)
    #expect(try checkin.run("add", "run", "Late").status == 0)
    #expect(try checkin.run("audit").output.contains("my laptop"))
  }

  @Test("The table types has the user's own words for types")
  func ownWordsForTypes() throws {
    let checkin = try CheckInProcess()
    #expect(try checkin.run("config", "types.climb", "gym").status == 0)
    #expect(try checkin.run("config", "types.climb", "stretching").errors.contains("types.climb takes Run, Gym"))
    let added = try checkin.run("Climb", "Wall", "--json").object()
    #expect(added["type"] as? String == "Gym" && added["title"] as? String == "Wall")
    #expect(try checkin.run("list", "--type", "climb", "--json").array().count == 1)
    #expect(try checkin.run("add", "clmb", "x").errors.contains("Did you mean climb?"))
  }

  @Test func namedJournals() throws {
    let checkin = try place(Self.full)
    #expect(try checkin.run("-j", "work", "add", "run", "At work").status == 0)
    #expect(FileManager.default.fileExists(atPath: checkin.directory + "/.config/checkin/work/checkin/log"))
    #expect(try checkin.run("list", "--journal-name", "work", "--json").array().count == 1)
    #expect(try checkin.run("list", "--json").array().isEmpty)
    let unknown = try checkin.run("list", "-j", "wrok")
    #expect(unknown.status == 64 && unknown.errors.contains("Did you mean work?"), "\(unknown.errors)")
    #expect(try checkin.run("list", "-j", "work", "--journal", "x").status == 64)
    let named = try checkin.run("list", "--json", environment: ["CHECKIN_JOURNAL": checkin.directory + "/none"])
    #expect(named.status == 66, "a variable goes before the file")
  }

  @Test func aliasesAreExpandedOnceAndHideNoCommand() throws {
    let checkin = try place(
      Self.full + """
        list = "stats"
        ls = "stats"
        a = "b"
        b = "a"
        j = "--json list"
        quoted = "add run 'Two words'"
        """)
    #expect(try checkin.run("t", "Legs", "--json", "-q").object()["type"] as? String == "Strength Training")
    #expect(try checkin.run("--json", "sore", "-q").object()["title"] as? String == "Sore back")
    #expect(try checkin.run("quoted", "--json", "-q").object()["title"] as? String == "Two words")
    #expect(try checkin.run("j", "-n", "1").array().count == 1)
    let listed = try checkin.run("list")
    #expect(listed.lines.count == 3)
    #expect(listed.errors.contains("config.toml:13: alias.list has no effect"))
    #expect(listed.errors.contains("config.toml:14: alias.ls has no effect"))
    for name in ["a", "b"] {
      let refused = try checkin.run(name)
      #expect(refused.status == 64 && refused.errors.contains("There is no command"), "\(refused.errors)")
    }
  }

  @Test func theUsualTypeIsMeantWhereNoneIsNamed() throws {
    let checkin = try place(#"default_type = "run""#)
    let added = try checkin.run("add", "Morning", "5k", "--json").object()
    #expect(added["type"] as? String == "Run" && added["title"] as? String == "Morning 5k")
    #expect(try checkin.run("add", "gym", "Legs", "--json").object()["type"] as? String == "Gym")
    #expect(try checkin.run("add", "gmy", "Legs").status == 64, "a slip is no title")
    #expect(try checkin.run("add", "Morning", environment: ["CHECKIN_TYPE": "nap"]).status == 64)
  }

  @Test func whatIsNotKnownIsAWarningAndWhatIsWrongAnError() throws {
    let checkin = try place("unit = \"lb\"\ncolour = \"never\"\n")
    let warned = try checkin.run("stats")
    #expect(warned.status == 0)
    #expect(warned.errors.contains("config.toml:2: there is no setting \"colour\". Did you mean color?"))
    let shown = try checkin.run("config")
    #expect(shown.status == 0 && shown.errors == warned.errors)
    #expect((try checkin.run("config", "--json").object()["problems"] as? [String])?.count == 1)

    for (text, place) in [
      ("unit = \"lb\"\nclock = 13\n", "config.toml:2: clock takes 12 or 24"), ("\nunit = lb\n", "config.toml:2: "),
      ("unit = \"lb\"\nunit = \"kg\"\n", "config.toml:2: "), ("[alias]\nt = 1.5\n", "alias.t takes text"),
      ("unit = \"\u{FFFD}\"\n", "config.toml:1: unit takes kg or lb"),
    ] {
      try Data(text.utf8).write(to: URL(filePath: file(checkin)))
      for command in ["stats", "config"] {
        let outcome = try checkin.run(command)
        #expect(outcome.status == (command == "config" ? 65 : 64) && outcome.errors.contains(place), "\(outcome)")
      }
      #expect(try checkin.run("--help").status == 0)
      #expect(try checkin.run("--version").status == 0)
    }
    try Data([0x75, 0xFF]).write(to: URL(filePath: file(checkin)))
    #expect(try checkin.run("stats").errors.contains("not text in UTF-8"))
    #expect(try checkin.run("stats", environment: ["CHECKIN_CONFIG": "/dev/null"]).status == 0)
  }

  @Test func settingLeavesTheRestAsItIs() throws {
    let checkin = try place(Self.full)
    #expect(try checkin.run("config", "journal", "/x \"y\"").status == 0)
    #expect(try checkin.run("config", "color", "always").status == 0)
    #expect(try checkin.run("config", "alias.z", "list -3").status == 0)
    #expect(try checkin.run("config", "first-weekday", "--unset").status == 0)
    #expect(
      try content(checkin)
        == Self.full.replacing("journal = \"~/mine\" ", with: #"journal = "/x \"y\"" "#)
        .replacing("first_weekday = \"Sunday\"\n", with: "").replacing(
          "[journals]", with: "color = \"always\"\n[journals]"
        )
        .replacing("[alias]\n", with: "[alias]\nz = \"list -3\"\n"))
    #expect(try checkin.run("config", "color").output == "always\n")
    let before = try content(checkin)
    for arguments in [
      ["clock", "13"], ["colour", "never"], ["unit", "kg", "--unset"], ["--unset"], ["alias.x y", "z"],
      ["alias.add", "add run"], ["alias.ls", "list -3"], ["alias.run", "add gym"], ["alias.help", "list"],
    ] {
      #expect(try checkin.run(["config"] + arguments).status == 64, "\(arguments)")
    }
    #expect(try checkin.run("config", "pager", "--unset").status == 66)
    #expect(try content(checkin) == before)

    let new = try place(nil)
    #expect(try new.run("config").output.contains("There is no "))
    #expect(try new.run("config", "journals.work", "~/w").status == 0)
    #expect(try new.run("config", "unit", "lb").status == 0)
    #expect(try content(new) == "unit = \"lb\"\n[journals]\nwork = \"~/w\"\n")
  }

  @Test func whatCannotBeChangedSafelyIsLeftToTheUser() throws {
    let text = "journal = \"\"\"\n/x\"\"\"\nalias = { t = \"list\" }\n"
    let checkin = try place(text)
    for arguments in [["journal", "/y"], ["alias.t", "stats"], ["alias.u", "stats"]] {
      let refused = try checkin.run(["config"] + arguments)
      #expect(refused.status == 64 && refused.errors.contains("Edit \(file(checkin))"), "\(refused)")
    }
    #expect(try content(checkin) == text)
  }
}
