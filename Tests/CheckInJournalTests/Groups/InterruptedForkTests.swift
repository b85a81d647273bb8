import EventLog
import Foundation
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInMaintenance

/// `CHECKIN_RUNS_FORK` sets the number of pairs of faults.
@Suite("A fork that fails or is interrupted has taken place or not, and repeating it completes it")
struct InterruptedForkTests {
  enum Fault: CaseIterable {
    /// One operation fails.
    case once
    /// All operations fail from one on.
    case forever
    /// The process is killed after an operation.
    case killed
    /// The power fails after an operation.
    case powerCut
  }

  /// The disk after a fork with a fault.
  private struct Outcome {
    var disk: SimulatedDisk
    /// The new identity, if the fork reported success.
    var reported: UUID?
  }

  private static let path = "/journal"
  private static let photo = "/journal/photos/ab/ab" + String(repeating: "0", count: 62) + ".jpg"
  private let original: UUID
  private let disk: SimulatedDisk

  /// A journal with a peer log, a photo and a key.
  init() throws {
    let (laptop, phone) = (try JournalDevice(clock: 1_700_000_000_000), try JournalDevice(clock: 1_700_000_000_500))
    for title in ["first", "second"] { try laptop.create(title) }
    try phone.create("the phone's")
    try phone.deliver(to: laptop)
    try laptop.journal.refresh()
    try laptop.create("third")
    // The laptop's log doesn't say yet that this one was read, but the copy's will.
    try phone.create("the phone's second")
    try phone.deliver(to: laptop)
    try laptop.journal.close()
    original = try laptop.replica()
    try Group(
      me: Group.Replica(journal: original, name: "laptop"),
      replicas: [Group.Replica(journal: try phone.replica(), name: "phone")], place: "/nowhere"
    ).write(inJournalAt: Self.path, laptop.fileSystem)
    try laptop.fileSystem.createDirectories(parent(of: Self.photo))
    laptop.fileSystem.replace(Self.photo, by: [1, 2, 3])
    laptop.fileSystem.replace("/journal/group.key", by: [4, 5, 6])
    disk = laptop.fileSystem.disk
  }

  private static func configuration(_ fileSystem: SimulatedFileSystem) -> Journal.Configuration {
    Journal.Configuration(in: fileSystem, lockTimeoutSeconds: 0.05)
  }

  @discardableResult
  private func fork(_ fileSystem: SimulatedFileSystem, as name: String = "copy") throws -> JournalFork {
    try JournalFork(ofJournalAt: Self.path, as: name, UUID(), Self.configuration(fileSystem))
  }

  /// The number of operations of a fork.
  private func operationCount(_ disk: SimulatedDisk, exchanges: Bool) throws -> Int {
    let fileSystem = SimulatedFileSystem(disk, exchanges: exchanges)
    try fork(fileSystem)
    return fileSystem.operationCount
  }

  private func outcome(
    of fault: Fault, at operation: Int, _ disk: SimulatedDisk, exchanges: Bool, seed: UInt64
  ) -> Outcome {
    let fileSystem = SimulatedFileSystem(disk, exchanges: exchanges)
    let operations = operation...(fault == .once ? operation : Int.max)
    fileSystem.plan([SimulatedFault(.error(5), at: operations)], seed: seed)
    let reported = try? fork(fileSystem).journal
    if fault == .powerCut { fileSystem.crash(seed: seed) }
    return Outcome(disk: fileSystem.disk, reported: fault == .killed || fault == .powerCut ? nil : reported)
  }

  private func directories(_ fileSystem: SimulatedFileSystem) throws -> [String] {
    try fileSystem.list("/").filter { $0.hasPrefix("journal") }
  }

  /// Checks the journal, and that a verification lists what is left over.
  ///
  /// - Returns: The journal's identity.
  private func checked(_ fileSystem: SimulatedFileSystem) throws -> UUID {
    let journal = try Journal(at: Self.path, for: .readOnly, configuration: Self.configuration(fileSystem))
    let titles = try journal.checkIns().map(\.title).sorted()
    #expect(titles == ["first", "second", "the phone's", "the phone's second", "third"])
    #expect(journal.readOnlyReason == nil)
    let identity = try #require(try journal.ownLog.replica())
    let verification = try Journal.verify(at: Self.path, in: fileSystem)
    #expect(verification.isSound)
    let remains = try directories(fileSystem).filter { $0.hasPrefix("journal.fork") }
    for name in remains { #expect(verification.warnings.contains { $0.hasPrefix("/\(name) is") }) }
    if remains.isEmpty, identity == original { #expect(verification.warnings == []) }
    return identity
  }

  /// Checks that repeating the fork completes it.
  private func checkRepetition(_ outcome: Outcome, exchanges: Bool) throws {
    let fileSystem = SimulatedFileSystem(outcome.disk, exchanges: exchanges)
    let before = try checked(fileSystem)
    if let reported = outcome.reported { #expect(before == reported) }
    let fork = try fork(fileSystem)
    #expect(before == original || before == fork.journal)
    #expect(try checked(fileSystem) == fork.journal)
    #expect(try Journal.verify(at: Self.path, in: fileSystem).warnings == [])
    #expect(try directories(fileSystem) == ["journal", "journal.before-fork"])
    #expect(fork.keptAt == "/journal.before-fork")
    let group = try #require(try Group(inJournalAt: Self.path, fileSystem))
    #expect(group.me == Group.Replica(journal: fork.journal, name: "copy"))
    #expect(group.replicas.map(\.name) == ["phone", "laptop"] && group.replicas.last?.journal == original)
    #expect(try ReplicaLog(fork.keptAt, in: fileSystem).replica() == original)
    for file in [Self.photo, "/journal/group.key"] { #expect(fileSystem.files()[file] != nil) }
    // Nobody can tell a repetition from a command whose answer was lost.
    #expect(try self.fork(fileSystem).journal == fork.journal)
  }

  private func checkRepetition(
    _ outcome: Outcome, exchanges: Bool, _ description: @autoclosure () -> String
  ) {
    CaseCount.add()
    do {
      try checkRepetition(outcome, exchanges: exchanges)
    } catch {
      Issue.record("\(description()): \(error)")
    }
  }

  @Test("An operation that fails, alone or with all that follow", arguments: [true, false], [Fault.once, .forever])
  func failing(exchanges: Bool, fault: Fault) throws {
    for operation in 1...(try operationCount(disk, exchanges: exchanges)) {
      let outcome = outcome(of: fault, at: operation, disk, exchanges: exchanges, seed: TestSettings.seed)
      checkRepetition(outcome, exchanges: exchanges, "\(fault) at operation \(operation)")
    }
  }

  @Test("A process that is killed, or power that fails, after each change of the disk", arguments: [true, false])
  func stopping(exchanges: Bool) throws {
    let fileSystem = SimulatedFileSystem(disk, exchanges: exchanges)
    fileSystem.record()
    try fork(fileSystem)
    for moment in fileSystem.moments {
      let description = "\(moment.operation) \(moment.path), operation \(moment.number)"
      checkRepetition(Outcome(disk: moment.disk), exchanges: exchanges, "killed after \(description)")
      for seed in 0..<(3 as UInt64) {
        let crashed = SimulatedFileSystem(moment.disk)
        crashed.crash(seed: TestSettings.seed &+ seed)
        checkRepetition(Outcome(disk: crashed.disk), exchanges: exchanges, "power cut \(seed) after \(description)")
      }
    }
  }

  @Test("A second fault while the command is repeated", arguments: [true, false])
  func pairs(exchanges: Bool) throws {
    let count = try operationCount(disk, exchanges: exchanges)
    for run in 0..<TestSettings.runs("FORK", default: 150) {
      let seed = TestSettings.seed &+ UInt64(run)
      var random = RandomSource(seed: seed)
      let faults = [random.element(of: Fault.allCases), random.element(of: Fault.allCases)]
      // Most of a fork is reading, and its last operations decide.
      let operations = (0..<2).map { _ in
        random.oneIn(3) ? max(1, count - random.number(0...40)) : random.number(1...count)
      }
      var outcome = Outcome(disk: disk)
      for (fault, operation) in zip(faults, operations) {
        outcome = self.outcome(of: fault, at: operation, outcome.disk, exchanges: exchanges, seed: seed)
      }
      checkRepetition(
        outcome, exchanges: exchanges, "CHECKIN_SEED=\(seed) CHECKIN_RUNS_FORK=1: \(faults) at \(operations)")
    }
  }

  @Test("A failed sync of the last rename says what has happened, and the repetition completes it")
  func lastSync() throws {
    let count = try operationCount(disk, exchanges: true)
    var error: JournalError?
    for operation in (1...count).reversed() where error == nil {
      let fileSystem = SimulatedFileSystem(disk)
      fileSystem.plan([SimulatedFault(.error(5), at: operation)])
      do { try fork(fileSystem) } catch let thrown as JournalError { error = thrown }
    }
    let message = try #require(error?.message)
    #expect(message.contains("This device is copy now") && message.contains("Repeat it with the same name"))
  }

  @Test("A fork under another name completes the interrupted one, and makes a new identity")
  func otherName() throws {
    let fileSystem = SimulatedFileSystem(disk)
    fileSystem.failNext(.rename, suffix: "/journal.fork") { _ = try? fork(fileSystem) }
    let first = try checked(fileSystem)
    #expect(first != original)
    let other = try fork(fileSystem, as: "other")
    #expect(other.journal != first && other.keptAt == "/journal.before-fork-2")
    let names = try Group(inJournalAt: Self.path, fileSystem)?.replicas.map(\.name)
    #expect(names == ["phone", "laptop", "copy"])
  }

  // MARK: Leftovers

  /// The disk just before the copy takes the journal's name.
  private func interrupted() throws -> SimulatedFileSystem {
    let fileSystem = SimulatedFileSystem(disk)
    fileSystem.failNext(.exchange, suffix: "/journal", forEver: true) { _ = try? fork(fileSystem) }
    #expect(try directories(fileSystem) == ["journal", "journal.fork"])
    return SimulatedFileSystem(fileSystem.disk)
  }

  /// Checks that the next fork keeps a copy that has something which the journal lacks.
  private func expectKept(_ fileSystem: SimulatedFileSystem, _ reason: String) throws {
    let copy = fileSystem.files().filter { $0.key.hasPrefix("/journal.fork/") }
    let warnings = try Journal.verify(at: Self.path, in: fileSystem).warnings
    #expect(warnings.count == 1 && warnings.allSatisfy { $0.contains(reason) })
    #expect(try fork(fileSystem).keptAt == "/journal.before-fork-2")
    #expect(fileSystem.files().filter { $0.key.hasPrefix("/journal.fork/") } == copy)
  }

  @Test("An unfinished copy is removed, also after the journal has gone on")
  func removed() throws {
    let fileSystem = try interrupted()
    let journal = try Journal(at: Self.path, configuration: Self.configuration(fileSystem))
    try journal.edit(1, with: CheckInChanges(title: "later"))
    try journal.close()
    #expect(try fork(fileSystem).keptAt == "/journal.before-fork")
    #expect(try directories(fileSystem) == ["journal", "journal.before-fork"])
  }

  @Test("A copy that was written to is kept")
  func written() throws {
    let fileSystem = try interrupted()
    let copy = try Journal(at: "/journal.fork", configuration: Self.configuration(fileSystem))
    try copy.edit(1, with: CheckInChanges(title: "in the copy"))
    try copy.close()
    try expectKept(fileSystem, "events that the journal lacks")
  }

  @Test("A copy with files of the user, or with files that the journal has lost, is kept")
  func onlyCopies() throws {
    let notes = try interrupted()
    notes.replace("/journal.fork/notes.txt", by: [1])
    try expectKept(notes, "notes.txt")
    let photo = try interrupted()
    photo.erase(Self.photo)
    try expectKept(photo, "photos/ab/")
    let key = try interrupted()
    key.erase("/journal/group.key")
    try expectKept(key, "group.key")
    let peers = try interrupted()
    for path in peers.files().keys where path.hasPrefix("/journal/peers/") && !path.contains("snapshot") {
      peers.erase(path)
    }
    #expect(try Journal.verify(at: Self.path, in: peers).warnings.contains { $0.contains("the journal lacks peers/") })
  }

  @Test("Directories of the user with similar names are not touched")
  func others() throws {
    let fileSystem = SimulatedFileSystem(disk)
    let names = ["/journal.fork-2", "/journal.before-fork-old", "/journal2.before-fork", "/journal.before-forks"]
    for name in names { try fileSystem.createDirectory(name) }
    #expect(try fork(fileSystem).keptAt == "/journal.before-fork")
    #expect(try Journal.verify(at: Self.path, in: fileSystem).warnings == [])
    for name in names { #expect(try fileSystem.kind(of: name) == .directory) }
    #expect(try ForkPaths(besideJournalAt: "/journal//", fileSystem).copy == "/journal.fork-3")
    #expect(throws: JournalError.self) { try ForkPaths(besideJournalAt: "/a/..", fileSystem) }
  }

  @Test("A copy of an earlier version, without a record, is listed and kept")
  func withoutRecord() throws {
    let fileSystem = try interrupted()
    fileSystem.erase("/journal/fork.json")
    let warnings = try Journal.verify(at: Self.path, in: fileSystem).warnings
    #expect(warnings.count == 1 && warnings.allSatisfy { $0.hasPrefix("/journal.fork is a copy") })
    try fork(fileSystem)
    #expect(try directories(fileSystem) == ["journal", "journal.before-fork-2", "journal.fork"])
  }

  // MARK: Two renames

  @Test("Opening a journal whose fork was cut off between two renames puts it back, or says where it is")
  func betweenRenames() throws {
    let fileSystem = SimulatedFileSystem(disk, exchanges: false)
    fileSystem.failNext(.rename, suffix: "/journal.fork", forEver: true) { _ = try? fork(fileSystem) }
    #expect(try directories(fileSystem) == ["journal.before-fork", "journal.fork"])
    let readable = SimulatedFileSystem(fileSystem.disk, exchanges: false)
    readable.failNext(.rename, suffix: "/journal.before-fork") {
      let error = #expect(throws: JournalError.self) {
        try Journal(at: "/journal/", configuration: Self.configuration(readable))
      }
      #expect(error?.remedies == [.move(from: "/journal.before-fork", to: "/journal")])
    }
    #expect(try checked(readable) == original)
    #expect(try directories(readable) == ["journal", "journal.fork"])
  }

  @Test("A journal that another process is forking is not put back")
  func running() throws {
    let fileSystem = SimulatedFileSystem(disk, exchanges: false)
    fileSystem.observe { operation, path in
      guard operation == .rename, path == "/journal.fork" else { return }
      fileSystem.observe(nil)
      let error = #expect(throws: JournalError.self) {
        try Journal(at: Self.path, for: .readOnly, configuration: Self.configuration(fileSystem))
      }
      #expect(error?.code == .busy)
    }
    let fork = try fork(fileSystem)
    #expect(try checked(fileSystem) == fork.journal)
  }

  @Test("Two directories are exchanged in one step where the disk can")
  func exchange() throws {
    let directory = try TemporaryDirectory()
    let fileSystem = DiskFileSystem()
    for name in ["one", "other"] {
      try fileSystem.createDirectory("\(directory.path)/\(name)")
      _ = try fileSystem.create("\(directory.path)/\(name)/\(name)")
    }
    let isExchanged = try fileSystem.exchange(directory.path + "/one", with: directory.path + "/other")
    #expect(try fileSystem.list(directory.path + "/one") == [isExchanged ? "other" : "one"])
    #expect(try fileSystem.list(directory.path + "/other") == [isExchanged ? "one" : "other"])
    #expect(throws: FileError.self) {
      try fileSystem.exchange(directory.path + "/one", with: directory.path + "/none")
    }
  }
}
