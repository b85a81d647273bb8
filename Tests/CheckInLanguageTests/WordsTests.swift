import CheckInLanguage
import Testing

@Suite("The words of a language")
struct WordsTests {
  @Test("A template's marked texts are taken out of their marks, and nothing else changes")
  func templates() {
    let words = Words(.english)
    #expect(
      words.translated(template: "<h1>[[Check in]]</h1>[[{{n}} of {{all}}]]{{x}}")
        == "<h1>Check in</h1>{{n}} of {{all}}{{x}}")
    #expect(words.translated(template: "a [[ b") == "a [[ b")
  }
}
