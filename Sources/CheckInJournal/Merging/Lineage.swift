internal import EventLog
internal import FoundationEssentials

/// The logs of a group that start with the same events.
///
/// This is the case after ``JournalFork`` has created a log from a copy of another. The shared events count once: they
/// are *repeated* in all logs but one, and the items they created there are the items they created in that one. A log's
/// claim to repeat another isn't trusted. It only shows which logs to compare; the shared events are found by comparing
/// the records byte for byte. So a false claim can't hide an event that isn't present twice.
struct Lineage: Sendable {
  /// A log's claim that it started as a copy of another log.
  struct Claim: Hashable, Sendable {
    var fork: UUID
    var original: UUID
    /// The last event that was copied; the original may have gone on otherwise before it.
    var last: UInt64

    fileprivate var names: (String, String) { (fork.uuidString, original.uuidString) }
  }

  /// Two logs, the one whose identity comes first being the first.
  struct Pair: Hashable, Sendable {
    let first: UUID
    let second: UUID

    init(_ one: UUID, _ other: UUID) {
      let isAscending = one.uuidString < other.uuidString
      (first, second) = isAscending ? (one, other) : (other, one)
    }

    fileprivate var names: (String, String) { (first.uuidString, second.uuidString) }
  }

  /// The length of two logs' common prefix.
  struct CommonPrefix: Hashable, Sendable {
    /// The last event that was to be compared.
    var limit: UInt64
    /// The last that is the same, with all before it.
    var common: UInt64
    /// `true` if the logs differ at the next event.
    var isOther: Bool

    /// Returns `true` if the result still holds for a limit and the logs' ends.
    func holds(_ limit: UInt64, with ends: (UInt64, UInt64)) -> Bool {
      self.limit == limit && (isOther || common >= min(limit, ends.0, ends.1))
    }
  }

  /// A run of a log's events that the same other logs have.
  private struct Span: Hashable, Sendable {
    /// The last event.
    let last: UInt64
    /// The writer that wrote them before they were copied.
    let origin: Int
    /// The writer whose log they count in: this journal, if it has them.
    let counting: Int
    /// The items that repeated events created.
    var created: [WorkoutAction.NumberedSubject: Numbers] = [:]
  }

  /// Numbers that follow each other.
  private struct Numbers: Hashable, Sendable {
    private(set) var all: ClosedRange<Int>

    init(_ all: ClosedRange<Int>) {
      self.all = all
    }

    mutating func insert(_ number: Int) { all = min(all.lowerBound, number)...max(all.upperBound, number) }
    func contains(_ number: Int) -> Bool { all.contains(number) }
  }

  /// The claims that this lineage was built from.
  private(set) var claims: [Claim] = []
  /// The claims found since then. If there are any, all logs must be folded again.
  private(set) var newClaims: [Claim] = []
  private(set) var commonPrefixes: [Pair: CommonPrefix] = [:]
  private var writers: [UUID] = []
  /// For each two writers the last event that both have; empty if there are none.
  private var shared: [[UInt64]] = []
  /// For each writer, ascending; empty if there are none.
  private var spans: [[Span]] = []

  /// None.
  init() {}

  /// - Parameters:
  ///   - commonPrefixes: of the logs that are to be compared by the claims.
  ///   - writers: the writers' identities, by their indexes.
  init(claims: [Claim], commonPrefixes: [Pair: CommonPrefix], writers: [UUID]) {
    self.claims = claims
    self.commonPrefixes = commonPrefixes
    self.writers = writers
    guard commonPrefixes.values.contains(where: { $0.common > 0 }) else { return }
    shared = Array(repeating: Array(repeating: 0, count: writers.count), count: writers.count)
    for (pair, commonPrefix) in commonPrefixes {
      guard let first = writers.firstIndex(of: pair.first), let second = writers.firstIndex(of: pair.second) else {
        continue
      }
      shared[first][second] = commonPrefix.common
      shared[second][first] = commonPrefix.common
    }
    // What two logs have in common with a third, they have in common.
    for third in writers.indices {
      for first in writers.indices {
        for second in writers.indices where first != second {
          shared[first][second] = max(shared[first][second], min(shared[first][third], shared[third][second]))
        }
      }
    }
    let ranks = MergeOrder.ranks(of: writers)
    let copied = Set(claims.map { [$0.fork, $0.original] })
    spans = writers.indices.map { writer in
      Set(shared[writer]).subtracting([0]).sorted().map { last in
        let same = writers.indices.filter { $0 == writer || shared[writer][$0] >= last }
        let originals = same.filter { one in !same.contains { copied.contains([writers[one], writers[$0]]) } }
        let origin = (originals.isEmpty ? same : originals).min { ranks[$0] < ranks[$1] } ?? writer
        return Span(last: last, origin: origin, counting: same.contains(0) ? 0 : origin)
      }
    }
  }

  // MARK: What is to be compared

  /// All that was found.
  var allClaims: [Claim] { claims + newClaims }

  /// The logs whose beginnings are to be compared, of those that are here, and up to which event: those of which one
  /// says that it goes on where the other was copied, and those that say so of the same.
  static func comparable(_ claims: [Claim], among replicas: Set<UUID>) -> [Pair: UInt64] {
    var limits: [Pair: UInt64] = [:]
    func add(_ one: UUID, and other: UUID, upTo limit: UInt64) {
      guard one != other, replicas.contains(one), replicas.contains(other) else { return }
      limits[Pair(one, other), default: 0] = max(limits[Pair(one, other)] ?? 0, limit)
    }
    for claim in claims { add(claim.fork, and: claim.original, upTo: claim.last) }
    for copies in Dictionary(grouping: claims, by: \.original).values {
      for first in copies {
        for second in copies { add(first.fork, and: second.fork, upTo: min(first.last, second.last)) }
      }
    }
    return limits
  }

  /// Returns `true` if the lineage still matches the logs up to their ends.
  func holds(_ ends: [UUID: UInt64]) -> Bool {
    newClaims.isEmpty
      && Self.comparable(claims, among: Set(ends.keys).intersection(writers)).allSatisfy { pair, limit in
        commonPrefixes[pair]?.holds(limit, with: (ends[pair.first] ?? 0, ends[pair.second] ?? 0)) ?? false
      }
  }

  /// Takes note of what a log says of its beginning: of each other log what it says first.
  mutating func note(_ claim: Claim) {
    let known = allClaims.filter { $0.fork == claim.fork }
    // As many as it can name.
    guard claim.last > 0, known.count < ReplicaNumber.ordinalCount,
      !known.contains(where: { $0.original == claim.original })
    else { return }
    newClaims.append(claim)
  }

  // MARK: Events

  /// The writer of an event: of those that were copied, the one that they were copied from.
  func origin(writer: Int, sequence: UInt64) -> Int { span(writer: writer, sequence: sequence)?.origin ?? writer }

  /// Returns `true` if an event counts in another log.
  func isRepeated(writer: Int, sequence: UInt64) -> Bool {
    span(writer: writer, sequence: sequence).map { $0.counting != writer } ?? false
  }

  private func span(writer: Int, sequence: UInt64) -> Span? {
    spans.isEmpty ? nil : spans[writer].first { sequence <= $0.last }
  }

  /// The last event that two writers' logs have in common.
  func shared(_ first: Int, _ second: Int) -> UInt64 { shared.isEmpty ? 0 : shared[first][second] }

  /// Adds to what is known of the logs that a writer's is known up to an event: all that others have of that, too.
  ///
  /// - Returns: whether that is more than was known.
  @discardableResult
  func extend(_ known: inout [UInt64], writer: Int, sequence: UInt64) -> Bool {
    guard !shared.isEmpty else { return false }
    var isMore = false
    for other in known.indices {
      let common = min(sequence, shared[writer][other])
      guard common > known[other] else { continue }
      known[other] = common
      isMore = true
    }
    return isMore
  }

  /// Returns `true` if an event is the last one that a writer's log shares with another log.
  func isLastShared(writer: Int, sequence: UInt64) -> Bool {
    !shared.isEmpty && shared[writer].contains(sequence)
  }

  // MARK: Numbers

  /// Takes note of what a repeated event has created.
  ///
  /// - Parameter subject: What it creates. A set's session has the number that it has here.
  mutating func note(
    _ number: Int, of subject: WorkoutAction.NumberedSubject, createdBy writer: Int, _ sequence: UInt64
  ) {
    guard !spans.isEmpty, let index = spans[writer].firstIndex(where: { sequence <= $0.last }) else { return }
    spans[writer][index].created[subject, default: Numbers(number...number)].insert(number)
  }

  /// The number here of what has a number here, in the log that it counts in.
  func counting(_ subject: WorkoutAction.NumberedSubject, number: Int) -> Int {
    if spans.isEmpty { return number }
    let code = ReplicaNumber(number)
    let (writer, own) = (code.map { $0.ordinal + 1 } ?? 0, code?.number ?? number)
    guard writer < spans.count,
      let span = spans[writer].first(where: { $0.created[subject]?.contains(own) ?? false })
    else { return number }
    return span.counting == 0 ? own : ReplicaNumber(ordinal: span.counting - 1, number: own).rawValue
  }

  /// The number here of an event in the log that it counts in.
  func counting(sequence: UInt64) -> UInt64 {
    guard !spans.isEmpty, let code = ReplicaSequence(sequence), code.ordinal + 1 < spans.count,
      let span = span(writer: code.ordinal + 1, sequence: code.sequence)
    else { return sequence }
    return span.counting == 0
      ? code.sequence : ReplicaSequence(ordinal: span.counting - 1, sequence: code.sequence).rawValue
  }

  /// The items that repeated events created, each with the writer whose log has the event and its number there.
  var repeatedItems: [(subject: WorkoutAction.NumberedSubject, number: Int, writer: Int)] {
    spans.indices.flatMap { writer in
      spans[writer].flatMap { span in
        span.created.flatMap { subject, numbers in numbers.all.map { (subject, $0, writer) } }
      }
    }
  }
}

// MARK: - Encoding

/// The encoding in a group's snapshot. It depends only on the logs.
extension Lineage {
  /// - Parameter present: The logs with events. Others count as missing, whether there is a copy of them or not.
  func encode(into bytes: inout [UInt8], of present: Set<UUID>) {
    bytes.appendVarint(UInt64(claims.count))
    for claim in claims.sorted(by: { $0.names < $1.names }) {
      bytes.append(claim.fork)
      bytes.append(claim.original)
      bytes.appendVarint(claim.last)
    }
    let pairs = commonPrefixes.filter { present.contains($0.key.first) && present.contains($0.key.second) }
      .sorted { $0.key.names < $1.key.names }
    bytes.appendVarint(UInt64(pairs.count))
    for (pair, prefix) in pairs {
      bytes.append(pair.first)
      bytes.append(pair.second)
      for number in [prefix.limit, prefix.common, prefix.isOther ? 1 : 0] { bytes.appendVarint(number) }
    }
    var items: [[Int]] = []
    for (writer, spans) in spans.enumerated() {
      for (index, span) in spans.enumerated() {
        for (subject, numbers) in span.created {
          items.append([writer, index] + subject.stored + [numbers.all.lowerBound, numbers.all.upperBound])
        }
      }
    }
    bytes.appendVarint(UInt64(items.count))
    for item in items.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      for number in item { bytes.appendVarint(UInt64(number)) }
    }
  }

  /// - Parameter ends: The identity and the last event of each writer, by their indexes.
  init(
    _ reader: inout WireReader, in bytes: RawSpan, ends: [(replica: UUID, last: UInt64)]
  ) throws(WireError) {
    var claims: [Claim] = []
    for _ in 0..<(try reader.count(in: bytes)) {
      let (fork, original) = (try reader.uuid(in: bytes), try reader.uuid(in: bytes))
      claims.append(Claim(fork: fork, original: original, last: try reader.number(in: bytes)))
    }
    guard claims.count <= ends.count * ReplicaNumber.ordinalCount else { throw .invalidValue }
    var commonPrefixes: [Pair: CommonPrefix] = [:]
    for _ in 0..<(try reader.count(in: bytes)) {
      let pair = Pair(try reader.uuid(in: bytes), try reader.uuid(in: bytes))
      let (limit, common) = (try reader.number(in: bytes), try reader.number(in: bytes))
      let isOther = try reader.number(in: bytes) > 0
      for replica in [pair.first, pair.second] {
        guard let end = ends.first(where: { $0.replica == replica }), common <= end.last else { throw .invalidValue }
      }
      commonPrefixes[pair] = CommonPrefix(limit: limit, common: common, isOther: isOther)
    }
    self.init(claims: claims, commonPrefixes: commonPrefixes, writers: ends.map(\.replica))
    for _ in 0..<(try reader.count(in: bytes)) {
      var item: [Int] = []
      for _ in 0..<6 { item.append(Int(try reader.number(in: bytes))) }
      guard item[0] < spans.count, item[1] < spans[item[0]].count, let subject = Subject(stored: item[2...3]),
        item[4] > 0, item[4] <= item[5], UInt64(item[5] - item[4]) < spans[item[0]][item[1]].last
      else { throw .invalidValue }
      spans[item[0]][item[1]].created[subject] = Numbers(item[4]...item[5])
    }
  }

  private typealias Subject = WorkoutAction.NumberedSubject
}

extension WorkoutAction.NumberedSubject {
  /// Its kind, and the session of a set.
  fileprivate var stored: [Int] {
    switch self {
    case .exercise: [0, 0]
    case .plan: [1, 0]
    case .session: [2, 0]
    case .set(let session): [3, session]
    }
  }

  fileprivate init?(stored: ArraySlice<Int>) {
    switch (stored.first, stored.last) {
    case (0, _): self = .exercise
    case (1, _): self = .plan
    case (2, _): self = .session
    case (3, let session?): self = .set(session: session)
    default: return nil
    }
  }
}
