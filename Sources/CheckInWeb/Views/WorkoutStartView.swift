import CheckInJournal
import CheckInViewModels
import FoundationEssentials

/// The workout that comes next: the open one, or what can be started.
struct WorkoutStartView {
  /// The open workout's title.
  var openTitle: String?
  var openDetail: String?
  /// The active plan; `nil` while a workout is open.
  var activePlan: Int?
  var activeTitle: String?
  var activeDetail: String?
  /// Whether neither is there.
  var isIdle: Bool
  /// Whether there are no plans at all.
  var hasNoPlans: Bool
  var startID: String

  init(_ journal: Journal, today: CivilDay) throws(JournalError) {
    try self.init(journal, active: try journal.activePlan(), today: today)
  }

  init(_ journal: Journal, active: WorkoutPlan?, today: CivilDay) throws(JournalError) {
    let open = try journal.openSession()
    openTitle = open.map { shown($0.title) }
    if let open {
      let since = open.day == today ? open.start.clock : RelativeDay.text(open.day, today: today)
      openDetail = "Open since \(since) · " + pluralized(try journal.totals(of: open).sets, "set")
    }
    if open == nil, let active {
      activePlan = active.number
      activeTitle = shown(active.name)
      activeDetail = "Active plan · " + pluralized(Set(active.items.map(\.exercise)).count, "exercise")
    }
    isIdle = open == nil && active == nil
    hasNoPlans = active == nil ? try journal.plans().isEmpty : false
    startID = UUID().uuidString
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
  /// How many records were set in it.
  var recordBadge: String?
  var lastFigures: [Figure]

  /// - Parameters:
  ///   - ago: how long ago it was, in words.
  ///   - records: the exercises whose record was set in it.
  init(
    _ session: WorkoutSession, _ totals: TrainingTotals, ago: String,
    records: [(exercise: Exercise, statistics: ExerciseStatistics)]
  ) {
    lastHref = "/sessions/\(session.number)"
    lastTitle = shown(session.title)
    lastDetail = "\(ago.capitalizedFirst) · \(pluralized(totals.sets, "set"))"
    recordBadge = records.isEmpty ? nil : pluralized(records.count, "record")
    lastFigures = []
    if let seconds = session.durationSeconds {
      lastFigures.append(Figure(value: WorkoutFigures.minutes(seconds), label: "Duration"))
    }
    if !totals.volume.isZero {
      lastFigures.append(Figure(value: WorkoutFigures.kilograms(totals.volume.kilograms), label: "Volume"))
    }
    if let best = records.first, let record = best.statistics.record {
      lastFigures.append(Figure(value: record.text, label: shown(best.exercise.name)))
    }
  }
}

extension String {
  /// The text with a capital at its beginning.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
