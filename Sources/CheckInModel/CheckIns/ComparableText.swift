internal import Foundation

extension String {
  /// The text with a line feed at the end of each line, in place of CR LF or CR.
  package var withLineFeeds: String {
    guard utf8.contains(UInt8(ascii: "\r")) else { return self }
    return String(map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
  }

  /// The form in which texts are compared: in Unicode's composed form (NFC), with line feeds at the ends of lines.
  package var comparable: String {
    // Every text of characters below U+0300, whose first byte is 0xCC, is in the composed form.
    utf8.allSatisfy { $0 < 0xCC && $0 != UInt8(ascii: "\r") }
      ? self : withLineFeeds.precomposedStringWithCanonicalMapping
  }

  /// Returns `true` if two texts differ at most in their line endings and in Unicode composition.
  package func isSameText(as other: String) -> Bool { comparable == other.comparable }
}
