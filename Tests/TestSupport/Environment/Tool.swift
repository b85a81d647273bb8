internal import Foundation

/// A program of the system, run to its end.
package enum Tool {
  /// What a program left behind.
  package struct Result: Sendable {
    package var status: Int32
    package var output: [UInt8]
    package var errors: [UInt8]

    package var text: String { String(decoding: output, as: UTF8.self) }
    package var errorText: String { String(decoding: errors, as: UTF8.self) }
  }

  /// A command that failed, although the test needs its result.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Runs a shell command in a directory, with `input` on its standard input.
  ///
  /// Input and output go through files, so that neither side waits for a full pipe.
  ///
  /// - Throws: ``ChildProcess/Hung`` if the command does not end.
  package static func shell(
    _ command: String, in directory: String, input: [UInt8] = [], limitSeconds: Int = ChildProcess.limitSeconds
  ) throws -> Result {
    let scratch = try TemporaryDirectory()
    try scratch.write(input, to: "input")
    let status = try ChildProcess.run(
      ["/bin/sh", "-c", command], in: directory, environment: ProcessInfo.processInfo.environment,
      ChildProcess.Files(
        input: scratch.path + "/input", output: scratch.path + "/output", errors: scratch.path + "/errors"),
      limitSeconds: limitSeconds)
    return Result(status: status, output: try scratch.read("output"), errors: try scratch.read("errors"))
  }

  /// Runs a shell command that must succeed, and returns its output.
  ///
  /// - Throws: ``Failure`` if its status is not 0.
  @discardableResult
  package static func require(
    _ command: String, in directory: String, input: [UInt8] = []
  ) throws -> [UInt8] {
    let result = try shell(command, in: directory, input: input)
    guard result.status == 0 else {
      throw Failure(description: "status \(result.status) of \(command): \(result.errorText)")
    }
    return result.output
  }

  /// A word that the shell reads as this text.
  package static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: #"'\''"#) + "'" }
}
