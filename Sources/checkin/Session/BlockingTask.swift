import Dispatch
import Synchronization

/// The bridge from a synchronous command to asynchronous work.
enum BlockingTask {
  /// Runs work until it ends, and cancels it if the reader closes standard output.
  ///
  /// Throws the errors of the work, but none if the work was cancelled.
  static func run(_ work: @escaping @Sendable () async throws -> Void) throws {
    let outcome = Mutex(Result<Void, any Error>.success(()))
    let end = DispatchSemaphore(value: 0)
    let task = Task.detached {
      do {
        try await work()
      } catch {
        outcome.withLock { $0 = .failure(error) }
      }
      end.signal()
    }
    Descriptor.whenOutputCloses { task.cancel() }
    end.wait()
    try outcome.withLock { $0 }.get()
  }
}
