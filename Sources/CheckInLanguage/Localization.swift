public import CheckInJournal

/// How a person reads: the language, the day that weeks start with, and the clock.
///
/// ```swift
/// let here = Localization(environment: ProcessInfo.processInfo.environment)
/// here.title(of: CivilDay("2026-11-21")!)
/// ```
public struct Localization: Hashable, Sendable {
  public let words: Words
  public let firstWeekday: Weekday

  public init(_ language: Language = .english, firstWeekday: Weekday = .monday) {
    words = Words(language)
    self.firstWeekday = firstWeekday
  }

  /// By the locale's variables: `LC_ALL`, `LC_TIME`, `LANG`.
  public init(environment: [String: String]) {
    self.init(firstWeekday: .firstOfWeek(environment: environment))
  }

  /// What a browser asks for.
  ///
  /// - Parameters:
  ///   - acceptLanguage: the header of that name.
  ///   - fallback: what holds where the header does not say.
  public init(acceptLanguage: String?, fallback: Localization) {
    self = fallback
  }
}
