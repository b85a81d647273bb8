internal import Synchronization

/// A device's clock in milliseconds since 1970, which may be years off and is set back now and then. A journal reads it
/// on whatever thread it commits.
package final class SimulatedClock: Sendable {
  private let milliseconds: Mutex<Int64>

  package init(_ start: Int64) { milliseconds = Mutex(start) }

  package var now: Int64 {
    get { milliseconds.withLock { $0 } }
    set { milliseconds.withLock { $0 = newValue } }
  }
}
