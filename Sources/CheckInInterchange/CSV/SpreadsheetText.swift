/// Keeps spreadsheets from running a cell as a formula, in a way that can be undone.
///
/// A cell that begins like a formula gets a leading apostrophe, which spreadsheets take as the sign for text
/// (<https://owasp.org/www-community/attacks/CSV_Injection>). A text that begins with an apostrophe gets one more, so
/// that reading back is exact. Someone else's `'tis` has none to lose and stays.
enum SpreadsheetText {
  /// The cell for a text.
  static func cell(for text: String) -> String {
    needsApostrophe(text.unicodeScalars.first) ? "'" + text : text
  }

  /// The text of a cell.
  static func text(of cell: String) -> String {
    guard cell.utf8.first == UInt8(ascii: "'") else { return cell }
    let rest = cell.unicodeScalars.dropFirst()
    return needsApostrophe(rest.first) ? String(rest) : cell
  }

  private static func needsApostrophe(_ first: Unicode.Scalar?) -> Bool {
    switch first {
    case "=", "+", "-", "@", "\t", "\r", "\n", "'": true
    // Full-width forms, which some spreadsheets take for the plain ones.
    case "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": true
    default: false
    }
  }
}
