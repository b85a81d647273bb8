import CheckInModel
import Testing

@Suite("Words that are looked for as words")
struct SearchTermsTests {
  @Test(
    "Case, accents and punctuation make no difference, and the last word may be a beginning",
    arguments: [
      ("sao paulo", "São Paulo"), ("SÃO", "sa\u{303}o"), ("strasse", "Straße"), ("straße", "STRASSE"),
      ("cafe ol", "Café Olé"), ("ΑΘΗΝΑ", "Αθήνα"), ("елка", "Ёлка"), ("東京", "東京タワー"), ("京", "東京"),
      ("5k", "Morning 5K"), ("istanbul", "İstanbul"), ("don't", "Don’t stop"), ("10,5", "10.5 km"),
      ("morn", "Early morning"), ("run, lake", "Lake: run!"), ("🏊", "Swim🏊"), ("o\u{308}l", "Öl"),
    ])
  func found(_ words: String, _ text: String) {
    #expect(SearchTerms(words).areFound(in: [text]))
    #expect(!SearchTerms(words).matches(in: text).isEmpty)
  }

  @Test(
    "A word inside another one is another word, and only the last may be a beginning",
    arguments: [
      ("orning", "Morning"), ("lauf", "Morgenlauf"), ("mor lake", "Morning lake"), ("lakes", "lake"), ("x", "abc"),
      ("lake swim", "lake"),
    ])
  func notFound(_ words: String, _ text: String) {
    #expect(!SearchTerms(words).areFound(in: [text]))
  }

  @Test("All of the words must be there, in whichever text")
  func allWords() {
    let texts = ["Morning run", "Lake"]
    #expect(SearchTerms(" lake  RUN ").areFound(in: texts) && !SearchTerms("run lake swim").areFound(in: texts))
    // No word goes on from one text to the next.
    #expect(!SearchTerms("runlake").areFound(in: ["run", "lake"]))
    for nothing in ["", " \n", "-", "\"*\"", "§", "\u{0}"] { #expect(SearchTerms(nothing).isEmpty, "\(nothing)") }
  }

  @Test("Whole words are marked")
  func matches() {
    func marked(_ words: String, _ text: String) -> [String] {
      SearchTerms(words).matches(in: text).map { String(text[$0]) }
    }
    #expect(marked("ol", "Café Olé, ole, mole") == ["Olé", "ole"])
    #expect(marked("run lak", "Run at the Lakeside, rerun") == ["Run", "Lakeside"])
    #expect(marked("strasse", "Die Straße.") == ["Straße"])
    #expect(marked("京", "東京") == ["京"])
    #expect(marked("x", "abc") == [])
  }

  @Test("Whatever is typed is a word, a separator, or nothing")
  func hostile() {
    let long = String(repeating: "aé", count: 100_000)
    for text in [
      "a\" OR b", "NEAR(a b)", "a*", "-a", "^a", "a:b", "{a}", "(a", "a AND", "\u{0}a\u{0}b", "👨‍👩‍👧‍👦",
      "\u{202E}a", long,
    ] {
      let terms = SearchTerms(text)
      #expect(!terms.isEmpty && terms.areFound(in: ["\(text) b"]), "\(text.prefix(20))")
    }
    #expect(!SearchTerms(long).areFound(in: [String(long.dropFirst(2)).replacing("a", with: "b")]))
    #expect(SearchTerms(String(repeating: "a b c ", count: 10_000)).areFound(in: ["c b a"]))
  }
}
