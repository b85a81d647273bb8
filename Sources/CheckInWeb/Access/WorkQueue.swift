import Foundation

/// Threads for work that blocks: the cooperative pool is for work that does not.
final class WorkQueue: Sendable {
  private let queue = OperationQueue()

  /// - Parameter limit: how many pieces of work run at the same time.
  init(limit: Int) {
    queue.maxConcurrentOperationCount = limit
  }

  func run<Answer: Sendable>(_ body: @escaping @Sendable () throws -> Answer) async throws -> Answer {
    try await withCheckedThrowingContinuation { continuation in
      queue.addOperation { continuation.resume(with: Result { try body() }) }
    }
  }

  /// Runs work that nobody waits for.
  func add(_ body: @escaping @Sendable () -> Void) { queue.addOperation(body) }

  /// Returns when everything that was begun is done.
  func finish() async {
    await withCheckedContinuation { continuation in
      queue.addBarrierBlock { continuation.resume() }
    }
  }
}
