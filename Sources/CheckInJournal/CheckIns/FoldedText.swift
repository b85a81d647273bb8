internal import Foundation

/// A text as it is searched: in small letters, without accents.
struct FoldedText {
  /// UTF-8.
  private(set) var bytes: [UInt8] = []
  /// For each byte, the character of the text that it was made of.
  private(set) var characters: [Range<String.Index>] = []

  init(_ text: String) {
    for index in text.indices {
      let count = bytes.count
      for scalar in text[index].unicodeScalars { Self.append(scalar, to: &bytes) }
      let range = index..<text.index(after: index)
      characters.append(contentsOf: repeatElement(range, count: bytes.count - count))
    }
  }

  /// Folds UTF-8, and appends what that comes to. Bytes that are none are left as they are.
  @inline(__always)
  static func append(_ text: UnsafeRawBufferPointer, to folded: inout [UInt8]) {
    var index = 0
    while index < text.count {
      let byte = text[index]
      guard byte < 0x80 else { return appendOther(text, from: index, to: &folded) }
      folded.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
      index += 1
    }
  }

  @inline(never)
  private static func appendOther(_ text: UnsafeRawBufferPointer, from index: Int, to folded: inout [UInt8]) {
    let rest = String(decoding: UnsafeRawBufferPointer(rebasing: text[index...]), as: UTF8.self)
    for scalar in rest.unicodeScalars { append(scalar, to: &folded) }
  }

  private static func append(_ scalar: Unicode.Scalar, to folded: inout [UInt8]) {
    if scalar.isASCII {
      let byte = UInt8(truncatingIfNeeded: scalar.value)
      folded.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
    } else if scalar.value < Self.tableEnd {
      folded.append(contentsOf: table[Int(scalar.value) - 0x80])
    } else {
      folded.append(contentsOf: self.folded(scalar))
    }
  }

  /// Scalars below this one are folded by a table: Latin with its supplements, Greek, Cyrillic and their neighbours.
  private static let tableEnd: UInt32 = 0x2000

  private static let table: [[UInt8]] = (0x80..<tableEnd).map { value in
    Unicode.Scalar(value).map(folded) ?? []
  }

  /// Letters that are written with others where they are not at hand, and that Unicode does not take apart.
  private static let spelledOut: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ı": "i", "þ": "th", "ð": "d",
  ]

  private static func folded(_ scalar: Unicode.Scalar) -> [UInt8] {
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
