import CheckInJournal
import CheckInViewModels
import TestSupport
import Testing

@Suite("Home with workouts, and progress")
struct DashboardTests {
  let place: ScreenJournal

  init() throws { place = try ScreenJournal() }

  private var home: HomeViewModel { HomeViewModel(journal: place.journal, zone: place.zone, now: { place.now }) }
  private var progress: ProgressViewModel { ProgressViewModel(journal: place.journal) }

  private func plan(_ name: String) throws -> WorkoutPlan {
    try place.journal.createPlan(name: name, try PlanText.parse("Bench Press / 3x8 80kg", unit: .kilograms))
  }

  @Test("Without workouts there is no plan, no workout, no list")
  func empty() {
    #expect(home.activePlan == nil && !home.hasActivePlan && home.lastCompletedWorkout == nil)
    #expect(home.lastWorkoutTimeText == nil && home.lastWorkoutTotals == nil && !home.isLoading && home.error == nil)
    #expect(progress.completedSessions.isEmpty && progress.executedExercises.isEmpty && !progress.hasMoreWorkouts)
    #expect(progress.selectedTab == .workouts && !progress.isLoading && progress.error == nil)
    #expect(ProgressViewModel.ProgressTab.allCases.map(\.rawValue) == ["Workouts", "Exercises"])
  }

  @Test("One plan is active at most: the one that was chosen last")
  func activePlan() throws {
    let (first, second) = (try plan("Push A"), try plan("Pull B"))
    let screen = home
    #expect(!screen.hasActivePlan, "no plan is active before it is used")
    for plan in [first, second] { try place.journal.usePlan(plan.number) }
    screen.loadDashboard()
    #expect(screen.activePlan?.name == "Pull B" && screen.hasActivePlan)
    #expect(try place.journal.plans().filter(\.isActive).map(\.number) == [second.number])
    try place.journal.discardPlan(second.number)
    screen.loadDashboard()
    #expect(!screen.hasActivePlan)
  }

  @Test("The last workout is the completed one that started last, whenever it was entered")
  func lastWorkout() throws {
    try place.train("Newest", at: "2026-11-19T18:00:00+01:00", [("bench", "w40x10 80x10 90x8")], minutes: 52)
    try place.train("Entered later", at: "2026-11-10T18:00:00+01:00", [("squat", "100x5")])
    let discarded = try place.train("Discarded", at: "2026-11-20T18:00:00+01:00", [("squat", "100x5")])
    try place.journal.discardSession(discarded.number)
    try place.train("Open", at: "2026-11-21T07:00:00+01:00", [("squat", "120x5")], minutes: nil)
    let screen = home
    #expect(screen.lastCompletedWorkout?.title == "Newest" && screen.lastWorkoutTimeText == "2 days ago")
    #expect(screen.lastCompletedWorkout?.durationSeconds == 52 * 60)
    #expect(screen.lastWorkoutTotals?.sets == 2 && screen.lastWorkoutTotals?.volume.kilograms == 1520)
  }

  @Test("A quick check-in is what was done last, once a day")
  func quickCheckIn() throws {
    let first = home
    #expect(first.performQuickCheckIn() && first.hasCheckInToday && first.currentStreak == 1)
    #expect(first.todayCheckIn?.type == .gym && first.todayCheckIn?.title == "Gym")
    #expect(first.checkInTimeText == "07:30")
    #expect(!first.performQuickCheckIn() && first.todayCount == 1, "there is one already")
    try place.journal.discard([1])
    try place.add(.swim, "Lanes", at: "2026-11-19T07:00:00+01:00")
    let second = home
    #expect(second.performQuickCheckIn() && second.todayCheckIn?.type == .swim && second.todayCheckIn?.title == "Lanes")
  }

  @Test("The record is the greatest weight: 80 × 10, 90 × 8, 100 × 6 gives 100 × 6")
  func record() throws {
    try place.train("Push A", at: "2026-11-19T18:00:00+01:00", [("bench", "80x10 90x8 100x6")])
    let stats = try #require(progress.executedExercises.first)
    #expect(stats.exerciseName == "Bench Press" && stats.totalSetsExecuted == 3)
    #expect(stats.personalRecord?.formattedRecord == "100.0kg × 6")
    #expect(stats.lastExecutionDate.description == "2026-11-19")
  }

  @Test("At the greatest weight the most repetitions count, and of those the most recent")
  func ties() throws {
    try place.train("a", at: "2026-11-01T18:00:00+01:00", [("bench", "100x6 100x7 90x12")])
    try place.train("b", at: "2026-11-03T18:00:00+01:00", [("bench", "100x7 100x5")])
    let record = try #require(progress.executedExercises.first?.personalRecord)
    #expect(record.formattedRecord == "100.0kg × 7" && record.day.description == "2026-11-03")
  }

  @Test("Warm-ups and open workouts count nowhere; pounds and kilograms compare exactly")
  func counting() throws {
    try place.train("a", at: "2026-11-01T18:00:00+01:00", [("bench", "w150x1 100x5 220.4lbx5")])
    try place.train("b", at: "2026-11-02T18:00:00+01:00", [("bench", "200x1")], minutes: nil)
    #expect(progress.executedExercises.first?.personalRecord?.formattedRecord == "100.0kg × 5")
    #expect(progress.executedExercises.first?.totalSetsExecuted == 2 && progress.completedSessions.count == 1)
    try place.journal.discardSession(2)
    try place.train("c", at: "2026-11-03T18:00:00+01:00", [("bench", "220.5lbx5")])
    #expect(progress.executedExercises.first?.personalRecord?.formattedRecord == "220.5lb × 5")
  }

  @Test("An exercise that is renamed keeps its record, and exercises are listed by when they were done last")
  func exercises() throws {
    try place.train("a", at: "2026-11-01T18:00:00+01:00", [("bench", "100x5"), ("squat", "120x5")])
    try place.train("b", at: "2026-11-05T18:00:00+01:00", [("squat", "110x5"), ("plank", "1:30 2:00")])
    try place.journal.editExercise(1, with: ExerciseChanges(name: "Supino"))
    let stats = progress.executedExercises
    #expect(stats.map(\.exerciseName) == ["Squat", "Plank", "Supino"])
    #expect(stats.map { $0.personalRecord?.formattedRecord } == ["120.0kg × 5", "2:00", "100.0kg × 5"])
    #expect(stats.map(\.totalSetsExecuted) == [2, 2, 1] && Set(stats.map(\.id)).count == 3)
  }

  @Test("Workouts are shown newest first, fifty at a time")
  func pages() throws {
    let first = try ScreenJournal.instant("2026-06-01T18:00:00+02:00")
    for index in 0..<120 {
      let start = place.zone.time(atInstant: first + Int64(index) * 86_400_000)
      try place.journal.startSession(SessionDraft(start: start, title: "Workout \(index)"))
      try place.journal.completeSession(endMilliseconds: start.instantMilliseconds + 3_600_000)
    }
    let screen = progress
    #expect(screen.completedSessions.map(\.title) == (70..<120).reversed().map { "Workout \($0)" })
    #expect(screen.hasMoreWorkouts)
    screen.loadMoreWorkouts()
    screen.loadMoreWorkouts()
    #expect(screen.completedSessions.count == 120 && !screen.hasMoreWorkouts)
    #expect(screen.completedSessions.last?.title == "Workout 0")
    screen.loadWorkoutHistory(limit: 120)
    #expect(screen.completedSessions.count == 120 && !screen.hasMoreWorkouts, "exactly as many as there are")
    let older = ProgressViewModel(journal: place.journal, skippingWorkouts: 100)
    #expect(older.completedSessions.map(\.title) == (0..<20).reversed().map { "Workout \($0)" })
  }
}
