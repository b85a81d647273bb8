import CheckInJournal
import Foundation
import TestSupport
import Testing

/// `checkin export --format events` and back.
struct EventExchangeTests {
  /// The samples, with a photo on check-in 1.
  private func samples() throws -> CheckInProcess {
    let checkin = try CheckInProcess.withSamples()
    let journal = try Journal(at: checkin.journal)
    _ = try journal.attachPhoto([0xFF, 0xD8, 0xFF, 1, 2, 3], width: 4, height: 3, to: 1)
    try journal.close()
    return checkin
  }

  @Test func theWholeHistoryComesBack() throws {
    let checkin = try samples()
    let file = checkin.directory + "/all.jsonl"
    let exported = try checkin.run("export", file, "--format", "events", "--json").object()
    #expect(exported["exported"] as? Int == 6)
    #expect(exported["photos"] as? Int == 1)
    let photos = try FileManager.default.contentsOfDirectory(atPath: checkin.directory + "/all.photos")
    #expect(photos.count == 1 && photos[0].count == 68)

    let other = ["--journal", checkin.directory + "/copy"]
    let trial = try checkin.run(["import", file, "--dry-run"] + other)
    #expect(trial.output == "Read 6 events: would add 6, 0 already there; 1 photo\n", "\(trial.errors)")
    #expect(!FileManager.default.fileExists(atPath: checkin.directory + "/copy"))
    let imported = try checkin.run(["import", file] + other)
    #expect(imported.output == "Read 6 events: added 6, 0 already there; 1 photo\n", "\(imported.errors)")
    for question in [["list", "--json"], ["audit", "--json"], ["list", "--discarded", "--json"]] {
      #expect(try checkin.run(question + other).output == checkin.run(question).output)
    }
    let receipts = try [[], other].map { try checkin.run(["verify", "--json"] + $0).object()["receipt"] as? String }
    #expect(receipts[0] == receipts[1])
    #expect(try checkin.run(["import", file, "--json"] + other).object()["duplicates"] as? Int == 6)
  }

  @Test func theHistoryUntilAMomentComesBack() throws {
    let checkin = try samples()
    let file = checkin.directory + "/then.jsonl"
    let exported = try checkin.run("export", file, "--format", "events", "--as-of", "4", "--json").object()
    #expect(exported["exported"] as? Int == 4)
    #expect(exported["photos"] as? Int == 0)
    #expect(!FileManager.default.fileExists(atPath: checkin.directory + "/then.photos"))
    let other = ["--journal", checkin.directory + "/then"]
    #expect(try checkin.run(["import", file] + other).output == "Read 4 events: added 4, 0 already there\n")
    #expect(try checkin.run(["list", "--json"] + other).output == checkin.run("list", "--json", "--as-of", "4").output)
  }

  @Test func standardOutputHasNoPhotos() throws {
    let checkin = try samples()
    let exported = try checkin.run("export", "--format", "events")
    #expect(exported.lines.count == 7)
    #expect(exported.errors == "1 photo left out: standard output takes no photos; name a file.\n")
    let other = ["--journal", checkin.directory + "/copy"]
    let imported = try checkin.run(["import", "-", "--format", "events"] + other, input: exported.output)
    #expect(imported.status == 0)
    #expect(imported.errors.contains("1 photo could not be taken"))
    #expect(try checkin.run(["audit", "--json"] + other).output == checkin.run("audit", "--json").output)
  }

  @Test func refusalsChangeNothing() throws {
    let checkin = try samples()
    let file = checkin.directory + "/all.jsonl"
    try checkin.run("export", file, "--format", "events")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let other = ["--journal", checkin.directory + "/copy"]

    let bad = try checkin.run(
      ["import", "-", "--json"] + other, input: text.replacing("\"checkIn\":2", with: "\"checkIn\":9"))
    #expect(bad.status == 65)
    #expect((try bad.object()["rejected"] as? [[String: Any]])?.first?["row"] as? Int == 3)
    let cut = try checkin.run(["import", "-"] + other, input: String(text.dropLast(30)))
    #expect(cut.status == 65)
    #expect(try checkin.run(["import", file, "--skip-invalid"] + other).status == 64)
    #expect(!FileManager.default.fileExists(atPath: checkin.directory + "/copy"))

    try checkin.run(["add", "run", "Another"] + other)
    let before = try checkin.run(["audit", "--json"] + other).output
    let diverged = try checkin.run(["import", file] + other)
    #expect(diverged.status == 65)
    #expect(diverged.errors.contains("another event 1"))
    #expect(try checkin.run(["audit", "--json"] + other).output == before)
  }
}
