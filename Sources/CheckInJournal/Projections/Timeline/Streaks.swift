/// Runs of consecutive days with at least one check-in, over the whole history.
struct Streaks: Hashable {
  private(set) var longest: Streak?
  /// The run that ends with the latest day.
  private(set) var latest: Streak?

  /// Takes time proportional to the number of days with check-ins.
  init(_ months: [TimelineDirectory.Month]) {
    for month in months {
      let firstDay = month.month.firstDay
      var map = month.dayMap
      while map != 0 {
        add(firstDay.adding(days: map.trailingZeroBitCount))
        map &= map - 1
      }
    }
  }

  private mutating func add(_ day: CivilDay) {
    if let run = latest, run.to.adding(days: 1) == day {
      latest?.to = day
    } else {
      latest = Streak(from: day, to: day)
    }
    if let run = latest, run.days >= longest?.days ?? 0 { longest = run }
  }

  /// The latest run, if it is alive: it ends yesterday or later. A traveller's day can lie after today.
  func current(today: CivilDay) -> Streak? {
    guard let latest, latest.to >= today.adding(days: -1) else { return nil }
    return latest
  }
}
