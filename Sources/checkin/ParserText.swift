import ArgumentParser

/// The texts that the parser writes if they are requested: a command's help, and completion scripts.
enum ParserText {
  /// Returns the text without what every command has in common, and with what the parser doesn't know.
  static func completed(_ text: String) -> String {
    if text.hasPrefix("OVERVIEW: ") || text.hasPrefix("USAGE: ") { return ownOptions(of: text) }
    return CompletionScript.shell(of: text).map { CompletionScript.text(for: $0) } ?? text
  }

  // MARK: Help

  private static let lineAboutOptions = "Options of every command: checkin help --all"

  /// Returns the help of a command with one line in place of the options that every command has.
  private static func ownOptions(of help: String) -> String {
    var lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    while lines.last?.isEmpty == true { lines.removeLast() }
    if let title = lines.firstIndex(of: "OPTIONS:") {
      let rows = lines[(title + 1)...].prefix { !$0.isEmpty }
      var isOwn = false
      let own = rows.filter { row in
        // Other lines continue a description.
        if row.hasPrefix("  -") {
          let name = row.drop { $0 == " " }.prefix { $0 != " " && $0 != "," }
          isOwn = !ArgumentOrder.isOfEveryCommand(String(name))
        }
        return isOwn
      }
      // A section without options goes, with the empty line after it.
      let end = own.isEmpty ? min(rows.endIndex + 1, lines.endIndex) : rows.endIndex
      lines.replaceSubrange((own.isEmpty ? title : title + 1)..<end, with: own)
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n\n\(lineAboutOptions)"
  }
}
