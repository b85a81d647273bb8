import JournalTestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInModel
@testable import CheckInTimeline

@Suite("Pages of a search")
struct SearchPagingTests {
  @Test("A month with more rows than a page may read is read once, found or not", arguments: [1, 2, 9])
  func crowdedMonth(maximumRowCount: Int) throws {
    let journal = try Journal.inMemory()
    for month in 1...3 {
      for type in [ExerciseType.run, .run, .yoga] where type == .run || month != 2 {
        let day = try #require(CivilDay(year: 2026, month: month, day: 1))
        let time = LocalTimeZone.utc.time(atInstant: Int64(day.dayNumber) * 86_400_000)
        try journal.create(CheckInDraft(type: type, title: "Month \(month)", time: time))
      }
    }
    for (type, expected) in [(ExerciseType.yoga, 2), (.walk, 0)] {
      var (found, pages): ([Int], Int) = ([], 0)
      var place: CheckInPlace?
      repeat {
        let page = try journal.search(
          CheckInFilter(types: [type]), after: place, limit: 10, maximumRowCount: maximumRowCount)
        found += page.checkIns.map(\.number)
        place = page.next
        pages += 1
      } while place != nil && pages < 10
      #expect(place == nil && found.count == expected)
    }
  }
}
