internal import Foundation

/// A place of its own in which the built `checkin` is run as people run it: as a process.
///
/// The processes' working directory is the place, so a relative path leads nowhere else.
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
    let files = ChildProcess.Files(input: prefix + ".in", output: prefix + ".out", errors: prefix + ".err")
    try Data(input.utf8).write(to: URL(filePath: files.input))
    defer {
      for path in [files.input, files.output, files.errors] { try? FileManager.default.removeItem(atPath: path) }
    }
    let status = try ChildProcess.run(command, in: directory, environment: environment, files)
    return Outcome(status: status, output: text(files.output), errors: text(files.errors))
  }

  private func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }
}
