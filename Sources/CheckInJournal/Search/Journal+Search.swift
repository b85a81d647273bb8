internal import Synchronization

extension Journal {
  /// Returns a page of the check-ins that a filter selects, newest first; ties: see ``place(of:)``.
  ///
  /// Terms are found by an index, if there is one that can be used, see ``updateSearchIndex(progress:)``: that takes
  /// time proportional to what is found. All else takes time proportional to the check-ins that are looked at: those
  /// since the oldest on the page, and at most half a million and a month. So a page can have fewer than `limit`, and
  /// others can follow.
  ///
  /// - Parameters:
  ///   - place: where the page before ended; `nil` for the first page.
  ///   - limit: how many at the most.
  public func search(
    _ filter: CheckInFilter, after place: CheckInPlace? = nil, limit: Int
  ) throws(JournalError) -> CheckInFilter.Results {
    try search(filter, after: place, limit: limit, maximumRowCount: 500_000)
  }

  /// - Parameter maximumRowCount: The number of rows after which the months that follow are left to the next page.
  func search(
    _ filter: CheckInFilter, after place: CheckInPlace?, limit: Int, maximumRowCount: Int
  ) throws(JournalError) -> CheckInFilter.Results {
    if let results = try indexedSearch(filter, after: place, limit: limit) { return results }
    let selection = CheckInSelection(filter: filter)
    let months = try read { timeline in timeline.months(of: selection) }
    var results = CheckInFilter.Results()
    var rowCount = 0
    for month in months.reversed() {
      let start = CheckInPlace(localMilliseconds: Int64(month.firstDay.dayNumber) * 86_400_000, recording: 0)
      if let place, start >= place { continue }
      // One more than wanted shows whether there are others.
      let wanted = limit + 1 - results.checkIns.count
      let (found, searched) = try read { timeline in
        var found: [CheckIn] = []
        try timeline.forEachCheckIn(of: selection, in: month, after: place) { checkIn in
          found.append(checkIn)
          return found.count < wanted
        }
        return (found, try timeline.page(month)?.rows.count ?? 0)
      }
      results.checkIns += found
      rowCount += searched
      if results.checkIns.count > limit {
        results.checkIns.removeLast()
        results.next = results.checkIns.last.map { self.place(of: $0) }
        break
      }
      if rowCount >= maximumRowCount, month != months.first {
        results.next = start
        break
      }
    }
    return results
  }

  /// Returns the position of a check-in in the order of all check-ins.
  ///
  /// Check-ins are ordered by local time. At the same time, a check-in with a higher number is later; in a group, those
  /// of one device come after those of another, in the same order on every device.
  public func place(of checkIn: CheckIn) -> CheckInPlace {
    recordingOrder.place(of: checkIn)
  }

  /// The order of check-ins that have the same time.
  var recordingOrder: RecordingOrder {
    state.withLock { $0.merged.isActive ? $0.merged.timeline.recordingOrder : $0.timeline.recordingOrder }
  }

  /// Returns the distribution of check-ins over weekdays, hours and months.
  ///
  /// Creates no ``CheckIn`` values.
  ///
  /// - Parameters:
  ///   - from: The first day that counts for weekdays and hours.
  ///   - to: The last day that counts for weekdays and hours.
  /// - Complexity: O(*n*) in the number of all check-ins.
  public func rhythm(from: CivilDay, to: CivilDay) throws(JournalError) -> TrainingRhythm {
    let months = try read { $0.directory.months.map(\.month) }
    var rhythm = TrainingRhythm()
    for month in months {
      let before = rhythm
      rhythm = try read { timeline in
        var rhythm = before
        try timeline.add(month, to: &rhythm, from: from, to: to)
        return rhythm
      }
    }
    return rhythm
  }

  /// Returns the earliest recording time in the log; `nil` for an empty journal.
  ///
  /// The time is in milliseconds since 1970. Reads no event.
  public func firstRecordedMilliseconds() throws(JournalError) -> Int64? {
    let merged = state.withLock { $0.merged.isActive ? $0.merged : nil }
    if let merged { return merged.firstRecordedMilliseconds }
    return try read { timeline in
      timeline.directory.sequence == 0 ? nil : try timeline.loadTimes().min()
    }
  }
}
