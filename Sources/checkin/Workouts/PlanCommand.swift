import ArgumentParser
import CheckInInterchange
import CheckInJournal

/// The commands for workout plans.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Show the active workout plan; list, write, edit, use or discard plans.",
    discussion: """
      A plan is text, a line for each exercise:
        Bench Press / w 2x8 40kg / 3x8-10 80kg @8 / rest 2:00
        Pull-up / 4x8 / superset A
      w is for warm-ups, 8-10 is a range of repetitions, @8 how hard it is to be. 3x1:00 and 1x5km are targets, too.
      """,
    subcommands: [
      ActivePlanCommand.self, ListPlansCommand.self, NewPlanCommand.self, EditPlanCommand.self, UsePlanCommand.self,
      ShowPlanCommand.self, DiscardPlanCommand.self, RestorePlanCommand.self,
    ],
    defaultSubcommand: ActivePlanCommand.self)
}

struct ActivePlanCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "active", abstract: "Show the active plan.", usage: "checkin plan", shouldDisplay: false)

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from readable: ReadableJournal, in session: Session) throws {
    guard let journal = readable.journal, let plan = try journal.activePlan() else {
      if global.json { return try session.output.document { $0.null() } }
      return try session.output.line(
        "No plan is active. Write one: \(session.style.bold("checkin plan new \"Push A\" FILE")), then use it.")
    }
    try session.show(plan, of: journal)
  }
}

struct ShowPlanCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a plan.", usage: "checkin plan show <number>")

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The plan's number.", valueName: "number"))
  var number: [String] = []

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from readable: ReadableJournal, in session: Session) throws {
    let number = try WorkoutNumber.single(number, "plan")
    let journal = try session.present(readable, "plan \(number)")
    try session.show(try journal.existingPlan(number), of: journal)
  }
}

struct ListPlansCommand: ReadingCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List the plans.")

  @Flag(help: "The discarded ones instead.")
  var discarded = false

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from readable: ReadableJournal, in session: Session) throws {
    let plans = try readable.journal?.plans(discarded: discarded) ?? []
    if global.json {
      let names = try readable.journal.map { try WorkoutNames($0) }
      return try session.output.array(plans) { plan, json in if let names { plan.write(names, to: &json) } }
    }
    guard !plans.isEmpty else { return session.messages.note(discarded ? "No discarded plans." : "No plans.") }
    for plan in plans { try session.output.line(session.style.fitted(plan.line(session.style))) }
  }
}

struct NewPlanCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Write a plan, from a file or standard input.",
    usage: "checkin plan new <name> <file>")

  @Argument(help: ArgumentHelp("Its name.", valueName: "name"))
  var name: String

  @Argument(help: ArgumentHelp("The file with its text; - is standard input.", valueName: "file"), completion: .file())
  var file: String

  @OptionGroup var units: UnitOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let entries = try PlanInput.entries(file, unit: try units.unit(in: session))
    try session.answer("Added plan") { journal in try journal.createPlan(name: name, entries) }
  }
}

struct EditPlanCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change a plan. Sessions that were started from it keep it as it was.",
    usage: "checkin plan edit <number> [<file>] [--name <text>]",
    discussion: "checkin plan show 3 > push.txt, change the text, and: checkin plan edit 3 push.txt")

  @Argument(help: ArgumentHelp("The plan's number.", valueName: "number"))
  var number: Int

  @Argument(help: ArgumentHelp("The file with its text; - is standard input.", valueName: "file"), completion: .file())
  var file: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Its new name.", valueName: "text"))
  var name: String?

  @OptionGroup var units: UnitOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    guard file != nil || name != nil else {
      throw CommandFailure.usage("What is to be changed? Name a file with the plan's text, or say --name")
    }
    let unit = try units.unit(in: session)
    let entries = try file.map { try PlanInput.entries($0, unit: unit) }
    try session.answer("Changed plan") { journal in
      let (plan, isChanged) = try journal.editPlan(number, name: name, entries)
      if !isChanged { session.messages.note("Nothing to change: the plan says this already.") }
      return plan
    }
  }
}

struct UsePlanCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "use", abstract: "Make a plan the active one, or none.", usage: "checkin plan use <number>|none")

  @Argument(help: ArgumentHelp("The plan's number, or none.", valueName: "number"))
  var number: String

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    guard number.lowercased() != "none" else {
      try session.writing(creating: false) { try $0.usePlan(nil) }
      if global.json { return try session.output.document { $0.null() } }
      return try session.output.line("No plan is active.")
    }
    let number = try WorkoutNumber.single([number], "plan")
    try session.answer("Using plan") { journal in
      try journal.usePlan(number)
      return try journal.existingPlan(number)
    }
  }
}

struct DiscardPlanCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "discard", abstract: "Discard a plan. It can be restored.", usage: "checkin plan discard <number>")

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The plan's number.", valueName: "number"))
  var number: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let number = try WorkoutNumber.single(number, "plan")
    try session.answer("Discarded plan") { try $0.discardPlan(number) }
  }
}

struct RestorePlanCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Bring a discarded plan back.", usage: "checkin plan restore <number>")

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The plan's number.", valueName: "number"))
  var number: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let number = try WorkoutNumber.single(number, "plan")
    try session.answer("Restored plan") { try $0.restorePlan(number) }
  }
}

/// The text of a plan that a command was given.
enum PlanInput {
  private static let byteLimit = 1 << 20

  /// Throws a `CommandFailure` or a ``JournalError`` where the file cannot be read, or is no plan.
  static func entries(_ path: String, unit: Weight.Unit) throws -> [PlanText.Entry] {
    let bytes =
      try path == "-" ? Descriptor.readStandardInput(limit: byteLimit) : Descriptor.readFile(path, limit: byteLimit)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw JournalError(.refusedInput, "\(path == "-" ? "Standard input" : path) is not text in UTF-8.")
    }
    return try PlanText.parse(text, unit: unit)
  }
}

extension Session {
  fileprivate func show(_ plan: WorkoutPlan, of journal: Journal) throws {
    if global.json {
      let names = try WorkoutNames(journal)
      return try output.document { plan.write(names, to: &$0) }
    }
    try output.write("# \(plan.line(style))\n" + (try plan.text(journal, style)))
  }

  /// Writes what became of a plan.
  fileprivate func answer(_ verb: String, _ body: (Journal) throws -> WorkoutPlan) throws {
    let (plan, names) = try writing(creating: true) { journal in
      let plan = try body(journal)
      return (plan, try WorkoutNames(journal))
    }
    if global.json { return try output.document { plan.write(names, to: &$0) } }
    try output.line("\(verb) \(plan.line(style))")
  }
}
