internal import CheckInJournal

/// The words of a language for days and times, as a user types them, and their English counterparts.
///
/// ```swift
/// DayWords(Localization(.german)).inEnglish(["gestern", "18", "uhr"])  // ["yesterday", "18:00"]
/// ```
///
/// English words stay as they are, so they are always accepted.
package struct DayWords: Sendable {
  /// The English words by the folded words of the language; empty for English.
  private let english: [String: [String]]

  /// The longest entries have two words, as in `a las`.
  private static let maximumWordCount = 2

  package init(_ localization: Localization) {
    guard localization.words.language != .english else {
      english = [:]
      return
    }
    var english: [String: [String]] = [:]
    func add(_ words: String, _ meaning: String) {
      for word in words.split(separator: ",") {
        let key = Self.folded(String(word.drop { $0 == " " }))
        // The first meaning counts: months go before weekdays of the same short name.
        if english[key] == nil { english[key] = meaning.split(separator: " ").map(String.init) }
      }
    }
    let names = localization.names
    for month in 1...12 {
      let meaning = CivilMonth(year: 2000, month: month)?.name.lowercased() ?? ""
      for list in [names.months, names.shortMonths, names.monthsOfDates, names.shortMonthsOfDates] {
        add(list[month - 1], meaning)
      }
    }
    for weekday in Weekday.allCases {
      let meaning = weekday.name.lowercased()
      for list in [names.weekdays, names.shortWeekdays] {
        let name = list[weekday.rawValue - 1]
        add(name, meaning)
        // `segunda` is short for `segunda-feira`.
        if let hyphen = name.firstIndex(of: "-") { add(String(name[..<hyphen]), meaning) }
      }
    }
    for phrase in Self.phrases { add(localization.words(phrase), phrase.english) }
    self.english = english
  }

  /// The words in lower case without accents, and without a full stop or a comma at the end.
  private static func folded(_ word: String) -> String {
    var word = word[...]
    while let last = word.last, ".,".contains(last) { word.removeLast() }
    return String(decoding: FoldedText(String(word)).bytes, as: UTF8.self)
  }

  /// Returns words for days and times in English, in the order that English has. Other words stay as they are.
  package func inEnglish(_ words: [String]) -> [String] {
    guard !english.isEmpty else { return words }
    var result: [String] = []
    var rest = words[...]
    while let word = rest.first {
      let counts = (1...Self.maximumWordCount).reversed().filter { $0 <= rest.count }
      var found: (count: Int, meaning: [String])?
      for count in counts where found == nil {
        found = meaning(of: rest.prefix(count), isLast: count == rest.count).map { (count, $0) }
      }
      guard let (count, meaning) = found, !isEnglish(word, before: result.last) else {
        // The day of `21. November`.
        let number = word.hasSuffix(".") ? word.dropLast() : word[...]
        result.append(Int(number) == nil ? word : String(number))
        rest.removeFirst()
        continue
      }
      rest.removeFirst(count)
      switch meaning {
      case ["of"]: break
      case ["o'clock"]:
        if let hour = result.last, Int(hour) != nil { result[result.count - 1] = hour + ":00" }
      case ["last"] where result.last.map { Self.periods.contains($0) } ?? false:
        // `semana passada`
        result.insert("last", at: result.count - 1)
      case ["next"] where result.last.map { Self.periods.contains($0) } ?? false:
        // `semana próxima`
        result.insert("next", at: result.count - 1)
      case ["hour"] where result.last == "a": result.replaceSubrange((result.count - 1)..., with: ["an", "hour"])
      default: result += meaning
      }
    }
    // `vor 3 Tagen`
    if result.first == "ago", result.count >= 3 { result.insert(result.removeFirst(), at: 2) }
    return result
  }

  /// `ago` after a unit is English, and a month in Spanish and Portuguese otherwise.
  private func isEnglish(_ word: String, before last: String?) -> Bool {
    word == "ago" && last.map { Int($0) == nil } ?? false
  }

  private func meaning(of words: ArraySlice<String>, isLast: Bool) -> [String]? {
    guard let meaning = english[Self.folded(words.joined(separator: " "))] else { return nil }
    // Before nothing else, such a word joins nothing, as in `7 am`.
    return isLast && [["at"], ["on"], ["of"], ["a"]].contains(meaning) ? nil : meaning
  }

  private static let periods = Set(
    Weekday.allCases.map { $0.name.lowercased() } + ["week", "month", "year"])

  /// The English words, whose translations are lists of words with the same meaning.
  private static let phrases = [
    Phrase("today", in: "typed"), Phrase("yesterday", in: "typed"), Phrase("2 days ago", in: "typed"),
    Phrase("now", in: "typed"), Phrase("ago", in: "typed"), Phrase("last", in: "typed"), Phrase("this", in: "typed"),
    Phrase("next", in: "typed"), Phrase("tomorrow", in: "typed"),
    Phrase("a", in: "typed"), Phrase("of", in: "typed"), Phrase("at", in: "typed"), Phrase("on", in: "typed"),
    Phrase("day", in: "typed"), Phrase("days", in: "typed"), Phrase("week", in: "typed"), Phrase("weeks", in: "typed"),
    Phrase("month", in: "typed"), Phrase("months", in: "typed"), Phrase("year", in: "typed"),
    Phrase("years", in: "typed"), Phrase("hour", in: "typed"), Phrase("hours", in: "typed"),
    Phrase("minutes", in: "typed"), Phrase("noon", in: "typed"), Phrase("midnight", in: "typed"),
    Phrase("o'clock", in: "typed"), Phrase("saturday", in: "typed"),
  ]
}

extension Localization {
  /// The words before a day or a measure that make it part of a title, in English and in this language.
  package var wordsBeforeDays: Set<String> {
    let phrase = Phrase(
      "from, of, for, like, than, as, since, after, before, until, under, over, in, to, by, times, within, about",
      in: "before a day in a title")
    let lists = [phrase.english, words(phrase)]
    return Set(lists.flatMap { $0.split(separator: ",").map { String($0.drop { $0 == " " }) } })
  }
}
