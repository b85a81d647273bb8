import CheckInJournal
import Glibc

/// The directory for temporary files: `TMPDIR`, otherwise `/tmp`.
struct TemporaryFile {
  private let folder: String

  init(environment: [String: String]) {
    folder = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }

  /// Writes bytes to a new file that only the user can read, and returns its path.
  ///
  /// Throws a `CommandFailure` with status 74.
  ///
  /// - Parameter ending: The end of the file's name, such as `.txt`.
  func create(_ bytes: [UInt8], ending: String) throws -> String {
    var path = Array("\(folder)/checkin-XXXXXX\(ending)".utf8CString)
    let descriptor = mkstemps(&path, Int32(ending.utf8.count))
    let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard descriptor >= 0 else {
      throw CommandFailure.inputOutput("\"\(name)\" could not be created: \(Descriptor.reason(errno)).")
    }
    defer { close(descriptor) }
    if let error = Descriptor.write(bytes.span.bytes, to: descriptor) {
      Self.remove(name)
      throw CommandFailure.inputOutput("\"\(name)\" could not be written: \(Descriptor.reason(error)).")
    }
    return name
  }

  /// Removes a file. A failure is ignored.
  static func remove(_ path: String) { unlink(path) }
}
