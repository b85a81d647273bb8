import TestSupport
import Testing

/// Several check-ins, and ranges of them, in one command.
struct SeveralCheckInsTests {
  private func journal() throws -> CheckInProcess {
    let checkin = try CheckInProcess()
    for number in 1...6 { try checkin.run("add", "run", "Run \(number)", "--at", "2026-11-0\(number)T07:00") }
    return checkin
  }

  private func numbers(_ checkin: CheckInProcess, _ arguments: String...) throws -> [Int] {
    try checkin.run(["list", "--json"] + arguments).array().compactMap { $0["number"] as? Int }
  }

  @Test func rangesAreDiscardedAndRestoredAsOneCommand() throws {
    let checkin = try journal()
    let discarded = try checkin.run("discard", "6", "2-4", "3")
    #expect(discarded.status == 0, "\(discarded.errors)")
    #expect(discarded.lines.dropLast().map { $0.prefix(11) } == [6, 2, 3, 4].map { "Discarded \($0)" })
    #expect(try numbers(checkin) == [5, 1])
    try checkin.run("undo")
    #expect(try numbers(checkin) == [6, 5, 4, 3, 2, 1])
    try checkin.run("redo")
    #expect(try numbers(checkin) == [5, 1])

    let restored = try checkin.run("restore", "last", "2-3", "--json").array()
    #expect(restored.compactMap { $0["number"] as? Int } == [6, 2, 3])
    #expect(try numbers(checkin) == [6, 5, 3, 2, 1])
    try checkin.run("undo")
    #expect(try numbers(checkin) == [5, 1])
    #expect(try checkin.run("restore", "4", "--json").object()["number"] as? Int == 4, "one is no list")
  }

  @Test(arguments: [
    (["discard", "1-9"], 66, "no check-in 7"), (["discard", "1", "3-5"], 64, "Check-in 4 is discarded already"),
    (["restore", "4", "5"], 64, "Check-in 5 is not discarded"), (["restore", "4-99999999999"], 66, "no check-in 7"),
    (["discard", "5-2"], 64, "write 2-5"), (["discard", "0-3"], 66, "no check-in 0-3"),
    (["discard", "1-99999999999999999999"], 66, "no check-in 1-9"), (["edit", "1-2", "--title", "x"], 64, "Only one"),
    (["history", "1-2"], 64, "Only one"), (["photo", "attach", "1-2", "/dev/null"], 64, "Only one"),
    (["photo", "clear", "1-2"], 64, "Check-in 1 has no photo"), (["discard", "2-"], 64, "not a check-in"),
  ])
  func allOrNone(_ arguments: [String], _ status: Int32, _ message: String) throws {
    let checkin = try journal()
    try checkin.run("discard", "4")
    let before = checkin.logFiles()
    let refused = try checkin.run(arguments)
    #expect(refused.status == status && refused.errors.contains(message), "\(refused)")
    #expect(checkin.logFiles() == before)
  }

  @Test func severalAreShown() throws {
    let checkin = try journal()
    let cards = try checkin.run("show", "2-3", "6")
    #expect(try cards.output == ["2", "3", "6"].map { try checkin.run("show", $0).output }.joined(separator: "\n"))
    let shown = try checkin.run("show", "5-5", "--json").array()
    #expect(shown.compactMap { $0["number"] as? Int } == [5])
  }

  @Test func quietCommandsSayNothingUnlessTheyFail() throws {
    let checkin = try journal()
    for arguments in [
      ["add", "run", "7", "--at", "yesterday"], ["edit", "1", "--title", "New"], ["edit", "1", "--title", "New"],
      ["discard", "2-3"], ["restore", "2"], ["undo"], ["redo"], ["log", "bench 80x5"],
      ["goal", "set", "run", "3/week"],
    ] {
      let quiet = try checkin.run(["-q"] + arguments)
      #expect(quiet.status == 0 && quiet.output == "" && quiet.errors == "", "\(arguments): \(quiet)")
    }
    #expect(try checkin.run("edit", "1", "--title", "J", "-q", "--json").object()["title"] as? String == "J")
    #expect(try checkin.run("show", "1", "--quiet").output.contains("J"), "an answer is what was asked for")
    let refused = try checkin.run("discard", "3", "-q")
    #expect(refused.status == 64 && refused.errors.contains("discarded already"))
  }
}
