import CheckInJournal
import CheckInLanguage

/// A setting of the configuration file. Raw values are the keys in the file.
enum Setting: String, CaseIterable {
  /// The command that shows and changes settings.
  static let commandName = "config"

  case journal, unit
  case distanceUnit = "distance_unit"
  case firstWeekday = "first_weekday"
  case clock, color
  case defaultType = "default_type"
  case sessionType = "session_type"
  case pager, device

  /// The variable that goes before the file.
  var variable: String {
    switch self {
    case .journal: "CHECKIN_JOURNAL"
    case .unit: "CHECKIN_UNIT"
    case .distanceUnit: "CHECKIN_DISTANCE_UNIT"
    case .firstWeekday: "CHECKIN_FIRST_WEEKDAY"
    case .clock: "CHECKIN_CLOCK"
    case .color: "CHECKIN_COLOR"
    case .defaultType: "CHECKIN_TYPE"
    case .sessionType: "CHECKIN_SESSION_TYPE"
    case .pager: "CHECKIN_PAGER"
    case .device: "CHECKIN_DEVICE"
    }
  }

  /// A description of the accepted values.
  var values: Message {
    switch self {
    case .journal: "a directory"
    case .unit: "kg or lb"
    case .distanceUnit: "km or mi"
    case .firstWeekday: "a weekday, such as monday"
    case .clock: "12 or 24"
    case .color: "\(ColorMode.allCases.map(\.rawValue).joined(separator: ", "))"
    case .defaultType, .sessionType: "\(ExerciseType.selectable.map(\.name).joined(separator: ", "))"
    case .pager: "a command"
    case .device: "a name, such as laptop"
    }
  }

  /// The values that can be listed; empty if any text of a form can be one.
  var choices: [String] {
    switch self {
    case .journal, .pager, .device: []
    case .unit: [Weight.Unit.kilograms, .pounds].map(\.symbol)
    case .distanceUnit: DistanceUnit.allCases.map(\.symbol)
    case .firstWeekday: Weekday.allCases.map { $0.name.lowercased() }
    case .clock: ["12", "24"]
    case .color: ColorMode.allCases.map(\.rawValue)
    case .defaultType, .sessionType: TypeWords.ofProcess.names
    }
  }

  /// A value as it is used; `nil` if it cannot be.
  func normalized(_ word: String) -> String? {
    if self == .journal || self == .pager { return word.isEmpty ? nil : word }
    let word = word.collapsed
    switch self {
    case .journal, .pager: return word
    case .device: return DeviceName.normalized(word)
    case .unit: return Weight.Unit(symbol: word)?.symbol
    case .distanceUnit: return DistanceUnit(symbol: word)?.symbol
    case .firstWeekday:
      let lowered = word.lowercased()
      guard lowered.count >= 3 else { return nil }
      return Weekday.allCases.map { $0.name.lowercased() }.first { $0.hasPrefix(lowered) }
    case .clock: return choices.contains(word) ? word : nil
    case .color: return ColorMode(rawValue: word.lowercased())?.rawValue
    case .defaultType, .sessionType: return Localization.ofProcess.type(named: word)?.name
    }
  }
}
