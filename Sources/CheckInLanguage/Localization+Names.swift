public import CheckInJournal

extension Localization {
  /// `Strength Training`.
  public func name(of type: ExerciseType) -> String { words(Self.phrase(for: type)) }

  private static func phrase(for type: ExerciseType) -> Phrase {
    switch type {
    case .unknown: Phrase("Unknown", in: "exercise type")
    case .run: Phrase("Run", in: "exercise type")
    case .gym: Phrase("Gym", in: "exercise type")
    case .swim: Phrase("Swim", in: "exercise type")
    case .bike: Phrase("Bike", in: "exercise type")
    case .walk: Phrase("Walk", in: "exercise type")
    case .yoga: Phrase("Yoga", in: "exercise type")
    case .cycling: Phrase("Cycling", in: "exercise type")
    case .strengthTraining: Phrase("Strength Training", in: "exercise type")
    }
  }

  /// The letter of the type in a calendar of letters: `T`. Each type has its own.
  public func letter(of type: ExerciseType) -> String { words(Self.letter(of: type)) }

  private static func letter(of type: ExerciseType) -> Phrase {
    switch type {
    case .unknown: Phrase("?", in: "letter of Unknown")
    case .run: Phrase("R", in: "letter of Run")
    case .gym: Phrase("G", in: "letter of Gym")
    case .swim: Phrase("S", in: "letter of Swim")
    case .bike: Phrase("B", in: "letter of Bike")
    case .walk: Phrase("W", in: "letter of Walk")
    case .yoga: Phrase("Y", in: "letter of Yoga")
    case .cycling: Phrase("C", in: "letter of Cycling")
    case .strengthTraining: Phrase("T", in: "letter of Strength Training")
    }
  }

  /// With the digits in groups: `118,420`.
  public func number(_ value: Int) -> String { (value < 0 ? "−" : "") + grouped(String(value.magnitude)) }

  /// The number in a text that has a point in it, such as `82.5kg`, with this region's sign in place of the point.
  public func decimals(_ text: String) -> String {
    text.replacing(".", with: decimalSeparator)
  }

  private func grouped(_ digits: String) -> String {
    guard digits.count >= 3 + conventions.minimumGroupingDigits else { return digits }
    var text = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0 { text += conventions.groupingSeparator }
      text.append(digit)
    }
    return text
  }

  /// `57 %`.
  public func percent(_ value: Int) -> String { words("{number}\u{A0}%", ["number": number(value)]) }

  /// `a`, `a and b`, `a, b and c`.
  public func list(_ items: [String]) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return words("{first} and {last}", ["first": items.dropLast().joined(separator: ", "), "last": last])
  }
}
