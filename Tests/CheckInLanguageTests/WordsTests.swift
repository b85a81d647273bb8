import CheckInLanguage
import Testing

@Suite("The words of a language")
struct WordsTests {
  @Test("A template's marked texts are taken out of their marks, and nothing else changes")
  func templates() {
    let words = Words(.english)
    #expect(
      words.translated(template: "<h1>[[Check in]]</h1>[[{{n}} of {{all}}]]{{x}}[[exercise type|Run]]")
        == "<h1>Check in</h1>{{n}} of {{all}}{{x}}Run")
    #expect(words.translated(template: "a [[ b") == "a [[ b")
    #expect(words.translated(template: "[[ [x] ]]") == " [x] ")
    #expect(
      Words(.german).translated(template: "<b>[[exercise type|Swim]]</b> [[today]] ]]") == "<b>Schwimmen</b> heute ]]")
  }

  @Test("Values are put in once, even if they look like names themselves")
  func values() {
    let words = Words(.english)
    #expect(words("{a} and {b}, {c}", ["a": "{b}", "b": "ü{"]) == "{b} and ü{, {c}")
    #expect(words("} {a", ["a": "1"]) == "} {a")
    #expect(words("{{a}} {}", ["a": "1"]) == "{{a}} {}")
    #expect(words("{a}") == "{a}")
  }

  @Test(
    "A number takes the form of its language",
    arguments: [
      (Language.english, 0, "0 days"), (.english, 1, "1 day"), (.german, 0, "0 Tage"), (.german, 1, "1 Tag"),
      (.portuguese, 0, "0 dia"), (.portuguese, 1, "1 dia"), (.portuguese, 2, "2 dias"), (.spanish, 0, "0 días"),
    ])
  func counts(_ language: Language, _ number: Int, _ text: String) {
    #expect(Words(language).count(number, "{n} day", "{n} days") == text)
  }

  @Test("What has no translation stays English")
  func untranslated() {
    let words = Words(.spanish)
    #expect(words("Qwerty {x}", ["x": "1"]) == "Qwerty 1")
    #expect(words("Run", in: "no such context") == "Run")
    #expect(words.count(2, "{n} qwerty", "{n} qwerties") == "2 qwerties")
    #expect(words(Phrase("Qwerty")) == "Qwerty")
  }
}
