internal import CheckInJournal

/// Reads the cells of other programs' exports.
enum WorkoutCells {
  /// A number that is not negative, with a point or a comma before its fraction, in thousandths, rounded; `nil` for
  /// every other text.
  static func number(_ text: String) -> Int? {
    let parts = text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "." || $0 == "," })
    guard parts.count <= 2, parts[0].utf8.count <= 9, let whole = digits(parts[0]) else { return nil }
    guard parts.count == 2 else { return whole * 1000 }
    guard digits(parts[1]) != nil || parts[1].utf8.count > 15, parts[1].utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      return nil
    }
    let fraction = Array((parts[1] + "0000").utf8.prefix(4)).map { Int($0 - UInt8(ascii: "0")) }
    return whole * 1000 + fraction[0] * 100 + fraction[1] * 10 + fraction[2] + (fraction[3] >= 5 ? 1 : 0)
  }

  /// A whole number that is not negative; `nil` for every other text. A fraction of zeros is passed over.
  static func whole(_ text: String) -> Int? {
    guard let number = number(text), number % 1000 == 0 else { return nil }
    return number / 1000
  }

  private static func digits(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 15, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int(text)
  }

  /// A distance in millimetres; `nil` for a unit that is not known.
  static func millimetres(_ thousandths: Int, unit: String) -> Int? {
    switch unit.lowercased().filter({ $0 != "." }) {
    case "km", "kms", "kilometers", "kilometres": thousandths * 1000
    case "m", "meters", "metres": thousandths
    case "mi", "mile", "miles": (thousandths * 1_609_344 + 500) / 1000
    case "ft", "feet": (thousandths * 3048 + 5000) / 10_000
    case "yd", "yards": (thousandths * 9144 + 5000) / 10_000
    default: nil
    }
  }

  /// Seconds of `90`, `90.0`, `0:01:30`, `1h 5m` or `45min`; `nil` for every other text.
  static func seconds(_ text: String) -> Int? {
    if let seconds = number(text) { return (seconds + 500) / 1000 }
    let parts = text.split(separator: ":")
    if parts.count == 2 || parts.count == 3 {
      var total = 0
      for part in parts {
        guard let number = number(String(part)) else { return nil }
        total = total * 60 + (number + 500) / 1000
      }
      return total
    }
    var total = 0
    var digits = ""
    var unit = ""
    func take() -> Bool {
      guard let number = Int(digits), digits.count < 7 else { return false }
      switch unit {
      case "h", "hr", "hrs", "hour", "hours": total += number * 3600
      case "m", "min", "mins", "minutes": total += number * 60
      case "s", "sec", "secs", "seconds": total += number
      default: return false
      }
      return true
    }
    for character in text.lowercased() where character != " " {
      if character.isASCII, character.isNumber {
        if !unit.isEmpty {
          guard take() else { return nil }
          (digits, unit) = ("", "")
        }
        digits.append(character)
      } else {
        unit.append(character)
      }
    }
    return take() ? total : nil
  }

  /// The text with the hours of a 24-hour clock: `2024-07-14 7:31:01 PM`, with any space and also with `p. m.`, becomes
  /// `2024-07-14 19:31:01`. Every other text stays as is.
  static func with24Hours(_ text: String) -> String {
    var rest = text.lowercased()[...]
    var letters = ""
    while let last = rest.last, last.isLetter || last.isWhitespace || last == "." {
      if last.isLetter { letters = "\(last)\(letters)" }
      rest.removeLast()
    }
    guard let isAfternoon = ["am": false, "pm": true][letters], let space = rest.lastIndex(where: \.isWhitespace),
      let colon = rest[space...].firstIndex(of: ":"), let hour = Int(rest[rest.index(after: space)..<colon]),
      1...12 ~= hour
    else { return text }
    let hours = hour % 12 + (isAfternoon ? 12 : 0)
    return "\(rest[..<space]) \(hours < 10 ? "0" : "")\(hours)\(rest[colon...])"
  }

  /// A time as Strong and Hevy write it: `2023-07-14 19:31:01`, `30 Jun 2025, 19:56`, with the month in several
  /// languages; `nil` for every other text.
  static func time(_ text: String) -> WrittenTime? {
    if let written = WrittenTime(text) { return written }
    let words = text.split(whereSeparator: { " ,.".contains($0) }).map(String.init)
    guard words.count >= 4, let clock = words.last, let day = Int(words[0]), let year = Int(words[words.count - 2]),
      let month = month(words[1...words.count - 3].joined()), let civil = CivilDay(year: year, month: month, day: day)
    else { return nil }
    return WrittenTime("\(civil)T\(clock.count == 4 ? "0" + clock : clock)")
  }

  /// A day as FitNotes writes it, `2023-07-14`, or with a time that says nothing; `nil` for every other text.
  static func day(_ text: String) -> CivilDay? { CivilDay(String(text.prefix(10))) }

  /// The month that a name or its abbreviation means in English, German, French, Spanish, Portuguese, Italian or Dutch.
  static func month(_ name: String) -> Int? {
    let wanted = name.lowercased()
    for (index, names) in months.enumerated() {
      if names.contains(where: { wanted.hasPrefix($0) }) { return index + 1 }
    }
    return nil
  }

  /// The first letters of each month, as many as distinguish it from the others.
  private static let months: [[String]] = [
    ["jan", "ene", "gen"], ["feb", "fév", "fev"], ["mar", "mär", "mrt", "maa"], ["apr", "avr", "abr"],
    ["may", "mai", "mag", "mei"], ["jun", "juin", "giu"], ["jul", "juil", "lug"], ["aug", "aoû", "aou", "ago"],
    ["sep", "set"], ["oct", "okt", "out", "ott"], ["nov"], ["dec", "dez", "déc", "dic"],
  ]
}
