import CheckInJournal
import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInTimeline
@testable import EventLog

/// What a writer looks at for itself, whatever a reader has found before.
@Suite("The log's end, as a writer finds it")
struct LogTailTests {
  private let fileSystem = SimulatedFileSystem()
  private let segment = Trial.path + "/log/00000000000000000001.lz4"
  private var directory: LogDirectory { LogDirectory(fileSystem: fileSystem, path: Trial.path) }

  init() throws {
    let trial = Trial(TrialCommand.mixture(8), segmentByteLimit: 1 << 20)
    #expect(trial.run(on: fileSystem).errors == [:])
  }

  private func tail(isFirst: Bool = true) throws -> LogTail {
    let lock = try LogLock.take(directory, timeoutSeconds: 0.01)
    defer { try? lock.release() }
    return try LogTail(directory, lock: lock, check: EventView.check, isFirst: isFirst)
  }

  @Test("It is where HEAD says, or after the whole frames that follow; bytes of an interrupted write are after it")
  func whole() throws {
    let head = try #require(try directory.look().head)
    #expect(try tail().end == head.position && tail().torn == nil)
    var writer = WireWriter()
    writer.record(
      Event(
        sequence: head.position.sequence + 1, recordedAtMilliseconds: 1, origin: .cli, checkIn: 1,
        command: head.position.sequence + 1, action: .discarded))
    let frame = try FrameEncoder.frame(of: writer.bytes)
    let content = fileSystem.content(of: segment)
    fileSystem.replace(segment, by: content + frame + frame.prefix(3))
    #expect(try tail().end.fileOffset == content.count + frame.count)
    #expect(try tail().torn == TornTail(segment: 1, offset: content.count + frame.count, byteCount: 3))
    #expect(try tail().doubt != nil)
    fileSystem.replace(segment, by: content + frame.prefix(3))
    #expect(try tail().doubt == nil)
    fileSystem.replace(segment, by: content + frame + [1, 2, 3])
    let error = #expect(throws: LogError.self) { try tail() }
    #expect(error?.code == .damaged)
  }

  @Test("What a newer version wrote after HEAD is not written after")
  func newerVersion() throws {
    let head = try #require(try directory.look().head)
    var writer = WireWriter()
    writer.record(
      Event(
        sequence: head.position.sequence + 1, recordedAtMilliseconds: 1, origin: .cli, checkIn: 1,
        command: head.position.sequence + 1, action: .unknown(field: 40)))
    fileSystem.replace(segment, by: fileSystem.content(of: segment) + (try FrameEncoder.frame(of: writer.bytes)))
    let error = #expect(throws: LogError.self) { try tail() }
    #expect(error?.code == .newerVersion)
  }

  @Test("Damage before HEAD is found at the first write, and at the frame that HEAD names at every one")
  func damage() throws {
    let content = fileSystem.content(of: segment)
    let frames = Trial.frames(in: content)
    for (index, frame) in frames.enumerated() {
      var damaged = content
      damaged[frame.lowerBound + 25] ^= 1
      fileSystem.replace(segment, by: damaged)
      #expect(throws: LogError.self, "frame \(index)") { try tail() }
      // The first frame names the segment's journal.
      let isLookedAt = index == 0 || index == frames.count - 1
      #expect((try? tail(isFirst: false)) == nil ? isLookedAt : !isLookedAt, "frame \(index)")
    }
  }

  @Test("HEAD never moves back")
  func headMovesOnly() throws {
    let head = try #require(try directory.look().head)
    let lock = try LogLock.take(directory, timeoutSeconds: 0.01)
    let file = try fileSystem.open(Trial.path + "/HEAD", for: .readingAndWriting)
    let writer = try HeadWriter(file, lock: lock, after: head)
    var earlier = head.position
    earlier.fileOffset -= 1
    let before = fileSystem.content(of: Trial.path + "/HEAD")
    #expect(throws: FileError.self) { try writer.write(earlier) {} }
    try writer.waitUntilDurable()
    #expect(fileSystem.content(of: Trial.path + "/HEAD") == before)
    try writer.write(head.position) {}
    try writer.waitUntilDurable()
    #expect(fileSystem.content(of: Trial.path + "/HEAD") != before)
  }
}
