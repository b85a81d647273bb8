public import CheckInJournal

extension Localization {
  /// `Strength Training`.
  public func name(of type: ExerciseType) -> String { words(type.name) }

  /// With the digits in groups: `118,420`.
  public func number(_ value: Int) -> String {
    let digits = String(value.magnitude)
    var text = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return (value < 0 ? "−" : "") + text
  }

  /// `57 %`.
  public func percent(_ value: Int) -> String { "\(value)\u{A0}%" }

  /// `a`, `a and b`, `a, b and c`.
  public func list(_ items: [String]) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return words("{first} and {last}", ["first": items.dropLast().joined(separator: ", "), "last": last])
  }
}
