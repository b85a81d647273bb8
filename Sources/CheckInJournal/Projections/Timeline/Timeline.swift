internal import FoundationEssentials

/// The built-in projection: total, months, days, calendars, streaks, and every check-in as it is now.
///
/// Two levels: the ``TimelineDirectory`` is always in memory; a ``MonthPage`` is loaded from the snapshot when it is
/// first needed. Without a snapshot all pages are in memory.
struct Timeline {
  var directory = TimelineDirectory()
  /// The page of each of the directory's months; `nil` where it stands in the snapshot and was not needed yet.
  var pages: [MonthPage?] = []
  var numbers = NumberIndex()
  var identities = IdentityIndex()
  /// The month that the latest check-in was created in, and its place among the pages: most that follow lie there too.
  private var latestMonth: (days: Range<Int>, index: Int)?
  /// Where pages are loaded from.
  var parts: (any TimelineParts)?

  /// The timeline of an empty journal.
  init() {}

  /// The timeline that a snapshot holds.
  init(directory: TimelineDirectory, identityBits: Int, parts: any TimelineParts) {
    self.directory = directory
    self.parts = parts
    pages = Array(repeating: nil, count: directory.months.count)
    numbers = NumberIndex(storedCount: directory.lastNumber)
    identities.base = .stored(bits: identityBits, loaded: [:])
  }

  /// Months whose page differs from the snapshot, ascending.
  var changedMonths: [CivilMonth] {
    zip(directory.months, pages).filter { $1?.isChanged ?? false }.map(\.0.month)
  }

  // MARK: Loading

  /// The place of a month's page, loaded; the month is added where it is new.
  mutating func loadPage(_ month: CivilMonth) throws(TimelineFault) -> Int {
    let (index, isPresent) = directory.index(of: month)
    if !isPresent {
      directory.insert(month, at: index)
      pages.insert(MonthPage(month: month), at: index)
      latestMonth = nil
    } else if case .none = pages[index] {
      pages[index] = try storedPart(.month(month)).map { bytes throws(TimelineFault) in
        guard let page = TimelineCoding.page(bytes, month: month) else {
          throw .partUnreadable("the page of \(month) is damaged")
        }
        return page
      }
    }
    return index
  }

  /// The place of the page that a day lies in, as ``loadPage(_:)`` gives it.
  mutating func loadPage(of day: CivilDay) throws(TimelineFault) -> (index: Int, dayOfMonth: Int) {
    if let latestMonth, latestMonth.days.contains(day.dayNumber) {
      return (latestMonth.index, day.dayNumber - latestMonth.days.lowerBound + 1)
    }
    let month = day.month
    let index = try loadPage(month)
    let firstDay = month.firstDay.dayNumber
    latestMonth = (firstDay..<firstDay + month.dayCount, index)
    return (index, day.dayNumber - firstDay + 1)
  }

  /// The page of a month that the directory has, or `nil`.
  mutating func page(_ month: CivilMonth) throws(TimelineFault) -> MonthPage? {
    let (index, isPresent) = directory.index(of: month)
    guard isPresent else { return nil }
    _ = try loadPage(month)
    return pages[index]
  }

  /// Where a check-in lies, its page loaded; `nil` where no check-in has the number, or the one that had it was lost.
  mutating func locate(_ number: UInt64) throws(TimelineFault) -> (page: Int, row: Int)? {
    guard number >= 1, number <= UInt64(directory.lastNumber) else { return nil }
    let number = Int(number)
    try loadNumbers(NumberIndex.block(of: number))
    guard let month = numbers[number] else { return nil }
    guard directory.index(of: month).isPresent else {
      throw .partUnreadable("check-in \(number) is in no month")
    }
    let page = try loadPage(month)
    guard let row = pages[page]?.index(of: UInt32(number)) else {
      throw .partUnreadable("check-in \(number) is not where the index says")
    }
    return (page, row)
  }

  mutating func loadNumbers(_ block: Int) throws(TimelineFault) {
    guard block < numbers.blocks.count, !numbers.isLoaded(block) else { return }
    let expected = min(directory.lastNumber - block * NumberIndex.blockCount, NumberIndex.blockCount)
    guard let months = TimelineCoding.numbers(try storedPart(.numbers(block)) ?? []), months.count == expected else {
      throw .partUnreadable("the index of numbers is damaged")
    }
    numbers.setLoaded(block, months)
  }

  private func storedPart(_ id: SnapshotPartID) throws(TimelineFault) -> [UInt8]? {
    guard let bytes = try parts?.part(id) else { throw .partUnreadable("a part is missing") }
    return bytes
  }

  /// The number of an identity, or `nil` where no check-in has it.
  mutating func number(of id: UUID) throws(TimelineFault) -> Int? {
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
      let bucket = IdentityIndex.bucket(of: id, bits: bits)
      if let entries = loaded[bucket] { return entries[id].map(Int.init) }
      guard let entries = TimelineCoding.identities(try storedPart(.identities(bucket)) ?? []) else {
        throw .partUnreadable("the index of identities is damaged")
      }
      identities.base = .unbuilt
      loaded[bucket] = entries
      identities.base = .stored(bits: bits, loaded: loaded)
      return entries[id].map(Int.init)
    }
  }
}

/// Where a timeline's pages and indexes are stored.
protocol TimelineParts: Sendable {
  /// The content of a part; `nil` where it is missing.
  func part(_ id: SnapshotPartID) throws(TimelineFault) -> [UInt8]?
}
