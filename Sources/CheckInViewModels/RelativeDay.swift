public import CheckInJournal

/// How long ago a day was, in words.
///
/// ```swift
/// RelativeDay.text(today.adding(days: -2), today: today)  // "2 days ago"
/// ```
public enum RelativeDay {
  /// `today`, `yesterday`, `6 days ago`; from a fortnight on in weeks, from ten weeks on in months, from two years on
  /// in years. A day that is still to come reads `today`.
  public static func text(_ day: CivilDay, today: CivilDay) -> String {
    let days = max(0, today.dayNumber - day.dayNumber)
    return switch days {
    case 0: "today"
    case 1: "yesterday"
    case ..<14: "\(days) days ago"
    case ..<70: "\(days / 7) weeks ago"
    case ..<730: "\(days / 30) months ago"
    default: "\(days / 365) years ago"
    }
  }
}
