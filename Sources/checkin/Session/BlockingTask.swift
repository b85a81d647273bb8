import Dispatch
import Synchronization

/// What is asynchronous, in a command, which is not.
enum BlockingTask {
  /// Runs work until it ends; it is cancelled when the reader of standard output goes. Throws what the work throws, and
  /// nothing where it was cancelled.
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
