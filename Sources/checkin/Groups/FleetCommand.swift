import ArgumentParser
import CheckInJournal
import CheckInSync
import Glibc

/// The command for operators of a PostgreSQL database that holds the groups of many accounts.
struct FleetCommand: ParsableCommand, ForwardsWords {
  static let subcommandForWords: any ParsableCommand.Type = FleetListCommand.self
  static let configuration = CommandConfiguration(
    commandName: "fleet", abstract: "Inspect the groups in a PostgreSQL database",
    discussion: """
      It reads what members' devices have pushed, and changes nothing. An account sees its own groups; an operator's \
      has BYPASSRLS. Of groups that are sealed, only sizes and sequence numbers can be seen.

        checkin fleet postgresql://operator@db.example/journals
        checkin fleet totals postgresql://operator@db.example/journals --by day
        checkin fleet verify postgresql://operator@db.example/journals
      """,
    subcommands: [FleetListCommand.self, FleetTotalsCommand.self, FleetVerifyCommand.self],
    defaultSubcommand: FleetListCommand.self)
}

struct FleetListCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the groups with their devices, events and bytes",
    usage: "checkin fleet <database>")

  @Argument(help: ArgumentHelp("postgresql://….", valueName: "database"))
  var database: String

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try SyncProgram.replaceThisProcess(["fleet", "list", database] + (global.json ? ["--json"] : []))
  }
}

struct FleetTotalsCommand: JournalCommand {
  enum Span: String, CaseIterable, ExpressibleByArgument {
    case day, month
  }

  static let configuration = CommandConfiguration(
    commandName: "totals", abstract: "Count all members' check-ins by day or month")

  @Argument(help: ArgumentHelp("postgresql://….", valueName: "database"))
  var database: String

  @Option(help: ArgumentHelp("day or month (default: month).", valueName: "span"))
  var by = Span.month

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try SyncProgram.replaceThisProcess(
      ["fleet", "totals", database, "--by=\(by.rawValue)"] + (global.json ? ["--json"] : []))
  }
}

struct FleetVerifyCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check every log of all groups, or of some",
    discussion: "It checks a log as a device does that imports it.")

  @Argument(help: ArgumentHelp("postgresql://….", valueName: "database"))
  var database: String

  @Argument(help: ArgumentHelp("Groups' identities (default: all).", valueName: "group"))
  var groups: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try SyncProgram.replaceThisProcess(["fleet", "verify", database] + groups + (global.json ? ["--json"] : []))
  }
}
