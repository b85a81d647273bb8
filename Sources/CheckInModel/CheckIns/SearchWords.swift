/// Words to look for in texts, whatever their case and their accents.
///
/// A word is found anywhere in a text, also inside another word: `lauf` finds `Morgenlauf`, `sao` finds `São Paulo`,
/// and `strasse` finds `Straße`.
///
/// ```swift
/// let words = SearchWords("morning RUN")
/// words.areFound(in: ["Run around the lake", "In the morning"])  // true
/// words.matches(in: "Morning 5k")  // the range of "Morning"
/// ```
public struct SearchWords: Hashable, Sendable {
  /// More words than these are left out.
  public static let maximumCount = 16

  /// Folded, each at most once.
  private let words: [[UInt8]]

  /// The words of a text that somebody typed, between white space.
  public init(_ text: String) {
    var words: [[UInt8]] = []
    for word in text.split(whereSeparator: \.isWhitespace).prefix(Self.maximumCount) {
      let folded = FoldedText(String(word)).bytes
      if !folded.isEmpty, !words.contains(folded) { words.append(folded) }
    }
    self.words = words
  }

  /// A Boolean value that indicates whether there are no words to search for.
  public var isEmpty: Bool { words.isEmpty }

  /// Returns `true` if each word occurs in at least one of the texts.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the texts.
  public func areFound(in texts: [String]) -> Bool {
    let folded = texts.map { FoldedText($0).bytes }
    return areFound { word in folded.contains { Self.firstIndex(of: word, in: $0, from: 0) != nil } }
  }

  /// Returns the ranges of the words in a text, in ascending order.
  ///
  /// Ranges neither overlap nor touch.
  public func matches(in text: String) -> [Range<String.Index>] {
    let folded = FoldedText(text)
    var isMatched = [Bool](repeating: false, count: folded.bytes.count)
    for word in words {
      var start = 0
      while let found = Self.firstIndex(of: word, in: folded.bytes, from: start) {
        for index in found..<found + word.count { isMatched[index] = true }
        start = found + 1
      }
    }
    var ranges: [Range<String.Index>] = []
    for (index, isMatched) in isMatched.enumerated() where isMatched {
      let range = folded.characters[index]
      if let last = ranges.last, last.upperBound >= range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
    return ranges
  }

  /// A text in small letters and without accents, as it is searched.
  package static func folded(_ text: String) -> String { String(decoding: FoldedText(text).bytes, as: UTF8.self) }

  /// Returns `true` if each word passes a test.
  package func areFound(where isFound: ([UInt8]) -> Bool) -> Bool { words.allSatisfy(isFound) }

  /// Returns the index of a word's first occurrence in folded text, from an index on; `nil` if none.
  package static func firstIndex(of word: [UInt8], in text: [UInt8], from start: Int) -> Int? {
    guard let first = word.first, text.count >= word.count else { return nil }
    return text.withUnsafeBufferPointer { text in
      word.withUnsafeBufferPointer { word in
        var index = start
        while index <= text.count - word.count {
          if text[index] == first, (1..<word.count).allSatisfy({ text[index + $0] == word[$0] }) { return index }
          index += 1
        }
        return nil
      }
    }
  }
}
