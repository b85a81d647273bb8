import CheckInJournal
import Foundation
import Testing

@testable import CheckInLanguage

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

  /// The English texts of the messages in a catalogue, which are their keys.
  private static func keys(_ language: Language) throws -> [String: String] {
    let context = "sentence\u{4}"
    let all = try language.file.map { try Catalogue($0).all } ?? []
    return Dictionary(
      uniqueKeysWithValues: all.filter { $0.id.hasPrefix(context) }.map {
        (String($0.id.dropFirst(context.count)), $0.translations[0])
      })
  }

  /// A message with a key and texts as values.
  private func message(_ key: String, _ values: [String]) -> Message {
    var interpolation = Message.StringInterpolation(literalCapacity: 0, interpolationCount: 0)
    var rest = key[...]
    for (index, value) in values.enumerated() {
      guard let place = rest.range(of: "{\(index + 1)}") else { break }
      interpolation.appendLiteral(String(rest[..<place.lowerBound]))
      interpolation.appendInterpolation(value)
      rest = rest[place.upperBound...]
    }
    interpolation.appendLiteral(String(rest))
    return Message(stringInterpolation: interpolation)
  }

  private func filled(_ text: String, _ values: [String]) -> String {
    text.replacing(/\{([1-9])\}/) { place in Int(place.1).map { values[$0 - 1] } ?? "" }
  }

  @Test("A message is translated by its key, and no value of it, whatever it says", arguments: Language.allCases)
  func messages(_ language: Language) throws {
    let keys = try Self.keys(language)
    let words = Words(language)
    #expect(language == .english || keys.count > 450)
    // Each key as a value of some other message: over all of them, every key is in a place of every kind.
    let values = Array(keys.keys.sorted())
    for (index, key) in values.enumerated() {
      let some = (1...9).map { values[(index * 7 + $0 * 31) % values.count] }
      let message = message(key, some)
      #expect(message.key == key)
      #expect(words(message) == filled(language == .english ? key : keys[key] ?? "", some), "\(key)")
      #expect(message.text == filled(key, some))
    }
  }

  @Test("Every English text passes unchanged through every place for a text", arguments: Language.allCases)
  func places(_ language: Language) throws {
    let keys = try Self.keys(language)
    let words = Words(language)
    let texts = keys.keys.sorted() + ["Run", "today", "{1}", "{2} {1}", "Gallery", "Run 2026.csv", "with {1}", ""]
    let places = try ["There is no file {1}.", "There is no action \"{1}\"", "Unexpected argument '{1}'"].map { key in
      (key, language == .english ? key : try #require(keys[key]))
    }
    for text in texts {
      for (key, translation) in places {
        #expect(words(message(key, [text])) == translation.replacing("{1}", with: text))
      }
      #expect(words(Message(verbatim: text)) == text)
    }
  }

  @Test("A literal among the values is a message of its own")
  func phrases() {
    let words = Words(.german)
    func message(_ isDiscarded: Bool) -> Message {
      "Check-in \(3) is \(isDiscarded ? "discarded already" : "not discarded")."
    }
    #expect(words(message(false)) == "Check-in 3 ist nicht verworfen.")
    #expect(message(true).text == "Check-in 3 is discarded already.")
    #expect(
      words(("Session \(3) is open; finish it first\(by: .finishSession)." as Message).inCommands)
        != words("Session \(3) is open; finish it first\(by: .finishSession)." as Message))
    #expect(
      words("There is no action \"\("No events." as String)\"" as Message) == "Es gibt keine Aktion \"No events.\"")
    #expect(words("Qwerty \(1)" as Message) == "Qwerty 1")
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
