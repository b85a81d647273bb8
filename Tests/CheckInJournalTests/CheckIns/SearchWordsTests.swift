import CheckInJournal
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
