/// The order in which a query hands check-ins out.
///
/// ```swift
/// let hardest = try journal.checkIns.sorted(by: .descending(\.calories)).prefix(10).fetch()
/// ```
public struct CheckInOrder: Sendable {
  package enum Kind: Sendable {
    /// By local time; ties: see ``Journal/place(of:)``.
    case time(isNewestFirst: Bool)
    /// Sorts check-ins; those that are alike keep their order.
    case field(@Sendable ([CheckIn]) -> [CheckIn])
  }

  package let kind: Kind

  /// By local time, the newest first; ties: see ``Journal/place(of:)``. Only the months are read that are needed.
  public static let newestFirst = CheckInOrder(kind: .time(isNewestFirst: true))
  /// By local time, the oldest first; ties: see ``Journal/place(of:)``. Only the months are read that are needed.
  public static let oldestFirst = CheckInOrder(kind: .time(isNewestFirst: false))

  /// By a field, the lowest first; ties: the newest first. Everything that meets the conditions is looked at.
  public static func ascending(
    _ field: any KeyPath<CheckIn, some Comparable & SendableMetatype> & Sendable
  ) -> CheckInOrder { by { $0[keyPath: field] } }

  /// By a field, the highest first; ties: the newest first. Everything that meets the conditions is looked at.
  public static func descending(
    _ field: any KeyPath<CheckIn, some Comparable & SendableMetatype> & Sendable
  ) -> CheckInOrder { by(isDescending: true) { $0[keyPath: field] } }

  /// By a field that may be missing, the lowest first, those without it last; ties: the newest first.
  public static func ascending<Value: Comparable & SendableMetatype>(
    _ field: any KeyPath<CheckIn, Value?> & Sendable
  ) -> CheckInOrder { by { $0[keyPath: field] } }

  /// By a field that may be missing, the highest first, those without it last; ties: the newest first.
  public static func descending<Value: Comparable & SendableMetatype>(
    _ field: any KeyPath<CheckIn, Value?> & Sendable
  ) -> CheckInOrder { by(isDescending: true) { $0[keyPath: field] } }

  /// By a value, those without it last; ties: the newest first.
  package static func by<Value: Comparable & SendableMetatype>(
    isDescending: Bool = false, _ value: @escaping @Sendable (CheckIn) -> Value?
  ) -> CheckInOrder {
    CheckInOrder(
      kind: .field { checkIns in
        let keyed = checkIns.enumerated().map { (value: value($0.element), place: $0.offset, checkIn: $0.element) }
        return keyed.sorted { left, right in
          switch (left.value, right.value) {
          case (let first?, let second?):
            if first < second { return !isDescending }
            return second < first ? isDescending : left.place < right.place
          case (_?, nil): return true
          case (nil, _?): return false
          case (nil, nil): return left.place < right.place
          }
        }.map(\.checkIn)
      })
  }
}
