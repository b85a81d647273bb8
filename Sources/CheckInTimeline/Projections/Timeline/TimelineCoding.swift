internal import EventLog
internal import FoundationEssentials

/// The encoding of the timeline's parts in a snapshot.
///
/// Numbers are little-endian, as on every machine that runs this code.
///
/// Each part is protected by the checksums of the frames that store it. Decoding therefore checks only that its content
/// is consistent, and that hostile content can't crash the process. ``SnapshotHeader/schemaVersion`` distinguishes
/// versions of the encoding.
enum TimelineCoding {
  static func directory(_ directory: TimelineDirectory, identityBits: Int) -> [UInt8] {
    var writer = WireWriter()
    for number in [directory.sequence, UInt64(directory.lastNumber), UInt64(identityBits)] { writer.varint(number) }
    writer.varint(UInt64(directory.laterFields.rawValue))
    writer.varint(directory.isOfGroup ? 1 : 0)
    for count in directory.typeCounts { writer.varint(UInt64(count)) }
    for month in directory.months {
      writer.varint(UInt64(month.month.monthNumber))
      writer.varint(UInt64(month.checkIns))
      writer.varint(UInt64(month.dayMap))
      writer.varint(UInt64(month.calories))
    }
    return writer.bytes
  }

  static func directory(_ bytes: [UInt8]) -> (directory: TimelineDirectory, identityBits: Int)? {
    let span = bytes.span.bytes
    var reader = WireReader(start: 0, end: bytes.count)
    func next() -> Int? {
      (try? reader.varint(in: span)).flatMap { $0 <= UInt64(UInt32.max) << 8 ? Int($0) : nil }
    }
    guard let sequence = next(), let lastNumber = next(), let identityBits = next(), identityBits < 32,
      let laterFields = next().flatMap({ UInt8(exactly: $0) }), let isOfGroup = next(), isOfGroup <= 1
    else { return nil }
    var typeCounts: [Int] = []
    for _ in ExerciseType.allCases {
      guard let count = next() else { return nil }
      typeCounts.append(count)
    }
    var months: [TimelineDirectory.Month] = []
    while !reader.isAtEnd {
      guard let month = next(), month < 120_100, let checkIns = next(), let dayMap = next(), dayMap <= 0x7FFF_FFFF,
        let calories = (try? reader.varint(in: span)).flatMap({ Int(exactly: $0) })
      else {
        return nil
      }
      months.append(
        TimelineDirectory.Month(
          month: CivilMonth(monthNumber: month), checkIns: checkIns, dayMap: UInt32(dayMap), calories: calories))
    }
    guard
      var directory = TimelineDirectory(
        sequence: UInt64(sequence), lastNumber: lastNumber, typeCounts: typeCounts,
        laterFields: LaterFields(rawValue: laterFields), months: months)
    else { return nil }
    directory.isOfGroup = isOfGroup == 1
    return (directory, identityBits)
  }

  // A page is its month, its zones, the number of its rows, and a column for each field: identities as they are, the
  // rest as differences from the row before, so that they are small and compress well. Then come the photos of the rows
  // that have one, and the details of all rows.
  //
  // It depends on nothing but what the check-ins are: zones come in the order in which the rows need them, and details
  // in that of the rows, without waste.

  static func page(_ page: MonthPage) -> [UInt8] {
    let (zones, zoneNumbers) = usedZones(of: page)
    var writer = PageWriter()
    writer.varint(UInt64(page.month.monthNumber))
    writer.varint(UInt64(zones.count))
    for zone in zones {
      writer.varint(UInt64(zone.count))
      writer.bytes.append(contentsOf: zone)
    }
    writer.varint(UInt64(page.rows.count))
    writer.bytes.reserveCapacity(writer.bytes.count + page.rows.count * 32 + page.arena.count - page.wastedByteCount)
    writer.column(page.rows) { $0.id }
    writer.differences(page.rows) { UInt64($0.number) }
    writer.differences(page.rows) { $0.sequence }
    writer.differences(page.rows) { UInt64(bitPattern: $0.instantMilliseconds) }
    writer.differences(page.rows) { UInt64(bitPattern: Int64($0.offsetMinutes)) }
    for row in page.rows { writer.varint(UInt64(zoneNumbers[Int(row.zone)])) }
    writer.column(page.rows) { $0.typeNumber }
    writer.column(page.rows) { $0.flags.rawValue }
    for index in page.rows.indices {
      guard let photo = page.photo(at: index) else { continue }
      withUnsafeBytes(of: photo.digest) { writer.bytes.append(contentsOf: $0) }
      for number in [photo.byteCount, photo.width, photo.height] { writer.varint(UInt64(number)) }
    }
    let count = writer.bytes.count
    if (try? page.appendDetails(to: &writer.bytes)) == nil { writer.bytes.removeLast(writer.bytes.count - count) }
    return writer.bytes
  }

  /// The zones that rows are in, in the order of their first rows and without the empty one; and the place of each of
  /// the page's zones among them, counted from 1.
  private static func usedZones(of page: MonthPage) -> (zones: [[UInt8]], numbers: [UInt16]) {
    var zones: [[UInt8]] = []
    var numbers = [UInt16](repeating: 0, count: page.zones.count)
    for row in page.rows where row.zone > 0 && numbers[Int(row.zone)] == 0 {
      zones.append(page.zones[Int(row.zone)])
      numbers[Int(row.zone)] = UInt16(truncatingIfNeeded: zones.count)
    }
    return (zones, numbers)
  }

  /// A page read back; `nil` unless it is one of that month, and everything in it fits together.
  static func page(_ bytes: [UInt8], month: CivilMonth) -> MonthPage? {
    let span = bytes.span.bytes
    var reader = WireReader(start: 0, end: bytes.count)
    do {
      guard try reader.varint(in: span) == UInt64(month.monthNumber) else { return nil }
      var zones: [[UInt8]] = [[]]
      let zoneCount = try reader.varint(in: span)
      guard zoneCount <= UInt64(MonthPage.maximumZoneCount) else { return nil }
      for _ in 0..<zoneCount { zones.append(span.array(try reader.byteRange(in: span))) }
      let count = try reader.varint(in: span)
      // A row takes at least so many bytes, so that memory is taken only for rows that can be there.
      guard count <= UInt64((bytes.count - reader.offset) / minimumRowByteCount) else { return nil }
      var rows = try rows(Int(count), of: month, from: &reader, in: span)
      var photos: [PhotoRow] = []
      for row in rows where row.flags.contains(.photo) {
        var photo = EventView.PhotoFields()
        photo.digest = try reader.bytes(Digest.byteCount, in: span)
        photo.byteCount = try reader.varint32(in: span)
        photo.width = try reader.varint32(in: span)
        photo.height = try reader.varint32(in: span)
        photos.append(PhotoRow(number: row.number, photo, in: span))
      }
      let arenaStart = reader.offset
      guard bytes.count - arenaStart <= MonthPage.maximumArenaByteCount else { return nil }
      for index in rows.indices {
        rows[index].detailsOffset = UInt32(truncatingIfNeeded: reader.offset - arenaStart)
        _ = try reader.byteRange(in: span)
      }
      guard reader.isAtEnd else { return nil }
      var page = MonthPage(
        month: month, rows: rows, photos: photos, arena: Array(bytes[arenaStart...]), zones: zones)
      var typeCounts = [Int](repeating: 0, count: ExerciseType.allCases.count)
      page?.countRows(&typeCounts)
      return page
    } catch {
      return nil
    }
  }

  /// Of the identity, seven columns and the details' length.
  private static let minimumRowByteCount = 16 + 7 + 1

  /// The rows, without their details. What is out of range in them is left for the page to refuse.
  private static func rows(
    _ count: Int, of month: CivilMonth, from reader: inout WireReader, in span: RawSpan
  ) throws(WireError) -> [CheckInRow] {
    let ids = try reader.bytes(16 * count, in: span)
    var rows: [CheckInRow] = []
    rows.reserveCapacity(count)
    var previous: UInt64 = 0
    for index in 0..<count {
      previous = previous &+ (try reader.difference(in: span))
      rows.append(
        CheckInRow(
          id: span.unsafeLoadUnaligned(fromByteOffset: ids.start + 16 * index, as: (UInt64, UInt64).self),
          instantMilliseconds: 0, sequence: 0, number: UInt32(exactly: previous) ?? 0, detailsOffset: 0, zone: 0,
          offsetMinutes: 0, typeNumber: 0, flags: [], dayOfMonth: 0))
    }
    previous = 0
    for index in 0..<count {
      previous = previous &+ (try reader.difference(in: span))
      rows[index].sequence = previous
    }
    previous = 0
    for index in 0..<count {
      previous = previous &+ (try reader.difference(in: span))
      rows[index].instantMilliseconds = Int64(bitPattern: previous)
    }
    previous = 0
    let start = Int64(month.firstDay.dayNumber) * 86_400_000
    for index in 0..<count {
      previous = previous &+ (try reader.difference(in: span))
      rows[index].offsetMinutes = Int16(exactly: Int64(bitPattern: previous)) ?? .max
      let milliseconds = rows[index].localMilliseconds &- start
      rows[index].dayOfMonth = milliseconds < 0 ? 0 : UInt8(clamping: milliseconds / 86_400_000 + 1)
      guard Int(rows[index].dayOfMonth) <= month.dayCount else { throw .invalidValue }
    }
    for index in 0..<count { rows[index].zone = UInt16(exactly: try reader.varint(in: span)) ?? .max }
    let types = try reader.bytes(count, in: span)
    let flags = try reader.bytes(count, in: span)
    for index in 0..<count {
      rows[index].typeNumber = span.unsafeLoad(fromByteOffset: types.start + index, as: UInt8.self)
      rows[index].flags.rawValue = span.unsafeLoad(fromByteOffset: flags.start + index, as: UInt8.self)
    }
    return rows
  }

  /// Writes a page's columns.
  private struct PageWriter {
    var bytes: [UInt8] = []

    mutating func varint(_ value: UInt64) { bytes.appendVarint(value) }

    /// Writes a value of each row, as it is in memory.
    @inline(__always)
    mutating func column<Value: BitwiseCopyable>(_ rows: [CheckInRow], value: (CheckInRow) -> Value) {
      bytes.append(contentsOf: TimelineCoding.column(rows, value: value))
    }

    /// Writes how each row's value differs from that of the row before; numbers wrap around.
    @inline(__always)
    mutating func differences(_ rows: [CheckInRow], value: (CheckInRow) -> UInt64) {
      guard !rows.isEmpty else { return }
      let column = [UInt8](unsafeUninitializedCapacity: rows.count * maximumVarintByteCount) { buffer, count in
        var previous: UInt64 = 0
        for row in rows {
          let difference = Int64(bitPattern: value(row) &- previous)
          WireWriter.forEachByte(ofVarint: UInt64(bitPattern: (difference << 1) ^ (difference >> 63))) { byte in
            buffer[count] = byte
            count += 1
          }
          previous = value(row)
        }
      }
      bytes.append(contentsOf: column)
    }

    private let maximumVarintByteCount = 10
  }

  static func numbers(_ months: [Int32]) -> [UInt8] {
    months.withUnsafeBytes { Array($0) }
  }

  static func numbers(_ bytes: [UInt8]) -> [Int32]? {
    guard bytes.count % 4 == 0 else { return nil }
    let span = bytes.span.bytes
    return (0..<bytes.count / 4).map { span.unsafeLoadUnaligned(fromByteOffset: 4 * $0, as: Int32.self) }
  }

  /// A bucket of identities: the hashes of all entries, then the numbers, which ascend.
  static func identities(_ entries: some Collection<IdentityEntry>) -> [UInt8] {
    column(entries) { $0.hash } + column(entries) { $0.number }
  }

  /// A value of each element, as it is in memory.
  @inline(__always)
  private static func column<Elements: Collection, Value: BitwiseCopyable>(
    _ elements: Elements, value: (Elements.Element) -> Value
  ) -> [UInt8] {
    let byteCount = elements.count * MemoryLayout<Value>.size
    return [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      let column = UnsafeMutableRawBufferPointer(buffer)
      for element in elements {
        column.storeBytes(of: value(element), toByteOffset: count, as: Value.self)
        count += MemoryLayout<Value>.size
      }
    }
  }

  /// A bucket read back; `nil` unless its numbers ascend from 1 or more. Whether there are such check-ins is for the
  /// timeline to say.
  static func identities(_ bytes: [UInt8]) -> [IdentityEntry]? {
    guard bytes.count % identityByteCount == 0 else { return nil }
    let span = bytes.span.bytes
    let count = bytes.count / identityByteCount
    var entries: [IdentityEntry] = []
    entries.reserveCapacity(count)
    var previous: UInt32 = 0
    for index in 0..<count {
      let number = span.unsafeLoadUnaligned(fromByteOffset: 4 * (count + index), as: UInt32.self)
      guard number > previous else { return nil }
      entries.append(
        IdentityEntry(number: number, hash: span.unsafeLoadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)))
      previous = number
    }
    return entries
  }

  private static let identityByteCount = 8
}

extension WireReader {
  /// Reads the difference between a value and the one before it, to be added with wrap-around.
  @inline(__always)
  fileprivate mutating func difference(in bytes: RawSpan) throws(WireError) -> UInt64 {
    UInt64(bitPattern: try signedVarint(in: bytes))
  }
}
