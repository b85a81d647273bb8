public import CheckInJournal

extension Localization {
  /// `Saturday 21 November 2026`.
  public func title(of day: CivilDay) -> String {
    names.fullDate.text(of: day, weekdays: names.weekdays, months: names.monthsOfDates)
  }

  /// `Sat 21 Nov 2026`.
  public func shortTitle(of day: CivilDay) -> String {
    names.shortDateWithWeekday.text(of: day, weekdays: names.shortWeekdays, months: names.shortMonthsOfDates)
  }

  /// `Sat 21 Nov`, with the year if it is not this one.
  package func shortTitle(of day: CivilDay, today: CivilDay) -> String {
    guard day.month.year == today.month.year else { return shortTitle(of: day) }
    return names.shortWeekdayAndDate.text(of: day, weekdays: names.shortWeekdays, months: names.shortMonthsOfDates)
  }

  /// `Saturday 21 November`.
  public func weekdayAndDate(of day: CivilDay) -> String {
    names.weekdayAndDate.text(of: day, weekdays: names.weekdays, months: names.monthsOfDates)
  }

  /// `21 November`.
  public func date(of day: CivilDay) -> String { names.date.text(of: day, months: names.monthsOfDates) }

  /// `21 Nov`.
  public func shortDate(of day: CivilDay) -> String { names.shortDate.text(of: day, months: names.shortMonthsOfDates) }

  /// `23–30 November`, `26 October – 1 November`, or the one day.
  public func range(from: CivilDay, to: CivilDay) -> String {
    if from == to { return date(of: to) }
    return from.month == to.month
      ? names.daysOfMonth.text(of: to, months: names.monthsOfDates, from: from)
      : "\(date(of: from)) – \(date(of: to))"
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
  public func title(of month: CivilMonth) -> String {
    names.monthAndYear.text(of: month.firstDay, months: names.months)
  }

  /// `November`.
  public func name(of month: CivilMonth) -> String { names.months[month.month - 1] }

  /// `Nov`.
  public func shortName(of month: CivilMonth) -> String { names.shortMonths[month.month - 1] }

  /// `Saturday`.
  public func name(of weekday: Weekday) -> String { names.weekdays[weekday.rawValue - 1] }

  /// `Sat`.
  public func shortName(of weekday: Weekday) -> String { names.shortWeekdays[weekday.rawValue - 1] }

  /// `Sa`, for the heads of columns. Three letters at the most.
  public func initials(of weekday: Weekday) -> String { names.columnWeekdays[weekday.rawValue - 1] }

  /// Hours and minutes on the clock of the check-in's place: `07:10`, `7:10 AM`; `--:--` where they are not known.
  public func clock(of time: CheckInTime) -> String {
    clock(written: time.clock)
  }

  /// A time of day, `18:30` or `6:30 PM`, that is written `18:30`. One that is not known, `--:--`, stays as it is.
  package func clock(written text: String) -> String {
    guard usesTwelveHours, let hour = Int(text.prefix(2)) else { return text }
    return half(ofDayAt: hour, "\(Self.twelveHours(hour))\(text.dropFirst(2))")
  }

  /// The ``clock(of:)`` in words that can be read out: `07:10`, `time unknown`.
  public func timeOfDay(of time: CheckInTime) -> String {
    time.isTimeOfDayKnown ? clock(of: time) : words("time unknown")
  }

  /// An hour of the day, for the axis of a graph: `18`, `6 PM`.
  ///
  /// - Parameter hour: 0...23.
  public func label(ofHour hour: Int) -> String {
    usesTwelveHours ? half(ofDayAt: hour, String(Self.twelveHours(hour))) : String(hour)
  }

  /// `Sat 21 Nov 2026 07:10 +01:00 Europe/Berlin`.
  package func title(of time: CheckInTime) -> String {
    let zone = time.timeZone.map { " " + Escaping.escaped($0) } ?? ""
    return "\(shortTitle(of: time.day)) \(clock(of: time)) \(time.offset)\(zone)"
  }

  private static func twelveHours(_ hour: Int) -> Int { hour % 12 == 0 ? 12 : hour % 12 }

  private func half(ofDayAt hour: Int, _ time: String) -> String {
    hour < 12 ? words("{time} AM", ["time": time]) : words("{time} PM", ["time": time])
  }
}
