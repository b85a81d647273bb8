/// The kinds of exercise. Bike and Cycling are distinct.
///
/// Raw values are those of the enum in `event_log.proto` and never change.
///
/// ```swift
/// let type = ExerciseType(name: "Strength Training")  // .strengthTraining
/// ```
public enum ExerciseType: UInt8, CaseIterable, Sendable {
  /// A check-in from before types were recorded. Nobody can choose it.
  case unknown = 0
  /// Shown as Run.
  case run = 1
  /// Shown as Gym.
  case gym = 2
  /// Shown as Swim.
  case swim = 3
  /// Shown as Bike; another than ``cycling``.
  case bike = 4
  /// Shown as Walk.
  case walk = 5
  /// Shown as Yoga.
  case yoga = 6
  /// Shown as Cycling; another than ``bike``.
  case cycling = 7
  /// Shown as Strength Training.
  case strengthTraining = 8

  /// The eight types that can be chosen, in the order in which they are offered.
  public static let selectable: [ExerciseType] = allCases.filter { $0 != .unknown }

  /// The name shown to people and written to files: `Strength Training`.
  public var name: String {
    switch self {
    case .unknown: "Unknown"
    case .run: "Run"
    case .gym: "Gym"
    case .swim: "Swim"
    case .bike: "Bike"
    case .walk: "Walk"
    case .yoga: "Yoga"
    case .cycling: "Cycling"
    case .strengthTraining: "Strength Training"
    }
  }

  /// The type with this name in any case, whatever the white space around and between its words, `strength` included;
  /// `nil` for everything else. `Unknown` is found too, so that exported files can be read back.
  public init?(name: some StringProtocol) {
    let wanted = name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if wanted == "strength" || wanted == "strengthtraining" || wanted == "strength-training" {
      self = .strengthTraining
      return
    }
    guard let type = Self.allCases.first(where: { $0.name.lowercased() == wanted }) else { return nil }
    self = type
  }

  /// A speed that no one reaches over a recorded distance, in metres per second.
  package var maximumMetresPerSecond: Int {
    switch self {
    case .walk: 5
    case .swim: 3
    // A gym has bicycles, and older versions recorded rides without a type.
    case .bike, .cycling, .gym, .unknown: 25
    case .run, .yoga, .strengthTraining: 11
    }
  }
}
