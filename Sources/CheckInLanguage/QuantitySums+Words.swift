package import CheckInJournal

extension Localization {
  /// Returns a sum with the number of check-ins that have a value: `25 km (3 of 4)`.
  ///
  /// - Parameters:
  ///   - value: The sum with its unit.
  ///   - sum: The sum.
  ///   - count: The number of all check-ins.
  package func text(_ value: String, of sum: QuantitySums.Sum, among count: Int) -> String {
    words(
      "{value} ({with} of {all})", ["value": value, "with": number(sum.checkIns), "all": number(count)])
  }

  /// Returns the pace (`5:20 min/km`) or speed (`27.4 km/h`) of the check-ins with a duration and a distance.
  ///
  /// It is a pace for running, walking (in minutes per kilometre or mile) and swimming (per 100 metres), and a speed
  /// for cycling. Returns `nil` for other types, and if no check-in has both.
  ///
  /// - Parameter unit: The unit of distances.
  package func rate(of sums: QuantitySums, for type: ExerciseType, in unit: DistanceUnit) -> String? {
    let (seconds, metres) = (Double(sums.timedSeconds), Double(sums.timedMetres))
    guard seconds > 0, metres > 0 else { return nil }
    let (unitMetres, symbol) = (unit == .miles ? 1609.344 : 1000.0, unit.symbol)
    func pace(per distance: Double) -> String { MeasureText.duration(Int((seconds * distance / metres).rounded())) }
    switch type {
    case .run, .walk: return "\(pace(per: unitMetres)) min/\(symbol)"
    case .swim: return "\(pace(per: 100)) min/100 m"
    case .bike, .cycling:
      let tenths = Int((metres / unitMetres / seconds * 36_000).rounded())
      return decimal("\(tenths / 10).\(tenths % 10)") + (unit == .miles ? " mph" : " km/h")
    case .unknown, .gym, .yoga, .strengthTraining: return nil
    }
  }
}
