import CheckInJournal
import TestSupport
import Testing

@Suite("An exercise over time")
struct ExerciseHistoryTests {
  private let directory: TemporaryDirectory
  private let journal: Journal

  init() throws {
    directory = try TemporaryDirectory()
    journal = try Journal(at: directory.path + "/journal")
  }

  /// Records a workout: for each exercise its sets, as they are typed; without an end it stays open.
  @discardableResult
  private func train(
    _ title: String, on day: String, _ sets: [(exercise: String, sets: String)], isOpen: Bool = false
  ) throws -> WorkoutSession {
    let local = try #require(WrittenTime("\(day)T18:00")).localMilliseconds
    let start = CheckInTime(instantMilliseconds: local - 3_600_000, offsetMinutes: 60)
    let number = try journal.startSession(SessionDraft(start: start, title: title)).number
    for (exercise, sets) in sets {
      try journal.log(
        try SetNotation.parse(sets, unit: .kilograms), exercise: exercise, at: start, isTimeGiven: true)
    }
    if !isOpen { try journal.completeSession(endMilliseconds: start.instantMilliseconds + 3_600_000) }
    return try journal.existingSession(number)
  }

  @Test("Each completed workout says what was done in it, ascending, whenever it was entered")
  func occasions() throws {
    try train("Later", on: "2025-11-10", [("bench", "w60x5 90x5 100x3"), ("squat", "100x5")])
    try train("Earlier", on: "2025-10-10", [("bench", "80x10")])
    try train("Other", on: "2025-11-12", [("squat", "100x5")])
    try train("Open", on: "2025-11-14", [("bench", "120x5")], isOpen: true)
    let bench = try journal.exercise(named: "bench").number
    let history = try journal.exerciseHistory(of: bench)
    #expect(history.occasions.map(\.title) == ["Earlier", "Later"] && history.occasions.map(\.sets) == [1, 2])
    #expect(history.occasions.map(\.volume.kilograms) == [800, 750])
    #expect(history.occasions.map { $0.best?.text } == ["80.0kg × 10", "100.0kg × 3"])
    #expect(history.occasions.last?.estimatedKilograms == 110)
    #expect(try journal.exerciseHistory(of: 99).occasions.isEmpty)
  }

  @Test("The records are the sets that were the best when they were done; the same once more is no other record")
  func records() throws {
    for (day, sets) in [("01", "80x10"), ("03", "90x8"), ("05", "85x12"), ("07", "90x8"), ("09", "100x6")] {
      try train("x", on: "2025-11-\(day)", [("bench", sets)])
    }
    let history = try journal.exerciseHistory(of: 1)
    #expect(history.records.map(\.text) == ["80.0kg × 10", "90.0kg × 8", "100.0kg × 6"])
    #expect(history.records.map(\.day.dayOfMonth) == [1, 7, 9])
    #expect(history.records.last == (try journal.statistics(ofExercise: 1).record))
  }

  @Test("The estimates since a day are those of all exercises, ascending")
  func maxima() throws {
    try train("a", on: "2025-08-01", [("bench", "60x1")])
    try train("b", on: "2025-11-01", [("bench", "90x1"), ("plank", "1:00")])
    try train("c", on: "2025-11-05", [("bench", "80x1 100x1"), ("squat", "120x1")])
    let since = try #require(CivilDay("2025-11-01"))
    let maxima = try journal.estimatedMaxima(since: since)
    let bench = try journal.exercise(named: "bench").number
    let squat = try journal.exercise(named: "squat").number
    #expect(maxima == [bench: [90, 100], squat: [120]])
  }

  @Test("A set with an identity that is there already is not logged again")
  func identity() throws {
    let open = try train("a", on: "2025-11-20", [("bench", "80x10")], isOpen: true)
    let known = try #require(open.sets.first)
    let again = try journal.log(
      try SetNotation.parse("80x10", unit: .kilograms), exercise: "bench", at: open.start, id: known.id)
    #expect(again.sets == [known.number] && again.session.sets.count == 1 && !again.isNewSession)
  }

  @Test("An edit that expects an earlier event is refused, and changes nothing")
  func expectation() throws {
    let session = try train("a", on: "2025-11-20", [("bench", "80x10")])
    let plan = try journal.createPlan(name: "A", try PlanText.parse("Dip / 3x8", unit: .kilograms))
    let set = try #require(session.sets.first)
    try journal.editSet(1, ofSession: session.number, to: SetEntry(reps: 5), expecting: set.editVersion)
    try journal.editPlan(plan.number, name: "B", expecting: plan.editVersion)
    let before = journal.sequence
    for edit: () throws -> Void in [
      { try journal.editSet(1, ofSession: session.number, to: SetEntry(reps: 6), expecting: set.editVersion) },
      { try journal.editPlan(plan.number, name: "C", expecting: plan.editVersion) },
      { try journal.editSession(session.number, with: SessionChanges(title: "b"), expecting: session.editVersion) },
    ] {
      let error = #expect(throws: JournalError.self) { try edit() }
      #expect(error?.code == .conflict)
    }
    #expect(journal.sequence == before)
  }
}
