import FoundationEssentials

@testable import CheckInInterchange
@testable import CheckInJournal
@testable import CheckInModel
@testable import CheckInTimeline
@testable import EventLog

extension FuzzTarget {
  /// An input is the lengths of four parts (two bytes each, little-endian), and the parts: directory, page, numbers,
  /// identities.
  static func snapshot(_ bytes: [UInt8]) throws {
    _ = SnapshotSeal(bytes).map { seal in SnapshotSeal(seal.encoded) }
    _ = SnapshotContents(bytes)?.encoded
    _ = SnapshotPartFrames.decode(bytes, key: 0)
    guard bytes.count >= 8 else { return }
    var rest = bytes.dropFirst(8)
    let parts = (0..<4).map { index -> [UInt8] in
      let part = rest.prefix(Int(bytes[2 * index]) | Int(bytes[2 * index + 1]) << 8)
      rest = rest.dropFirst(part.count)
      return Array(part)
    }
    try roundTrips(parts)
    guard let (directory, bits) = TimelineCoding.directory(parts[0]) else { return }
    ask(Timeline(directory: directory, identityBits: bits, parts: FuzzedParts(parts: parts)))
  }

  /// The input that `snapshot(_:)` takes apart.
  static func snapshotInput(_ parts: [[UInt8]]) -> [UInt8] {
    let parts = parts.map { $0.prefix(Int(UInt16.max)) }
    return parts.flatMap { [UInt8(truncatingIfNeeded: $0.count), UInt8($0.count >> 8)] } + parts.joined()
  }

  private static func roundTrips(_ parts: [[UInt8]]) throws {
    if let (directory, bits) = TimelineCoding.directory(parts[0]) {
      let again = TimelineCoding.directory(TimelineCoding.directory(directory, identityBits: bits))
      try require(again?.directory == directory && again?.identityBits == bits, "a directory reads as it was written")
    }
    let stored = parts[1]
    var reader = WireReader(start: 0, end: stored.count)
    let number = try? reader.varint(in: stored.span.bytes)
    if let number, number < 120_100,
      let page = TimelineCoding.page(stored, month: CivilMonth(monthNumber: Int(number)))
    {
      let again = TimelineCoding.page(TimelineCoding.page(page), month: page.month)
      try require(again?.rows.map(\.number) == page.rows.map(\.number), "a page reads as it was written")
      try require(again.map { TimelineCoding.page($0) } == TimelineCoding.page(page), "a page has one form")
      for index in page.rows.indices {
        let checkIn = try page.checkIn(at: index)
        try require(try again?.checkIn(at: index) == checkIn, "a check-in reads as it was written")
      }
    }
    if let numbers = TimelineCoding.numbers(parts[2]) {
      try require(TimelineCoding.numbers(numbers) == parts[2], "numbers are written as they were read")
    }
    if let identities = TimelineCoding.identities(parts[3]) {
      try require(TimelineCoding.identities(identities) == parts[3], "identities are written as they were read")
    }
  }

  /// Every question, and events on top: an answer or an error, whatever the parts say.
  private static func ask(_ stored: Timeline) {
    var timeline = stored
    _ = try? timeline.statistics(today: CivilDay(dayNumber: 20_000))
    for month in timeline.months().prefix(20) {
      _ = try? timeline.calendar(of: month.month)
      _ = try? timeline.dayCounts { $0.year == month.month.year }
    }
    var json = JSONWriter()
    for checkIn in (try? timeline.checkIns(of: CheckInSelection(), limit: 100)) ?? [] {
      checkIn.write(to: &json)
      _ = try? timeline.number(of: checkIn.id)
    }
    let last = timeline.directory.lastNumber
    for number in [1, 2, last, last &+ 1] {
      guard let checkIn = try? timeline.checkIn(number) else { continue }
      checkIn.write(to: &json)
      for action in [.edited(CheckInChanges(title: "Edited", time: noonTime)), .discarded, .restored] as [Event.Action]
      {
        apply(action, to: number, &timeline)
      }
    }
    let created = Event.Created(
      id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)), time: noonTime, type: .run,
      title: "Created", notes: "")
    apply(.created(created), to: last &+ 1, &timeline)
    // What has to be written whole takes room for the numbers that the directory claims.
    if last < 100_000 { _ = try? timeline.changedParts() }
  }

  private static let noonTime = CheckInTime(
    instantMilliseconds: 1_795_262_400_000, offsetMinutes: 60, timeZone: "Europe/Berlin")

  private static func apply(_ action: Event.Action, to number: Int, _ timeline: inout Timeline) {
    let sequence = timeline.directory.sequence + 1
    var writer = WireWriter()
    writer.record(
      Event(
        sequence: sequence, recordedAtMilliseconds: 0, origin: .library, checkIn: number, command: sequence,
        action: action))
    let written = writer.bytes
    var reader = WireReader(start: 0, end: written.count)
    let bytes = written.span.bytes
    guard (try? reader.tag(in: bytes)) != nil, let record = try? reader.byteRange(in: bytes),
      let view = try? EventView(record, in: bytes)
    else { return }
    try? timeline.apply(view, in: bytes)
  }
}

/// A store whose every month, block and bucket says the same.
private struct FuzzedParts: TimelineParts {
  let parts: [[UInt8]]

  func part(_ id: TimelinePartID) throws(JournalError) -> [UInt8]? {
    let kind = Int(id.rawValue >> 40)
    return kind < parts.count ? parts[kind] : []
  }
}
