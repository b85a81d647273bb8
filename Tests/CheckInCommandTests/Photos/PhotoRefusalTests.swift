import Foundation
import TestSupport
import Testing

/// What is refused changes nothing: log, witness and photos stay as they are, byte by byte.
struct PhotoRefusalTests {
  @Test func thereAreRefusedPhotos() { #expect(PhotoFixture.refused.count > 15) }

  @Test func photosThatCannotBeTaken() throws {
    let checkin = try CheckInProcess.withPhotos()
    let before = checkin.records()
    for name in PhotoFixture.refused {
      let file = PhotoFixture.path(name)
      for arguments in [["add", "run", "x", "--photo", file], ["photo", "attach", "1", file]] {
        let outcome = try checkin.run(arguments)
        #expect(outcome.status == 65, "\(name)")
        #expect(outcome.errors.hasPrefix("Error: ") && !outcome.errors.contains(name), "\(name)")
      }
      #expect(checkin.records() == before, "\(name)")
    }
  }

  /// Wrong uses by their exit status, in words: FIXTURES is the folder of photos, EMPTY an empty word.
  static let wrongUses: [Int32: [String]] = [
    66: [
      "add run x --photo FIXTURES/none.jpg",
      "add run x --photo FIXTURES",
      "add run x --photo EMPTY",
      "photo attach 1 FIXTURES/none.jpg",
      "photo attach 1 FIXTURES",
      "photo attach 99 FIXTURES/plain.jpg",
      "photo attach -1 FIXTURES/plain.jpg",
      "photo attach 1 --bogus",
      "photo clear 99",
      "photo export 99",
      "photo purge 99 --yes",
      "photo purge 1 --photo 0123456789 --yes",
    ],
    64: [
      "add run EMPTY --photo FIXTURES/plain.jpg",
      "add run x --photo",
      "photo attach 4 FIXTURES/plain.jpg",
      "photo attach x FIXTURES/plain.jpg",
      "photo attach 1",
      "photo attach",
      "photo attach 1 a b",
      "photo clear 3",
      "photo clear 4",
      "photo clear",
      "photo export 3",
      "photo export -- 3",
      "photo clear -- 3",
      "photo purge -- 3 --yes",
      "photo export",
      "photo purge 1",
      "photo purge",
      "photo purge 3 --yes",
      "photo purge 1 --photo zz --yes",
      "photo",
      "photo bogus",
    ],
    65: [
      "add run x --photo /dev/null"
    ],
  ]

  @Test(arguments: wrongUses.flatMap { status, lines in lines.map { WrongUse(line: $0, status: status) } })
  func wrongUse(_ use: WrongUse) throws {
    let checkin = try CheckInProcess.withPhotos()
    let before = checkin.records()
    let arguments = use.line.split(separator: " ").map { word in
      word == "EMPTY" ? "" : String(word).replacing("FIXTURES", with: PhotoFixture.directory)
    }
    let outcome = try checkin.run(arguments)
    #expect(outcome.status == use.status, "\(outcome.output) \(outcome.errors)")
    #expect(!outcome.errors.isEmpty)
    #expect(checkin.records() == before)
    #expect(try checkin.run(["--json"] + arguments).errorObject()["code"] as? Int32 == use.status)
    #expect(checkin.records() == before)
  }

  struct WrongUse: CustomTestStringConvertible, Sendable {
    var line: String
    var status: Int32
    var testDescription: String { line }
  }

  @Test func aRefusedPhotoCreatesNoJournal() throws {
    let checkin = try CheckInProcess()
    #expect(try checkin.run("add", "run", "x", "--photo", PhotoFixture.path("empty.jpg")).status == 65)
    #expect(checkin.journalFiles().isEmpty)
  }

  @Test func withoutTheWorkerTheRemedyIsTold() throws {
    let checkin = try CheckInProcess.withPhotos()
    let alone = checkin.directory + "/alone"
    try FileManager.default.createDirectory(atPath: alone, withIntermediateDirectories: false)
    try Executable.copy(CheckInProcess.binary, to: alone + "/checkin")
    let before = checkin.records()
    let outcome = try checkin.shell("\(alone)/checkin add run x --photo \(PhotoFixture.path("plain.jpg"))")
    #expect(outcome.status == 70)
    #expect(outcome.errors.contains("swift build --product checkin-photo"))
    #expect(checkin.records() == before)
    // Everything else goes on without it.
    #expect(try checkin.shell("\(alone)/checkin add run x && \(alone)/checkin rebuild").status == 0)
    #expect(try checkin.shell("\(alone)/checkin photo export 1 > /dev/null").status == 0)
  }
}
