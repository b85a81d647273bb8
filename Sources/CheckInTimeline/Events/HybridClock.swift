/// A moment of a hybrid logical clock: the time at which an event was recorded, or the latest that was seen before it
/// if that is later, and a counter for those that share it. So no event comes before one that its writer knew, whatever
/// the clocks say, and the clocks decide only between writers who knew nothing of each other.
///
/// ```swift
/// var clock = HybridClock()
/// clock.advance(to: event.recordedAtMilliseconds)
/// ```
public struct HybridClock: Hashable, Sendable, Comparable {
  /// Milliseconds since 1970-01-01 UTC.
  public var milliseconds: Int64
  /// Tells moments of one millisecond apart.
  public var counter: UInt64

  /// Before every event.
  public init() {
    self.init(milliseconds: .min, counter: 0)
  }

  /// A moment of an event, or of what was known of others.
  public init(milliseconds: Int64, counter: UInt64) {
    self.milliseconds = milliseconds
    self.counter = counter
  }

  /// Moves on to an event that was recorded at a time.
  public mutating func advance(to recorded: Int64) {
    if recorded > milliseconds {
      self = HybridClock(milliseconds: recorded, counter: 0)
    } else {
      counter &+= 1
    }
  }

  public static func < (left: HybridClock, right: HybridClock) -> Bool {
    (left.milliseconds, left.counter) < (right.milliseconds, right.counter)
  }
}
