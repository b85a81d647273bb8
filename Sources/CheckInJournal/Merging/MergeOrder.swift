internal import EventLog
internal import FoundationEssentials

/// The events of all logs of a group, one after the other: by their moments, then by their replicas' identities, then
/// by their numbers.
///
/// A moment depends on the event's own log alone, since a ``Seen`` record has the latest moment that its writer knew.
struct MergeOrder {
  private let sources: [MergeSource]
  /// For each writer its place in the order of identities.
  private let ranks: [Int]
  private let lineage: Lineage
  private var current: MergeSource?
  /// One that could not be read to its end. All that came so far came before what is missing.
  private(set) var failed: MergeSource?

  /// - Parameter replicas: the writers' identities, by their indexes.
  /// - Throws: `inputOutput`.
  init(_ sources: [MergeSource], replicas: [UUID], _ lineage: Lineage) throws(JournalError) {
    self.sources = sources
    self.lineage = lineage
    ranks = Self.ranks(of: replicas)
    for source in sources { try advance(source) }
  }

  private mutating func advance(_ source: MergeSource) throws(JournalError) {
    try source.advance()
    if source.isAtEnd, source.failure != nil { failed = source }
  }

  /// The place of each writer in the order of identities.
  static func ranks(of replicas: [UUID]) -> [Int] {
    let order = replicas.indices.sorted { replicas[$0].uuidString < replicas[$1].uuidString }
    var ranks = Array(repeating: 0, count: replicas.count)
    for (rank, index) in order.enumerated() { ranks[index] = rank }
    return ranks
  }

  /// Returns the rank of an event among the events with its timestamp.
  ///
  /// A repeated event comes after the event that counts.
  private func place(_ source: MergeSource) -> (rank: Int, isRepeated: Int) {
    let sequence = source.event.sequence
    return (
      ranks[lineage.origin(writer: source.writer, sequence: sequence)],
      lineage.isRepeated(writer: source.writer, sequence: sequence) ? 1 : 0
    )
  }

  /// The source whose event comes next; `nil` after the last.
  ///
  /// - Throws: `inputOutput`.
  mutating func next() throws(JournalError) -> MergeSource? {
    if let current { try advance(current) }
    var first: MergeSource?
    for source in sources where !source.isAtEnd {
      guard let other = first else {
        first = source
        continue
      }
      if source.clock < other.clock || source.clock == other.clock && place(source) < place(other) {
        first = source
      }
    }
    current = first
    return first
  }
}
