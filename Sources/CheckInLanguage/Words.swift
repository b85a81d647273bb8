public import CheckInJournal

/// The texts of one language.
///
/// A text is looked up by its English wording, as in gettext; one without a translation stays English.
///
/// ```swift
/// let words = Words(.english)
/// words("Check in")
/// words("Best {days}, until {day}", ["days": "47", "day": "3 May"])
/// words.count(3, "{n} day in a row", "{n} days in a row")
/// ```
///
/// `Tools/check-words` finds texts where they are written: the English wording is a literal, not a variable and
/// without interpolation. One that is written elsewhere than it is looked up is a ``Phrase``.
public struct Words: Sendable {
  public let language: Language
  private let catalogue: Catalogue?

  public init(_ language: Language) {
    self.language = language
    catalogue = CatalogueStore.catalogue(of: language)
  }

  /// The text in this language.
  ///
  /// - Parameter values: the texts that replace the names in braces, unchanged.
  public func callAsFunction(_ english: String, _ values: [String: String] = [:]) -> String {
    Self.filled(catalogue?.text(english, context: nil) ?? english, with: values)
  }

  /// The text in this language, of a wording that means several things in English.
  ///
  /// - Parameter context: which of them it is.
  public func callAsFunction(_ english: String, in context: String, _ values: [String: String] = [:]) -> String {
    Self.filled(catalogue?.text(english, context: context) ?? english, with: values)
  }

  /// The text of a phrase in this language.
  public func callAsFunction(_ phrase: Phrase, _ values: [String: String] = [:]) -> String {
    Self.filled(catalogue?.text(phrase.english, context: phrase.context) ?? phrase.english, with: values)
  }

  /// The text of a message in this language. A message without a translation stays English.
  ///
  /// ```swift
  /// words("There is no check-in \(99)." as Message)  // Es gibt keinen Check-in 99.
  /// ```
  public func callAsFunction(_ message: Message) -> String {
    message.text { catalogue?.text($0, context: Catalogue.sentence) }
  }

  /// The text for a number of things: `{n}` is the number.
  public func count(_ n: Int, _ one: String, _ other: String, _ values: [String: String] = [:]) -> String {
    let text = catalogue?.text(for: n, one) ?? (n == 1 ? one : other)
    return Self.filled(text, with: values.merging(["n": String(n)]) { given, _ in given })
  }

  /// A template's text with each `[[English text]]` in this language, and each `[[context|English text]]`.
  public func translated(template: String) -> String {
    let mark = (UInt8(ascii: "["), UInt8(ascii: "]"))
    var rest = template.utf8[...]
    var result = ""
    while let start = Self.pair(mark.0, in: rest), let end = Self.pair(mark.1, in: rest[start...]) {
      result += String(Substring(rest[..<start]))
      let text = String(Substring(rest[rest.index(start, offsetBy: 2)..<end]))
      let parts = text.split(separator: "|", maxSplits: 1).map(String.init)
      result +=
        parts.count == 2 ? self(parts[1], in: parts[0]) : catalogue?.text(text, context: nil) ?? text
      rest = rest[rest.index(end, offsetBy: 2)...]
    }
    return result + String(Substring(rest))
  }

  /// Returns the position of the first of two such bytes in a row.
  private static func pair(_ byte: UInt8, in text: Substring.UTF8View) -> Substring.UTF8View.Index? {
    var rest = text
    while let place = rest.firstIndex(of: byte) {
      rest = rest[rest.index(after: place)...]
      if rest.first == byte { return place }
    }
    return nil
  }

  /// The text with values for its names in braces. What is put in is not looked at again.
  static func filled(_ text: String, with values: [String: String]) -> String {
    guard !values.isEmpty else { return text }
    var rest = text.utf8[...]
    var result = ""
    while let start = rest.firstIndex(of: UInt8(ascii: "{")), let end = rest[start...].firstIndex(of: UInt8(ascii: "}"))
    {
      let after = rest.index(after: end)
      let name = String(Substring(rest[rest.index(after: start)..<end]))
      result += String(Substring(rest[..<start]))
      result += values[name] ?? String(Substring(rest[start..<after]))
      rest = rest[after...]
    }
    return result + String(Substring(rest))
  }
}

extension Words: Hashable {
  public static func == (left: Words, right: Words) -> Bool { left.language == right.language }

  public func hash(into hasher: inout Hasher) { hasher.combine(language) }
}

/// An English text for ``Words`` to translate, written where it belongs and not where it is shown.
///
/// ```swift
/// let titles = [Phrase("Run", in: "exercise type"), Phrase("Undo")]
/// print(titles.map { words($0) })
/// ```
public struct Phrase: Hashable, Sendable {
  public let english: String
  /// The context that tells this text from others with the same English wording.
  public let context: String?

  public init(_ english: String, in context: String? = nil) {
    self.english = english
    self.context = context
  }
}
