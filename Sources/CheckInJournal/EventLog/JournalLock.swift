internal import Glibc

/// The lock that is held while committing (rule 11): `flock` on a file that is never deleted.
enum JournalLock {
  /// Takes the lock, waiting up to `timeoutSeconds`.
  ///
  /// - Throws: `busy`, naming the process that holds it; `inputOutput` where the file system cannot lock, as some network
  ///   file systems cannot.
  static func take(
    _ directory: LogDirectory, timeoutSeconds: Double
  ) throws(JournalError) -> any File {
    do throws(FileError) {
      if let file = try wait(for: directory, timeoutSeconds: timeoutSeconds) { return file }
    } catch {
      if [ENOLCK, EOPNOTSUPP, ENOSYS].contains(error.number) {
        throw JournalError(
          .inputOutput,
          "\(directory.path) lies on a file system without locks, and is not written there. Move the journal to a local "
            + "disk.")
      }
      throw JournalError(error)
    }
    let holder = directory.fileSystem.lockHolder(directory.lockPath).map { " by process \($0)" } ?? ""
    throw JournalError(.busy, "The journal is being written\(holder); try again in a moment.")
  }

  /// The locked file; `nil` where it did not become free in time.
  private static func wait(
    for directory: LogDirectory, timeoutSeconds: Double
  ) throws(FileError) -> (any File)? {
    let fileSystem = directory.fileSystem
    if try fileSystem.kind(of: directory.lockPath) == nil {
      do throws(FileError) {
        _ = try fileSystem.create(directory.lockPath)
      } catch  where error.number == EEXIST {
        // Another process was faster.
      }
    }
    let file = try fileSystem.open(directory.lockPath, for: .readingAndWriting)
    var waitedSeconds = 0.0
    var pauseSeconds = 0.000_2
    while try !file.tryLock() {
      guard waitedSeconds < timeoutSeconds else { return nil }
      usleep(useconds_t(pauseSeconds * 1_000_000))
      waitedSeconds += pauseSeconds
      pauseSeconds = min(pauseSeconds * 1.5, 0.02)
    }
    return file
  }
}
