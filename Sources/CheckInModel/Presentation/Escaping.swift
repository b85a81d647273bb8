/// Makes stored text safe for a terminal or a page.
package enum Escaping {
  /// The text with every character written out, as `\u{1b}`, that would control the terminal, change the reading
  /// direction, or be invisible: control and format characters, and all others that Unicode calls ignorable by default.
  ///
  /// Those that scripts and emoji need are kept where they have an effect: joiners between emoji and in words,
  /// selectors after the characters that they vary.
  ///
  /// A line ends with a line feed in the result, however it ends in the text.
  ///
  /// - Parameter keepingNewlines: whether line feeds are kept, for text of several lines.
  package static func escaped(_ text: String, keepingNewlines: Bool = false) -> String {
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text }
    var result = String.UnicodeScalarView()
    for character in text.withLineFeeds {
      if character.asciiValue.map({ 0x20..<0x7F ~= $0 }) ?? subdivisionFlags.contains(character) {
        result.append(contentsOf: character.unicodeScalars)
        continue
      }
      let scalars = Array(character.unicodeScalars)
      for (index, scalar) in scalars.enumerated() {
        let before = index > 0 ? scalars[index - 1] : nil
        let after = index + 1 < scalars.count ? scalars[index + 1] : nil
        if isHidden(scalar), !(keepingNewlines && scalar == "\n"), !hasEffect(scalar, between: before, and: after) {
          result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
        } else {
          result.append(scalar)
        }
      }
    }
    return String(result)
  }

  /// England, Scotland and Wales: the only sequences with tag characters that are in general use.
  private static let subdivisionFlags: Set<Character> = [
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}",
  ]

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: !isPrependedMark(scalar)
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// Signs of Arabic, Syriac and Kaithi that are format characters but visible.
  private static func isPrependedMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890...0x0891, 0x08E2, 0x110BD, 0x110CD: true
    default: false
    }
  }

  /// Returns `true` if a joiner or a selector has an effect between its neighbours in the grapheme cluster.
  private static func hasEffect(
    _ scalar: Unicode.Scalar, between before: Unicode.Scalar?, and after: Unicode.Scalar?
  ) -> Bool {
    guard let before else { return false }
    switch scalar.value {
    // ZERO WIDTH NON-JOINER and JOINER: Unicode Standard Annex 31, rules A and B.
    case 0x200C: return isJoining(before)
    case 0x200D:
      if isPicture(before) || before.value == 0xFE0F { return after.map(isPicture) ?? false }
      return isJoining(before)
    // Text and emoji presentation. Digits, # and * have them only in keycaps.
    case 0xFE0E, 0xFE0F: return isPicture(before) || before.properties.isEmoji && after?.value == 0x20E3
    // Variants of ideographs.
    case 0xFE00...0xFE02, 0xE0100...0xE01EF: return before.properties.isIdeographic
    default: return false
    }
  }

  /// Returns `true` if the scalar is an emoji. Excludes digits, # and *, which can be part of an emoji.
  private static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isEmoji && !scalar.isASCII
  }

  /// Returns `true` if the scalar belongs to a script with joining letters.
  ///
  /// That is a letter or mark from Arabic to Sinhala, or a virama.
  private static func isJoining(_ scalar: Unicode.Scalar) -> Bool {
    0x0600...0x0DFF ~= scalar.value || scalar.properties.canonicalCombiningClass == .virama
  }
}
