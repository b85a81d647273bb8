public import CheckInJournal
public import Observation

/// The first screen: today's check-in and the streak.
///
/// ```swift
/// let screen = HomeViewModel(journal: journal, today: { today })
/// print(screen.checkInTimeText ?? "Not yet", screen.currentStreak)
/// ```
///
/// It belongs to the thread that shows it.
@Observable
public final class HomeViewModel {
  /// The newest check-in of today.
  public private(set) var todayCheckIn: CheckIn?
  /// How many there are today.
  public private(set) var todayCount = 0
  /// Days in a row with a check-in, up to today or yesterday; from the whole history.
  public private(set) var currentStreak = 0
  public private(set) var isLoading = false
  /// Why what is shown may be out of date.
  public private(set) var error: JournalError?

  @ObservationIgnored private let journal: Journal
  @ObservationIgnored private let today: () -> CivilDay

  public init(journal: Journal, today: @escaping () -> CivilDay) {
    self.journal = journal
    self.today = today
    refresh()
  }

  public var hasCheckInToday: Bool { todayCheckIn != nil }

  /// The label of the button. There may be several check-ins a day, so it always offers another.
  public var checkInButtonText: String { hasCheckInToday ? "Check in again" : "Check in" }

  /// The local time of today's newest check-in, as in `07:10`.
  public var checkInTimeText: String? { todayCheckIn?.time.clock }

  /// Reads everything again, including what other processes have written.
  public func refresh() {
    isLoading = true
    defer { isLoading = false }
    do throws(JournalError) {
      try journal.refresh()
      let today = today()
      let day = try journal.calendar(of: today.month).days.first { $0.day == today }
      todayCheckIn = day?.newest
      todayCount = day?.checkIns ?? 0
      currentStreak = try journal.statistics(today: today).currentStreak?.days ?? 0
      error = nil
    } catch {
      self.error = error
    }
  }
}
