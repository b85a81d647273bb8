import ArgumentParser
import CheckInLanguage

/// The help of the program as a whole, in the user's language.
///
/// The parser writes the help of each command, in English.
struct HelpScreen {
  /// The commands that a screen lists.
  enum Scope {
    /// The commands that a newcomer needs.
    case essentials
    /// Every command and subcommand, with the options and variables that they share.
    case all
  }

  /// One line of a list: a name as the user types it, and its description.
  private typealias Row = (name: String, text: String)

  let abstract: String
  let usage: String
  let sections: [CommandSection]
  let words: Words
  /// The number of columns that the text may take.
  let width: Int

  /// Returns the lines of a screen, with a newline at the end of each.
  func text(_ scope: Scope) -> String {
    let introduction = [
      words(abstract, in: "help"), words("Usage: {1}", in: "sentence", ["1": usage]), wrapped(words(Self.dashboard)),
      lists(sections.map { (words($0.title), rows(of: $0, scope)) }.filter { !$0.1.isEmpty }),
    ]
    let paragraphs = introduction + (scope == .essentials ? firstSteps : reference)
    return paragraphs.joined(separator: "\n\n") + "\n"
  }

  /// The end of the first screen.
  private var firstSteps: [String] {
    let examples = Self.examples.map { (name: $0, text: "") }
    let options = Self.options.filter { $0.isEssential }.map { (name: $0.name, text: words($0.text)) }
    let all = (name: "checkin help --all", text: words("List every command, option and variable", in: "help"))
    return [
      lists([(words("Options", in: "help"), options)]),
      lists([
        (words("Examples", in: "help"), examples),
        (words("More help", in: "help"), [helpOfCommand, all, manual]),
      ]),
    ]
  }

  /// The end of the screen with every command.
  private var reference: [String] {
    let options = Self.options.map { (name: $0.name, text: words($0.text)) }
    let variables = Self.variables.map { (name: $0.name, text: words($0.text)) }
    return [
      lists([(words("Options of every command, before or after its name", in: "help"), options)]),
      lists([(words("Environment variables", in: "help"), variables)]),
    ] + Self.notes.map { wrapped(words($0)) } + [lists([(words("More help", in: "help"), [helpOfCommand, manual])])]
  }

  private var helpOfCommand: Row { ("checkin help <command>", words("Show a command's help", in: "help")) }

  private var manual: Row { ("man checkin", words("Read the manual", in: "help")) }

  private func rows(of section: CommandSection, _ scope: Scope) -> [Row] {
    let help = section.endsWithHelp ? [(name: "help", text: helpOfCommand.text)] : []
    guard scope == .all else { return section.essentials.map { row(of: $0) } + help }
    let commands = (section.essentials + section.others).filter { $0.configuration.shouldDisplay }
    return commands.flatMap { command in
      let subcommands = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
      return [row(of: command)] + subcommands.map { row(of: $0, below: command.name + " ") }
    } + help
  }

  private func row(of command: any ParsableCommand.Type, below parent: String = "") -> Row {
    (name: parent + command.name, text: words(command.configuration.abstract, in: "help"))
  }

  /// Returns lists with their titles.
  ///
  /// The descriptions of all of them start in the same column.
  private func lists(_ lists: [(title: String, rows: [Row])]) -> String {
    let nameWidth = lists.flatMap { $0.rows }.filter { !$0.text.isEmpty }.map { DisplayWidth.of($0.name) }.max() ?? 0
    let lines = lists.flatMap { title, rows in
      [title]
        + rows.map { row in
          guard !row.text.isEmpty else { return "  " + row.name }
          return wrapped(row.text, after: "  " + DisplayWidth.padded(row.name, to: nameWidth) + "  ")
        }
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the text in lines that fit, the first one after a prefix and the others indented by its width.
  private func wrapped(_ text: String, after prefix: String = "") -> String {
    let indentation = DisplayWidth.of(prefix)
    let style = Style(depth: .none, isASCII: false, width: max(width, indentation + 20))
    let words = text.split(separator: " ").map(String.init)
    return prefix + style.wrapped(words, separator: " ", indentation: indentation).dropFirst(indentation)
  }
}

/// A group of commands with a title, in the order in which the help lists them.
struct CommandSection: Sendable {
  let title: Phrase
  /// The commands that the first screen of the help shows.
  let essentials: [any ParsableCommand.Type]
  /// The remaining commands, which `checkin help --all` lists as well.
  let others: [any ParsableCommand.Type]
  /// `true` if the parser's own command for help comes last.
  let endsWithHelp: Bool

  init(
    _ title: Phrase, essentials: [any ParsableCommand.Type] = [], others: [any ParsableCommand.Type] = [],
    endsWithHelp: Bool = false
  ) {
    self.title = title
    self.essentials = essentials
    self.others = others
    self.endsWithHelp = endsWithHelp
  }

  /// The section as the parser knows it.
  var group: CommandGroup { CommandGroup(name: title.english, subcommands: essentials + others) }
}

extension ParsableCommand {
  fileprivate static var name: String { configuration.commandName ?? "" }
}

// MARK: Texts

extension HelpScreen {
  private static let dashboard = Phrase(
    "Without a command, checkin shows today: total, streak and this month's calendar.", in: "help")

  private static let notes = [
    Phrase(
      "A check-in is identified by its number, by \"last\" (the newest one that is not discarded; in a group, "
        + "this device's newest one), or by its UUID.", in: "help"),
    Phrase(
      "The journal is in the directory that --journal or CHECKIN_JOURNAL specifies, otherwise in the one that the "
        + "configuration file specifies, otherwise in the XDG data directory. \"checkin config\" shows every setting "
        + "and where it comes from.", in: "help"),
    Phrase(
      "Today is the date in the local time zone (TZ). Words for a time, such as yesterday in --at, count from it.",
      in: "help"),
    Phrase(
      "\"checkin --version --verbose\" also shows the versions of the libraries, and how photos are confined.",
      in: "help"),
  ]

  /// The paragraphs of the root's discussion, which the manual page has.
  static var discussion: String { ([dashboard] + notes).map { $0.english }.joined(separator: "\n\n") }

  private static let options: [(name: String, text: Phrase, isEssential: Bool)] = [
    ("    --journal <dir>", Phrase("Use the journal in this directory", in: "help"), false),
    ("-j, --journal-name <name>", Phrase("Use a journal from the configuration file", in: "help"), true),
    ("    --json", Phrase("Print JSON", in: "help"), true),
    ("    --color <when>", Phrase("Use colour: auto, always or never", in: "help"), false),
    ("    --ascii", Phrase("Draw with ASCII characters only", in: "help"), false),
    ("    --no-pager", Phrase("Print long output without a pager", in: "help"), false),
    ("    --no-input", Phrase("Never ask for anything", in: "help"), false),
    ("-q, --quiet", Phrase("Print only requested output and errors", in: "help"), true),
    ("-h, --help", Phrase("Show help", in: "help"), true),
    ("    --version", Phrase("Show the version", in: "help"), true),
  ]

  /// Every environment variable that the programs read. The manual page and the article Configuration have these lines.
  private static let variables: [(name: String, text: Phrase)] = [
    ("CHECKIN_JOURNAL", Phrase("Directory of the journal", in: "help")),
    ("CHECKIN_CONFIG", Phrase("Configuration file", in: "help")),
    ("CHECKIN_TYPE", Phrase("Type of check-ins that specify none", in: "help")),
    ("CHECKIN_SESSION_TYPE", Phrase("Type of the check-in of a finished workout", in: "help")),
    ("CHECKIN_UNIT", Phrase("The unit of weights: kg or lb", in: "help")),
    ("CHECKIN_DISTANCE_UNIT", Phrase("The unit of distances: km or mi", in: "help")),
    ("CHECKIN_DEVICE", Phrase("Name of this device in events", in: "help")),
    ("CHECKIN_FIRST_WEEKDAY", Phrase("First day of the week, such as monday", in: "help")),
    ("CHECKIN_CLOCK", Phrase("Clock of 12 or 24 hours", in: "help")),
    ("CHECKIN_COLOR", Phrase("Use colour: auto, always or never", in: "help")),
    ("NO_COLOR", Phrase("No colour, unless it is empty", in: "help")),
    ("CLICOLOR_FORCE", Phrase("Colour everywhere, unless it is empty or 0", in: "help")),
    ("CLICOLOR", Phrase("No colour, if it is 0", in: "help")),
    ("CHECKIN_PAGER, PAGER", Phrase("Program that shows long output", in: "help")),
    ("CHECKIN_NOW", Phrase("Time that replaces the clock (RFC 3339)", in: "help")),
    ("CHECKIN_SYNC_TIMEOUT", Phrase("Seconds to wait for a database (default: 60)", in: "help")),
    ("PGPASSFILE, PGSSLMODE", Phrase("Passwords and TLS mode for databases", in: "help")),
    ("VISUAL, EDITOR", Phrase("Editor for plans and check-ins", in: "help")),
    ("TZ", Phrase("Time zone of today and of times without an offset", in: "help")),
    ("LC_ALL, LANG", Phrase("Language, and form of dates and numbers", in: "help")),
    ("LC_MESSAGES, LANGUAGE", Phrase("Language only", in: "help")),
    ("LC_TIME", Phrase("First day of the week, clock and form of dates only", in: "help")),
    ("LC_NUMERIC", Phrase("Form of numbers only", in: "help")),
    ("XDG_CONFIG_HOME", Phrase("Directory of settings (default: ~/.config)", in: "help")),
    ("XDG_DATA_HOME", Phrase("Directory of journals (default: ~/.local/share)", in: "help")),
    ("XDG_RUNTIME_DIR", Phrase("Directory of the web app's access token (default: /tmp)", in: "help")),
    ("TMPDIR", Phrase("Directory of temporary files (default: /tmp)", in: "help")),
  ]

  private static let examples = ["checkin add run Morning 5k", "checkin run Lake yesterday 7am"]
}
