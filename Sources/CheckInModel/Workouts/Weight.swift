/// A weight as it was typed: in kilograms or in pounds, and never converted.
///
/// ```swift
/// Weight("82.5", unit: .kilograms)?.description  // "82.5kg"
/// if let plates = Weight("220.5", unit: .pounds), let stone = Weight("100", unit: .kilograms) {
///   print(plates.isHeavier(than: stone))  // true
/// }
/// ```
///
/// Weights of both units compare exactly: a pound is 0.45359237 kg by definition, so integers decide.
public struct Weight: Hashable, Sendable {
  /// The unit that a weight was entered in. Raw values are those of `event_log.proto`.
  public enum Unit: UInt8, CaseIterable, Sendable {
    /// Written as `kg`.
    case kilograms = 0
    /// Written as `lb`: 0.45359237 kg.
    case pounds = 1

    /// `kg` or `lb`.
    public var symbol: String {
      switch self {
      case .kilograms: "kg"
      case .pounds: "lb"
      }
    }

    /// The unit with this symbol, in any case; `lbs` is one of pounds too.
    public init?(symbol: some StringProtocol) {
      switch symbol.lowercased() {
      case "kg", "kgs": self = .kilograms
      case "lb", "lbs": self = .pounds
      default: return nil
      }
    }
  }

  /// Thousandths of the unit, within ``thousandthsRange``.
  public let thousandths: Int
  /// The one that it was written in.
  public let unit: Unit

  /// Up to a million of either unit.
  public static let thousandthsRange = 0...999_999_999

  /// `nil` for a weight out of ``thousandthsRange``.
  public init?(thousandths: Int, unit: Unit) {
    guard Self.thousandthsRange.contains(thousandths) else { return nil }
    self.thousandths = thousandths
    self.unit = unit
  }

  init(wholeKilograms: Int) {
    thousandths = wholeKilograms * 1000
    unit = .kilograms
  }

  /// The bar of most exercises.
  package static let bar = Weight(wholeKilograms: 20)

  /// Reads a number with at most three digits after its point; `nil` for every other text, and out of range.
  public init?(_ number: some StringProtocol, unit: Unit) {
    guard let thousandths = decimalNumber(number, fractionDigits: 3) else { return nil }
    self.init(thousandths: thousandths, unit: unit)
  }

  /// The weight in units of 10⁻¹¹ kg, in which both kilograms and pounds are whole: below 10¹⁷.
  var magnitude: Int {
    switch unit {
    case .kilograms: thousandths * 100_000_000
    case .pounds: thousandths * 45_359_237
    }
  }

  /// Returns `true` if this weight is heavier than another, regardless of their units.
  public func isHeavier(than other: Weight) -> Bool { magnitude > other.magnitude }

  /// Returns `true` if both weights are equal, regardless of their units.
  public func isAsHeavy(as other: Weight) -> Bool { magnitude == other.magnitude }

  /// For graphs and sums that need no exactness.
  public var kilograms: Double { Double(magnitude) / 1e11 }

  /// The number as it was typed, without zeros at its end: `82.5`.
  public var number: String { decimalText(thousandths, fractionDigits: 3) }

  /// Returns the number in a unit: as it was typed in its own, and rounded to tenths in the other.
  package func number(in unit: Unit) -> String {
    guard unit != self.unit else { return number }
    // A tenth of the unit, in units of 10⁻¹¹ kg.
    let tenth = unit == .kilograms ? 10_000_000_000 : 4_535_923_700
    return decimalText((magnitude + tenth / 2) / tenth, fractionDigits: 1)
  }
}

extension Weight: CustomStringConvertible {
  /// `82.5kg`.
  public var description: String { number + unit.symbol }
}

extension Weight.Unit {
  /// The unit of weights that do not name theirs: `CHECKIN_UNIT`, or kilograms.
  ///
  /// - Throws: `invalidValue` if `CHECKIN_UNIT` is neither `kg` nor `lb`.
  package static func preferred(environment: [String: String]) throws(JournalError) -> Weight.Unit {
    guard let word = environment["CHECKIN_UNIT"], !word.isEmpty else { return .kilograms }
    guard let unit = Weight.Unit(symbol: word) else {
      throw JournalError(.invalidValue, "CHECKIN_UNIT must be kg or lb, and is \"\(Escaping.escaped(word))\"")
    }
    return unit
  }
}

/// Reads digits with at most `fractionDigits` of them after a point, as a whole number of the smallest unit; `nil` for
/// every other text, and for more than 15 digits.
func decimalNumber(_ text: some StringProtocol, fractionDigits: Int) -> Int? {
  var value = 0
  var digitCount = 0
  var fractionCount: Int?
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "."):
      guard fractionCount == nil, digitCount > 0 else { return nil }
      fractionCount = 0
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      if let count = fractionCount {
        guard count < fractionDigits else { return nil }
        fractionCount = count + 1
      }
      digitCount += 1
      guard digitCount <= 15 - fractionDigits else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    default: return nil
    }
  }
  // A point is followed by a digit.
  guard digitCount > 0, fractionCount != 0 else { return nil }
  for _ in 0..<fractionDigits - (fractionCount ?? 0) { value *= 10 }
  return value
}

/// A whole number of the smallest unit with a point before its last `fractionDigits` digits, without zeros at its end.
///
/// - Parameter minimum: at least so many digits are written after the point.
func decimalText(_ value: Int, fractionDigits: Int, minimum: Int = 0) -> String {
  var digits = String(value)
  if digits.count <= fractionDigits {
    digits = String(repeating: "0", count: fractionDigits + 1 - digits.count) + digits
  }
  var fraction = String(digits.suffix(fractionDigits))
  while fraction.count > minimum, fraction.last == "0" { fraction.removeLast() }
  return digits.dropLast(fractionDigits) + (fraction.isEmpty ? "" : "." + fraction)
}
