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
