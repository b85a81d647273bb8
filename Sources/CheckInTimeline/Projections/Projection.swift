/// State that is built from the events of a journal, one after the other.
///
/// Conform a type of your own to answer questions that ``Journal`` does not:
///
/// ```swift
/// struct DiscardCount: Projection {
///   static let name = "discard count"
///   static let version = 1
///   private(set) var count = 0
///
///   mutating func apply(_ event: Event) {
///     if case .discarded = event.action { count += 1 }
///   }
/// }
///
/// let discards = try journal.replay(DiscardCount.self).count
/// ```
///
/// Conform to `Codable` as well, and ``Journal/projection(_:progress:)`` stores the state: see <doc:Projections>.
///
/// `apply` is the only place where the state changes, and depends on nothing but the state and the event: then a replay
/// gives the same answer on every machine, at any time.
public protocol Projection {
  /// Distinguishes this projection from others.
  static var name: String { get }
  /// To be raised when `apply` or the form of the state changes.
  static var version: Int { get }
  /// The state before the first event.
  init()
  /// Brings the state up to the event. Events come in order, each once.
  mutating func apply(_ event: Event)
}

extension Projection {
  /// The state after some events, for tests that need no journal.
  ///
  /// ```swift
  /// struct EventCount: Projection {
  ///   static let name = "event count"
  ///   static let version = 1
  ///   private(set) var count = 0
  ///
  ///   mutating func apply(_ event: Event) { count += 1 }
  /// }
  ///
  /// let count = EventCount(applying: [Event(sequence: 1, checkIn: 1, action: .discarded)]).count
  /// ```
  public init(applying events: some Sequence<Event>) {
    self.init()
    for event in events { apply(event) }
  }
}
