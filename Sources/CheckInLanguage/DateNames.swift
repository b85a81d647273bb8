internal import CheckInJournal
internal import Synchronization

/// The names of months and weekdays and the patterns of dates, as one language has them.
final class DateNames: Sendable {
  /// By themselves, as in a title: `November`.
  let months: [String]
  let shortMonths: [String]
  /// As they are in a date, which in some languages is another case.
  let monthsOfDates: [String]
  let shortMonthsOfDates: [String]
  let weekdays: [String]
  let shortWeekdays: [String]
  /// For the heads of columns.
  let columnWeekdays: [String]

  let fullDate: DatePattern
  let shortDateWithWeekday: DatePattern
  let shortWeekdayAndDate: DatePattern
  let weekdayAndDate: DatePattern
  let date: DatePattern
  let shortDate: DatePattern
  let daysOfMonth: DatePattern
  let monthAndYear: DatePattern

  private init(_ words: Words, putsMonthFirst: Bool) {
    months = Self.months.map { words($0) }
    shortMonths = Self.shortMonths.map { words($0) }
    monthsOfDates = Self.monthsOfDates.map { words($0) }
    shortMonthsOfDates = Self.shortMonthsOfDates.map { words($0) }
    weekdays = Self.weekdays.map { words($0) }
    shortWeekdays = Self.shortWeekdays.map { words($0) }
    columnWeekdays = Self.columnWeekdays.map { words($0) }
    // Where a language has one order everywhere, its catalogue decides.
    let isAmerican = putsMonthFirst && words.language == .english
    func pattern(_ phrase: Phrase, american: String) -> DatePattern {
      DatePattern(isAmerican ? american : words(phrase))
    }
    fullDate = pattern(
      Phrase("{weekday} {day} {month} {year}", in: "date"), american: "{weekday}, {month} {day}, {year}")
    shortDateWithWeekday = pattern(
      Phrase("{weekday} {day} {month} {year}", in: "short date"), american: "{weekday}, {month} {day}, {year}")
    shortWeekdayAndDate = pattern(
      Phrase("{weekday} {day} {month}", in: "short date"), american: "{weekday}, {month} {day}")
    weekdayAndDate = pattern(Phrase("{weekday} {day} {month}", in: "date"), american: "{weekday}, {month} {day}")
    date = pattern(Phrase("{day} {month}", in: "date"), american: "{month} {day}")
    shortDate = pattern(Phrase("{day} {month}", in: "short date"), american: "{month} {day}")
    daysOfMonth = pattern(
      Phrase("{from}–{day} {month}", in: "days of a month"), american: "{month} {from}–{day}")
    monthAndYear = DatePattern(words(Phrase("{month} {year}", in: "date")))
  }

  private struct Known {
    var words: Words
    var putsMonthFirst: Bool
    var names: DateNames
  }

  /// Those of the few languages that there are.
  private static let known = Mutex<[Known]>([])

  static func of(_ words: Words, putsMonthFirst: Bool) -> DateNames {
    known.withLock { known in
      if let found = known.first(where: { $0.words == words && $0.putsMonthFirst == putsMonthFirst }) {
        return found.names
      }
      let names = DateNames(words, putsMonthFirst: putsMonthFirst)
      known.append(Known(words: words, putsMonthFirst: putsMonthFirst, names: names))
      return names
    }
  }

  private static let months = [
    Phrase("January", in: "month"), Phrase("February", in: "month"), Phrase("March", in: "month"),
    Phrase("April", in: "month"), Phrase("May", in: "month"), Phrase("June", in: "month"),
    Phrase("July", in: "month"), Phrase("August", in: "month"), Phrase("September", in: "month"),
    Phrase("October", in: "month"), Phrase("November", in: "month"), Phrase("December", in: "month"),
  ]

  private static let shortMonths = [
    Phrase("Jan", in: "short month"), Phrase("Feb", in: "short month"), Phrase("Mar", in: "short month"),
    Phrase("Apr", in: "short month"), Phrase("May", in: "short month"), Phrase("Jun", in: "short month"),
    Phrase("Jul", in: "short month"), Phrase("Aug", in: "short month"), Phrase("Sep", in: "short month"),
    Phrase("Oct", in: "short month"), Phrase("Nov", in: "short month"), Phrase("Dec", in: "short month"),
  ]

  private static let monthsOfDates = [
    Phrase("January", in: "month of a date"), Phrase("February", in: "month of a date"),
    Phrase("March", in: "month of a date"), Phrase("April", in: "month of a date"),
    Phrase("May", in: "month of a date"), Phrase("June", in: "month of a date"),
    Phrase("July", in: "month of a date"), Phrase("August", in: "month of a date"),
    Phrase("September", in: "month of a date"), Phrase("October", in: "month of a date"),
    Phrase("November", in: "month of a date"), Phrase("December", in: "month of a date"),
  ]

  private static let shortMonthsOfDates = [
    Phrase("Jan", in: "short month of a date"), Phrase("Feb", in: "short month of a date"),
    Phrase("Mar", in: "short month of a date"), Phrase("Apr", in: "short month of a date"),
    Phrase("May", in: "short month of a date"), Phrase("Jun", in: "short month of a date"),
    Phrase("Jul", in: "short month of a date"), Phrase("Aug", in: "short month of a date"),
    Phrase("Sep", in: "short month of a date"), Phrase("Oct", in: "short month of a date"),
    Phrase("Nov", in: "short month of a date"), Phrase("Dec", in: "short month of a date"),
  ]

  private static let weekdays = [
    Phrase("Monday", in: "weekday"), Phrase("Tuesday", in: "weekday"), Phrase("Wednesday", in: "weekday"),
    Phrase("Thursday", in: "weekday"), Phrase("Friday", in: "weekday"), Phrase("Saturday", in: "weekday"),
    Phrase("Sunday", in: "weekday"),
  ]

  private static let shortWeekdays = [
    Phrase("Mon", in: "short weekday"), Phrase("Tue", in: "short weekday"), Phrase("Wed", in: "short weekday"),
    Phrase("Thu", in: "short weekday"), Phrase("Fri", in: "short weekday"), Phrase("Sat", in: "short weekday"),
    Phrase("Sun", in: "short weekday"),
  ]

  private static let columnWeekdays = [
    Phrase("Mo", in: "head of a column"), Phrase("Tu", in: "head of a column"), Phrase("We", in: "head of a column"),
    Phrase("Th", in: "head of a column"), Phrase("Fr", in: "head of a column"), Phrase("Sa", in: "head of a column"),
    Phrase("Su", in: "head of a column"),
  ]
}

/// The form of a date, with its names in braces: `{day} de {month}`.
struct DatePattern: Sendable {
  private enum Part {
    case text(String)
    case weekday, from, day, month, year
  }

  private let parts: [Part]

  init(_ pattern: String) {
    var parts: [Part] = []
    for (index, piece) in pattern.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
      let end = piece.firstIndex(of: "}")
      let name = index == 0 ? nil : end.map { piece[..<$0] }
      let part: Part? =
        switch name {
        case "weekday": .weekday
        case "from": .from
        case "day": .day
        case "month": .month
        case "year": .year
        default: nil
        }
      if let part { parts.append(part) }
      let text = part == nil ? piece : end.map { piece[piece.index(after: $0)...] } ?? ""
      if !text.isEmpty { parts.append(.text(String(text))) }
    }
    self.parts = parts
  }

  /// - Parameters:
  ///   - weekdays: their names, from Monday on; not needed for a pattern without a weekday.
  ///   - months: their names, from January on.
  ///   - first: the day of the same month that a range begins with.
  func text(of day: CivilDay, weekdays: [String] = [], months: [String], from first: CivilDay? = nil) -> String {
    let components = day.components
    var text = ""
    for part in parts {
      switch part {
      case .text(let piece): text += piece
      case .weekday: text += weekdays.isEmpty ? "" : weekdays[day.weekday.rawValue - 1]
      case .from: text += first.map { String($0.dayOfMonth) } ?? ""
      case .day: text += String(components.day)
      case .month: text += months[components.month - 1]
      case .year: text += String(components.year)
      }
    }
    return text
  }
}
