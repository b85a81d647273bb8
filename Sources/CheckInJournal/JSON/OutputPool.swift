internal import Synchronization

/// Memory for lines, used again and again: fresh memory costs as much as writing the lines does.
package final class OutputPool: Sendable {
  /// The maximum capacity, in bytes, of memory that is kept for reuse.
  private static let byteLimit = 4 << 20

  private let free = Mutex<[OutputBytes]>([])

  package init() {}

  package func take() -> OutputBytes {
    free.withLock { $0.popLast() } ?? OutputBytes(capacity: 1 << 20)
  }

  package func give(_ output: OutputBytes) {
    guard output.capacity <= Self.byteLimit else { return }
    output.removeAll()
    free.withLock { $0.append(output) }
  }
}
