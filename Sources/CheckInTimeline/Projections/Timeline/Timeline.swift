package import FoundationEssentials

/// The built-in projection: total, months, days, calendars, streaks, and every check-in as it is now.
///
/// Two levels: the ``TimelineDirectory`` is always in memory; a ``MonthPage`` is loaded from the snapshot when it is
/// first needed. Without a snapshot all pages are in memory.
package struct Timeline: Sendable {
  package var directory = TimelineDirectory()
  /// The page of each of the directory's months; `nil` where it stands in the snapshot and was not needed yet.
  package var pages: [MonthPage?] = []
  var numbers = NumberIndex()
  var identities = IdentityIndex()
  /// Everything about workouts.
  package var training = Training()
  package var events = EventIndex()
  package var times = EventTimes()
  package var seekIndex = SeekIndex()
  /// The numbers of check-ins that other replicas created; `nil` for what one log says alone.
  package var others: ReplicaNumbers?
  /// The month that the latest check-in was created in, and its place among the pages: most that follow lie there too.
  private var latestMonth: (localMilliseconds: Range<Int64>, index: Int)?
  /// `true` if ``countAll()`` counts all check-ins together, and applying an event counts none.
  private(set) var isCountedLater = false
  /// The capacity to reserve for each of the first pages.
  ///
  /// Reserved memory isn't used before it is needed. Growing step by step costs more.
  private var reserved = (rowCount: 0, byteCount: 0)
  private static let reservedPageCount = 4
  /// The store that pages are loaded from.
  package var parts: (any TimelineParts)?
  /// The goals' progress that was computed last.
  var evaluatedGoals: EvaluatedGoals?

  /// The timeline of an empty journal.
  package init() {}

  /// The timeline that a snapshot holds.
  init(directory: TimelineDirectory, identityBits: Int, parts: any TimelineParts) {
    self.directory = directory
    self.parts = parts
    pages = Array(repeating: nil, count: directory.months.count)
    numbers = NumberIndex(storedCount: directory.lastNumber)
    identities.base = .stored(bits: identityBits, loaded: [:])
    training = Training(parts)
    events = EventIndex(storedSequence: directory.sequence)
    times = EventTimes(after: directory.sequence, isStored: true)
    seekIndex = SeekIndex(isStored: true)
  }

  /// Creates the timeline for events from the middle of a history.
  ///
  /// Its check-ins have this number and higher ones, and are counted by ``countAll()``.
  ///
  /// - Parameters:
  ///   - rowCount: The approximate number of check-ins, most of them in the month of the first.
  ///   - byteCount: The approximate number of bytes in their details.
  package init(beginningAt number: UInt32, rowCount: Int, byteCount: Int) {
    reserved = (rowCount, byteCount)
    directory.lastNumber = Int(number) - 1
    numbers = NumberIndex(beginningAt: Int(number))
    isCountedLater = true
  }

  /// Months whose page differs from the snapshot, ascending.
  package var changedMonths: [CivilMonth] {
    zip(directory.months, pages).filter { $1?.isChanged ?? false }.map(\.0.month)
  }

  // MARK: Loading

  /// The place of a month's page, loaded; the month is added where it is new.
  mutating func loadPage(_ month: CivilMonth) throws(JournalError) -> Int {
    let (index, isPresent) = directory.index(of: month)
    if isPresent {
      try loadPage(at: index)
    } else {
      directory.insert(month, at: index)
      var page = MonthPage(month: month)
      page.names = others?.names
      if pages.count < Self.reservedPageCount {
        page.reserve(rowCount: reserved.rowCount, byteCount: reserved.byteCount)
      }
      pages.insert(page, at: index)
      latestMonth = nil
    }
    return index
  }

  @inline(__always)
  private mutating func loadPage(at index: Int) throws(JournalError) {
    if case .none = pages[index] { try loadStoredPage(at: index) }
  }

  @inline(never)
  private mutating func loadStoredPage(at index: Int) throws(JournalError) {
    let month = directory.months[index].month
    guard var page = TimelineCoding.page(try storedPart(.month(month)), month: month) else {
      throw .partUnreadable("the page of \(month) is damaged")
    }
    page.names = others?.names
    pages[index] = page
  }

  /// The place of the page that a check-in's time lies in, as ``loadPage(_:)`` gives it.
  @inline(__always)
  mutating func loadPage(
    of fields: EventView.CheckInFields
  ) throws(JournalError) -> (index: Int, dayOfMonth: UInt8) {
    let local = fields.localMilliseconds
    if latestMonth == nil || !(latestMonth?.localMilliseconds.contains(local) ?? false) {
      try setLatestMonth(fields.day.month)
    }
    guard let latestMonth else { throw .partUnreadable("a month is missing") }
    let day = UInt64(truncatingIfNeeded: local &- latestMonth.localMilliseconds.lowerBound) / 86_400_000
    return (latestMonth.index, UInt8(truncatingIfNeeded: day + 1))
  }

  @inline(never)
  private mutating func setLatestMonth(_ month: CivilMonth) throws(JournalError) {
    let index = try loadPage(month)
    let start = Int64(month.firstDay.dayNumber) * 86_400_000
    latestMonth = (start..<start + Int64(month.dayCount) * 86_400_000, index)
  }

  /// The page of a month that the directory has, or `nil`.
  package mutating func page(_ month: CivilMonth) throws(JournalError) -> MonthPage? {
    let (index, isPresent) = directory.index(of: month)
    guard isPresent else { return nil }
    _ = try loadPage(month)
    return pages[index]
  }

  /// Takes out the months that all check-ins have left: which there are depends on the way in which edits were folded.
  package mutating func removeEmptyMonths() throws(JournalError) {
    for index in pages.indices.reversed() where directory.months[index].checkIns == 0 {
      try loadPage(at: index)
      guard pages[index]?.rows.isEmpty ?? true else { continue }
      directory.removeMonth(at: index)
      pages.remove(at: index)
    }
    latestMonth = nil
  }

  /// The order of check-ins that have the same time.
  package var recordingOrder: RecordingOrder { others?.order ?? RecordingOrder() }

  /// Makes it one of a group.
  package mutating func setPeers(_ others: ReplicaNumbers) {
    self.others = others
    training.setPeers(others)
  }

  /// Returns the position of a check-in, and loads its page.
  ///
  /// Returns `nil` if no check-in has the number, or if the check-in that had it was lost.
  package mutating func locate(_ number: UInt64) throws(JournalError) -> (page: Int, row: Int)? {
    guard let (number, month) = try month(of: number) else { return nil }
    let (page, isPresent) = directory.index(of: month)
    guard isPresent else { throw .partUnreadable("check-in \(number) is in no month") }
    try loadPage(at: page)
    guard let row = pages[page]?.locate(number) else { throw Self.misplaced(number) }
    return (page, row)
  }

  /// As ``locate(_:)``, for one of many numbers that ascend: takes constant time for most.
  package mutating func locate(
    _ number: UInt64, from cursor: inout RowCursor
  ) throws(JournalError) -> (page: Int, row: Int)? {
    guard let (number, month) = try month(of: number) else { return nil }
    guard let page = cursor.page(of: month, in: directory) else {
      throw .partUnreadable("check-in \(number) is in no month")
    }
    try loadPage(at: page)
    guard let row = pages[page]?.locate(number, expectedAt: cursor.nextRow(in: month)) else {
      throw Self.misplaced(number)
    }
    cursor.setRow(row, in: month)
    return (page, row)
  }

  private static func misplaced(_ number: UInt32) -> JournalError {
    .partUnreadable("check-in \(number) is not where the index says")
  }

  /// The month that a check-in lies in, and the number that its row has there.
  @inline(__always)
  private mutating func month(of number: UInt64) throws(JournalError) -> (number: UInt32, CivilMonth)? {
    guard number >= 1, number <= UInt64(directory.lastNumber) else { return try monthOfPeerNumber(number) }
    let index = Int(number)
    try loadNumbers(NumberIndex.block(of: index))
    guard let month = numbers[index] else { return nil }
    return (UInt32(truncatingIfNeeded: number), month)
  }

  private mutating func monthOfPeerNumber(_ number: UInt64) throws(JournalError) -> (number: UInt32, CivilMonth)? {
    guard let others, let number = UInt32(exactly: number) else { return nil }
    let known = others.resolved(number)
    if known != number { return try month(of: UInt64(known)) }
    try loadOthers(number)
    return self.others?[number].map { (number, $0) }
  }

  /// Takes note that a check-in lies in another month.
  mutating func setMonth(of number: UInt32, _ month: CivilMonth) {
    if others != nil, ReplicaNumber(Int(number)) != nil {
      others?[number] = month
    } else {
      numbers[Int(number)] = month
    }
  }

  /// Loads the block that the next number comes into, if it is not loaded.
  @inline(__always)
  package mutating func loadGrowingNumbers() throws(JournalError) {
    if let block = numbers.growingBlock { try loadNumbers(block) }
  }

  mutating func loadNumbers(_ block: Int) throws(JournalError) {
    guard block < numbers.blocks.count, !numbers.isLoaded(block) else { return }
    let expected = min(directory.lastNumber - block * NumberIndex.blockCount, NumberIndex.blockCount)
    guard let months = TimelineCoding.numbers(try storedPart(.numbers(block))), months.count == expected else {
      throw .partUnreadable("the index of numbers is damaged")
    }
    numbers.setLoaded(block, with: months)
  }

  package func storedPart(_ id: TimelinePartID) throws(JournalError) -> [UInt8] {
    guard let bytes = try parts?.part(id) else { throw .partUnreadable("a part is missing") }
    return bytes
  }

  /// The number of an identity, or `nil` where no check-in has it.
  package mutating func number(of id: UUID) throws(JournalError) -> Int? {
    switch identities.base {
    case .unbuilt:
      var all: [UUID: UInt32] = [:]
      all.reserveCapacity(directory.lastNumber)
      for month in directory.months {
        guard let page = try page(month.month) else { continue }
        for row in page.rows { all[row.uuid] = row.number }
      }
      identities.base = .memory(all)
      return all[id].map(Int.init)
    case .memory(let all):
      return all[id].map(Int.init)
    case .stored(let bits, var loaded):
      if let number = identities.recent[id] { return Int(number) }
      let hash = IdentityEntry.hash(of: unsafeBitCast(id, to: (UInt64, UInt64).self))
      let bucket = IdentityEntry(number: 0, hash: hash).bucket(bits: bits)
      if loaded[bucket] == nil {
        let entries = try storedIdentities(bucket)
        identities.base = .unbuilt
        loaded[bucket] = entries
        identities.base = .stored(bits: bits, loaded: loaded)
      }
      // Others may have the same hash. The latest that has the identity counts.
      for entry in (loaded[bucket] ?? []).reversed() where entry.hash == hash {
        guard let place = try locate(UInt64(entry.number)), let row = pages[place.page]?.rows[place.row] else {
          throw .partUnreadable("the index of identities is damaged")
        }
        if row.uuid == id { return Int(row.number) }
      }
      return nil
    }
  }
}
