import FoundationEssentials
import Glibc
import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInMaintenance
@testable import CheckInModel
@testable import EventLog

/// A backup is the journal again, up to an event; and what it has, it keeps.
@Suite("Backups")
struct BackupTests {
  private static let target = "/backups/mine"
  private let trial = Trial(TrialCommand.mixture(20), segmentByteLimit: 600)
  private let fileSystem = SimulatedFileSystem()

  private func run(_ commands: Range<Int>) throws {
    let journal = try trial.open(fileSystem)
    for command in trial.commands[commands] { try command.perform(on: journal) }
    try journal.close()
  }

  @discardableResult
  private func backUp(_ fileSystem: SimulatedFileSystem? = nil) throws(JournalError) -> Backup {
    try Journal.backUp(at: Trial.path, to: Self.target, in: fileSystem ?? self.fileSystem)
  }

  private func events(_ path: String, _ fileSystem: SimulatedFileSystem? = nil) throws(JournalError) -> [Event] {
    let configuration = trial.configuration(fileSystem ?? self.fileSystem)
    let journal = try Journal(at: path, for: .readOnly, configuration: configuration)
    if let reason = journal.readOnlyReason { throw reason }
    return try journal.replay(AllEvents.self).events
  }

  private func verify(_ path: String, against receipt: Receipt? = nil) throws -> Verification {
    let verification = try Journal.verify(at: path, against: receipt, in: fileSystem)
    #expect(verification.problems == [])
    return verification
  }

  private func copies(_ fileSystem: SimulatedFileSystem? = nil) -> [String: [UInt8]] {
    (fileSystem ?? self.fileSystem).files().filter { $0.key.hasPrefix(Self.target + "/") }
  }

  @Test("It holds what the journal holds, and grows with it")
  func incremental() throws {
    var receipts: [Receipt] = []
    for step in 0..<trial.commands.count {
      try run(step..<step + 1)
      let before = copies().filter { $0.key.hasSuffix(".lz4") }
      let backup = try backUp()
      #expect(try events(Self.target) == events(Trial.path), "\(step)")
      #expect(try verify(Trial.path).receipt == backup.receipt)
      #expect(try verify(Self.target).receipt == backup.receipt)
      // What was there is the beginning of what is there.
      for (name, content) in before { #expect(copies()[name]?.starts(with: content) == true, "\(name)") }
      receipts.append(backup.receipt)

      let settled = copies()
      let again = try backUp()
      #expect(copies() == settled)
      #expect(again.segments.copied == 0 && again.bytesCopied == 0 && again.receipt == backup.receipt)
    }
    #expect(try verify(Self.target).segments.count >= 4)
    for receipt in receipts { _ = try verify(Self.target, against: receipt) }
  }

  @Test("It keeps its frames while the journal is framed anew, and the two agree")
  func compacted() throws {
    for step in 0..<trial.commands.count {
      try run(step..<step + 1)
      if step % 3 == 1 {
        let journal = try trial.open(fileSystem)
        // Now and then the segment that the backup ended in, so that its end lies within a frame of the journal.
        _ = try journal.compact(includingActive: step % 2 == 0)
        try journal.close()
      }
      if step % 2 == 0 { try backUp() }
      if step % 2 == 0 { #expect(try events(Self.target) == events(Trial.path), "\(step)") }
    }
    let backup = try backUp()
    #expect(try verify(Trial.path).receipt == backup.receipt)
  }

  @Test("An end that lies within a frame that was made since is kept")
  func withinAFrame() throws {
    let limit = Trial((1...6).map { .create(title: "Session \($0)") }, segmentByteLimit: 100_000)
    var journal = try limit.open(fileSystem)
    for command in limit.commands[..<3] { try command.perform(on: journal) }
    try journal.close()
    try backUp()
    journal = try limit.open(fileSystem)
    for command in limit.commands[3...] { try command.perform(on: journal) }
    #expect(try journal.compact(includingActive: true).segments.count == 1)
    try journal.close()
    let before = copies()[Self.target + "/log/00000000000000000001.lz4"] ?? []
    try backUp()
    #expect(copies()[Self.target + "/log/00000000000000000001.lz4"]?.starts(with: before) == true)
    #expect(try events(Self.target) == events(Trial.path))
  }

  @Test("Copied back, it is the journal")
  func restored() throws {
    try run(0..<15)
    let backup = try backUp()
    try run(15..<20)
    let restored = SimulatedFileSystem()
    try restored.createDirectories(Trial.path + "/log")
    for (name, content) in copies() {
      try restored.putAtomically(content, to: Trial.path + name.dropFirst(Self.target.count))
    }
    #expect(trial.problems(after: restored, acknowledged: Array(0..<15), attempted: 15) == [])
    #expect(try events(Trial.path, restored).count == Int(backup.receipt.sequence) + 1)
  }

  @Test("A crash at any operation leaves the former backup readable, and the next one completes it")
  func crashes() throws {
    try run(0..<8)
    let journal = try trial.open(fileSystem)
    _ = try journal.compact()
    try journal.attachPhoto([0xFF, 0xD8, 0xFF, 9], width: 1, height: 1, to: journal.lastNumber)
    try journal.close()
    try backUp()
    let former = try events(Self.target)
    try run(8..<20)
    let second = try trial.open(fileSystem)
    try second.attachPhoto([0xFF, 0xD8, 0xFF, 10], width: 1, height: 1, to: second.lastNumber)
    try second.close()
    let whole = try events(Trial.path)
    fileSystem.record()
    try backUp()
    for (index, moment) in fileSystem.moments.enumerated() {
      for run in 0..<4 {
        let seed = TestSettings.seed &+ UInt64(index * 4 + run)
        let crashed = SimulatedFileSystem(moment.disk)
        crashed.crash(seed: seed)
        let left = try events(Self.target, crashed)
        let isGood = left.count >= former.count && whole.starts(with: left)
        #expect(isGood, "CHECKIN_SEED=\(TestSettings.seed), run \(run), \(moment.operation) \(moment.path)")
        try backUp(crashed)
        #expect(try events(Self.target, crashed) == whole)
        if !isGood { return }
      }
    }
  }

  @Test("A failure of any operation leaves the former backup readable", arguments: [EIO, ENOSPC])
  func faults(_ error: Int32) throws {
    try run(0..<8)
    try backUp()
    let former = try events(Self.target)
    try run(8..<20)
    let disk = fileSystem.disk
    let start = fileSystem.operationCount
    try backUp()
    for number in 1...fileSystem.operationCount - start {
      let failing = SimulatedFileSystem(disk)
      failing.plan([SimulatedFault(.error(error), from: number)], seed: TestSettings.seed)
      let backup = try? backUp(failing)
      // A full disk fails no operation that only reads.
      #expect((backup == nil) == (failing.faultsStruck > 0), "errno \(error) from operation \(number)")
      failing.plan([])
      #expect(try events(Self.target, failing).count >= former.count, "errno \(error) from operation \(number)")
      try backUp(failing)
      #expect(try events(Self.target, failing) == events(Trial.path, failing))
    }
  }

  @Test("A damaged copy is made good again")
  func damaged() throws {
    try run(0..<12)
    try backUp()
    let good = copies()
    for (name, content) in good where name.hasSuffix(".lz4") {
      for offset in [0, content.count / 2, content.count - 1] {
        var bytes = content
        bytes[offset] ^= 1
        fileSystem.replace(name, by: bytes)
        #expect(try backUp().segments.copied == 1)
        #expect(try events(Self.target) == events(Trial.path))
      }
    }
    fileSystem.erase(Self.target + "/HEAD")
    try backUp()
    #expect(try events(Self.target) == events(Trial.path))
  }

  @Test("What holds something else is refused and left alone")
  func refused() throws {
    try run(0..<8)
    func expectRefusal(_ code: JournalError.Code, _ change: (SimulatedFileSystem) throws -> Void) throws {
      let changed = SimulatedFileSystem(fileSystem.disk)
      try change(changed)
      let before = copies(changed).filter { !$0.key.hasSuffix("/lock") }
      let error = #expect(throws: JournalError.self) { try backUp(changed) }
      #expect(error?.code == code, "\(error as Any)")
      #expect(copies(changed).filter { !$0.key.hasSuffix("/lock") } == before)
    }
    func create(_ titles: [String], at path: String, _ fileSystem: SimulatedFileSystem) throws {
      let journal = try Journal(at: path, configuration: trial.configuration(fileSystem))
      for title in titles { try TrialCommand.create(title: title).perform(on: journal) }
      try journal.close()
    }
    try expectRefusal(.invalidValue) { fileSystem in
      try fileSystem.createDirectories(Self.target)
      try fileSystem.putAtomically([1], to: Self.target + "/letter.txt")
    }
    try expectRefusal(.invalidValue) { try create(["Other"], at: Self.target, $0) }
    // Another journal whose HEAD is lost.
    try expectRefusal(.refusedInput) { fileSystem in
      try create(["Other"], at: Self.target, fileSystem)
      fileSystem.erase(Self.target + "/HEAD")
    }
    // Ahead: somebody went on in the backup.
    try expectRefusal(.refusedInput) { fileSystem in
      try backUp(fileSystem)
      try create(["More"], at: Self.target, fileSystem)
    }
    try expectRefusal(.refusedInput) { fileSystem in
      try backUp(fileSystem)
      try create((1...9).map { "More \($0)" }, at: Self.target, fileSystem)
    }
    // Diverged: both went on.
    try expectRefusal(.refusedInput) { fileSystem in
      try backUp(fileSystem)
      try create(["More"], at: Self.target, fileSystem)
      try create(["Other", "Further"], at: Trial.path, fileSystem)
    }
    // Ahead by a segment, which nothing but its name tells.
    try expectRefusal(.refusedInput) { fileSystem in
      try backUp(fileSystem)
      let copy = try Journal(at: Self.target, configuration: trial.configuration(fileSystem))
      _ = try copy.compact(includingActive: true)
      try TrialCommand.create(title: "More").perform(on: copy)
      try copy.close()
      fileSystem.erase(Self.target + "/HEAD")
    }
    // Ahead by what its HEAD says alone: both have lost the same events.
    try expectRefusal(.refusedInput) { fileSystem in
      let earlier = fileSystem.files().filter { $0.key.hasPrefix(Trial.path + "/") }
      try create(["Further"], at: Trial.path, fileSystem)
      try backUp(fileSystem)
      for path in fileSystem.files().keys where path.hasPrefix(Trial.path + "/") && earlier[path] == nil {
        fileSystem.erase(path)
      }
      for (path, content) in earlier { fileSystem.replace(path, by: content) }
      for path in fileSystem.files().keys where path.hasPrefix(Self.target + "/log/") {
        let content = earlier[path.replacing(Self.target, with: Trial.path)]
        if let content { fileSystem.replace(path, by: content) } else { fileSystem.erase(path) }
      }
    }
    // A power cut has taken the journal's HEAD back to an earlier segment.
    try expectRefusal(.refusedInput) { fileSystem in
      let head = fileSystem.content(of: Trial.path + "/HEAD")
      try create((1...9).map { "Further \($0)" }, at: Trial.path, fileSystem)
      try backUp(fileSystem)
      fileSystem.replace(Trial.path + "/HEAD", by: head)
      fileSystem.erase(Trial.path + "/snapshot.sqlite")
    }
    // A HEAD of another journal that names the same place.
    try expectRefusal(.invalidValue) { fileSystem in
      try backUp(fileSystem)
      let path = Self.target + "/HEAD"
      var head = try #require(HeadState(content: fileSystem.content(of: path)).head)
      head.journalID = UUID()
      fileSystem.replace(path, by: HeadFormat.content(head))
    }
    // The journal itself is damaged.
    try expectRefusal(.damaged) { fileSystem in
      let name = Trial.path + "/log/00000000000000000001.lz4"
      fileSystem.replace(name, by: Array(fileSystem.content(of: name).dropLast()))
    }
  }

  /// Replaces what a disk has written: before its sync, or for HEAD before that of its name.
  private func backUp(whereTheDiskChanges suffix: String, _ change: @escaping @Sendable ([UInt8]) -> [UInt8]) throws {
    fileSystem.observe { [fileSystem] operation, path in
      guard path.hasPrefix(Self.target), suffix == "/HEAD" || path.contains(suffix) else { return }
      let changed = suffix == "/HEAD" ? Self.target + "/HEAD" : path
      guard operation == (suffix == "/HEAD" ? .synchronizeDirectory : .synchronize) else { return }
      let content = fileSystem.content(of: changed)
      if !content.isEmpty { fileSystem.replace(changed, by: change(content)) }
    }
    defer { fileSystem.observe(nil) }
    let error = #expect(throws: JournalError.self) { try backUp() }
    #expect(error?.code == .inputOutput && error?.message.contains("reads otherwise") == true, "\(error as Any)")
  }

  @Test(
    "What a disk keeps otherwise than it was written is told", arguments: [".lz4", ".jpg", "/HEAD"], [true, false])
  func readBack(_ suffix: String, isFirst: Bool) throws {
    try run(0..<4)
    if !isFirst { try backUp() }
    try run(4..<8)
    let journal = try trial.open(fileSystem)
    try journal.attachPhoto([0xFF, 0xD8, 0xFF, 7], width: 1, height: 1, to: 1)
    try journal.close()
    // Both slots of HEAD say the same.
    try backUp(whereTheDiskChanges: suffix) { suffix == "/HEAD" ? $0.map { ~$0 } : $0.dropLast() + [~($0.last ?? 0)] }
    try backUp()
    #expect(try events(Self.target) == events(Trial.path))
    #expect(try verify(Self.target).photos.present == 1)
  }

  @Test("A segment with other content than the next one names is not copied as sound", arguments: [true, false])
  func brokenChain(isFirst: Bool) throws {
    let trial = Trial((1...12).map { .create(title: "Session \($0)") }, segmentByteLimit: 400)
    var other = trial
    other.commands[5] = .create(title: "Session X")
    let first = try trial.open(fileSystem)
    for command in trial.commands[..<3] { try command.perform(on: first) }
    let replica = try #require(try first.ownLog.replica())
    try first.close()
    let fork = SimulatedFileSystem(fileSystem.disk)
    if !isFirst { try backUp() }
    for (commands, disk) in [(trial.commands, fileSystem), (other.commands, fork)] {
      let journal = try trial.open(disk)
      for command in commands[3...] { try command.perform(on: journal) }
      try journal.close()
    }
    let names = fileSystem.files().keys.filter { $0.hasPrefix(Trial.path + "/log/") }.sorted()
    // The segment with the sixth event, of a log that went the same way but for that.
    let changed = try #require(
      names.dropLast().last { Int($0.dropLast(4).suffix(20)) ?? 0 <= 6 && fork.content(of: $0) != [] })
    fileSystem.replace(changed, by: fork.content(of: changed))
    try #require(Journal.verify(at: Trial.path, in: fileSystem).problems.contains { $0.contains("other content") })
    let before = copies().filter { $0.key.hasSuffix("/HEAD") }
    #expect(throws: JournalError.self) { try backUp() }
    #expect(copies().filter { $0.key.hasSuffix("/HEAD") } == before)

    // A fork names other digests, so it would hide that.
    try Group(me: Group.Replica(journal: replica, name: "laptop"), place: "/nowhere")
      .write(inJournalAt: Trial.path, fileSystem)
    var configuration = Journal.Configuration(lockTimeoutSeconds: 0.05)
    configuration.fileSystem = fileSystem
    let error = #expect(throws: JournalError.self) {
      try JournalFork(ofJournalAt: Trial.path, as: "copy", UUID(), configuration)
    }
    #expect(error?.remedies == [.repair] && error?.message.contains("doesn't follow") == true)
    #expect(!fileSystem.files().keys.contains { $0.contains(".fork") })
  }

  @Test("Photos come along, once; one that is lost is told")
  func photos() throws {
    try run(0..<4)
    let journal = try trial.open(fileSystem)
    for number in 1...2 {
      try journal.attachPhoto([0xFF, 0xD8, 0xFF, UInt8(number)], width: 1, height: 1, to: number)
    }
    try journal.close()
    #expect(try backUp().photos == Backup.Count(copied: 2, kept: 0))
    #expect(try backUp().photos == Backup.Count(copied: 0, kept: 2))
    #expect(try verify(Self.target).photos.present == 2)

    let names = copies().keys.filter { $0.hasSuffix(".jpg") }.sorted()
    fileSystem.replace(names[0], by: [1, 2, 3, 4])
    #expect(try backUp().photos == Backup.Count(copied: 1, kept: 1))
    #expect(try verify(Self.target).photos.present == 2)
    // The backup has it still.
    fileSystem.erase(names[1].replacing(Self.target, with: Trial.path))
    #expect(try backUp().photosMissing == 0)
    fileSystem.erase(names[1])
    let backup = try backUp()
    #expect(backup.photosMissing == 1 && backup.photos.kept == 1)
  }

  @Test("Neither lies in the other")
  func nested() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/journal"
    let journal = try Journal(at: path)
    try journal.create(TrialCommand.draft("One"))
    try journal.close()
    for target in [path, path + "/", path + "/backup", path + "/photos/../x/y", directory.path, "\(path)/../journal/b"]
    {
      let error = #expect(throws: JournalError.self) { try Journal.backUp(at: path, to: target) }
      #expect(error?.code == .invalidValue, "\(target)")
    }
    #expect(try Journal.backUp(at: path, to: path + "-2/deep").receipt.sequence == 1)
    #expect(try directory.files()["journal-2/deep/HEAD"] != nil)
  }
}
