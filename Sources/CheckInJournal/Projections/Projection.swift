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

extension Journal {
  /// Builds a projection from all events so far. Takes time proportional to their number.
  ///
  /// - Throws: `inputOutput`; `damaged` where the log cannot be read to its end.
  public func replay<P: Projection>(_ type: P.Type, progress: Progress? = nil) throws(JournalError) -> P {
    var visitor = ProjectionVisitor(projection: type.init(), lastSequence: sequence, progress: progress)
    let scan = try LogScanner(directory: directory, journalID: nil, limit: endOfLog).scan(
      from: .start, visitor: &visitor)
    if let error = scan.failure { throw error }
    return visitor.projection
  }
}

private struct ProjectionVisitor<P: Projection>: LogVisitor {
  var projection: P
  /// The pass ends with this event.
  let lastSequence: UInt64
  let progress: Journal.Progress?

  mutating func visit(_ event: EventView, in bytes: RawSpan) throws(JournalError) {
    guard event.sequence <= lastSequence else { return }
    projection.apply(Event(event, in: bytes))
    if event.sequence % 65_536 == 0 { progress?(Int(event.sequence), Int(lastSequence)) }
  }
}
