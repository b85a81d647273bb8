/// A reminder of training: a time of day, on some days of the week.
///
/// ```swift
/// if let reminder = Reminder(weekdays: [.monday, .friday], minuteOfDay: 18 * 60 + 30) {
///   try journal.setReminder(reminder)
///   print(reminder.isDue(at: .now(), hasTrained: false))  // on Mondays and Fridays from 18:30 on
/// }
/// ```
public struct Reminder: Hashable, Sendable {
  /// At least one.
  public var weekdays: Set<Weekday>
  /// Minutes since midnight, on the person's clock: 0..<1440.
  public var minuteOfDay: Int

  /// A reminder without days, which a decoder fills.
  package init() {
    weekdays = []
    minuteOfDay = 0
  }

  /// `nil` without a day, or for a time that is none.
  public init?(weekdays: Set<Weekday>, minuteOfDay: Int) {
    guard !weekdays.isEmpty, (0..<1440).contains(minuteOfDay) else { return nil }
    self.weekdays = weekdays
    self.minuteOfDay = minuteOfDay
  }

  /// Returns `true` if the user should be reminded now.
  ///
  /// That is the case on one of the weekdays, from the time of day on, if the user has not trained that day.
  ///
  /// - Parameter hasTrained: `true` if goals count that day, or the day is marked.
  public func isDue(at now: CheckInTime, hasTrained: Bool) -> Bool {
    !hasTrained && weekdays.contains(now.day.weekday) && now.millisecondsOfDay >= minuteOfDay * 60_000
  }

  /// Returns the first time after `now` at which the reminder is due.
  ///
  /// - Parameters:
  ///   - now: The time after which to search.
  ///   - hasTrained: `true` to skip the current day; see ``isDue(at:hasTrained:)``.
  ///   - restDays: Marked days, on which the reminder is silent.
  ///   - zone: The user's time zone.
  public func next(
    after now: CheckInTime, hasTrained: Bool, restDays: Set<CivilDay> = [], in zone: LocalTimeZone
  ) -> CheckInTime {
    var day = hasTrained ? now.day.adding(days: 1) : now.day
    while true {
      let local = Int64(day.dayNumber) * 86_400_000 + Int64(minuteOfDay) * 60_000
      let time = zone.resolve(localMilliseconds: local).time
      if weekdays.contains(day.weekday), !restDays.contains(day), time.instantMilliseconds > now.instantMilliseconds {
        return time
      }
      day = day.adding(days: 1)
    }
  }
}

extension Set<Weekday> {
  /// Bit 0 for Monday, bit 6 for Sunday.
  package var dayMap: Int { reduce(0) { $0 | 1 << ($1.rawValue - 1) } }

  /// Returns `nil` for a map without days, or with other bits.
  package init?(dayMap: Int) {
    guard (1...0x7F).contains(dayMap) else { return nil }
    self.init(Weekday.allCases.filter { dayMap & 1 << ($0.rawValue - 1) != 0 })
  }
}
