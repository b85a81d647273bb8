import CheckInJournal
import TestSupport
import Testing

/// Everything that a journal answers.
struct JournalAnswers: Equatable {
  var statistics: Statistics
  var calendars: [MonthCalendar]
  var checkIns: [CheckIn?]

  /// Asks until the journal stays the same in between: it is read anew where a snapshot's part has gone.
  init(_ journal: Journal) throws {
    var sequence: UInt64
    repeat {
      sequence = journal.sequence
      self = try JournalAnswers(askingOnce: journal)
    } while sequence != journal.sequence
  }

  private init(askingOnce journal: Journal) throws {
    checkIns = try (0...journal.lastNumber + 1).map { try journal.checkIn($0) }
    for case let checkIn? in checkIns { #expect(try journal.checkIn(id: checkIn.id) == checkIn) }
    statistics = try journal.statistics(today: CivilDay(dayNumber: 19_700))
    calendars = try journal.months().map { try journal.calendar(of: $0.month) }
  }

  /// What the log alone answers, of the journal in a directory.
  init(logIn directory: TemporaryDirectory) throws {
    let log = try TemporaryDirectory(logOf: directory.path + "/journal")
    try self.init(Journal(at: log.path, for: .readOnly))
  }
}
