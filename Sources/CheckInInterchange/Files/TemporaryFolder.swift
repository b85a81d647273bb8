internal import CheckInJournal
internal import EventLog
internal import Glibc

/// A directory for this person alone, which goes with this object and the files in it.
final class TemporaryFolder {
  let path: String

  /// - Throws: `inputOutput`.
  init() throws(JournalError) {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/checkin-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      throw JournalError(
        .inputOutput, "Cannot create a directory in \(base): \(String(cString: strerror(errno))).")
    }
    path = String(cString: made)
  }

  deinit {
    for name in (try? DiskFileSystem().list(path)) ?? [] { unlink(path + "/" + name) }
    rmdir(path)
  }

  /// Copies a file.
  ///
  /// - Throws: `notFound` where there is none or it is a directory; `inputOutput`.
  func copy(_ source: String, to target: String) throws(JournalError) {
    var output = try OutputFile.open(target)
    var input = try InputFile.open(source, acceptsAnyBytes: true)
    while true {
      input.withWindow { window in output.buffer.append(contentsOf: window.withUnsafeBufferPointer { Array($0) }) }
      input.consume(input.available)
      try output.flushIfFull()
      if input.isAtEnd { break }
      try input.fill()
    }
    try output.finish()
  }
}
