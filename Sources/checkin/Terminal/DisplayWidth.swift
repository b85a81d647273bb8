import CLibrary
import Glibc

/// Columns that text takes on a terminal.
enum DisplayWidth {
  /// The columns of `text`: two for wide East Asian characters and emoji, none for combining marks and for the
  /// sequences that colour it.
  static func of(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 && $0 != escape }) { return text.utf8.count }
    return parts(of: text).reduce(0) { $0 + $1.columns }
  }

  /// The text cut to `width` columns, with `ellipsis` where something is left out. A character is kept whole, and the
  /// sequences that colour the text all stay.
  static func cut(_ text: String, to width: Int, ellipsis: String) -> String {
    guard of(text) > width else { return text }
    let room = max(0, width - of(ellipsis))
    var (result, columns, isFull) = ("", 0, false)
    for part in parts(of: text) {
      columns += part.columns
      if columns <= room || part.columns == 0 && (!isFull || part.isStyling) {
        result += part.text
      } else if !isFull {
        isFull = true
        result += ellipsis
      }
    }
    return result
  }

  /// The end of a text without colours that takes no more than `width` columns, with `ellipsis` where something is left
  /// out before it. A character is kept whole.
  static func end(of text: String, fitting width: Int, ellipsis: String) -> String {
    guard of(text) > width else { return text }
    var (rest, columns) = (text[...], of(ellipsis))
    var start = rest.endIndex
    while let last = rest.last, columns + self.columns(last) <= width {
      columns += self.columns(last)
      rest.removeLast()
      start = rest.endIndex
    }
    return ellipsis + text[start...]
  }

  private static let escape: UInt8 = 0x1B

  /// A character, or a sequence that colours what follows.
  private struct Part {
    var text: Substring
    var columns: Int
    var isStyling = false
  }

  private static func parts(of text: String) -> [Part] {
    var parts: [Part] = []
    var rest = text[...]
    while let first = rest.first {
      if first == "\u{1b}", let end = rest.unicodeScalars.firstIndex(of: "m") {
        // By scalars, since a mark that follows would be taken for a part of the sequence's last letter.
        let next = rest.unicodeScalars.index(after: end)
        parts.append(Part(text: rest[..<next], columns: 0, isStyling: true))
        rest = rest[next...]
      } else {
        parts.append(Part(text: rest.prefix(1), columns: columns(first)))
        rest.removeFirst()
      }
    }
    return parts
  }

  /// The text with spaces after it up to `width` columns; a wider text stays as it is.
  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - of(text)))
  }

  /// The text with spaces before it up to `width` columns.
  static func alignedRight(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - of(text))) + text
  }

  private static func columns(_ character: Character) -> Int {
    guard !character.isASCII, let first = character.unicodeScalars.first else { return 1 }
    // U+FE0F requests the emoji's own picture.
    if first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    let callersLocale = uselocale(unicodeLocale)
    defer { uselocale(callersLocale) }
    let columns = wcwidth(wchar_t(bitPattern: first.value))
    // Less than 0: not in the table of this system.
    return columns < 0 ? 1 : Int(columns)
  }

  /// `wcwidth` reads the table of the thread's locale; that of the C locale, which every process starts in, ends with
  /// ASCII. glibc brings this one; without it (`nil`) every character takes one column.
  private nonisolated(unsafe) static let unicodeLocale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)
}
