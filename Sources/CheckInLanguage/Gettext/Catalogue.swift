/// The texts of one language, read from the file of a translator: a PO file of gettext.
///
/// See the manual, *The Format of PO Files* (<https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html>).
/// What it allows and nobody here needs is refused: octal escapes, other encodings than UTF-8.
package struct Catalogue: Sendable {
  /// The translations, keyed by the English text and, if it has one, its context.
  private var texts: [String: String] = [:]
  private var plurals: [String: [String]] = [:]
  /// The context of messages, whose values are numbers in braces.
  static let sentence = "sentence"
  /// The fields of the header: `Language`, `Plural-Forms`.
  package private(set) var fields: [String: String] = [:]
  private(set) var pluralRule = PluralRule.germanic

  /// - Parameter bytes: of the file.
  /// - Throws: ``CatalogueError`` with the line that is wrong.
  package init(_ bytes: [UInt8]) throws(CatalogueError) {
    var reader = MessageReader(bytes)
    guard let header = try reader.next(), header.id.isEmpty, header.context == nil, header.idPlural == nil else {
      throw CatalogueError("The first entry is the header: its msgid is empty", line: 1)
    }
    try readHeader(header)
    while let message = try reader.next() { try add(message) }
  }

  private mutating func readHeader(_ header: CatalogueMessage) throws(CatalogueError) {
    for line in header.translations[0].split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else {
        throw CatalogueError("The header has a line without a colon", line: header.line)
      }
      let value = line[line.index(after: colon)...].drop(while: \.isWhitespace)
      fields[String(line[..<colon])] = String(value)
    }
    guard fields["Content-Type"]?.lowercased() == "text/plain; charset=utf-8" else {
      throw CatalogueError("Content-Type is not \"text/plain; charset=UTF-8\"", line: header.line)
    }
    if let rule = fields["Plural-Forms"] {
      do {
        pluralRule = try PluralRule(rule)
      } catch {
        throw CatalogueError(error.reason, line: header.line)
      }
    }
  }

  private mutating func add(_ message: CatalogueMessage) throws(CatalogueError) {
    guard !message.id.isEmpty else { throw CatalogueError("There is a second header", line: message.line) }
    let key = Self.key(for: message.id, context: message.context)
    guard texts[key] == nil, plurals[key] == nil else {
      throw CatalogueError("This text is there already", line: message.line)
    }
    if message.idPlural != nil {
      guard message.translations.count == pluralRule.formCount else {
        throw CatalogueError("There are not as many msgstr as Plural-Forms has forms", line: message.line)
      }
      plurals[key] = message.isFuzzy || message.translations.contains("") ? [] : message.translations
    } else {
      texts[key] = message.isFuzzy ? "" : message.translations[0]
    }
  }

  /// As gettext's compiled catalogues have it.
  private static func key(for id: String, context: String?) -> String {
    context.map { "\($0)\u{4}\(id)" } ?? id
  }

  /// The translation; `nil` if there is none, or none that its translator is sure of.
  package func text(_ id: String, context: String?) -> String? {
    texts[Self.key(for: id, context: context)].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The translation for a number of things.
  package func text(for number: Int, _ id: String) -> String? {
    plurals[id].flatMap { $0.isEmpty ? nil : $0[pluralRule.form(for: number)] }
  }

  /// Every text and its translations, in no order.
  package var all: [(id: String, translations: [String])] {
    texts.map { ($0, [$1]) } + plurals.map { ($0, $1) }
  }
}

/// An error in a catalogue that can't be read.
package struct CatalogueError: Error, Hashable, CustomStringConvertible {
  /// A description of the error: a sentence without a full stop.
  package let reason: String
  /// The line of the error, from 1; `nil` if the error isn't in a line.
  package var line: Int?

  init(_ reason: String, line: Int? = nil) {
    self.reason = reason
    self.line = line
  }

  package var description: String { line.map { "Line \($0): \(reason)" } ?? reason }
}
