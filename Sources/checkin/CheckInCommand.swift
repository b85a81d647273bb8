import ArgumentParser
import CheckInJournal

/// The root of the command.
struct CheckInCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "checkin",
    abstract: "A journal of training check-ins.",
    usage: "checkin [<command>] [<options>]",
    discussion: """
      Without a command it shows today: the total, the streak, and this month's calendar. A check-in is named by its \
      number, by "last" (the newest that is not discarded; in a group, of this device's own), or by its UUID.

      Every command takes these options, before or after its name:
        --journal <dir>         The journal's directory.
        -j, --journal-name <name>  A journal of the configuration file, by its name there.
        --json                  Answer in JSON.
        --color <when>          When to use colour: auto, always or never.
        --ascii                 Draw with ASCII characters only.
        --no-pager              Do not show long answers in a pager.
        --no-input              Never ask.
        -q, --quiet             Say only what was asked for, and errors.

      Without --journal, the journal is in CHECKIN_JOURNAL, else where the configuration file says, else in the XDG \
      data directory. "checkin config" shows what is set, and where. CHECKIN_NOW (RFC 3339) \
      replaces the clock. Today is the date in the time zone here (TZ), and the words of --at, such as yesterday, \
      count from it.

      "checkin --version --verbose" also shows the versions of the libraries, and how photos are confined here.
      """,
    version: SoftwareVersion.text,
    subcommands: [DashboardCommand.self],
    groupedSubcommands: [
      CommandGroup(
        name: "Checking in",
        subcommands: [
          AddCommand.self, EditCommand.self, DiscardCommand.self, RestoreCommand.self, UndoCommand.self,
          RedoCommand.self, PhotoCommand.self,
        ]),
      CommandGroup(
        name: "Looking back",
        subcommands: [
          ShowCommand.self, ListCommand.self, SearchCommand.self, TagsCommand.self, WeekCommand.self,
          MonthCommand.self, MonthsCommand.self, YearCommand.self, StatsCommand.self, GalleryCommand.self,
          ServeCommand.self,
        ]),
      CommandGroup(
        name: "Workouts",
        subcommands: [
          LogCommand.self, SessionCommand.self, SessionsCommand.self, PlanCommand.self, ExerciseCommand.self,
          RecordsCommand.self, ProgressCommand.self, GoalCommand.self, ReminderCommand.self,
        ]),
      CommandGroup(
        name: "The log",
        subcommands: [
          HistoryCommand.self, AuditCommand.self, DiffCommand.self, ConflictsCommand.self, VerifyCommand.self,
          LintCommand.self,
        ]),
      CommandGroup(name: "Several devices", subcommands: [GroupCommand.self, SyncCommand.self, FleetCommand.self]),
      CommandGroup(
        name: "Care",
        subcommands: [
          BackupCommand.self, RebuildCommand.self, RepairCommand.self, CompactCommand.self, ConfigCommand.self,
        ]),
      CommandGroup(name: "In and out", subcommands: [ImportCommand.self, ExportCommand.self]),
    ],
    defaultSubcommand: DashboardCommand.self)

  /// The command that arguments name, with what they say. They are in the order that ``ArgumentOrder`` makes.
  ///
  /// On the way down from the root the parser looks up the type of each option of each command, which takes longer than
  /// most commands do. So a command directly below the root, which has no options of its own, is parsed alone. It calls
  /// the root its super-command, since the parser would otherwise look for requests that only the root answers. Those,
  /// help, and all that cannot be parsed so go through the root, which says what is wrong.
  static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    if let (command, rest) = lone(arguments), let parsed = try? command.parseAsRoot(rest),
      type(of: parsed) == command
    {
      return parsed
    }
    return try parseAsRoot(arguments)
  }

  /// The command without subcommands that arguments name, and what they say to it.
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
