import Foundation
import TestSupport
import Testing

/// Photos from the command line: taken, shown, given back.
struct PhotoCommandTests {
  @Test func addingWithAPhotoIsOneCommand() throws {
    let checkin = try CheckInProcess()
    let original = try PhotoFixture.bytes("gps.heic")
    let added = try checkin.run("add", "run", "Morning", "5k", "--photo", PhotoFixture.path("gps.heic"))
    #expect(added.status == 0, "\(added.errors)")
    #expect(added.lines.count == 3)
    #expect(added.lines[0].hasPrefix("Added 1  Run  Morning 5k"))
    #expect(added.lines[1] == "Photo stored (1 KB); location and other metadata removed")
    #expect(added.lines[2].hasPrefix("1 check-in"))
    #expect(try PhotoFixture.bytes("gps.heic") == original)

    let audit = try checkin.run("audit", "--json").lines
    #expect(audit.count == 2 && audit[0].contains(#""action":"created""#) && audit[1].contains("photoAttached"))
    #expect(audit.allSatisfy { $0.contains(#""command":1"#) })
    let frames = checkin.journalFiles().filter { $0.key.hasSuffix(".lz4") }.values.reduce(0) { count, bytes in
      count + (0..<bytes.count - 3).count { Array(bytes[$0..<$0 + 4]) == [0x04, 0x22, 0x4D, 0x18] }
    }
    #expect(frames == 2, "the segment's header, and the command")

    #expect(try checkin.run("undo").lines[0] == "Undid: added 1 Morning 5k")
    #expect(try checkin.run("list", "--json").array().isEmpty)
    #expect(try checkin.run("redo").status == 0)
    #expect(try checkin.photo(of: 1) != nil)
    #expect(try checkin.verifiedPhotos()["present"] == 1)
  }

  @Test func metadataIsToldAndGone() throws {
    let checkin = try CheckInProcess.withSamples()
    let words = [("gps.jpg", "location and other metadata removed"), ("comment.jpg", "metadata removed")]
    for (number, (name, told)) in words.enumerated() {
      let outcome = try checkin.run("photo", "attach", String(number + 1), PhotoFixture.path(name))
      #expect(outcome.output.contains("; \(told)"), "\(name)")
    }
    for file in checkin.journalFiles() where file.key.hasSuffix(".jpg") {
      #expect(!String(decoding: file.value, as: UTF8.self).contains("Exif"))
    }
  }

  @Test func aPhotoFromStandardInput() throws {
    let checkin = try CheckInProcess()
    let piped = try checkin.shell("$checkin add run Piped --photo - < \(PhotoFixture.path("plain.jpg"))")
    #expect(piped.status == 0, "\(piped.errors)")
    #expect(try checkin.photo(of: 1) != nil)
    let both = try checkin.run("add", "run", "x", "--photo", "-", "--notes", "-")
    #expect(both.status == 64 && both.errors.contains("standard input"))
  }

  @Test func addingWhatIsThereAttachesNothing() throws {
    let checkin = try CheckInProcess()
    let arguments = ["add", "run", "x", "--at", "07:00", "--id", "8C1F0A52-26E5-4F6B-9C0B-6C0B7C9B1A01"]
    try checkin.run(arguments)
    let before = checkin.records()
    let again = try checkin.run(arguments + ["--photo", PhotoFixture.path("plain.jpg")])
    #expect(again.status == 0)
    #expect(again.lines[0].hasPrefix("Already there: 1"))
    #expect(again.errors.contains("The photo was not attached"))
    #expect(checkin.records() == before)
  }

  @Test func attachingReplacesAndClearingTakesAway() throws {
    let checkin = try CheckInProcess.withPhotos()
    let first = try #require(try checkin.photo(of: 1))
    let same = try checkin.run("photo", "attach", "1", PhotoFixture.path("gps.jpg"))
    #expect(same.status == 0 && same.lines[0].hasPrefix("Unchanged 1") && same.errors.contains("already"))
    #expect(try checkin.run("--json", "photo", "attach", "1", PhotoFixture.path("gray.jpg")).status == 0)
    #expect(try checkin.photo(of: 1) != first)
    #expect(try checkin.run("undo").lines[0].contains("attached a photo to"))
    #expect(try checkin.photo(of: 1) == first)
    #expect(try checkin.run("photo", "--json", "clear", "1").object()["photo"] is NSNull)
    #expect(try checkin.run("photo", "clear", "1").status == 64)
    #expect(try checkin.run("undo").status == 0)
    #expect(try checkin.photo(of: 1) == first)
    #expect(try checkin.verifiedPhotos() == ["present": 3, "missing": 0, "damaged": 0, "purged": 0])
  }

  @Test func exportingNeverOverwritesUnasked() throws {
    let checkin = try CheckInProcess.withPhotos()
    let digest = try #require(try checkin.photo(of: 1))
    let piped = try checkin.shell("$checkin photo export 1 > out.jpg && sha256sum out.jpg; rm out.jpg")
    #expect(piped.output.hasPrefix(digest))
    let file = checkin.directory + "/photo.jpg"
    #expect(try checkin.run("photo", "export", "1", file).status == 0)
    #expect(try checkin.shell("sha256sum \(file)").output.hasPrefix(digest))
    #expect(try checkin.run("photo", "export", "1", file).status == 0, "the same again changes nothing")
    let other = try checkin.run("photo", "export", "2", file)
    #expect(other.status == 64 && other.errors.contains("--force"))
    #expect(try checkin.shell("sha256sum \(file)").output.hasPrefix(digest))
    #expect(try checkin.run("photo", "export", "2", file, "--force").status == 0)
    #expect(!(try checkin.shell("sha256sum \(file)").output.hasPrefix(digest)))
    #expect(try checkin.run("photo", "export", "3").status == 64)
    #expect(try checkin.run("photo", "export", "1", checkin.directory).status == 66)
    #expect(try checkin.run("photo", "export", "1", checkin.directory + "/none/x.jpg").status == 66)
    let past = try checkin.run("photo", "export", "1", "--as-of", "5")
    #expect(past.status == 64 && past.errors.contains("no photo"))
  }

  @Test func aMissingPhotoIsSaidAndBreaksNothing() throws {
    let checkin = try CheckInProcess.withPhotos()
    let digest = try #require(try checkin.photo(of: 1))
    try FileManager.default.removeItem(atPath: "\(checkin.journal)/photos/\(digest.prefix(2))/\(digest).jpg")
    #expect(try checkin.run("show", "1").output.contains("(missing)"))
    #expect(try checkin.run("month").status == 0)
    #expect(try checkin.run("photo", "export", "1").status == 65)
    #expect(try checkin.run("verify").status == 65)
    // The same photo again mends it, and is no event.
    let log = checkin.logFiles()
    #expect(try checkin.run("photo", "attach", "1", PhotoFixture.path("gps.jpg")).status == 0)
    #expect(checkin.logFiles() == log)
    #expect(try checkin.run("verify").status == 0)
  }

  @Test func thumbnailsAreKeptAndMadeAgain() throws {
    let checkin = try CheckInProcess.withPhotos()
    let digests = try [1, 2].map { try #require(try checkin.photo(of: $0)) }.sorted()
    #expect(try checkin.thumbnails() == digests, "made when attached")
    #expect(try checkin.run("rebuild").status == 0)
    #expect(try checkin.thumbnails() == digests, "carried over")
    try FileManager.default.removeItem(atPath: checkin.journal + "/snapshot.sqlite")
    let before = checkin.journalFiles()
    #expect(try checkin.run("gallery", "-").output.components(separatedBy: "data:image/jpeg").count == 3)
    #expect(checkin.journalFiles() == before, "a question writes nothing")
    #expect(try checkin.run("rebuild").status == 0)
    #expect(try checkin.thumbnails() == digests, "made anew")
  }

  @Test func theAppsPhotosComeAlong() throws {
    let checkin = try CheckInProcess()
    let store = PhotoFixture.directory + "/../stores/feature-005.store"
    let report = try checkin.run("import", store, "--format", "store", "--json")
    #expect(report.status == 0, "\(report.errors)")
    let photos = try #require(try report.object()["photos"] as? Int)
    #expect(photos > 0)
    #expect(try checkin.verifiedPhotos()["present"] ?? 0 > 0)
    #expect(try checkin.run("verify").status == 0)
    #expect(try checkin.run("import", store, "--format", "store", "--json").object()["added"] as? Int == 0)
  }
}
