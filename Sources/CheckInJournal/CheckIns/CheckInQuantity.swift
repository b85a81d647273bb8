/// An optional number of a check-in.
///
/// The log, snapshots, JSON, CSV, merging, forms and reports iterate over these cases. To add one, add its property to
/// ``CheckInFields`` and its row to this table; the compiler points to the few places that read a log without a loop.
///
/// ```swift
/// for quantity in CheckInQuantity.allCases { print(quantity.rawValue, checkIn.fields[quantity] ?? "–") }
/// ```
public enum CheckInQuantity: String, CaseIterable, Sendable {
  /// Kilocalories.
  case calories
  /// The duration, in seconds.
  case duration
  /// The distance, in metres.
  case distance

  /// The unit of a quantity, which decides how its values are entered and shown.
  package enum Unit: Sendable {
    case kilocalories, seconds, metres
  }

  /// A row of the table.
  package struct Row: Sendable {
    /// The field's number in `Created` and `Edited`.
    package var wireNumber: UInt64
    /// The field's number in `OptionalField`.
    package var clearedNumber: UInt64
    package var unit: Unit
    /// The values that validation accepts.
    package var range: ClosedRange<Int>
    /// The message for a value outside of ``range``.
    package var outOfRange: String
    /// The message for an entered text that is not a value.
    package var unreadable: String
    /// The message for a cell of a CSV file that is not a value.
    package var unreadableInFile: String
    /// The message for a JSON member that is not a value.
    package var unreadableInJSON: String
    /// The later field that the quantity belongs to; empty if the first release had it.
    package var later: LaterFields
  }

  package var row: Row {
    switch self {
    case .calories:
      Row(
        wireNumber: CheckInFieldNumber.calories, clearedNumber: 1, unit: .kilocalories, range: 0...Int.max,
        outOfRange: Validation.caloriesNegative, unreadable: Validation.caloriesUnreadable,
        unreadableInFile: Validation.caloriesUnreadable, unreadableInJSON: Validation.caloriesUnreadable, later: [])
    case .duration:
      Row(
        wireNumber: CheckInFieldNumber.duration, clearedNumber: 4, unit: .seconds, range: Validation.durationRange,
        outOfRange: Validation.durationOutOfRange, unreadable: Validation.durationUnreadable,
        unreadableInFile: Validation.durationUnreadableInFile,
        unreadableInJSON: "Duration must be a whole number of seconds", later: .measures)
    case .distance:
      Row(
        wireNumber: CheckInFieldNumber.distance, clearedNumber: 5, unit: .metres, range: Validation.distanceRange,
        outOfRange: Validation.distanceOutOfRange, unreadable: Validation.distanceUnreadable,
        unreadableInFile: Validation.distanceUnreadableInFile,
        unreadableInJSON: "Distance must be a whole number of metres", later: .measures)
    }
  }

  /// The quantities that every version of the schema has. Files always name them, with or without a value.
  package static let original = allCases.filter(\.row.later.isEmpty)
  /// The quantities that came into the schema later. Files name them only if they have a value.
  package static let added = allCases.filter { !$0.row.later.isEmpty }

  /// The added quantities that the files of a journal name.
  ///
  /// - Parameter later: The later fields of the journal's events.
  package static func added(with later: LaterFields) -> [CheckInQuantity] {
    added.filter { later.isSuperset(of: $0.row.later) }
  }
}

extension Validation {
  /// The accepted durations, in seconds.
  public static let durationRange = 1...1_000_000
  /// The accepted distances, in metres.
  public static let distanceRange = 1...10_000_000

  /// The message for calories below 0.
  public static let caloriesNegative = "Calories cannot be negative"
  /// The message for a duration outside of 1 to 1,000,000 seconds.
  public static let durationOutOfRange = "Duration must be between 1 second and 1,000,000 seconds (11 days)"
  /// The message for a distance outside of 1 to 10,000,000 metres.
  public static let distanceOutOfRange = "Distance must be between 1 m and 10,000 km"
  /// The message for calories that are not a whole number.
  public static let caloriesUnreadable = "Calories must be a whole number"
  /// The message for an entered text that is not a duration.
  public static let durationUnreadable = "Duration must be a time such as 45m, 1h30m, 45:30 or 1:30:00"
  /// The message for an entered text that is not a distance.
  public static let distanceUnreadable = "Distance must be a length such as 5km, 800m or 3.1mi"
  /// The message for a file's cell that is not a duration.
  package static let durationUnreadableInFile = "Duration must be in whole seconds, or a time such as 45m or 1:30:00"
  /// The message for a file's cell that is not a distance.
  package static let distanceUnreadableInFile = "Distance must be in whole metres, or a length such as 5km or 3.1mi"
}
