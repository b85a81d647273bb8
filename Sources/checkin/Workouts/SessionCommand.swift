import ArgumentParser
import CheckInInterchange
import CheckInJournal
import CheckInLanguage

/// The commands for workout sessions, apart from logging sets.
struct SessionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session",
    abstract: "Start, finish or edit a workout",
    usage: "checkin session\ncheckin session <subcommand>",
    discussion: """
      checkin session start 3, then: checkin log bench 80x10 90x8, and at last: checkin session finish

      Without a subcommand, it shows the open session. Sessions are numbered, and so are the sets of each: "checkin \
      session" and "checkin show session 5" show the numbers. checkin session set 5 2 90x8 corrects the second set of \
      session 5.
      """,
    subcommands: [
      OpenSessionCommand.self, ListSessionsCommand.self, StartSessionCommand.self, FinishSessionCommand.self,
      EditSessionCommand.self, SetCommand.self, RemoveSetCommand.self, DiscardSessionCommand.self,
      RestoreSessionCommand.self, CheckInSessionCommand.self, LinkSessionCommand.self, UnlinkSessionCommand.self,
    ],
    defaultSubcommand: OpenSessionCommand.self)
}

struct OpenSessionCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Show the open session",
    usage: "checkin session [--as-of <sequence|when>]",
    discussion: "It shows the sets that are done and to do, next to those of the last time.", shouldDisplay: false)

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from readable: ReadableJournal, in session: Session) throws {
    guard let journal = readable.journal, let open = try journal.openSession() else {
      if global.json { return try session.output.document { $0.null() } }
      let command = session.style.bold("checkin session start")
      return try session.output.line(
        session.style.words("No session is open. Start one: {command}", ["command": command]))
    }
    let details = try SessionDetails(open, of: journal)
    if global.json { return try session.output.document { details.write(to: &$0) } }
    try session.output.write(try details.card(session.style, journal: journal))
  }
}

struct StartSessionCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Start a session, with a plan or without",
    usage: "checkin session start [<plan>] [--at <when>] [--title <text>]",
    discussion: "checkin session start 3 --at 18:00")

  @Argument(
    help: ArgumentHelp(
      "The plan: its number or an unmistakable part of its name (default: the active plan; 0 or none for none).",
      valueName: "plan"), completion: .plans)
  var plan: [String] = []

  @Option(parsing: .unconditional, help: ArgumentHelp("When it started (default: now).", valueName: "when"))
  var at: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Its title (default: the plan's name).", valueName: "text"))
  var title: String?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let time = try session.time(at) ?? session.presentTime
    let details = try session.writing(creating: true) { journal in
      let chosen: WorkoutPlan? =
        switch plan.joined(separator: " ").lowercased() {
        case "": try journal.activePlan()
        case "0", "none": nil
        default: try journal.existingPlan(try PlanReference(plan).find(in: journal))
        }
      let draft = SessionDraft(
        start: time, title: title ?? chosen?.name ?? Journal.untitledSession, plan: chosen?.number)
      return try SessionDetails(try journal.startSession(draft), of: journal)
    }
    if global.json { return try session.output.document { details.write(to: &$0) } }
    try session.output.line("\(session.style.words("Started session")) \(details.session.line(session.style))")
    if let plan = details.plan {
      try session.output.write(
        try session.reading { try plan.text(try session.present($0, for: "journal"), in: session.style) })
    }
  }
}

struct FinishSessionCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "finish", abstract: "Finish the open session",
    usage: "checkin session finish [<title>] [--type <type>] [--at <when>] [--yes]\n"
      + "checkin session finish --no-check-in [--at <when>] [--yes]",
    discussion: """
      checkin session finish --at 19:05

      Its sets count from then on, and so does the workout: it adds a check-in of the session's day, or links the one \
      of type Gym or Strength Training that has no session. The setting session_type is the type of the check-ins that \
      it adds (Strength Training by default). "checkin session check-in 5" does the same later.
      """)

  @Flag(help: ArgumentHelp("Check in as well, which is the default.", visibility: .hidden))
  var checkIn = false

  @Flag(help: "Add and link no check-in.")
  var noCheckIn = false

  @Argument(help: ArgumentHelp("The title of the check-in that it adds (default: the session's).", valueName: "title"))
  var title: [String] = []

  @Option(
    help: ArgumentHelp("The type of the check-in that it adds (default: session_type).", valueName: "type"),
    completion: .types)
  var type: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("When it ended (default: now).", valueName: "when"))
  var at: String?

  @Flag(help: "Do not ask, of a session without sets.")
  var yes = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    guard !noCheckIn || (!checkIn && title.isEmpty && type == nil) else {
      throw CommandFailure.usage("--no-check-in cannot be combined with --check-in, --type or a title")
    }
    var form = FormValues(session: session)
    let chosen: ExerciseType? = type == nil ? session.preferences.sessionType : form.type(type)
    try form.check(chosen == nil ? [Validation.typeMissing] : [])
    let given = try session.time(at)
    if let given, !given.isTimeOfDayKnown {
      throw CommandFailure.usage(
        "When on \(given.day.shortTitle) did it end?", hint: "Write the time as well: --at \"\(given.day) 19:05\"")
    }
    if !yes, session.location.isOccupied, let open = try session.reading({ try $0.journal?.openSession() }),
      open.sets.isEmpty
    {
      guard try isWanted(open, in: session) else { return session.messages.note("Nothing was finished.") }
    }
    let request: SessionCheckIn? =
      noCheckIn ? nil : chosen.map { .linkedOrAdded(type: $0, title: title.joined(separator: " ")) }
    let (details, completion) = try session.writing(creating: false) { journal in
      let open = try journal.openSession()
      // Of a session that is entered afterwards, the last set is its end.
      let end =
        given?.instantMilliseconds ?? open?.lastMoment(now: session.clock.wholeSecond) ?? session.clock.wholeSecond
      let completion = try journal.completeSession(endMilliseconds: end, checkIn: request)
      return (try SessionDetails(completion, of: journal), completion)
    }
    if global.json { return try session.output.document { details.write(to: &$0) } }
    let (style, words) = (session.style, session.style.words)
    try session.output.line("\(words("Finished session")) \(details.session.line(style))")
    try session.output.line(details.figures(style))
    if let linked = completion.checkIn {
      try session.answer(completion)
      if completion.link != .added, !title.isEmpty || type != nil {
        session.messages.note("Check-in \(linked.shownNumber) keeps its title and its type.")
      }
    } else {
      let command = "checkin session check-in \(details.session.shownNumber)"
      try session.output.line(words("To check in later: {command}", ["command": style.bold(command)]))
    }
  }

  /// Returns `true` if the user wants to finish a session without sets.
  ///
  /// Throws a `CommandFailure` with status 64 if the user cannot be asked.
  private func isWanted(_ open: WorkoutSession, in session: Session) throws -> Bool {
    guard session.isConversation, !global.noInput else {
      throw CommandFailure.usage(
        "Session \(open.shownNumber) has no sets, so it was not finished",
        hint: """
          To finish it all the same: checkin session finish --yes. To discard it: checkin session discard \
          \(open.shownNumber)
          """)
    }
    return session.asks("Session \(open.shownNumber) has no sets. Finish it all the same?")
  }
}

struct CheckInSessionCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-in", abstract: "Check in for a finished session",
    usage: "checkin session check-in <number>",
    discussion: """
      checkin session check-in 5 does what "checkin session finish" does by default: it adds a check-in of the \
      session's day, or links the one of type Gym or Strength Training that has no session.
      """)

  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("The session's number.", valueName: "number"), completion: .sessions)
  var number: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let reference = try WorkoutReference(number, noun: "session")
    let type = session.preferences.sessionType
    let (details, completion) = try session.writing(creating: false) { journal in
      let completion = try journal.linkCheckIn(.linkedOrAdded(type: type), toSession: try reference.find(in: journal))
      return (try SessionDetails(completion, of: journal), completion)
    }
    if global.json { return try session.output.document { details.write(to: &$0) } }
    try session.answer(completion)
  }
}

struct DiscardSessionCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "discard",
    abstract: "Discard a session",
    usage: "checkin session discard <number> [--yes]",
    discussion: "checkin session discard 5. Its check-in stays, and \"checkin undo\" links both again.")

  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("The session's number.", valueName: "number"), completion: .sessions)
  var number: [String] = []

  @Flag(help: "Do not ask.")
  var yes = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let reference = try WorkoutReference(number, noun: "session")
    if try session.mustAsk(yes: yes) {
      let details = try session.reading { readable in
        let journal = try session.present(readable, for: "session \(number.joined(separator: " "))")
        return try SessionDetails(try journal.existingSession(try reference.find(in: journal)), of: journal)
      }
      Messages.put(session.style.line(details.columns(session.style)) + "\n")
      guard session.asks("Discard this session?") else { return session.messages.note("Nothing was discarded.") }
    }
    try session.answer(
      session.style.words("Discarded session"),
      with: try session.writing(creating: false) { journal in
        try SessionDetails(try journal.discardSession(try reference.find(in: journal)), of: journal)
      })
  }
}

struct RestoreSessionCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Restore a session or a removed set",
    usage: "checkin session restore <session> [<set>]",
    discussion: "checkin session restore 5 brings session 5 back, and checkin session restore 5 2 its second set.")

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The session's number, and the set's where only that is to come back.", valueName: "session"),
    completion: .discardedSessions)
  var numbers: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let words = numbers.withoutTerminator
    guard words.count == 2 else {
      let reference = try WorkoutReference(words, noun: "session")
      return try session.answer(
        session.style.words("Restored session"),
        with: try session.writing(creating: false) { journal in
          try SessionDetails(try journal.restoreSession(try reference.find(in: journal)), of: journal)
        })
    }
    let reference = try SetReference(words)
    let (set, details) = try session.writing(creating: false) { journal in
      let (session, set) = try reference.find(in: journal)
      return (set, try SessionDetails(try journal.restoreSet(set.number, ofSession: session), of: journal))
    }
    try session.answer(
      session.style.words("Restored set {set} of session", ["set": set.description]), with: details)
  }
}

struct LinkSessionCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "link", abstract: "Link a check-in to a session",
    usage: "checkin session link <session> <check-in>", discussion: "checkin session link 5 17")

  @Argument(help: ArgumentHelp("The session's number.", valueName: "session"), completion: .sessions)
  var number: String

  @Argument(help: ArgumentHelp("The check-in: its number, last, or its UUID.", valueName: "check-in"))
  var checkIn: String

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let sessionReference = try WorkoutReference([number], noun: "session")
    let reference = try CheckInReference(single: [checkIn])
    try session.answer(
      session.style.words("Linked session"),
      with: try session.writing(creating: false) { journal in
        let number = try sessionReference.find(in: journal)
        let found = try reference.find(in: ReadableJournal(journal: journal)).number
        try journal.link(session: number, toCheckIn: found)
        return try SessionDetails(try journal.existingSession(number), of: journal)
      })
  }
}

struct UnlinkSessionCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlink", abstract: "Unlink a check-in from its session", usage: "checkin session unlink <check-in>",
    discussion: "checkin session unlink 17")

  @Argument(help: ArgumentHelp("The check-in: its number, last, or its UUID.", valueName: "check-in"))
  var checkIn: String

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let reference = try CheckInReference(single: [checkIn])
    try session.answer(
      session.style.words("Unlinked session"),
      with: try session.writing(creating: false) { journal in
        let found = try reference.find(in: ReadableJournal(journal: journal)).number
        let number = try journal.session(ofCheckIn: found)
        try journal.unlink(checkIn: found)
        return try SessionDetails(try journal.existingSession(number ?? 0), of: journal)
      })
  }
}

struct ListSessionsCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List completed workouts, newest first",
    usage: "checkin session list [-n <n>] [--discarded] [--as-of <sequence|when>]",
    discussion: """
      checkin session list -n 10. To see one with its sets: checkin show session 5. "checkin sessions" is another name \
      of this command.
      """)

  @OptionGroup var count: LimitOption

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
        ? Array(journal.discardedSessions().prefix(count.limit ?? .max))
        : journal.completedSessions(limit: count.limit ?? .max)
      details = try found.map { try SessionDetails($0, of: journal, names: names) }
    }
    if global.json { return try session.output.array(of: details) { $0.write(to: &$1) } }
    guard !details.isEmpty else {
      return session.messages.note(discarded ? "No discarded sessions." : "No completed sessions.")
    }
    let (style, today) = (session.style, try session.today)
    for line in style.table(details.map { $0.columns(style, today: today) }) { try session.output.line(line) }
  }
}

extension Session {
  /// Writes the check-in that a session was linked to.
  func answer(_ completion: Journal.SessionCompletion) throws {
    guard let checkIn = completion.checkIn, let link = completion.link else { return }
    let verb =
      switch link {
      case .added: style.words("Added")
      case .linked: style.words("Linked check-in")
      case .unchanged: style.words("Already linked to check-in")
      }
    try output.line("\(verb) \(checkIn.confirmation(style, today: try today, zone: try zone))")
  }

  /// Writes what became of a session.
  func answer(_ verb: String, with details: SessionDetails) throws {
    if global.json { return try output.document { details.write(to: &$0) } }
    try output.line("\(verb) \(details.session.line(style))")
    try output.line(details.figures(style))
  }
}
