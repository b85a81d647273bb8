/// Runs of consecutive days with at least one check-in, over the whole history.
struct Streaks: Hashable {
  private(set) var longest: Streak?
  /// The run that is alive: it ends today or yesterday. Days after today, which a traveller's check-in can have, do not
  /// count.
  private(set) var current: Streak?

  /// Takes time proportional to the number of days with check-ins.
  ///
  /// - Parameter skipped: The dates that the user's time zone skipped.
  init(_ months: [TimelineDirectory.Month], today: CivilDay, skipped: Set<CivilDay>) {
    var run: Streak?
    for month in months {
      let firstDay = month.month.firstDay
      var map = month.dayMap
      while map != 0 {
        let day = firstDay.adding(days: map.trailingZeroBitCount)
        map &= map - 1
        var extended = Streak(from: day, to: day)
        if let run, run.to == day.adding(days: -1) {
          extended = run
        } else if let run, run.to == day.adding(days: -2), skipped.contains(day.adding(days: -1)) {
          extended = run
          extended.skippedDays += 1
        }
        extended.to = day
        if extended.days >= longest?.days ?? 0 { longest = extended }
        if day <= today { current = extended }
        run = extended
      }
    }
    if let end = current?.to, end < today.adding(days: -1) { current = nil }
  }
}
