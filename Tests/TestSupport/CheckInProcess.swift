internal import Foundation
internal import Glibc

/// A place of its own in which the built `checkin` is run as people run it: as a process.
///
/// The clock stands at Saturday 21 November 2026, 07:30 in Berlin; the journal is named by `CHECKIN_JOURNAL`.
package final class CheckInProcess: Sendable {
  /// What a process left behind.
  package struct Outcome: Sendable {
    /// The exit status, or 128 and the signal's number.
    package var status: Int32
    package var output: String
    package var errors: String

    /// The output's lines, without the newline of the last.
    package var lines: [String] {
      output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
  }

  /// A temporary directory, removed with this object.
  package let directory: String
  package let environment: [String: String]

  /// The journal's directory. It is created by the first command that writes.
  package var journal: String { directory + "/journal" }

  /// - Parameter changes: variables to set, or with `nil` to unset.
  package init(environment changes: [String: String?] = [:]) throws {
    directory = FileManager.default.temporaryDirectory.path + "/checkin-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    var environment = [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": directory, "TZ": "Europe/Berlin",
      "CHECKIN_NOW": "2026-11-21T07:30:00+01:00", "CHECKIN_JOURNAL": directory + "/journal",
      "SWIFT_BACKTRACE": "enable=no",
    ]
    for (name, value) in changes { environment[name] = value }
    // Where the Swift runtime's libraries are found, on machines that say so.
    environment["LD_LIBRARY_PATH"] = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
    self.environment = environment
  }

  deinit {
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// The built command: `CHECKIN_BINARY`, else the one beside the test bundle.
  package static var binary: String {
    if let path = ProcessInfo.processInfo.environment["CHECKIN_BINARY"] { return path }
    let bundle = URL(filePath: CommandLine.arguments.first ?? "").deletingLastPathComponent()
    return bundle.appending(path: "checkin").path
  }

  /// Runs `checkin` with the arguments.
  @discardableResult
  package func run(
    _ arguments: String..., input: String = "", environment changes: [String: String?] = [:]
  ) throws -> Outcome {
    try run(arguments, input: input, environment: changes)
  }

  /// Runs `checkin` with the arguments.
  @discardableResult
  package func run(
    _ arguments: [String], input: String = "", environment changes: [String: String?] = [:]
  ) throws -> Outcome {
    try spawn([Self.binary] + arguments, input: input, environment: changes)
  }

  /// Runs a line of shell in which `$checkin` is the command.
  package func shell(_ line: String, environment changes: [String: String?] = [:]) throws -> Outcome {
    var changes = changes
    changes["checkin"] = Self.binary
    return try spawn(["/bin/sh", "-c", line], input: "", environment: changes)
  }

  /// Every file of the journal with its bytes; empty where there is no journal.
  package func journalFiles() -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in FileManager.default.enumerator(atPath: journal)?.compactMap({ $0 as? String }) ?? [] {
      files[name] = [UInt8](FileManager.default.contents(atPath: journal + "/" + name) ?? Data())
    }
    return files
  }

  /// The files that hold what was acknowledged: the log and its head.
  package func logFiles() -> [String: [UInt8]] {
    journalFiles().filter { $0.key.hasPrefix("log") || $0.key == "HEAD" }
  }

  private func spawn(
    _ command: [String], input: String, environment changes: [String: String?]
  ) throws -> Outcome {
    var environment = environment
    for (name, value) in changes { environment[name] = value }
    let prefix = directory + "/" + UUID().uuidString
    try Data(input.utf8).write(to: URL(filePath: prefix + ".in"))
    defer {
      for suffix in [".in", ".out", ".err"] { try? FileManager.default.removeItem(atPath: prefix + suffix) }
    }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, prefix + ".in", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, prefix + ".out", O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, prefix + ".err", O_WRONLY | O_CREAT, 0o600)
    let arguments = command.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }

    // The threads that tests run on block signals; a process that inherited that would never hear of its children.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

    var process = pid_t()
    let failure = posix_spawn(&process, command[0], &actions, &attributes, arguments, variables)
    guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .ENOENT) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1 { guard errno == EINTR else { throw POSIXError(.ECHILD) } }
    let signal = status & 0x7F
    return Outcome(
      status: signal == 0 ? status >> 8 & 0xFF : 128 + signal, output: text(prefix + ".out"),
      errors: text(prefix + ".err"))
  }

  private func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }
}
