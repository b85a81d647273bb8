internal import EventLog
internal import FoundationEssentials

extension Timeline {
  /// Encodes every part, for a whole new snapshot or to compare with one.
  ///
  /// Pages are taken one by one, and no more than a few are under way, since together the parts are as large as the
  /// timeline itself.
  ///
  /// - Parameters:
  ///   - identityBits: 2 to the power of this many buckets of identities are made; without it, as many as suit a new
  ///     snapshot.
  ///   - threads: how many threads encode.
  ///   - map: gets the parts piece by piece when they are encoded, on any of the threads: small parts come together.
  ///   - body: gets what `map` made of each piece, in order, on any of the threads, one at a time.
  mutating func forEachPiece<Mapped>(
    identityBits: Int? = nil, threads: Int, map: @Sendable ([(TimelinePartID, [UInt8])]) -> Mapped,
    _ body: (Mapped) throws -> Void
  ) throws {
    var remaining = UnencodedParts(
      identityBits: identityBits ?? IdentityIndex.bits(forCount: givenCount),
      identityCount: pages.reduce(0) { $0 + ($1?.rows.count ?? 0) })
    numbers.settle()
    try foldInOrder(
      threads: threads, next: { try remaining.next(of: &self) }, map: { map($0.encoded()) }, merge: { try body($0) })
  }

  /// Calls `body` with every part, encoded.
  mutating func forEachPart(_ body: (TimelinePartID, [UInt8]) throws -> Void) throws {
    try forEachPiece(threads: 1) {
      $0
    } _: {
      for (id, content) in $0 { try body(id, content) }
    }
  }

  /// The number of threads that are worth starting to encode all parts.
  var encodingThreadCount: Int { givenCount < 16_384 ? 1 : EventReader.threadCount }

  /// The parts that differ from the snapshot that this timeline was loaded from; `nil` if all have to be written.
  package mutating func changedParts() throws(JournalError) -> [(TimelinePartID, [UInt8])]? {
    guard case .stored(let bits, _) = identities.base,
      givenCount <= IdentityIndex.maximumBucketCount << bits
    else { return nil }
    var parts: [(TimelinePartID, [UInt8])] = []
    for month in changedMonths {
      guard let page = try page(month) else { continue }
      parts.append((.month(month), TimelineCoding.page(page)))
    }
    numbers.settle()
    try settleCalories()
    for block in numbers.changedBlocks {
      parts.append((.numbers(block), TimelineCoding.numbers(numbers.blocks[block] ?? [])))
    }
    if others == nil {
      for block in eventBlocks.suffix(from: EventIndex.block(of: events.storedSequence + 1)) {
        parts += try unencodedEvents(block).encoded()
      }
      parts += try unencodedIndex().encoded()
    } else {
      parts += try otherNumbers(changed: true)
    }
    for (bucket, recent) in Dictionary(grouping: identities.recentEntries, by: { $0.bucket(bits: bits) }) {
      let stored = try storedIdentities(bucket)
      var all = stored + recent
      all.sortByNumber()
      // Only a damaged bucket has numbers that were not given yet. Those of others are higher than the own ones.
      let isAfter = stored.last?.number ?? 0 < recent.map(\.number).min() ?? 0
      guard isAfter || others != nil && zip(all, all.dropFirst()).allSatisfy({ $0.number < $1.number }) else {
        return nil
      }
      parts.append((.identities(bucket), TimelineCoding.identities(all)))
    }
    parts += try training.changedParts()
    parts.append((.directory, TimelineCoding.directory(directory, identityBits: bits)))
    return parts
  }

  /// A bucket of identities in the snapshot.
  func storedIdentities(_ bucket: Int) throws(JournalError) -> [IdentityEntry] {
    guard let entries = TimelineCoding.identities(try storedPart(.identities(bucket))) else {
      throw .partUnreadable("the index of identities is damaged")
    }
    return entries
  }

  /// Takes note that everything is in the store now. What is loaded stays.
  package mutating func setStored(in store: any TimelineParts) {
    parts = store
    for index in pages.indices { pages[index]?.setStored() }
    numbers.setStored()
    others?.setStored()
    training.setStored(in: store)
    events.setStored(upTo: directory.sequence)
    if let bytes = try? store.part(.directory), let (_, bits) = TimelineCoding.directory(bytes) {
      identities.setStored(bits: bits)
    }
  }

  /// The timeline that a store holds; `nil` if its directory cannot be read or is not of this event.
  init?(_ store: any TimelineParts, sequence: UInt64) {
    guard let bytes = try? store.part(.directory), let (directory, bits) = TimelineCoding.directory(bytes),
      directory.sequence == sequence
    else { return nil }
    self.init(directory: directory, identityBits: bits, parts: store)
  }
}

/// The parts of a timeline that are still to be encoded: its pages, the blocks of numbers, the index of events, the
/// identities, the workouts, and last the directory.
private struct UnencodedParts {
  private let identityBits: Int
  private var identities: IdentityBuckets
  private var nextMonth = 0
  private var nextBlock = 0
  private var nextEventBlock = 0
  private var nextGroup = 0
  private var isTrainingTaken = false
  private var isIndexed = false
  private var isEnded = false

  init(identityBits: Int, identityCount: Int) {
    self.identityBits = identityBits
    identities = IdentityBuckets(bits: identityBits, count: identityCount)
  }

  mutating func next(of timeline: inout Timeline) throws(JournalError) -> UnencodedPart? {
    while nextMonth < timeline.directory.months.count {
      let index = nextMonth
      nextMonth += 1
      guard let page = try timeline.page(timeline.directory.months[index].month) else { continue }
      // The directory, which has the sums, is encoded last.
      try timeline.settleCalories(at: index)
      identities.append(page.rows)
      return .page(page)
    }
    if nextBlock < timeline.numbers.blocks.count {
      let block = nextBlock
      nextBlock += 1
      try timeline.loadNumbers(block)
      return .numbers(block, timeline.numbers.blocks[block] ?? [])
    }
    // Which event of a group came before which is asked of the logs.
    if timeline.others != nil, !isIndexed {
      isIndexed = true
      nextEventBlock = timeline.eventBlocks.endIndex
      return .encoded(try timeline.otherNumbers(changed: false))
    }
    if nextEventBlock < timeline.eventBlocks.endIndex {
      nextEventBlock += 1
      return try timeline.unencodedEvents(nextEventBlock - 1)
    }
    if !isIndexed {
      isIndexed = true
      return try timeline.unencodedIndex()
    }
    if nextGroup < identities.groupCount {
      nextGroup += 1
      return .identities(identities.takeGroup(nextGroup - 1))
    }
    if !isTrainingTaken {
      isTrainingTaken = true
      return .encoded(try timeline.training.allParts())
    }
    guard !isEnded else { return nil }
    isEnded = true
    return .directory(timeline.directory, identityBits: identityBits)
  }
}

/// Something to be encoded by any thread: a part, or several that come together.
private enum UnencodedPart: Sendable {
  case page(MonthPage)
  case numbers(Int, [Int32])
  case events(Int, [EventIndex.Link])
  case index(times: [Int64], seekPoints: [LogPosition])
  case identities(IdentityBuckets.Group)
  /// Parts that are few, or small, and encoded already.
  case encoded([(TimelinePartID, [UInt8])])
  case directory(TimelineDirectory, identityBits: Int)

  func encoded() -> [(TimelinePartID, [UInt8])] {
    switch self {
    case .page(let page): return [(.month(page.month), TimelineCoding.page(page))]
    case .numbers(let block, let months): return [(.numbers(block), TimelineCoding.numbers(months))]
    case .events(let block, let links): return [(.events(block), TimelineCoding.events(links, block: block))]
    case .index(let times, let seekPoints):
      return [(.times, TimelineCoding.times(times)), (.seekPoints, TimelineCoding.seekPoints(seekPoints))]
    case .identities(let group):
      var parts: [(TimelinePartID, [UInt8])] = []
      group.forEachBucket { parts.append((.identities($0), TimelineCoding.identities($1))) }
      return parts
    case .encoded(let parts): return parts
    case .directory(let directory, let bits):
      return [(.directory, TimelineCoding.directory(directory, identityBits: bits))]
    }
  }
}

extension Timeline {
  fileprivate mutating func unencodedEvents(_ block: Int) throws(JournalError) -> UnencodedPart {
    try loadEvents(block)
    return .events(block, events.links(of: block))
  }

  fileprivate mutating func unencodedIndex() throws(JournalError) -> UnencodedPart {
    .index(times: try loadTimes(), seekPoints: try loadSeekPoints())
  }
}
