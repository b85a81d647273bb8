public import CheckInJournal

/// The user's language, first weekday and clock, and the format of dates and numbers.
///
/// ```swift
/// let here = Localization(environment: ProcessInfo.processInfo.environment)
/// here.title(of: CivilDay("2026-11-21")!)
/// ```
///
/// The language's texts are in its catalogue. The region's conventions are those of the Unicode Consortium (CLDR).
/// Creating a value takes about a microsecond, after the first one of its language and region.
public struct Localization: Sendable, Hashable {
  public let words: Words
  let conventions: Conventions
  private let preferences: Preferences
  let names: DateNames

  public var firstWeekday: Weekday { conventions.firstWeekday }
  /// A Boolean value that indicates whether the clock shows `6:02 PM` instead of `18:02`.
  public var usesTwelveHours: Bool { conventions.usesTwelveHours }

  public init(_ language: Language = .english, firstWeekday: Weekday = .monday, usesTwelveHours: Bool = false) {
    var conventions = Conventions()
    conventions.firstWeekday = firstWeekday
    conventions.usesTwelveHours = usesTwelveHours
    if language != .english { conventions.takeNumbers(from: Conventions(locale: language.rawValue)) }
    self.init(language, conventions: conventions, preferences: Preferences(environment: [:]))
  }

  /// The user's preferences, which take precedence over the region's conventions.
  private struct Preferences {
    var firstWeekday: Weekday?
    var usesTwelveHours: Bool?

    init(environment: [String: String]) {
      let day = environment["CHECKIN_FIRST_WEEKDAY"]?.lowercased() ?? ""
      if day.count >= 3 { firstWeekday = Weekday.allCases.first { $0.name.lowercased().hasPrefix(day) } }
      switch environment["CHECKIN_CLOCK"] {
      case "12": usesTwelveHours = true
      case "24": usesTwelveHours = false
      default: break
      }
    }
  }

  private init(_ language: Language, conventions regional: Conventions, preferences: Preferences) {
    words = Words(language)
    var conventions = regional
    if let firstWeekday = preferences.firstWeekday { conventions.firstWeekday = firstWeekday }
    if let usesTwelveHours = preferences.usesTwelveHours { conventions.usesTwelveHours = usesTwelveHours }
    self.conventions = conventions
    self.preferences = preferences
    names = DateNames.of(words, putsMonthFirst: conventions.putsMonthFirst)
  }

  /// By the locale's variables, each for what it is meant for: texts and names by `LC_MESSAGES` and gettext's
  /// `LANGUAGE`, weeks, clock and the order of dates by `LC_TIME`, numbers by `LC_NUMERIC`; `LC_ALL` goes before all of
  /// them, and `LANG` holds for what is not set. In the locale C, and without any, it is the English of the source.
  /// `CHECKIN_FIRST_WEEKDAY` (a weekday's English name) and `CHECKIN_CLOCK` (12 or 24) go before the region.
  public init(environment: [String: String]) {
    func locale(_ variable: String) -> String? {
      let setting = ["LC_ALL", variable, "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
      let name = setting?.prefix { $0 != "." && $0 != "@" }
      return name == "C" || name == "POSIX" ? nil : setting
    }
    var language = Language.english
    if let messages = locale("LC_MESSAGES") {
      let wanted = (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init) + [messages]
      language =
        wanted.lazy.compactMap { LanguageTag($0) }.compactMap { Language(rawValue: $0.language) }.first ?? .english
    }
    var conventions = Conventions()
    if let time = locale("LC_TIME").flatMap({ LanguageTag($0) }) { conventions = Conventions(locale: time.locale) }
    conventions.takeNumbers(
      from: locale("LC_NUMERIC").flatMap { LanguageTag($0) }.map { Conventions(locale: $0.locale) } ?? Conventions())
    self.init(language, conventions: conventions, preferences: Preferences(environment: environment))
  }

  /// Creates the localisation that a browser requests.
  ///
  /// It has the supported language that the browser prefers, and that language's region.
  ///
  /// - Parameters:
  ///   - acceptLanguage: The value of the `Accept-Language` header.
  ///   - fallback: The localisation to use if the header requests no supported language, or only the fallback's
  ///     language without a region.
  public init(acceptLanguage: String?, fallback: Localization) {
    let wanted = LanguageTag.accepted(by: acceptLanguage ?? "").lazy
      .compactMap { tag in Language(rawValue: tag.language).map { (language: $0, tag: tag) } }.first
    guard let wanted, wanted.tag.region != nil || wanted.language != fallback.words.language else {
      self = fallback
      return
    }
    // English alone says nothing of a region; other languages have a usual one.
    let saysNothing = wanted.tag.region == nil && wanted.language == .english
    self.init(
      wanted.language, conventions: saysNothing ? Conventions() : Conventions(locale: wanted.tag.locale),
      preferences: fallback.preferences)
  }

  /// This region's weeks, clock and numbers, with English words: they are all ASCII.
  package var inEnglish: Localization { Localization(.english, conventions: conventions, preferences: preferences) }

  public static func == (left: Localization, right: Localization) -> Bool {
    left.words == right.words && left.conventions == right.conventions
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(words)
    hasher.combine(conventions)
  }
}

extension Conventions {
  fileprivate mutating func takeNumbers(from other: Conventions) {
    groupingSeparator = other.groupingSeparator
    decimalSeparator = other.decimalSeparator
    minimumGroupingDigits = other.minimumGroupingDigits
  }
}
