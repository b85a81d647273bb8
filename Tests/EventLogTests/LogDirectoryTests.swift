import Glibc
import Synchronization
import TestSupport
import Testing

@testable import EventLog

/// A reader of the log whose files other processes change, or replace by something that is not a file.
@Suite("The open log")
struct LogDirectoryTests {
  private static let segment: UInt64 = 1
  private let folder: TemporaryDirectory
  private let path: String
  private let log: RecordLog

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.path + "/log"
    log = try RecordLog(at: path)
    for text in ["a", "b"] { try log.append(record(text)) }
    try log.close()
  }

  private func directory(_ fileSystem: any FileSystem = DiskFileSystem()) -> LogDirectory {
    LogDirectory(
      fileSystem: fileSystem, path: path,
      vocabulary: LogVocabulary(program: "test", verification: "a verification", repair: "a repair"))
  }

  private func content(of directory: LogDirectory) throws -> [UInt8] {
    let file = try directory.open(segment: Self.segment)
    return try file.readBytes(at: 0, count: try file.size())
  }

  private func segmentPath(_ segment: UInt64 = 1) -> String { path + "/log/" + LogDirectory.segmentName(segment) }

  // MARK: Opening once

  @Test func filesAreOpenedOnce() throws {
    let opened = Mutex([String: Int]())
    let directory = directory(
      ObservedFileSystem { operation, path in
        if operation == .open { opened.withLock { $0[path, default: 0] += 1 } }
      })
    for _ in 1...3 {
      let head = try #require(try directory.look().head)
      #expect(try directory.segments() == [Self.segment])
      var reader = try LogReader(directory, journalID: head.journalID, limit: head.position)
      #expect(try reader.readAll(RecordForm.check) == 0)
    }
    #expect(opened.withLock { $0 } == [directory.headPath: 1, segmentPath(): 1])
  }

  @Test func aLookSeesWhatAnotherProcessAppended() throws {
    let directory = directory()
    let before = try #require(try directory.look().head)
    try log.append(record("c"))
    try log.close()
    #expect(try directory.reading.head == before)
    #expect(try directory.look().head?.position.sequence == 3)
  }

  @Test func aSegmentThatAppearsIsSeenByTheNextLook() throws {
    let directory = directory()
    _ = try directory.look()
    #expect(try directory.segments() == [Self.segment])
    let small = try RecordLog(at: path, configuration: RecordLog.Configuration(segmentByteLimit: 1))
    try small.append(record("c"))
    try small.close()
    #expect(try directory.segments() == [Self.segment])
    _ = try directory.look()
    #expect(try directory.segments() == [Self.segment, 3])
  }

  @Test func aPassToHeadSeesANewSegmentThatHeadNames() throws {
    let directory = directory()
    _ = try directory.look()
    #expect(try directory.segments() == [Self.segment])
    let small = try RecordLog(at: path, configuration: RecordLog.Configuration(segmentByteLimit: 1))
    try small.append(record("c"))
    try small.close()
    #expect(try directory.lookAtHead().head?.position.segment == 3)
    #expect(try directory.segments() == [Self.segment, 3])
  }

  // MARK: Replaced files

  @Test func aReaderOfAReplacedSegmentGoesOnInTheOldFileUntilTheNextLook() throws {
    let directory = directory()
    _ = try directory.look()
    let old = try content(of: directory)
    let new: [UInt8] = [1, 2, 3]
    try DiskFileSystem().writeAtomically(new.span.bytes, to: segmentPath())
    #expect(try content(of: directory) == old)
    _ = try directory.look()
    #expect(try content(of: directory) == new)
  }

  @Test func aReplacedHeadIsReadByTheNextLook() throws {
    let directory = directory()
    var head = try #require(try directory.look().head)
    head.generation += 10
    try DiskFileSystem().writeAtomically(HeadFormat.content(head).span.bytes, to: directory.headPath)
    #expect(try directory.look().head?.generation == head.generation + 1)
  }

  @Test func aDirectoryThatIsMovedIsReadUntilTheNextLook() throws {
    let directory = directory()
    _ = try directory.look()
    try DiskFileSystem().rename(path, to: path + "-moved")
    #expect(try directory.segments() == [Self.segment])
    #expect(try !content(of: directory).isEmpty)
    #expect(try directory.look() == .missing)
    #expect(try directory.segments() == [])
    let other = try RecordLog(at: path)
    try other.append(record("z"))
    try other.close()
    #expect(try directory.look().head?.position.sequence == 1)
  }

  @Test func aMovedDirectoryIsNotWritten() throws {
    try log.append(record("c"))
    try DiskFileSystem().rename(path, to: path + "-moved")
    #expect(throws: LogError.self) { try log.append(record("d")) }
    let moved = try RecordLog(at: path + "-moved")
    #expect(try moved.lastSequence == 3)
  }

  // MARK: Something else in place of a file

  @Test("Something else in place of a file is an error that names it", arguments: ["HEAD", "segment", "lock"])
  func somethingElse(_ name: String) throws {
    let file = name == "segment" ? segmentPath() : path + "/" + name
    try DiskFileSystem().rename(file, to: file + "-aside")
    let places: [(String, () -> Int32)] = [
      ("pipe", { mkfifo(file, 0o600) }), ("symbolic link", { symlink(file + "-aside", file) }),
      ("directory", { mkdir(file, 0o700) }),
    ]
    for (kind, place) in places {
      #expect(place() == 0)
      let directory = directory()
      let error = #expect(throws: LogError.self) {
        _ = try directory.look()
        _ = try directory.open(segment: Self.segment)
        _ = try LogLock.take(directory, timeoutSeconds: 5)
      }
      #expect(error?.code == .inputOutput)
      #expect(error?.message.contains(file) == true && error?.message.contains(kind) == true)
      #expect(kind == "directory" ? rmdir(file) == 0 : unlink(file) == 0)
    }
  }
}
