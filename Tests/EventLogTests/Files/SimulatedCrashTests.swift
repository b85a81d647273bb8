import EventLog
import Glibc
import TestSupport
import Testing

/// The simulated disk forgets what a real one may forget, and nothing else.
@Suite("Simulated crashes")
struct SimulatedCrashTests {
  /// Everything that enumerated crashes leave of `path`.
  private func outcomes(_ disk: SimulatedDisk, _ path: String) -> Set<[UInt8]?> {
    var choices = EnumeratedChoices()
    var outcomes: Set<[UInt8]?> = []
    repeat { outcomes.insert(disk.crashed(&choices).files()[path]) } while choices.advance()
    return outcomes
  }

  @Test func synchronizedContentAndEntriesStay() throws {
    let fileSystem = SimulatedFileSystem()
    let file = try fileSystem.create("/a")
    try file.put([1, 2, 3, 4], at: 0)
    try file.synchronize()
    try fileSystem.synchronizeDirectory("/")
    #expect(outcomes(fileSystem.disk, "/a") == [[1, 2, 3, 4]])
  }

  @Test func unsynchronizedWritesAreKeptDroppedZeroedOrTorn() throws {
    let fileSystem = SimulatedFileSystem()
    let file = try fileSystem.create("/a")
    try fileSystem.synchronizeDirectory("/")
    try file.put([1, 2, 3, 4], at: 0)
    #expect(outcomes(fileSystem.disk, "/a") == [[1, 2, 3, 4], [], [0, 0, 0, 0], [1, 2]])
    try file.truncate(to: 1)
    #expect(outcomes(fileSystem.disk, "/a").isSuperset(of: [[1], [0], [1, 2, 3, 4], []]))
  }

  @Test func laterWritesSurviveEarlierOnes() throws {
    let fileSystem = SimulatedFileSystem()
    let file = try fileSystem.create("/a")
    try fileSystem.synchronizeDirectory("/")
    try file.put([1, 1], at: 0)
    try file.put([2, 2], at: 2)
    #expect(outcomes(fileSystem.disk, "/a").contains([0, 0, 2, 2]))
  }

  @Test func overwritingLeavesTheOldOrTheNewContent() throws {
    let fileSystem = SimulatedFileSystem()
    let file = try fileSystem.create("/a")
    try file.put([1, 1], at: 0)
    try file.synchronize()
    try fileSystem.synchronizeDirectory("/")
    try file.put([2, 2], at: 0)
    #expect(outcomes(fileSystem.disk, "/a") == [[1, 1], [2, 2], [2, 1]])
  }

  @Test func renamesNeedTheirDirectorySynchronized() throws {
    let fileSystem = SimulatedFileSystem()
    try fileSystem.putAtomically([1], to: "/a")
    let file = try fileSystem.create("/b")
    try file.put([2], at: 0)
    try file.synchronize()
    try fileSystem.rename("/b", to: "/a")
    #expect(outcomes(fileSystem.disk, "/a") == [[1], [2]])
    try fileSystem.synchronizeDirectory("/")
    #expect(outcomes(fileSystem.disk, "/a") == [[2]])
  }

  @Test func aFailedSynchronizationCountsPagesAsClean() throws {
    var durable: Set<[UInt8]> = []
    for seed in 0..<64 {
      let fileSystem = SimulatedFileSystem()
      let file = try fileSystem.create("/a")
      try fileSystem.synchronizeDirectory("/")
      try file.put([1, 2], at: 0)
      fileSystem.plan([SimulatedFault(.error(EIO), at: fileSystem.operationCount + 1)], seed: UInt64(seed))
      #expect(throws: FileError.self) { try file.synchronize() }
      #expect(try file.readBytes(at: 0, count: 2) == [1, 2])
      try file.synchronize()
      fileSystem.crash(seed: 1)
      durable.insert(fileSystem.content(of: "/a"))
    }
    // The second sync has nothing to write.
    #expect(durable == [[1, 2], [], [0, 0], [1]])
  }

  @Test func handlesDoNotSurviveACrashAndLocksAreFree() throws {
    let fileSystem = SimulatedFileSystem()
    let file = try fileSystem.create("/a")
    try fileSystem.synchronizeDirectory("/")
    #expect(try file.tryLock())
    fileSystem.crash(seed: 0)
    #expect(throws: FileError.self) { try file.synchronize() }
    #expect(try fileSystem.open("/a", for: .reading).tryLock())
  }

  @Test func plannedFaultsStrikeOnceOrForEver() throws {
    let fileSystem = SimulatedFileSystem()
    let file = try fileSystem.create("/a")
    fileSystem.plan([SimulatedFault(.shortWrite, at: 2), SimulatedFault(.error(ENOSPC), from: 4)])
    #expect(try file.put([1, 2, 3, 4], at: 0) == 2)
    #expect(try file.put([1, 2, 3, 4], at: 0) == 4)
    #expect(throws: FileError.self) { try file.put([1], at: 0) }
    #expect(throws: FileError.self) { try file.synchronize() }
    #expect(try file.size() == 4)
    #expect(fileSystem.faultsStruck == 3)
  }

  @Test func enumerationVisitsEveryCombinationOnce() {
    var choices = EnumeratedChoices()
    var seen: Set<[Int]> = []
    var count = 0
    repeat {
      let first = choices.choose(2)
      seen.insert(first == 0 ? [first, choices.choose(3)] : [first])
      count += 1
    } while choices.advance()
    #expect(seen == [[0, 0], [0, 1], [0, 2], [1]])
    #expect(count == 4)
  }
}
