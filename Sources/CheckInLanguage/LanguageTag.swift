/// The language and region of a tag such as `pt-BR`, or of a locale such as `pt_BR.UTF-8`.
package struct LanguageTag: Hashable {
  /// In lower case: `pt`.
  package var language: String
  /// In upper case: `BR`, or three digits for a part of the world: `419`.
  package var region: String?

  /// `nil` if it does not begin with a language.
  package init?(_ text: some StringProtocol) {
    let name = text.prefix { $0 != "." && $0 != "@" }
    let parts = name.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    guard let first = parts.first, (2...8).contains(first.utf8.count), Self.isLetters(first) else { return nil }
    language = first.lowercased()
    // A script may come before the region; an extension, or what is private, ends the search.
    for part in parts.dropFirst() {
      if part.utf8.count == 1 { break }
      let isNumber =
        part.utf8.count == 3 && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard isNumber || (part.utf8.count == 2 && Self.isLetters(part)) else { continue }
      region = part.uppercased()
      break
    }
  }

  private static func isLetters(_ text: some StringProtocol) -> Bool {
    text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
  }

  /// As Foundation names locales: `pt_BR`.
  var locale: String { region.map { "\(language)_\($0)" } ?? language }

  /// The tags of an `Accept-Language` header, the most wanted first (RFC 9110, 12.5.4), without those that cannot be
  /// read.
  package static func accepted(by header: String) -> [LanguageTag] {
    let ranges = header.utf8.prefix(maximumHeaderBytes).split(separator: UInt8(ascii: ",")).prefix(maximumRanges)
    let weighted = ranges.compactMap { range -> (tag: LanguageTag, weight: Double)? in
      let parts = Substring(range).split(separator: ";").map { $0.drop(while: \.isWhitespace) }
      guard let name = parts.first?.prefix(while: { !$0.isWhitespace }), let tag = LanguageTag(name) else { return nil }
      var weight = 1.0
      for part in parts.dropFirst() where part.lowercased().hasPrefix("q=") {
        guard let value = Double(part.dropFirst(2).prefix { !$0.isWhitespace }), (0...1).contains(value) else {
          return nil
        }
        weight = value
      }
      return weight > 0 ? (tag, weight) : nil
    }
    // Those of the same weight stay in the header's order.
    return weighted.enumerated().sorted { one, other in
      (other.element.weight, one.offset) < (one.element.weight, other.offset)
    }.map(\.element.tag)
  }

  private static let maximumHeaderBytes = 1_024
  private static let maximumRanges = 32
}
