import CheckInModel
import Foundation
import Testing

@Suite("Words that are looked for")
struct SearchWordsTests {
  @Test(
    "Case and accents make no difference",
    arguments: [
      ("sao paulo", "São Paulo"), ("SÃO", "sa\u{303}o"), ("strasse", "Straße"), ("straße", "STRASSE"),
      ("cafe", "Café Olé"), ("ΑΘΗΝΑ", "Αθήνα"), ("елка", "Ёлка"), ("lauf", "Morgenlauf"), ("東京", "東京タワー"),
      ("5k", "Morning 5K"), ("istanbul", "İstanbul"), ("lodz", "Łódź"),
    ])
  func folding(_ word: String, _ text: String) {
    #expect(SearchWords(word).areFound(in: [text]))
    #expect(!SearchWords(word + "x").areFound(in: [text]))
    #expect(!SearchWords(word).matches(in: text).isEmpty)
  }

  @Test("Each letter of Unicode becomes the small one without its accents, whatever is beside it")
  func allLetters() {
    let letters = (0..<0x3_0000).compactMap { Unicode.Scalar($0) }.filter { scalar in
      [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter]
        .contains(scalar.properties.generalCategory) && !"ßẞæÆǢǣǼǽœŒøØǾǿłŁđĐıþÞðÐ".unicodeScalars.contains(scalar)
    }
    func withoutMarks(_ text: String) -> String.UnicodeScalarView {
      text.decomposedStringWithCanonicalMapping.unicodeScalars.filter {
        $0.properties.generalCategory != .nonspacingMark
      }
    }
    var (text, expected) = ("", "".unicodeScalars)
    // Neighbours are of different alphabets: a step that has no divisor in common with their number reaches all.
    for index in letters.indices {
      let letter = letters[(index * 7919) % letters.count]
      text.unicodeScalars.append(letter)
      expected += withoutMarks(String(String.UnicodeScalarView(withoutMarks(String(letter)))).lowercased())
    }
    #expect(letters.count > 100_000 && letters.count % 7919 != 0)
    #expect(Array(SearchWords.folded(text).unicodeScalars) == Array(expected))
  }

  @Test("All of the words must be there, in whichever text")
  func allWords() {
    let texts = ["Morning run", "Lake"]
    #expect(SearchWords(" lake  RUN ").areFound(in: texts) && !SearchWords("lake swim").areFound(in: texts))
    #expect(SearchWords("").isEmpty && SearchWords(" \n").isEmpty && SearchWords("").areFound(in: []))
  }

  @Test("A match is told by whole characters, and matches that touch are one")
  func matches() {
    func marked(_ words: String, _ text: String) -> [String] {
      SearchWords(words).matches(in: text).map { String(text[$0]) }
    }
    #expect(marked("ole", "Café Olé, ole") == ["Olé", "ole"])
    #expect(marked("str asse", "Straße") == ["Straße"])
    #expect(marked("ss", "Straße") == ["ß"])
    #expect(marked("aa", "Baaad") == ["aaa"])
    #expect(marked("x", "abc") == [])
  }
}
