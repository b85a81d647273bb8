internal import EventLog

/// Text as whole words are looked for in it: folded, each word between two spaces, and nothing else.
///
/// A word is a run of letters, marks and digits. An ideograph and a symbol such as an emoji are words of their own,
/// since nobody writes spaces between them; all other characters separate words.
package enum WordForm {
  package static let space = UInt8(ascii: " ")

  private enum Kind {
    case partOfWord, wordOfItsOwn, separator
  }

  /// Appends the words of a text, with a space after them. What it is appended to ends with a space.
  @inline(__always)
  package static func append(_ text: UnsafeRawBufferPointer, to words: inout [UInt8]) {
    table.append(text, to: &words)
    words.append(space)
  }

  private static let table = ScalarTable { scalar in
    var bytes: [UInt8] = []
    for part in String(decoding: FoldedText.folded(scalar), as: UTF8.self).unicodeScalars {
      append(part) { bytes.append($0) }
    }
    return bytes
  }

  /// The words of a text between spaces, one before the first and one after the last.
  static func words(of text: String) -> [UInt8] {
    var text = text
    var words = [space]
    text.withUTF8 { append(UnsafeRawBufferPointer($0), to: &words) }
    return words
  }

  /// Hands over the bytes that a folded scalar becomes.
  static func append(_ scalar: Unicode.Scalar, with put: (UInt8) -> Void) {
    switch kind(of: scalar) {
    case .partOfWord: UTF8.encode(scalar)?.forEach(put)
    case .wordOfItsOwn:
      put(space)
      UTF8.encode(scalar)?.forEach(put)
      put(space)
    case .separator: put(space)
    }
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    (byte &- 0x61) < 26 || (byte &- 0x30) < 10 || (byte &- 0x41) < 26
  }

  private static func kind(of scalar: Unicode.Scalar) -> Kind {
    if scalar.isASCII { return isPartOfWord(UInt8(truncatingIfNeeded: scalar.value)) ? .partOfWord : .separator }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
      return scalar.properties.isIdeographic ? .wordOfItsOwn : .partOfWord
    case .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark, .privateUse,
      .unassigned:
      return .partOfWord
    case .otherSymbol: return .wordOfItsOwn
    default: return .separator
    }
  }
}
