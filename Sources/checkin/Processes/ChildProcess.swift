import Glibc

/// Runs other programs, and waits until they end.
enum ChildProcess {
  enum Outcome: Equatable {
    /// The exit status, or 128 and the signal's number.
    case ended(Int32)
    /// The number of the error for which it could not be started or waited for.
    case failed(Int32)
  }

  /// Runs a program that is found as the shell finds it, with the signals that this process leaves alone.
  ///
  /// - Parameter isSilent: whether what it writes goes nowhere.
  static func run(_ program: String, arguments words: [String], isSilent: Bool = false) -> Outcome {
    var process: pid_t = 0
    let error = start(program, arguments: words, isSilent: isSilent, process: &process)
    return error == 0 ? wait(for: process) : .failed(error)
  }

  /// Starts a program as ``run(_:arguments:isSilent:)`` does, and returns the number of an error, or 0.
  ///
  /// - Parameters:
  ///   - input: what its standard input is; `nil` for this process's own.
  ///   - process: its number.
  static func start(
    _ program: String, arguments words: [String], isSilent: Bool = false, input: Int32? = nil, process: inout pid_t
  ) -> Int32 {
    let arguments = ([program] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for signal in [SIGPIPE, SIGXFSZ, SIGINT, SIGQUIT] { sigaddset(&defaults, signal) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if isSilent {
      for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
      }
    }
    if let input { posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
    return posix_spawnp(&process, program, &actions, &attributes, arguments, environ)
  }

  static func wait(for process: pid_t) -> Outcome {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return .failed(errno) } }
    let signal = status & 0x7F
    return .ended(signal == 0 ? status >> 8 & 0xFF : 128 + signal)
  }
}
