internal import EventLog

/// All check-ins of one month, discarded ones included.
package struct MonthPage: Sendable {
  let month: CivilMonth
  /// The names of the devices that created check-ins here, if others than this one did.
  var names: ReplicaNames?
  /// Ascending by number.
  package private(set) var rows: [CheckInRow] = []
  /// The photos of the rows that have one, in no order.
  private(set) var photos: [PhotoRow] = []
  /// For each row, the place of its photo counted from 1, or 0; ends with the last row that has, or had, a photo.
  private var photoPlaces: [UInt32] = []
  /// The details of the rows, and as waste the former details of rows that were edited or moved to another month.
  package private(set) var arena: [UInt8] = []
  /// The number of wasted bytes in the arena.
  ///
  /// At most the number of used bytes, or ``toleratedWaste`` if that is greater.
  package private(set) var wastedByteCount = 0
  /// IANA names; the first is the empty one.
  package private(set) var zones: [[UInt8]] = [[]]
  /// Check-ins that are not discarded, by day of the month; the first entry is the 1st.
  private(set) var dayCounts = InlineArray<31, UInt32>(repeating: 0)
  /// `true` if the page differs from the snapshot.
  private(set) var isChanged = false
  /// The zone that was looked up last: most rows of a page share one.
  private var recentZone = RecentZone(index: 0, name: [])
  /// The places of the zones, as far as they were noted.
  private var zonePlaces: [[UInt8]: Int] = [:]
  /// Up to so many zones are searched one by one.
  private static let searchedZoneCount = 64

  /// So much waste is not worth the work of removing it.
  private static let toleratedWaste = 65_536
  /// The most bytes that the arena holds: places in it have 32 bits.
  package static let maximumArenaByteCount = Int(UInt32.max)
  /// The most zones that a month's check-ins can have, besides none.
  package static let maximumZoneCount = Int(UInt16.max)

  init(month: CivilMonth) {
    self.month = month
  }

  /// A page read back, whose days are not counted yet; `nil` unless everything in it fits together.
  ///
  /// - Parameter photos: ascending by number.
  init?(month: CivilMonth, rows: [CheckInRow], photos: [PhotoRow], arena: [UInt8], zones: [[UInt8]]) {
    self.month = month
    self.rows = rows
    self.photos = photos
    self.arena = arena
    self.zones = zones
    guard zones.first == [], zones.count <= Self.maximumZoneCount + 1, arena.count <= Self.maximumArenaByteCount else {
      return nil
    }
    let bytes = arena.span.bytes
    var previousNumber: UInt32 = 0
    var photoCount = 0
    for (index, row) in rows.enumerated() {
      guard row.number > previousNumber, (1...31).contains(row.dayOfMonth), Int(row.zone) < zones.count,
        CheckInTime.instantRange.contains(row.instantMilliseconds),
        CheckInTime.offsetRange.contains(Int(row.offsetMinutes)), row.flags.isSubset(of: .all),
        (try? CheckInDetails(at: Int(row.detailsOffset), in: bytes)) != nil
      else { return nil }
      previousNumber = row.number
      if row.flags.contains(.photo) {
        guard photoCount < photos.count, photos[photoCount].number == row.number else { return nil }
        photoCount += 1
        setPhotoPlace(at: index, photoCount)
      }
    }
    guard photoCount == photos.count else { return nil }
  }

  // MARK: Reading

  /// `true` if the page is empty and has no waste.
  var isEmpty: Bool { rows.isEmpty && arena.isEmpty && zones.count == 1 }

  /// The row's place, or `nil` if the page has no such number. Logarithmic.
  @inline(__always)
  func index(of number: UInt32) -> Int? { rows.index(of: number) }

  /// The row's place, as ``index(of:)`` finds it.
  mutating func locate(_ number: UInt32) -> Int? { rows.index(of: number) }

  /// The row's place, as ``index(of:)`` finds it; in constant time if it is the one that is expected.
  @inline(__always)
  mutating func locate(_ number: UInt32, expectedAt row: Int) -> Int? {
    row < rows.count && rows[row].number == number ? row : rows.index(of: number)
  }

  /// The last event of the row at `index`. Mutating for the same reason as ``hasRoom(byteCount:zoneCount:)``.
  mutating func sequence(at index: Int) -> UInt64 { rows[index].sequence }

  package func details(of row: CheckInRow) throws(JournalError) -> CheckInDetails {
    try Self.details(of: row, in: arena.span.bytes, month)
  }

  /// The row at `index`, and how many bytes its details take. Mutating for the same reason.
  @inline(__always)
  package mutating func row(at index: Int) throws(JournalError) -> (row: CheckInRow, detailsByteCount: Int) {
    let row = rows[index]
    do throws(WireError) {
      return (row, try CheckInDetails.range(at: Int(row.detailsOffset), in: arena.span.bytes).count)
    } catch {
      throw .partUnreadable("the page of \(month) is damaged")
    }
  }

  @inline(__always)
  private static func details(
    of row: CheckInRow, in arena: RawSpan, _ month: CivilMonth
  ) throws(JournalError) -> CheckInDetails {
    do throws(WireError) {
      return try CheckInDetails(at: Int(row.detailsOffset), in: arena)
    } catch {
      throw .partUnreadable("the page of \(month) is damaged")
    }
  }

  /// The photo of the row at `index`.
  @inline(__always)
  package func photo(at index: Int) -> PhotoRow? {
    guard index < photoPlaces.count, photoPlaces[index] > 0 else { return nil }
    return photos[Int(photoPlaces[index]) - 1]
  }

  // MARK: Changing

  /// Adds a row that the page does not have.
  ///
  /// - Throws: `inconsistent` if its details do not fit; nothing is changed then.
  @inline(__always)
  mutating func insert(_ row: CheckInRow, details: RawSpan, photo: PhotoRow? = nil) throws(JournalError) {
    var row = row
    try makeRoom(byteCount: details.byteCount)
    row.detailsOffset = details.withUnsafeBytes { append($0) }
    isChanged = true
    if row.number > rows.last?.number ?? 0 {
      rows.append(row)
    } else {
      let index = rows.insertionIndex(of: row.number)
      rows.insert(row, at: index)
      if index < photoPlaces.count { photoPlaces.insert(0, at: index) }
    }
    if let photo, let index = index(of: row.number) { addPhoto(at: index, photo) }
  }

  /// Changes the row at `index`, but not its number, its details or its photo.
  mutating func change(at index: Int, _ body: (inout CheckInRow) -> Void) -> (old: CheckInRow, new: CheckInRow) {
    isChanged = true
    let old = rows[index]
    body(&rows[index])
    return (old, rows[index])
  }

  /// Gives the row at `index` another photo, or none, as event `sequence` says.
  mutating func setPhoto(at index: Int, _ photo: PhotoRow?, sequence: UInt64) {
    isChanged = true
    rows[index].sequence = sequence
    removePhoto(at: index)
    if let photo { addPhoto(at: index, photo) }
  }

  private mutating func addPhoto(at index: Int, _ photo: PhotoRow) {
    photos.append(photo)
    setPhotoPlace(at: index, photos.count)
    rows[index].flags.insert(.photo)
  }

  private mutating func removePhoto(at index: Int) {
    guard index < photoPlaces.count, case let place = Int(photoPlaces[index]), place > 0 else { return }
    photoPlaces[index] = 0
    rows[index].flags.remove(.photo)
    // The last photo takes its place.
    let last = photos.removeLast()
    guard place <= photos.count, let other = self.index(of: last.number) else { return }
    photos[place - 1] = last
    photoPlaces[other] = UInt32(truncatingIfNeeded: place)
  }

  private mutating func setPhotoPlace(at index: Int, _ place: Int) {
    while photoPlaces.count <= index { photoPlaces.append(0) }
    photoPlaces[index] = UInt32(truncatingIfNeeded: place)
  }

  /// Makes new details of a row's present ones, which are in the bytes.
  typealias DetailsRewriter = (inout CheckInDetailsWriter, CheckInDetails, RawSpan) -> Void

  /// Changes the details of the row at `index` to those that `write` makes of them, with at most `textByteCount` bytes
  /// of text that are new.
  ///
  /// - Throws: `inconsistent` if they do not fit; nothing is changed then.
  mutating func rewriteDetails(
    at index: Int, textByteCount: Int, _ write: DetailsRewriter
  ) throws(JournalError) {
    var details = try Self.details(of: rows[index], in: arena.span.bytes, month)
    if try makeRoom(byteCount: textByteCount + details.textByteCount) {
      details = try Self.details(of: rows[index], in: arena.span.bytes, month)
    }
    wastedByteCount += details.end - Int(rows[index].detailsOffset)
    let offset = CheckInDetailsWriter.write(textByteCount: textByteCount + details.textByteCount) { writer in
      write(&writer, details, arena.span.bytes)
    } use: {
      append($0)
    }
    rows[index].detailsOffset = offset
    isChanged = true
    removeWaste()
  }

  /// The details that `write` makes of those of a row, as for ``rewriteDetails(at:textByteCount:_:)``.
  func newDetails(of row: CheckInRow, textByteCount: Int, _ write: DetailsRewriter) throws(JournalError) -> [UInt8] {
    let details = try details(of: row)
    return CheckInDetailsWriter.write(textByteCount: textByteCount + details.textByteCount) { writer in
      write(&writer, details, arena.span.bytes)
    } use: {
      Array($0)
    }
  }

  /// Takes the row at `index` out.
  mutating func remove(at index: Int) throws(JournalError) {
    let details = try Self.details(of: rows[index], in: arena.span.bytes, month)
    wastedByteCount += details.end - Int(rows[index].detailsOffset)
    removePhoto(at: index)
    rows.remove(at: index)
    if index < photoPlaces.count { photoPlaces.remove(at: index) }
    isChanged = true
    removeWaste()
  }

  /// Takes note that the page is in the snapshot as it is.
  mutating func setStored() { isChanged = false }

  // MARK: Counting

  /// Counts a row in (`step` 1) or out (-1).
  ///
  /// - Returns: what its day has afterwards.
  mutating func count(_ row: CheckInRow, step: Int) -> UInt32 {
    let day = Int(row.dayOfMonth) - 1
    dayCounts[day] = UInt32(Int(dayCounts[day]) + step)
    return dayCounts[day]
  }

  /// Counts all rows, of which none was counted before, and their types.
  mutating func countRows(_ typeCounts: inout [Int]) {
    var days = InlineArray<32, UInt32>(repeating: 0)
    var types = InlineArray<256, UInt32>(repeating: 0)
    for row in rows where !row.isDiscarded {
      days[Int(row.dayOfMonth & 31)] += 1
      types[Int(row.typeNumber)] += 1
    }
    for day in dayCounts.indices { dayCounts[day] = days[day + 1] }
    for number in types.indices where types[number] > 0 {
      typeCounts[Int((ExerciseType(rawValue: UInt8(number)) ?? .unknown).rawValue)] += Int(types[number])
    }
  }

  // MARK: Merging

  /// Takes memory for as many rows and details.
  mutating func reserve(rowCount: Int, byteCount: Int) {
    rows.reserveCapacity(rowCount)
    arena.reserveCapacity(byteCount)
  }

  /// Takes memory for the rows of another page, and a little more, since others may follow. Arrays by themselves would
  /// double what they have, and most of that would stay empty: months come one after the other.
  private mutating func reserve(further other: MonthPage) {
    let rowCount = rows.count + other.rows.count
    if rowCount > rows.capacity { rows.reserveCapacity(rows.count + max(other.rows.count, rows.count / 8)) }
    let byteCount = arena.count + other.arena.count
    if byteCount > arena.capacity { arena.reserveCapacity(arena.count + max(other.arena.count, arena.count / 8)) }
  }

  /// Gives back memory that was taken for rows and details that did not come.
  mutating func trim() {
    if rows.capacity > rows.count + rows.count / 4 { rows = rows.copied() }
    if arena.capacity > arena.count + arena.count / 4 { arena = arena.copied() }
  }

  /// Returns `true` if further details and zones certainly fit, regardless of changes to the rows.
  ///
  /// A rewrite takes at most as many bytes as are in use, and waste takes at most as many again.
  ///
  /// Mutating, like ``locate(_:)``, so the page is inspected in place and not copied.
  mutating func hasRoom(byteCount: Int, zoneCount: Int) -> Bool {
    arena.count - wastedByteCount + byteCount <= Self.maximumArenaByteCount / 4
      && zones.count + zoneCount <= Self.maximumZoneCount
  }

  /// Appends the rows of another page of the same month, all of which have higher numbers, and for which there is room.
  mutating func append(_ other: MonthPage) {
    isChanged = true
    reserve(further: other)
    let base = UInt32(truncatingIfNeeded: arena.count)
    arena.append(contentsOf: other.arena)
    wastedByteCount += other.wastedByteCount
    let start = rows.count
    for (index, place) in other.photoPlaces.enumerated() where place > 0 {
      setPhotoPlace(at: start + index, photos.count + Int(place))
    }
    photos.append(contentsOf: other.photos)
    rows.append(contentsOf: other.rows)
    if zones == other.zones || other.zones.count == 1 {
      for index in start..<rows.count { rows[index].detailsOffset &+= base }
    } else {
      let places = other.zones.map { zone in
        let whole = ByteRange(start: 0, end: zone.count)
        return (try? zoneIndex(whole, in: zone.span.bytes)) ?? 0
      }
      for index in start..<rows.count {
        rows[index].detailsOffset &+= base
        rows[index].zone = places[Int(rows[index].zone)]
      }
    }
    for day in dayCounts.indices { dayCounts[day] += other.dayCounts[day] }
  }

  // MARK: The arena

  /// Sees to it that so many further bytes of details, or of the texts in them, fit into the arena.
  ///
  /// - Returns: whether details are at other places now.
  /// - Throws: `inconsistent` if they do not: a command that would come to that is refused, see ``TimelineCapacity``.
  @inline(__always)
  @discardableResult
  private mutating func makeRoom(byteCount: Int) throws(JournalError) -> Bool {
    if arena.count <= Self.maximumArenaByteCount - CheckInDetails.maximumFixedByteCount - byteCount { return false }
    try compactToMakeRoom(byteCount: byteCount)
    return true
  }

  @inline(never)
  private mutating func compactToMakeRoom(byteCount: Int) throws(JournalError) {
    if wastedByteCount > 0 { compact() }
    guard arena.count <= Self.maximumArenaByteCount - CheckInDetails.maximumFixedByteCount - byteCount else {
      throw .inconsistent("month \(month) holds more than 4 GiB of text")
    }
  }

  /// Appends details with their length; returns where they begin.
  @inline(__always)
  private mutating func append(_ details: UnsafeRawBufferPointer) -> UInt32 {
    let offset = arena.count
    if details.count < 0x80 {
      arena.append(UInt8(truncatingIfNeeded: details.count))
    } else {
      arena.appendVarint(UInt64(details.count))
    }
    arena.append(contentsOf: details)
    return UInt32(truncatingIfNeeded: offset)
  }

  private mutating func removeWaste() {
    if wastedByteCount > max(arena.count - wastedByteCount, Self.toleratedWaste) { compact() }
  }

  /// Removes the waste from the arena, whose details then are in the order of the rows.
  private mutating func compact() {
    var compacted: [UInt8] = []
    compacted.reserveCapacity(arena.count - wastedByteCount)
    var offsets: [UInt32] = []
    offsets.reserveCapacity(rows.count)
    guard (try? appendDetails(to: &compacted, noting: { offsets.append($0) })) != nil else { return }
    arena = compacted
    for index in rows.indices { rows[index].detailsOffset = offsets[index] }
    wastedByteCount = 0
  }

  /// Appends the details of all rows, in their order, without waste.
  ///
  /// - Parameter note: gets where the details of each row begin, counted from the first.
  func appendDetails(to target: inout [UInt8], noting note: (UInt32) -> Void = { _ in }) throws(WireError) {
    let start = target.count
    let bytes = arena.span.bytes
    // Details of most rows follow those of the row before: such are copied at once.
    var run = 0..<0
    func copyRun() {
      bytes.extracting(run).withUnsafeBytes { target.append(contentsOf: $0) }
    }
    for row in rows {
      let offset = Int(row.detailsOffset)
      if offset != run.upperBound {
        copyRun()
        run = offset..<offset
      }
      note(UInt32(truncatingIfNeeded: target.count - start + run.count))
      run = run.lowerBound..<(try CheckInDetails.range(at: offset, in: bytes).end)
    }
    copyRun()
  }

  // MARK: Zones

  /// The index of a zone in the page's list, which grows if it is new.
  @inline(__always)
  mutating func zoneIndex(_ name: ByteRange, in bytes: RawSpan) throws(JournalError) -> UInt16 {
    if name.isEmpty { return 0 }
    if recentZone.isNamed(name, in: bytes) { return UInt16(truncatingIfNeeded: recentZone.index) }
    return try otherZoneIndex(name, in: bytes)
  }

  @inline(never)
  private mutating func otherZoneIndex(_ name: ByteRange, in bytes: RawSpan) throws(JournalError) -> UInt16 {
    if let index = place(ofZone: name, in: bytes) {
      recentZone = RecentZone(index: index, name: zones[index])
      return UInt16(index)
    }
    if zones.count > Self.maximumZoneCount { removeUnusedZones() }
    guard zones.count <= Self.maximumZoneCount else {
      throw .inconsistent("month \(month) has check-ins of more than \(Self.maximumZoneCount) time zones")
    }
    zones.append(bytes.array(name))
    recentZone = RecentZone(index: zones.count - 1, name: zones[zones.count - 1])
    return UInt16(recentZone.index)
  }

  /// Returns the index of a zone in the list, or `nil`.
  ///
  /// Most pages have few zones. For pages with more, the indexes are kept in a dictionary.
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
    recentZone = RecentZone(index: 0, name: [])
    isChanged = true
  }
}

extension Array {
  /// The same elements in memory of their own, which has room for no more.
  fileprivate func copied() -> [Element] {
    var copy: [Element] = []
    copy.reserveCapacity(count)
    copy.append(contentsOf: self)
    return copy
  }
}
