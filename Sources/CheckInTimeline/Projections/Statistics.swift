/// The whole journal in figures.
///
/// ```swift
/// let statistics = try journal.statistics(today: today)
/// print(statistics.total, statistics.currentStreak?.days ?? 0)
/// ```
public struct Statistics: Hashable, Sendable {
  /// Check-ins that are not discarded.
  public var total: Int
  /// Days with at least one check-in.
  public var days: Int
  /// The first day with a check-in; `nil` where there is none.
  public var firstDay: CivilDay?
  /// The last day with a check-in; `nil` where there is none.
  public var lastDay: CivilDay?
  /// Check-ins by type; types without any are left out.
  public var byType: [ExerciseType: Int]
  /// The run of days that ends today or yesterday, or before marked days up to yesterday; otherwise `nil`. Days after
  /// today do not count.
  public var currentStreak: Streak?
  /// The longest run of days, the latest where several are equally long; `nil` without check-ins.
  public var longestStreak: Streak?
  /// The streaks if no day were marked; `nil` if no day is marked.
  package var withoutMarks: StreaksWithoutMarks?
  /// The sequence number of the latest event; 0 for an empty journal.
  public var sequence: UInt64

  /// These figures, for tests and previews: a journal counts its own.
  public init(
    total: Int = 0, days: Int = 0, firstDay: CivilDay? = nil, lastDay: CivilDay? = nil,
    byType: [ExerciseType: Int] = [:], currentStreak: Streak? = nil, longestStreak: Streak? = nil, sequence: UInt64 = 0
  ) {
    self.total = total
    self.days = days
    self.firstDay = firstDay
    self.lastDay = lastDay
    self.byType = byType
    self.currentStreak = currentStreak
    self.longestStreak = longestStreak
    self.sequence = sequence
  }

  /// The types that have check-ins, the most frequent first; ties in the order in which types are offered.
  package var types: [(type: ExerciseType, count: Int)] {
    byType.map { (type: $0.key, count: $0.value) }
      .sorted { ($0.count, $1.type.rawValue) > ($1.count, $0.type.rawValue) }
  }
}

/// The streaks as they would be if no day were marked.
package struct StreaksWithoutMarks: Hashable, Sendable {
  /// The run of days that ends today or yesterday.
  package var currentStreak: Streak?
  /// The longest run of days, the latest if several are equally long.
  package var longestStreak: Streak?
}

/// Consecutive days with at least one check-in each.
///
/// A marked day without a check-in (see ``DayMark``) neither ends a streak nor is one of its days.
///
/// A date that the user's time zone skipped, such as 30 December 2011 in Samoa, doesn't end a streak, and isn't one of
/// its days.
///
/// ```swift
/// print(try journal.statistics(today: today).longestStreak?.days ?? 0)
/// ```
public struct Streak: Hashable, Sendable {
  /// Its first day.
  public var from: CivilDay
  /// Its last day.
  public var to: CivilDay
  /// The number of dates in it that the user's time zone skipped.
  package var skippedDays = 0
  /// The number of marked days in it that have no check-in.
  public package(set) var restDays = 0

  /// The days from one to another.
  public init(from: CivilDay, to: CivilDay) {
    self.from = from
    self.to = to
  }

  /// The number of days with a check-in, at least 1.
  public var days: Int { to.dayNumber - from.dayNumber + 1 - skippedDays - restDays }
}

/// The training activity of a month: its check-ins, and its days with check-ins.
///
/// ```swift
/// for month in try journal.months() { print(month.checkIns, month.percentage) }
/// ```
public struct MonthStatistics: Hashable, Sendable {
  /// The month that is counted.
  public var month: CivilMonth
  /// The number of check-ins in the month.
  public var checkIns: Int
  /// Days with at least one check-in.
  public var days: Int

  /// These figures, for tests and previews.
  public init(month: CivilMonth, checkIns: Int, days: Int) {
    self.month = month
    self.checkIns = checkIns
    self.days = days
  }

  /// Days with a check-in in percent of the month's days, rounded to one decimal: 0...100.
  public var percentage: Double {
    (Double(days) * 1000 / Double(month.dayCount)).rounded() / 10
  }
}

/// The number of check-ins on a day.
///
/// ```swift
/// for count in try journal.dayCounts(inYear: 2026) { print(count.day, count.checkIns) }
/// ```
public struct DayCount: Hashable, Sendable, Codable {
  /// The day that is counted.
  public var day: CivilDay
  /// The number of check-ins on the day, at least 1.
  public var checkIns: Int

  /// These figures, for tests and previews.
  public init(day: CivilDay, checkIns: Int) {
    self.day = day
    self.checkIns = checkIns
  }
}

/// The number of check-ins with photos in a month.
///
/// ```swift
/// for count in try journal.photoCounts() { print(count.month, count.photos) }
/// ```
public struct MonthPhotoCount: Hashable, Sendable {
  /// The month that is counted.
  public var month: CivilMonth
  /// The number of check-ins with photos in the month, at least 1.
  public var photos: Int

  /// These figures, for tests and previews.
  public init(month: CivilMonth, photos: Int) {
    self.month = month
    self.photos = photos
  }
}

/// The check-ins before and after one, by local time.
///
/// ```swift
/// let around = try journal.neighbours(of: checkIn)
/// print(around.before?.title ?? "the first", around.after?.title ?? "the last")
/// ```
public struct CheckInNeighbours: Hashable, Sendable {
  /// The one before; `nil` for the first.
  public var before: CheckIn?
  /// The one after; `nil` for the last.
  public var after: CheckIn?

  /// These two, for tests and previews.
  public init(before: CheckIn?, after: CheckIn?) {
    self.before = before
    self.after = after
  }
}

/// A month's calendar: its statistics and its days with check-ins.
///
/// ```swift
/// for day in try journal.calendar(of: month).days { print(day.day, day.newest.title) }
/// ```
public struct MonthCalendar: Hashable, Sendable {
  /// A day with at least one check-in.
  public struct Day: Hashable, Sendable {
    /// The day of the month.
    public var day: CivilDay
    /// At least 1.
    public var checkIns: Int
    /// The check-in that represents the day.
    public var newest: CheckIn
    /// The day's picture: the newest photo of its check-ins, whichever of them is the newest; `nil` where none has one.
    public var picture: Picture?
  }

  /// A photo that represents a day.
  public struct Picture: Hashable, Sendable {
    /// The number of the check-in that it belongs to.
    public var checkIn: Int
    /// The qualified ID (`phone/17`) of that check-in if another device created it; otherwise `nil`.
    public var name: String?
    /// The photo that is shown.
    public var photo: Photo
  }

  /// The month in figures.
  public var statistics: MonthStatistics
  /// The sums of the month's calories, durations and distances.
  public var sums: QuantitySums
  /// Ascending; days without check-ins are left out.
  public var days: [Day]
  /// The marks of the month's days, ascending.
  public var marks: [DayMark]

  package init(
    statistics: MonthStatistics, sums: QuantitySums = QuantitySums(), days: [Day], marks: [DayMark] = []
  ) {
    self.statistics = statistics
    self.sums = sums
    self.days = days
    self.marks = marks
  }

  /// The number of marked days without a check-in.
  public var restDays: Int {
    let active = Set(days.map(\.day))
    return marks.count { !active.contains($0.day) }
  }

  /// The month that is shown.
  public var month: CivilMonth { statistics.month }
}
