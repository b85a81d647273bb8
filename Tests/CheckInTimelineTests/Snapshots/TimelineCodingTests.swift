import JournalTestSupport
import Synchronization
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInModel
@testable import CheckInTimeline
@testable import EventLog

/// Parts of a snapshot whose checksums are right and whose content does not fit together: refused, never trapped on.
@Suite("Parts of a snapshot")
struct TimelineCodingTests {
  /// 2023-11
  private let month = CivilMonth(monthNumber: 24_286)
  private let zones: [[UInt8]] = [[], Array("Europe/Berlin".utf8)]
  /// Two titles: `A` and `B`.
  private let arena: [UInt8] = [3, 0x32, 1, 0x41, 3, 0x32, 1, 0x42]

  private func row(_ number: UInt32) -> CheckInRow {
    CheckInRow(
      id: (UInt64(number), 0), instantMilliseconds: 1_700_000_000_000, sequence: UInt64(number), number: number,
      detailsOffset: 4 * (number - 1), zone: 1, offsetMinutes: 60, typeNumber: 1, flags: [], dayOfMonth: 14)
  }

  private func page(
    zones: [[UInt8]]? = nil, photos: [PhotoRow] = [], arena: [UInt8]? = nil,
    _ change: (inout [CheckInRow]) -> Void = { _ in }
  ) -> MonthPage? {
    var rows = [row(1), row(2)]
    change(&rows)
    return MonthPage(month: month, rows: rows, photos: photos, arena: arena ?? self.arena, zones: zones ?? self.zones)
  }

  private func photo(of number: UInt32) -> PhotoRow {
    var fields = EventView.PhotoFields()
    fields.digest = ByteRange(start: 0, end: 32)
    fields.byteCount = 9
    return PhotoRow(number: number, fields, in: [UInt8](repeating: 7, count: 32).span.bytes)
  }

  @Test("A page comes back as it was written, for its own month only, and no beginning of it does")
  func pages() throws {
    let whole = try #require(page(photos: [photo(of: 2)]) { $0[1].flags = [.photo, .discarded] })
    let bytes = TimelineCoding.page(whole)
    let read = try #require(TimelineCoding.page(bytes, month: month))
    #expect(read.rows.map(\.number) == [1, 2] && read.zones == zones && read.arena == arena)
    #expect(read.rows.map(\.instantMilliseconds) == whole.rows.map(\.instantMilliseconds))
    #expect(read.rows.map(\.dayOfMonth) == [14, 14] && read.dayCounts[13] == 1)
    #expect(read.rows.map(\.flags) == [[], [.photo, .discarded]])
    #expect(read.photo(at: 1)?.photo == whole.photo(at: 1)?.photo && read.photo(at: 1) != nil)
    #expect(TimelineCoding.page(read) == bytes)
    #expect(TimelineCoding.page(bytes, month: CivilMonth(monthNumber: 24_287)) == nil)
    for count in bytes.indices { #expect(TimelineCoding.page(Array(bytes.prefix(count)), month: month) == nil) }
    #expect(TimelineCoding.page(bytes + [0], month: month) == nil)
  }

  @Test("Parts that several threads encode and seal are the same, in the same order", arguments: 2...4)
  func threads(_ count: Int) throws {
    let journal = try Trial([], segmentByteLimit: 1 << 20).open(SimulatedFileSystem())
    try TrialCommand.importing(titles: (1...3000).map { "Session \($0)" }).perform(on: journal)
    var timeline = journal.state.withLock { $0.timeline }
    func parts(threads: Int) throws -> [[UInt8]] {
      var parts: [[UInt8]] = []
      try timeline.forEachPiece(identityBits: 5, threads: threads) { piece in
        Result { try piece.map { try SnapshotPart($0, content: $1) } }
      } _: { (piece: Result<[SnapshotPart], any Error>) in
        for part in try piece.get() { parts.append(Array("\(part.id.rawValue) ".utf8) + part.stored) }
      }
      return parts
    }
    let expected = try parts(threads: 1)
    #expect(expected.count > 40)
    #expect(try parts(threads: count) == expected)
  }

  @Test("A page is written alike, whatever order its texts and zones came in, and however much waste there is")
  func canonicalForm() throws {
    let expected = TimelineCoding.page(try #require(page()))
    let other = page(
      zones: [[], Array("Unused".utf8), Array("Europe/Berlin".utf8)], arena: [0] + arena.suffix(4) + arena.prefix(4)
    ) { rows in
      rows[0].detailsOffset = 5
      rows[1].detailsOffset = 1
      for index in rows.indices { rows[index].zone = 2 }
    }
    #expect(TimelineCoding.page(try #require(other)) == expected)
  }

  @Test("Rows that do not fit their page")
  func rows() {
    #expect(page { $0[1].number = 1 } == nil)
    #expect(page { $0.swapAt(0, 1) } == nil)
    #expect(page { $0[0].number = 0 } == nil)
    for day in [0, 32, 255] as [UInt8] { #expect(page { $0[0].dayOfMonth = day } == nil) }
    for zone in [2, .max] as [UInt16] { #expect(page { $0[0].zone = zone } == nil) }
    for offset in [1, 8, 9, .max] as [UInt32] { #expect(page { $0[1].detailsOffset = offset } == nil) }
    #expect(page { $0[1].flags = .photo } == nil && page { $0[1].flags.rawValue = 8 } == nil)
    #expect(page(photos: [photo(of: 1)]) == nil && page(photos: [photo(of: 1)]) { $0[1].flags = .photo } == nil)
    for instant in [.min, .max, CheckInTime.instantRange.upperBound + 1] as [Int64] {
      #expect(page { $0[0].instantMilliseconds = instant } == nil)
    }
    for offset in [.min, .max, 1440] as [Int16] { #expect(page { $0[0].offsetMinutes = offset } == nil) }
    #expect(page(zones: zones + Array(repeating: [0x41], count: 65_535)) == nil)
    #expect(page(zones: []) == nil && page(zones: zones.reversed()) == nil)
  }

  @Test("A row whose time lies in another month is refused")
  func otherMonth() throws {
    for instant in [1_696_000_000_000, 1_702_000_000_000] as [Int64] {
      let bytes = TimelineCoding.page(try #require(page { $0[1].instantMilliseconds = instant }))
      #expect(TimelineCoding.page(bytes, month: month) == nil)
    }
  }

  @Test(
    "Details that are not in their order, come twice, or are none",
    arguments: [
      [6, 0x32, 1, 0x41, 0x32, 1, 0x42], [4, 0x38, 1, 0x32, 0], [2, 0x30, 1], [2, 0x50, 1], [2, 0x32, 2], [1, 0x38],
    ] as [[UInt8]])
  func details(_ details: [UInt8]) {
    #expect(page(arena: details + arena) { $0.removeLast() } == nil)
  }

  @Test("A page that claims more rows or zones than it has bytes", arguments: [2, 1 << 32, .max] as [UInt64])
  func rowCount(_ count: UInt64) {
    for numbers in [[UInt64(month.monthNumber), 0, count], [UInt64(month.monthNumber), count, 0]] {
      var writer = WireWriter()
      for number in numbers { writer.varint(number) }
      #expect(TimelineCoding.page(writer.bytes + [UInt8](repeating: 1, count: 40), month: month) == nil)
    }
  }

  private func directory(
    _ numbers: [UInt64], bits: UInt64 = 4, sequence: UInt64 = 0, lastNumber: UInt64 = 0
  ) -> Bool {
    var writer = WireWriter()
    for number in [sequence, lastNumber, bits, 3, 0] + ExerciseType.allCases.map({ _ in 0 }) + numbers {
      writer.varint(number)
    }
    return TimelineCoding.directory(writer.bytes) != nil
  }

  @Test("A directory with impossible numbers")
  func directories() {
    #expect(directory([]) && directory([24_321, 0, 0, 0]) && directory([], bits: 31))
    #expect(directory([24_321, 0, 0, 1 << 40]) && !directory([24_321, 0, 0, .max]))
    for bits in [32, 64, 1 << 20] as [UInt64] { #expect(!directory([], bits: bits)) }
    #expect(directory([], lastNumber: 1 << 32 - 1))
    for number in [1 << 32, 1 << 39] as [UInt64] { #expect(!directory([], lastNumber: number)) }
    for month in [120_100, 1 << 39] as [UInt64] { #expect(!directory([month, 0, 0, 0])) }
    for dayMap in [1 << 31, 1 << 39] as [UInt64] { #expect(!directory([24_321, 0, dayMap, 0])) }
    #expect(!directory([24_321, 0, 0]) && !directory([24_321, 1, 0, 0]))
    #expect(!directory([24_322, 0, 0, 0, 24_321, 0, 0, 0]))
    for sequence in [1 << 41, .max] as [UInt64] { #expect(!directory([], sequence: sequence)) }
  }

  @Test("Lists that end within an entry")
  func lists() {
    for count in 1...41 {
      let bytes = [UInt8](repeating: 1, count: count)
      #expect((TimelineCoding.numbers(bytes) == nil) == (count % 4 != 0))
      // Two numbers that are the same do not ascend.
      #expect((TimelineCoding.identities(bytes) == nil) == (count != 8))
    }
  }
}
