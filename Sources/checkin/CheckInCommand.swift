import ArgumentParser
import CheckInJournal
import CheckInLanguage

/// The root of the command.
struct CheckInCommand: ParsableCommand {
  private static let usage = "checkin [<command>] [<options>]"

  /// All commands but the one that runs if none is named.
  static let sections = [
    CommandSection(
      Phrase("Log your training", in: "help"),
      essentials: [
        AddCommand.self, EditCommand.self, DiscardCommand.self, RestoreCommand.self, UndoCommand.self,
        RedoCommand.self, PhotoCommand.self,
      ],
      others: [AgainCommand.self]),
    CommandSection(
      Phrase("Look back", in: "help"),
      essentials: [
        ShowCommand.self, ListCommand.self, SearchCommand.self, WeekCommand.self, MonthCommand.self, YearCommand.self,
        StatsCommand.self,
      ],
      others: [MonthsCommand.self, TagsCommand.self, HistoryCommand.self, GalleryCommand.self]),
    CommandSection(
      Phrase("Work out", in: "help"),
      essentials: [LogCommand.self, SessionCommand.self, PlanCommand.self, RecordsCommand.self],
      others: [ExerciseCommand.self, ProgressCommand.self]),
    CommandSection(
      Phrase("Plan ahead", in: "help"), essentials: [GoalCommand.self, ReminderCommand.self, RestCommand.self]),
    CommandSection(
      Phrase("Keep and share your data", in: "help"),
      essentials: [
        ImportCommand.self, ExportCommand.self, BackupCommand.self, ServeCommand.self, ConfigCommand.self,
      ], endsWithHelp: true),
    CommandSection(
      Phrase("Sync your devices", in: "help"),
      others: [SyncCommand.self, GroupCommand.self, ConflictsCommand.self, FleetCommand.self]),
    CommandSection(
      Phrase("Look after the log", in: "help"),
      others: [
        VerifyCommand.self, AuditCommand.self, DiffCommand.self, LintCommand.self, RepairCommand.self,
        RebuildCommand.self, CompactCommand.self,
      ]),
  ]

  static let configuration = CommandConfiguration(
    commandName: ArgumentOrder.programName,
    abstract: "A training log for your terminal",
    usage: usage,
    discussion: HelpScreen.discussion,
    version: SoftwareVersion.text,
    subcommands: [DashboardCommand.self],
    groupedSubcommands: sections.map { $0.group },
    defaultSubcommand: DashboardCommand.self)

  /// Returns the help of the program in a language.
  static func help(_ scope: HelpScreen.Scope, in words: Words, width: Int = 80) -> String {
    let screen = HelpScreen(
      abstract: configuration.abstract, usage: usage, sections: sections, words: words, width: width)
    return screen.text(scope)
  }

  /// Returns the command that arguments specify, with their values.
  ///
  /// The arguments must be in the order of ``ArgumentOrder/normalized(_:root:alias:)``.
  ///
  /// On its way down from the root, the parser looks up the type of each option of each command, which takes longer
  /// than most commands do. A command directly below the root, which has no options, is therefore parsed alone. It
  /// names the root as its super-command, because the parser would otherwise look for requests that only the root
  /// answers. These requests, help, and arguments that cannot be parsed go through the root, which reports the error.
  static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    if arguments.first == CompletionRoot.request { return try CompletionRoot.parseAsRoot(arguments) }
    if let (command, rest) = lone(arguments), let parsed = try? command.parseAsRoot(rest),
      type(of: parsed) == command
    {
      return parsed
    }
    return try parseAsRoot(arguments)
  }

  /// Returns the command without subcommands that arguments specify, and the arguments after its name.
  private static func lone(_ arguments: [String]) -> (command: any ParsableCommand.Type, rest: [String])? {
    let rootOptions = ["---", "--version", "--generate-completion-script"]
    guard !arguments.contains(where: { argument in rootOptions.contains { argument.hasPrefix($0) } }) else {
      return nil
    }
    guard let name = arguments.first, !name.hasPrefix("-") else { return (DashboardCommand.self, arguments) }
    guard let command = configuration.subcommands.first(where: { $0.configuration.commandName == name }),
      command.configuration.subcommands.isEmpty
    else { return nil }
    return (command, Array(arguments.dropFirst()))
  }
}
