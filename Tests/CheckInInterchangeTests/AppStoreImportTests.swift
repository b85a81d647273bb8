import Foundation
import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInInterchange
@testable import CheckInJournal
@testable import CheckInMaintenance
@testable import CheckInModel
@testable import CheckInTimeline

/// The app's own databases come in, and stay as they are.
@Suite("The app's databases")
struct AppStoreImportTests {
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../Fixtures/stores"
  ).standardized.path

  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func journal(_ name: String = "journal") throws -> Journal {
    try Journal(at: directory.path + "/" + name, configuration: .init(now: { noon }))
  }

  /// What stands for the photo processor here: it refuses what is no JPEG, and leaves the rest as it is.
  private static let conversion: PhotoConversion = { bytes in
    struct NoPhoto: Error {}
    guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { throw NoPhoto() }
    return NewPhoto(jpeg: bytes, width: 8, height: 8)
  }

  private func importing(
    _ path: String, into journal: Journal?, dryRun: Bool = false, skipInvalid: Bool = false,
    conversion: PhotoConversion? = AppStoreImportTests.conversion
  ) throws -> ImportReport {
    try Importer.run(
      path: path, format: nil, dryRun: dryRun, skipInvalid: skipInvalid, now: noon, zone: centralEuropeanZone,
      photoConversion: conversion, progress: nil, into: { _ in journal })
  }

  private func sqlite(_ statements: String, on name: String) throws {
    let result = try Tool.shell("sqlite3 -bail '\(name)'", in: directory.path, input: Array(statements.utf8))
    try #require(result.status == 0, "\(result.errorText)")
  }

  /// A copy of the second generation's fixture, changed.
  private func changed(_ statements: String) throws -> String {
    let path = directory.path + "/default.store"
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: Self.fixtures + "/feature-005.store", toPath: path)
    try sqlite(statements, on: "default.store")
    return path
  }

  @Test("The first generation: no type, no title")
  func firstGeneration() throws {
    let journal = try journal()
    let report = try importing(Self.fixtures + "/feature-003.store", into: journal)
    #expect(report.read == 4 && report.added == 4 && report.rejected == [] && report.photos == 0)
    let checkIns = try (1...4).compactMap { try journal.checkIn($0) }
    #expect(Set(checkIns.map(\.type)) == [.unknown])
    #expect(Set(checkIns.map(\.title)) == ["Legacy Check-in"])
    #expect(
      checkIns.map(\.time.description) == [
        "2025-10-06T18:30:00.250+02:00", "2025-10-08T18:05:12+02:00", "2025-10-09T01:45:00+02:00",
        "2025-10-27T07:15:00+01:00",
      ])
    #expect(Set(checkIns.map(\.time.timeZone)) == ["Europe/Berlin"])
    #expect(checkIns[1].notes == "Beine, schwer")
    #expect(checkIns[0].id.uuidString == "CEBAEE4D-4377-5E05-97D9-623A0E7B7883")
  }

  @Test("The second generation, with photos in the column, behind a byte, and in a file")
  func secondGeneration() throws {
    let journal = try journal()
    let path = Self.fixtures + "/feature-005.store"
    let trial = try importing(path, into: nil, dryRun: true)
    let report = try importing(path, into: journal)
    #expect(trial == report)
    #expect(report.added == 5 && report.photos == 4 && report.photosLeftOut == 0)
    let checkIns = try (1...5).compactMap { try journal.checkIn($0) }
    #expect(checkIns.map(\.type) == [.run, .strengthTraining, .walk, .unknown, .yoga])
    #expect(checkIns.map(\.title)[1...3] == ["5×5 squats", "Lunch walk with Milo 🐕", "Legacy Check-in"])
    #expect(checkIns.map(\.calories) == [320, nil, 90, nil, nil])
    #expect(checkIns.map(\.location) == ["Tiergarten", nil, nil, nil, "Home"])
    #expect(checkIns.map(\.notes) == ["", "Week 3", "", "", "“Just ten” became forty."])
    #expect(checkIns.map { $0.photo != nil } == [true, true, true, false, true])
    // The same photo twice is stored once.
    #expect(checkIns[0].photo == checkIns[4].photo && Set(checkIns.compactMap(\.photo)).count == 3)
    try journal.close()
    let verification = try Journal.verify(at: directory.path + "/journal")
    #expect(verification.problems == [] && verification.photos.present == 3)
    let origins = try journal.replay(AllEvents.self).events.map(\.origin)
    #expect(Set(origins) == [.import])
  }

  @Test("Again it adds nothing, and undoes nothing")
  func again() throws {
    let journal = try journal()
    let path = Self.fixtures + "/feature-005.store"
    // An import that could not take the photos, or was cut off before them, is completed.
    let first = try importing(path, into: journal, conversion: nil)
    #expect(first.added == 5 && first.photos == 0 && first.photosLeftOut == 4)
    let second = try importing(path, into: journal)
    #expect(second.added == 0 && second.duplicates == 5 && second.photos == 4)
    try journal.clearPhoto(of: 1)
    try journal.edit(2, with: CheckInChanges(title: "Mine"))
    try journal.discard([3])
    let sequence = journal.sequence
    let third = try importing(path, into: journal)
    #expect(third.added == 0 && third.duplicates == 5 && third.photos == 0 && third.photosLeftOut == 0)
    #expect(journal.sequence == sequence)
    // The first generation's check-in is the one that was migrated.
    #expect(try importing(Self.fixtures + "/feature-003.store", into: journal).duplicates == 1)
  }

  @Test("What the app has not merged yet is read, and nothing of it changes")
  func writeAheadLog() throws {
    _ = try changed("PRAGMA user_version = 1;")
    let folder = directory.path + "/app"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try sqlite(
      """
      PRAGMA journal_mode = WAL;
      UPDATE ZCHECKIN SET ZTITLE = 'From the log' WHERE Z_PK = 2;
      .shell cp default.store default.store-wal app/
      """, on: "default.store")
    try #require(FileManager.default.fileExists(atPath: folder + "/default.store-wal"))
    let before = try directory.files().filter { $0.key.hasPrefix("app/") }
    let journal = try journal()
    #expect(try importing(folder + "/default.store", into: journal).added == 5)
    #expect(try journal.checkIn(2)?.title == "From the log")
    #expect(try directory.files().filter { $0.key.hasPrefix("app/") } == before)
  }

  @Test("Rows that are no check-ins are told by their key, and nothing comes in")
  func rejected() throws {
    let path = try changed(
      """
      UPDATE ZCHECKIN SET ZEXERCISETYPE = 'Dance', ZTITLE = '' WHERE Z_PK = 1;
      UPDATE ZCHECKIN SET ZDATE = 9e99 WHERE Z_PK = 2;
      UPDATE ZCHECKIN SET ZID = x'01', ZCALORIES = -1 WHERE Z_PK = 3;
      UPDATE ZCHECKIN SET ZDATE = NULL, ZID = NULL, ZNOTES = x'00' WHERE Z_PK = 4;
      UPDATE ZCHECKIN SET ZDATE = 1e9 WHERE Z_PK = 5;
      """)
    let journal = try journal()
    let report = try importing(path, into: journal)
    #expect(report.added == 0 && journal.sequence == 0)
    #expect(
      Dictionary(uniqueKeysWithValues: report.rejected.map { ($0.row, $0.messages.map(\.text)) }) == [
        1: [Validation.titleMissing.text, "The type 'Dance' is not known"],
        2: [Validation.dateOutOfRange.text],
        3: [Validation.caloriesNegative.text, "The column ZID holds a value of another kind"],
        4: ["The column ZNOTES holds a value of another kind", "The date is missing", "The id is missing"],
        5: [Validation.dateInFuture.text],
      ])
    #expect(try importing(try changed("DELETE FROM ZCHECKIN WHERE Z_PK < 5;"), into: journal).added == 1)
  }

  @Test("A photo that is none, or names no file, is left out; its check-in is not")
  func photosLeftOut() throws {
    let path = try changed(
      """
      UPDATE ZCHECKIN SET ZPHOTODATA = x'89504E47' WHERE Z_PK = 1;
      UPDATE ZCHECKIN SET ZPHOTODATA = x'022E2E2F2E2E2F6574632F70617373776400' WHERE Z_PK = 2;
      UPDATE ZCHECKIN SET ZPHOTODATA = x'' WHERE Z_PK = 5;
      """)
    let report = try importing(path, into: try journal())
    // The third names a file in a folder that was not copied along.
    #expect(report.added == 5 && report.photos == 0 && report.photosLeftOut == 3)
  }

  @Test("What is no database of the app is refused")
  func refused() throws {
    func code(_ path: String) -> JournalError.Code? {
      #expect(throws: JournalError.self) {
        try Importer.run(
          path: path, format: .store, dryRun: true, skipInvalid: false, now: noon, zone: centralEuropeanZone,
          progress: nil, into: { _ in nil })
      }?.code
    }
    #expect(code(directory.path + "/none.store") == .notFound)
    #expect(code(directory.path) == .notFound)
    #expect(code("-") == .invalidValue)
    try directory.write(Array("no database".utf8), to: "text.store")
    #expect(code(directory.path + "/text.store") == .refusedInput)
    try directory.write([], to: "empty.store")
    #expect(code(directory.path + "/empty.store") == .refusedInput)
    try sqlite("CREATE TABLE other (a);", on: "other.store")
    #expect(code(directory.path + "/other.store") == .refusedInput)
    try sqlite("CREATE VIEW ZCHECKIN AS SELECT 1 AS Z_PK, 2 AS ZDATE, 3 AS ZID;", on: "view.store")
    #expect(code(directory.path + "/view.store") == .refusedInput)
    let whole = try Data(contentsOf: URL(filePath: Self.fixtures + "/feature-005.store"))
    for count in stride(from: 100, to: whole.count - 1, by: 1500) {
      try directory.write(Array(whole.prefix(count)), to: "cut.store")
      #expect(code(directory.path + "/cut.store") == .refusedInput, "\(count) bytes")
    }
  }
}
