internal import Foundation
internal import Glibc

/// A process that a test starts and runs to its end.
package enum ChildProcess {
  /// Where a process reads its input, and writes its output and errors. The output files must not exist yet.
  struct Files {
    var input: String
    var output: String
    var errors: String
  }

  /// The error of a process that did not end, so ``HangWatch`` ended it.
  package struct Hung: Error, CustomStringConvertible {
    let command: [String]
    let limitSeconds: Int

    package var description: String {
      "killed because it had not ended after \(limitSeconds) seconds: \(command.joined(separator: " "))"
    }
  }

  /// The time after which a process is killed. The longest ones here take some seconds.
  package static let limitSeconds = 600

  /// Runs a program and waits for its end.
  ///
  /// Its process group is its own, so a process that hangs can be ended with everything that it started.
  ///
  /// - Parameter command: The path of the program, and its arguments.
  /// - Returns: The exit status, or 128 and the signal's number.
  /// - Throws: `POSIXError` if the program cannot be started; ``Hung``.
  static func run(
    _ command: [String], in directory: String, environment: [String: String], _ files: Files,
    limitSeconds: Int = ChildProcess.limitSeconds
  ) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, files.input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, files.output, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, files.errors, O_WRONLY | O_CREAT, 0o600)
    // Swift doesn't see the function of the C library that sets the directory.
    let wrapped = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, directory] + command
    let arguments = wrapped.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }

    // The threads that tests run on block signals; a process that inherited that would never hear of its children.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))

    var process = pid_t()
    let failure = posix_spawn(&process, wrapped[0], &actions, &attributes, arguments, variables)
    guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .ENOENT) }
    HangWatch.begin(process, limitSeconds: limitSeconds)
    // Its number is no other process's until it is reaped below.
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) == -1 {
      guard errno == EINTR else { throw POSIXError(.ECHILD) }
    }
    let hung = HangWatch.end(process)
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1 { guard errno == EINTR else { throw POSIXError(.ECHILD) } }
    if hung { throw Hung(command: command, limitSeconds: limitSeconds) }
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }
}
