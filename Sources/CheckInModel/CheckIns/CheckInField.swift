/// A field of a check-in, in the order of the form.
///
/// Raw values are the names in JSON, in audits and of conflicts.
public enum CheckInField: Hashable, Sendable {
  /// The kind of exercise, and the title.
  case type, title
  /// The time, and the name of its zone.
  case at, timeZone
  /// An optional number.
  case quantity(CheckInQuantity)
  /// The place, and whatever else there is to say.
  case location, notes
  /// The photo.
  case photo
  /// The discarded state of the check-in. Devices can make conflicting changes to it, as to a field.
  case discarded

  /// Kilocalories.
  public static let calories = quantity(.calories)
  /// The duration.
  public static let duration = quantity(.duration)
  /// The distance.
  public static let distance = quantity(.distance)

  /// The fields that one event can create or edit: those of ``CheckInFields``, in which a zone belongs to its time.
  public static let editable =
    [type, title, at] + CheckInQuantity.allCases.map { quantity($0) } + [location, notes]
  /// The fields that a check-in need not have, in the order of the form.
  package static let optional = CheckInQuantity.allCases.map { quantity($0) } + [location, notes]
  /// The same fields, which an edit can clear, with their numbers in `OptionalField` and in the order of these.
  package static let clearable: [(number: UInt64, field: CheckInField)] =
    ([(2, location), (3, notes)] + CheckInQuantity.allCases.map { ($0.row.clearedNumber, quantity($0)) })
    .sorted { $0.number < $1.number }
  /// The fields whose changes an audit shows.
  public static let audited = allCases.filter { $0 != .discarded }
  /// The fields that devices can change differently; see ``MergeConflict``.
  public static let mergeable = allCases.filter { $0 != .timeZone }

  /// Creates one of ``mergeable`` by its name; `nil` if there is none of this name.
  package init?(mergeable name: String) {
    guard let field = Self.mergeable.first(where: { $0.rawValue == name }) else { return nil }
    self = field
  }
}

extension CheckInField: CaseIterable, RawRepresentable {
  public static let allCases: [CheckInField] =
    [type, title, at, timeZone] + CheckInQuantity.allCases.map { quantity($0) } + [location, notes, photo, discarded]

  public var rawValue: String {
    switch self {
    case .type: "type"
    case .title: "title"
    case .at: "at"
    case .timeZone: "timeZone"
    case .quantity(let quantity): quantity.rawValue
    case .location: "location"
    case .notes: "notes"
    case .photo: "photo"
    case .discarded: "discarded"
    }
  }

  public init?(rawValue: String) {
    guard let field = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = field
  }
}

/// An optional number of a check-in.
///
/// Snapshots, JSON, CSV, merging, forms and reports iterate over these cases. To add one, add its property to
/// ``CheckInFields`` and its row to this table. The path from the log to the columns names each field for speed;
/// `CONTRIBUTING.md` lists its files.
///
/// ```swift
/// for quantity in CheckInQuantity.allCases {
///   if let value = checkIn.fields[quantity] { print(quantity.rawValue, value) }
/// }
/// ```
public enum CheckInQuantity: String, CaseIterable, Sendable {
  /// Kilocalories.
  case calories
  /// The duration, in seconds.
  case duration
  /// The distance, in metres.
  case distance

  /// All quantities, in the order of the form. Stored, because loops over it are on hot paths.
  public static let allCases: [CheckInQuantity] = [.calories, .duration, .distance]

  /// The unit of a quantity, which decides how its values are entered and shown.
  package enum Unit: Sendable {
    case kilocalories, seconds, metres
  }

  /// A row of the table.
  package struct Row: Sendable {
    /// The field's number in `OptionalField`.
    package var clearedNumber: UInt64
    package var unit: Unit
    /// The values that validation accepts.
    package var range: ClosedRange<Int>
    /// The message for a value outside of ``range``.
    package var outOfRange: Message
    /// The message for an entered text that is not a value.
    package var unreadable: Message
    /// The message for a cell of a CSV file that is not a value.
    package var unreadableInFile: Message
    /// The message for a JSON member that is not a value.
    package var unreadableInJSON: Message
  }

  /// The field's number in `Created` and `Edited`. Apart from ``row``, since replay asks for it.
  @inline(__always)
  package var wireNumber: UInt64 {
    switch self {
    case .calories: CheckInFieldNumber.calories
    case .duration: CheckInFieldNumber.duration
    case .distance: CheckInFieldNumber.distance
    }
  }

  /// The later field that the quantity belongs to; empty if the first release had it.
  @inline(__always)
  package var later: LaterFields { self == .calories ? [] : .measures }

  package var row: Row {
    switch self {
    case .calories:
      Row(
        clearedNumber: 1, unit: .kilocalories, range: 0...Int.max,
        outOfRange: Validation.caloriesNegative, unreadable: Validation.caloriesUnreadable,
        unreadableInFile: Validation.caloriesUnreadable, unreadableInJSON: Validation.caloriesUnreadable)
    case .duration:
      Row(
        clearedNumber: 4, unit: .seconds, range: Validation.durationRange,
        outOfRange: Validation.durationOutOfRange, unreadable: Validation.durationUnreadable,
        unreadableInFile: Validation.durationUnreadableInFile,
        unreadableInJSON: "Duration must be a whole number of seconds")
    case .distance:
      Row(
        clearedNumber: 5, unit: .metres, range: Validation.distanceRange,
        outOfRange: Validation.distanceOutOfRange, unreadable: Validation.distanceUnreadable,
        unreadableInFile: Validation.distanceUnreadableInFile,
        unreadableInJSON: "Distance must be a whole number of metres")
    }
  }

  /// The quantities that every version of the schema has. Files always name them, with or without a value.
  package static let original = allCases.filter(\.later.isEmpty)
  /// The quantities that came into the schema later. Files name them only if they have a value.
  package static let added = allCases.filter { !$0.later.isEmpty }

  /// The added quantities that the files of a journal name.
  ///
  /// - Parameter later: The later fields of the journal's events.
  package static func added(with later: LaterFields) -> [CheckInQuantity] {
    added.filter { later.isSuperset(of: $0.later) }
  }
}

/// Fields that came into the schema after the first release, and that files which are exported name only where some
/// event has them: so the file of a history without them is what it always was.
package struct LaterFields: OptionSet, Hashable, Sendable {
  package var rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The duration or the distance of a check-in.
  package static let measures = LaterFields(rawValue: 1)
  /// The name of the device.
  package static let device = LaterFields(rawValue: 2)
  /// That the time of day is not known.
  package static let dayOnly = LaterFields(rawValue: 4)
  /// The marks of days, with which no check-in has a field more.
  package static let marks = LaterFields(rawValue: 8)

  /// Every combination of the fields of check-ins and events.
  package static var combinations: [LaterFields] { (0..<8).map { LaterFields(rawValue: $0) } }
}

/// The field numbers of `Created` and `Edited`, which share them.
package enum CheckInFieldNumber {
  package static let id: UInt64 = 1
  package static let at: UInt64 = 2
  package static let offsetMinutes: UInt64 = 3
  package static let timeZone: UInt64 = 4
  package static let type: UInt64 = 5
  package static let title: UInt64 = 6
  package static let calories: UInt64 = 7
  package static let location: UInt64 = 8
  package static let notes: UInt64 = 9
  package static let cleared: UInt64 = 10
  package static let duration: UInt64 = 11
  package static let distance: UInt64 = 12
  package static let dayOnly: UInt64 = 13
}

extension Validation {
  /// The accepted durations, in seconds.
  public static let durationRange = 1...1_000_000
  /// The accepted distances, in metres.
  public static let distanceRange = 1...10_000_000

  /// The message for calories below 0.
  public static let caloriesNegative: Message = "Calories cannot be negative"
  /// The message for a duration outside of 1 to 1,000,000 seconds.
  public static let durationOutOfRange: Message = "Duration must be between 1 second and 1,000,000 seconds (11 days)"
  /// The message for a distance outside of 1 to 10,000,000 metres.
  public static let distanceOutOfRange: Message = "Distance must be between 1 m and 10,000 km"
  /// The message for calories that are not a whole number.
  public static let caloriesUnreadable: Message = "Calories must be a whole number"
  /// The message for an entered text that is not a duration.
  public static let durationUnreadable: Message = "Duration must be a time such as 45m, 1h30m, 45:30 or 1:30:00"
  /// The message for an entered text that is not a distance.
  public static let distanceUnreadable: Message = "Distance must be a length such as 5km, 800m or 3.1mi"
  /// The message for a file's cell that is not a duration.
  package static let durationUnreadableInFile: Message =
    "Duration must be in whole seconds, or a time such as 45m or 1:30:00"
  /// The message for a file's cell that is not a distance.
  package static let distanceUnreadableInFile: Message =
    "Distance must be in whole metres, or a length such as 5km or 3.1mi"
}
