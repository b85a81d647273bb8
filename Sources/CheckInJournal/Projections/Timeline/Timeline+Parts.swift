internal import EventLog
internal import FoundationEssentials

extension Timeline {
  /// Calls `body` with every part, for a whole new snapshot: one at a time, since together they are as large as the
  /// timeline itself.
  mutating func forEachPart(_ body: (TimelinePartID, [UInt8]) throws -> Void) throws {
    let bits = IdentityIndex.bits(forCount: directory.lastNumber)
    var identities = IdentityBuckets(bits: bits, count: directory.lastNumber)
    for month in directory.months {
      guard let page = try page(month.month) else { continue }
      try body(.month(month.month), TimelineCoding.page(page))
      for row in page.rows { identities.append(row) }
    }
    numbers.settle()
    for block in numbers.blocks.indices {
      try loadNumbers(block)
      try body(.numbers(block), TimelineCoding.numbers(numbers.blocks[block] ?? []))
    }
    for (id, content) in try eventParts(from: 0) { try body(id, content) }
    try identities.forEachBucket { try body(.identities($0), TimelineCoding.identities($1)) }
    try body(.directory, TimelineCoding.directory(directory, identityBits: bits))
  }

  /// The parts that differ from the snapshot that this timeline was loaded from; `nil` where all have to be written.
  mutating func changedParts() throws(TimelineFault) -> [(TimelinePartID, [UInt8])]? {
    guard case .stored(let bits, _) = identities.base,
      directory.lastNumber <= IdentityIndex.maximumBucketCount << bits
    else { return nil }
    var parts: [(TimelinePartID, [UInt8])] = []
    for month in changedMonths {
      guard let page = try page(month) else { continue }
      parts.append((.month(month), TimelineCoding.page(page)))
    }
    numbers.settle()
    for block in numbers.changedBlocks {
      parts.append((.numbers(block), TimelineCoding.numbers(numbers.blocks[block] ?? [])))
    }
    parts += try eventParts(from: EventIndex.block(of: events.storedSequence + 1))
    let touched = Dictionary(grouping: identities.recent) { IdentityIndex.bucket(of: $0.key, bits: bits) }
    for (bucket, added) in touched {
      guard let stored = try storedIdentities(bucket) else { return nil }
      let entries = stored.merging(added.map { ($0.key, $0.value) }) { $1 }
      parts.append((.identities(bucket), TimelineCoding.identities(entries.map { ($0.key, $0.value) })))
    }
    parts.append((.directory, TimelineCoding.directory(directory, identityBits: bits)))
    return parts
  }

  private func storedIdentities(_ bucket: Int) throws(TimelineFault) -> [UUID: UInt32]? {
    guard let bytes = try parts?.part(.identities(bucket)) else { return nil }
    return TimelineCoding.identities(bytes)
  }

  /// Takes note that everything is in the store now. What is loaded stays.
  mutating func setStored(in store: any TimelineParts) {
    parts = store
    for index in pages.indices { pages[index]?.setStored() }
    numbers.setStored()
    events.setStored(upTo: directory.sequence)
    if let bytes = try? store.part(.directory), let (_, bits) = TimelineCoding.directory(bytes) {
      identities.setStored(bits: bits)
    }
  }

  /// Lets parts be loaded from another store, which holds the same.
  mutating func setParts(_ store: any TimelineParts) {
    parts = store
  }

  /// The timeline that a store holds; `nil` if its directory cannot be read or is not of this event.
  init?(_ store: any TimelineParts, sequence: UInt64) {
    guard let bytes = try? store.part(.directory), let (directory, bits) = TimelineCoding.directory(bytes),
      directory.sequence == sequence
    else { return nil }
    self.init(directory: directory, identityBits: bits, parts: store)
  }
}
