package import CheckInJournal

extension Localization {
  /// Reads a goal as the user types it or as ``title(of:in:)`` shows it, in English or in this language.
  ///
  /// ```swift
  /// try Localization(.german).goal("40 km pro Woche") { _ in nil }.text  // 40km/week
  /// ```
  ///
  /// - Parameter type: Returns the type that words mean.
  /// - Throws: `invalidValue` with what is wrong.
  package func goal(_ text: String, type: (String) -> ExerciseType?) throws(JournalError) -> Goal {
    try Goal(inEnglish(goal: text)) { countedSubject($0, type: type) }
  }

  /// Returns the subject of a goal that words name, or that a whole goal has.
  ///
  /// ```swift
  /// Localization(.german).goalSubject("Laufen Distanz") { _ in .run }?.name  // Run distance
  /// ```
  ///
  /// - Parameter type: Returns the type that words mean.
  package func goalSubject(_ text: String, type: (String) -> ExerciseType?) -> Goal.Subject? {
    if let goal = try? goal(text, type: type) { return goal.subject }
    let words = Self.words(of: text)
    guard let last = words.last, let quantity = quantity(named: last) else { return countedSubject(text, type: type) }
    guard words.count > 1 else { return .sum(quantity, of: nil) }
    let counted = countedSubject(words.dropLast().joined(separator: " "), type: type)
    return counted?.exerciseType.map { Goal.Subject.sum(quantity, of: $0) }
  }

  /// Returns the days or the type that words mean: `days`, a type, or things as a goal shows them (`gym visits`).
  private func countedSubject(_ text: String, type: (String) -> ExerciseType?) -> Goal.Subject? {
    // What a goal shows goes before the words for types: `Radtour` is a word for Bike, but shown for Cycling.
    let wanted = Self.folded(text)
    let counted = Goal.Subject.selectable.filter { $0.quantity == nil }
    for localization in [self, inEnglish] {
      let meant = counted.first { subject in
        [1, 2].contains { Self.folded(localization.things($0, of: subject).filter { !$0.isNumber }) == wanted }
      }
      if let meant { return meant }
    }
    return type(text).map { .type($0) } ?? Goal.Subject(name: text)
  }

  /// Returns the quantity that a word names by itself or by its unit: `distance`, `km` or `Distanz`.
  private func quantity(named word: String) -> CheckInQuantity? {
    let wanted = Self.folded(word)
    let unit = Self.units.first { forms(of: $0.words).contains([wanted]) }?.symbol ?? wanted
    return CheckInQuantity.allCases.first { quantity in
      [quantity.label.english, words(quantity.label)].contains { Self.folded($0) == wanted }
        || Self.symbols(of: quantity).contains(unit)
    }
  }

  private static func symbols(of quantity: CheckInQuantity) -> [String] {
    switch quantity.row.unit {
    case .kilocalories: ["kcal"]
    case .seconds: ["h", "min"]
    case .metres: ["km", "mi", "m"]
    }
  }

  // MARK: The English form

  /// The goal with English words for its unit and its period: `3 Läufe/week`, `40 km/week`.
  private func inEnglish(goal text: String) -> String {
    var words = Self.words(of: text.replacing("/", with: " / ")).map { plainNumber($0) }
    let folded = words.map { Self.folded($0) }
    let found = Self.periods.lazy.compactMap { row in wordCount(of: row, in: folded).map { (row.period, $0) } }.first
    guard let (period, count) = found else { return text }
    words.replaceSubrange((words.count - count)..., with: ["/", period.name])
    // A unit follows a number: `5 Stunden`.
    for index in words.indices.dropFirst() where words[index - 1].last?.isNumber ?? false {
      let form = Self.folded(words[index])
      if let unit = Self.units.first(where: { forms(of: $0.words).contains([form]) }) { words[index] = unit.symbol }
    }
    return words.joined(separator: " ")
  }

  /// Returns the number of words at the end of a text that name a period, as in `pro Woche`; `nil` if they don't.
  private func wordCount(of row: PeriodRow, in text: [String]) -> Int? {
    let nouns = forms(of: row.noun).flatMap { noun in
      ([["/"]] + forms(of: Self.wordsBeforePeriods)).map { $0 + noun }
    }
    return (nouns + forms(of: row.adverb)).filter { text.ends(with: $0) }.map(\.count).max()
  }

  /// The words of a text, without the colon of `Run: 100 km`.
  private static func words(of text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map { String($0.hasSuffix(":") ? $0.dropLast() : $0) }
  }

  static func folded(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return String(decoding: FoldedText(words).bytes, as: UTF8.self)
  }

  /// The number at the start of a word as programs write it, if the word has this region's separators: `1200km` for
  /// `1.200km` in German.
  private func plainNumber(_ word: String) -> String {
    guard let grouping = conventions.groupingSeparator.first, let decimal = conventions.decimalSeparator.first else {
      return word
    }
    let number = word.prefix { $0.isNumber || $0 == grouping || $0 == decimal }
    let parts = number.split(separator: decimal, omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), !parts.contains("") else { return word }
    let groups = parts[0].split(separator: grouping, omittingEmptySubsequences: false)
    let isGrouped = (1...3).contains(groups[0].count) && groups.dropFirst().allSatisfy { $0.count == 3 }
    guard groups.count == 1 || isGrouped else { return word }
    return ([groups.joined()] + parts.dropFirst().map(String.init)).joined(separator: ".")
      + word.dropFirst(number.count)
  }

  // MARK: Words

  /// The forms that the words of a list have, each as folded words, in English and in this language.
  func forms(of phrase: Phrase) -> [[String]] {
    [phrase.english, words(phrase)].flatMap { $0.split(separator: ",") }.map { form in
      form.split(separator: " ").map { Self.folded(String($0)) }
    }
  }

  /// What comes between an amount and its period, as a list of words with the same meaning.
  private static let wordsBeforePeriods = Phrase("a, an, per, each, every", in: "before the period of a goal")

  private typealias PeriodRow = (period: Goal.Period, noun: Phrase, adverb: Phrase)

  private static let periods: [PeriodRow] = [
    (.day, Phrase("day", in: "typed"), Phrase("daily", in: "typed")),
    (.week, Phrase("week", in: "typed"), Phrase("weekly", in: "typed")),
    (.month, Phrase("month", in: "typed"), Phrase("monthly", in: "typed")),
    (.year, Phrase("year", in: "typed"), Phrase("yearly", in: "typed")),
  ]

  private static let units: [(symbol: String, words: Phrase)] = [
    ("km", Phrase("kilometres, kilometers, kilometre, kilometer", in: "typed")),
    ("mi", Phrase("miles, mile", in: "typed")), ("m", Phrase("metres, meters", in: "typed")),
    ("h", Phrase("hours", in: "typed")), ("h", Phrase("hour", in: "typed")),
    ("x", Phrase("times, time", in: "typed")), ("min", Phrase("minutes", in: "typed")),
    ("kcal", Phrase("calories, kilocalories", in: "typed")),
  ]
}

extension [String] {
  fileprivate func ends(with words: [String]) -> Bool { count > words.count && Array(suffix(words.count)) == words }
}
