public import CheckInJournal

extension Localization {
  /// `Saturday 21 November 2026`.
  public func title(of day: CivilDay) -> String { day.title }

  /// `Sat 21 Nov 2026`.
  public func shortTitle(of day: CivilDay) -> String { day.shortTitle }

  /// `Saturday 21 November`.
  public func weekdayAndDate(of day: CivilDay) -> String { "\(day.weekday.name) \(date(of: day))" }

  /// `21 November`.
  public func date(of day: CivilDay) -> String { "\(day.dayOfMonth) \(day.month.name)" }

  /// `21 Nov`.
  public func shortDate(of day: CivilDay) -> String { "\(day.dayOfMonth) \(shortName(of: day.month))" }

  /// `23–30 November`, or the one day; both of one month.
  public func range(from: CivilDay, to: CivilDay) -> String {
    from == to ? date(of: to) : "\(from.dayOfMonth)–\(date(of: to))"
  }

  /// `Friday 20 November`, with the year if it is not this one.
  public func title(of day: CivilDay, today: CivilDay) -> String {
    day.month.year == today.month.year ? weekdayAndDate(of: day) : title(of: day)
  }

  /// `today`, `yesterday`, else `Friday 20 November`, with the year if it is not this one.
  public func relative(_ day: CivilDay, today: CivilDay) -> String {
    if day == today { return words("today") }
    if day == today.adding(days: -1) { return words("yesterday") }
    return title(of: day, today: today)
  }

  /// `November 2026`.
  public func title(of month: CivilMonth) -> String { month.title }

  /// `November`.
  public func name(of month: CivilMonth) -> String { month.name }

  /// `Nov`.
  public func shortName(of month: CivilMonth) -> String { String(month.name.prefix(3)) }

  /// `Saturday`.
  public func name(of weekday: Weekday) -> String { weekday.name }

  /// `Sat`.
  public func shortName(of weekday: Weekday) -> String { String(weekday.name.prefix(3)) }

  /// `Sa`, for the heads of columns.
  public func initials(of weekday: Weekday) -> String { String(weekday.name.prefix(2)) }

  /// Hours and minutes on the clock of the check-in's place: `07:10`, `7:10 AM`.
  public func clock(of time: CheckInTime) -> String { time.clock }

  /// An hour of the day, for the axis of a graph: `18`, `6 PM`.
  ///
  /// - Parameter hour: 0...23.
  public func label(ofHour hour: Int) -> String { String(hour) }
}
