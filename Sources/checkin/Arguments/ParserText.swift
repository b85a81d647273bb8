import ArgumentParser
import CheckInJournal

/// The texts that the parser writes if they are requested: a command's help, and completion scripts.
enum ParserText {
  /// Returns the text without what every command has in common, and with what the parser doesn't know.
  static func completed(_ text: String, addAbstract: String) -> String {
    if text.hasPrefix("OVERVIEW: ") || text.hasPrefix("USAGE: ") { return ownOptions(of: text) }
    return withTypes(text, likeCommandWith: addAbstract)
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

  // MARK: Completion

  /// Returns a completion script that offers exercise types as commands, which they are short for: `checkin run`.
  ///
  /// After a type, Bash and Zsh complete as after `add`.
  ///
  /// - Parameter abstract: the abstract of `add`, which distinguishes it from commands of that name below others.
  private static func withTypes(_ script: String, likeCommandWith abstract: String) -> String {
    let types = ExerciseType.selectable.map { $0.name.lowercased() }.filter { !$0.contains(" ") }
    let pattern = types.joined(separator: "|")
    var result: [String] = []
    var isRoot = true
    for line in script.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      let indentation = String(line.prefix { $0 == " " })
      if isRoot, line.contains("add|edit|"), line.hasSuffix(")") {
        let isBash = result.last?.contains("${subcommand}") == true
        result += ["\(indentation)\(pattern))", "\(indentation)    _checkin_add\(isBash ? "" : " && ret=0")"]
        result += ["\(indentation)    ;;"]
        isRoot = false
      }
      result.append(line.replacing("-W 'add edit ", with: "-W '\(types.joined(separator: " ")) add edit "))
      if line == "\(indentation)'add:\(abstract)'"
        || line.contains(#"positional "checkin" -eq 1' -fa 'add' "#)
      {
        result += types.map { type in
          line.replacing("'add:", with: "'\(type):").replacing(" -fa 'add' ", with: " -fa '\(type)' ")
        }
      }
    }
    return result.joined(separator: "\n")
  }
}
