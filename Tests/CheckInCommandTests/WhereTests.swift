import Foundation
import TestSupport
import Testing

/// `edit` and `discard` of every check-in that a filter selects, on Saturday 21 November 2026.
struct WhereTests {
  let checkin: CheckInProcess

  init() throws {
    checkin = try CheckInProcess()
    for arguments in [
      ["run", "Lake #rce", "--at", "2026-11-21 07:00"],
      ["run", "Hills", "--at", "2026-11-20 07:00", "--notes", "A #Rce, with #hills"],
      ["walk", "Park #rce", "--at", "2026-11-02 07:00"], ["run", "Park", "--at", "2026-11-03 07:00"],
    ] { try checkin.run(["add"] + arguments) }
  }

  private func titles() throws -> [String] {
    try checkin.run("list", "--json", "--sort", "number").array().map { "\($0["title"] ?? "")" }
  }

  @Test("A tag is renamed in titles and notes by one command, and one undo reverts it")
  func renamesATag() throws {
    let before = try checkin.run("list", "--json").output
    let edited = try checkin.run("edit", "--where", "#rce", "--tag", "Race")
    #expect(edited.status == 0 && edited.lines.count { $0.hasPrefix("Changed ") } == 3, "\(edited)")
    #expect(try titles() == ["Lake #Race", "Hills", "Park #Race", "Park"])
    #expect(try checkin.run("show", "2", "--json").object()["notes"] as? String == "A #Race, with #hills")
    let again = try checkin.run("edit", "--where", "#rce", "--tag", "race")
    #expect(again.status == 0 && again.output == "" && again.errors.contains("nothing was changed"))
    #expect(try checkin.run("undo").status == 0)
    let after = try checkin.run("list", "--json").output
    #expect(after.replacing(/"sequence":\d+/, with: "") == before.replacing(/"sequence":\d+/, with: ""))
  }

  @Test(
    "The words of a filter are types, tags and days",
    arguments: [
      ("run", ["1", "2", "4"]), ("run,walk", ["1", "2", "3", "4"]), ("walk #rce", ["3"]), ("#rce #hills", ["2"]),
      ("yesterday", ["2"]), ("run 2 nov..2026-11-03", nil), ("run november", ["1", "2", "4"]), ("xyzzy", nil),
      ("", nil),
      ("gym", []),
    ] as [(String, [String]?)])
  func selects(_ filter: String, _ numbers: [String]?) throws {
    let outcome = try checkin.run("edit", "--where", filter, "--location", "Berlin", "--json")
    #expect((outcome.status == 64) == (numbers == nil), "\(outcome)")
    guard let numbers else { return }
    #expect(try outcome.array().compactMap { $0["number"] as? Int }.sorted().map(String.init) == numbers)
  }

  @Test("Without a tag to replace, a tag is added to the title unless the check-in has it")
  func addsATag() throws {
    #expect(
      try checkin.run("edit", "--where", "run", "--tag", "hills", "--calories", "300", "--json").array().count == 3)
    #expect(try titles() == ["Lake #rce #hills", "Hills", "Park #rce", "Park #hills"])
    #expect(try checkin.run("edit", "4", "--tag", "#race").lines.first?.hasPrefix("Changed 4") == true)
    #expect(try titles().last == "Park #hills #race")
    #expect(try checkin.run("edit", "4", "--tag", "not a tag").status == 64)
    // All or none: one title would become too long.
    try checkin.run("edit", "4", "--title", String(repeating: "x", count: 97))
    let refused = try checkin.run("edit", "--where", "run", "--tag", "race")
    #expect(refused.status == 64 && refused.errors.contains("check-in 4"), "\(refused)")
    #expect(try titles().first == "Lake #rce #hills")
  }

  @Test func discardsAndRestores() throws {
    let discarded = try checkin.run("discard", "--where", "run", "--yes")
    #expect(discarded.lines.count { $0.hasPrefix("Discarded ") } == 3)
    #expect(try titles() == ["Park #rce"])
    try checkin.run("undo")
    #expect(try titles().count == 4)
    let none = try checkin.run("discard", "--where", "gym", "--json")
    #expect(none.status == 0 && none.output == "[]\n")
  }

  @Test(arguments: [
    "edit 1 --where run --title x", "edit --where run --at 07:00", "edit --where run --photo x.jpg",
    "edit --where run --expect 1 --title x", "edit --where run", "discard 1 --where run",
  ])
  func refused(_ line: String) throws {
    let before = checkin.logFiles()
    let outcome = try checkin.run(line.split(separator: " ").map(String.init))
    #expect(outcome.status == 64 && outcome.output == "", "\(outcome)")
    #expect(checkin.logFiles() == before)
  }
}
