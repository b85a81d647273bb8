import Dispatch
import FoundationEssentials
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import EventLog

/// What a log promises to whoever appends to it and reads it.
@Suite("A log of records")
struct RecordLogTests {
  private let fileSystem = SimulatedFileSystem()

  private func open() throws -> RecordLog { try RecordLog(at: "/log", on: fileSystem) }

  @Test func whatWasAppendedIsThereAfterReopening() throws {
    let log = try open()
    #expect(try log.lastSequence == 0)
    #expect(try log.append(record("a")) == 1)
    #expect(try log.append(contentsOf: [record("b"), record("c")]) == 3)
    try log.close()
    let reopened = try open()
    #expect(try reopened.texts() == ["a", "b", "c"])
    #expect(try reopened.lastSequence == 3)
    #expect(try reopened.verify().verdict == .sound)
  }

  @Test func aLogCanBeUsedAfterItWasClosed() throws {
    let log = try open()
    try log.append(record("a"))
    try log.close()
    try log.close()
    try log.append(record("b"))
    #expect(try log.texts() == ["a", "b"])
  }

  @Test func anEmptyLogIsSound() throws {
    let verification = try open().verify()
    #expect(verification.verdict == .sound)
    #expect(verification.lastSequence == 0)
    #expect(verification.segments.map(\.recordCount) == [0])
  }

  @Test func appendingNothingAppendsNothing() throws {
    let log = try open()
    try log.append(record("a"))
    let files = fileSystem.files()["/log/log/00000000000000000001.lz4"]
    #expect(try log.append(contentsOf: []) == 1)
    #expect(fileSystem.files()["/log/log/00000000000000000001.lz4"] == files)
  }

  @Test func readingBeginsAfterAnyRecord() throws {
    // Small segments, so that reading begins in each of them.
    let log = try RecordLog(at: "/log", on: fileSystem, segmentByteLimit: 300)
    let texts = (1...40).map { "record \($0)" }
    for text in texts { try log.append(record(text)) }
    #expect(try log.verify().segments.count > 3)
    for sequence in 0...41 {
      #expect(try log.texts(after: UInt64(sequence)) == Array(texts.dropFirst(sequence)))
    }
    #expect(try log.texts(after: .max).isEmpty)
  }

  @Test func segmentsVouchForTheirRecords() throws {
    let log = try RecordLog(at: "/log", on: fileSystem, segmentByteLimit: 300)
    for number in 1...40 { try log.append(record("record \(number)")) }
    let verification = try log.verify()
    #expect(verification.verdict == .sound)
    #expect(verification.lastSequence == 40)
    #expect(verification.segments.reduce(0) { $0 + $1.recordCount } == 40)
  }

  @Test func recordsReadAsTheyWereWritten() throws {
    var writer = WireWriter()
    writer.presentUnsigned(.max, field: 2)
    writer.presentSigned(.min, field: 3)
    writer.presentText("", field: 4)
    writer.text("Grüße", field: 536_870_911)
    writer.message(field: 5) { $0.unsigned(7, field: 1) }
    // fixed32 and fixed64, as another library writes them.
    let fixed: [UInt8] = [6 << 3 | 5, 1, 2, 3, 4, 7 << 3 | 1, 1, 2, 3, 4, 5, 6, 7, 8]
    let log = try open()
    try log.append(writer.bytes + fixed)
    let batch = try #require(try log.batches().next())
    let fields = try #require(batch.first { _ in true }).fields()
    #expect(fields.map(\.number) == [1, 2, 3, 4, 536_870_911, 5, 6, 7])
    #expect(fields[0].unsigned == 1)
    #expect(fields[1].unsigned == .max)
    #expect(fields[2].signed == .min)
    #expect(fields[3].text?.isEmpty == true)
    #expect(fields[4].text == "Grüße")
    #expect(fields[5].bytes.map { Array($0) } == [8, 7])
    #expect(fields[6].value == .fixed32(0x0403_0201))
    #expect(fields[7].value == .fixed64(0x0807_0605_0403_0201))
    #expect(fields[7].unsigned == nil)
  }

  @Test(arguments: [[0x08, 1], [0x10], [0x12, 5, 1], [0x17], [0x00, 0], [0x12, 1, 65, 0x0A, 0]] as [[UInt8]])
  func whatIsNoRecordIsRefused(_ bytes: [UInt8]) throws {
    let log = try open()
    try log.append(record("a"))
    let files = fileSystem.files()
    let error = #expect(throws: LogError.self) { try log.append(contentsOf: [record("b"), bytes]) }
    #expect(error?.code == .invalidValue)
    #expect(fileSystem.files() == files)
    #expect(try log.append(record("b")) == 2)
  }

  @Test func whatIsTooLongForOneFrameIsRefusedAndTheRestIsNot() throws {
    let log = try open()
    let half = record(String(repeating: "x", count: RecordLog.appendByteLimit / 2 - 100))
    #expect(try log.append(contentsOf: [half, half]) == 2)
    let error = #expect(throws: LogError.self) { try log.append(contentsOf: [half, half, half]) }
    #expect(error?.code == .invalidValue)
    #expect(try log.append(record("after")) == 3)
    #expect(try log.verify().verdict == .sound)
  }

  @Test func anAppendThatExpectsAnotherEndIsRefused() throws {
    let log = try open()
    try log.append(record("a"), expecting: 0)
    let error = #expect(throws: LogError.self) { try log.append(record("b"), expecting: 0) }
    #expect(error?.code == .conflict)
    try log.append(record("b"), expecting: 1)
    #expect(try log.texts() == ["a", "b"])
  }

  @Test func aDirectoryWithOtherFilesIsNoPlaceForALog() throws {
    try fileSystem.createDirectory("/log")
    fileSystem.replace("/log/letter.txt", by: [1])
    let error = #expect(throws: LogError.self) { try open() }
    #expect(error?.code == .invalidValue)
    #expect(fileSystem.files().count == 1)
  }

  // MARK: Two writers

  @Test func twoWritersShareALog() throws {
    let directory = try TemporaryDirectory()
    let logs = try (0..<2).map { _ in try RecordLog(at: directory.path + "/log") }
    for number in 0..<20 {
      try logs[number % 2].append(record("\(number)"))
      try logs[number % 2].close()
    }
    for log in logs { #expect(try log.texts() == (0..<20).map { "\($0)" }) }
  }

  @Test func threadsAndLogsAppendEachRecordOnce() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/log"
    try await withThrowingTaskGroup(of: [UInt64].self) { group in
      for writer in 0..<2 {
        let log = try RecordLog(at: path)
        for thread in 0..<2 {
          group.addTask {
            defer { try? log.close() }
            return try (0..<25).map { try log.append(record("\(writer).\(thread).\($0)")) }
          }
        }
      }
      let sequences = try await group.reduce(into: []) { $0 += $1 }
      #expect(sequences.sorted() == Array(1...100))
    }
    let log = try RecordLog(at: path)
    let texts = try log.texts()
    #expect(Set(texts).count == 100)
    // Of one thread, each record comes after those before it.
    for prefix in ["0.0.", "0.1.", "1.0.", "1.1."] {
      #expect(texts.filter { $0.hasPrefix(prefix) } == (0..<25).map { "\(prefix)\($0)" })
    }
    #expect(try log.verify().verdict == .sound)
  }

  @Test func anAppendThatWroteNothingKeepsNobodyOut() throws {
    let logs = try (0..<2).map { _ in try open() }
    try logs[0].append(record("a"))
    #expect(throws: LogError.self) { try logs[0].append(record("b"), expecting: 0) }
    #expect(try logs[1].append(record("b")) == 2)
    #expect(try logs[0].append(contentsOf: []) == 2)
    #expect(try logs[1].append(record("c")) == 3)
  }

  @Test func whoeverFindsTheLockTakenIsToldSo() throws {
    try open().append(record("a"))
    let lock = try fileSystem.open("/log/lock", for: .readingAndWriting)
    try waitUntil("the lock is free") { try lock.tryLock() }
    let error = #expect(throws: LogError.self) { try RecordLog(at: "/log", on: fileSystem, lockTimeoutSeconds: 0) }
    #expect(error?.code == .busy)
    try lock.unlock()
    #expect(try open().append(record("b")) == 2)
  }

  // MARK: Damage

  @Test func aTornTailIsTornAndTheNextAppendSetsItAside() throws {
    let path = "/log/log/00000000000000000001.lz4"
    let log = try open()
    try log.append(record("a"))
    try log.close()
    let (disk, whole) = (fileSystem.disk, fileSystem.content(of: path))
    try log.append(record("b"))
    let frame = fileSystem.content(of: path).dropFirst(whole.count)
    // Every beginning of that frame, as a write that was cut off leaves it.
    for count in 1..<frame.count {
      let torn = Array(frame.prefix(count))
      let fileSystem = SimulatedFileSystem(disk)
      fileSystem.replace(path, by: whole + torn)
      let place = LogError.Place(segment: "00000000000000000001.lz4", offset: whole.count)
      let log = try RecordLog(at: "/log", on: fileSystem)
      #expect(fileSystem.files().filter { $0.key.contains("/torn-") }.map(\.value) == [torn])
      fileSystem.replace(path, by: whole + torn)
      #expect(try log.verify().verdict == .torn(place))
      #expect(try log.texts() == ["a"])
      #expect(try log.append(record("c")) == 2)
      #expect(try log.texts() == ["a", "c"])
      #expect(try log.verify().verdict == .sound)
    }
  }

  @Test func anOlderHeadDoesNotMakeDamageATornTail() throws {
    let path = "/log/log/00000000000000000001.lz4"
    let log = try open()
    try log.append(record("a"))
    try log.close()
    let head = fileSystem.content(of: "/log/HEAD")
    for text in ["b", "c"] { try log.append(record(text)) }
    try log.close()
    let whole = fileSystem.content(of: path)
    var flipped = whole
    flipped[whole.count - 12] ^= 1
    for (content, isWritable) in [(flipped, false), (whole + Array("torn".utf8), false), (whole.dropLast(3), true)] {
      let fileSystem = SimulatedFileSystem(fileSystem.disk)
      fileSystem.replace(path, by: content)
      fileSystem.replace("/log/HEAD", by: head)
      let log = try RecordLog(at: "/log", on: fileSystem)
      if isWritable {
        // A power cut can leave this: opening keeps the whole records, and the bytes after them.
        #expect(try log.texts() == ["a", "b"])
        #expect(fileSystem.files().contains { $0.key.contains("/torn-") })
        fileSystem.replace(path, by: content)
        fileSystem.replace("/log/HEAD", by: head)
      }
      guard case .damaged(let error) = try log.verify().verdict else {
        Issue.record("The verification claims to know that nothing is missing.")
        return
      }
      #expect(error.message.contains("is unknown"))
      let appended = try? log.append(record("d"))
      #expect((appended != nil) == isWritable)
    }
  }

  @Test func everyFlippedBitOfASegmentIsFoundWhereItIs() throws {
    let log = try RecordLog(at: "/log", on: fileSystem, segmentByteLimit: 150)
    for number in 1...6 { try log.append(record("record \(number)")) }
    try log.close()
    let segments = fileSystem.files().filter { $0.key.hasSuffix(".lz4") }
    #expect(segments.count >= 2)
    for (path, bytes) in segments {
      for bit in 0..<8 * bytes.count {
        var damaged = bytes
        damaged[bit / 8] ^= 1 << (bit % 8)
        fileSystem.replace(path, by: damaged)
        let verification = try log.verify()
        guard case .damaged(let error) = verification.verdict, let place = error.place else {
          Issue.record("bit \(bit) of \(path): \(verification.verdict)")
          return
        }
        #expect(path.hasSuffix(place.segment) && place.offset <= bit / 8, "bit \(bit) of \(path)")
        #expect(verification.lastSequence < 6)
      }
      fileSystem.replace(path, by: bytes)
    }
    #expect(try log.verify().verdict == .sound)
  }

  @Test func aSegmentThatWasReplacedByAnotherOfTheSameNumbersIsFound() throws {
    let first = "/log/log/00000000000000000001.lz4"
    func filled(_ word: String) throws -> SimulatedFileSystem {
      let fileSystem = SimulatedFileSystem()
      var configuration = RecordLog.Configuration(segmentByteLimit: 150)
      configuration.fileSystem = fileSystem
      configuration.logID = UUID(uuidString: "00000000-0000-4000-8000-000000000001")
      let log = try RecordLog(at: "/log", configuration: configuration)
      for number in 1...6 { try log.append(record("\(word) \(number)")) }
      try log.close()
      return fileSystem
    }
    let (mine, other) = (try filled("mine"), try filled("other"))
    mine.replace(first, by: other.content(of: first))
    let verification = try RecordLog(at: "/log", on: mine).verify()
    guard case .damaged(let error) = verification.verdict else {
      Issue.record("A replaced segment is called \(verification.verdict).")
      return
    }
    // The segment after it names another.
    let second = mine.files().keys.filter { $0.hasSuffix(".lz4") }.sorted()[1]
    #expect(error.place.map { second.hasSuffix($0.segment) } == true)
    #expect(verification.lastSequence < 6)
  }

  @Test func aDamagedLogIsReadUpToTheDamageAndNotAppendedTo() throws {
    let log = try RecordLog(at: "/log", on: fileSystem, segmentByteLimit: 150)
    for number in 1...6 { try log.append(record("record \(number)")) }
    try log.close()
    let path = try #require(fileSystem.files().keys.filter { $0.hasSuffix(".lz4") }.max())
    var bytes = fileSystem.content(of: path)
    bytes[bytes.count - 1] ^= 1
    fileSystem.replace(path, by: bytes)
    let files = fileSystem.files()
    let reopened = try RecordLog(at: "/log", on: fileSystem)
    var texts: [String] = []
    let error = #expect(throws: LogError.self) {
      let batches = try reopened.batches()
      while let batch = try batches.next() { texts += try batch.map { try $0.text } }
    }
    #expect(error?.code == .damaged)
    #expect(texts.count < 6 && texts == (1...6).map { "record \($0)" }.prefix(texts.count).map { $0 })
    #expect(throws: LogError.self) { try reopened.append(record("b")) }
    #expect(fileSystem.files() == files)
  }

  @Test(arguments: ["/log/HEAD", "/log/log/00000000000000000001.lz4"])
  func aFileThatIsGoneIsDamage(_ path: String) throws {
    let log = try RecordLog(at: "/log", on: fileSystem, segmentByteLimit: 150)
    for number in 1...6 { try log.append(record("record \(number)")) }
    try log.close()
    fileSystem.erase(path)
    let reopened = try RecordLog(at: "/log", on: fileSystem)
    guard case .damaged = try reopened.verify().verdict else {
      Issue.record("A log without \(path) is called sound.")
      return
    }
    let error = #expect(throws: LogError.self) { try reopened.append(record("b")) }
    #expect(error?.code == .damaged)
    #expect(throws: LogError.self) { try reopened.texts() }
  }

  @Test func theSegmentThatHeadNamesBeingGoneIsDamage() throws {
    let log = try RecordLog(at: "/log", on: fileSystem, segmentByteLimit: 150)
    for number in 1...6 { try log.append(record("record \(number)")) }
    try log.close()
    fileSystem.erase(try #require(fileSystem.files().keys.filter { $0.hasSuffix(".lz4") }.max()))
    let files = fileSystem.files()
    let error = #expect(throws: LogError.self) { try open().append(record("b")) }
    #expect(error?.code == .damaged)
    #expect(fileSystem.files() == files)
  }

  @Test("A log whose HEAD is gone is not taken for none", arguments: [true, false])
  func withoutHead(isReadable: Bool) throws {
    let log = try open()
    try log.append(record("a"))
    try log.close()
    fileSystem.erase("/log/HEAD")
    if !isReadable { fileSystem.replace("/log/log/00000000000000000001.lz4", by: [1, 2, 3]) }
    let files = fileSystem.files()
    let error = #expect(throws: LogError.self) { try open().append(record("b")) }
    #expect(error?.code == .damaged)
    #expect(fileSystem.files() == files)
  }

  @Test func aHeadThatNamesNoEndOfARecordIsDamage() throws {
    let log = try open()
    try log.append(contentsOf: [record("a"), record("b")])
    try log.close()
    var head = try #require(HeadState(content: fileSystem.content(of: "/log/HEAD")).head)
    head.position.fileOffset -= 1
    fileSystem.replace("/log/HEAD", by: HeadFormat.content(head))
    guard case .damaged(let error) = try open().verify().verdict else {
      Issue.record("HEAD names a place within a frame.")
      return
    }
    #expect(error.place?.offset == head.position.fileOffset)
  }

  // MARK: Failures

  @Test func verifyingGivesTheLockBackOnlyOnceHeadIsDurable() throws {
    let path = "/log/log/00000000000000000001.lz4"
    let log = try open()
    try log.append(record("a"))
    let operations = Mutex<[String]>([])
    fileSystem.observe { operation, path in
      let name = path == "/log/HEAD" || path == "/log/lock" ? "\(operation) \(path)" : nil
      if let name { operations.withLock { $0.append(name) } }
    }
    try log.append(record("b"))
    fileSystem.replace(path, by: fileSystem.content(of: path) + [1, 2, 3])
    guard case .torn = try log.verify().verdict else {
      Issue.record("Torn bytes are not found.")
      return
    }
    fileSystem.observe(nil)
    let performed = operations.withLock { $0 }
    let written = try #require(performed.lastIndex(of: "write /log/HEAD"))
    let synced = try #require(performed[written...].firstIndex(of: "synchronize /log/HEAD"))
    let unlocked = try #require(performed[written...].firstIndex(of: "unlock /log/lock"))
    #expect(synced < unlocked)
  }

  @Test func afterAFailedSyncTheNextAppendGoesOnAfterWhatIsThere() throws {
    let log = try open()
    try log.append(record("a"))
    fileSystem.failNext(.synchronize, suffix: ".lz4") {
      #expect(throws: LogError.self) { try log.append(record("unknown")) }
    }
    #expect(try log.append(record("b")) == 3)
    try log.close()
    var choices = EverythingIsLost()
    fileSystem.crash(&choices)
    #expect(try open().texts() == ["a", "unknown", "b"])
  }

  /// What can be read of it need not be on the disk, and looks clean.
  @Test(
    "After a failed sync of HEAD it is written again, whether anybody was told or not",
    arguments: 0..<16 as Range<UInt64>, [true, false])
  func afterAFailedSyncOfHead(seed: UInt64, isTold: Bool) throws {
    let log = try open()
    try log.append(record("a"))
    try log.close()
    // The sync that follows the write.
    fileSystem.observe { [fileSystem] operation, path in
      guard operation == .write, path == "/log/HEAD" else { return }
      fileSystem.observe { [fileSystem] operation, path in
        guard operation == .synchronize, path == "/log/HEAD" else { return }
        fileSystem.observe(nil)
        fileSystem.failObservedOperation(seed: seed)
      }
    }
    try log.append(record("b"))
    if isTold {
      #expect(throws: LogError.self) { try log.close() }
    } else {
      // The lock is given back in the background.
      try LogLock.take(log.directory, timeoutSeconds: 60).release()
    }
    fileSystem.plan([])
    try log.append(contentsOf: [])
    try log.close()
    var choices = EverythingIsLost()
    fileSystem.crash(&choices)
    #expect(HeadState(content: fileSystem.content(of: "/log/HEAD")).head?.position.sequence == 2)
  }

  @Test func closingTellsOfAHeadThatCouldNotBeWrittenAlsoOnceTheLockIsFree() throws {
    let log = try open()
    try log.append(record("a"))
    try log.close()
    try fileSystem.failNext(.write, suffix: "/HEAD") { try log.append(record("b")) }
    // Waits until the lock is given back, and puts the end in order.
    let other = try open()
    #expect(try other.lastSequence == 2)
    let error = #expect(throws: LogError.self) { try log.close() }
    #expect(error?.code == .inputOutput)
    try log.append(record("c"))
    try log.close()
    #expect(try other.texts() == ["a", "b", "c"])
  }

  @Test func nobodyElseGetsTheLockBeforeHeadIsDurable() throws {
    let log = try open()
    try log.append(record("a"))
    try log.close()
    let mayContinue = DispatchSemaphore(value: 0)
    fileSystem.observe { operation, path in
      if operation == .synchronize, path == "/log/HEAD" { try? mayContinue.wait(until: "another log was refused") }
    }
    try log.append(record("b"))
    // Wants to give the lock back at once. Where it was held for 50 milliseconds already, it waits for HEAD.
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) { _ = try? log.append(contentsOf: []) }
    let error = #expect(throws: LogError.self) { try RecordLog(at: "/log", on: fileSystem, lockTimeoutSeconds: 0.2) }
    #expect(error?.code == .busy)
    fileSystem.observe(nil)
    for _ in 0..<8 { mayContinue.signal() }
    try group.wait(until: "the second append has ended")
    try log.close()
    #expect(try open().append(record("c")) == 3)
  }
}
