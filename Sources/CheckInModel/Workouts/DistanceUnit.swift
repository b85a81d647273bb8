/// The unit that distances are shown in, and that a distance without a unit has.
///
/// ```swift
/// DistanceUnit(like: .pounds).symbol  // mi
/// ```
public enum DistanceUnit: String, CaseIterable, Sendable {
  /// Written as `km`.
  case kilometres = "km"
  /// Written as `mi`: 1609.344 m.
  case miles = "mi"

  /// `km` or `mi`.
  public var symbol: String { rawValue }

  /// Creates the unit with a symbol or a name, in any case: `km`, `miles`. The result is `nil` for other texts.
  public init?(symbol: some StringProtocol) {
    switch symbol.lowercased() {
    case "km", "kms", "kilometres", "kilometers": self = .kilometres
    case "mi", "mile", "miles": self = .miles
    default: return nil
    }
  }

  /// Creates the unit of users of a unit of weight: miles with pounds.
  public init(like unit: Weight.Unit) { self = unit == .pounds ? .miles : .kilometres }

  /// The unit that the user has set: `CHECKIN_DISTANCE_UNIT`, otherwise the one that `CHECKIN_UNIT` implies.
  ///
  /// - Throws: `invalidValue` if a variable has another value.
  package static func preferred(environment: [String: String]) throws(JournalError) -> DistanceUnit {
    guard let word = environment["CHECKIN_DISTANCE_UNIT"], !word.isEmpty else {
      let unit = try Weight.Unit.preferred(environment: environment)
      return DistanceUnit(like: unit)
    }
    guard let unit = DistanceUnit(symbol: word) else {
      throw JournalError(
        .invalidValue, "CHECKIN_DISTANCE_UNIT must be km or mi, and is \"\(Escaping.escaped(word))\"")
    }
    return unit
  }
}
