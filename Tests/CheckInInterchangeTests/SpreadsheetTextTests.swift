import TestSupport
import Testing

@testable import CheckInInterchange
@testable import CheckInJournal

@Suite struct SpreadsheetTextTests {
  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+49", "'+49"), ("-", "'-"), ("@home", "'@home"), ("'tis", "''tis"), ("'=x", "''=x"),
    ("\u{FF1D}1", "'\u{FF1D}1"), ("\tx", "'\tx"), ("Run", "Run"), ("", ""), ("a=b", "a=b"), ("=\u{301}", "'=\u{301}"),
  ])
  func marksFormulasAsText(text: String, cell: String) {
    #expect(SpreadsheetText.cell(for: text) == cell)
    #expect(SpreadsheetText.text(of: cell) == text)
  }

  @Test(arguments: [("'tis", "'tis"), ("'", "'"), ("'=1", "=1"), ("=1", "=1")])
  func readsCellsOfOthers(cell: String, text: String) {
    #expect(SpreadsheetText.text(of: cell) == text)
  }

  @Test func everyTextComesBack() {
    let pieces = ["'", "''", "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF0B}", "a", " ", "\u{301}", "🏃‍♀️", "\""]
    var generator = RandomSource(seed: 13)
    for _ in 0..<5000 {
      let text = generator.text(of: pieces, upTo: 6)
      let cell = SpreadsheetText.cell(for: text)
      // Swift's == takes canonically equal texts for equal; bytes are what has to come back.
      #expect(Array(SpreadsheetText.text(of: cell).utf8) == Array(text.utf8))
      #expect(!["=", "+", "-", "@", "\t", "\r"].contains(cell.unicodeScalars.first))
    }
  }
}
