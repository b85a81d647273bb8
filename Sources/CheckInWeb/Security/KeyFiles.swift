import CheckInJournal
import EventLog
import Glibc

/// The key of a running page, in files that only its owner can read: `PORT.key` for programs, and `PORT.html`, which
/// leads a browser to the page. A browser is not started with the address itself, since every account can read the
/// arguments of programs.
struct KeyFiles {
  private let directory: String
  private let names: [String]
  /// The path of the file that leads a browser to the page.
  let page: String

  /// Writes them into `$XDG_RUNTIME_DIR/checkin`, or into `/tmp/checkin-UID` if there is no such directory.
  ///
  /// - Throws: `inputOutput` if they cannot be written, or others could read or replace them.
  init(_ access: AccessKey, port: Int, environment: [String: String]) throws(JournalError) {
    directory = Self.directory(environment)
    names = ["\(port).key", "\(port).html"]
    page = "\(directory)/\(port).html"
    guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw Self.refusal(of: directory, errorNumber: errno) }
    // Neither follow nor use what others have put there.
    let folder = open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { throw Self.refusal(of: directory, errorNumber: errno) }
    defer { Glibc.close(folder) }
    guard DiskFileSystem.owner(ofDescriptor: folder) == getuid(), fchmod(folder, 0o700) == 0 else {
      throw Self.refusal(of: directory, errorNumber: EPERM)
    }
    let address = access.address(port: port)
    let redirect = """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>checkin</title>
      <meta http-equiv="refresh" content="0; url=\(address)"></head>
      <body><p><a href="\(address)">Open your journal</a></p></body></html>

      """
    for (name, content) in zip(names, [access.key.text + "\n", redirect]) {
      guard Self.write(content, as: name, in: folder) else {
        throw Self.refusal(of: "\(directory)/\(name)", errorNumber: errno)
      }
    }
  }

  /// Removes the files. One that cannot be removed is useless: its key ends with the process.
  func remove() {
    for name in names { unlink("\(directory)/\(name)") }
  }

  private static func directory(_ environment: [String: String]) -> String {
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/"), access(runtime, W_OK | X_OK) == 0 {
      return runtime + (runtime.hasSuffix("/") ? "" : "/") + "checkin"
    }
    return "/tmp/checkin-\(getuid())"
  }

  /// Writes a file that others can never read, not even while it is written. One that a killed process left is
  /// replaced.
  private static func write(_ content: String, as name: String, in folder: CInt) -> Bool {
    let temporary = ".\(name).\(getpid())"
    unlinkat(folder, temporary, 0)
    let file = openat(folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    let bytes = Array(content.utf8)
    let isWritten = Glibc.write(file, bytes, bytes.count) == bytes.count
    guard Glibc.close(file) == 0, isWritten, renameat(folder, temporary, folder, name) == 0 else {
      unlinkat(folder, temporary, 0)
      return false
    }
    return true
  }

  private static func refusal(of path: String, errorNumber: CInt) -> JournalError {
    JournalError(
      .inputOutput,
      "Programs cannot read the page's key: \(path) cannot be used, \(String(cString: strerror(errorNumber))).")
  }
}
