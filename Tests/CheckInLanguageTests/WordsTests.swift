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

  @Test("A sentence that was made in English is said in each language, with its values", arguments: Language.allCases)
  func sentences(_ language: Language) throws {
    guard let file = language.file else { return }
    let words = Words(language)
    var count = 0
    for (id, translations) in try Catalogue(file).all where id.hasPrefix("sentence\u{4}") {
      let english = String(id.dropFirst("sentence\u{4}".count))
      func filled(_ text: String) -> String {
        (1...9).reduce(text) { $0.replacing("{\($1)}", with: "17x\($1)") }
      }
      #expect(words.sentence(filled(english)) == filled(translations[0]), "\(english)")
      count += 1
    }
    #expect(count > 300)
  }

  @Test("A value that is itself a phrase is translated too; what is in quotation marks is not")
  func phrases() {
    let words = Words(.german)
    #expect(words.sentence("Check-in 3 is not discarded.") == "Check-in 3 ist nicht verworfen.")
    #expect(
      words.sentence("Check-in 3 is discarded; restore it first with 'checkin restore 3'.")
        == "Check-in 3 ist verworfen; stelle ihn zuerst wieder her mit 'checkin restore 3'.")
    #expect(words.sentence("There is no action \"No events.\"") == "Es gibt keine Aktion \"No events.\"")
    for text in ["", " ", "Qwerty 1", "Qwerty is no 1"] { #expect(words.sentence(text) == text) }
    #expect(words.sentence("Title must be 100 characters or less") != "Title must be 100 characters or less")
    #expect(Words(.english).sentence("There is no check-in 3.") == "There is no check-in 3.")
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
