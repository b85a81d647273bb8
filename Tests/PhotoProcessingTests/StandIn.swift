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
    try Executable.write(script: script, to: path)
  }

  /// What processing any photo with it leads to.
  func error(timeLimit: Duration = .seconds(60), photo: [UInt8] = [1, 2, 3]) throws -> PhotoError {
    let processor = PhotoProcessor(worker: path, timeLimit: timeLimit)
    return try #require(throws: PhotoError.self) { try processor.process(photo) }
  }
}
