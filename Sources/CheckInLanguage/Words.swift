internal import Foundation

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
public struct Words: Hashable, Sendable {
  public let language: Language

  public init(_ language: Language) {
    self.language = language
  }

  /// The text in this language.
  ///
  /// - Parameter values: what stands for the names in braces. A value is put in as it is.
  public func callAsFunction(_ english: String, _ values: [String: String] = [:]) -> String {
    Self.filled(english, values)
  }

  /// The text for a number of things: `{n}` is the number.
  public func count(_ n: Int, _ one: String, _ other: String, _ values: [String: String] = [:]) -> String {
    Self.filled(n == 1 ? one : other, values.merging(["n": String(n)]) { given, _ in given })
  }

  /// A template's text with each `[[English text]]` in this language.
  public func translated(template: String) -> String {
    var rest = template[...]
    var result = ""
    while let start = rest.range(of: "[["), let end = rest[start.upperBound...].range(of: "]]") {
      result += rest[..<start.lowerBound]
      result += self(String(rest[start.upperBound..<end.lowerBound]))
      rest = rest[end.upperBound...]
    }
    return result + rest
  }

  private static func filled(_ text: String, _ values: [String: String]) -> String {
    values.reduce(text) { text, value in text.replacingOccurrences(of: "{\(value.key)}", with: value.value) }
  }
}
