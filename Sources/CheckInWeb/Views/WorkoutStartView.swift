import CheckInJournal
import CheckInLanguage
import FoundationEssentials

/// The workout that comes next: the open one, or what can be started.
struct WorkoutStartView {
  /// An exercise of the active plan.
  struct PlanExercise {
    var startExercise: String
    var startSets: String
  }

  /// The open workout's title.
  var openTitle: String?
  var openDetail: String?
  /// The active plan; `nil` while a workout is open.
  var activePlan: Int?
  var activeTitle: String?
  var activeDetail: String?
  var planExercises: [PlanExercise] = []
  var hasPlanExercises = false
  /// The number of the plan's exercises that are not shown, as readable text; `nil` for none.
  var moreExercises: String?
  /// `true` if there is neither an open workout nor an active plan.
  var isIdle: Bool
  /// `true` if there are no plans.
  var hasNoPlans: Bool
  /// The workout that was completed last, for a page too narrow for a card of its own.
  var lastBrief: String?
  var lastBriefFigures: String?
  var startID: String

  /// Exercises of the plan that are shown.
  private static let shownExercises = 6
  /// The number of latest workouts in which to look for the plan's most recent workout.
  private static let searchedSessions = 10

  init(
    _ journal: Journal, active: WorkoutPlan?, today: CivilDay, figures: WorkoutFigures
  ) throws(JournalError) {
    let (localization, words) = (figures.localization, figures.localization.words)
    let open = try journal.openSession()
    openTitle = open.map { shown($0.title) }
    if let open {
      let since = open.day == today ? localization.clock(of: open.start) : localization.recent(open.day, today: today)
      openDetail = words("Open since {time}", ["time": since]) + " · " + figures.sets(try journal.totals(of: open).sets)
    }
    isIdle = open == nil && active == nil
    hasNoPlans = active == nil ? try journal.plans().isEmpty : false
    startID = UUID().uuidString
    guard open == nil else { return }
    let latest = try journal.completedSessions(limit: active == nil ? 1 : Self.searchedSessions)
    if let last = latest.first {
      lastBrief = words(
        "Last: {workout}, {ago}", ["workout": shown(last.title), "ago": localization.ago(last.day, today: today)])
      lastBriefFigures = figures.summary(try journal.totals(of: last), seconds: last.durationSeconds)
    }
    guard let active else { return }
    activePlan = active.number
    activeTitle = shown(active.name)
    let count = Set(active.items.map(\.exercise)).count
    activeDetail =
      words("Active plan") + " · "
      + (latest.first { $0.plan?.number == active.number }.map { done in
        words("last done {day}", ["day": localization.recent(done.day, today: today)])
      } ?? figures.exercises(count))
    var numbers: [Int] = []
    for item in active.items where !item.prescription.isWarmUp && !numbers.contains(item.exercise) {
      numbers.append(item.exercise)
      guard planExercises.count < Self.shownExercises else { continue }
      planExercises.append(
        PlanExercise(
          startExercise: shown(try journal.existingExercise(item.exercise).name),
          startSets: figures.text(item.prescription)))
    }
    hasPlanExercises = !planExercises.isEmpty
    let rest = numbers.count - planExercises.count
    moreExercises = rest > 0 ? words.count(rest, "and {n} more", "and {n} more") : nil
  }
}

/// The workout that was completed last.
struct LastWorkoutView {
  struct Figure {
    var value: String
    var label: String
  }

  var lastHref: String
  var lastTitle: String
  var lastDetail: String
  /// The number of records set in the workout, as readable text; `nil` for none.
  var recordBadge: String?
  var lastFigures: [Figure]

  /// - Parameter records: the exercises whose record was set in it.
  init(
    _ session: WorkoutSession, totals: TrainingTotals, today: CivilDay,
    records: [ExecutedExercise], figures: WorkoutFigures
  ) {
    let (localization, words) = (figures.localization, figures.localization.words)
    lastHref = "/sessions/\(session.number)"
    lastTitle = shown(session.title)
    lastDetail = "\(localization.ago(session.day, today: today).capitalizedFirst) · \(figures.sets(totals.sets))"
    recordBadge = records.isEmpty ? nil : words.count(records.count, "{n} record", "{n} records")
    lastFigures = []
    if let seconds = session.durationSeconds {
      lastFigures.append(Figure(value: figures.minutes(seconds), label: words("Duration")))
    }
    if !totals.volume.isZero {
      lastFigures.append(Figure(value: figures.sum(kilograms: totals.volume.kilograms), label: words("Volume")))
    }
    if let best = records.first, let record = best.statistics.record {
      lastFigures.append(
        Figure(value: figures.text(record, load: best.exercise.load), label: shown(best.exercise.name)))
    }
  }
}

extension String {
  /// The text with a capital at its beginning.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
