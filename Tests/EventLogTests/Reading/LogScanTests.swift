import FoundationEssentials
import TestSupport
import Testing

@testable import EventLog

/// Logs whose every frame is chosen, and what a pass over them says, whatever the size of its chunks.
@Suite("What a pass accepts, and where it ends")
struct LogScanTests {
  private let fileSystem = SimulatedFileSystem()
  private let directory: LogDirectory
  private let logID = UUID()
  private static let digest = Digest(of: [1])

  init() throws {
    directory = LogDirectory(
      fileSystem: fileSystem, path: "/log",
      vocabulary: LogVocabulary(program: "test", verification: "a verification", repair: "a repair"))
    try fileSystem.createDirectories(directory.logPath)
  }

  // MARK: Making a log

  private func header(
    _ first: UInt64, of logID: UUID? = nil, digest: Digest? = nil, formatVersion: UInt64 = LogFormat.version
  ) throws -> [UInt8] {
    var header = SegmentHeader(journalID: logID ?? self.logID, firstSequence: first, previousDigest: digest)
    header.formatVersion = formatVersion
    var writer = WireWriter()
    writer.record(header)
    return try FrameEncoder.frame(of: writer.bytes)
  }

  private func frame(_ numbers: UInt64...) throws -> [UInt8] {
    var writer = WireWriter()
    for number in numbers {
      writer.message(field: LogField.record) { writer in
        writer.presentUnsigned(number, field: RecordField.sequence)
        writer.fields(record("x"))
      }
    }
    return try FrameEncoder.frame(of: writer.bytes)
  }

  private func put(_ segment: UInt64, _ frames: [UInt8]...) {
    fileSystem.replace(directory.segmentPath(segment), by: Array(frames.joined()))
    directory.closeFiles()
  }

  /// A first segment with the records 1 to 3.
  private func putFirst() throws { put(1, try header(1), try frame(1, 2), try frame(3)) }

  // MARK: Reading it

  private func read(
    from start: LogPosition = .start, byteCount: Int
  ) throws -> (records: Int, scan: LogScan) {
    var reader = try LogReader(directory, journalID: logID, from: start)
    var records = 0
    while let batch = try reader.next(byteCount: byteCount) { records += batch.records.count }
    return (records, reader.scan)
  }

  private func expectDamage(
    after records: Int, _ reason: String, from start: LogPosition = .start,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for byteCount in [1, 1 << 20] {
      let (found, scan) = try read(from: start, byteCount: byteCount)
      #expect(found == records, "in chunks of \(byteCount)", sourceLocation: sourceLocation)
      guard case .damaged(let error) = scan.ending else {
        Issue.record("in chunks of \(byteCount): \(scan.ending)", sourceLocation: sourceLocation)
        continue
      }
      #expect(error.message.contains(reason), "\(error.message)", sourceLocation: sourceLocation)
      #expect(scan.position.sequence == start.sequence + UInt64(records), sourceLocation: sourceLocation)
    }
  }

  @Test func wholeSegmentsAreReadToTheirEnd() throws {
    try putFirst()
    put(4, try header(4, digest: Self.digest), try frame(4))
    for byteCount in [1, 1 << 20] {
      let (records, scan) = try read(byteCount: byteCount)
      #expect(records == 4 && scan.failure == nil && scan.position.sequence == 4 && scan.position.segment == 4)
    }
  }

  @Test func aHeaderHasToFitItsPlace() throws {
    put(1, try header(2), try frame(1))
    try expectDamage(after: 0, "begins with 2")
    put(1, try header(1, digest: Self.digest), try frame(1))
    try expectDamage(after: 0, "does not name the segment before it")
    try putFirst()
    put(4, try header(4), try frame(4))
    try expectDamage(after: 3, "does not name the segment before it")
    put(4, try header(4, of: UUID(), digest: Self.digest), try frame(4))
    try expectDamage(after: 3, "another journal")
  }

  @Test func aSegmentBeginsWithItsHeaderAndHasNoOther() throws {
    put(1, try frame(1))
    try expectDamage(after: 0, "does not begin with its header")
    put(1, try header(1), try frame(1), try header(1), try frame(2))
    try expectDamage(after: 1, "stands within the segment")
  }

  @Test func numbersIncreaseByOne() throws {
    put(1, try header(1), try frame(1, 2), try frame(4))
    try expectDamage(after: 2, "4 follows 2")
    put(1, try header(1), try frame(1, 3))
    try expectDamage(after: 1, "3 follows 1")
    put(1, try header(1), try frame(1), try frame(1))
    try expectDamage(after: 1, "1 follows 1")
    put(.max, try header(.max, digest: Self.digest), try frame(.max, 0))
    try expectDamage(after: 1, "0 follows", from: LogPosition(beginningOf: .max))
  }

  @Test func segmentsFollowEachOther() throws {
    put(4, try header(4, digest: Self.digest), try frame(4))
    try expectDamage(after: 0, "is missing")
    // Also where the place to read on from is the end of the one that is gone.
    try expectDamage(
      after: 0, "is missing", from: LogPosition(sequence: 3, segment: 1, fileOffset: 99, contentOffset: 99))
    put(1, try header(1), try frame(1, 2))
    try expectDamage(after: 2, "is missing")
  }

  @Test func anEmptyFileIsNoSegment() throws {
    try putFirst()
    put(4, [])
    try expectDamage(after: 3, "empty")
  }

  @Test func onlyTheLastSegmentMayEndWithTornBytes() throws {
    put(1, try header(1), try frame(1, 2, 3), [1, 2, 3])
    let (records, scan) = try read(byteCount: 1)
    guard case .unreadable(segment: 1, offset: _, byteCount: 3, reason: _, shape: .other) = scan.ending, records == 3
    else {
      Issue.record("\(scan.ending)")
      return
    }
    put(4, try header(4, digest: Self.digest), try frame(4))
    try expectDamage(after: 3, "")
  }

  @Test func wholeFramesAfterUnreadableBytesAreDamageUnlessTheyAreOld() throws {
    put(1, try header(1), try frame(1), [1, 2, 3], try frame(2))
    try expectDamage(after: 1, "whole frames follow")
    // A torn frame can hold a text that looks like one.
    put(1, try header(1), try frame(1), [1, 2, 3], try frame(1))
    let (_, scan) = try read(byteCount: 1)
    guard case .unreadable = scan.ending else {
      Issue.record("\(scan.ending)")
      return
    }
  }

  @Test func aPlaceAfterTheEndOfTheFileIsDamage() throws {
    try putFirst()
    let size = fileSystem.content(of: directory.segmentPath(1)).count
    let start = LogPosition(sequence: 3, segment: 1, fileOffset: size + 9, contentOffset: 999)
    try expectDamage(after: 0, "ends before this place", from: start)
  }

  @Test func whatANewerVersionWroteIsNoted() throws {
    put(1, try header(1, formatVersion: LogFormat.version + 1), try frame(1))
    #expect(try read(byteCount: 1).scan.formatVersion == LogFormat.version + 1)
    var writer = WireWriter()
    writer.message(field: 9) { $0.unsigned(1, field: 1) }
    put(1, try header(1), try frame(1), try FrameEncoder.frame(of: writer.bytes))
    let (records, scan) = try read(byteCount: 1)
    #expect(records == 1 && scan.otherRecordCount == 1 && scan.failure == nil)
  }

  @Test func aPassThatIsStoppedEndsBeforeTheRecordThatStopsIt() throws {
    put(1, try header(1), try frame(1, 2), try frame(3, 4))
    for index in 0..<4 {
      var reader = try LogReader(directory, journalID: logID)
      let batch = try #require(try reader.next())
      reader.stop(at: index, of: batch, LogError(.damaged, "stopped"))
      #expect(reader.scan.position.sequence == UInt64(index))
      #expect(try reader.next() == nil && reader.scan.failure?.message == "stopped")
    }
  }

  @Test func onlyExactNamesAreSegments() throws {
    try putFirst()
    for name in ["+0000000000000000004.lz4", "0000000000000000004.lz4", "00000000000000000004.lz4.new"] {
      fileSystem.replace(directory.logPath + "/" + name, by: [1])
    }
    #expect(try directory.segments() == [1])
  }

  @Test func aHeaderWithFieldsOfAnotherTypeOrSizeIsNone() throws {
    func read(_ write: (inout WireWriter) -> Void) throws -> SegmentHeader {
      var writer = WireWriter()
      write(&writer)
      return try SegmentHeader(ByteRange(start: 0, end: writer.count), in: writer.bytes.span.bytes)
    }
    let id = [UInt8](repeating: 7, count: 16)
    func written(_ writer: inout WireWriter, digestByteCount: Int) {
      writer.presentBytes(id, field: SegmentHeaderField.journalID)
      writer.unsigned(4, field: SegmentHeaderField.firstSequence)
      writer.presentBytes([UInt8](repeating: 1, count: digestByteCount), field: SegmentHeaderField.previousDigest)
    }
    #expect(try read { written(&$0, digestByteCount: 32) }.firstSequence == 4)
    #expect(throws: WireError.self) { try read { written(&$0, digestByteCount: 31) } }
    #expect(throws: WireError.self) {
      try read {
        written(&$0, digestByteCount: 32)
        $0.presentBytes([1], field: SegmentHeaderField.formatVersion)
      }
    }
  }

  @Test func aSegmentThatGoesOnIsNotSealed() throws {
    try putFirst()
    let end = try read(byteCount: 1).scan.position
    _ = try SegmentContent.digest(of: 1, upTo: end, in: directory)
    put(1, fileSystem.content(of: directory.segmentPath(1)), try frame(4))
    let error = #expect(throws: LogError.self) { try SegmentContent.digest(of: 1, upTo: end, in: directory) }
    #expect(error?.code == .damaged)
  }

  @Test func rereadingLeavesAloneWhatComesAfterHead() throws {
    try putFirst()
    let end = try read(byteCount: 1).scan.position
    put(4, [1, 2, 3])
    let scrub = LogScrub(
      directory, head: Head(journalID: logID, generation: 0, position: end), check: RecordForm.check)
    #expect(try scrub.damage(inSegment: 1) == nil)
    #expect(try scrub.damage(inSegment: 4) == nil)
    #expect(try scrub.passing(LogScrub.Record(place: .start)).place == .start)
    #expect(try scrub.advance(LogScrub.Record(place: .start), byteLimit: 1 << 20).damage == nil)
  }
}
