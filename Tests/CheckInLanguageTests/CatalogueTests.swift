import CheckInLanguage
import Foundation
import TestSupport
import Testing

@Suite("A translator's file")
struct CatalogueTests {
  private static let header = """
    # A comment
    msgid ""
    msgstr ""
    "Content-Type: text/plain; charset=UTF-8\\n"
    "Language: xx\\n"
    "Plural-Forms: nplurals=2; plural=(n != 1);\\n"


    """

  private func catalogue(_ entries: String) throws -> Catalogue { try Catalogue(Array((Self.header + entries).utf8)) }

  @Test("Entries are read as gettext reads them")
  func entries() throws {
    let catalogue = try catalogue(
      """

      #: Sources/A.swift
      msgid "Undo"
      msgstr "Rückgängig"
      #~ msgid "old"
      #~ msgstr "alt"
      #, c-format, fuzzy
      msgid "Redo"
      msgstr "Vielleicht"
      msgctxt "type"
      msgid "Run"
      msgstr ""
      "Lau"\u{20}\r
      "fen \\"\\\\\\t\\n"

      msgid "{n} day"
      msgid_plural "{n} days"
      msgstr[0] "{n} Tag"
      msgstr[1] "{n} "
      "Tage"

      msgid "Empty"
      msgstr ""
      """)
    #expect(catalogue.text("Undo", context: nil) == "Rückgängig")
    #expect(catalogue.text("Redo", context: nil) == nil, "nobody is sure of it")
    #expect(catalogue.text("Run", context: "type") == "Laufen \"\\\t\n")
    #expect(catalogue.text("Run", context: nil) == nil)
    #expect(catalogue.text("old", context: nil) == nil)
    #expect(catalogue.text("Empty", context: nil) == nil)
    #expect(catalogue.text(for: 1, "{n} day") == "{n} Tag")
    #expect(catalogue.text(for: 2, "{n} day") == "{n} Tage")
    #expect(catalogue.fields["Language"] == "xx")
  }

  @Test(
    "What is malformed is refused, with its line",
    arguments: [
      ("msgid \"a\"\nmsgstr \"b", 9), ("msgid a\nmsgstr \"b\"", 8), ("msgid \"a\"\n", 9), ("msgstr \"a\"", 8),
      ("msgid \"a\"\nmsgstr \"b\"c\"", 9), ("msgid \"a\\x41\"\nmsgstr \"\"", 8), ("msgid \"a\"\nmsgstr \"b\\\"", 9),
      ("nonsense", 8), ("msgid \"a\"\nmsgid \"b\"", 9), ("msgid \"a\"\nmsgstr \"1\"\nmsgid \"a\"\nmsgstr \"2\"", 10),
      ("msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"c\"", 8), ("msgid \"a\"\nmsgstr[0] \"c\"", 9),
      ("msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[1] \"c\"\nmsgstr[0] \"d\"", 8),
      ("msgid \"\"\nmsgstr \"a\"", 8), ("\"a\"", 8),
    ])
  func malformed(_ entries: String, _ line: Int) throws {
    let error = #expect(throws: CatalogueError.self) { try catalogue(entries) }
    #expect(error?.line == line, "\(error?.description ?? "")")
  }

  @Test(
    "The header says what is read",
    arguments: [
      "", "\n\n# only a comment", "msgid \"a\"\nmsgstr \"b\"", "msgid \"\"\nmsgstr \"Content-Type\\n\"",
      "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=ISO-8859-1\\n\"",
      "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=9; plural=n\\n\"",
    ])
  func headers(_ text: String) {
    #expect(throws: CatalogueError.self) { try Catalogue(Array(text.utf8)) }
  }

  @Test("No bytes make the reader trap")
  func hostileBytes() throws {
    var random = RandomSource(seed: 1)
    let whole = try #require(Language.portuguese.file)
    for _ in 0..<300 {
      var bytes = Array(whole.prefix(Int.random(in: 0...4_000, using: &random)))
      for _ in 0..<Int.random(in: 0...8, using: &random) where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] =
          [0, 10, 13, 34, 35, 92, 0xC3, 0xFF, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random)
          ?? 0
      }
      do { _ = try Catalogue(bytes) } catch { #expect(!error.description.isEmpty) }
    }
    #expect(throws: CatalogueError.self) { try catalogue("msgid \"a\"\nmsgstr \"") }
    var invalid = Array((Self.header + "msgid \"a\"\nmsgstr \"b").utf8)
    invalid += [0xFF, 34]
    #expect(throws: CatalogueError.self) { try Catalogue(invalid) }
  }

  @Test("Every catalogue can be read, is of its language, and keeps the names in braces", arguments: Language.allCases)
  func whole(_ language: Language) throws {
    guard let file = language.file else {
      #expect(language == .english)
      return
    }
    let catalogue = try Catalogue(file)
    #expect(catalogue.fields["Language"] == language.rawValue)
    #expect(catalogue.all.count > 100)
    let name = #/\{\{?\w[^{}]*\}\}?/#
    for (id, translations) in catalogue.all {
      let names = Set(id.matches(of: name).map { String($0.output) })
      for translation in translations {
        #expect(!translation.isEmpty, "\(id)")
        let translated = Set(translation.matches(of: name).map { String($0.output) })
        // The form for one can leave out the number, in English, too.
        #expect(translated.subtracting(["{n}"]) == names.subtracting(["{n}"]), "\(id): \(translation)")
        let values = Dictionary(names.map { ($0.trimmingCharacters(in: ["{", "}"]), "§") }) { one, _ in one }
        if !id.contains("{{"), !id.contains("\u{4}"), translations.count == 1 {
          let shown = Words(language)(id, values)
          #expect(!shown.contains("{") && shown.contains("§") == !names.isEmpty, "\(id): \(shown)")
        }
      }
    }
  }
}
