public import CheckInJournal

/// A question about a whole file of workouts that only its owner can answer. Nothing was imported.
///
/// ```swift
/// do {
///   try Importer.run(path: "strong.csv", zone: zone) { _ in journal }
/// } catch ImportQuestion.weightUnit {
///   try Importer.run(path: "strong.csv", zone: zone, unit: .kilograms) { _ in journal }
/// }
/// ```
public enum ImportQuestion: Error, Hashable, Sendable {
  /// The unit of weights and distances that don't state it: kilograms and kilometres, or pounds and miles.
  ///
  /// The parameter `unit` of an import answers it.
  case weightUnit
  /// The durations of workouts that last longer than a day: right, or of workouts that were never ended.
  ///
  /// - Parameters:
  ///   - count: The number of such workouts.
  ///   - longest: The longest duration in seconds.
  ///   - day: The day on which the longest workout began.
  case longDurations(count: Int, longest: Int, day: CivilDay)

  /// The answer to ``longDurations(count:longest:day:)``.
  public enum LongDurations: String, CaseIterable, Sendable {
    /// Keep the durations.
    case keep
    /// Import the workouts without their ends.
    case drop
  }

  /// The longest duration in seconds that needs no confirmation.
  static let longestUnquestioned = 86_400

  /// The question as an error with the code `invalidValue`, for callers that can't ask.
  public var error: JournalError {
    switch self {
    case .weightUnit:
      JournalError(
        .invalidValue,
        "The file does not say whether its weights are in kilograms or pounds. Pass --unit kg or --unit lb.")
    case .longDurations(1, let longest, let day):
      JournalError(
        .invalidValue,
        "The workout of \(day) lasts \(Self.hours(longest)), so it was probably never ended. "
          + "Pass --long-durations drop to import it without its end, or --long-durations keep.")
    case .longDurations(let count, let longest, let day):
      JournalError(
        .invalidValue,
        "\(count) workouts last longer than 24 hours, that of \(day) \(Self.hours(longest)), so they were probably "
          + "never ended. Pass --long-durations drop to import them without their ends, or --long-durations keep.")
    }
  }

  /// A duration as ``error`` contains it: `264 h 1 min`.
  public static func hours(_ seconds: Int) -> String { "\(seconds / 3600) h \(seconds / 60 % 60) min" }
}
