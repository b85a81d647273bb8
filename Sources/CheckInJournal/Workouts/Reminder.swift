/// When a person wants to be reminded of training: a time of day, on some days of the week.
public struct Reminder: Hashable, Sendable {
  /// At least one.
  public var weekdays: Set<Weekday>
  /// Minutes since midnight, on the person's clock: 0..<1440.
  public var minuteOfDay: Int

  /// `nil` without a day, or for a time that is none.
  public init?(weekdays: Set<Weekday>, minuteOfDay: Int) {
    guard !weekdays.isEmpty, (0..<1440).contains(minuteOfDay) else { return nil }
    self.weekdays = weekdays
    self.minuteOfDay = minuteOfDay
  }

  /// Bit 0 for Monday, bit 6 for Sunday.
  var dayMap: Int { weekdays.reduce(0) { $0 | 1 << ($1.rawValue - 1) } }

  init?(dayMap: Int, minuteOfDay: Int) {
    guard (1...0x7F).contains(dayMap) else { return nil }
    self.init(
      weekdays: Set(Weekday.allCases.filter { dayMap & 1 << ($0.rawValue - 1) != 0 }), minuteOfDay: minuteOfDay)
  }
}
