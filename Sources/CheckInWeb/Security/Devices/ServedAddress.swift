import CheckInJournal
import EventLog

/// The address at which devices reach the page that a process serves: in `web/server` beside the log, which the process
/// keeps locked, for commands that run beside it.
final class ServedAddress: Sendable {
  private static let maximumByteCount = 1000
  private let lock: FileLock

  private static func path(_ journal: String) -> String { DeviceRegister.folder(ofJournal: journal) + "/server" }

  /// Takes the place of the process that serves devices.
  ///
  /// - Throws: `busy` if there is one already; `inputOutput`.
  init(journal: String, fileSystem: any FileSystem = DiskFileSystem()) throws(JournalError) {
    lock = try withJournalErrors {
      try fileSystem.createDirectories(DeviceRegister.folder(ofJournal: journal))
      let lock = try FileLock(Self.path(journal), fileSystem: fileSystem)
      // Who asks for the address holds the lock for an instant.
      guard try lock.take(timeoutSeconds: 1) else {
        let address = try Self.current(journal: journal, fileSystem: fileSystem)
        let location = if let address { " at \(address)" } else { "" }
        throw JournalError(.busy, "Another process serves this journal to devices already\(location).")
      }
      try lock.file.truncate(to: 0)
      return lock
    }
  }

  /// Tells the others where the page is.
  func publish(_ address: String) throws(JournalError) {
    try withJournalErrors {
      try lock.file.truncate(to: 0)
      try lock.file.writeAll(Array(address.utf8).span.bytes, at: 0)
    }
  }

  /// Returns the address at which devices can reach the web app now; `nil` if it isn't served.
  static func current(
    journal: String, fileSystem: any FileSystem = DiskFileSystem()
  ) throws(JournalError) -> String? {
    try withJournalErrors {
      guard try fileSystem.kind(of: path(journal)) != nil else { return nil }
      let lock = try FileLock(path(journal), fileSystem: fileSystem)
      if try lock.file.tryLock() {
        // Nobody holds it: whoever did has ended.
        try lock.release()
        return nil
      }
      let address = String(decoding: try lock.file.readBytes(at: 0, count: maximumByteCount), as: UTF8.self)
      return address.isEmpty ? nil : address
    }
  }
}
