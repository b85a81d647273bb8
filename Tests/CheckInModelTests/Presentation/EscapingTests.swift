import CheckInModel
import Testing

/// What is written out, so that it steers nothing and nothing hides; and what is left as it is.
struct EscapingTests {
  @Test(arguments: [
    ("a\u{200B}b", #"a\u{200b}b"#), ("\u{FEFF}a", #"\u{feff}a"#), ("a\u{AD}b", #"a\u{ad}b"#),
    ("a\u{E0041}\u{E007F}", #"a\u{e0041}\u{e007f}"#),
    ("a\u{202E}b\u{2066}c\u{200F}d", #"a\u{202e}b\u{2066}c\u{200f}d"#),
    ("a\u{61C}b", #"a\u{61c}b"#), ("a\u{2060}b\u{2064}c", #"a\u{2060}b\u{2064}c"#),
    ("a\u{FE0F}b", #"a\u{fe0f}b"#), ("1\u{FE0F}2", #"1\u{fe0f}2"#), ("❤\u{FE0F}\u{FE0F}", "❤\u{FE0F}" + #"\u{fe0f}"#),
    ("a\u{E0100}", #"a\u{e0100}"#), ("a\u{34F}b", #"a\u{34f}b"#), ("\u{3164}", #"\u{3164}"#),
    ("a\u{200D}b", #"a\u{200d}b"#), ("🏃\u{200D}", "🏃" + #"\u{200d}"#), ("a\u{200D}🏃", #"a\u{200d}🏃"#),
    ("a\u{200C}b", #"a\u{200c}b"#), ("\u{2028}", #"\u{2028}"#),
    ("a\nb", #"a\u{a}b"#), ("a\r\nb", #"a\u{a}b"#), ("a\rb", #"a\u{a}b"#),
    ("\u{9B}", #"\u{9b}"#),
    ("🏴\u{E0064}\u{E007F}", "🏴" + #"\u{e0064}\u{e007f}"#),
  ])
  func isWrittenOut(_ text: String, _ shown: String) {
    #expect(Escaping.escaped(text) == shown)
    #expect(Array(Escaping.escaped(text).unicodeScalars) == Array(shown.unicodeScalars))
  }

  @Test(arguments: [
    "Morning 5k", "Zürich", "e\u{301}te\u{301}", "北京", "葛\u{E0100}飾", "می\u{200C}خواهم", "ක්\u{200D}ෂ", "؀123",
    "🏃‍♀️", "👩🏽‍🚀",
    "🏳️‍🌈",
    "❤️‍🔥", "☺︎", "1️⃣", "#️⃣", "🇩🇪", "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", "👨‍👩‍👧‍👦",
  ])
  func staysAsItIs(_ text: String) {
    #expect(Array(Escaping.escaped(text).unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test func linesStayLinesWhereTheyMay() {
    #expect(Escaping.escaped("a\nb\r\nc\rd\n\re", keepingNewlines: true) == "a\nb\nc\nd\n\ne")
  }
}
