import Foundation
import TestSupport
import Testing

/// Wrong uses: the exit status, the words, and that nothing was written.
struct RefusedCommandTests {
  struct Refusal: CustomTestStringConvertible, Sendable {
    var arguments: [String]
    var status: Int32
    /// What standard error says.
    var words: [String]
    var testDescription: String { arguments.joined(separator: " ") }

    init(_ arguments: [String], _ status: Int32, _ words: String...) {
      self.arguments = arguments
      self.status = status
      self.words = words
    }
  }

  static let refusals = [
    Refusal(["add"], 64, "Please select an exercise type", "Please enter a title"),
    Refusal(["add", "run"], 64, "Please enter a title"),
    Refusal(["add", "run", " \t "], 64, "Please enter a title"),
    Refusal(["add", "stretching", "x"], 64, "\"stretching\" is not a type of exercise", "Strength Training"),
    Refusal(["add", "runn", "x"], 64, "\"runn\" is not a type of exercise", "Did you mean run?"),
    Refusal(["add", "unknown", "x"], 64, "\"unknown\" is not a type of exercise"),
    Refusal(["add", "run", String(repeating: "é", count: 101)], 64, "Title must be 100 characters or less"),
    Refusal(["add", "run", "x", "--calories", "-5"], 64, "Calories cannot be negative"),
    Refusal(["add", "run", "x", "--calories=-5"], 64, "Calories cannot be negative"),
    Refusal(["add", "run", "x", "--calories", "abc"], 64, "Calories must be a whole number"),
    Refusal(
      ["add", "run", "x", "--calories", "99999999999999999999"], 64, "Calories must be 100000 or less"),
    Refusal(["add", "run", "x", "--calories", "-99999999999999999999"], 64, "Calories cannot be negative"),
    Refusal(
      ["add", "run", "x", "--location", String(repeating: "x", count: 201)], 64,
      "Location must be 200 characters or less"),
    Refusal(["add", "run", "x", "--at", "07:31"], 64, "Check-in date cannot be in the future"),
    Refusal(["add", "run", "x", "--at", "2026-11-22"], 64, "Check-in date cannot be in the future"),
    Refusal(["session", "finish", "--at", "yesterday"], 64, "When on Fri 20 Nov 2026 did it end?", "2026-11-20 19:05"),
    Refusal(["edit", "2", "--at", "today"], 64, "Check-in date cannot be in the future"),
    Refusal(
      ["edit", "1", "--at", "23:00", "--title", ""], 64, "Please enter a title", "Check-in date cannot be in the future"
    ),
    Refusal(["edit", "1", "--at", "25:00", "--title", ""], 64, "Please enter a title", "not a time"),
    Refusal(["edit", "1", "--zone", "Nowhere"], 64, "no time zone \"Nowhere\"", "Europe/Berlin"),
    Refusal(["edit", "1", "--at", "2026-11-18T06:00+09:00", "--zone", "Europe/Berlin"], 64, "+09:00", "Europe/Berlin"),
    Refusal(["add", "run", "x", "--zone", "Nowhere"], 64, "no time zone \"Nowhere\"", "Europe/Berlin"),
    Refusal(["add", "strength", "Training"], 64, "Please enter a title"),
    Refusal(["add", "run", "x", "--at", "0001-01-01"], 64, "must be between 0001-01-03 and"),
    Refusal(["add", "run", "x", "--at", "2026-11-21T07:10+0"], 64, "not a time"),
    Refusal(["add", "run", "x", "--at", "2026-11-21T07:10+01:"], 64, "not a time"),
    Refusal(["add", "run", "x", "--at", "05/06/2026"], 64, "YYYY-MM-DD"),
    Refusal(["add", "run", "x", "--at", "5.6.2026"], 64, "YYYY-MM-DD"),
    Refusal(["add", "run", "x", "--at", "tomorrow"], 64, "not a time", "yesterday 18:00"),
    Refusal(["add", "run", "x", "--at", "25:00"], 64, "not a time"),
    Refusal(["add", "run", "x", "--at", "2026-02-30"], 64, "not a time"),
    Refusal(["add", "run", "x", "--id", "17"], 64, "not a UUID"),
    Refusal(["add", "run", "x", "--bogus"], 64, "--bogus"),
    Refusal(["add", "run", "x", "--at"], 64, "--at"),
    Refusal(["edit"], 64, "Which check-in"), Refusal(["edit", "1"], 64, "Nothing to change"),
    Refusal(["edit", "1", "--title", ""], 64, "Please enter a title"),
    Refusal(["edit", "1", "--title=", "--location", "y"], 64, "Please enter a title"),
    Refusal(["edit", "1", "--calories=", "--title", "y"], 64, "Calories must be a whole number"),
    Refusal(["stats", "--journal="], 64, "--journal"), Refusal(["--journal=", "stats"], 64, "--journal"),
    Refusal(["edit", "1", "--type", "unknown"], 64, "\"unknown\" is not a type of exercise", "Types: Run"),
    Refusal(["edit", "1", "--calories", "1", "--clear", "calories"], 64, "cannot be given together"),
    Refusal(["edit", "1", "--clear", "title"], 64, "title"),
    Refusal(["edit", "1", "--title", "x", "--expect", "99"], 64, "no event 99"),
    Refusal(["edit", "1", "--title", "x", "--expect", "-1"], 64, "--expect", "whole number from 0 to"),
    Refusal(["edit", "1", "2", "--title", "x"], 64, "Only one"),
    Refusal(["edit", "4", "--title", "x"], 64, "discarded"), Refusal(["edit", "x", "--title", "x"], 64, "\"x\""),
    Refusal(["edit", "9", "--title", "x"], 66, "no check-in 9"),
    Refusal(["edit", "--", "1", "--title", "x"], 64, "\"--title\" is not a check-in"),
    Refusal(["show", "--"], 64, "Which check-in"), Refusal(["discard", "--"], 64, "Which check-in"),
    Refusal(["discard"], 64, "Which check-in"), Refusal(["discard", "4"], 64, "discarded"),
    Refusal(["discard", "1", "9"], 66, "no check-in 9"), Refusal(["discard", "1", "4"], 64, "discarded"),
    Refusal(["restore", "1"], 64, "not discarded"), Refusal(["restore", "0"], 66, "no check-in 0"),
    Refusal(["show"], 64, "Which check-in"), Refusal(["show", "first"], 64, "\"first\""),
    Refusal(["show", "--bogus"], 64, "--bogus"), Refusal(["show", "1.5"], 64, "\"1.5\""),
    Refusal(["show", ""], 64, "is not a check-in"), Refusal(["show", "9"], 66, "no check-in 9"),
    Refusal(["show", "-5"], 66, "no check-in -5"), Refusal(["show", "0"], 66, "no check-in 0"),
    Refusal(["show", "99999999999999999999"], 66, "no check-in 99999999999999999999"),
    Refusal(["show", "00000000-0000-4000-8000-000000000000"], 66, "no check-in"),
    Refusal(["history", "9"], 66, "no check-in 9"),
    Refusal(["list", "--type", "stretching"], 64, "stretching", "Types: Run"),
    Refusal(["list", "--from", "05/06/2026"], 64, "names no days"),
    Refusal(["list", "--to", "someday"], 64, "names no days"),
    Refusal(["list", "-n", "-1"], 64, "-n", "whole number from 0 to"),
    Refusal(["list", "-n", "99999999999999999999"], 64, "whole number from 0 to"),
    Refusal(["audit", "-n", "-1"], 64, "-n", "whole number from 0 to"),
    Refusal(["audit", "--from", "-1"], 64, "--from", "whole number from 0 to"),
    Refusal(["audit", "--to", "-1"], 64, "--to", "whole number from 0 to"),
    Refusal(["list", "--as-of", "-1"], 64, "\"-1\" is not a time"),
    Refusal(["list", "--as-of", "99999999999999999999"], 64, "has no event 99999999999999999999 yet"),
    Refusal(["serve", "--port", "-1"], 64, "from 0 to 65535"), Refusal(["list", "extra"], 64, "extra"),
    Refusal(["month", "2026-13"], 64, "2026-13"), Refusal(["month", "11"], 64, "YYYY-MM"),
    Refusal(["year", "26"], 64, "YYYY"), Refusal(["year", "0000"], 64, "YYYY"),
    Refusal(["audit", "--from", "x"], 64, "--from"), Refusal(["verify", "--against", "x"], 64, "receipt"),
    Refusal(["import"], 64, "<file>"), Refusal(["import", "/nowhere.csv"], 66, "/nowhere.csv"),
    Refusal(["export", "--format", "xls"], 64, "xls"),
    Refusal(["export", "/tmp/x.json"], 64, "/tmp/x.json", ".jsonl", "--format"),
    Refusal(["export", "/tmp/x.csv/x.events"], 64, ".events:", "--format"),
    Refusal(["list", "--from", "today", "--to", "yesterday"], 64, "--from today is after --to yesterday"),
    Refusal(["audit", "--from", "3", "--to", "2"], 64, "--from 3 is after --to 2"),
    Refusal(["gallery", "-", "--from", "2026-02", "--to", "2026-01"], 64, "--from 2026-02 is after --to 2026-01"),
    Refusal(["history", "1", "--from", "2"], 64, "history has no --from", "checkin audit --from"),
    Refusal(["export", "--from=2026-01-01", "--format", "events"], 64, "holds the whole history"),
    Refusal(["export", "--type", "run"], 64, "export has no --type", "checkin list"),
    Refusal(["hops"], 64, "hops", "checkin --help"), Refusal(["--bogus"], 64, "--bogus", "Usage: checkin ["),
    Refusal(["--as-of"], 64, "--as-of", "checkin --help"),
    Refusal(["stats", "--journal"], 64, "--journal"), Refusal(["--color", "pink", "stats"], 64, "pink"),
    Refusal(["--", "stats"], 64, "stats"),
  ]

  @Test(arguments: refusals)
  func statusAndWords(_ refusal: Refusal) throws {
    let checkin = try CheckInProcess.withSamples()
    let before = checkin.logFiles()

    let plain = try checkin.run(refusal.arguments)
    #expect(plain.status == refusal.status, "\(plain.errors)")
    #expect(plain.output == "")
    #expect(plain.errors.hasPrefix("Error: "))
    for words in refusal.words { #expect(plain.errors.contains(words), "\(plain.errors)") }
    #expect(!plain.errors.contains("dashboard"), "the help knows of no such command")

    let json = try checkin.run(["--json"] + refusal.arguments)
    #expect(json.status == refusal.status)
    #expect(json.output == "")
    #expect(json.errors.hasSuffix("}\n"))
    let error = try json.errorObject()
    #expect(error["code"] as? Int == Int(refusal.status))
    #expect((error["messages"] as? [String])?.isEmpty == false)
    #expect((error["error"] as? String)?.isEmpty == false)

    #expect(!before.isEmpty)
    #expect(checkin.logFiles() == before)
  }

  @Test func allMessagesComeTogether() throws {
    let checkin = try CheckInProcess()
    let outcome = try checkin.run("add", "foo", "", "--calories", "-5", "--json")
    #expect(
      try outcome.errorObject()["messages"] as? [String] == [
        "\"foo\" is not a type of exercise", "Please enter a title", "Calories cannot be negative",
      ])
    let plain = try checkin.run("add", "foo", "", "--calories", "-5")
    #expect(plain.errors.split(separator: "\n").filter { $0.hasPrefix("Error: ") }.count == 3)
    #expect(checkin.journalFiles().isEmpty, "a refused command creates no journal")
  }

  @Test(arguments: ["9999-12-30", "9999-12-31", "9999-12-31T23:59:59-23:59", "9999-12-31T23:59:59"])
  func theEndOfTheCalendarIsInTheFuture(_ time: String) throws {
    let outcome = try CheckInProcess().run("add", "run", "x", "--at", time, "--json")
    #expect(try outcome.errorObject()["messages"] as? [String] == ["Check-in date cannot be in the future"])
  }

  @Test func aWrongTypeListsAllEight() throws {
    let outcome = try CheckInProcess().run("add", "stretching", "x")
    for name in ["Run", "Gym", "Swim", "Bike", "Walk", "Yoga", "Cycling", "Strength Training"] {
      #expect(outcome.errors.contains(name))
    }
  }

  @Test func argumentsThatAreNotUnicode() throws {
    let checkin = try CheckInProcess()
    let plain = try checkin.shell(#"exec "$checkin" add run "$(printf 'a\377b')""#)
    #expect(plain.status == 64)
    #expect(plain.errors.contains("UTF-8"))
    let json = try checkin.shell(#"exec "$checkin" --json add run "$(printf 'a\377b')""#)
    #expect(try json.errorObject()["code"] as? Int == 64)
    #expect(checkin.journalFiles().isEmpty)
  }

  @Test(arguments: ["CHECKIN_JOURNAL", "XDG_DATA_HOME", "HOME"])
  func placesThatAreNotUnicode(_ variable: String) throws {
    let checkin = try CheckInProcess(environment: ["CHECKIN_JOURNAL": nil])
    let before = try FileManager.default.contentsOfDirectory(atPath: checkin.directory)
    let line = #"export \#(variable)="$(printf '\#(checkin.directory)/a\377b')"; exec "$checkin" add run x"#
    let outcome = try checkin.shell(line)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("\(variable) is not valid UTF-8"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: checkin.directory) == before)
  }

  @Test func textsWithNULAreRefusedWhereverTheyComeFrom() throws {
    let checkin = try CheckInProcess()
    let notes = try checkin.shell(#"printf 'a\0b' | "$checkin" --json add stretching x --notes -"#)
    #expect(
      try notes.errorObject()["messages"] as? [String] == [
        "\"stretching\" is not a type of exercise", "Notes cannot contain a NUL character",
      ])
    let line = #"{"at":"2026-11-20T07:00:00Z","type":"Run","title":"\u0000","location":"\u0000","notes":"\u0000"}"#
    let rejected = try checkin.run("import", "-", "--json", input: line + "\n").object()["rejected"] as? [[String: Any]]
    #expect(
      rejected?.first?["messages"] as? [String] == [
        "Title cannot contain a NUL character", "Location cannot contain a NUL character",
        "Notes cannot contain a NUL character",
      ])
    #expect(checkin.journalFiles().isEmpty)
  }

  @Test func notesThatAreNotUnicode() throws {
    let checkin = try CheckInProcess()
    let outcome = try checkin.shell(#"printf 'a\377b' | "$checkin" add run x --notes -"#)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("UTF-8"))
    #expect(checkin.journalFiles().isEmpty)
  }
}
