package import Dispatch
internal import Foundation
internal import Glibc

/// The error of a test that waited in vain.
package struct WaitingError: Error, CustomStringConvertible {
  package let description: String

  /// Creates the error, and prints it: where a test can't throw it, it is seen all the same.
  fileprivate init(_ event: String, _ seconds: Double, _ fileID: String, _ line: Int) {
    description = "\(fileID):\(line): waited \(Int(seconds)) seconds in vain until \(event)"
    FileHandle.standardError.write(Data((description + "\n").utf8))
  }
}

/// The longest time that a test waits for one thing. Only a hang takes that long, however slow the machine is.
package let waitingLimitSeconds = 300.0

/// Waits until a condition holds.
///
/// ```swift
/// try waitUntil("HEAD is synced") { syncCount.withLock { $0 } > 0 }
/// ```
///
/// - Parameter event: The condition as the end of a sentence that begins with "waited until".
/// - Throws: ``WaitingError`` if the condition does not hold in time; the errors of `condition`.
package func waitUntil(
  _ event: String, limitSeconds: Double = waitingLimitSeconds, fileID: String = #fileID, line: Int = #line,
  _ condition: () throws -> Bool
) throws {
  let deadline = DispatchTime.now() + limitSeconds
  while try !condition() {
    if DispatchTime.now() > deadline { throw WaitingError(event, limitSeconds, fileID, line) }
    usleep(1000)
  }
}

/// Suspends the task until a condition holds; ``waitUntil(_:limitSeconds:fileID:line:_:)`` blocks its thread.
///
/// The limit is a number of checks, one in a millisecond. Where many tests wait for a thread, a task gets its turn much
/// more rarely, and so does the one that it waits for.
package func suspendUntil(
  _ event: String, limitSeconds: Double = waitingLimitSeconds, fileID: String = #fileID, line: Int = #line,
  isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async throws {
  for _ in 0..<Int(limitSeconds * 1000) {
    if try await condition() { return }
    try await Task.sleep(for: .milliseconds(1))
  }
  throw WaitingError(event, limitSeconds, fileID, line)
}

extension DispatchSemaphore {
  /// Waits for a signal.
  ///
  /// - Parameter event: The event that is signalled, as the end of a sentence that begins with "waited until".
  /// - Throws: ``WaitingError`` if no signal comes in time.
  package func wait(
    until event: String, limitSeconds: Double = waitingLimitSeconds, fileID: String = #fileID, line: Int = #line
  ) throws(WaitingError) {
    if wait(timeout: .now() + limitSeconds) == .timedOut { throw WaitingError(event, limitSeconds, fileID, line) }
  }
}

extension DispatchGroup {
  /// Waits until the group's work is done.
  ///
  /// - Throws: ``WaitingError`` if it isn't done in time.
  package func wait(
    until event: String, limitSeconds: Double = waitingLimitSeconds, fileID: String = #fileID, line: Int = #line
  ) throws(WaitingError) {
    if wait(timeout: .now() + limitSeconds) == .timedOut { throw WaitingError(event, limitSeconds, fileID, line) }
  }
}
