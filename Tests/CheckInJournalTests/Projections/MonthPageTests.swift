import Testing

@testable import CheckInJournal

@Suite("Month pages")
struct MonthPageTests {
  @Test(
    "A row is found by its number, whatever numbers the page lacks",
    arguments: [[1, 2, 3, 4], [5], [1, 100, 101, 4_000_000_000], [7, 8, 20, 21, 22, 90], [3, 5, 7, 8, 9, 10, 30]])
  func rows(numbers: [UInt32]) throws {
    var page = MonthPage(month: CivilMonth(monthNumber: 24_312))
    for number in numbers.reversed() { _ = try page.insert(row(number), textByteCount: 0) { $0.number(0) } }

    #expect(page.rows.map(\.number) == numbers)
    for number in numbers {
      #expect(page.index(of: number).map { page.rows[$0].number } == number)
      for other in [number - 1, number + 1] where !numbers.contains(other) { #expect(page.index(of: other) == nil) }
    }
  }

  @Test("A row that changes its day is counted there, and the page differs from the snapshot")
  func days() throws {
    var page = MonthPage(month: CivilMonth(monthNumber: 24_312))
    _ = try page.insert(row(1), textByteCount: 0) { $0.number(0) }
    page.setStored()
    #expect(!page.isChanged)

    let change = try #require(page.change(at: 0) { $0.dayOfMonth = 9 })
    #expect(change.old.dayCount == 0)
    #expect(change.new.dayCount == 1)
    #expect(page.dayCounts.indices.filter { page.dayCounts[$0] > 0 } == [8])
    #expect(page.isChanged)
  }

  @Test("A row that counts as before changes the page all the same, and no count")
  func countsAsBefore() throws {
    var page = MonthPage(month: CivilMonth(monthNumber: 24_312))
    _ = try page.insert(row(1), textByteCount: 0) { $0.number(0) }
    page.setStored()

    #expect(page.change(at: 0) { $0.sequence = 7 } == nil)
    #expect(page.dayCounts[0] == 1)
    #expect(page.rows[0].sequence == 7)
    #expect(page.isChanged)
  }

  private func row(_ number: UInt32) -> CheckInRow {
    CheckInRow(
      id: (UInt64(number), 0), instantMilliseconds: 0, sequence: UInt64(number), number: number, detailsOffset: 0,
      zone: 0, offsetMinutes: 0, typeNumber: 1, flags: [], dayOfMonth: 1)
  }
}
