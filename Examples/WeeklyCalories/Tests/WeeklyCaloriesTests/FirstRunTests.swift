import CheckInJournal
import Testing

@Test func aFirstRun() throws {
  let journal = try Journal.inMemory()
  let checkIn = try journal.create(CheckInDraft(type: .run, title: "Morning 5k", time: .now(), calories: 320)).checkIn
  #expect(checkIn.number == 1)
  #expect(try journal.statistics(today: .today()).total == 1)

  try journal.edit(1, with: CheckInChanges(calories: .set(340)))
  let hard = try journal.checkIns.where { $0.type == .run && $0.calories > 330 }.fetch()
  #expect(hard.map(\.title) == ["Morning 5k"])

  try journal.undo()
  #expect(try journal.checkIn(1)?.calories == 320)
}
