internal import EventLog

extension Timeline {
  /// Returns the differences between this timeline and a stored one, as readable text.
  ///
  /// Empty if there are none. The stored timeline must not have changed since it was stored.
  ///
  /// Parts with the expected stored content aren't examined further.
  package mutating func differences(from stored: inout Timeline) throws(JournalError) -> [String] {
    var differences: [String] = []
    if directory.sequence != stored.directory.sequence || directory.lastNumber != stored.directory.lastNumber {
      differences.append("the number of events or check-ins")
    }
    if directory.typeCounts != stored.directory.typeCounts { differences.append("the counts by type") }
    let differing = try differingParts(of: stored)
    let months = Set(directory.months.map(\.month)).union(stored.directory.months.map(\.month))
    for month in months.sorted() {
      differences += try monthDifferences(
        from: &stored, month, comparesCheckIns: differing.parts.contains(.month(month)))
    }
    if differing.parts.contains(.training) {
      differences.append("the exercises, plans, goals, marks of days or sums of workouts")
    }
    for month in differing.parts.compactMap(\.sessionMonth).sorted() { differences.append("the workouts of \(month)") }
    for number in differing.identities.sorted() { differences.append("the identity of check-in \(number)") }
    let count = min(directory.lastNumber, stored.directory.lastNumber)
    for block in stride(from: 0, to: (count + NumberIndex.blockCount - 1) / NumberIndex.blockCount, by: 1)
    where differing.parts.contains(.numbers(block)) {
      try loadNumbers(block)
      try stored.loadNumbers(block)
      let first = block * NumberIndex.blockCount + 1
      for number in first...min(count, first + NumberIndex.blockCount - 1) {
        if numbers[number] != stored.numbers[number] { differences.append("the month of check-in \(number)") }
      }
    }
    if differing.parts.contains(where: \.isOfOtherNumbers) {
      differences.append("the months of other devices' check-ins")
    }
    for block in stored.eventBlocks where differing.parts.contains(.events(block)) {
      let sequences = EventIndex.sequences(of: block)
      differences.append("the index of events \(sequences.lowerBound) to \(sequences.upperBound)")
    }
    if differing.parts.contains(.times) { differences.append("the times of events") }
    return differences
  }

  /// The stored parts that differ from this timeline's parts.
  private struct DifferingParts {
    var parts: Set<TimelinePartID> = []
    /// The numbers of check-ins with different UUIDs in the timelines, or a UUID in only one.
    var identities: Set<UInt32> = []

    init() {}

    /// Compares parts with the stored ones.
    init(_ expected: [(id: TimelinePartID, content: [UInt8])], from store: any TimelineParts) throws(JournalError) {
      // What the directory says was compared already.
      let expected = expected.filter { $0.id != .directory }
      for (part, stored) in zip(expected, try store.parts(expected.map(\.id))) {
        try compare(part.id, expected: part.content, stored: stored)
      }
    }

    private mutating func compare(
      _ id: TimelinePartID, expected: [UInt8], stored: [UInt8]?
    ) throws(JournalError) {
      // Which places are known depends on how the log was framed when it was written. Each is tried before it is used.
      if id == .seekPoints {
        guard stored.flatMap({ TimelineCoding.seekPoints($0) }) != nil else {
          throw .partUnreadable("the index of places is damaged")
        }
        return
      }
      let isSame = stored.map { $0.span.bytes.holds(expected, at: ByteRange(start: 0, end: $0.count)) } ?? false
      guard !isSame else { return }
      parts.insert(id)
      guard id.isOfIdentities else { return }
      guard let stored, let entries = TimelineCoding.identities(stored),
        let expectedEntries = TimelineCoding.identities(expected)
      else { throw .partUnreadable("the index of identities is damaged") }
      identities.formUnion(Set(entries).symmetricDifference(expectedEntries).map(\.number))
    }
  }

  private mutating func differingParts(of stored: Timeline) throws(JournalError) -> DifferingParts {
    guard let store = stored.parts, case .stored(let bits, _) = stored.identities.base,
      bits <= IdentityIndex.bits(forCount: stored.givenCount)
    else { throw .partUnreadable("the index of identities is damaged") }
    var differing = DifferingParts()
    do {
      try forEachPiece(identityBits: bits, threads: encodingThreadCount) { expected in
        Result { () throws(JournalError) in try DifferingParts(expected, from: store) }
      } _: { (result: Result<DifferingParts, JournalError>) in
        let found = try result.get()
        differing.parts.formUnion(found.parts)
        differing.identities.formUnion(found.identities)
      }
    } catch let error as JournalError {
      throw error
    } catch {
      throw .partUnreadable("it cannot be compared")
    }
    return differing
  }

  private mutating func monthDifferences(
    from other: inout Timeline, _ month: CivilMonth, comparesCheckIns: Bool
  ) throws(JournalError) -> [String] {
    let counts = directory.index(of: month)
    let otherCounts = other.directory.index(of: month)
    guard counts.isPresent, otherCounts.isPresent else { return ["month \(month)"] }
    var differences: [String] = []
    let (days, otherDays) = (directory.months[counts.index], other.directory.months[otherCounts.index])
    if days != otherDays {
      let differing = days.days(differingFrom: otherDays).map(\.description)
      differences.append("the days of \(month)" + (differing.isEmpty ? "" : ": " + differing.joined(separator: ", ")))
    }
    guard comparesCheckIns else { return differences }
    guard let page = try page(month), let otherPage = try other.page(month) else { return ["month \(month)"] }
    guard page.rows.map(\.number) == otherPage.rows.map(\.number) else {
      return differences + ["the check-ins of \(month)"]
    }
    for index in page.rows.indices {
      let checkIn = try page.checkIn(at: index)
      if try checkIn != otherPage.checkIn(at: index) {
        differences.append("check-in \(checkIn.number) on \(checkIn.day)")
      }
    }
    return differences
  }
}

extension TimelineDirectory.Month {
  /// Days that have check-ins in one of the two, and none in the other.
  fileprivate func days(differingFrom other: Self) -> [CivilDay] {
    let difference = dayMap ^ other.dayMap
    return (0..<31).filter { difference & 1 << UInt32($0) != 0 }.map { month.firstDay.adding(days: $0) }
  }
}
