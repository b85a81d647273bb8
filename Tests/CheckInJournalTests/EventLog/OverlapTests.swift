import CheckInJournal
import CheckInMaintenance
import Dispatch
import FoundationEssentials
import Glibc
import JournalTestSupport
import TestSupport
import Testing

@testable import EventLog

/// HEAD's sync overlaps the next commit, and processes come and go in between.
@Suite("What happens while HEAD lags behind")
struct OverlapTests {
  @Test("Another process's acknowledged event is kept although HEAD does not know it yet")
  func catchesUpBehindHead() throws {
    let fileSystem = SimulatedFileSystem()
    let trial = Trial([])
    let first = try trial.open(fileSystem)
    try TrialCommand.create(title: "One").perform(on: first)
    try first.close()
    let idle = try trial.open(fileSystem)
    #expect(idle.sequence == 1)

    // The second process dies after it acknowledged and before HEAD was written.
    let head = fileSystem.content(of: Trial.path + "/HEAD")
    let second = try trial.open(fileSystem)
    try TrialCommand.create(title: "Two, which is longer than Three").perform(on: second)
    try second.close()
    fileSystem.replace(Trial.path + "/HEAD", by: head)

    try TrialCommand.create(title: "Three").perform(on: idle)
    try idle.close()
    #expect(
      try trial.read(fileSystem) == ["created One", "created Two, which is longer than Three", "created Three"])
    #expect(try Journal.verify(at: Trial.path, in: fileSystem).problems == [])
  }

  @Test("Torn bytes that another process left are set aside before anything is appended")
  func setsAsideWhatOthersLeft() throws {
    let fileSystem = SimulatedFileSystem()
    let trial = Trial([])
    let journal = try trial.open(fileSystem)
    try TrialCommand.create(title: "One").perform(on: journal)
    try journal.close()
    let idle = try trial.open(fileSystem)
    let segment = Trial.path + "/log/00000000000000000001.lz4"
    let torn = [UInt8](repeating: 7, count: 3000)
    fileSystem.replace(segment, by: fileSystem.content(of: segment) + torn)
    try TrialCommand.create(title: "Two").perform(on: idle)
    try idle.close()
    #expect(fileSystem.files().contains { $0.key.contains("/log/torn-") && $0.value == torn })
    #expect(try trial.read(fileSystem) == ["created One", "created Two"])
    #expect(try Journal.verify(at: Trial.path, in: fileSystem).torn == nil)
  }

  @Test("A segment without its header is set aside whole, by a command and by a repair", arguments: [1, 20, 57])
  func headerCutShort(_ byteCount: Int) throws {
    for isHeadLost in [false, true] {
      let fileSystem = SimulatedFileSystem()
      let trial = Trial([], segmentByteLimit: 9999)
      let journal = try trial.open(fileSystem)
      try TrialCommand.create(title: "One").perform(on: journal)
      try TrialCommand.create(title: "Two").perform(on: journal)
      try journal.close()
      let header = try LogWriter.createSegment(
        SegmentHeader(journalID: UUID(), firstSequence: 9, previousDigest: Digest(of: [])),
        in: LogDirectory(
          fileSystem: fileSystem, path: Trial.path,
          vocabulary: LogVocabulary(program: "test", verification: "a verification", repair: "a repair")))
      let name = Trial.path + "/log/" + LogDirectory.segmentName(9)
      let torn = Array(fileSystem.content(of: name).prefix(min(byteCount, header.fileOffset - 1)))
      fileSystem.erase(name)
      fileSystem.replace(Trial.path + "/log/" + LogDirectory.segmentName(3), by: torn)
      if isHeadLost {
        fileSystem.erase(Trial.path + "/HEAD")
        _ = try Journal.repair(at: Trial.path, try Journal.diagnose(at: Trial.path, in: fileSystem), in: fileSystem)
      }
      let next = try trial.open(fileSystem)
      #expect(next.sequence == 2)
      try TrialCommand.create(title: "Three").perform(on: next)
      try next.close()
      #expect(fileSystem.files().contains { $0.key.contains("/log/torn-") && $0.value == torn })
      #expect(try trial.read(fileSystem) == ["created One", "created Two", "created Three"])
      let verification = try Journal.verify(at: Trial.path, in: fileSystem)
      #expect(verification.problems == [] && verification.torn == nil)
    }
  }

  /// `CHECKIN_RUNS_OVERLAP` sets how many crashes each operation has.
  @Test("A crash while a HEAD slot and the next frame are both being written leaves a writable journal")
  func tornHeadAndTornFrame() throws {
    let fileSystem = SimulatedFileSystem()
    let trial = Trial([.create(title: "One"), .create(title: "Two"), .create(title: "Three")], segmentByteLimit: 9999)
    let journal = try trial.open(fileSystem)
    try trial.commands[0].perform(on: journal)
    try journal.close()

    // HEAD's sync waits until the next frame is written, so that both are unsynced at the same time.
    fileSystem.record()
    fileSystem.mark = 1
    let headIsWritten = DispatchSemaphore(value: 0)
    let isWritten = DispatchSemaphore(value: 0)
    let writes = Counter()
    let syncs = Counter()
    fileSystem.observe { operation, path in
      switch (operation, path.hasSuffix("/HEAD")) {
      case (.write, false): if writes.next() == 2 { try? headIsWritten.wait(until: "HEAD is about to be synced") }
      case (.synchronize, true):
        headIsWritten.signal()
        try? isWritten.wait(until: "the next frame is written")
      case (.synchronize, false): if syncs.next() > 1 { isWritten.signal() }
      default: break
      }
    }
    // Where the machine is slow, the journal waits for HEAD before the next commit; then there is nothing to see.
    let patience = DispatchWorkItem { isWritten.signal() }
    DispatchQueue.global().asyncAfter(deadline: .now() + 5, execute: patience)
    for command in trial.commands[1...] {
      try command.perform(on: journal)
      fileSystem.mark += 1
    }
    for _ in 0..<4 { isWritten.signal() }
    try journal.close()
    fileSystem.observe(nil)
    patience.cancel()

    for moment in fileSystem.moments {
      for seed in 0..<TestSettings.runs("OVERLAP", default: 200) {
        let crashed = SimulatedFileSystem(moment.disk)
        crashed.crash(seed: TestSettings.seed &+ UInt64(seed))
        let problems = trial.problems(after: crashed, acknowledged: Array(0..<moment.mark))
        #expect(
          problems.isEmpty, "CHECKIN_SEED=\(TestSettings.seed), seed \(seed), \(moment.operation) \(moment.path)")
        if !problems.isEmpty { return }
      }
    }
  }

  @Test("A refresh that meets a writer at work does not make the journal read-only for good")
  func refreshDuringAWrite() throws {
    let fileSystem = SimulatedFileSystem()
    let trial = Trial([])
    let journal = try trial.open(fileSystem)
    for title in ["One", "Two", "Three"] { try TrialCommand.create(title: title).perform(on: journal) }
    try journal.close()
    let reader = try trial.open(fileSystem)
    let settled = fileSystem.files()
    try TrialCommand.create(title: "Four").perform(on: journal)
    try journal.close()
    let later = fileSystem.files()

    // Half of a HEAD slot and half of a frame, as a reader can see them between two pages of a write.
    let head = Trial.path + "/HEAD"
    let segment = Trial.path + "/log/00000000000000000001.lz4"
    var half = try #require(later[head])
    for index in half.indices where settled[head]?[index] != half[index] && index % 2 == 0 { half[index] = 0xEE }
    fileSystem.replace(head, by: half)
    let before = try #require(settled[segment]?.count)
    fileSystem.replace(segment, by: Array(try #require(later[segment]).prefix(before + 20)))
    try? reader.refresh()
    fileSystem.replace(head, by: try #require(later[head]))
    fileSystem.replace(segment, by: try #require(later[segment]))
    try reader.refresh()
    #expect(reader.readOnlyReason == nil)
    #expect(reader.sequence == 4)
    try TrialCommand.create(title: "Five").perform(on: reader)
  }
}

/// Counts calls from any thread.
final class Counter: Sendable {
  private let count = DispatchQueue(label: "counter")
  nonisolated(unsafe) private var value = 0

  func next() -> Int {
    count.sync {
      value += 1
      return value
    }
  }
}
