import CheckInJournal
import Foundation
import JournalTestSupport
import Synchronization
import TestSupport
import Testing

@testable import CheckInMaintenance
@testable import CheckInModel
@testable import EventLog

/// What a backup that was made before is not read for again, and that nothing is lost by that.
@Suite("Updates of backups")
struct BackupUpdateTests {
  private let directory: TemporaryDirectory
  private var source: String { directory.path + "/journal" }
  private var target: String { directory.path + "/backup" }
  private let reads = Reads()

  /// How often each file was read.
  private final class Reads: Sendable {
    let counts = Mutex<[String: Int]>([:])

    func count(where isMeant: (String) -> Bool) -> Int {
      counts.withLock { counts in counts.reduce(0) { isMeant($1.key) ? $0 + $1.value : $0 } }
    }
  }

  init() throws { directory = try TemporaryDirectory() }

  private func add(_ titles: [String], notesByteCount: Int = 0, segmentByteLimit: Int = 600) throws {
    let journal = try Journal(at: source, configuration: Journal.Configuration(segmentByteLimit: segmentByteLimit))
    var generator = RandomSource(seed: TestSettings.seed &+ UInt64(journal.sequence))
    for title in titles {
      var draft = TrialCommand.draft(title)
      draft.notes = Data(generator.bytes(notesByteCount)).base64EncodedString()
      try journal.create(draft)
    }
    try journal.close()
  }

  @discardableResult
  private func backUp() throws -> Backup {
    reads.counts.withLock { $0 = [:] }
    let reads = reads
    let fileSystem = ObservedFileSystem { operation, path in
      if operation == .read { reads.counts.withLock { $0[path, default: 0] += 1 } }
    }
    return try Journal.backUp(at: source, to: target, in: fileSystem)
  }

  private func segments(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path + "/log").sorted().map { "\(path)/log/\($0)" }
  }

  private func expectSame() throws {
    let copy = try Journal.verify(at: target)
    #expect(copy.problems == [])
    #expect(try copy.receipt == Journal.verify(at: source).receipt)
  }

  private func flipByte(of path: String, at offset: Int) throws {
    var content = try Data(contentsOf: URL(filePath: path))
    content[offset] ^= 1
    try content.write(to: URL(filePath: path))
  }

  @Test("Closed segments are kept, and nothing is written where nothing is new")
  func closedSegments() throws {
    try add((1...20).map { "Session \($0)" })
    try backUp()
    for step in 1...12 {
      let closed = try segments(source).dropLast()
      try add(["Later \(step)"])
      let backup = try backUp()
      #expect(backup.segments.copied >= 1 && backup.segments.kept >= closed.count)
      let files = try directory.files()
      #expect(try backUp().bytesCopied == 0)
      #expect(try directory.files() == files)
    }
    try expectSame()

    // Damage in the journal, too, is found when its turn comes: here at once.
    try flipByte(of: segments(source)[1], at: 60)
    #expect(throws: JournalError.self) { try backUp() }
  }

  @Test("Of a long copy some is read each time, and damage is found and mended when its turn comes")
  func longCopy() throws {
    try add((1...40).map { "Session \($0)" }, notesByteCount: 200_000, segmentByteLimit: 2_000_000)
    try backUp()
    let everything = [source, target].map { path in reads.count { $0.hasPrefix(path + "/log") } }
    try add(["Later"])
    // Else opening reads what its snapshot does not have.
    _ = try Journal(at: source).rebuild()
    try backUp()
    for (path, count) in zip([source, target], everything) {
      #expect(reads.count { $0.hasPrefix(path + "/log") } < count / 2)
    }

    let damaged = try segments(target)[2]
    try flipByte(of: damaged, at: 700_000)
    var count = 0
    while try Journal.verify(at: target).problems != [], count < 20 {
      try backUp()
      count += 1
    }
    #expect((1..<10).contains(count))
    try expectSame()

    // One that was cut is found at once, whose turn it ever is.
    for segment in try segments(target).dropLast() {
      try Data(contentsOf: URL(filePath: segment)).dropLast().write(to: URL(filePath: segment))
      try backUp()
      try expectSame()
    }
    try add(["Last"])
    try backUp()
    try expectSame()
  }

  @Test("What is remembered of a backup is not relied upon where it does not fit")
  func unfit() throws {
    try add((1...20).map { "Session \($0)" })
    try backUp()
    let record = target + "/backup.json"
    let content = try Data(contentsOf: URL(filePath: record))
    for offset in stride(from: 0, to: content.count, by: 97) {
      try flipByte(of: record, at: offset)
      try add(["Later \(offset)"])
      let backup = try backUp()
      #expect(backup.segments.copied >= 1)
    }
    try expectSame()
    try FileManager.default.removeItem(atPath: record)
    try backUp()
    // One of another time.
    try add(["More"])
    try backUp()
    try content.write(to: URL(filePath: record))
    try add(["And more"])
    try backUp()
    try expectSame()
    // A closed segment that went, and one that was cut.
    let closed = try segments(target)
    try FileManager.default.removeItem(atPath: closed[1])
    try backUp()
    try expectSame()
    let cut = try Data(contentsOf: URL(filePath: closed[2])).dropLast()
    try cut.write(to: URL(filePath: closed[2]))
    try backUp()
    try expectSame()
  }

  @Test("A journal that went another way after an earlier state of it is refused")
  func otherWay() throws {
    for earlierCount in [3, 19] {
      let fork = directory.path + "/fork-\(earlierCount)"
      try? FileManager.default.removeItem(atPath: source)
      try? FileManager.default.removeItem(atPath: target)
      try add((1...earlierCount).map { "Session \($0)" })
      try FileManager.default.copyItem(atPath: source, toPath: fork)
      try add((earlierCount + 1...20).map { "Session \($0)" })
      try backUp()
      try FileManager.default.removeItem(atPath: source)
      try FileManager.default.moveItem(atPath: fork, toPath: source)
      try add((1...30).map { "Another \($0)" })
      let files = try directory.files().filter { $0.key.hasPrefix("backup") }
      let error = #expect(throws: JournalError.self) { try backUp() }
      #expect(error?.code == .refusedInput)
      #expect(try directory.files().filter { $0.key.hasPrefix("backup") } == files)
    }
  }
}
