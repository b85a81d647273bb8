/// A condition on check-ins, composed of comparisons of ``CheckInColumns``.
///
/// ```swift
/// let longRuns = try journal.checkIns.where { $0.type == .run && $0.calories > 500 && !$0.hasPhoto }.fetch()
/// ```
///
/// Conditions on the type, the day, the time, the number and the photo are evaluated without creating check-ins.
/// Conditions on the day also avoid reading whole months.
public struct CheckInPredicate: Sendable {
  /// A test that needs only the ``CheckInRow`` of a check-in.
  enum RowTest: Sendable {
    case type(ExerciseType)
    /// In days since 1970-01-01.
    case day(ClosedRange<Int>)
    /// In milliseconds since 1970-01-01 UTC.
    case instant(ClosedRange<Int64>)
    case number(ClosedRange<Int>)
    case photo
  }

  private indirect enum Node: Sendable {
    case row(RowTest)
    case checkIn(@Sendable (CheckIn) -> Bool)
    case both(Node, Node)
    case either(Node, Node)
    case not(Node)
  }

  private var node: Node

  private init(_ node: Node) {
    self.node = node
  }

  init(_ test: RowTest) {
    node = .row(test)
  }

  package init(_ holds: @escaping @Sendable (CheckIn) -> Bool) {
    node = .checkIn(holds)
  }

  /// Returns a condition that holds if both conditions hold.
  public static func && (left: Self, right: Self) -> Self { Self(.both(left.node, right.node)) }

  /// Returns a condition that holds if at least one of the conditions holds.
  public static func || (left: Self, right: Self) -> Self { Self(.either(left.node, right.node)) }

  /// Returns a condition that holds if the other condition doesn't hold.
  public static prefix func ! (other: Self) -> Self { Self(.not(other.node)) }

  /// Returns the condition's result, as far as it is known.
  ///
  /// - Parameters:
  ///   - judge: The result of a row's test; `nil` if it isn't known.
  ///   - checkIn: The check-in; `nil` if it hasn't been created.
  /// - Returns: `nil` if the result depends on unknown values.
  func verdict(on checkIn: CheckIn? = nil, _ judge: (RowTest) -> Bool?) -> Bool? {
    Self.verdict(of: node, on: checkIn, by: judge)
  }

  private static func verdict(of node: Node, on checkIn: CheckIn?, by judge: (RowTest) -> Bool?) -> Bool? {
    switch node {
    case .row(let test): return judge(test)
    case .checkIn(let holds): return checkIn.map(holds)
    case .not(let other): return verdict(of: other, on: checkIn, by: judge).map { !$0 }
    case .both(let left, let right):
      guard let first = verdict(of: left, on: checkIn, by: judge) else {
        return verdict(of: right, on: checkIn, by: judge) == false ? false : nil
      }
      return first ? verdict(of: right, on: checkIn, by: judge) : false
    case .either(let left, let right):
      guard let first = verdict(of: left, on: checkIn, by: judge) else {
        return verdict(of: right, on: checkIn, by: judge) == true ? true : nil
      }
      return first ? true : verdict(of: right, on: checkIn, by: judge)
    }
  }
}

/// The fields of a check-in that conditions can compare.
///
/// ```swift
/// journal.checkIns.where { columns in columns.type == .run && columns.day >= monday }
/// ```
public struct CheckInColumns: Sendable {
  /// The exercise type. Evaluated without creating check-ins.
  public let type = CheckInColumn<ExerciseType>(\.type) { condition in
    if case .equal(let type) = condition { .type(type) } else { nil }
  }
  /// The civil date that a check-in belongs to. Avoids reading other months.
  public let day = CheckInColumn<CivilDay>(\.day) { condition in
    condition.range(of: { $0.dayNumber }).map { .day($0) }
  }
  /// The instant in milliseconds since 1970-01-01 UTC. Evaluated without creating check-ins.
  public let instantMilliseconds = CheckInColumn<Int64>(\.time.instantMilliseconds) { condition in
    condition.range(of: { $0 }).map { .instant($0) }
  }
  /// The number. Evaluated without creating check-ins.
  public let number = CheckInColumn<Int>(\.number) { condition in condition.range(of: { $0 }).map { .number($0) } }
  /// The title, as it is written; for words in it, `contains`.
  public let title = CheckInColumn<String>(\.title)
  /// Kilocalories. A comparison with a number does not hold where there are none.
  public let calories = CheckInColumn<Int?>(\.calories)
  /// Seconds. A comparison with a number does not hold where they are not known.
  public let durationSeconds = CheckInColumn<Int?>(\.durationSeconds)
  /// Metres. A comparison with a number does not hold where they are not known.
  public let distanceMetres = CheckInColumn<Int?>(\.distanceMetres)
  /// The location. A comparison with a text does not hold where there is none.
  public let location = CheckInColumn<String?>(\.location)
  /// The notes, empty where there are none.
  public let notes = CheckInColumn<String>(\.notes)
  /// A condition that holds if the check-in has a photo. Evaluated without creating check-ins.
  public let hasPhoto = CheckInPredicate(.photo)

  package init() {}
}

/// A field of check-ins, to be compared.
///
/// ```swift
/// journal.checkIns.where { $0.calories >= 300 && $0.title.contains("lake") }
/// ```
public struct CheckInColumn<Value: Sendable>: Sendable {
  enum Condition {
    case equal(Value)
    case less(Value)
    case greater(Value)
  }

  fileprivate let value: @Sendable (CheckIn) -> Value
  private let rowTest: @Sendable (Condition) -> CheckInPredicate.RowTest?

  init(
    _ value: @escaping @Sendable (CheckIn) -> Value,
    rowTest: @escaping @Sendable (Condition) -> CheckInPredicate.RowTest? = { _ in nil }
  ) {
    self.value = value
    self.rowTest = rowTest
  }

  fileprivate func predicate(
    _ condition: Condition, where holds: @escaping @Sendable (Value) -> Bool
  ) -> CheckInPredicate {
    rowTest(condition).map { CheckInPredicate($0) } ?? predicate(holds)
  }

  fileprivate func predicate(_ holds: @escaping @Sendable (Value) -> Bool) -> CheckInPredicate {
    CheckInPredicate { [value] in holds(value($0)) }
  }
}

extension CheckInColumn where Value: Equatable {
  /// Returns a condition that holds if the field equals the value.
  public static func == (column: Self, value: Value) -> CheckInPredicate {
    column.predicate(.equal(value)) { $0 == value }
  }

  /// Returns a condition that holds if the field doesn't equal the value.
  public static func != (column: Self, value: Value) -> CheckInPredicate { !(column == value) }
}

extension CheckInColumn where Value: Hashable {
  /// Returns a condition that holds if the field equals one of the values.
  public func isOne(of values: some Collection<Value>) -> CheckInPredicate {
    let values = Set(values)
    return predicate { values.contains($0) }
  }
}

extension CheckInColumn where Value == ExerciseType {
  /// Returns a condition that holds if the type is one of the given types.
  public func isOne(of types: some Collection<ExerciseType>) -> CheckInPredicate {
    let none = CheckInPredicate(.number(0...0))
    return types.reduce(none) { $0 || self == $1 }
  }
}

extension CheckInColumn where Value: Comparable {
  /// Returns a condition that holds if the field is less than the value.
  public static func < (column: Self, value: Value) -> CheckInPredicate {
    column.predicate(.less(value)) { $0 < value }
  }

  /// Returns a condition that holds if the field is greater than the value.
  public static func > (column: Self, value: Value) -> CheckInPredicate {
    column.predicate(.greater(value)) { $0 > value }
  }

  /// Returns a condition that holds if the field isn't greater than the value.
  public static func <= (column: Self, value: Value) -> CheckInPredicate { !(column > value) }

  /// Returns a condition that holds if the field isn't less than the value.
  public static func >= (column: Self, value: Value) -> CheckInPredicate { !(column < value) }

  /// Returns a condition that holds if the field is in the range.
  public func isIn(_ range: ClosedRange<Value>) -> CheckInPredicate {
    self >= range.lowerBound && self <= range.upperBound
  }
}

extension CheckInColumn {
  /// Returns a condition that holds if the field isn't `nil` and is less than the value.
  public static func < <Wrapped: Comparable & Sendable>(
    column: Self, value: Wrapped
  ) -> CheckInPredicate where Value == Wrapped? { column.predicate { $0.map { $0 < value } ?? false } }

  /// Returns a condition that holds if the field isn't `nil` and is greater than the value.
  public static func > <Wrapped: Comparable & Sendable>(
    column: Self, value: Wrapped
  ) -> CheckInPredicate where Value == Wrapped? { column.predicate { $0.map { $0 > value } ?? false } }

  /// Returns a condition that holds if the field isn't `nil` and isn't greater than the value.
  public static func <= <Wrapped: Comparable & Sendable>(
    column: Self, value: Wrapped
  ) -> CheckInPredicate where Value == Wrapped? { column.predicate { $0.map { $0 <= value } ?? false } }

  /// Returns a condition that holds if the field isn't `nil` and isn't less than the value.
  public static func >= <Wrapped: Comparable & Sendable>(
    column: Self, value: Wrapped
  ) -> CheckInPredicate where Value == Wrapped? { column.predicate { $0.map { $0 >= value } ?? false } }
}

extension CheckInColumn where Value == String {
  /// Returns a condition that holds if the text contains all of these words, in any order.
  ///
  /// Case and accents are ignored; see ``SearchWords``.
  public func contains(_ words: String) -> CheckInPredicate {
    let words = SearchWords(words)
    return predicate { words.areFound(in: [$0]) }
  }
}

extension CheckInColumn where Value == String? {
  /// Returns a condition that holds if the field isn't `nil` and contains all of these words.
  ///
  /// See ``SearchWords``.
  public func contains(_ words: String) -> CheckInPredicate {
    let words = SearchWords(words)
    return predicate { $0.map { words.areFound(in: [$0]) } ?? false }
  }
}

extension CheckInColumn.Condition {
  /// The numbers that it holds for, where values are numbered in their order; `nil` where no number is left.
  fileprivate func range<Number: FixedWidthInteger>(of number: (Value) -> Number) -> ClosedRange<Number>? {
    switch self {
    case .equal(let value): return number(value)...number(value)
    case .less(let value): return number(value) > .min ? .min...number(value) - 1 : nil
    case .greater(let value): return number(value) < .max ? number(value) + 1...(.max) : nil
    }
  }
}
