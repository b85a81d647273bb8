internal import EventLog

/// The timeline that all logs of a group come to.
extension Timeline {
  /// Brings the timeline up to an event of any of the logs, whose numbers are those of this journal.
  ///
  /// Nothing is changed where it throws.
  package mutating func applyMerged(_ event: EventView, in bytes: RawSpan) throws(JournalError) {
    try applyToCheckIn(event, in: bytes)
    // Which event came before which is asked of the logs.
    events = EventIndex()
  }

  /// Every number that a check-in was given, in ranges: this journal's own, and then those of other replicas.
  package var givenNumbers: [ClosedRange<Int>] {
    (directory.lastNumber > 0 ? [1...directory.lastNumber] : []) + (others?.ranges ?? [])
  }

  /// The number of check-in numbers assigned so far, including those of other replicas.
  var givenCount: Int { directory.lastNumber + (others?.count ?? 0) }

  /// Loads the block that a number of another replica is in, or comes into.
  mutating func loadOthers(_ number: UInt32) throws(JournalError) {
    guard let code = ReplicaNumber(Int(number)), let (block, count) = others?.missingBlock(code) else { return }
    guard let months = TimelineCoding.numbers(try storedPart(.otherNumbers(of: code.ordinal, block: block))),
      months.count == count
    else { throw .partUnreadable("the index of other replicas' numbers is damaged") }
    others?.setLoaded(replica: code.ordinal, block: block, with: months)
  }

  /// Unites the check-in that a creation of another replica is about with one that is there.
  package mutating func unite(_ number: UInt32, with present: UInt32) throws(JournalError) {
    try loadOthers(number)
    others?.append(number, with: nil)
    others?.unite(number, with: present)
  }

  /// The blocks of other replicas' numbers, or only those that differ from the snapshot; encoded.
  mutating func otherNumbers(changed: Bool) throws(JournalError) -> [(TimelinePartID, [UInt8])] {
    var parts: [(TimelinePartID, [UInt8])] = []
    others?.settle()
    for (ordinal, block) in others?.blocks(changed: changed) ?? [] {
      let first = ReplicaNumber(ordinal: ordinal, number: block * NumberIndex.blockCount + 1)
      try loadOthers(UInt32(first.rawValue))
      guard let months = others?.months(of: ordinal, block: block) else { continue }
      parts.append((.otherNumbers(of: ordinal, block: block), TimelineCoding.numbers(months)))
    }
    return parts
  }

  /// Gives a check-in that another replica created first the number that it has in this journal's own log: the next.
  package mutating func renumber(_ old: UInt32, as number: UInt32) throws(JournalError) {
    guard let place = try locate(UInt64(old)), let page = pages[place.page] else { return }
    var row = page.rows[place.row]
    let range: ByteRange
    do throws(WireError) {
      range = try CheckInDetails.range(at: Int(row.detailsOffset), in: page.arena.span.bytes)
    } catch {
      throw .partUnreadable("\(error.reason)")
    }
    let details = page.arena.span.bytes.array(range)
    var photo = page.photo(at: place.row)
    try pages[place.page]?.remove(at: place.row)
    row.number = number
    photo?.number = number
    row.flags.remove(.photo)
    try pages[place.page]?.insert(row, details: details.span.bytes, photo: photo)
    numbers.append(directory.months[place.page].month)
    directory.lastNumber = Int(number)
    // A bucket in the snapshot has the former number.
    if case .stored = identities.base { identities.base = .unbuilt } else { identities.insert(row.uuid, for: number) }
    others?.unite(old, with: number)
  }
}
