internal import CheckInJournal

/// Tells speeds that people reach from the speeds that a mistaken unit implies.
enum SpeedLimits {
  /// Returns `true` unless no one covers the distance in the time.
  ///
  /// - Parameters:
  ///   - metres: The distance.
  ///   - seconds: The duration, which can include breaks.
  static func allow(_ metres: Double, in seconds: Double, of type: ExerciseType) -> Bool {
    guard seconds > 0 else { return true }
    let speed = metres / seconds
    guard let limits = limits(of: type) else { return speed <= 100 }
    let limit = limits.last { $0.from <= metres }?.metresPerSecond ?? .infinity
    // Less than 180 m in an hour is not a slow walk but a wrong distance.
    return (0.05...limit).contains(speed)
  }

  /// A little above the world records, in metres per second, by the distance from which they hold; `nil` for types
  /// that are not about distances.
  private static func limits(of type: ExerciseType) -> [(from: Double, metresPerSecond: Double)]? {
    switch type {
    case .run: [(0, 12.5), (400, 10), (1000, 8), (5000, 7), (20_000, 6.5), (42_000, 6.1), (100_000, 4.9)]
    case .walk: [(0, 4.8)]
    case .swim: [(0, 2.6), (200, 2.2)]
    case .bike, .cycling: [(0, 30), (10_000, 25), (100_000, 16)]
    default: nil
    }
  }
}
