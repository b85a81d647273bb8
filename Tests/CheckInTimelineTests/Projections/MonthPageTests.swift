import TestSupport
import Testing

@testable import CheckInModel
@testable import CheckInTimeline
@testable import EventLog

@Suite("Month pages")
struct MonthPageTests {
  private let title: [UInt8] = [0x32, 1, 0x41]

  @Test(
    "A row is found by its number, whatever numbers the page lacks",
    arguments: [[1, 2, 3, 4], [5], [1, 100, 101, 4_000_000_000], [7, 8, 20, 21, 22, 90], [3, 5, 7, 8, 9, 10, 30]])
  func rows(numbers: [UInt32]) throws {
    var page = MonthPage(month: CivilMonth(monthNumber: 24_312))
    for number in numbers.reversed() { try page.insert(row(number), details: title.span.bytes) }

    #expect(page.rows.map(\.number) == numbers)
    for number in numbers {
      #expect(page.index(of: number).map { page.rows[$0].number } == number)
      for other in [number - 1, number + 1] where !numbers.contains(other) { #expect(page.index(of: other) == nil) }
    }
  }

  @Test("A row that changes makes the page differ from the snapshot")
  func changes() throws {
    var page = MonthPage(month: CivilMonth(monthNumber: 24_312))
    try page.insert(row(1), details: title.span.bytes)
    page.setStored()
    #expect(!page.isChanged)

    #expect(page.change(at: 0) { $0.sequence = 7 }.old.sequence == 1)
    #expect(page.rows[0].sequence == 7)
    #expect(page.isChanged)
  }

  @Test("Rows are counted one by one as all at once, discarded ones not at all")
  func counts() throws {
    var page = MonthPage(month: CivilMonth(monthNumber: 24_312))
    for number in 1...40 as ClosedRange<UInt32> {
      var row = row(number)
      row.dayOfMonth = UInt8(number % 31 + 1)
      if number % 3 == 0 { row.flags.insert(.discarded) }
      try page.insert(row, details: title.span.bytes)
    }
    var together = page
    var types = [Int](repeating: 0, count: ExerciseType.allCases.count)
    together.countRows(&types)
    for row in page.rows where !row.isDiscarded { _ = page.count(row, step: 1) }
    #expect(together.dayCounts.indices.allSatisfy { together.dayCounts[$0] == page.dayCounts[$0] })
    #expect(types == [0, 27, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test("A photo goes where its row goes")
  func photos() throws {
    var page = MonthPage(month: CivilMonth(monthNumber: 24_312))
    for number in 1...5 as ClosedRange<UInt32> { try page.insert(row(number), details: title.span.bytes) }
    let bytes = [UInt8](repeating: 7, count: 32)
    var fields = EventView.PhotoFields()
    fields.digest = ByteRange(start: 0, end: 32)
    for number in [4, 2, 5] as [UInt32] {
      page.setPhoto(at: Int(number) - 1, PhotoRow(number: number, fields, in: bytes.span.bytes), sequence: 9)
    }
    func numbers() -> [UInt32?] { page.rows.indices.map { page.photo(at: $0)?.number } }
    #expect(numbers() == [nil, 2, nil, 4, 5])
    #expect(page.photo(at: 3)?.photo.digest == Digest(bytes))
    try page.remove(at: 3)
    #expect(numbers() == [nil, 2, nil, 5])
    page.setPhoto(at: 1, nil, sequence: 10)
    #expect(numbers() == [nil, nil, nil, 5] && page.photos.count == 1)
    #expect(page.rows.map { $0.flags.contains(.photo) } == [false, false, false, true])
    try page.insert(row(4), details: title.span.bytes)
    #expect(numbers() == [nil, nil, nil, nil, 5])
  }

  private func row(_ number: UInt32) -> CheckInRow {
    CheckInRow(
      id: (UInt64(number), 0), instantMilliseconds: 0, sequence: UInt64(number), number: number, detailsOffset: 0,
      zone: 0, offsetMinutes: 0, typeNumber: 1, flags: [], dayOfMonth: 1)
  }
}
