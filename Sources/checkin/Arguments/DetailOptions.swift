import ArgumentParser
import CheckInJournal

/// The options of commands that say what a check-in can have besides its type, title and time.
struct DetailOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: ArgumentHelp("Kilocalories.", valueName: "n"))
  var calories: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long it took: 45 (minutes), 1h30, 45:30 or 1:30:00.", valueName: "time"))
  var duration: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How far it went: 5.2 (in your unit), 5km, 800m or 3.1mi.", valueName: "length"))
  var distance: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Where it was.", valueName: "text"))
  var location: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Notes; - reads standard input.", valueName: "text"))
  var notes: String?

  /// The options in the usage of a command.
  static let usage =
    "[--calories <n>] [--duration <time>] [--distance <length>] [--location <text>] [--notes <text>]"

  /// The names of the options: `--calories`.
  static let names = CheckInField.optional.map { "--\($0.rawValue)" }

  /// The value of the option for an optional field.
  subscript(field: CheckInField) -> String? {
    get {
      switch field {
      case .quantity(.calories): calories
      case .quantity(.duration): duration
      case .quantity(.distance): distance
      case .location: location
      case .notes: notes
      default: nil
      }
    }
    set {
      switch field {
      case .quantity(.calories): calories = newValue
      case .quantity(.duration): duration = newValue
      case .quantity(.distance): distance = newValue
      case .location: location = newValue
      case .notes: notes = newValue
      default: break
      }
    }
  }

  /// The quantities that options specify.
  var quantities: Set<CheckInQuantity> {
    Set(CheckInQuantity.allCases.filter { self[.quantity($0)] != nil })
  }

  /// `true` if no option is given.
  var isEmpty: Bool { CheckInField.optional.allSatisfy { self[$0] == nil } }
}
