import ArgumentParser
import CheckInInterchange
import CheckInJournal

struct HistoryCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Show everything that happened to one check-in.",
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
    if global.json { return try session.output.array(entries) { $0.write(to: &$1) } }
    for entry in entries { try session.output.line(entry.line(.text(session.style.audit))) }
  }
}

struct AuditCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit", abstract: "Show the log, oldest first: every event and what it changed.",
    discussion: "With --json: JSON Lines, one event a line.")
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
    name: .customShort("n", allowingJoined: true), parsing: .unconditional,
    help: ArgumentHelp("Only the last events of these.", valueName: "n"), transform: UInt64.init(argument:))
  var limit: UInt64?

  @Flag(help: "Then show new events as they are appended, by any process, until interrupted.")
  var follow = false

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  var isPaged: Bool { !follow }

  func answer(from journal: ReadableJournal, in session: Session) throws {
    try CommandFailure.requireOrder(from, to, from.map { String($0) }, to.map { String($0) })
    guard follow else { return try emitPast(journal, session) }
    guard past.asOf == nil else { throw CommandFailure.usage("--follow shows what is new, and --as-of what was then") }
    guard let opened = journal.journal else { throw CommandFailure.notFound("There is no journal to follow yet") }
    try emitPast(journal, session)
    try session.output.flush()
    let last = to ?? .max
    let isWanted = { opened.sequence < last && !Descriptor.isOutputClosed }
    try opened.follow(while: isWanted) { entry in
      guard ((from ?? 1)...max(from ?? 1, last)).contains(entry.event.sequence) else { return }
      try session.output.line(entry.line(form(session)))
      try session.output.flush()
    }
  }

  /// The events until now.
  private func emitPast(_ journal: ReadableJournal, _ session: Session) throws {
    let last = min(to ?? .max, journal.sequence)
    var first = max(from ?? 1, 1)
    if let limit {
      guard limit > 0 else { return }
      if limit <= last { first = max(first, last - limit + 1) }
    }
    guard first <= last else {
      if journal.sequence == 0 { session.messages.note("No events.") }
      return
    }
    let count = try session.withProgress("Replaying") { progress in
      try journal.writeAudit(first...last, as: form(session), progress: progress) { try session.output.write($0) }
    }
    // The snapshot can know of events that the log has lost.
    guard count == last - first + 1 else {
      throw JournalError(.damaged, "The log ends before event \(last); \"checkin verify\" says where it is damaged.")
    }
  }

  private func form(_ session: Session) -> AuditForm { global.json ? .json : .text(session.style.audit) }
}

extension Style {
  /// How lines of an audit look.
  fileprivate var audit: AuditForm.Text {
    AuditForm.Text(arrow: arrow, dash: dash, bold: bold, photo: { $0.title(self) })
  }
}
