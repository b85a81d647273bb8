internal import EventLog

/// All check-ins of one month, discarded ones included.
struct MonthPage {
  let month: CivilMonth
  /// Ascending by number.
  private(set) var rows: [CheckInRow] = []
  /// The details of the rows, and as waste the former ones of rows that were edited or went to another month.
  private(set) var arena: [UInt8] = []
  /// How much of the arena is waste: at most as much as is not, or ``toleratedWaste`` where that is more.
  private(set) var wastedByteCount = 0
  /// IANA names; the first is the empty one.
  private(set) var zones: [[UInt8]] = [[]]
  /// Check-ins that are not discarded, by day of the month; the first entry is the 1st.
  private(set) var dayCounts = InlineArray<31, UInt32>(repeating: 0)
  /// Whether it differs from the snapshot.
  private(set) var isChanged = false
  /// The zone that was looked up last: most rows of a page share one.
  private var recentZone = 0
  /// The places of the zones, as far as they were noted.
  private var zonePlaces: [[UInt8]: Int] = [:]
  /// Up to so many zones are searched one by one.
  private static let searchedZoneCount = 64

  /// So much waste is not worth the work of removing it.
  private static let toleratedWaste = 65_536
  /// The most bytes that the arena holds: places in it have 32 bits.
  static let maximumArenaByteCount = Int(UInt32.max)
  /// The most zones that a month's check-ins can have, besides none.
  static let maximumZoneCount = Int(UInt16.max)

  init(month: CivilMonth) {
    self.month = month
  }

  /// A page read back; `nil` unless everything in it fits together.
  init?(month: CivilMonth, rows: [CheckInRow], arena: [UInt8], zones: [[UInt8]]) {
    self.month = month
    self.rows = rows
    self.arena = arena
    self.zones = zones
    guard zones.first == [], zones.count <= Int(UInt16.max) + 1 else { return nil }
    var previousNumber: UInt32 = 0
    for row in rows {
      guard row.number > previousNumber, (1...31).contains(row.dayOfMonth), Int(row.zone) < zones.count,
        CheckInTime.instantRange.contains(row.instantMilliseconds),
        CheckInTime.offsetRange.contains(Int(row.offsetMinutes)),
        (try? CheckInDetails(at: Int(row.detailsOffset), flags: row.flags, in: arena.span.bytes)) != nil
      else { return nil }
      previousNumber = row.number
      if !row.isDiscarded { dayCounts[Int(row.dayOfMonth) - 1] += 1 }
    }
  }

  /// The row's place, or `nil` where the page has no such number. Logarithmic.
  func index(of number: UInt32) -> Int? { rows.index(of: number) }

  func details(of row: CheckInRow) throws(TimelineFault) -> CheckInDetails {
    do throws(WireError) {
      return try CheckInDetails(at: Int(row.detailsOffset), flags: row.flags, in: arena.span.bytes)
    } catch {
      throw .partUnreadable("the page of \(month) is damaged")
    }
  }

  /// A row that comes into a page, or leaves it.
  struct Counted {
    var row: CheckInRow
    /// How many check-ins its day has afterwards.
    var dayCount: UInt32
  }

  /// Adds a row that the page does not have, with the details that `write` writes: the fixed ones, and at most
  /// `textByteCount` bytes of text.
  mutating func insert(
    _ row: CheckInRow, textByteCount: Int, _ write: (inout CheckInDetailsWriter) -> Void
  ) throws(TimelineFault) -> Counted {
    var row = row
    try makeRoom(textByteCount: textByteCount)
    row.detailsOffset = appendDetails(textByteCount: textByteCount) { writer, _ in write(&writer) }
    let index = rows.insertionIndex(of: row.number)
    if index == rows.count { rows.append(row) } else { rows.insert(row, at: index) }
    count(row, step: 1)
    return counted(row)
  }

  /// Changes the row at `index`, but not its number.
  ///
  /// - Returns: what is to be counted out and in; `nil` where it counts as before.
  mutating func change(at index: Int, _ body: (inout CheckInRow) -> Void) -> (old: Counted, new: Counted)? {
    isChanged = true
    let old = rows[index]
    body(&rows[index])
    let new = rows[index]
    if old.countsAs(new) { return nil }
    count(old, step: -1)
    count(new, step: 1)
    return (counted(old), counted(new))
  }

  /// Changes the row at `index`, but not its number, and its details to those that `write` makes of them, with at most
  /// `textByteCount` bytes of text that are new.
  mutating func rewrite(
    at index: Int, _ body: (inout CheckInRow) -> Void, textByteCount: Int, details write: DetailsRewriter
  ) throws(TimelineFault) -> (old: Counted, new: Counted)? {
    try makeRoom(textByteCount: textByteCount + (try details(of: rows[index])).textByteCount)
    var row = rows[index]
    body(&row)
    let details = try details(of: rows[index])
    wastedByteCount += details.end - Int(row.detailsOffset)
    row.detailsOffset = appendDetails(textByteCount: textByteCount + details.textByteCount) { writer, arena in
      write(&writer, row, details, arena)
    }
    let change = change(at: index) { $0 = row }
    removeWaste()
    return change
  }

  mutating func remove(at index: Int) throws(TimelineFault) -> Counted {
    let row = rows[index]
    wastedByteCount += try details(of: row).end - Int(row.detailsOffset)
    rows.remove(at: index)
    count(row, step: -1)
    removeWaste()
    return counted(row)
  }

  /// Makes new details of a row's present ones, which stand in the bytes.
  typealias DetailsRewriter = (inout CheckInDetailsWriter, CheckInRow, CheckInDetails, RawSpan) -> Void

  /// The details that `write` makes for `new` of those that `old` has, as for ``rewrite(at:_:textByteCount:details:)``.
  func newDetails(
    of old: CheckInRow, as new: CheckInRow, textByteCount: Int, _ write: DetailsRewriter
  ) throws(TimelineFault) -> [UInt8] {
    let details = try details(of: old)
    return CheckInDetailsWriter.write(textByteCount: textByteCount + details.textByteCount) { writer in
      write(&writer, new, details, arena.span.bytes)
    } use: {
      Array($0)
    }
  }

  /// Takes note that the page stands in the snapshot as it is.
  mutating func setStored() { isChanged = false }

  private mutating func count(_ row: CheckInRow, step: Int) {
    isChanged = true
    guard !row.isDiscarded else { return }
    let day = Int(row.dayOfMonth) - 1
    dayCounts[day] = UInt32(Int(dayCounts[day]) + step)
  }

  private func counted(_ row: CheckInRow) -> Counted {
    Counted(row: row, dayCount: dayCounts[Int(row.dayOfMonth) - 1])
  }

  /// Sees to it that details with so much text fit into the arena.
  ///
  /// - Throws: `inconsistent` where they do not: a command that would come to that is refused, see ``TimelineRoom``.
  private mutating func makeRoom(textByteCount: Int) throws(TimelineFault) {
    let limit = Self.maximumArenaByteCount - CheckInDetailsWriter.maximumFixedByteCount - textByteCount
    if arena.count > limit, wastedByteCount > 0 { self = compacted() }
    guard arena.count <= limit else { throw .inconsistent("month \(month) holds more than 4 GiB of text") }
  }

  /// Appends the details that `write` makes, which may look at the arena; returns where they begin.
  @inline(__always)
  private mutating func appendDetails(
    textByteCount: Int, _ write: (inout CheckInDetailsWriter, RawSpan) -> Void
  ) -> UInt32 {
    let offset = arena.count
    CheckInDetailsWriter.write(textByteCount: textByteCount) { writer in
      write(&writer, arena.span.bytes)
    } use: { details in
      arena.append(contentsOf: details)
    }
    return UInt32(truncatingIfNeeded: offset)
  }

  private mutating func removeWaste() {
    if wastedByteCount > max(arena.count - wastedByteCount, Self.toleratedWaste) { self = compacted() }
  }

  /// The index of a zone in the page's list, which grows where it is new.
  mutating func zoneIndex(_ name: ByteRange, in bytes: RawSpan) throws(TimelineFault) -> UInt16 {
    if name.isEmpty { return 0 }
    if bytes.holds(zones[recentZone], at: name) { return UInt16(recentZone) }
    if let index = place(ofZone: name, in: bytes) {
      recentZone = index
      return UInt16(index)
    }
    if zones.count > Self.maximumZoneCount { removeUnusedZones() }
    guard zones.count <= Self.maximumZoneCount else {
      throw .inconsistent("month \(month) has check-ins of more than \(Self.maximumZoneCount) time zones")
    }
    zones.append(bytes.array(name))
    recentZone = zones.count - 1
    return UInt16(recentZone)
  }

  /// Where a zone is in the list. Most pages have a few; of more, the places are noted.
  private mutating func place(ofZone name: ByteRange, in bytes: RawSpan) -> Int? {
    if zones.count <= Self.searchedZoneCount { return zones.firstIndex { bytes.holds($0, at: name) } }
    for index in zonePlaces.count..<zones.count { zonePlaces[zones[index]] = index }
    return zonePlaces[bytes.array(name)]
  }

  /// Forgets the zones that no row is in any more.
  private mutating func removeUnusedZones() {
    let used = Set(rows.map(\.zone)).subtracting([0]).sorted()
    let kept = [[]] + used.map { zones[Int($0)] }
    let places = Dictionary(uniqueKeysWithValues: zip(used, 1...))
    for index in rows.indices { rows[index].zone = UInt16(places[rows[index].zone] ?? 0) }
    zones = kept
    zonePlaces = [:]
    recentZone = 0
    isChanged = true
  }

  /// The page without the waste in its arena, whose details then are in the order of the rows.
  func compacted() -> MonthPage {
    var page = self
    page.arena = []
    page.arena.reserveCapacity(arena.count - wastedByteCount)
    page.wastedByteCount = 0
    for index in rows.indices {
      guard let details = try? details(of: rows[index]), let offset = UInt32(exactly: page.arena.count) else {
        return self
      }
      page.rows[index].detailsOffset = offset
      page.arena.append(contentsOf: arena[Int(rows[index].detailsOffset)..<details.end])
    }
    return page
  }
}

/// Why the timeline cannot go on.
enum TimelineFault: Error {
  /// An event contradicts the ones before it; the reason, in words.
  case inconsistent(String)
  /// A part of the snapshot cannot be read: the history has to be replayed.
  case partUnreadable(String)
}
