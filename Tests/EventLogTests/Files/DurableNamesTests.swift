import Glibc
import TestSupport
import Testing

@testable import EventLog

/// A name that is not durable takes its file with it.
@Suite("Names that are durable")
struct DurableNamesTests {
  private let fileSystem = SimulatedFileSystem()
  private let segment: UInt64 = 1
  private var directory: LogDirectory {
    LogDirectory(
      fileSystem: fileSystem, path: "/journal",
      vocabulary: LogVocabulary(program: "test", verification: "a verification", repair: "a repair"))
  }

  private func crash() {
    var choices = EverythingIsLost()
    fileSystem.crash(&choices)
  }

  @Test("Directories that were created")
  func createdDirectories() throws {
    try fileSystem.createDirectories("/a/b/c")
    crash()
    #expect(try fileSystem.kind(of: "/a/b/c") == .directory)
  }

  @Test("A directory that somebody else created, and did not make durable")
  func directoriesOfOthers() throws {
    try fileSystem.createDirectory("/a")
    try fileSystem.createDirectories("/a")
    crash()
    #expect(try fileSystem.kind(of: "/a") == .directory)
  }

  @Test("The names in a journal")
  func journal() throws {
    try fileSystem.createDirectories(directory.logPath)
    _ = try fileSystem.create(directory.headPath)
    _ = try fileSystem.create(directory.segmentPath(segment))
    try directory.synchronize()
    crash()
    #expect(fileSystem.files().keys.sorted() == [directory.headPath, directory.segmentPath(segment)])
  }

  @Test("Frames that are written again, and their segment's name")
  func rewrittenFrames() throws {
    try fileSystem.createDirectories(directory.logPath)
    let bytes = [UInt8](1...200)
    try fileSystem.create(directory.segmentPath(segment)).put(bytes, at: 0)
    var end = LogPosition.start
    end.fileOffset = bytes.count
    try LogRecovery(directory).rewrite(from: .start, to: end)
    crash()
    #expect(fileSystem.files() == [directory.segmentPath(segment): bytes])
  }

  @Test("Frames of several segments that are written again")
  func rewrittenSegments() throws {
    try fileSystem.createDirectories(directory.logPath)
    let bytes = [UInt8](1...200)
    for segment in [1, 4, 9] as [UInt64] { try fileSystem.create(directory.segmentPath(segment)).put(bytes, at: 0) }
    var start = LogPosition.start
    start.fileOffset = 50
    try LogRecovery(directory).rewrite(
      from: start, to: LogPosition(sequence: 12, segment: 9, fileOffset: 200, contentOffset: 400))
    crash()
    #expect(Array(fileSystem.content(of: directory.segmentPath(1)).dropFirst(50)) == Array(bytes.dropFirst(50)))
    #expect(fileSystem.content(of: directory.segmentPath(4)) == bytes)
    #expect(fileSystem.content(of: directory.segmentPath(9)) == bytes)
  }

  @Test("A segment without a header that is set aside: later ones may get its name")
  func tornSegment() throws {
    try fileSystem.createDirectories(directory.logPath)
    fileSystem.replace(directory.segmentPath(7), by: [4, 5])
    let path = try LogRecovery(directory).quarantine(TornTail(segment: 7, offset: 0, byteCount: 2))
    crash()
    #expect(fileSystem.files() == [path: [4, 5]])
  }

  @Test("Torn bytes do not take the place of others that were set aside before")
  func tornTwice() throws {
    try fileSystem.createDirectories(directory.logPath)
    for byte in [7, 8] as [UInt8] {
      fileSystem.replace(directory.segmentPath(segment), by: [1, 2, 3, byte])
      _ = try LogRecovery(directory).quarantine(TornTail(segment: segment, offset: 3, byteCount: 1))
    }
    let torn = fileSystem.files().filter { $0.key.contains("/torn-") }.map(\.value)
    #expect(torn.sorted { $0[0] < $1[0] } == [[7], [8]])
  }

  @Test("Torn bytes that are set aside, and the end of what they were cut off from")
  func tornBytes() throws {
    try fileSystem.createDirectories(directory.logPath)
    let path = directory.segmentPath(segment)
    fileSystem.replace(path, by: [1, 2, 3, 4, 5])
    _ = try LogRecovery(directory).quarantine(TornTail(segment: segment, offset: 3, byteCount: 2))
    crash()
    #expect(fileSystem.content(of: path) == [1, 2, 3])
    #expect(fileSystem.files().contains { $0.key.contains("/torn-") && $0.value == [4, 5] })
  }

  @Test("What is acknowledged by a log whose creation was cut off, at every operation")
  func logCutOff() throws {
    let whole = SimulatedFileSystem()
    _ = try RecordLog(at: "/log", on: whole)
    for number in 1...whole.operationCount {
      let fileSystem = SimulatedFileSystem()
      fileSystem.plan([SimulatedFault(.error(EIO), at: number)])
      _ = try? RecordLog(at: "/log", on: fileSystem)
      fileSystem.plan([])
      let log = try RecordLog(at: "/log", on: fileSystem)
      try log.append(record("a"))
      try log.close()
      var choices = EverythingIsLost()
      fileSystem.crash(&choices)
      #expect(try RecordLog(at: "/log", on: fileSystem).texts() == ["a"], "operation \(number)")
    }
  }
}
