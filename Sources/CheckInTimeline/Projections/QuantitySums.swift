/// The sums of calories, durations and distances over some check-ins.
///
/// ```swift
/// for group in try journal.groups(by: .type) {
///   print(group.key, group.sums.distance.total, "m in", group.sums.distance.checkIns, "of", group.checkIns)
/// }
/// ```
public struct QuantitySums: Hashable, Sendable {
  /// The sum of one quantity.
  public struct Sum: Hashable, Sendable {
    /// The sum of the values, or the greatest number there is.
    public private(set) var total = 0
    /// The number of check-ins that have a value.
    public private(set) var checkIns = 0

    fileprivate mutating func add(_ value: UInt64?) {
      guard let value else { return }
      total = TrainingRhythm.sum(total, Int(clamping: value))
      checkIns += 1
    }

    fileprivate mutating func add(_ other: Sum) {
      total = TrainingRhythm.sum(total, other.total)
      checkIns += other.checkIns
    }
  }

  /// Kilocalories.
  public private(set) var calories = Sum()
  /// Durations, in seconds.
  public private(set) var duration = Sum()
  /// Distances, in metres.
  public private(set) var distance = Sum()
  /// The seconds of the check-ins that have a duration and a distance.
  public private(set) var timedSeconds = 0
  /// The metres of the check-ins that have a duration and a distance.
  public private(set) var timedMetres = 0

  /// Sums without a check-in.
  public init() {}

  /// The sums of some check-ins.
  ///
  /// - Complexity: O(*n*) in the number of check-ins.
  public init(of checkIns: some Sequence<CheckIn>) {
    for checkIn in checkIns { add { checkIn.fields[$0].map { UInt64(clamping: $0) } } }
  }

  /// The sum of a quantity.
  public subscript(quantity: CheckInQuantity) -> Sum {
    switch quantity {
    case .calories: calories
    case .duration: duration
    case .distance: distance
    }
  }

  mutating func add(_ details: CheckInDetails) { add { details[$0] } }

  /// Adds the sums of other check-ins.
  public mutating func add(_ other: QuantitySums) {
    calories.add(other.calories)
    duration.add(other.duration)
    distance.add(other.distance)
    timedSeconds = TrainingRhythm.sum(timedSeconds, other.timedSeconds)
    timedMetres = TrainingRhythm.sum(timedMetres, other.timedMetres)
  }

  private mutating func add(_ value: (CheckInQuantity) -> UInt64?) {
    let (seconds, metres) = (value(.duration), value(.distance))
    calories.add(value(.calories))
    duration.add(seconds)
    distance.add(metres)
    guard let seconds, let metres else { return }
    timedSeconds = TrainingRhythm.sum(timedSeconds, Int(clamping: seconds))
    timedMetres = TrainingRhythm.sum(timedMetres, Int(clamping: metres))
  }
}
