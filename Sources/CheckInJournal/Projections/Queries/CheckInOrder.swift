/// The order in which a query hands check-ins out.
///
/// ```swift
/// let hardest = try journal.checkIns.sorted(by: .descending(\.calories)).prefix(10).fetch()
/// ```
public struct CheckInOrder: Sendable {
  enum Kind: Sendable {
    /// By local time; ties: see ``Journal/place(of:)``.
    case time(isNewestFirst: Bool)
    /// Whether one comes before another; where neither does, the newer one comes first.
    case field(@Sendable (CheckIn, CheckIn) -> Bool)
  }

  let kind: Kind

  /// By local time, the newest first; ties: see ``Journal/place(of:)``. Only the months are read that are needed.
  public static let newestFirst = CheckInOrder(kind: .time(isNewestFirst: true))
  /// By local time, the oldest first; ties: see ``Journal/place(of:)``. Only the months are read that are needed.
  public static let oldestFirst = CheckInOrder(kind: .time(isNewestFirst: false))

  /// By a field, the lowest first; ties: the newest first. Everything that meets the conditions is looked at.
  public static func ascending(
    _ field: any KeyPath<CheckIn, some Comparable & SendableMetatype> & Sendable
  ) -> CheckInOrder {
    CheckInOrder(kind: .field { $0[keyPath: field] < $1[keyPath: field] })
  }

  /// By a field, the highest first; ties: the newest first. Everything that meets the conditions is looked at.
  public static func descending(
    _ field: any KeyPath<CheckIn, some Comparable & SendableMetatype> & Sendable
  ) -> CheckInOrder {
    CheckInOrder(kind: .field { $0[keyPath: field] > $1[keyPath: field] })
  }

  /// By a field that may be missing, the lowest first, those without it last; ties: the newest first.
  public static func ascending<Value: Comparable & SendableMetatype>(
    _ field: any KeyPath<CheckIn, Value?> & Sendable
  ) -> CheckInOrder {
    CheckInOrder(kind: .field { precedes($0[keyPath: field], $1[keyPath: field], by: <) })
  }

  /// By a field that may be missing, the highest first, those without it last; ties: the newest first.
  public static func descending<Value: Comparable & SendableMetatype>(
    _ field: any KeyPath<CheckIn, Value?> & Sendable
  ) -> CheckInOrder {
    CheckInOrder(kind: .field { precedes($0[keyPath: field], $1[keyPath: field], by: >) })
  }

  private static func precedes<Value>(_ left: Value?, _ right: Value?, by isBefore: (Value, Value) -> Bool) -> Bool {
    switch (left, right) {
    case (let left?, let right?): isBefore(left, right)
    case (_?, nil): true
    case (nil, _): false
    }
  }
}
