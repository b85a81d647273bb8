import Foundation
import Glibc
import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInInterchange
@testable import CheckInJournal
@testable import CheckInMaintenance
@testable import CheckInModel
@testable import CheckInTimeline
@testable import EventLog

/// A journal leaves as a file of events and arrives as the same journal.
@Suite("Files of events")
struct EventFileTests {
  let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  func journal(_ name: String, id: UUID? = nil) throws -> Journal {
    var configuration = Journal.Configuration(now: { RandomHistory.now })
    configuration.journalID = id
    return try Journal(at: directory.path + "/" + name, configuration: configuration)
  }

  /// A journal with a random history, and the file of its events.
  func exported(_ steps: Int = 150, seed: UInt64 = TestSettings.seed) throws -> (journal: Journal, file: String) {
    var history = RandomHistory(seed: seed)
    let original = try journal("original")
    for _ in 0..<steps { try history.step(original) }
    try original.close()
    let file = directory.path + "/all.jsonl"
    let report = try Exporter.run(journal: original, path: file, format: .events, progress: nil)
    #expect(report.exported == Int(original.sequence))
    #expect(report.photosLeftOut == 0)
    return (original, file)
  }

  func importing(_ path: String, into name: String, dryRun: Bool = false) throws -> ImportReport {
    try Importer.run(
      path: path, format: nil, dryRun: dryRun, skipInvalid: false, now: noon, zone: centralEuropeanZone,
      progress: nil,
      into: { id in
        let journal = try journal(name, id: id)
        return journal
      })
  }

  func content(of name: String) throws -> [UInt8] {
    let result = try Tool.shell("cat log/*.lz4 | lz4 -dc", in: directory.path + "/" + name)
    try #require(result.status == 0)
    return result.output
  }

  func receipt(_ name: String) throws -> Receipt? {
    let verification = try Journal.verify(at: directory.path + "/" + name)
    #expect(verification.problems == [])
    return verification.receipt
  }

  @Test("The same log, identity, receipt and photos", arguments: 0..<4 as Range<UInt64>)
  func everythingComesBack(run: UInt64) throws {
    let (original, file) = try exported(seed: TestSettings.seed &+ run)
    let count = Int(original.sequence)
    let report = try importing(file, into: "copy")
    #expect(report.read == count && report.added == count && report.duplicates == 0 && report.rejected == [])
    #expect(report.photosLeftOut == 0)
    #expect(try content(of: "copy") == content(of: "original"), "CHECKIN_SEED=\(TestSettings.seed), run \(run)")
    #expect(try receipt("copy") == receipt("original"))
    let photos = try FileManager.default.subpathsOfDirectory(atPath: directory.path + "/copy/photos").sorted()
    #expect(try photos == FileManager.default.subpathsOfDirectory(atPath: directory.path + "/original/photos").sorted())
    #expect(report.photos == photos.count { $0.hasSuffix(".jpg") } && report.photos > 0)

    let again = try importing(file, into: "copy")
    #expect(again.added == 0 && again.duplicates == count)
    #expect(try importing(file, into: "copy", dryRun: true) == again)
    _ = try Exporter.run(
      journal: try journal("copy"), path: directory.path + "/again.jsonl", format: .events, progress: nil)
    #expect(try directory.read("again.jsonl") == directory.read("all.jsonl"))
  }

  @Test("An import that was undone and redone, too long for one frame, arrives as it was")
  func longCommands() throws {
    let original = try journal("original")
    let drafts = (1...30_000).map { number in
      CheckInDraft(
        id: UUID(), type: .run, title: "Run", time: CheckInTime(instantMilliseconds: Int64(number), offsetMinutes: 0))
    }
    #expect(try original.importCheckIns(drafts).added == drafts.count)
    #expect(try original.undo().checkIns.count == drafts.count)
    #expect(try original.statistics(today: CivilDay(dayNumber: 0)).total == 0)
    try original.redo()
    #expect(try original.statistics(today: CivilDay(dayNumber: 0)).total == drafts.count)
    try original.close()
    let file = directory.path + "/all.jsonl"
    _ = try Exporter.run(journal: original, path: file, format: .events, progress: nil)
    #expect(try importing(file, into: "copy").added == 3 * drafts.count)
    #expect(try receipt("copy") == receipt("original"))
    // Frames keep to their size, in the original and in the copy.
    for name in ["original", "copy"] {
      let sizes = try FrameSizes(of: directory.path + "/" + name).contentByteCounts
      #expect(sizes.count > 8 && sizes.allSatisfy { $0 < 2 * FrameFormat.bulkContentByteCount }, "\(name): \(sizes)")
    }
  }

  @Test("A journal that begins with the same events gets the rest; one that has more gets nothing")
  func prefixes() throws {
    let (original, file) = try exported(40)
    let records = try EventFile(InputFile.open(file)).history.records
    for count in 0...records.count {
      var first = EventRecords()
      for index in 0..<count { first.append(message: records[index]) }
      let partial = try journal("partial-\(count)")
      #expect(try partial.reproduce(first) == count)
      try partial.close()
      #expect(try importing(file, into: "partial-\(count)").added == records.count - count)
      #expect(try Journal(at: directory.path + "/partial-\(count)", for: .readOnly).sequence == original.sequence)
    }
    let longer = try journal("partial-0")
    _ = try longer.create(CheckInDraft(type: .run, title: "More", time: centralEuropeanTime(noon - 86_400_000)))
    try longer.close()
    let report = try importing(file, into: "partial-0")
    #expect(report.added == 0 && report.duplicates == records.count)
  }

  @Test("A journal with other events is left alone")
  func refusesOthers() throws {
    let (_, file) = try exported(30)
    let other = try journal("other")
    _ = try other.create(CheckInDraft(type: .run, title: "Mine", time: centralEuropeanTime(noon - 86_400_000)))
    try other.close()
    let before = try content(of: "other")
    for dryRun in [true, false] {
      let error = #expect(throws: JournalError.self) { try importing(file, into: "other", dryRun: dryRun) }
      #expect(error?.code == .refusedInput)
    }
    #expect(try content(of: "other") == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path + "/other/photos") == [])
  }

  @Test("What was read before the log was framed anew is what goes out")
  func framedAnew() throws {
    let (original, file) = try exported(30)
    let before = try directory.read("all.jsonl")
    let reader = try Journal(at: directory.path + "/original", for: .readOnly)
    for number in 1...5 {
      _ = try original.create(
        CheckInDraft(type: .run, title: "More \(number)", time: centralEuropeanTime(noon - 86_400_000)))
    }
    #expect(try original.compact(includingActive: true).segments.count == 1)
    try original.close()
    _ = try Exporter.run(journal: reader, path: file, format: .events, progress: nil)
    #expect(try directory.read("all.jsonl") == before)
    let report = try Exporter.run(journal: original, path: file, format: .events, progress: nil)
    #expect(try directory.read("all.jsonl").split(separator: "\n").count == report.exported + 1)
  }

  @Test("A photo that is damaged refuses the import; one that is missing is told")
  func photos() throws {
    let (_, file) = try exported()
    let folder = directory.path + "/all.photos/"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    try #require(names.count >= 2)
    try FileManager.default.removeItem(atPath: folder + names[0])
    #expect(try importing(file, into: "copy").photosLeftOut == 1)
    try Data([1]).write(to: URL(fileURLWithPath: folder + names[1]))
    let error = #expect(throws: JournalError.self) { try importing(file, into: "second") }
    #expect(error?.code == .refusedInput && error?.message.contains(names[1]) == true)
    #expect(!FileManager.default.fileExists(atPath: directory.path + "/second"))
  }

  @Test("A photo that was purged since does not come back with the file")
  func purged() throws {
    let journal = try journal("journal")
    try journal.create(
      TrialCommand.draft("One"), photo: NewPhoto(jpeg: [0xFF, 0xD8, 0xFF, 1], width: 1, height: 1))
    let file = directory.path + "/all.jsonl"
    #expect(try Exporter.run(journal: journal, path: file, format: .events, progress: nil).photos == 1)
    _ = try journal.purge(journal.purgeCandidates(of: [1]), of: [1])
    try journal.close()
    let report = try importing(file, into: "journal")
    #expect(report.added == 0 && report.duplicates == 2 && report.photos == 0 && report.photosLeftOut == 0)
    let verification = try Journal.verify(at: directory.path + "/journal")
    #expect(verification.photos.purged == 1 && verification.photos.present == 0)
    // Elsewhere nothing was purged.
    #expect(try importing(file, into: "another").photos == 1)
  }

  @Test("Every line is judged before the first is appended")
  func rejected() throws {
    let (original, _) = try exported(60)
    let lines = try directory.read("all.jsonl").split(separator: "\n").map(String.init)
    func messages(_ lines: [String]) throws -> [Int: [String]] {
      let path = try directory.write(lines.joined(separator: "\n") + "\n", to: "changed.jsonl")
      let report = try importing(path, into: "copy")
      #expect(report.added == 0 && !FileManager.default.fileExists(atPath: directory.path + "/copy"))
      return Dictionary(uniqueKeysWithValues: report.rejected.map { ($0.row, $0.messages.map(\.text)) })
    }
    var changed = lines
    changed.swapAt(3, 4)
    #expect(try messages(changed) == [4: ["The sequence must be 3, and is 4"]])
    changed = lines
    changed[2] = "nonsense"
    changed[9] = "{}"
    #expect(
      try messages(changed) == [3: ["The line is not a JSON object"], 10: ["The member sequence is missing"]])
    changed = lines
    let id = try #require(lines[1].firstMatch(of: /"id":"([^"]*)"/)).1
    let creation = try #require(lines.dropFirst(2).firstIndex { $0.contains("\"id\":") })
    changed[creation].replace(/"id":"[^"]*"/, with: "\"id\":\"\(id)\"")
    #expect(try messages(changed).keys.sorted() == [creation + 1])
    changed = lines
    changed[1].replace("\"checkIn\":1,", with: "\"checkIn\":2,")
    #expect(try messages(changed)[2]?.first?.contains("creates check-in 2, but the next one is 1") == true)

    for cut in [0, 1, 5, lines.count - 1] {
      let path = try directory.write(lines.prefix(cut).joined(separator: "\n"), to: "cut.jsonl")
      let error = #expect(throws: JournalError.self) {
        try Importer.run(
          path: path, format: .events, dryRun: true, skipInvalid: false, now: noon, zone: centralEuropeanZone,
          progress: nil, into: { _ in nil })
      }
      #expect(error?.code == .refusedInput, "\(cut)")
    }
    #expect(original.sequence == UInt64(lines.count - 1))
  }

  @Test("What a newer version wrote is asked of the newer version")
  func newer() throws {
    let header = #"{"format":"checkin-events","version":1,"journal":"8C1F0000-0000-4000-8000-000000000001","events":1}"#
    let record = Data([0x08, 1, 0x20, 1, 0xC2, 0x02, 0] as [UInt8]).base64EncodedString()
    let path = try directory.write("\(header)\n{\"sequence\":1,\"record\":\"\(record)\"}\n", to: "newer.jsonl")
    let error = #expect(throws: JournalError.self) { try importing(path, into: "copy") }
    #expect(error?.code == .newerVersion)
    let newer = header.replacing(":1,", with: ":\(EventFile.Header.version + 1),", maxReplacements: 1)
    let later = try directory.write(newer + "\n", to: "later.jsonl")
    #expect(#expect(throws: JournalError.self) { try importing(later, into: "copy") }?.code == .newerVersion)
    #expect(!FileManager.default.fileExists(atPath: directory.path + "/copy"))
  }

  @Test("An import that is cut off at any operation is completed by the next one", arguments: [EIO, ENOSPC])
  func cutOff(_ error: Int32) throws {
    let (_, file) = try exported(60)
    let records = try EventFile(InputFile.open(file)).history.records
    let whole = SimulatedFileSystem()
    _ = try open(whole).reproduce(records)
    for number in 1...whole.operationCount {
      let fileSystem = SimulatedFileSystem()
      fileSystem.plan([SimulatedFault(.error(error), from: number)], seed: TestSettings.seed)
      if let journal = try? open(fileSystem) {
        _ = try? journal.reproduce(records)
        try? journal.close()
      }
      fileSystem.plan([])
      var choices = EverythingIsLost()
      fileSystem.crash(&choices)
      let journal = try open(fileSystem)
      _ = try journal.reproduce(records)
      try journal.close()
      #expect(journal.sequence == UInt64(records.count), "errno \(error) from operation \(number)")
      #expect(try journal.countReproduced(of: records) == records.count)
      #expect(try Journal.verify(at: Trial.path, in: fileSystem).segments.count >= 1)
    }
  }

  private func open(_ fileSystem: SimulatedFileSystem) throws(JournalError) -> Journal {
    var configuration = Journal.Configuration(segmentByteLimit: 1500, lockTimeoutSeconds: 0.05)
    configuration.fileSystem = fileSystem
    return try Journal(at: Trial.path, configuration: configuration)
  }
}

/// How a log's first segment is cut into frames.
private struct FrameSizes {
  private(set) var contentByteCounts: [Int] = []

  init(of path: String) throws {
    let directory = LogDirectory(fileSystem: DiskFileSystem(), path: path)
    var counts: [Int] = []
    try SegmentContent.forEachFrame(of: try directory.open(segment: 1), segment: 1) { counts.append($0.byteCount) }
    contentByteCounts = counts
  }
}
