public import CheckInJournal

extension Localization {
  /// The decimal separator: `.` or `,`.
  public var decimalSeparator: String { conventions.decimalSeparator }

  /// A number with a point, as programs write it, for people: `1,234.5`.
  public func decimal(_ number: String) -> String {
    let parts = number.split(separator: ".", maxSplits: 1)
    guard let whole = parts.first.flatMap({ Int($0) }) else { return number }
    return self.number(whole) + (parts.count > 1 ? decimalSeparator + parts[1] : "")
  }

  /// `5.02 km`, or the distance in miles. Its parts do not break over a line.
  package func distance(_ metres: Int, in unit: DistanceUnit) -> String {
    let (number, symbol) = MeasureText.shownDistance(metres, in: unit)
    return decimal(number) + "\u{A0}" + symbol
  }

  /// A day of the last week by its name: `today`, `yesterday`, `Wednesday`, else as ``relative(_:today:)``.
  public func recent(_ day: CivilDay, today: CivilDay) -> String {
    (2..<7).contains(today.dayNumber - day.dayNumber) ? name(of: day.weekday) : relative(day, today: today)
  }

  /// Returns the time since a day in words, such as `today`, `yesterday` or `6 days ago`.
  ///
  /// The unit is days for the first 13 days, weeks from 14 days, months from 70 days, and years from 730 days. A future
  /// day is `today`.
  public func ago(_ day: CivilDay, today: CivilDay) -> String {
    let days = max(0, today.dayNumber - day.dayNumber)
    return switch days {
    case 0: words("today")
    case 1: words("yesterday")
    case ..<14: words.count(days, "{n} day ago", "{n} days ago")
    case ..<70: words.count(days / 7, "{n} week ago", "{n} weeks ago")
    case ..<730: words.count(days / 30, "{n} month ago", "{n} months ago")
    default: words.count(days / 365, "{n} year ago", "{n} years ago")
    }
  }
}
