import CheckInMaintenance
import Dispatch
import Foundation
import Glibc
import JournalTestSupport
import Synchronization
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInModel
@testable import EventLog

/// A lock is worth something only while everybody locks the same file.
@Suite("The lock")
struct JournalLockTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.path + "/journal" }

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test("A lock file that is removed while it is held stops the writer before it writes")
  func removedWhileHeld() throws {
    let journal = try Journal(at: path)
    try TrialCommand.create(title: "One").perform(on: journal)
    // Held since: commits that follow at once keep it.
    let segment = try directory.read("journal/log/00000000000000000001.lz4")
    let isRemoved = Mutex(false)
    var configuration = Journal.Configuration()
    configuration.fileSystem = ObservedFileSystem { [path] operation, observed in
      // After the lock was taken, and before anything is written.
      guard operation == .open, observed.hasSuffix(".lz4"), isRemoved.exchangeTrue() else { return }
      unlink(path + "/lock")
    }
    try journal.close()
    let other = try Journal(at: path, configuration: configuration)
    isRemoved.withLock { $0 = false }
    let error = #expect(throws: JournalError.self) { try TrialCommand.create(title: "Two").perform(on: other) }
    #expect(error?.code == .busy, "\(error?.message ?? "")")
    #expect(try directory.read("journal/log/00000000000000000001.lz4") == segment)

    try TrialCommand.create(title: "Three").perform(on: other)
    try other.close()
    #expect(try Journal.verify(at: path).isSound)
    #expect(try Journal(at: path, for: .readOnly).lastNumber == 2)
  }

  @Test("Whoever waited for a lock file that is gone by then locks the one that is there")
  func replacedWhileWaiting() throws {
    _ = try Journal(at: path)
    let files = LogDirectory(fileSystem: DiskFileSystem(), path: path)
    let held = try LogLock.take(files, timeoutSeconds: 1)
    let (attempts, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let taken = Mutex<LogLock?>(nil)
    DispatchQueue.global().async { [path] in
      let observed = ObservedFileSystem { operation, _ in if operation == .lock { attempts.signal() } }
      let lock = try? LogLock.take(LogDirectory(fileSystem: observed, path: path), timeoutSeconds: 60)
      taken.withLock { $0 = lock }
      done.signal()
    }
    // With the second attempt, the first one has found the file locked.
    for _ in 1...2 { try attempts.wait(until: "another thread has tried to take the lock") }
    unlink(path + "/lock")
    try held.release()
    try done.wait(until: "the other thread has the lock")
    let lock = try #require(taken.withLock { $0 })
    try lock.requireInPlace()
    // Nobody else gets it meanwhile.
    #expect(throws: LogError.self) { try LogLock.take(files, timeoutSeconds: 0.01) }
    try lock.release()
  }

  @Test("What somebody wrote without the lock between two writes of a command is not written over")
  func anotherWriter() throws {
    let fileSystem = SimulatedFileSystem()
    let journal = try Trial([], segmentByteLimit: 1 << 30).open(fileSystem)
    try TrialCommand.create(title: "One").perform(on: journal)
    try journal.close()
    let segment = Trial.path + "/log/00000000000000000001.lz4"
    fileSystem.observe { [weak fileSystem] operation, path in
      guard let fileSystem, operation == .synchronize, path == segment else { return }
      fileSystem.observe(nil)
      fileSystem.replace(segment, by: fileSystem.content(of: segment) + [1, 2, 3])
    }
    let notes = String(repeating: "n", count: 1_000_000)
    let drafts = (1...10).map { number in
      var draft = TrialCommand.draft("Long \(number)")
      draft.notes = notes
      return draft
    }
    let error = #expect(throws: JournalError.self) { try journal.importCheckIns(drafts) }
    #expect(error?.code == .conflict, "\(String(describing: error))")
    #expect(Array(fileSystem.content(of: segment).suffix(3)) == [1, 2, 3])
    // The next command finds them torn, and keeps them aside.
    #expect(try journal.importCheckIns(drafts).added > 0)
    try journal.close()
    #expect(try Journal.verify(at: Trial.path, in: fileSystem).isSound)
    #expect(fileSystem.files().contains { $0.key.contains("torn-") && $0.value == [1, 2, 3] })
  }

  @Test("File systems whose locks stay on one machine are known by name")
  func mounts() {
    let table = MountTable(
      """
      25 1 253:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw,errors=remount-ro
      30 25 0:41 / /home/me/nas rw,nosuid,nodev,relatime shared:2 master:3 - fuse.sshfs me@nas:/data rw,user_id=0
      31 25 0:42 / /nfs rw - nfs4 server:/x rw,vers=4.2,local_lock=none,addr=10.0.0.1
      32 25 0:43 / /old rw - nfs server:/y rw,vers=3,local_lock=all
      33 25 1048577:1048833 / /far rw shared:9 - nfs server:/z rw,nolock
      garbage
      """)
    func mount(_ major: dev_t, _ minor: dev_t) -> MountTable.Mount? {
      // makedev(3)
      table.mount(
        ofDevice: (major & ~0xFFF) << 32 | (major & 0xFFF) << 8 | (minor & ~0xFF) << 12 | minor & 0xFF)
    }
    func kind(_ major: dev_t, _ minor: dev_t) -> String? {
      mount(major, minor).flatMap { $0.hasUnsharedLocks ? $0.kind : nil }
    }
    #expect(table.mounts.count == 5)
    #expect(kind(253, 1) == nil && kind(0, 42) == nil && kind(9, 9) == nil)
    #expect(kind(0, 41) == "fuse.sshfs" && kind(0, 43) == "nfs" && kind(1_048_577, 1_048_833) == "nfs")
    #expect(mount(253, 1)?.isOnNetwork == false && mount(0, 42)?.isOnNetwork == true)
  }

  @Test("On a network file system, each look opens the files again, because open ones may be out of date")
  func networkFileSystem() throws {
    let journal = try Journal(at: path)
    try TrialCommand.create(title: "One").perform(on: journal)
    try journal.close()
    for isOnNetwork in [false, true] {
      let opened = Mutex(0)
      let fileSystem = ObservedFileSystem(
        { operation, name in if operation == .open, name.hasSuffix(".lz4") { opened.withLock { $0 += 1 } } },
        isOnNetwork: isOnNetwork)
      let log = LogDirectory(fileSystem: fileSystem, path: path, vocabulary: .checkin)
      for _ in 1...3 {
        _ = try log.look()
        _ = try log.open(segment: 1)
      }
      #expect(opened.withLock { $0 } == (isOnNetwork ? 3 : 1))
    }
  }

  @Test("Such a file system is refused for writing, by its name, and read")
  func refused() throws {
    let journal = try Journal(at: path)
    try TrialCommand.create(title: "One").perform(on: journal)
    try journal.close()
    let before = try directory.files()
    var configuration = Journal.Configuration()
    configuration.fileSystem = UnsharedLocks()
    let other = try Journal(at: path, configuration: configuration)
    #expect(other.lastNumber == 1)
    let error = #expect(throws: JournalError.self) { try TrialCommand.create(title: "Two").perform(on: other) }
    #expect(error?.code == .inputOutput && error?.message.contains("fuse.sshfs") == true)
    #expect(try directory.files() == before)
  }
}

/// The disk, mounted from elsewhere.
private struct UnsharedLocks: FileSystem {
  private let disk = DiskFileSystem()

  func open(_ path: String, for access: FileAccess) throws(FileError) -> any File { try disk.open(path, for: access) }
  func create(_ path: String) throws(FileError) -> any File { try disk.create(path) }
  func list(_ directory: String) throws(FileError) -> [String] { try disk.list(directory) }
  func kind(of path: String) throws(FileError) -> FileKind? { try disk.kind(of: path) }
  func createDirectory(_ path: String) throws(FileError) { try disk.createDirectory(path) }
  func synchronizeDirectory(_ path: String) throws(FileError) { try disk.synchronizeDirectory(path) }
  func rename(_ path: String, to newPath: String) throws(FileError) { try disk.rename(path, to: newPath) }
  func remove(_ path: String) throws(FileError) { try disk.remove(path) }
  func removeDirectory(_ path: String) throws(FileError) { try disk.removeDirectory(path) }
  func pathForSQLite(_ path: String) -> String { path }
  func lockHolder(_ path: String) -> Int32? { nil }
  func kindWithoutSharedLocks(_ directory: String) -> String? { "fuse.sshfs" }
  func isCoherent(_ directory: String) -> Bool { false }
}

extension Mutex where Value == Bool {
  /// Sets it; whether it was not set before.
  fileprivate func exchangeTrue() -> Bool {
    withLock { value in
      defer { value = true }
      return !value
    }
  }
}
