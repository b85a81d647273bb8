import ArgumentParser
import CheckInInterchange
import CheckInJournal
import CheckInLanguage

/// The commands for workout plans.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Write and use workout plans",
    usage: "checkin plan\ncheckin plan <subcommand>",
    discussion: """
      Without a subcommand, it shows the active plan. A plan is text, a line for each exercise:
        Bench Press / w 2x8 40kg / 3x8-10 80kg @8 / rest 2:00
        Pull-up / 4x8 / superset A

      Sets are written as for "checkin log": 3x8 80kg, 80x10x3, 80kg 10. w is for warm-ups, 8-10 is a range of \
      repetitions, @8 how hard it is to be. 3x8, 3x1:00 and 1x5km need no weight.
      """,
    subcommands: [
      ActivePlanCommand.self, ListPlansCommand.self, NewPlanCommand.self, EditPlanCommand.self, UsePlanCommand.self,
      ShowPlanCommand.self, DiscardPlanCommand.self, RestorePlanCommand.self,
    ],
    defaultSubcommand: ActivePlanCommand.self)
}

struct ActivePlanCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "active", abstract: "Show the active plan", usage: "checkin plan [--as-of <sequence|when>]",
    shouldDisplay: false)

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from readable: ReadableJournal, in session: Session) throws {
    guard let journal = readable.journal, let plan = try journal.activePlan() else {
      if global.json { return try session.output.document { $0.null() } }
      let command = session.style.bold("checkin plan new \"Push A\"")
      return try session.output.line(
        session.style.words("No plan is active. Write one: {command}, then use it.", ["command": command]))
    }
    try session.show(plan, of: journal)
  }
}

struct ShowPlanCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a plan", usage: "checkin plan show <plan>",
    discussion: "checkin plan show 3")

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The plan: its number, or an unmistakable part of its name.", valueName: "plan"),
    completion: .plans)
  var plan: [String] = []

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from readable: ReadableJournal, in session: Session) throws {
    let reference = try PlanReference(plan)
    let journal = try session.present(readable, for: "plan \(plan.withoutTerminator.joined(separator: " "))")
    try session.show(try journal.existingPlan(try reference.find(in: journal)), of: journal)
  }
}

struct ListPlansCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the plans", discussion: "checkin plan list --discarded")

  @Flag(help: "The discarded ones instead.")
  var discarded = false

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from readable: ReadableJournal, in session: Session) throws {
    let plans = try readable.journal?.plans(discarded: discarded) ?? []
    if global.json {
      let names = try readable.journal.map { try WorkoutNames($0) }
      return try session.output.array(of: plans) { plan, json in if let names { plan.write(names, to: &json) } }
    }
    guard !plans.isEmpty else { return session.messages.note(discarded ? "No discarded plans." : "No plans.") }
    for line in session.style.table(plans.map { $0.columns(session.style) }) { try session.output.line(line) }
  }
}

struct NewPlanCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Write a plan",
    usage: "checkin plan new <name> [<file>]",
    discussion: """
      checkin plan new "Push A" push.txt

      Without a file it opens VISUAL or EDITOR, on a terminal.
      """)

  @Argument(help: ArgumentHelp("Its name, in quotes if it has several words.", valueName: "name"))
  var name: String

  @Argument(help: ArgumentHelp("The file with its text; - is standard input.", valueName: "file"), completion: .file())
  var file: String?

  @OptionGroup var units: UnitOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let unit = try units.unit(in: session)
    let text = """
      # \(name): a line for each exercise. Lines that begin with # are left out.
      # Bench Press / w 2x8 40\(unit.symbol) / 3x8-10 80\(unit.symbol) @8 / rest 2:00
      # Pull-up / 4x8 / superset A

      """
    try PlanInput(file, orEditing: { text }, unit: unit, in: session).save { entries in
      try session.answer(session.style.words("Added plan"), creating: true) { journal in
        try journal.createPlan(name: name, entries)
      }
    }
  }
}

struct EditPlanCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change a plan",
    usage: "checkin plan edit <plan> [<file>] [--name <text>]",
    discussion: """
      Sessions that were started from the plan keep it as it was. checkin plan edit 3 opens its text in VISUAL or \
      EDITOR, on a terminal. Without one: checkin plan show 3 > push.txt, change the text, and checkin plan edit 3 \
      push.txt
      """)

  @Argument(
    help: ArgumentHelp("The plan: its number, or an unmistakable part of its name.", valueName: "plan"),
    completion: .plans)
  var plan: String

  @Argument(help: ArgumentHelp("The file with its text; - is standard input.", valueName: "file"), completion: .file())
  var file: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Its new name.", valueName: "text"))
  var name: String?

  @OptionGroup var units: UnitOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let unit = try units.unit(in: session)
    let reference = try PlanReference([plan])
    func save(_ entries: [PlanText.Entry]?) throws {
      try session.answer(session.style.words("Changed plan"), creating: false) { journal in
        let edit = try journal.editPlan(try reference.find(in: journal), name: name, entries)
        if !edit.isChanged { session.messages.note("Nothing to change: the plan says this already.") }
        return edit.plan
      }
    }
    guard file != nil || name == nil else { return try save(nil) }
    let input = try PlanInput(
      file,
      orEditing: {
        try session.reading { readable in
          let journal = try session.present(readable, for: "plan \(plan)")
          let plan = try journal.existingPlan(try reference.find(in: journal))
          guard !plan.isDiscarded else {
            let number = plan.shownNumber
            throw CommandFailure.usage("Plan \(number) is discarded", hint: "checkin plan restore \(number)")
          }
          return "# \(plan.shownNumber)  \(plan.name)\n" + PlanText.text(try journal.entries(of: plan), unit: unit)
        }
      }, unit: unit, in: session)
    try input.save(save)
  }
}

struct UsePlanCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "use", abstract: "Choose the active plan", usage: "checkin plan use <plan>|none",
    discussion: "checkin plan use 3")

  @Argument(
    help: ArgumentHelp("The plan: its number, or an unmistakable part of its name; or none.", valueName: "plan"),
    completion: .plans)
  var plan: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    guard plan.map({ $0.lowercased() }) != ["none"] else {
      try session.writing(creating: false) { _ = try $0.usePlan(nil) }
      if global.json { return try session.output.document { $0.null() } }
      return try session.output.line(session.style.words("No plan is active."))
    }
    let reference = try PlanReference(plan)
    try session.answer(session.style.words("Using plan"), creating: false) { journal in
      let number = try reference.find(in: journal)
      try journal.usePlan(number)
      return try journal.existingPlan(number)
    }
  }
}

struct DiscardPlanCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "discard", abstract: "Discard a plan", usage: "checkin plan discard <plan>",
    discussion: "checkin plan discard 3. To restore it: checkin plan restore 3")

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The plan: its number, or an unmistakable part of its name.", valueName: "plan"),
    completion: .plans)
  var plan: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let reference = try PlanReference(plan)
    try session.answer(session.style.words("Discarded plan"), creating: false) { journal in
      try journal.discardPlan(try reference.find(in: journal))
    }
  }
}

struct RestorePlanCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Restore a discarded plan", usage: "checkin plan restore <plan>",
    discussion: "checkin plan restore 3")

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The plan: its number, or an unmistakable part of its name.", valueName: "plan"),
    completion: .discardedPlans)
  var plan: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let reference = try PlanReference(plan)
    try session.answer(session.style.words("Restored plan"), creating: false) { journal in
      try journal.restorePlan(try reference.find(in: journal, discarded: true))
    }
  }
}

extension Session {
  fileprivate func show(_ plan: WorkoutPlan, of journal: Journal) throws {
    if global.json {
      let names = try WorkoutNames(journal)
      return try output.document { plan.write(names, to: &$0) }
    }
    try output.write("# \(plan.line(style))\n" + (try plan.text(journal, in: style)))
  }

  /// Writes what became of a plan.
  fileprivate func answer(
    _ verb: String, creating isCreated: Bool, _ body: (Journal) throws -> WorkoutPlan
  ) throws {
    let (plan, names) = try writing(creating: isCreated) { journal in
      let plan = try body(journal)
      return (plan, try WorkoutNames(journal))
    }
    if global.json { return try output.document { plan.write(names, to: &$0) } }
    try output.line("\(verb) \(plan.line(style))")
  }
}
