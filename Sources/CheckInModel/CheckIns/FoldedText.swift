internal import Foundation

/// A text as it is searched: in small letters, without accents.
package struct FoldedText {
  /// UTF-8.
  package private(set) var bytes: [UInt8] = []
  /// For each byte, the character of the text that it was made of.
  private(set) var characters: [Range<String.Index>] = []

  package init(_ text: String) {
    for index in text.indices {
      let count = bytes.count
      for scalar in text[index].unicodeScalars { Self.table.append(scalar, to: &bytes) }
      let range = index..<text.index(after: index)
      characters.append(contentsOf: repeatElement(range, count: bytes.count - count))
    }
  }

  /// Folds UTF-8, and appends what that comes to. Bytes that are none become U+FFFD.
  @inline(__always)
  package static func append(_ text: UnsafeRawBufferPointer, to folded: inout [UInt8]) {
    table.append(text, to: &folded)
  }

  private static let table = ScalarTable(folded)

  /// Letters that are written with others where they are not at hand, and that Unicode does not take apart.
  private static let spelledOut: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ı": "i", "þ": "th", "ð": "d",
  ]

  /// Returns the folded form of a scalar, in UTF-8.
  static func folded(_ scalar: Unicode.Scalar) -> [UInt8] {
    if scalar.isASCII { return Array(scalar.properties.lowercaseMapping.utf8) }
    var bytes: [UInt8] = []
    for part in String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
    where part.properties.generalCategory != .nonspacingMark {
      for small in part.properties.lowercaseMapping.unicodeScalars
      where small.properties.generalCategory != .nonspacingMark {
        bytes.append(contentsOf: (spelledOut[small] ?? String(small)).utf8)
      }
    }
    return bytes
  }
}
