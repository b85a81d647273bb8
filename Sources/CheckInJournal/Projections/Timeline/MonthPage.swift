/// All check-ins of one month, discarded ones included.
struct MonthPage {
  let month: CivilMonth
  /// Ascending by number.
  private(set) var rows: [CheckInRow] = []
  /// The details of the rows. An edited row's former details stay behind as waste until the page is written.
  private(set) var arena: [UInt8] = []
  /// IANA names; the first is the empty one.
  private(set) var zones: [[UInt8]] = [[]]
  /// Check-ins that are not discarded, by day of the month; the first entry is the 1st.
  private(set) var dayCounts = InlineArray<31, UInt32>(repeating: 0)
  /// Whether it differs from the snapshot.
  private(set) var isChanged = false
  /// The zone that was looked up last: most rows of a page share one.
  private var recentZone = 0

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
    row.detailsOffset = try appendDetails(textByteCount: textByteCount) { writer, _ in write(&writer) }
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
    var row = rows[index]
    body(&row)
    let details = try details(of: rows[index])
    row.detailsOffset = try appendDetails(textByteCount: textByteCount + details.textByteCount) { writer, arena in
      write(&writer, row, details, arena)
    }
    return change(at: index) { $0 = row }
  }

  mutating func remove(at index: Int) -> Counted {
    let row = rows.remove(at: index)
    count(row, step: -1)
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

  /// Appends the details that `write` makes, which may look at the arena; returns where they begin.
  @inline(__always)
  private mutating func appendDetails(
    textByteCount: Int, _ write: (inout CheckInDetailsWriter, RawSpan) -> Void
  ) throws(TimelineFault) -> UInt32 {
    let offset = arena.count
    guard offset + textByteCount <= Int(UInt32.max) - CheckInDetailsWriter.maximumFixedByteCount else {
      throw .inconsistent("month \(month) holds more than 4 GiB of text")
    }
    CheckInDetailsWriter.write(textByteCount: textByteCount) { writer in
      write(&writer, arena.span.bytes)
    } use: { details in
      arena.append(contentsOf: details)
    }
    return UInt32(offset)
  }

  /// The index of a zone in the page's list, which grows where it is new.
  mutating func zoneIndex(_ name: ByteRange, in bytes: RawSpan) throws(TimelineFault) -> UInt16 {
    if name.isEmpty { return 0 }
    if bytes.holds(zones[recentZone], at: name) { return UInt16(recentZone) }
    if let index = zones.firstIndex(where: { bytes.holds($0, at: name) }) {
      recentZone = index
      return UInt16(index)
    }
    guard zones.count <= UInt16.max else { throw .inconsistent("month \(month) has too many time zones") }
    zones.append(bytes.array(name))
    recentZone = zones.count - 1
    return UInt16(recentZone)
  }

  /// The page without the waste in its arena.
  func compacted() -> MonthPage {
    var page = self
    page.arena = []
    page.arena.reserveCapacity(arena.count)
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
