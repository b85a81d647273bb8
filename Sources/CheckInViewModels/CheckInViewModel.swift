public import CheckInJournal
public import Observation

/// The screen with the total and one month's calendar.
///
/// ```swift
/// let screen = CheckInViewModel(journal: journal, today: { today })
/// screen.previousMonth()
/// print(screen.currentMonth, screen.currentMonthCheckIns.count, screen.totalCheckIns)
/// ```
///
/// It belongs to the thread that shows it.
@Observable
public final class CheckInViewModel {
  /// The number of all check-ins.
  public private(set) var totalCheckIns = 0
  /// The month shown, its days with check-ins ascending; the newest check-in represents a day.
  public private(set) var calendar: MonthCalendar
  /// A Boolean value that indicates whether the journal is being read.
  public private(set) var isLoading = false
  /// The error of the last refresh; `nil` if it succeeded.
  ///
  /// After an error, the shown month may be out of date.
  public private(set) var error: JournalError?

  @ObservationIgnored private let journal: Journal
  @ObservationIgnored private let today: () -> CivilDay

  /// Reads a month of a journal: the present one where none is given, which is that of `today`.
  public init(journal: Journal, month: CivilMonth? = nil, today: @escaping () -> CivilDay) {
    self.journal = journal
    self.today = today
    let shown = month ?? today().month
    calendar = MonthCalendar(statistics: MonthStatistics(month: shown, checkIns: 0, days: 0), days: [])
    refresh()
  }

  /// The month that is shown.
  public var currentMonth: CivilMonth { calendar.month }

  /// The check-in that represents each day of the month.
  public var currentMonthCheckIns: [CivilDay: CheckIn] {
    Dictionary(calendar.days.map { ($0.day, $0.newest) }) { newest, _ in newest }
  }

  /// A Boolean value that indicates whether a later month can be shown.
  ///
  /// The current month is the last.
  public var hasNextMonth: Bool { currentMonth < today().month }

  /// Reads everything again, including what other processes have written.
  public func refresh() { show(currentMonth) }

  /// Goes to the month before.
  public func previousMonth() {
    guard currentMonth.monthNumber > CivilMonth.first.monthNumber else { return }
    show(currentMonth.adding(months: -1))
  }

  /// Goes to the month after.
  public func nextMonth() {
    guard hasNextMonth else { return }
    show(currentMonth.adding(months: 1))
  }

  private func show(_ month: CivilMonth) {
    isLoading = true
    defer { isLoading = false }
    do throws(JournalError) {
      try journal.refresh()
      calendar = try journal.calendar(of: month)
      totalCheckIns = try journal.statistics(today: today()).total
      error = nil
    } catch {
      self.error = error
    }
  }
}

extension CivilMonth {
  /// January of year 1: the first month that can have a check-in.
  static let first = CivilMonth(monthNumber: 12)
}
