package import EventLog
public import FoundationEssentials
internal import Synchronization

extension Journal {
  /// Returns the later fields of the schema that the journal's events use.
  package func laterFields() throws(JournalError) -> LaterFields {
    try read { $0.directory.laterFields }
  }

  /// The check-in with this number, discarded or not; `nil` where there is none. Loads its month alone.
  public func checkIn(_ number: Int) throws(JournalError) -> CheckIn? {
    if let known = pastCheckIn(number) { return known }
    return try read { try $0.checkIn(number) }
  }

  /// The check-in with this number, discarded or not.
  ///
  /// - Throws: `notFound`, and in words whether there never was one or it was lost.
  public func existingCheckIn(_ number: Int) throws(JournalError) -> CheckIn {
    if let known = pastCheckIn(number) {
      guard let checkIn = known else { throw .noCheckIn(number, upTo: lastNumber) }
      return checkIn
    }
    return try read { try $0.required(number) }
  }

  /// The check-in with this number, discarded or not, with what an edit that is based on it expects.
  ///
  /// - Throws: as ``existingCheckIn(_:)``.
  public func versionedCheckIn(_ number: Int) throws(JournalError) -> VersionedCheckIn {
    if pastCheckIn(number) != nil {
      let checkIn = try existingCheckIn(number)
      return VersionedCheckIn(checkIn: checkIn, version: CheckInVersion(sequence: checkIn.sequence))
    }
    let base = try baseVersion(of: number)
    guard hasGroup || showsPeers else {
      return VersionedCheckIn(checkIn: base.checkIn, version: CheckInVersion(sequence: base.checkIn.sequence))
    }
    return VersionedCheckIn(checkIn: base.checkIn, version: base.version)
  }

  /// A check-in just after a change of it was saved, with its version.
  ///
  /// - Throws: what keeps it from being shown, with words that it was saved, lest anybody repeat it.
  package func savedCheckIn(_ number: Int) throws(JournalError) -> VersionedCheckIn {
    do throws(JournalError) {
      return try versionedCheckIn(number)
    } catch {
      throw (readOnlyReason ?? error).afterSaving("The change")
    }
  }

  /// The check-in with this number, discarded or not, for an editor to begin with.
  ///
  /// - Throws: as ``existingCheckIn(_:)``.
  package func baseVersion(of number: Int) throws(JournalError) -> BaseVersion {
    try readState { state in
      let checkIn = try state.ask { try $0.required(number) }
      // It may be known by another number that it had before it was united with another.
      return BaseVersion(checkIn, conflicts: state.merged.conflicts(of: .checkIn(checkIn.number)))
    }
  }

  /// The check-in with this identity, discarded or not; `nil` where there is none.
  public func checkIn(id: UUID) throws(JournalError) -> CheckIn? {
    try read { timeline in
      guard let number = try timeline.number(of: id) else { return nil }
      return try timeline.checkIn(number)
    }
  }

  /// The check-in with the highest number among those that are discarded, or that are not; `nil` where there is none.
  /// In a group, of those that this journal recorded; where there are none, the newest one. Takes time proportional to
  /// the check-ins behind it.
  ///
  /// - Parameter type: The type of the check-in; `nil` for any.
  public func lastCheckIn(
    discarded: Bool = false, of type: ExerciseType? = nil
  ) throws(JournalError) -> CheckIn? {
    try read { timeline in
      for number in stride(from: timeline.directory.lastNumber, to: 0, by: -1) {
        if let checkIn = try timeline.checkIn(number), checkIn.isDiscarded == discarded,
          type == nil || checkIn.type == type
        {
          return checkIn
        }
      }
      guard timeline.others != nil else { return nil }
      let filter = CheckInFilter(types: type.map { [$0] } ?? [], isDiscarded: discarded)
      return try timeline.checkIns(of: CheckInSelection(filter: filter), limit: 1).first
    }
  }

  /// The whole journal in figures. Takes time proportional to the days with check-ins.
  ///
  /// - Parameter today: decides whether the latest streak is alive.
  public func statistics(today: CivilDay) throws(JournalError) -> Statistics {
    try read { try $0.statistics(today: today) }
  }

  /// Returns the sum of all check-ins' kilocalories, at most `Int.max`.
  ///
  /// Takes time proportional to the months, and to the check-ins of those that changed since the snapshot was saved.
  ///
  /// - Throws: ``JournalError`` if the journal can't be read.
  public func calories() throws(JournalError) -> Int {
    try read { try $0.calories() }
  }

  /// Months with check-ins, newest first.
  public func months() throws(JournalError) -> [MonthStatistics] {
    try read { $0.months() }
  }

  /// The days from one to another that have check-ins. Takes time proportional to the days between them.
  public func activeDays(from: CivilDay, to: CivilDay) throws(JournalError) -> Set<CivilDay> {
    try read { $0.activeDays(from: from, to: to) }
  }

  /// The run of days with check-ins that a day belongs to; `nil` if the day has none. Takes time proportional to its
  /// days.
  public func streak(around day: CivilDay) throws(JournalError) -> Streak? {
    try read { try $0.streak(around: day) }
  }

  /// The check-ins before and after one, by local time; `nil` where there is none. Loads the months in between alone.
  public func neighbours(of checkIn: CheckIn) throws(JournalError) -> CheckInNeighbours {
    try read { try $0.neighbours(of: checkIn) }
  }

  /// Check-ins of a month that have photos, by local time, newest first.
  ///
  /// - Parameters:
  ///   - start: how many of the newest are left out.
  ///   - limit: how many at the most.
  public func photographedCheckIns(
    in month: CivilMonth, from start: Int = 0, limit: Int = .max
  ) throws(JournalError) -> [CheckIn] {
    let filter = CheckInFilter(hasPhoto: true, from: month.firstDay, to: month.lastDay)
    return try checkIns(matching: filter).dropFirst(start).prefix(limit).fetch()
  }

  /// Returns the number of check-ins with photos in each month, newest first.
  ///
  /// Months without such check-ins are left out.
  ///
  /// - Complexity: O(*n*) in the number of all check-ins.
  public func photoCounts() throws(JournalError) -> [MonthPhotoCount] {
    try read { try $0.photoCounts() }
  }

  /// Returns the number of check-ins of each type in a year.
  ///
  /// - Complexity: O(*n*) in the number of check-ins of the year.
  public func typeCounts(inYear year: Int) throws(JournalError) -> [ExerciseType: Int] {
    try read { try $0.typeCounts(inYear: year) }
  }

  /// The calendar of a month, empty where it has no check-ins.
  public func calendar(of month: CivilMonth) throws(JournalError) -> MonthCalendar {
    try read { try $0.calendar(of: month) }
  }

  /// Returns the number of check-ins on each day of a year. Days without check-ins are left out.
  public func dayCounts(inYear year: Int) throws(JournalError) -> [DayCount] {
    try read { timeline in try timeline.dayCounts { $0.year == year } }
  }

  /// Returns the number of check-ins on each day of a range. Days without check-ins are left out.
  ///
  /// Loads only the months of the range. Both `from` and `to` belong to it.
  public func dayCounts(
    from: CivilDay, to: CivilDay
  ) throws(JournalError) -> [DayCount] {
    try read { timeline in
      try timeline.dayCounts { from.month <= $0 && $0 <= to.month }.filter { from <= $0.day && $0.day <= to }
    }
  }

  /// Check-ins by local time, newest first; ties: see ``place(of:)``.
  ///
  /// - Parameters:
  ///   - from: the first day; `nil` for the beginning.
  ///   - to: the last day; `nil` for the end.
  ///   - types: those of any of these types; of every type where it is empty.
  ///   - tags: those that have all of these tags.
  ///   - calories: those with so many kilocalories; `nil` for all, those without any included.
  ///   - discarded: the discarded ones instead of the others.
  ///   - limit: how many at the most; only the months that it needs are loaded.
  public func checkIns(
    from: CivilDay? = nil, to: CivilDay? = nil, types: Set<ExerciseType> = [], tags: Set<Tag> = [],
    calories: ClosedRange<Int>? = nil, discarded: Bool = false, limit: Int? = nil
  ) throws(JournalError) -> [CheckIn] {
    let filter = CheckInFilter(
      tags: tags, types: types, calories: calories, from: from, to: to, isDiscarded: discarded)
    return try checkIns(matching: filter).prefix(limit ?? .max).fetch()
  }

  /// Every number that a check-in was given, in ranges: the journal's own, and then those of other replicas.
  package var numbers: [ClosedRange<Int>] {
    let last = lastNumber
    let others = state.withLock { $0.merged.timeline.others?.ranges ?? [] }
    return (last > 0 ? [1...last] : []) + others
  }

  /// Returns the figures of check-ins in groups: weeks, months, years and weekdays ascending, types and tags by their
  /// number of check-ins, the most first.
  ///
  /// Weeks, months and years in between that have none are included, unless there are more than 520 in all. Takes time
  /// proportional to the check-ins of the months between the filter's days.
  public func groups(
    by grouping: CheckInGroup.Grouping, matching filter: CheckInFilter
  ) throws(JournalError) -> [CheckInGroup] {
    try read { timeline in try timeline.groups(by: grouping, filter) }
  }

  /// Returns the figures of the check-ins of some days, types and tags: see ``groups(by:matching:)``.
  public func groups(
    by grouping: CheckInGroup.Grouping, from: CivilDay? = nil, to: CivilDay? = nil, types: Set<ExerciseType> = [],
    tags: Set<Tag> = []
  ) throws(JournalError) -> [CheckInGroup] {
    try groups(by: grouping, matching: CheckInFilter(tags: tags, types: types, from: from, to: to))
  }

  /// Returns a part of the journal in figures, as ``statistics(today:)`` has them of the whole.
  ///
  /// Costs as ``groups(by:matching:)``; with conditions other than days, all months count. The longest streak is a run
  /// of days within the part. The current streak is the one that is alive today, even if the part ends before: the
  /// filter's days don't limit it, but its other conditions do.
  ///
  /// - Parameter today: The day that decides whether the latest streak is alive.
  public func statistics(today: CivilDay, matching filter: CheckInFilter) throws(JournalError) -> Statistics {
    try read { timeline in try timeline.statistics(today: today, filter) }
  }

  /// Returns the figures of some days, types and tags: see ``statistics(today:matching:)``.
  public func statistics(
    today: CivilDay, from: CivilDay?, to: CivilDay?, types: Set<ExerciseType> = [], tags: Set<Tag> = []
  ) throws(JournalError) -> Statistics {
    try statistics(today: today, matching: CheckInFilter(tags: tags, types: types, from: from, to: to))
  }

  /// Reads what other processes have appended since. A journal of the past stays there.
  public func refresh() throws(JournalError) {
    let reading = try withJournalErrors { try directory.look() }
    var loader = loader
    loader.checksGroupFile = true
    let isRead = try state.withLock { state throws(JournalError) in
      guard state.past == nil else { return false }
      if state.reading != reading {
        try loader.catchUp(&state, to: reading)
        return true
      }
      let ends = state.merged.ends
      try loader.merge(&state)
      return state.merged.ends != ends
    }
    if isRead { changes.send() }
  }

  /// The end of what was read.
  package var endOfLog: LogPosition { state.withLock { $0.position } }

  var photos: PhotoStore { PhotoStore(directory: directory) }
}
