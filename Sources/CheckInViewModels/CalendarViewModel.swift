public import CheckInJournal
public import Observation

/// The screen with all months that have check-ins, newest first.
///
/// ```swift
/// let screen = CalendarViewModel(journal: journal)
/// for month in screen.months { print(month.month, month.statistics.checkIns) }
/// ```
///
/// It belongs to the thread that shows it. Reading takes time in proportion to the number of months.
@Observable
public final class CalendarViewModel {
  /// Newest first; months without check-ins are left out.
  public private(set) var months: [MonthCalendar] = []
  /// A Boolean value that indicates whether the journal is being read.
  public private(set) var isLoading = false
  /// The error of the last refresh; `nil` if it succeeded.
  ///
  /// After an error, the shown months may be out of date.
  public private(set) var error: JournalError?

  @ObservationIgnored private let journal: Journal

  /// Reads the months of a journal.
  public init(journal: Journal) {
    self.journal = journal
    refresh()
  }

  /// Reads everything again, including what other processes have written.
  public func refresh() {
    isLoading = true
    defer { isLoading = false }
    do throws(JournalError) {
      try journal.refresh()
      var calendars: [MonthCalendar] = []
      for month in try journal.months() { calendars.append(try journal.calendar(of: month.month)) }
      months = calendars
      error = nil
    } catch {
      self.error = error
    }
  }
}
