import Foundation
import TestSupport
import Testing

/// Purging erases bytes for ever, and is told from losing them.
struct PurgeTests {
  private func path(_ digest: String) -> String { "photos/\(digest.prefix(2))/\(digest).jpg" }

  @Test func thePhotoIsGoneAndNothingIsMissing() throws {
    let checkin = try CheckInProcess.withPhotos()
    let digest = try #require(try checkin.photo(of: 1))
    let other = try #require(try checkin.photo(of: 2))
    let refused = try checkin.run("photo", "purge", "1")
    #expect(refused.status == 64 && refused.errors.contains("--yes"))
    #expect(try checkin.photo(of: 1) == digest)

    let purged = try checkin.run("photo", "purge", "1", "--yes")
    #expect(purged.status == 0, "\(purged.errors)")
    #expect(purged.output.contains("Cleared the photo of check-in 1\nPurged \(digest.prefix(12))"))
    #expect(checkin.records()[path(digest)] == nil && checkin.records()[path(other)] != nil)
    #expect(try checkin.photo(of: 1) == nil)
    #expect(try checkin.thumbnails() == [other], "the small picture is erased too")
    #expect(try checkin.run("verify").status == 0)
    #expect(try checkin.run("verify").output.contains("Photos: 1 present, 0 missing, 0 damaged, 1 purged"))
    #expect(try checkin.verifiedPhotos() == ["present": 1, "missing": 0, "damaged": 0, "purged": 1])
    let record = String(decoding: checkin.records()["photos/purged.jsonl"] ?? [], as: UTF8.self)
    #expect(record.hasPrefix(#"{"sha256":"\#(digest)","purgedAt":"20"#) && record.hasSuffix("}\n"))
    #expect(try checkin.run("show", "1", "--as-of", "6").output.contains("(purged)"))
    #expect(try checkin.run("photo", "export", "1", "--as-of", "6").status == 66)
    #expect(try checkin.run("gallery", "-", "--as-of", "6").status == 0)
    #expect(try checkin.run("photo", "purge", "1", "--yes").errors.contains("done already"))
  }

  @Test func aSnapshotOfAnotherVersionGoesWithItsPictures() throws {
    let checkin = try CheckInProcess.withPhotos()
    let digest = try #require(try checkin.photo(of: 1))
    _ = try Tool.shell("sqlite3 journal/snapshot.sqlite 'CREATE TABLE other (x)'", in: checkin.directory)
    let purged = try checkin.run("photo", "purge", "1", "--yes")
    #expect(purged.status == 0, "\(purged.errors)")
    #expect(!(try checkin.thumbnails().contains(digest)))
    let bytes = checkin.journalFiles()["snapshot.sqlite"] ?? []
    #expect(!String(decoding: bytes, as: UTF8.self).contains("other"), "the purge replaced the snapshot")
  }

  @Test func noUndoBringsItBack() throws {
    let checkin = try CheckInProcess.withPhotos()
    try checkin.run("photo", "clear", "1")
    #expect(try checkin.run("photo", "purge", "1", "--yes").status == 0, "a photo that was cleared before")
    // It is passed over: what was done before it can be undone.
    let list = try checkin.run("list", "--json").array().count
    while try checkin.run("undo").status == 0 {
      #expect(try checkin.photo(of: 1) == nil)
      #expect(try checkin.run("verify").status == 0)
    }
    #expect(list > 0)
    #expect(try checkin.run("undo").errors == "Error: There is nothing to undo.\n")
    #expect(try checkin.run("list", "--json").array().isEmpty)
    while try checkin.run("redo").status == 0 { #expect(try checkin.photo(of: 1) == nil) }
    #expect(try checkin.run("list", "--json").array().count == list)
  }

  @Test func attachedAgainItIsThereAndCanBeMissed() throws {
    let checkin = try CheckInProcess.withPhotos()
    let digest = try #require(try checkin.photo(of: 1))
    try checkin.run("photo", "purge", "1", "--yes")
    #expect(try checkin.run("photo", "attach", "1", PhotoFixture.path("gps.jpg")).status == 0)
    #expect(try checkin.photo(of: 1) == digest)
    #expect(try checkin.verifiedPhotos() == ["present": 2, "missing": 0, "damaged": 0, "purged": 0])
    try FileManager.default.removeItem(atPath: checkin.journal + "/" + path(digest))
    #expect(try checkin.verifiedPhotos() == ["present": 1, "missing": 1, "damaged": 0, "purged": 0])
    // Giving it up is a way out.
    #expect(try checkin.run("photo", "purge", "1", "--yes").status == 0)
    #expect(try checkin.run("verify").status == 0)
  }

  @Test func aSharedPhotoNeedsEverybody() throws {
    let checkin = try CheckInProcess.withPhotos()
    try checkin.run("photo", "attach", "3", PhotoFixture.path("gps.jpg"))
    try checkin.run("discard", "3")
    let before = checkin.records()
    let refused = try checkin.run("photo", "purge", "1", "--yes")
    #expect(refused.status == 64 && refused.errors.contains("check-in 3") && refused.errors.contains("--shared"))
    #expect(checkin.records() == before)
    let purged = try checkin.run("photo", "purge", "1", "3", "--yes", "--json").object()
    #expect(purged["cleared"] as? [Int] == [1, 3], "the discarded one as well")
    #expect(try checkin.run("restore", "3").status == 0)
    #expect(try checkin.photo(of: 3) == nil)
    #expect(try checkin.run("verify").status == 0)

    try checkin.run("photo", "attach", "3", PhotoFixture.path("display-p3.jpg"))
    #expect(
      try checkin.run("photo", "purge", "2", "--shared", "--yes", "--json").object()["cleared"] as? [Int] == [2, 3])
  }

  @Test func oneOfSeveralIsNamedByItsDigest() throws {
    let checkin = try CheckInProcess.withPhotos()
    let first = try #require(try checkin.photo(of: 1))
    try checkin.run("photo", "attach", "1", PhotoFixture.path("alpha.png"))
    let second = try #require(try checkin.photo(of: 1))
    #expect(try checkin.run("photo", "purge", "1", "--photo", String(first.prefix(10)), "--yes").status == 0)
    #expect(try checkin.photo(of: 1) == second, "what it shows is another one")
    #expect(checkin.records()[path(first)] == nil && checkin.records()[path(second)] != nil)
  }

  @Test func copiesKnowWhatWasPurged() throws {
    let checkin = try CheckInProcess.withPhotos()
    let digest = try #require(try checkin.photo(of: 1))
    let earlier = checkin.directory + "/earlier"
    try checkin.run("backup", earlier)
    try checkin.run("photo", "purge", "1", "--yes")
    for directory in [earlier, checkin.directory + "/later"] {
      let backup = try checkin.run("backup", directory, "--json")
      #expect(backup.status == 0, "\(backup.errors)")
      #expect(try backup.object()["photosMissing"] as? Int == 0)
      #expect(try checkin.run("verify", "--journal", directory).status == 0)
    }
    #expect(FileManager.default.fileExists(atPath: earlier + "/" + path(digest)), "a backup keeps what it has")

    let file = checkin.directory + "/all.jsonl"
    #expect(try checkin.run("export", file, "--format", "events", "--json").object()["photosLeftOut"] as? Int == 0)
    let copy = checkin.directory + "/copy"
    #expect(try checkin.run("import", file, "--journal", copy, "--json").object()["photosLeftOut"] as? Int == 0)
    let verified = try checkin.run("verify", "--journal", copy, "--json").object()["photos"] as? [String: Int]
    #expect(verified == ["present": 1, "missing": 0, "damaged": 0, "purged": 1])
  }

  @Test func aSalvagedJournalKnowsItToo() throws {
    let checkin = try CheckInProcess.withPhotos()
    try checkin.run("photo", "purge", "1", "--yes")
    try checkin.run("edit", "2", "--title", "To be lost")
    try checkin.run("add", "run", "After")
    let log = checkin.journal + "/log/00000000000000000001.lz4"
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: log)))
    let frames = (0..<bytes.count - 3).filter { Array(bytes[$0..<$0 + 4]) == [0x04, 0x22, 0x4D, 0x18] }
    bytes[frames[frames.count - 2] + 25] ^= 1
    try Data(bytes).write(to: URL(filePath: log))
    let repaired = try checkin.run("repair", "--yes")
    #expect(repaired.status == 0, "\(repaired.errors)")
    let salvaged = try checkin.run("verify", "--journal", checkin.journal + "-salvaged", "--json")
    #expect(salvaged.status == 0, "\(salvaged.output)")
    #expect((try salvaged.object()["photos"] as? [String: Int])?["purged"] == 1)
  }
}
