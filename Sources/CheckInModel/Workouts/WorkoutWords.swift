/// The text format of durations and distances in sets, plans and records.
enum WorkoutWords {
  /// Reads `1:30`, `1:02:03`, `90s`, `2min` or `1h` as seconds; `nil` for every other text.
  static func seconds(_ text: some StringProtocol) -> Int? {
    for (unit, factor) in [("sec", 1), ("min", 60), ("s", 1), ("h", 3600)] where text.hasSuffix(unit) {
      return decimalNumber(text.dropLast(unit.count), fractionDigits: 0).map { $0 * factor }
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 else { return nil }
    var seconds = 0
    for (index, part) in parts.enumerated() {
      guard (1...4).contains(part.count), let number = decimalNumber(part, fractionDigits: 0) else { return nil }
      // Minutes and seconds behind a colon have two digits, below 60.
      if index > 0, part.count != 2 || number > 59 { return nil }
      seconds = seconds * 60 + number
    }
    return seconds
  }

  /// `1:30` or `1:02:03`.
  static func duration(_ seconds: Int) -> String {
    let hours = seconds / 3600
    let rest = "\(seconds / 60 % 60):\(twoDigits(seconds % 60))"
    return hours == 0 ? rest : "\(hours):" + (seconds / 60 % 60 < 10 ? "0" : "") + rest
  }

  /// Reads `5km`, `400m` or `3.1mi` as millimetres, the last rounded; `nil` for every other text.
  static func millimetres(_ text: some StringProtocol) -> Int? {
    if text.hasSuffix("km") { return decimalNumber(text.dropLast(2), fractionDigits: 6) }
    if text.hasSuffix("mi") {
      guard let thousandths = decimalNumber(text.dropLast(2), fractionDigits: 3), thousandths <= 10_000_000 else {
        return nil
      }
      return (thousandths * 1_609_344 + 500) / 1000
    }
    return text.hasSuffix("m") ? decimalNumber(text.dropLast(), fractionDigits: 3) : nil
  }

  /// `5km`, `5.02km` or `400m`: exact.
  static func distance(_ millimetres: Int) -> String {
    millimetres < 1_000_000
      ? decimalText(millimetres, fractionDigits: 3) + "m" : decimalText(millimetres, fractionDigits: 6) + "km"
  }

  /// Reads `80kg`, `185lb` or `80`, which is in `unit`; `nil` for every other text.
  static func weight(_ text: some StringProtocol, unit: Weight.Unit) -> Weight? {
    for symbol in ["kg", "kgs", "lbs", "lb"] where text.hasSuffix(symbol) {
      return Weight.Unit(symbol: symbol).flatMap { Weight(text.dropLast(symbol.count), unit: $0) }
    }
    return Weight(text, unit: unit)
  }

  /// A weight in the form that ``weight(_:unit:)`` reads: the unit is left out where it is the usual one.
  static func text(_ weight: Weight, unit: Weight.Unit) -> String {
    weight.unit == unit ? weight.number : weight.description
  }
}
