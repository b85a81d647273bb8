import CheckInJournal
import TestSupport
import Testing

/// Everything that a journal answers.
struct JournalAnswers: Equatable {
  var statistics: Statistics
  var calendars: [MonthCalendar]
  var checkIns: [CheckIn?]

  init(_ journal: Journal) throws {
    checkIns = try (0...journal.lastNumber + 1).map { try journal.checkIn($0) }
    for case let checkIn? in checkIns { #expect(try journal.checkIn(id: checkIn.id) == checkIn) }
    statistics = try journal.statistics(today: CivilDay(dayNumber: 19_700))
    calendars = try journal.months().map { try journal.calendar(of: $0.month) }
  }

  /// What the log alone answers, of the journal in a directory.
  init(logIn directory: TemporaryDirectory) throws {
    var configuration = Journal.Configuration()
    configuration.usesSnapshot = false
    try self.init(Journal(at: directory.path + "/journal", for: .readOnly, configuration: configuration))
  }
}
