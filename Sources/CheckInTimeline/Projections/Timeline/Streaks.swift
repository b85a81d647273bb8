/// Runs of consecutive days with at least one check-in, over the whole history.
///
/// Days without a check-in that are marked, or that the user's time zone skipped, neither extend nor break a run.
struct Streaks: Hashable {
  private(set) var longest: Streak?
  /// The run that is alive: all days after its end are marked or skipped, apart from today. Days after today, which a
  /// traveller's check-in can have, do not count.
  private(set) var current: Streak?

  /// Takes time proportional to the number of days with check-ins or marks.
  ///
  /// - Parameters:
  ///   - skipped: The dates that the user's time zone skipped.
  ///   - marked: The marked days without a check-in.
  init(
    _ months: [TimelineDirectory.Month], today: CivilDay, skipped: Set<CivilDay>, marked: Set<CivilDay> = []
  ) {
    var run: Streak?
    for month in months {
      let firstDay = month.month.firstDay
      var map = month.dayMap
      while map != 0 {
        let day = firstDay.adding(days: map.trailingZeroBitCount)
        map &= map - 1
        var extended = Streak(from: day, to: day)
        if let run, let continued = run.extended(to: day, skipped: skipped, marked: marked) { extended = continued }
        if extended.days >= longest?.days ?? 0 { longest = extended }
        if day <= today { current = extended }
        run = extended
      }
    }
    if let end = current?.to, end < today.adding(days: -1) {
      let missed = end.dayNumber + 1..<today.dayNumber
      let excused = marked.union(skipped)
      if missed.count > excused.count || !missed.allSatisfy({ excused.contains(CivilDay(dayNumber: $0)) }) {
        current = nil
      }
    }
  }
}

extension Streak {
  /// Returns the run with a later day at its end, or `nil` if a day in between ends the run.
  package func extended(to day: CivilDay, skipped: Set<CivilDay>, marked: Set<CivilDay>) -> Streak? {
    var extended = self
    extended.to = day
    for number in stride(from: to.dayNumber + 1, to: day.dayNumber, by: 1) {
      let missed = CivilDay(dayNumber: number)
      if marked.contains(missed) {
        extended.restDays += 1
      } else if skipped.contains(missed) {
        extended.skippedDays += 1
      } else {
        return nil
      }
    }
    return extended
  }
}
