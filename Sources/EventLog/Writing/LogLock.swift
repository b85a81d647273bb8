internal import Platform

/// The lock that is held during a commit: `flock` on a file that is never deleted.
///
/// The lock only works if all processes lock the same file. So the lock's path must refer to the locked file, after it
/// was locked and before each write. A file system whose locks do not reach all its users is rejected.
package final class LogLock: Sendable {
  private let file: any File
  private let directory: LogDirectory

  private init(file: any File, directory: LogDirectory) {
    self.file = file
    self.directory = directory
  }

  /// Takes the lock, waiting up to `timeoutSeconds`.
  ///
  /// - Throws: `busy`, naming the process that holds it; `inputOutput` on a file system that cannot lock, or whose
  ///   locks other machines do not see.
  package static func take(_ directory: LogDirectory, timeoutSeconds: Double) throws(LogError) -> LogLock {
    let unsharedKind: String?
    do throws(FileError) {
      unsharedKind = try directory.kindWithoutSharedLocks()
      if unsharedKind == nil, let file = try wait(for: directory, timeoutSeconds: timeoutSeconds) {
        // Others may have written until now.
        directory.forgetContents()
        return LogLock(file: file, directory: directory)
      }
    } catch {
      if [ENOLCK, EOPNOTSUPP, ENOSYS].contains(error.number) {
        throw refusal(of: directory, kind: "a file system without locks")
      }
      throw LogError(error)
    }
    if let unsharedKind {
      throw refusal(of: directory, kind: "\(unsharedKind), whose locks do not keep other machines out")
    }
    let holder = directory.fileSystem.lockHolder(directory.lockPath).map { " by process \($0)" } ?? ""
    throw LogError(.busy, "The journal is being written\(holder); try again in a moment.")
  }

  /// - Throws: `busy` where the locked file is no longer the one at the lock's path: others may hold that one.
  package func requireInPlace() throws(LogError) {
    do throws(FileError) {
      if try isInPlace { return }
    } catch {
      throw LogError(error)
    }
    throw LogError(
      .busy,
      "\(directory.lockPath) was removed or replaced while it was held, so another process may be writing. Nothing was "
        + "saved; try again, and leave that file where it is.")
  }

  /// `true` if the lock's path still refers to the locked file.
  var isInPlace: Bool {
    get throws(FileError) { try file.isNamed(directory.lockPath) }
  }

  /// Gives the lock back.
  package func release() throws(LogError) {
    do throws(FileError) { try file.unlock() } catch { throw LogError(error) }
  }

  /// Returns `true` if a process holds the lock. Creates nothing.
  package static func isHeld(in directory: LogDirectory) throws(LogError) -> Bool {
    try withLogErrors {
      guard let file = try directory.open(LogDirectory.lockName) else { return false }
      guard try file.tryLock() else { return true }
      try file.unlock()
      return false
    }
  }

  private static func refusal(of directory: LogDirectory, kind: String) -> LogError {
    LogError(
      .inputOutput, "\(directory.path) is on \(kind), and is not written there. Move the journal to a local disk.")
  }

  /// The locked file; `nil` where it did not become free in time.
  private static func wait(
    for directory: LogDirectory, timeoutSeconds: Double
  ) throws(FileError) -> (any File)? {
    var waitedSeconds = 0.0
    var pauseSeconds = 0.000_2
    while true {
      let file = try openOrCreate(directory)
      while try !file.tryLock() {
        guard waitedSeconds < timeoutSeconds else { return nil }
        usleep(useconds_t(pauseSeconds * 1_000_000))
        waitedSeconds += pauseSeconds
        // Somebody who writes without end gives the lock back for a millisecond now and then.
        pauseSeconds = min(pauseSeconds * 1.5, 0.001)
      }
      // Somebody may have removed the file since it was opened; then the next process locks another one.
      if try file.isNamed(directory.lockPath) { return file }
      directory.forget()
    }
  }

  private static func openOrCreate(_ directory: LogDirectory) throws(FileError) -> any File {
    while true {
      if let file = try directory.open(LogDirectory.lockName, for: .readingAndWriting) { return file }
      do throws(FileError) {
        let file = try directory.fileSystem.create(directory.lockPath)
        // The directory at the path may be another one than the open one, which had no lock.
        directory.forget()
        return file
      } catch  where error.number == EEXIST {
        // Another process was faster, perhaps with another directory.
        directory.forget()
      }
    }
  }
}
