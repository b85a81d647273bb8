import Glibc

/// The program that shows long answers on a terminal: `CHECKIN_PAGER`, else `PAGER`, else `less -FRX`.
final class Pager {
  static let usual = "less -FRX"

  private let command: String
  private let rowCount: Int
  private let columnCount: Int
  private var process: pid_t = 0
  private var descriptor: Int32 = -1

  /// `nil` if the user wants none, or the usual one is not installed.
  init?(environment: [String: String]) {
    let named = ["CHECKIN_PAGER", "PAGER"].lazy.compactMap { environment[$0] }.first
    // As with git, an empty name and `cat` mean none.
    guard named != "", named != "cat" else { return nil }
    command = named ?? Self.usual
    // Else the shell would say that it is not there, and the answer would be lost. What needs the shell is left to it.
    let program = command.prefix { $0 != " " }
    let isPlain = program.allSatisfy { $0.isLetter || $0.isNumber || "/._-+".contains($0) }
    if isPlain, !Self.isInstalled(String(program), path: environment["PATH"] ?? "") { return nil }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 1, size.ws_col > 0 else { return nil }
    rowCount = Int(size.ws_row)
    columnCount = Int(size.ws_col)
  }

  private static func isInstalled(_ program: String, path: String) -> Bool {
    if program.contains("/") { return access(program, X_OK) == 0 }
    return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }

  var isStarted: Bool { process != 0 }

  /// Returns `true` if a text needs more rows than the screen has above the prompt.
  ///
  /// Colour sequences count as text, which can only increase the number of rows.
  func isNeeded(for bytes: [UInt8]) -> Bool {
    var (rows, columns) = (0, 0)
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        rows += max(1, (columns + columnCount - 1) / columnCount)
        columns = 0
      } else if byte & 0xC0 != 0x80 {
        columns += 1
      }
    }
    return rows + (columns > 0 ? 1 : 0) >= rowCount
  }

  /// Starts the program. Returns where to write to; `nil` if that failed.
  func start() -> Int32? {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    // The pager has its end as standard input, and would wait for ever for the other one to be closed.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // As git sets them: quit if it fits, keep colours, and leave the screen as it is.
    setenv("LESS", "FRX", 0)
    setenv("LV", "-c", 0)
    let error = ChildProcess.start("/bin/sh", arguments: ["-c", command], input: ends[0], process: &process)
    close(ends[0])
    guard error == 0 else {
      process = 0
      close(ends[1])
      return nil
    }
    // What is typed is the pager's.
    signal(SIGINT, SIG_IGN)
    signal(SIGQUIT, SIG_IGN)
    descriptor = ends[1]
    return descriptor
  }

  /// Says that nothing more comes, and waits until the user has seen enough.
  func finish() {
    guard isStarted else { return }
    close(descriptor)
    _ = ChildProcess.wait(for: process)
    process = 0
  }
}
