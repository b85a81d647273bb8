internal import EventLog
internal import FoundationEssentials

/// How the timeline's parts are written into a snapshot. Numbers are little-endian, as on every machine that runs this.
///
/// Each part is protected by the checksums of the frames it is stored in, so what is checked here is that it fits
/// together, and that hostile content cannot make its user trap. ``SnapshotHeader/schemaVersion`` tells its forms
/// apart.
enum TimelineCoding {
  static func directory(_ directory: TimelineDirectory, identityBits: Int) -> [UInt8] {
    var writer = WireWriter()
    for number in [directory.sequence, UInt64(directory.lastNumber), UInt64(identityBits)] { writer.varint(number) }
    for count in directory.typeCounts { writer.varint(UInt64(count)) }
    for month in directory.months {
      writer.varint(UInt64(month.month.monthNumber))
      writer.varint(UInt64(month.checkIns))
      writer.varint(UInt64(month.dayMap))
    }
    return writer.bytes
  }

  static func directory(_ bytes: [UInt8]) -> (directory: TimelineDirectory, identityBits: Int)? {
    let span = bytes.span.bytes
    var reader = WireReader(start: 0, end: bytes.count)
    func next() -> Int? {
      (try? reader.varint(in: span)).flatMap { $0 <= UInt64(UInt32.max) << 8 ? Int($0) : nil }
    }
    guard let sequence = next(), let lastNumber = next(), let identityBits = next(), identityBits < 32 else {
      return nil
    }
    var typeCounts: [Int] = []
    for _ in ExerciseType.allCases {
      guard let count = next() else { return nil }
      typeCounts.append(count)
    }
    var months: [TimelineDirectory.Month] = []
    while !reader.isAtEnd {
      guard let month = next(), month < 120_100, let checkIns = next(), let dayMap = next(), dayMap <= 0x7FFF_FFFF
      else {
        return nil
      }
      months.append(
        TimelineDirectory.Month(
          month: CivilMonth(monthNumber: month), checkIns: checkIns, dayMap: UInt32(dayMap)))
    }
    guard
      let directory = TimelineDirectory(
        sequence: UInt64(sequence), lastNumber: lastNumber, typeCounts: typeCounts, months: months)
    else { return nil }
    return (directory, identityBits)
  }

  static func page(_ page: MonthPage) -> [UInt8] {
    let page = page.compacted()
    var writer = WireWriter()
    writer.varint(UInt64(page.month.monthNumber))
    writer.varint(UInt64(page.zones.count))
    for zone in page.zones { writer.presentBytes(zone, field: 1) }
    writer.varint(UInt64(page.rows.count))
    var bytes = writer.bytes
    page.rows.withUnsafeBytes { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: page.arena)
    return bytes
  }

  static func page(_ bytes: [UInt8], month: CivilMonth) -> MonthPage? {
    let span = bytes.span.bytes
    var reader = WireReader(start: 0, end: bytes.count)
    var zones: [[UInt8]] = []
    guard (try? reader.varint(in: span)) == UInt64(month.monthNumber), let zoneCount = try? reader.varint(in: span)
    else {
      return nil
    }
    for _ in 0..<min(zoneCount, UInt64(bytes.count)) {
      guard (try? reader.tag(in: span)) != nil, let zone = try? reader.byteRange(in: span) else { return nil }
      zones.append(span.array(zone))
    }
    let stride = MemoryLayout<CheckInRow>.stride
    guard let count = try? reader.varint(in: span), count <= UInt64((bytes.count - reader.offset) / stride),
      let rowRange = try? reader.bytes(Int(count) * stride, in: span)
    else { return nil }
    let rows = [CheckInRow](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
      span.extracting(rowRange.start..<rowRange.end).withUnsafeBytes {
        UnsafeMutableRawBufferPointer(buffer).copyMemory(from: $0)
      }
      filled = Int(count)
    }
    return MonthPage(month: month, rows: rows, arena: Array(bytes[rowRange.end...]), zones: zones)
  }

  static func numbers(_ months: [Int32]) -> [UInt8] {
    months.withUnsafeBytes { Array($0) }
  }

  static func numbers(_ bytes: [UInt8]) -> [Int32]? {
    guard bytes.count % 4 == 0 else { return nil }
    let span = bytes.span.bytes
    return (0..<bytes.count / 4).map { span.unsafeLoadUnaligned(fromByteOffset: 4 * $0, as: Int32.self) }
  }

  static func identities(_ entries: some Collection<(UUID, UInt32)>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entries.count * 20)
    for (id, number) in entries.sorted(by: { $0.1 < $1.1 }) {
      withUnsafeBytes(of: id.uuid) { bytes.append(contentsOf: $0) }
      withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
    }
    return bytes
  }

  static func identities(_ bytes: [UInt8]) -> [UUID: UInt32]? {
    guard bytes.count % 20 == 0 else { return nil }
    let span = bytes.span.bytes
    var entries: [UUID: UInt32] = [:]
    entries.reserveCapacity(bytes.count / 20)
    for start in stride(from: 0, to: bytes.count, by: 20) {
      let number = span.unsafeLoadUnaligned(fromByteOffset: start + 16, as: UInt32.self)
      entries[UUID(ByteRange(start: start, end: start + 16), in: span)] = number
    }
    return entries
  }
}
