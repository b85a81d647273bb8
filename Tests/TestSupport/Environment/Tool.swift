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

  /// Runs a shell command in a directory, with `input` on its standard input.
  ///
  /// Input and output go through files, so that neither side waits for a full pipe.
  package static func shell(
    _ command: String, in directory: String, input: [UInt8] = []
  ) throws -> Result {
    let scratch = try TemporaryDirectory()
    try scratch.write(input, to: "input")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "{ \(command)\n} < '\(scratch.path)/input' > '\(scratch.path)/output' 2> '\(scratch.path)/errors'",
    ]
    process.currentDirectoryURL = URL(fileURLWithPath: directory)
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: try scratch.read("output"), errors: try scratch.read("errors"))
  }
}
