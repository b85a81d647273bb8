import CheckInJournal
import FoundationEssentials

/// A journal that is only read. If there is none yet, it answers as an empty one.
struct ReadableJournal {
  let journal: Journal?

  var sequence: UInt64 { journal?.sequence ?? 0 }

  /// Throws a ``JournalError`` if there is no such check-in, unless there is no journal either.
  func existingCheckIn(_ number: Int) throws -> CheckIn? { try journal?.existingCheckIn(number) }
  func checkIn(_ number: Int) throws -> CheckIn? { try journal?.checkIn(number) }

  /// The check-in as it is now, with its version.
  func versioned(_ checkIn: CheckIn) throws -> VersionedCheckIn {
    try journal?.versionedCheckIn(checkIn.number)
      ?? VersionedCheckIn(checkIn: checkIn, version: CheckInVersion(sequence: checkIn.sequence))
  }

  /// The version of a check-in that is shown; `nil` unless several devices have it: then its `sequence` says the same.
  func sharedVersion(of checkIn: CheckIn) throws -> CheckInVersion? {
    guard let journal, journal.hasGroup || journal.showsPeers else { return nil }
    let known = try journal.versionedCheckIn(checkIn.number)
    return known.checkIn == checkIn ? known.version : nil
  }

  func checkIn(id: UUID) throws -> CheckIn? { try journal?.checkIn(id: id) }

  /// The check-in with the highest number, of those that are discarded or of those that are not.
  func lastCheckIn(discarded: Bool) throws -> CheckIn? { try journal?.lastCheckIn(discarded: discarded) }

  /// The check-in of a type that was recorded last and isn't discarded.
  func lastCheckIn(of type: ExerciseType) throws -> CheckIn? { try journal?.lastCheckIn(of: type) }

  /// The figures; `nil` for an empty journal.
  func statistics(today: CivilDay) throws -> Statistics? { try journal?.statistics(today: today) }

  /// The sum of all check-ins' kilocalories.
  func calories() throws -> Int { try journal?.calories() ?? 0 }

  /// Months with check-ins, newest first.
  func months() throws -> [MonthStatistics] { try journal?.months() ?? [] }

  func calendar(of month: CivilMonth) throws -> MonthCalendar {
    try journal?.calendar(of: month)
      ?? MonthCalendar(statistics: MonthStatistics(month: month, checkIns: 0, days: 0), days: [])
  }

  /// The year's days with check-ins, ascending, and how many there are.
  func dayCounts(inYear year: Int) throws -> [DayCount] {
    try journal?.dayCounts(inYear: year) ?? []
  }

  /// The marks of days, ascending.
  func marks(from first: CivilDay?, to last: CivilDay?) throws -> [DayMark] {
    try journal?.dayMarks(from: first, to: last) ?? []
  }

  func checkIns(
    matching filter: CheckInFilter, by order: CheckInOrder = .newestFirst, limit: Int? = nil
  ) throws -> [CheckIn] {
    try journal?.checkIns(matching: filter).sorted(by: order).prefix(limit ?? .max).fetch() ?? []
  }

  func groups(by grouping: CheckInGroup.Grouping, matching filter: CheckInFilter) throws -> [CheckInGroup] {
    try journal?.groups(by: grouping, matching: filter) ?? []
  }

  /// The figures of a part; `nil` for an empty journal.
  func statistics(today: CivilDay, matching filter: CheckInFilter) throws -> Statistics? {
    try journal?.statistics(today: today, matching: filter)
  }

  /// Writes the events with sequence numbers in `range`, ascending, as lines; the journal need not have all of them.
  /// Returns how many it has.
  func writeAudit(
    _ range: ClosedRange<UInt64>, as form: AuditForm, progress: Journal.Progress?, _ body: (RawSpan) throws -> Void
  ) throws -> UInt64 {
    try journal?.writeAudit(from: range.lowerBound, to: range.upperBound, as: form, progress: progress, body) ?? 0
  }

  func history(of number: Int, progress: Journal.Progress?) throws -> [AuditEntry] {
    try journal?.history(of: number, progress: progress) ?? []
  }
}
