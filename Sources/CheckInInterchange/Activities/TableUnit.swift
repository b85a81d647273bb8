/// The units of durations, distances and energy.
enum TableUnit {
  /// Seconds in one of the unit; `nil` for one that is not known.
  static func seconds(_ unit: String) -> Double? {
    switch unit.lowercased() {
    case "ms", "msec", "millis", "milliseconds": 0.001
    case "s", "sec", "secs", "second", "seconds": 1
    case "min", "mins", "minute", "minutes": 60
    case "h", "hr", "hrs", "hour", "hours": 3600
    default: nil
    }
  }

  /// Metres in one of the unit; `nil` for one that is not known.
  static func metres(_ unit: String) -> Double? {
    switch unit.lowercased() {
    case "km", "kms", "kilometer", "kilometers", "kilometre", "kilometres": 1000
    case "m", "meter", "meters", "metre", "metres": 1
    case "mi", "mile", "miles": 1609.344
    case "yd", "yds", "yard", "yards": 0.9144
    case "ft", "foot", "feet": 0.3048
    default: nil
    }
  }

  /// Kilocalories in one of the unit; `nil` for one that is not known.
  static func kilocalories(_ unit: String) -> Double? {
    switch unit.lowercased() {
    // What is on food and on machines is called calories and means kilocalories.
    case "kcal", "cal", "calories", "kilocalories": 1
    case "kj", "kilojoules": 1 / 4.184
    default: nil
    }
  }
}
