import PhotoProcessing
import TestSupport
import Testing

/// A shell script in the worker's place.
struct StandIn {
  private let directory: TemporaryDirectory
  let path: String

  init(_ script: String) throws {
    directory = try TemporaryDirectory()
    path = directory.path + "/worker"
    // Written by another process: were it open for writing here while some test starts a process, that would hold it
    // open too for a moment, and the system runs no file that somebody writes.
    let script = Array("#!/bin/sh\n\(script)\n".utf8)
    let result = try Tool.shell("cat > worker && chmod 700 worker", in: directory.path, input: script)
    try #require(result.status == 0)
  }

  /// What processing any photo with it leads to.
  func error(timeLimit: Duration = .seconds(60), photo: [UInt8] = [1, 2, 3]) throws -> PhotoError {
    let processor = PhotoProcessor(worker: path, timeLimit: timeLimit)
    return try #require(throws: PhotoError.self) { try processor.process(photo) }
  }
}
