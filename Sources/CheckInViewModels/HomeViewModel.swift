public import CheckInJournal
public import CheckInLanguage
public import Observation

/// The first screen: the active plan, the last workout, today's check-in, the streak and the goals.
///
/// ```swift
/// let screen = HomeViewModel(journal: journal, zone: zone)
/// print(screen.activePlan?.name ?? "No plan", screen.checkInTimeText ?? "Not yet", screen.currentStreak)
/// ```
///
/// It belongs to the thread that shows it. Reading takes the same time however long the history is.
@Observable
public final class HomeViewModel {
  /// The plan that is active; there is one at most.
  public private(set) var activePlan: WorkoutPlan?
  /// The completed workout that started last.
  public private(set) var lastCompletedWorkout: WorkoutSession?
  /// The totals of the last completed workout.
  public private(set) var lastWorkoutTotals: TrainingTotals?
  /// The newest check-in of today.
  public private(set) var todayCheckIn: CheckIn?
  /// The number of check-ins today.
  public private(set) var todayCount = 0
  /// Days in a row with a check-in, up to today or yesterday; from the whole history.
  public private(set) var currentStreak = 0
  /// The goals, and how far each has come in this week or month.
  public private(set) var goals: [GoalProgress] = []
  /// A Boolean value that indicates whether the journal is being read.
  public private(set) var isLoading = false
  /// The error of the last refresh or check-in; `nil` if it succeeded.
  ///
  /// After an error, the shown values may be out of date.
  public private(set) var error: JournalError?

  @ObservationIgnored private let journal: Journal
  @ObservationIgnored private let zone: LocalTimeZone
  @ObservationIgnored private let firstWeekday: Weekday
  @ObservationIgnored private let localization: Localization
  @ObservationIgnored private let now: () -> Int64

  /// - Parameters:
  ///   - zone: the zone that decides which day is today.
  ///   - firstWeekday: the day that weeks start with, for goals of a week.
  ///   - localization: whom the texts are for.
  ///   - now: the clock: milliseconds since 1970.
  public init(
    journal: Journal, zone: LocalTimeZone, firstWeekday: Weekday = .monday,
    localization: Localization = Localization(), now: @escaping () -> Int64 = Journal.systemMilliseconds
  ) {
    self.journal = journal
    self.zone = zone
    self.firstWeekday = firstWeekday
    self.localization = localization
    self.now = now
    loadDashboard()
  }

  /// A Boolean value that indicates whether a plan is active.
  public var hasActivePlan: Bool { activePlan != nil }

  /// A Boolean value that indicates whether the user has checked in today.
  public var hasCheckInToday: Bool { todayCheckIn != nil }

  /// The label of the button. There may be several check-ins a day, so it always offers another.
  public var checkInButtonText: String {
    hasCheckInToday ? localization.words("Check in again") : localization.words("Check in")
  }

  /// The local time of today's newest check-in, as in `07:10`.
  public var checkInTimeText: String? { todayCheckIn.map { localization.timeOfDay(of: $0.time) } }

  /// The time since the last completed workout: `today`, `2 days ago`, `3 weeks ago`.
  public var lastWorkoutTimeText: String? {
    lastCompletedWorkout.map { localization.ago($0.day, today: today) }
  }

  private var today: CivilDay { zone.time(atInstant: now()).day }

  /// Reads everything again, including what other processes have written.
  public func loadDashboard() {
    isLoading = true
    defer { isLoading = false }
    do throws(JournalError) {
      try journal.refresh()
      let today = today
      activePlan = try journal.activePlan()
      lastCompletedWorkout = try journal.completedSessions(limit: 1).first
      lastWorkoutTotals = if let lastCompletedWorkout { try journal.totals(of: lastCompletedWorkout) } else { nil }
      let day = try journal.calendar(of: today.month).days.first { $0.day == today }
      todayCheckIn = day?.newest
      todayCount = day?.checkIns ?? 0
      currentStreak = try journal.statistics(today: today).currentStreak?.days ?? 0
      goals = try journal.goals(today: today, firstWeekday: firstWeekday)
      error = nil
    } catch {
      self.error = error
    }
  }

  /// Checks in with one touch: what was done last, once more, now; at first the gym. Does nothing if there is a
  /// check-in today.
  ///
  /// - Returns: whether it was saved; otherwise ``error`` may say why not.
  @discardableResult
  public func performQuickCheckIn() -> Bool {
    guard !hasCheckInToday else { return false }
    do throws(JournalError) {
      let last = try journal.checkIns(limit: 1).first { $0.type != .unknown }
      let instant = now()
      let draft = CheckInDraft(
        type: last?.type ?? .gym, title: last?.title ?? ExerciseType.gym.name, time: zone.time(atInstant: instant))
      try journal.create(Validation.validate(draft, now: instant))
    } catch {
      self.error = error
      return false
    }
    loadDashboard()
    return true
  }
}
