import Foundation
import TestSupport
import Testing

/// The snapshot is a cache: it decides neither what is written nor what a saved command answers.
@Suite("The cache never decides")
struct CacheTests {
  @Test func anEditOfWhatCannotBeReadIsRefused() throws {
    let checkin = try CheckInProcess.withSamples()
    try checkin.run("rebuild")
    let segment = checkin.journal + "/log/00000000000000000001.lz4"
    var bytes = try #require(FileManager.default.contents(atPath: segment))
    bytes[250] ^= 1
    try bytes.write(to: URL(filePath: segment))
    let months = "id BETWEEN \(1 << 40) AND \((2 << 40) - 1)"
    let sql = "UPDATE part SET content = zeroblob(length(content)) WHERE \(months)"
    #expect(try checkin.shell("sqlite3 \(checkin.journal)/snapshot.sqlite '\(sql)'").status == 0)
    let before = checkin.logFiles()

    for arguments in [["edit", "1", "--title", "X"], ["discard", "2", "--yes"], ["undo"], ["photo", "clear", "1"]] {
      let outcome = try checkin.run(arguments)
      #expect(outcome.status == 65, "\(arguments): \(outcome.errors)")
      #expect(outcome.output.isEmpty)
      #expect(checkin.logFiles() == before, "\(arguments)")
    }
  }

  @Test(arguments: ["snapshot.sqlite", "snapshot.sqlite.new"])
  func aSavedCommandHasSucceededWithoutASnapshot(obstacle: String) throws {
    let checkin = try CheckInProcess.withSamples()
    try? FileManager.default.removeItem(atPath: checkin.journal + "/snapshot.sqlite")
    try FileManager.default.createDirectory(
      atPath: checkin.journal + "/" + obstacle, withIntermediateDirectories: false)

    let outcome = try checkin.run("add", "run", "C", "--json")
    #expect(outcome.status == 0)
    #expect(try outcome.object()["number"] as? Int == 5)
    #expect(outcome.errors.contains("Warning: "))
    #expect(try checkin.run("edit", "5", "--title", "D").status == 0)
    #expect(try checkin.run("list").output.contains("D"))
    #expect(try checkin.run("verify").status == 0)
    // Whoever asks for the snapshot itself is told that there is none.
    #expect(try checkin.run("rebuild").status == 74)
  }
}

/// A journal that lost its log is not a place without a journal.
@Suite("A log that is gone")
struct LostLogTests {
  private func withoutLog(keeping kept: [String]) throws -> CheckInProcess {
    let checkin = try CheckInProcess.withSamples()
    try checkin.run("rebuild")
    let photos = checkin.journal + "/photos/ab"
    try FileManager.default.createDirectory(atPath: photos, withIntermediateDirectories: true)
    try Data([1]).write(to: URL(filePath: photos + "/ab" + String(repeating: "0", count: 62) + ".jpg"))
    for name in try FileManager.default.contentsOfDirectory(atPath: checkin.journal) where !kept.contains(name) {
      try FileManager.default.removeItem(atPath: checkin.journal + "/" + name)
    }
    return checkin
  }

  @Test(arguments: [
    ["snapshot.sqlite"], ["photos"], ["snapshot.sqlite", "photos"], ["HEAD"], ["HEAD", "snapshot.sqlite"],
  ])
  func itIsToldAndNothingIsBegunInItsPlace(kept: [String]) throws {
    let checkin = try withoutLog(keeping: kept)
    let before = checkin.journalFiles()
    for arguments in [
      ["list"], ["verify"], ["stats"], ["add", "run", "x"], ["edit", "1", "--title", "x"], ["undo"], ["rebuild"],
      ["audit"],
    ] {
      let outcome = try checkin.run(arguments)
      #expect(outcome.status == 65, "\(arguments): \(outcome.errors)")
    }
    #expect(checkin.journalFiles() == before)
    let list = try checkin.run("list", "--json")
    #expect(try list.array().count == (kept.contains("snapshot.sqlite") ? 3 : 0))

    let repair = try checkin.run("repair", "--yes")
    let salvaged = checkin.journal + "-salvaged"
    if kept.contains("snapshot.sqlite") {
      #expect(repair.status == 0)
      // The answer of the damaged journal begins with what it lacks.
      #expect(try checkin.run("list").output.hasSuffix(checkin.run("--journal", salvaged, "list").output))
      #expect(try checkin.run("--journal", salvaged, "verify").status == 0)
    } else {
      #expect(repair.status == 65)
      #expect(repair.errors.contains("Restore a backup"))
      #expect(!FileManager.default.fileExists(atPath: salvaged))
    }
    #expect(checkin.journalFiles() == before)
  }

  @Test func anEmptyLogIsNotSalvagedIntoAnEmptyJournal() throws {
    let checkin = try withoutLog(keeping: ["HEAD"])
    try FileManager.default.createDirectory(atPath: checkin.journal + "/log", withIntermediateDirectories: false)
    #expect(try checkin.run("repair", "--yes").status == 65)
    #expect(!FileManager.default.fileExists(atPath: checkin.journal + "-salvaged"))
  }
}

/// A snapshot spares the reading of old events, but not for ever.
@Suite("Old damage is noticed")
struct OldDamageTests {
  @Test func theNextCommandTellsIt() throws {
    let checkin = try CheckInProcess.withSamples()
    // Closes the segment, so that what is damaged is not where the next command writes.
    try checkin.run("compact", "--all")
    try checkin.run("add", "run", "Later")
    try checkin.run("rebuild")
    let segment = checkin.journal + "/log/00000000000000000001.lz4"
    let whole = try #require(FileManager.default.contents(atPath: segment))
    var damaged = whole
    damaged[250] ^= 1
    try damaged.write(to: URL(filePath: segment))

    let first = try checkin.run("add", "run", "Noticed afterwards")
    #expect(first.status == 0 && first.output.contains("Added 6"))
    #expect(first.errors.contains("damaged"))
    let before = checkin.logFiles()
    let second = try checkin.run("add", "run", "Refused")
    #expect(second.status == 65)
    let list = try checkin.run("list")
    #expect(list.status == 65 && list.output.contains("Noticed afterwards"))
    #expect(checkin.logFiles() == before)

    // What was restored is trusted again at once: the log decides, not what was remembered of it.
    try whole.write(to: URL(filePath: segment))
    #expect(try checkin.run("list").status == 0)
    #expect(try checkin.run("add", "run", "Again").status == 0)
    #expect(try checkin.run("verify").status == 0)
  }

  @Test func damageWhereACommandWouldWriteIsNoticedBefore() throws {
    let checkin = try CheckInProcess.withSamples()
    try checkin.run("rebuild")
    let segment = checkin.journal + "/log/00000000000000000001.lz4"
    var damaged = try #require(FileManager.default.contents(atPath: segment))
    damaged[250] ^= 1
    try damaged.write(to: URL(filePath: segment))
    let before = checkin.journalFiles()
    #expect(try checkin.run("add", "run", "Refused").status == 65)
    #expect(checkin.journalFiles() == before)
  }

  @Test func readingCommandsWriteNothing() throws {
    let checkin = try CheckInProcess.withSamples()
    try checkin.run("rebuild")
    let before = checkin.journalFiles()
    for arguments in [["list"], ["stats"], ["show", "1"], ["audit"], ["verify"]] { try checkin.run(arguments) }
    #expect(checkin.journalFiles() == before)
  }
}
