/// An entry of a catalogue.
struct CatalogueMessage {
  var context: String?
  var id = ""
  var idPlural: String?
  /// `msgstr`, or `msgstr[0]`, `msgstr[1]` and so on.
  var translations: [String] = []
  /// `true` if the translator marked the entry as uncertain.
  var isFuzzy = false
  /// The entry's first line, from 1.
  var line: Int
}

/// Reads the entries of a PO file one by one.
struct MessageReader {
  private let bytes: [UInt8]
  private var offset = 0
  /// The line that ``line`` reads next, from 1.
  private var number = 1
  /// The line at ``offset`` once it has been parsed, and the position of the line after it.
  private var current: (Line, end: Int)?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The content of a line.
  private enum Line {
    case blank
    case comment(isFuzzy: Bool)
    /// `msgid "…"`, or a further line of the same text, which has no keyword.
    case text(keyword: String?, String)
  }

  /// Returns the next line without moving on, and the position of the line after it, or `nil` at the end.
  private mutating func line() throws(CatalogueError) -> (Line, end: Int)? {
    if let current { return current }
    guard offset < bytes.count else { return nil }
    let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    current = (try parsed(bytes[offset..<end]), min(end + 1, bytes.count))
    return current
  }

  private mutating func move(to end: Int) {
    offset = end
    number += 1
    current = nil
  }

  private func parsed(_ line: ArraySlice<UInt8>) throws(CatalogueError) -> Line {
    var line = line
    while let last = line.last, [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains(last) {
      line.removeLast()
    }
    switch line.first {
    case nil: return .blank
    case UInt8(ascii: "#"): return .comment(isFuzzy: line.starts(with: "#,".utf8) && Self.isFuzzy(line))
    case UInt8(ascii: "\""): return .text(keyword: nil, try unquoted(line))
    default:
      guard let space = line.firstIndex(of: UInt8(ascii: " ")) else {
        throw CatalogueError("This is no entry", line: number)
      }
      return .text(keyword: try text(line[..<space]), try unquoted(line[(space + 1)...]))
    }
  }

  private static func isFuzzy(_ flags: ArraySlice<UInt8>) -> Bool {
    String(decoding: flags.dropFirst(2), as: UTF8.self).split { $0 == "," || $0.isWhitespace }.contains("fuzzy")
  }

  private func text(_ bytes: some Collection<UInt8>) throws(CatalogueError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CatalogueError("This line is not UTF-8", line: number)
    }
    return text
  }

  /// The text between quotes.
  private func unquoted(_ quoted: ArraySlice<UInt8>) throws(CatalogueError) -> String {
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    guard quoted.count >= 2, quoted.first == quote, quoted.last == quote else {
      throw CatalogueError("A text is not in quotes", line: number)
    }
    var rest = quoted.dropFirst().dropLast()
    guard rest.contains(where: { $0 == quote || $0 == backslash }) else { return try text(rest) }
    var result: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case quote: throw CatalogueError("A quote in a text has no backslash", line: number)
      case backslash:
        switch rest.popFirst() {
        case UInt8(ascii: "n"): result.append(UInt8(ascii: "\n"))
        case UInt8(ascii: "t"): result.append(UInt8(ascii: "\t"))
        case UInt8(ascii: "r"): result.append(UInt8(ascii: "\r"))
        case quote: result.append(quote)
        case backslash: result.append(backslash)
        default: throw CatalogueError("An escape is none of \\n, \\t, \\r, \\\" and \\\\", line: number)
        }
      default: result.append(byte)
      }
    }
    return try text(result)
  }

  /// The next entry; `nil` at the end.
  mutating func next() throws(CatalogueError) -> CatalogueMessage? {
    var message = CatalogueMessage(line: number)
    var isFuzzy = false
    while let (line, end) = try line() {
      if case .text = line { break }
      if case .comment(true) = line { isFuzzy = true }
      move(to: end)
    }
    guard offset < bytes.count else { return nil }
    message.line = number
    message.isFuzzy = isFuzzy
    message.context = try text(of: "msgctxt")
    guard let id = try text(of: "msgid") else { throw CatalogueError("An entry begins with msgid", line: number) }
    message.id = id
    message.idPlural = try text(of: "msgid_plural")
    if message.idPlural == nil {
      guard let translation = try text(of: "msgstr") else { throw CatalogueError("msgstr is missing", line: number) }
      message.translations = [translation]
    } else {
      while let translation = try text(of: "msgstr[\(message.translations.count)]") {
        message.translations.append(translation)
      }
    }
    return message
  }

  /// The text of a keyword with all its lines; `nil` if the next line begins with something else.
  private mutating func text(of wanted: String) throws(CatalogueError) -> String? {
    guard case (.text(let keyword?, var text), let end)? = try line(), keyword == wanted else { return nil }
    move(to: end)
    while case (.text(nil, let further), let end)? = try line() {
      text += further
      move(to: end)
    }
    return text
  }
}
