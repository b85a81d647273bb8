import CheckInJournal
import CheckInMaintenance
import Glibc
import JournalTestSupport
import TestSupport
import Testing

/// A salvage reads one journal and writes another: whatever happens meanwhile, the old one stays, and what is called
/// done is whole.
@Suite("A salvage that is cut off, and what it leaves")
struct SalvageCrashTests {
  private let trial = Trial(TrialCommand.mixture(20), segmentByteLimit: 400)

  /// A journal with a photo, and damage in its second segment.
  private func damaged() throws -> SimulatedFileSystem {
    let fileSystem = SimulatedFileSystem()
    #expect(trial.run(on: fileSystem).errors == [:])
    let journal = try trial.open(fileSystem)
    try journal.attachPhoto([0xFF, 0xD8, 0xFF, 0xE0], width: 4, height: 5, to: 3)
    try journal.close()
    let segments = fileSystem.files().keys.filter { $0.hasSuffix(".lz4") }.sorted()
    try #require(segments.count >= 3)
    var content = fileSystem.content(of: segments[1])
    content[content.count / 2] ^= 1
    fileSystem.replace(segments[1], by: content)
    var choices = EverythingIsLost()
    fileSystem.crash(&choices)
    return fileSystem
  }

  /// Salvages, and returns where to.
  @discardableResult
  private func salvage(_ fileSystem: SimulatedFileSystem) throws -> String {
    let repair = try Journal.diagnose(at: Trial.path, in: fileSystem)
    guard case .salvage(let path) = repair.remedy else {
      throw JournalError(.internalFault, "no salvage, but \(String(describing: repair.remedy))")
    }
    _ = try Journal.repair(at: Trial.path, repair, in: fileSystem)
    return path
  }

  /// What the old journal holds, byte by byte.
  private func old(_ fileSystem: SimulatedFileSystem) -> [String: [UInt8]] {
    fileSystem.files().filter { $0.key.hasPrefix(Trial.path + "/") }
  }

  private func events(_ fileSystem: SimulatedFileSystem, at path: String) throws -> [String] {
    let journal = try Journal(at: path, for: .readOnly, configuration: trial.configuration(fileSystem))
    return try journal.replay(TrialEvents.self).texts
  }

  /// What is wrong with a journal that a salvage has called done.
  private func problems(_ fileSystem: SimulatedFileSystem, at path: String, _ expected: [String]) throws -> [String] {
    let verification = try Journal.verify(at: path, in: fileSystem)
    var problems = verification.problems
    if verification.torn != nil { problems.append("torn") }
    if verification.photos.present != 1 { problems.append("\(verification.photos.present) photos") }
    if try events(fileSystem, at: path) != expected { problems.append("other events") }
    return problems
  }

  /// Whether the salvage's last step is on the disk.
  private func isDone(_ fileSystem: SimulatedFileSystem, at path: String) -> Bool {
    fileSystem.content(of: path + "/repairs.jsonl").last == UInt8(ascii: "\n")
  }

  @Test("A crash after every operation keeps the old journal, and a second salvage succeeds")
  func crashes() throws {
    let fileSystem = try damaged()
    let before = old(fileSystem)
    fileSystem.record()
    let path = try salvage(fileSystem)
    let expected = try events(fileSystem, at: path)
    #expect(expected.contains { $0.hasPrefix("photoAttached") } && expected.count >= 8)
    for (index, moment) in fileSystem.moments.enumerated() {
      for run in 0..<8 as Range<UInt64> {
        CaseCount.add()
        let crashed = SimulatedFileSystem(moment.disk)
        crashed.crash(seed: TestSettings.seed &+ UInt64(index) &* 8 &+ run)
        var problems = old(crashed) == before ? [] : ["the old journal has changed"]
        if isDone(crashed, at: path) { problems += try self.problems(crashed, at: path, expected) }
        problems += try self.problems(crashed, at: salvage(crashed), expected)
        if old(crashed) != before { problems.append("the second salvage changed the old journal") }
        #expect(
          problems.isEmpty, "CHECKIN_SEED=\(TestSettings.seed), run \(run), \(moment.operation) \(moment.path)")
        if !problems.isEmpty { return }
      }
    }
    var choices = EverythingIsLost()
    fileSystem.crash(&choices)
    #expect(isDone(fileSystem, at: path))
    #expect(try problems(fileSystem, at: path, expected) == [])
  }

  @Test("A photo is durable before an event names it")
  func photosFirst() throws {
    let fileSystem = try damaged()
    fileSystem.record()
    let path = try salvage(fileSystem)
    let expected = try events(fileSystem, at: path)
    for moment in fileSystem.moments {
      let crashed = SimulatedFileSystem(moment.disk)
      var choices = EverythingIsLost()
      crashed.crash(&choices)
      guard (try? events(crashed, at: path)) == expected else { continue }
      #expect(try problems(crashed, at: path, expected) == [], "\(moment.operation) \(moment.path)")
    }
  }

  /// `CHECKIN_RUNS_SALVAGE_STEP=1` lets every operation fail with either error. Otherwise it is every fourth.
  @Test("Every operation fails, the old journal stays, and a second salvage succeeds", arguments: [EIO, ENOSPC])
  func faults(_ error: Int32) throws {
    let whole = try damaged()
    let disk = whole.disk
    let before = old(whole)
    let start = whole.operationCount
    let expected = try events(whole, at: salvage(whole))
    let step = TestSettings.runs("SALVAGE_STEP", default: 4)
    for number in 1...whole.operationCount - start where (number + (error == EIO ? 0 : 2)) % step == 0 {
      CaseCount.add()
      let fileSystem = SimulatedFileSystem(disk)
      fileSystem.plan([SimulatedFault(.error(error), from: number)], seed: TestSettings.seed)
      _ = try? salvage(fileSystem)
      fileSystem.plan([])
      #expect(old(fileSystem) == before, "errno \(error) from operation \(number)")
      let problems = try problems(fileSystem, at: salvage(fileSystem), expected)
      #expect(problems.isEmpty, "errno \(error) from operation \(number)")
      if !problems.isEmpty { return }
    }
  }
}
