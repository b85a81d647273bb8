import EventLog
import Glibc

/// A lock between processes: `flock` on a file that is created if it is not there, and never removed.
struct FileLock {
  let file: any File

  init(_ path: String, fileSystem: any FileSystem) throws(FileError) {
    if try fileSystem.kind(of: path) == nil {
      do throws(FileError) {
        file = try fileSystem.create(path)
        return
      } catch  where error.number == EEXIST {
        // Another process was faster.
      }
    }
    file = try fileSystem.open(path, for: .readingAndWriting)
  }

  /// Acquires the lock, and waits for it if necessary.
  ///
  /// - Parameter timeoutSeconds: The maximum time to wait, in seconds.
  /// - Returns: `true` if the lock was acquired in time.
  func take(timeoutSeconds: Double) throws(FileError) -> Bool {
    let pauseSeconds = 0.005
    var waitedSeconds = 0.0
    while try !file.tryLock() {
      guard waitedSeconds < timeoutSeconds else { return false }
      usleep(useconds_t(pauseSeconds * 1_000_000))
      waitedSeconds += pauseSeconds
    }
    return true
  }

  func release() throws(FileError) { try file.unlock() }
}
