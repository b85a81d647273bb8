/// The text format of a check-in's duration and distance.
///
/// ```swift
/// MeasureText.seconds("1h 30m")  // 5400
/// MeasureText.metres("3.1mi")  // 4989
/// MeasureText.metres("5", in: .kilometres)  // 5000
/// MeasureText.distance(5000)  // "5km"
/// ```
package enum MeasureText {
  /// Reads `45m`, `45min`, `1h30m`, `1h30`, `90s`, `45:30` (minutes and seconds) or `1:30:00` as seconds.
  ///
  /// White space and upper case make no difference.
  ///
  /// - Parameter readsMinutes: `true` if a number alone means minutes.
  /// - Returns: `nil` for every other text.
  package static func seconds(_ text: String, readsMinutes: Bool = false) -> Int? {
    var word = decimalPoint(compact(text))
    if word.last?.isNumber == true, !word.contains(":"), readsMinutes || word.contains(where: \.isLetter) {
      // The number after hours, or alone, is one of minutes.
      guard word.wholeMatch(of: /[0-9]+h[0-9]{1,2}|[0-9]+(?:\.[0-9]+)?/) != nil else { return nil }
      word += "m"
    }
    if word.contains(":") { return WorkoutWords.seconds(word) }
    var rest = word[...]
    var total = 0
    var isEmpty = true
    // Each unit at most once, the greater one first.
    for (symbols, factor) in units {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      let behind = rest.dropFirst(digits.count)
      let symbol = behind.prefix { $0.isLetter }
      guard symbols.contains(String(symbol)) else { continue }
      guard let thousandths = decimalNumber(digits, fractionDigits: 3) else { return nil }
      let milliseconds = thousandths.multipliedReportingOverflow(by: factor)
      // 1.5h is 90 minutes; what comes to no whole second is none that can be kept.
      guard !milliseconds.overflow, milliseconds.partialValue % 1000 == 0, milliseconds.partialValue < 1 << 50 else {
        return nil
      }
      total += milliseconds.partialValue / 1000
      rest = behind.dropFirst(symbol.count)
      isEmpty = false
    }
    return isEmpty || !rest.isEmpty ? nil : total
  }

  /// Returns `true` if a word is a unit of time or ends with one, such as `hours` and `1h`.
  static func endsWithUnitOfTime(_ word: String) -> Bool {
    let symbol = word.drop { $0.isNumber || ".,".contains($0) }
    return units.contains { $0.symbols.contains(String(symbol)) }
  }

  /// Reads `5km`, `5,2 km`, `800m`, `3.1mi` or `3 miles` as metres, rounded.
  ///
  /// A comma with three digits behind it may stand for thousands or for a fraction, and is not read, unless no distance
  /// has so many kilometres or miles, as in `42,195 km`. In `1,234.5` and `1.234,5`, the last mark is the decimal
  /// separator.
  ///
  /// - Parameter unit: The unit of a number alone; `5k` then means kilometres. `nil` if such a text isn't a distance.
  /// - Returns: `nil` for every other text.
  package static func metres(_ text: String, in unit: DistanceUnit? = nil) -> Int? {
    var word = decimalPoint(compact(text))
    for (name, symbol) in [("miles", "mi"), ("mile", "mi"), ("kms", "km")] where word.hasSuffix(name) {
      word = word.dropLast(name.count) + symbol
    }
    if let unit {
      if word.hasSuffix("k") { word += "m" }
      if word.last?.isNumber == true { word += unit.symbol }
    }
    if let match = word.wholeMatch(of: /([0-9]{2,}),([0-9]{3})(km|mi)/) { word = "\(match.1).\(match.2)\(match.3)" }
    return WorkoutWords.millimetres(word).map { ($0 + 500) / 1000 }
  }

  /// Reads `640`, `640 kcal` or `640cal` as kilocalories; `nil` for every other text.
  package static func kilocalories(_ text: String) -> Int? {
    let word = compact(text)
    let unit = ["kcal", "cal"].first { word.hasSuffix($0) } ?? ""
    return Int(word.dropLast(unit.count))
  }

  /// The text with a point as decimal separator and without separators of thousands.
  private static func decimalPoint(_ text: String) -> String {
    guard let comma = text.lastIndex(of: ",") else { return text }
    if let point = text.lastIndex(of: ".") {
      let (grouping, decimal): (Character, Character) = point > comma ? (",", ".") : (".", ",")
      return String(text.filter { $0 != grouping }.map { $0 == decimal ? "." : $0 })
    }
    let isFraction = text[comma...].dropFirst().prefix(while: \.isNumber).count != 3
    return isFraction ? text.replacing(",", with: ".", maxReplacements: 1) : text
  }

  /// `45:30` or `1:30:00`: what ``seconds(_:)`` reads back.
  package static func duration(_ seconds: Int) -> String { WorkoutWords.duration(seconds) }

  /// `5km`, `5.02km` or `800m`: exact, and what ``metres(_:)`` reads back.
  package static func distance(_ metres: Int) -> String {
    metres < 1000 ? "\(metres)m" : decimalText(metres, fractionDigits: 3) + "km"
  }

  /// Returns the number and the unit of a distance as it is shown; miles to a hundredth.
  package static func shownDistance(_ metres: Int, in unit: DistanceUnit) -> (number: String, symbol: String) {
    unit == .kilometres && metres < 1000 ? ("\(metres)", "m") : longDistance(metres, in: unit)
  }

  /// Returns the number and the unit of a distance that is never shown in metres.
  package static func longDistance(_ metres: Int, in unit: DistanceUnit) -> (number: String, symbol: String) {
    guard unit == .miles else { return (decimalText(metres, fractionDigits: 3), unit.symbol) }
    // Hundredths of a mile, rounded, without the product of a sum that may be of any size.
    let (whole, rest) = metres.quotientAndRemainder(dividingBy: 1_609_344)
    let (part, remainder) = (rest * 100_000).quotientAndRemainder(dividingBy: 1_609_344)
    let hundredths = whole * 100_000 + part + (remainder * 2 >= 1_609_344 ? 1 : 0)
    return (decimalText(hundredths, fractionDigits: 2), unit.symbol)
  }

  private static let units: [(symbols: [String], factor: Int)] = [
    (["h", "hr", "hrs", "hour", "hours"], 3600), (["m", "min", "mins", "minute", "minutes"], 60),
    (["s", "sec", "secs", "second", "seconds"], 1),
  ]

  private static func compact(_ text: String) -> String {
    String(text.lowercased().filter { !$0.isWhitespace })
  }
}

extension CheckInQuantity {
  /// Reads a value that a user entered; `nil` if the text is not one.
  ///
  /// - Parameter unit: The unit of a distance without one. A number alone is then minutes, or the distance that
  ///   ``MeasureText/metres(_:in:)`` reads.
  package func value(_ text: String, in unit: DistanceUnit? = nil) -> Int? {
    switch row.unit {
    case .kilocalories: MeasureText.kilocalories(text)
    case .seconds: MeasureText.seconds(text, readsMinutes: unit != nil)
    case .metres: MeasureText.metres(text, in: unit)
    }
  }

  /// Returns a value as text that ``value(_:)`` reads: `320`, `45:30` or `5km`.
  package func text(_ value: Int) -> String {
    switch row.unit {
    case .kilocalories: String(value)
    case .seconds: MeasureText.duration(value)
    case .metres: MeasureText.distance(value)
    }
  }
}
