import ArgumentParser
import CheckInInterchange
import CheckInJournal

struct HistoryCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", _superCommandName: "checkin",
    abstract: "Show every change of a check-in",
    usage: "checkin history <id>")
  static let asksForSingleEvents = true

  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("The check-in: its number, last, or its UUID.", valueName: "id"))
  var id: [String] = []

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from journal: ReadableJournal, in session: Session) throws {
    let number = try CheckInReference(single: id).find(in: journal).number
    let entries = try session.withProgress("Replaying") { try journal.history(of: number, progress: $0) }
    if global.json { return try session.output.array(of: entries) { $0.write(to: &$1) } }
    let form = AuditForm.text(try session.auditForm(hasCheckIns: false))
    for entry in entries { try session.output.line(entry.line(form)) }
  }
}

struct AuditCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit", _superCommandName: "checkin",
    abstract: "Show every event in the log",
    discussion: """
      Events are shown oldest first, each with what it changed, its number and its origin. Times are in the local \
      time zone. With --json: JSON Lines, one event a line, in UTC. --since and --until go by when events were \
      recorded, in the time zone here: from the first event after the last one before that time, as --as-of has it. \
      -n counts what the other options leave.
      """)
  static let asksForSingleEvents = true

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The first sequence number.", valueName: "sequence"),
    transform: UInt64.init(argument:))
  var from: UInt64?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The last sequence number.", valueName: "sequence"),
    transform: UInt64.init(argument:))
  var to: UInt64?

  @Option(
    name: [.customShort("n", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp("Only the last events of these.", valueName: "n"), transform: UInt64.init(argument:))
  var limit: UInt64?

  @Option(
    help: ArgumentHelp("Only this action, such as edited, or several: edited,discarded.", valueName: "action"),
    completion: .list(AuditFilter.allActions))
  var action: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only what came from cli, web, import or library, or several: cli,web.", valueName: "origin"),
    completion: .list(Event.Origin.allCases.map(\.name)))
  var origin: [String] = []

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Only what concerns this check-in.", valueName: "id"))
  var checkIn: String?

  @Option(help: ArgumentHelp("Only what was recorded on this day or later: yesterday, 2026-W07.", valueName: "day"))
  var since: String?

  @Option(help: ArgumentHelp("Only what was recorded until the end of this day.", valueName: "day"))
  var until: String?

  @Flag(help: "Then show new events as they are appended, by any process, until interrupted.")
  var follow = false

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  var isPaged: Bool { !follow }

  func answer(from journal: ReadableJournal, in session: Session) throws {
    try CommandFailure.requireOrder(
      first: from, last: to, firstWord: from.map { String($0) }, lastWord: to.map { String($0) })
    guard follow else { return try emitPast(from: journal, in: session) }
    guard since == nil, until == nil else {
      throw CommandFailure.usage("--follow goes on from now: --since and --until cannot be given with it")
    }
    guard past.asOf == nil else { throw CommandFailure.usage("--follow shows what is new, and --as-of what was then") }
    guard let opened = journal.journal else { throw CommandFailure.notFound("There is no journal to follow yet") }
    try emitPast(from: journal, in: session)
    try session.output.flush()
    let last = to ?? .max
    let filter = try self.filter(journal)
    let isWanted = { @Sendable in opened.sequence < last }
    let wanted = (from ?? 1)...max(from ?? 1, last)
    // This thread waits while the entries come, one at a time, on another.
    nonisolated(unsafe) let output = session.output
    let form = try form(session)
    try BlockingTask.run {
      try await opened.follow(while: isWanted) { entry in
        guard wanted.contains(entry.event.sequence), filter.contains(entry.event) else { return }
        try output.line(entry.line(form))
        try output.flush()
      }
    }
  }

  /// The events until now.
  private func emitPast(from journal: ReadableJournal, in session: Session) throws {
    let (start, end) = try recorded(in: journal, session: session)
    let last = min(to ?? .max, journal.sequence, end)
    var first = max(from ?? 1, 1, start)
    let filter = try self.filter(journal)
    let isOfGroup = journal.journal?.showsPeers ?? false
    if let limit {
      guard limit > 0 else { return }
      if limit <= last, filter == AuditFilter(), !isOfGroup { first = max(first, last - limit + 1) }
    }
    // A device of a group that has written nothing itself shows what the others have.
    guard first <= last || isOfGroup && journal.sequence == 0 else {
      if journal.sequence == 0 { session.messages.note("No events.") }
      return
    }
    let sequences = first...max(first, last)
    // Of a group, the last lines are not those of this journal's last events.
    if filter != AuditFilter() || isOfGroup && limit != nil {
      return try emit(filter, sequences: sequences, from: journal, in: session)
    }
    let count = try session.withProgress("Replaying") { progress in
      try journal.writeAudit(sequences, as: try form(session), progress: progress) { try session.output.write($0) }
    }
    // The snapshot can know of events that the log has lost.
    guard count == (first <= last ? last - first + 1 : 0) else {
      throw JournalError(.damaged, "The log ends before event \(last); \"checkin verify\" says where it is damaged.")
    }
  }

  /// The events that a filter leaves, of those the last ones alone where there is a limit.
  private func emit(
    _ filter: AuditFilter, sequences: ClosedRange<UInt64>, from journal: ReadableJournal, in session: Session
  ) throws {
    let form = try form(session)
    try session.withProgress("Replaying") { progress in
      guard let limit else {
        try journal.journal?.audit(filter, from: sequences.lowerBound, to: sequences.upperBound, progress: progress) {
          try session.output.line($0.line(form))
        }
        return
      }
      let count = min(Int(clamping: limit), 1 << 40)
      for entry in try journal.journal?.lastEntries(count, filter, in: sequences, progress: progress) ?? [] {
        try session.output.line(entry.line(form))
      }
    }
  }

  /// Throws a `CommandFailure` with status 64 for a name that is none, with 66 for a check-in that is not there.
  private func filter(_ journal: ReadableJournal) throws -> AuditFilter {
    let actions = action.flatMap(\.commaSeparated)
    for name in actions where !AuditFilter.allActions.contains(name) {
      throw CommandFailure.usage(
        "There is no action \"\(name)\"", hint: "Actions: \(AuditFilter.allActions.joined(separator: ", "))")
    }
    let origins = try origin.flatMap(\.commaSeparated).map { name in
      guard let origin = Event.Origin.allCases.first(where: { $0.name == name.lowercased() }) else {
        throw CommandFailure.usage(
          "There is no origin \"\(name)\"", hint: "Origins: cli, web, import, library, unspecified")
      }
      return origin
    }
    let number = try checkIn.map { try CheckInReference($0).find(in: journal).number }
    return AuditFilter(actions: Set(actions), origins: Set(origins), checkIn: number)
  }

  /// The first and the last event by when they were recorded.
  private func recorded(in journal: ReadableJournal, session: Session) throws -> (first: UInt64, last: UInt64) {
    let firstDay = try session.firstDay(since)
    let lastDay = try session.lastDay(until)
    try CommandFailure.requireOrder(
      first: firstDay, last: lastDay, firstWord: since, lastWord: until, options: ("--since", "--until"))
    guard let opened = journal.journal else { return (1, .max) }
    func lastEvent(before day: CivilDay) throws -> UInt64 {
      try opened.sequence(of: .recorded(day.midnight(in: try session.zone).instantMilliseconds - 1))
    }
    return (
      try firstDay.map { try lastEvent(before: $0) + 1 } ?? 1,
      try lastDay.map { try lastEvent(before: $0.adding(days: 1)) } ?? .max
    )
  }

  private func form(_ session: Session) throws -> AuditForm {
    global.json ? .json : .text(try session.auditForm(hasCheckIns: checkIn == nil))
  }
}
