internal import CheckInJournal
internal import Foundation

/// A day, and a time of it where one is written.
struct WrittenMoment: Hashable {
  /// In which order a day and its month are written as numbers.
  enum DayOrder: String {
    case dayFirst = "dmy"
    case monthFirst = "mdy"
  }

  enum Reading: Equatable {
    case moment(WrittenMoment)
    case unreadable
    /// It can be two days: 05/06/2026.
    case orderUnknown
  }

  var day: CivilDay
  /// `nil` where the day alone is written.
  var millisecondsOfDay: Int64?
  /// Minutes; `nil` where none is written.
  var offsetMinutes: Int?

  /// Milliseconds since 1970 on the clock that it was read from; at midnight where no time is written.
  var localMilliseconds: Int64 { Int64(day.dayNumber) * 86_400_000 + (millisecondsOfDay ?? 0) }

  /// The start of the activity that this text describes.
  var start: Activity.Start {
    guard millisecondsOfDay != nil else { return .day(day) }
    switch offsetMinutes {
    case nil: return .local(localMilliseconds)
    case 0?: return .instant(localMilliseconds, timeZone: nil)
    case let offset?: return .written(localMilliseconds, offsetMinutes: offset)
    }
  }

  /// Reads RFC 3339, a day alone, `21.11.2026 07:10`, `Nov 21, 2026, 6:03:11 AM`, `21 Nov 2026`, `20261121`, and with
  /// an order `11/21/2026`.
  static func read(_ text: String, order: DayOrder? = nil) -> Reading {
    guard text.utf8.count <= 80 else { return .unreadable }
    if let written = WrittenTime(text) {
      let day = Int((Double(written.localMilliseconds) / 86_400_000).rounded(.down))
      return .moment(
        WrittenMoment(
          day: CivilDay(dayNumber: day), millisecondsOfDay: written.localMilliseconds - Int64(day) * 86_400_000,
          offsetMinutes: written.offsetMinutes))
    }
    var words: [String] = []
    var clock: Int64?
    var meridiem: String?
    var offset: Int?
    // Newer systems put a narrow space before AM and PM.
    for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "," || $0 == "\u{202F}" }) {
      let lower = word.lowercased()
      if clock == nil, word.contains(":") {
        guard let time = timeOfDay(lower) else { return .unreadable }
        (clock, meridiem) = (time.milliseconds, time.meridiem)
      } else if clock != nil, ["am", "pm", "a.m.", "p.m."].contains(lower) {
        meridiem = String(lower.prefix(1))
      } else if clock != nil, let minutes = WrittenZone.offsetMinutes(lower) {
        offset = minutes
      } else if !weekdays.contains(String(lower.prefix(3))) || lower.contains(where: \.isNumber) {
        words.append(lower)
      }
    }
    if let meridiem, let time = clock {
      guard time >= 3_600_000, time < 13 * 3_600_000 else { return .unreadable }
      clock = time % (12 * 3_600_000) + (meridiem == "p" ? 12 * 3_600_000 : 0)
    }
    switch day(words, order: order) {
    case .day(let day): return .moment(WrittenMoment(day: day, millisecondsOfDay: clock, offsetMinutes: offset))
    case .orderUnknown: return .orderUnknown
    case .unreadable: return .unreadable
    }
  }

  /// Milliseconds of `07:10`, `7:10:31.5` or `6:03am`.
  static func timeOfDay(_ text: String) -> (milliseconds: Int64, meridiem: String?)? {
    var text = text.lowercased()
    var meridiem: String?
    for ending in ["am", "pm"] where text.hasSuffix(ending) {
      meridiem = String(ending.prefix(1))
      text = Validation.trimmed(String(text.dropLast(2)))
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let hours = digits(in: parts[0], count: 1...2), hours < 24,
      let minutes = digits(in: parts[1], count: 2...2), minutes < 60
    else { return nil }
    var milliseconds = 0
    if parts.count == 3 {
      let seconds = parts[2].split(separator: ".", omittingEmptySubsequences: false)
      guard seconds.count <= 2, let whole = digits(in: seconds[0], count: 2...2), whole < 60 else { return nil }
      milliseconds = whole * 1000
      if seconds.count == 2 {
        guard digits(in: seconds[1], count: 1...9) != nil,
          let fraction = digits(in: (seconds[1] + "00").prefix(3), count: 3...3)
        else {
          return nil
        }
        milliseconds += fraction
      }
    }
    return (Int64(hours * 3_600_000 + minutes * 60_000 + milliseconds), meridiem)
  }

  private enum DayReading {
    case day(CivilDay)
    case unreadable, orderUnknown
  }

  private static func day(_ words: [String], order: DayOrder?) -> DayReading {
    func made(year: Int, month: Int, day: Int) -> DayReading {
      CivilDay(year: year, month: month, day: day).map { .day($0) } ?? .unreadable
    }
    if words.count == 1, let word = words.first {
      if let digits = digits(in: word, count: 8...8) {
        return made(year: digits / 10_000, month: digits / 100 % 100, day: digits % 100)
      }
      guard let separator = word.first(where: { !$0.isNumber }), "-/.".contains(separator) else { return .unreadable }
      let parts = word.split(separator: separator, omittingEmptySubsequences: false)
      guard parts.count == 3, let middle = digits(in: parts[1], count: 1...2) else { return .unreadable }
      if let year = digits(in: parts[0], count: 4...4) {
        return digits(in: parts[2], count: 1...2).map { made(year: year, month: middle, day: $0) } ?? .unreadable
      }
      guard let first = digits(in: parts[0], count: 1...2), let year = digits(in: parts[2], count: 4...4) else {
        return .unreadable
      }
      // With points it is written in one order only.
      switch separator == "." ? .dayFirst : order {
      case .dayFirst?: return made(year: year, month: middle, day: first)
      case .monthFirst?: return made(year: year, month: first, day: middle)
      case nil: return .orderUnknown
      }
    }
    // A month by its name: Nov 21 2026, 21 Nov 2026, 21. November 2026.
    let numbers = words.compactMap { word -> Int? in
      digits(in: word.hasSuffix(".") ? word.dropLast() : word[...], count: 1...4)
    }
    let names = words.filter { $0.contains(where: \.isLetter) && $0 != "de" }
    guard numbers.count == 2, names.count == 1, let month = WorkoutCells.month(names[0]) else { return .unreadable }
    return numbers[0] > 31
      ? made(year: numbers[0], month: month, day: numbers[1]) : made(year: numbers[1], month: month, day: numbers[0])
  }

  private static let weekdays: Set<String> = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  private static func digits(in text: some StringProtocol, count: ClosedRange<Int>) -> Int? {
    guard count.contains(text.utf8.count), text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int(text)
  }
}

/// Reads the numbers of tables, as people of several countries write them.
struct TableNumbers {
  enum Reading: Equatable {
    case number(Double)
    case unreadable
    /// One comma or point with three digits behind it, which can be a fraction or thousands.
    case ambiguous
  }

  /// The meaning of three digits after a single comma or point.
  ///
  /// It depends on whether the separator is the file's usual decimal separator or the other one.
  enum ThreeDigits {
    /// A fraction after the usual separator; ambiguous after the other.
    case fraction
    /// A fraction after the usual separator; thousands after the other.
    case thousands
    /// Ambiguous after the usual separator, because such fractions are rare; thousands after the other.
    case probablyThousands
  }

  /// The mark before a fraction; `nil` where the number itself has to show it.
  var decimal: ImportMap.Decimal?
  /// The usual mark before a fraction in such a file, so that three digits after it are no thousands.
  var usual = ImportMap.Decimal.point

  func read(_ text: String, threeDigits: ThreeDigits = .fraction) -> Reading {
    guard text.utf8.count <= 40 else { return .unreadable }
    var rest = Validation.trimmed(text)[...]
    let isNegative = rest.first == "-"
    if isNegative || rest.first == "+" { rest = rest.dropFirst() }
    let marks = rest.filter { $0 == "," || $0 == "." }
    var point: Character?
    if let decimal {
      point = decimal.mark
    } else if marks.count == 1, let mark = marks.first, let index = rest.firstIndex(of: mark) {
      let behind = rest.distance(from: index, to: rest.endIndex) - 1
      let before = rest.distance(from: rest.startIndex, to: index)
      if behind == 3, (1...3).contains(before), rest.first != "0" {
        switch (threeDigits, mark == usual.mark) {
        case (.fraction, true), (.thousands, true): point = mark
        case (.fraction, false), (.probablyThousands, true): return .ambiguous
        case (.thousands, false), (.probablyThousands, false): point = nil
        }
      } else {
        point = mark
      }
    } else if Set(marks).count == 2 {
      point = marks.last
    }
    let parts = point.map { rest.split(separator: $0, omittingEmptySubsequences: false) } ?? [rest]
    guard parts.count <= 2, let whole = parts.first.flatMap(Self.withoutSeparators),
      let fraction = parts.count == 2 ? Self.digits(parts[1]) : "", !whole.isEmpty || !fraction.isEmpty,
      let value = Double("\(whole.isEmpty ? "0" : whole).\(fraction.isEmpty ? "0" : fraction)")
    else { return .unreadable }
    return .number(isNegative ? -value : value)
  }

  /// The digits before the fraction, without the separators of thousands; `nil` unless these are all the same, with
  /// exactly three digits behind each.
  private static func withoutSeparators(_ text: Substring) -> String? {
    guard let separator = text.first(where: { !$0.isNumber }) else { return digits(text) }
    guard separator.isWhitespace || [",", ".", "'", "\u{2019}"].contains(separator) else { return nil }
    let groups = text.split(separator: separator, omittingEmptySubsequences: false)
    guard (1...3).contains(groups[0].utf8.count), groups.dropFirst().allSatisfy({ $0.utf8.count == 3 }) else {
      return nil
    }
    return groups.reduce("") { digits, group in digits.flatMap { all in Self.digits(group).map { all + $0 } } }
  }

  /// The text, where it has nothing but digits.
  private static func digits(_ text: Substring) -> String? {
    text.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? String(text) : nil
  }
}

extension ImportMap.Decimal {
  fileprivate var mark: Character { self == .comma ? "," : "." }
}

/// A mark of whether something was done, as people and habit trackers write it.
enum TableMark {
  case done, notDone, empty
  /// A number that is greater than 0 and not 1.
  case amount
  /// A text that means neither.
  case other

  init(_ text: String) {
    let words = text.lowercased().split { !$0.isLetter }.map(String.init)
    self =
      if text.isEmpty {
        .empty
      } else if let number = Double(text.replacing(",", with: ".")) {
        number <= 0 ? .notDone : number == 1 ? .done : .amount
      } else if let first = words.first {
        Self.denials.contains(first) || words.contains("not") ? .notDone : Self.assents.contains(first) ? .done : .other
      } else if let sign = text.unicodeScalars.first {
        ["✓", "✔", "☑", "✅"].contains(sign) ? .done : ["✗", "✘", "✖", "❌", "☐"].contains(sign) ? .notDone : .other
      } else {
        .other
      }
  }

  /// First words, as in `missed_auto` and `Skipped`, in English, German, Spanish and Portuguese.
  private static let denials: Set<String> = [
    "no", "n", "none", "false", "missed", "skip", "skipped", "fail", "failed", "incomplete", "undone", "unfinished",
    "pending", "planned", "scheduled", "todo", "cancelled", "canceled", "unknown", "nein", "nicht", "falsch",
    "verpasst", "falso", "omitido", "não", "nao", "pulado",
  ]
  private static let assents: Set<String> = [
    "yes", "y", "true", "x", "done", "complete", "completed", "partial", "partially", "finished", "achieved", "success",
    "ok", "ja", "j", "wahr", "erledigt", "sí", "si", "verdadero", "hecho", "sim", "s", "verdadeiro", "feito",
  ]
}
