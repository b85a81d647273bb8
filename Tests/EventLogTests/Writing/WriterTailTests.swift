import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import EventLog

/// What keeps a writer from taking over a log's end, found by the writer itself: no reader has looked before.
@Suite("What a writer refuses to go on after")
struct WriterTailTests {
  private static let headPath = "/log/HEAD"
  private static let segmentPath = "/log/log/00000000000000000001.lz4"

  private let fileSystem = SimulatedFileSystem()
  private let directory: LogDirectory
  private let head: Head

  init() throws {
    let log = try RecordLog(at: "/log", on: fileSystem)
    for text in ["a", "b", "c"] { try log.append(record(text)) }
    try log.close()
    directory = log.directory
    head = try #require(try directory.look().head)
  }

  private func tail(
    isFirst: Bool = true, check: @escaping RecordCheck = RecordForm.check
  ) throws -> LogTail {
    let lock = try LogLock.take(directory, timeoutSeconds: 5)
    defer { try? lock.release() }
    return try LogTail(directory, lock: lock, check: check, isFirst: isFirst)
  }

  private func expect(_ code: LogError.Code, isFirst: Bool = true, check: @escaping RecordCheck = RecordForm.check) {
    let error = #expect(throws: LogError.self) { try tail(isFirst: isFirst, check: check) }
    #expect(error?.code == code, "\(error?.message ?? "")")
  }

  /// Puts a HEAD that says the same in both halves.
  private func put(_ head: Head) { fileSystem.replace(Self.headPath, by: HeadFormat.content(head)) }

  private func frame(_ records: [[UInt8]], after last: UInt64) throws -> [UInt8] {
    try FrameEncoder.frame(of: RecordForm.content(of: records, after: last).content)
  }

  private func append(_ bytes: [UInt8]) {
    fileSystem.replace(Self.segmentPath, by: fileSystem.content(of: Self.segmentPath) + bytes)
  }

  // MARK: What HEAD names

  @Test func aHeadOfAnotherLogNamesNoEndOfThisOne() {
    var other = head
    other.journalID = UUID()
    put(other)
    expect(.damaged)
    expect(.damaged, isFirst: false)
  }

  @Test func aSegmentUnderAnotherNameIsNotTheOneThatHeadNames() {
    let content = fileSystem.content(of: Self.segmentPath)
    fileSystem.erase(Self.segmentPath)
    fileSystem.replace("/log/log/00000000000000000003.lz4", by: content)
    var other = head
    other.position.segment = 3
    put(other)
    expect(.damaged)
    expect(.damaged, isFirst: false)
  }

  @Test("The frame that HEAD names ends with the event that HEAD names", arguments: [-1, 1])
  func anotherEvent(_ difference: Int) {
    var other = head
    other.position.sequence = UInt64(Int(head.position.sequence) + difference)
    put(other)
    expect(.damaged)
    expect(.damaged, isFirst: false)
  }

  @Test func aPlaceWithinAFrameIsNoEnd() {
    var other = head
    other.position.fileOffset -= 1
    put(other)
    expect(.damaged, isFirst: false)
  }

  /// Which remedy is named depends on it: no newer version mends damage.
  @Test func damageBeforeHeadIsToldAlsoWhereANewerVersionWrote() {
    var content = fileSystem.content(of: Self.segmentPath)
    var frames: [Int] = []
    var offset = 0
    while case .frame(let byteCount, _) = FrameFormat.inspect(content.span.bytes, at: offset) {
      frames.append(offset)
      offset += byteCount
    }
    content[frames[2] + 25] ^= 1
    fileSystem.replace(Self.segmentPath, by: content)
    expect(.damaged) { _, _ in .notUnderstood }
  }

  // MARK: What comes after it

  @Test func recordsThatAreNotUnderstoodAreNotWrittenAfter() throws {
    append(try frame([record("d")], after: 3))
    expect(.newerVersion) { _, _ in .notUnderstood }
  }

  @Test func recordsOfAnotherKindAreNotWrittenAfter() throws {
    var writer = WireWriter()
    writer.message(field: 9) { $0.unsigned(1, field: 1) }
    append(try FrameEncoder.frame(of: writer.bytes))
    expect(.newerVersion)
  }

  @Test func aSegmentOfANewerFormatIsNotWrittenTo() throws {
    var header = SegmentHeader(
      journalID: head.journalID, firstSequence: 4,
      previousDigest: try SegmentContent.digest(of: 1, upTo: head.position, in: directory))
    header.formatVersion = LogFormat.version + 1
    _ = try LogWriter.createSegment(header, in: directory)
    expect(.newerVersion)
  }

  @Test func wholeFramesAfterUnreadableBytesAreDamage() throws {
    append([1, 2, 3] + (try frame([record("d")], after: 3)))
    expect(.damaged)
    expect(.damaged, isFirst: false)
  }

  @Test func aGapInTheNumbersAfterHeadIsDamage() throws {
    append(try frame([record("e")], after: 4))
    expect(.damaged)
  }

  @Test("Torn bytes right after the half of HEAD that is left may have been named by the other")
  func halfOfHead() throws {
    var content = fileSystem.content(of: Self.headPath)
    content[HeadFormat.slotOffset(generation: head.generation + 1) + 100] ^= 1
    fileSystem.replace(Self.headPath, by: content)
    let whole = fileSystem.content(of: Self.segmentPath)
    append([1, 2, 3])
    expect(.damaged)
    // A whole frame after the one that HEAD names was synced before the bytes were written.
    fileSystem.replace(Self.segmentPath, by: whole)
    append(try frame([record("d")], after: 3) + (try frame([record("e")], after: 4).prefix(3)))
    #expect(try tail().torn?.byteCount == 3)
  }
}
