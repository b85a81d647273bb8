import CheckInJournal

/// A day as people say it.
enum SpokenDay {
  case today
  case yesterday
  case day(CivilDay)
  /// The latest past day with this name.
  case latest(Weekday)

  /// Reads `today`, `yesterday`, a weekday or its first three letters, or `2026-11-21`, in lower case.
  init?(_ word: String) {
    switch word {
    case "today": self = .today
    case "yesterday": self = .yesterday
    default:
      if let day = CivilDay(word) {
        self = .day(day)
      } else if let weekday = Weekday.allCases.first(where: {
        $0.name.lowercased() == word || $0.name.lowercased().prefix(3) == word
      }) {
        self = .latest(weekday)
      } else {
        return nil
      }
    }
  }
}

extension CivilDay {
  /// Reads a bound of a list: `2026-11-21`, `today` or `yesterday`. Throws a `CommandFailure` with status 64.
  static func bound(_ word: String, option: String, today: () throws -> CivilDay) throws -> CivilDay {
    switch SpokenDay(word.collapsed.lowercased()) {
    case .today: return try today()
    case .yesterday: return try today().adding(days: -1)
    case .day(let day): return day
    case .latest, nil:
      throw CommandFailure.usage("\(option) takes a day such as 2026-11-21, today or yesterday, and not \"\(word)\"")
    }
  }
}
