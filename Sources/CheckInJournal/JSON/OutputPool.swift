internal import Synchronization

/// Memory for lines, used again and again: fresh memory costs as much as writing the lines does.
final class OutputPool: Sendable {
  private let free = Mutex<[OutputBytes]>([])

  func take() -> OutputBytes {
    free.withLock { $0.popLast() } ?? OutputBytes(capacity: 1 << 20)
  }

  func give(_ output: OutputBytes) {
    output.removeAll()
    free.withLock { $0.append(output) }
  }
}
