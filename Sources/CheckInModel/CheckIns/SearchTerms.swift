/// Whole words to look for in texts, whatever their case and their accents; the last of them may be only the beginning
/// of a word, as somebody types it.
///
/// `morning lak` finds `Morning at the lake`, and `orning` does not. Unlike ``SearchWords``, terms are found in a long
/// history without looking at all of it.
///
/// ```swift
/// let terms = SearchTerms("morning LAK")
/// terms.areFound(in: ["Around the lake", "In the morning"])  // true
/// terms.matches(in: "Around the lake")  // the range of "lake"
/// ```
public struct SearchTerms: Hashable, Sendable {
  /// More terms than these are left out.
  public static let maximumCount = 16
  /// Of a longer word only so many bytes count, in UTF-8.
  private static let maximumByteCount = 128

  package struct Term: Hashable, Sendable {
    /// Folded.
    package let bytes: [UInt8]
    /// `true` if the term matches the start of a word, and `false` if it matches only a whole word.
    package let isBeginning: Bool
    /// As it is among words.
    fileprivate let pattern: [UInt8]

    fileprivate init(_ bytes: ArraySlice<UInt8>, isBeginning: Bool) {
      self.bytes = Array(bytes)
      self.isBeginning = isBeginning
      pattern = [WordForm.space] + bytes + (isBeginning ? [] : [WordForm.space])
    }
  }

  /// Each at most once.
  package private(set) var terms: [Term] = []

  /// The words of a text that somebody typed. Punctuation separates words, and means nothing else.
  public init(_ text: String) {
    let words = WordForm.words(of: text).split(separator: WordForm.space).prefix(Self.maximumCount)
    for (index, word) in words.enumerated() {
      let term = Self.term(word, isBeginning: index == words.count - 1)
      if !terms.contains(term) { terms.append(term) }
    }
  }

  private static func term(_ word: ArraySlice<UInt8>, isBeginning: Bool) -> Term {
    guard word.count > maximumByteCount else { return Term(word, isBeginning: isBeginning) }
    var end = word.startIndex + maximumByteCount
    while word[end] & 0xC0 == 0x80 { end -= 1 }
    return Term(word[..<end], isBeginning: true)
  }

  /// A Boolean value that indicates whether there are no terms to search for.
  public var isEmpty: Bool { terms.isEmpty }

  /// Returns `true` if each term occurs in at least one of the texts.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the texts.
  public func areFound(in texts: [String]) -> Bool {
    areFound(inWords: texts.reduce(into: [WordForm.space]) { $0 += WordForm.words(of: $1) })
  }

  /// Returns `true` if each term occurs in words that ``WordForm`` has encoded.
  package func areFound(inWords words: [UInt8]) -> Bool {
    terms.allSatisfy { SearchWords.firstIndex(of: $0.pattern, in: words, from: 0) != nil }
  }

  /// Returns the ranges of the terms in a text, in ascending order.
  ///
  /// Ranges cover whole words, and don't overlap.
  public func matches(in text: String) -> [Range<String.Index>] {
    let folded = FoldedText(text)
    // The words, and for each of their bytes the one of the folded text that it was made of.
    var (words, origins) = ([WordForm.space], [0])
    var offset = 0
    for scalar in String(decoding: folded.bytes, as: UTF8.self).unicodeScalars {
      WordForm.append(scalar) {
        words.append($0)
        origins.append(offset)
      }
      offset += UTF8.width(scalar)
    }
    words.append(WordForm.space)
    origins.append(offset)
    var ranges: [Range<String.Index>] = []
    for term in terms {
      var start = 0
      while let found = SearchWords.firstIndex(of: term.pattern, in: words, from: start) {
        var end = found + 1 + term.bytes.count
        while end < words.count, words[end] != WordForm.space { end += 1 }
        ranges.append(
          folded.characters[origins[found + 1]].lowerBound..<folded.characters[origins[end - 1]].upperBound)
        start = end
      }
    }
    ranges.sort { $0.lowerBound < $1.lowerBound }
    return ranges.reduce(into: []) { merged, range in
      if let last = merged.last, last.upperBound > range.lowerBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
  }
}
