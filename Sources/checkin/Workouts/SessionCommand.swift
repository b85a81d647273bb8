import ArgumentParser
import CheckInInterchange
import CheckInJournal

/// The commands for workout sessions, apart from logging sets.
struct SessionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session", abstract: "Start, finish, discard, restore or link workout sessions; show the open one.",
    subcommands: [
      OpenSessionCommand.self, StartSessionCommand.self, FinishSessionCommand.self, DiscardSessionCommand.self,
      RestoreSessionCommand.self, LinkSessionCommand.self, UnlinkSessionCommand.self,
    ],
    defaultSubcommand: OpenSessionCommand.self)
}

struct OpenSessionCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Show the open session: what is done and to do, and the last time beside it.",
    usage: "checkin session", shouldDisplay: false)

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from readable: ReadableJournal, in session: Session) throws {
    guard let journal = readable.journal, let open = try journal.openSession() else {
      if global.json { return try session.output.document { $0.null() } }
      return try session.output.line("No session is open. Start one: \(session.style.bold("checkin session start"))")
    }
    let details = try SessionDetails(open, of: journal)
    if global.json { return try session.output.document { details.write(to: &$0) } }
    try session.output.write(try details.card(session.style, journal: journal))
  }
}

struct StartSessionCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Start a session, of a plan or without one.",
    usage: "checkin session start [<plan>] [--at <when>] [--title <text>]")

  @Argument(help: ArgumentHelp("The plan's number (default: the active plan; 0 for none).", valueName: "plan"))
  var plan: Int?

  @Option(parsing: .unconditional, help: ArgumentHelp("When it started (default: now).", valueName: "when"))
  var at: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Its title (default: the plan's name).", valueName: "text"))
  var title: String?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let time = try session.time(at) ?? session.presentTime
    let details = try session.writing(creating: true) { journal in
      let chosen: WorkoutPlan? =
        switch plan {
        case nil: try journal.activePlan()
        case 0: nil
        case let number?: try journal.existingPlan(number)
        }
      let draft = SessionDraft(
        start: time, title: title ?? chosen?.name ?? Journal.untitledSession, plan: chosen?.number)
      return try SessionDetails(try journal.startSession(draft), of: journal)
    }
    if global.json { return try session.output.document { details.write(to: &$0) } }
    try session.output.line("Started session \(details.session.line(session.style))")
    if let plan = details.plan {
      try session.output.write(try session.reading { try plan.text(try session.present($0, "journal"), session.style) })
    }
  }
}

struct FinishSessionCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "finish", abstract: "Complete the open session: from now on its sets count.",
    usage: "checkin session finish [--check-in [<title>]] [--type <type>] [--at <when>]")

  @Flag(help: "Check in as well, with the words as title (default: the session's), linked to the session.")
  var checkIn = false

  @Argument(help: ArgumentHelp("The title of the check-in.", valueName: "title"))
  var title: [String] = []

  @Option(
    help: ArgumentHelp("The type of the check-in (default: Strength Training).", valueName: "type"),
    completion: .list(ExerciseType.selectable.map(\.name)))
  var type: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("When it ended (default: now).", valueName: "when"))
  var at: String?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    guard checkIn || (title.isEmpty && type == nil) else {
      throw CommandFailure.usage("Words and --type are for a check-in: say --check-in")
    }
    var form = FormValues(session: session)
    let type = type == nil ? .strengthTraining : form.type(type)
    try form.check(type == nil ? [Validation.typeMissing] : [])
    let given = try session.time(at)
    let (details, created) = try session.writing(creating: false) { journal in
      let open = try journal.openSession()
      // Of a session that is entered afterwards, the last set is its end.
      let end =
        given?.instantMilliseconds ?? open?.lastMoment(now: session.clock.wholeSecond) ?? session.clock.wholeSecond
      let draft = open.flatMap { open in
        checkIn ? CheckInDraft(type: type, title: title.joined(separator: " "), time: open.start) : nil
      }
      let (completed, created) = try journal.completeSession(endMilliseconds: end, checkIn: draft)
      return (try SessionDetails(completed, of: journal), created)
    }
    if global.json { return try session.output.document { details.write(to: &$0) } }
    try session.output.line("Finished session \(details.session.line(session.style))")
    try session.output.line(details.figures)
    if let created {
      try session.output.line("Added \(created.line(session.style))")
    } else {
      try session.output.line(
        "To check in as well: \(session.style.bold("checkin add strength \(Escaping.escaped(details.session.title))"))")
    }
  }
}

struct DiscardSessionCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "discard",
    abstract: "Discard a session. Its check-in stays; \"checkin undo\" brings both together again.",
    usage: "checkin session discard <number>")

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The session's number.", valueName: "number"))
  var number: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let number = try WorkoutNumber.single(number, "session")
    try session.answer(
      "Discarded session",
      try session.writing(creating: false) { journal in
        try SessionDetails(try journal.discardSession(number), of: journal)
      })
  }
}

struct RestoreSessionCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Bring a discarded session back.", usage: "checkin session restore <number>")

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The session's number.", valueName: "number"))
  var number: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let number = try WorkoutNumber.single(number, "session")
    try session.answer(
      "Restored session",
      try session.writing(creating: false) { journal in
        try SessionDetails(try journal.restoreSession(number), of: journal)
      })
  }
}

struct LinkSessionCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "link", abstract: "Make a check-in name a session.",
    usage: "checkin session link <session> <check-in>")

  @Argument(help: ArgumentHelp("The session's number.", valueName: "session"))
  var number: Int

  @Argument(help: ArgumentHelp("The check-in: its number, last, or its UUID.", valueName: "check-in"))
  var checkIn: String

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let reference = try CheckInReference(checkIn)
    try session.answer(
      "Linked session",
      try session.writing(creating: false) { journal in
        let found = try reference.find(in: ReadableJournal(journal: journal)).number
        try journal.link(session: number, toCheckIn: found)
        return try SessionDetails(try journal.existingSession(number), of: journal)
      })
  }
}

struct UnlinkSessionCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlink", abstract: "Make a check-in name no session.", usage: "checkin session unlink <check-in>")

  @Argument(help: ArgumentHelp("The check-in: its number, last, or its UUID.", valueName: "check-in"))
  var checkIn: String

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let reference = try CheckInReference(checkIn)
    try session.answer(
      "Unlinked session",
      try session.writing(creating: false) { journal in
        let found = try reference.find(in: ReadableJournal(journal: journal)).number
        let number = try journal.session(ofCheckIn: found)
        try journal.unlink(checkIn: found)
        return try SessionDetails(try journal.existingSession(number ?? 0), of: journal)
      })
  }
}

struct SessionsCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions", abstract: "List completed workout sessions, newest first.")

  @Option(
    name: .customShort("n", allowingJoined: true), parsing: .unconditional,
    help: ArgumentHelp("At most this many.", valueName: "n"), transform: Int.init(argument:))
  var limit: Int?

  @Flag(help: "The discarded ones instead.")
  var discarded = false

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from readable: ReadableJournal, in session: Session) throws {
    var details: [SessionDetails] = []
    if let journal = readable.journal {
      let names = try WorkoutNames(journal)
      let found =
        try discarded
        ? Array(journal.discardedSessions().prefix(limit ?? .max)) : journal.completedSessions(limit: limit ?? .max)
      details = try found.map { try SessionDetails($0, of: journal, names: names) }
    }
    if global.json { return try session.output.array(details) { $0.write(to: &$1) } }
    guard !details.isEmpty else {
      return session.messages.note(discarded ? "No discarded sessions." : "No completed sessions.")
    }
    for one in details {
      try session.output.line(session.style.fitted("\(one.session.line(session.style))  \(one.figures)"))
    }
  }
}

extension Session {
  /// Writes what became of a session.
  fileprivate func answer(_ verb: String, _ details: SessionDetails) throws {
    if global.json { return try output.document { details.write(to: &$0) } }
    try output.line("\(verb) \(details.session.line(style))")
    try output.line(details.figures)
  }
}
