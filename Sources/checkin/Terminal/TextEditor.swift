import Glibc

/// The user's editor: `VISUAL`, else `EDITOR`, else `vi`.
struct TextEditor {
  private let command: String
  private let folder: String

  init(environment: [String: String]) {
    func set(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    command = set("VISUAL") ?? set("EDITOR") ?? "vi"
    folder = set("TMPDIR") ?? "/tmp"
  }

  /// Puts a text into a new file that only the user can read, and returns its path. Throws a `CommandFailure` with
  /// status 74.
  func temporaryFile(_ text: String) throws -> String {
    var path = Array("\(folder)/checkin-XXXXXX.txt".utf8CString)
    let descriptor = mkstemps(&path, 4)
    let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard descriptor >= 0 else {
      throw CommandFailure.inputOutput("\"\(name)\" could not be created: \(Descriptor.reason(errno)).")
    }
    defer { close(descriptor) }
    if let error = Descriptor.write(Array(text.utf8).span.bytes, to: descriptor) {
      unlink(name)
      throw CommandFailure.inputOutput("\"\(name)\" could not be written: \(Descriptor.reason(error)).")
    }
    return name
  }

  /// Runs the editor on a file, and waits until it ends. Throws a `CommandFailure` with status 74 where it fails.
  func edit(_ path: String) throws {
    // The words of the variable are for the shell, as with other programs that call an editor.
    let words = ["sh", "-c", command + " \"$1\"", "sh", path]
    let arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    // The editor has the signals that this process leaves alone.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for signal in [SIGPIPE, SIGXFSZ, SIGINT, SIGQUIT] { sigaddset(&defaults, signal) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    // What is typed in the editor is none of this process's business.
    let handlers = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
    defer { for (number, handler) in handlers { signal(number, handler) } }
    var process: pid_t = 0
    let error = posix_spawn(&process, "/bin/sh", nil, &attributes, arguments, environ)
    guard error == 0 else {
      throw CommandFailure.inputOutput("The editor could not be started: \(Descriptor.reason(error)).")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else {
        throw CommandFailure.inputOutput("The editor could not be waited for: \(Descriptor.reason(errno)).")
      }
    }
    guard status == 0 else {
      throw CommandFailure.inputOutput("The editor (\(command)) failed, so nothing was changed.")
    }
  }
}
