import CheckInJournal
import Foundation
import Testing
import WeeklyCalories

struct WeeklyCaloriesTests {
  private let saturday = CheckInTime(instantMilliseconds: 1_795_241_400_000, offsetMinutes: 60)  // 2026-11-21
  private let monday = CivilDay(year: 2026, month: 11, day: 16)

  /// Without a journal: what single events do.
  @Test func events() throws {
    let monday = try #require(monday)
    let run = Event.Created(id: UUID(), time: saturday, type: .run, title: "Run", calories: 320)
    let created = Event(sequence: 1, checkIn: 1, action: .created(run))
    #expect(WeeklyCalories(applying: [created]).totals == [monday: 320])
    let edited = Event(sequence: 2, checkIn: 1, action: .edited(CheckInChanges(calories: .set(340))))
    #expect(WeeklyCalories(applying: [created, edited]).totals == [monday: 340])
    let discarded = Event(sequence: 3, checkIn: 1, action: .discarded)
    #expect(WeeklyCalories(applying: [created, edited, discarded]).totals == [:])
    let restored = Event(sequence: 4, checkIn: 1, action: .restored)
    #expect(WeeklyCalories(applying: [created, edited, discarded, restored]).totals == [monday: 340])
  }

  /// With one in memory: it agrees with what the journal itself shows, whatever was done.
  @Test func commands() throws {
    let journal = try Journal.inMemory()
    for calories in 1...10 {
      try journal.create(CheckInDraft(type: .run, title: "Run", time: saturday, calories: calories))
    }
    try journal.discard([3, 4])
    try journal.edit(1, with: CheckInChanges(calories: .clear))
    try journal.undo()
    let sum = try journal.checkIns().reduce(0) { $0 + ($1.calories ?? 0) }
    #expect(try journal.projection(WeeklyCalories.self).totals == [#require(monday): sum])
    #expect(try journal.replay(WeeklyCalories.self) == journal.projection(WeeklyCalories.self))
  }
}
