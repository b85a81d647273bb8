import Glibc
import TestSupport
import Testing

@testable import EventLog

@Suite("How the lock is taken")
struct LogLockTests {
  private let fileSystem = SimulatedFileSystem()
  private let directory: LogDirectory

  init() throws {
    let log = try RecordLog(at: "/log", on: fileSystem)
    try log.append(record("a"))
    try log.close()
    directory = log.directory
  }

  @Test func aFileSystemWithoutLocksIsNamed() throws {
    let error = fileSystem.failNext(.lock, suffix: "/lock", with: [.error(ENOLCK)]) {
      #expect(throws: LogError.self) { try LogLock.take(directory, timeoutSeconds: 5) }
    }
    #expect(error?.code == .inputOutput && error?.message.contains("without locks") == true)
  }

  @Test func aLockFileThatAnotherProcessCreatesMeanwhileIsTaken() throws {
    fileSystem.erase(directory.lockPath)
    fileSystem.observe { [fileSystem, directory] operation, path in
      guard operation == .create, path == directory.lockPath else { return }
      fileSystem.observe(nil)
      _ = try? fileSystem.create(path)
    }
    let lock = try LogLock.take(directory, timeoutSeconds: 5)
    try lock.requireInPlace()
    #expect(throws: LogError.self) { try LogLock.take(directory, timeoutSeconds: 0) }
  }
}
