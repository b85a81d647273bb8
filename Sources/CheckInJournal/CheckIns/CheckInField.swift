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
  /// Whether the check-in is discarded. Devices can disagree about it like about a field.
  case discarded

  /// Kilocalories.
  public static let calories = quantity(.calories)
  /// The duration.
  public static let duration = quantity(.duration)
  /// The distance.
  public static let distance = quantity(.distance)

  /// The fields that one event can create or edit: those of ``CheckInFields``, in which a zone belongs to its time.
  package static let editable =
    [type, title, at] + CheckInQuantity.allCases.map { quantity($0) } + [location, notes]
  /// The fields that a check-in need not have, in the order of the form.
  package static let optional = CheckInQuantity.allCases.map { quantity($0) } + [location, notes]
  /// The same fields, which an edit can clear, with their numbers in `OptionalField` and in the order of these.
  package static let clearable: [(number: UInt64, field: CheckInField)] =
    ([(2, location), (3, notes)] + CheckInQuantity.allCases.map { ($0.row.clearedNumber, quantity($0)) })
    .sorted { $0.number < $1.number }
  /// The fields whose changes an audit shows.
  public static let audited = allCases.filter { $0 != .discarded }
  /// The fields that devices can change differently; see ``MergeConflict``. Snapshots store a field as its index here.
  public static let mergeable = allCases.filter { $0 != .timeZone }
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

/// The field numbers of `Created` and `Edited`, which share them.
enum CheckInFieldNumber {
  static let id: UInt64 = 1
  static let at: UInt64 = 2
  static let offsetMinutes: UInt64 = 3
  static let timeZone: UInt64 = 4
  static let type: UInt64 = 5
  static let title: UInt64 = 6
  static let calories: UInt64 = 7
  static let location: UInt64 = 8
  static let notes: UInt64 = 9
  static let cleared: UInt64 = 10
  static let duration: UInt64 = 11
  static let distance: UInt64 = 12
  static let dayOnly: UInt64 = 13
}
