import Foundation
import TestSupport
import Testing

/// `checkin search`.
struct SearchCommandTests {
  private static func makeJournal() throws -> CheckInProcess {
    let checkin = try CheckInProcess()
    for arguments in [
      ["run", "Around the lake", "--at", "2026-11-18T07:00"],
      ["swim", "Läufe im Wasser", "--at", "2026-11-19T07:00", "--location", "Lake Zürich"],
      ["walk", "Park", "--at", "2026-11-20T07:00", "--notes", "Twice around the\nlake, then home"],
      ["run", "Lake again", "--at", "2026-11-21T07:00"],
    ] { #expect(try checkin.run(["add"] + arguments).status == 0) }
    #expect(try checkin.run("discard", "4", "--yes").status == 0)
    return checkin
  }

  private let checkin: CheckInProcess

  init() throws { checkin = try Self.makeJournal() }

  private func numbers(_ arguments: String...) throws -> [Int] {
    try checkin.run(["search", "--json"] + arguments).array().compactMap { $0["number"] as? Int }
  }

  @Test func newestFirstWithoutWhatIsDiscarded() throws {
    #expect(try numbers("lake") == [3, 2, 1])
    #expect(try numbers("LAKE", "around") == [3, 1])
    #expect(try numbers("lauf") == [2])
    #expect(try numbers("zurich", "lak") == [2])
    #expect(try numbers("lak", "zurich") == [])
    #expect(try numbers("lake", "-2") == [3, 2])
    #expect(try numbers("lake", "-n", "0") == [])
    #expect(try numbers("lake", "--type", "run", "--type", "swim") == [2, 1])
    #expect(try numbers("lake", "--since", "yesterday") == [3])
    #expect(try numbers("lake", "--until", "2026-11-19") == [2, 1])
    #expect(try numbers("lake", "--photo") == [])
    #expect(try numbers("lake", "--as-of", "3") == [3, 2, 1])
    #expect(try numbers("again", "--as-of", "4") == [4])
  }

  @Test func placesAreMarked() throws {
    #expect(
      try checkin.run("search", "lake").lines == [
        "3  Fri 20 Nov 2026 07:00  Walk  Park", "   Notes: Twice around the [lake], then home",
        "2  Thu 19 Nov 2026 07:00  Swim  Läufe im Wasser", "   Location: [Lake] Zürich",
        "1  Wed 18 Nov 2026 07:00  Run   Around the [lake]",
      ])
    let colored = try checkin.run("search", "lake", "--color", "always").output
    #expect(colored.contains("\u{1b}[1m\u{1b}[4mLake\u{1b}[0m") && !colored.contains("[Lake"))
    let found = try checkin.run("search", "zurich", "lake", "--json").array()
    let match = try #require((found.first?["matches"] as? [[String: Any]])?.first)
    #expect(match["field"] as? String == "location")
    let pieces = try #require(match["pieces"] as? [[String: Any]])
    #expect(pieces.compactMap { $0["text"] as? String } == ["Lake", " ", "Zürich"])
    #expect(pieces.compactMap { $0["match"] as? Bool } == [true, false, true])
  }

  @Test func longNotesAreShownAroundTheMatch() throws {
    let notes = String(repeating: "on and on ", count: 30) + "needle " + String(repeating: "and on ", count: 60)
    try checkin.run("add", "yoga", "Long", "--notes", notes)
    let line = try #require(try checkin.run("search", "needle").lines.last)
    #expect(line.hasPrefix("   Notes: …") && line.contains("[needle] and on") && line.hasSuffix("…"))
    #expect(line.count < 200)
  }

  @Test func nothingFoundIsNoError() throws {
    let outcome = try checkin.run("search", "nowhere")
    #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors == "No check-ins found.\n")
    #expect(try checkin.run("search", "nowhere", "--json").output == "[]\n")
    let empty = try CheckInProcess(environment: ["CHECKIN_JOURNAL": nil])
    #expect(try empty.run("search", "x", "--json").output == "[]\n")
  }

  @Test(arguments: [[], [""], ["--", "-"], ["\"*\""], ["x", "--type", "sprint"], ["x", "--since", "someday"]])
  func whatCannotBeLookedFor(_ arguments: [String]) throws {
    let outcome = try checkin.run(["search"] + arguments)
    #expect(outcome.status == 64 && outcome.output.isEmpty && outcome.errors.hasPrefix("Error: "))
  }

  @Test(arguments: ["\"lake", "lake*", "lake OR", "NEAR(lake)", "^lake", "title:lake", "lake\u{7}"])
  func signsMeanNothing(_ words: String) throws {
    let outcome = try checkin.run("search", "--json", "--", words)
    #expect(outcome.status == 0)
    #expect(try words.contains("O") || words.contains("N") || words.contains(":") || !outcome.array().isEmpty)
  }

  @Test func anImportOfManyMakesTheIndexAndLeavesNothingWhereThatFails() throws {
    let rows = (0..<17_000).map { "2020-01-01T07:00,Run,Lap \($0)" }.joined(separator: "\n")
    #expect(try checkin.run("import", "-", "--as", "csv", input: "at,type,title\n\(rows)\n").status == 0)
    let index = checkin.journal + "/search.sqlite"
    #expect(FileManager.default.fileExists(atPath: index))
    let found = try numbers("lap", "16999")
    #expect(found.count == 1)

    // Without it, as with it; and a disk that is full in the middle does not keep half of one.
    try FileManager.default.removeItem(atPath: index)
    let outcome = try checkin.shell("trap '' XFSZ; ulimit -f 128; exec $checkin search --json lap 16999")
    #expect(try outcome.array().compactMap { $0["number"] as? Int } == found)
    #expect(!checkin.journalFiles().keys.contains { $0.contains("search") })
    _ = try numbers("lap")
    #expect(FileManager.default.fileExists(atPath: index))

    // A few more check-ins leave it as it is, and are found.
    let content = FileManager.default.contents(atPath: index)
    #expect(try #require(content).count > 100_000)
    let few = "at,type,title\n2021-01-01T07:00,Run,Lap 16999\n"
    #expect(try checkin.run("import", "-", "--as", "csv", input: few).status == 0)
    #expect(FileManager.default.contents(atPath: index) == content)
    #expect(try numbers("lap", "16999").count == 2)

    // What became of it does not matter to the next import.
    try Data("not an index".utf8).write(to: URL(filePath: index))
    let more = "at,type,title\n2022-01-01T07:00,Run,Lap 16999\n"
    #expect(try checkin.run("import", "-", "--as", "csv", input: more).status == 0)
    #expect(try #require(FileManager.default.contents(atPath: index)).count > 100_000)
    #expect(try numbers("lap", "16999").count == 3)
  }
}
