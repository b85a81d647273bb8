/// Runs of consecutive days with at least one check-in, over the whole history.
struct Streaks: Hashable {
  private(set) var longest: Streak?
  /// The run that is alive: it ends today or yesterday. Days after today, which a traveller's check-in can have, do not
  /// count.
  private(set) var current: Streak?

  /// Takes time proportional to the number of days with check-ins.
  init(_ months: [TimelineDirectory.Month], today: CivilDay) {
    var run: Streak?
    for month in months {
      let firstDay = month.month.firstDay
      var map = month.dayMap
      while map != 0 {
        let day = firstDay.adding(days: map.trailingZeroBitCount)
        map &= map - 1
        let isNext = run?.to.adding(days: 1) == day
        let extended = Streak(from: isNext ? run?.from ?? day : day, to: day)
        if extended.days >= longest?.days ?? 0 { longest = extended }
        if day <= today { current = extended }
        run = extended
      }
    }
    if let end = current?.to, end < today.adding(days: -1) { current = nil }
  }
}
