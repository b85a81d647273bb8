/// A part of written sets without white space: a set, or an effort or a weight that belongs to the set before it.
struct SetPiece {
  /// In lower case, and with decimal points.
  private(set) var text: String
  /// The words, as the user typed them.
  private(set) var source: String

  private static let units: Set = ["kg", "kgs", "lb", "lbs", "km", "m", "mi", "min"]

  /// Divides a text into pieces. White space around an `x`, an `@`, a unit and the letter of a kind makes no
  /// difference, and `80kg 10` is one piece.
  static func all(in text: String) -> [SetPiece] {
    var pieces: [SetPiece] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      // Three digits after a comma may be thousands, so they stay unreadable.
      let lowered = word.lowercased().replacing(/([0-9]),([0-9]{1,2})(?![0-9])/) { "\($0.output.1).\($0.output.2)" }
      if let joint = pieces.last?.joint(before: lowered) {
        pieces[pieces.count - 1].text += joint + lowered
        pieces[pieces.count - 1].source += " \(word)"
      } else {
        pieces.append(SetPiece(text: lowered, source: String(word)))
      }
    }
    return pieces
  }

  /// Returns `true` if the piece is a weight that belongs to the set before it.
  ///
  /// - Parameter withUnit: `true` if the weight must name its unit.
  func isWeight(withUnit: Bool) -> Bool {
    let weight = text.prefix { $0 != "@" }
    return WorkoutWords.weight(weight, unit: .kilograms) != nil && (!withUnit || weight.last?.isLetter == true)
  }

  /// Returns the text between this piece and a word that belongs to it; `nil` if the word starts another piece.
  private func joint(before word: String) -> String? {
    let isJoined = text.last.map { "x×@".contains($0) } ?? false
    if isJoined || ["w", "d", "f"].contains(text) || ["x", "×", "@"].contains(word) { return "" }
    let number = text.split(omittingEmptySubsequences: false, whereSeparator: { "x×@".contains($0) }).last ?? ""
    let bare = number.drop { "wdf".contains($0) }
    if !bare.isEmpty, bare.allSatisfy({ $0.isNumber || $0 == "." }), Self.units.contains(word) { return "" }
    let measure = text.drop { "wdf".contains($0) }
    if WorkoutWords.millimetres(measure) != nil, word.contains(":"), WorkoutWords.seconds(word) != nil { return "x" }
    guard WorkoutWords.weight(measure, unit: .kilograms) != nil else { return nil }
    if let first = word.first, "x×".contains(first) { return "" }
    let isRepetitions = word.allSatisfy { $0.isASCII && $0.isNumber }
    return text.last?.isLetter == true && isRepetitions ? "x" : nil
  }
}

/// One of the terms of a set that an `x` joins.
enum SetTerm {
  case nothing
  /// Digits, perhaps with a point.
  case number(String)
  case range(ClosedRange<Int>)
  /// A weight that names its unit.
  case weight(Weight)
  /// In seconds.
  case duration(Int)
  /// In millimetres.
  case distance(Int)

  /// Creates the term that a text means; `nil` if it means none.
  init?(_ text: Substring, unit: Weight.Unit) {
    if text.isEmpty {
      self = .nothing
    } else if let seconds = WorkoutWords.seconds(text) {
      self = .duration(seconds)
    } else if let millimetres = WorkoutWords.millimetres(text) {
      self = .distance(millimetres)
    } else if decimalNumber(text, fractionDigits: 3) != nil {
      self = .number(String(text))
    } else if let weight = WorkoutWords.weight(text, unit: unit) {
      self = .weight(weight)
    } else {
      let bounds = text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "-" || $0 == "–" })
        .map { decimalNumber($0, fractionDigits: 0) }
      guard bounds.count == 2, let from = bounds[0], let to = bounds[1], from <= to else { return nil }
      self = .range(from...to)
    }
  }

  /// A whole number; `nil` for other terms.
  var whole: Int? {
    guard case .number(let text) = self else { return nil }
    return decimalNumber(text, fractionDigits: 0)
  }

  /// A range of whole numbers, or a whole number alone; `nil` for other terms.
  var range: ClosedRange<Int>? {
    if case .range(let range) = self { return range }
    return whole.map { $0...$0 }
  }
}
