import ArgumentParser
import CheckInJournal

/// A command that works with the journal.
protocol JournalCommand: ParsableCommand {
  var global: GlobalOptions { get }

  /// Runs the command. Throws a `CommandFailure`, a ``JournalError``, or `OutputClosed`.
  func run(in session: Session) throws
}

/// A command that only reads. All of these open the journal here.
protocol ReadingCommand: JournalCommand {
  var past: PastOptions { get }
  /// `true` if the command's output may be shown in a pager.
  var isPaged: Bool { get }
  /// `true` if the command usually reads single check-ins or events.
  ///
  /// They need no replay up to a past point in time.
  static var asksForSingleEvents: Bool { get }
  /// `true` if the command answers as of an empty journal before it reports that a specified journal is missing.
  static var answersWithoutJournal: Bool { get }

  func answer(from journal: ReadableJournal, in session: Session) throws
}

extension ReadingCommand {
  static var asksForSingleEvents: Bool { false }
  static var answersWithoutJournal: Bool { false }
  var isPaged: Bool { true }

  func run(in session: Session) throws {
    if isPaged { session.allowPager() }
    session.output.purpose = .answer
    let moment = try past.moment(in: session)
    try session.answering(
      asOf: moment, defersReplay: Self.asksForSingleEvents,
      withoutJournal: Self.answersWithoutJournal && moment == nil && !global.json
    ) {
      try answer(from: $0, in: session)
    }
  }
}

/// Options that every command takes, before or after its name.
struct GlobalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The journal's directory (default: CHECKIN_JOURNAL, else the XDG one).", valueName: "dir"),
    completion: .directory)
  var journal: String?

  @Option(
    name: [.customShort("j"), .long],
    help: ArgumentHelp("A journal of the configuration file, by its name there.", valueName: "name"),
    completion: .journals)
  var journalName: String?

  @Flag(help: "Answer in JSON.")
  var json = false

  @Option(help: ArgumentHelp("When to use colour: auto, always or never (default: auto).", valueName: "when"))
  var color: ColorMode?

  @Flag(help: "Draw with ASCII characters only.")
  var ascii = false

  @Flag(help: "Do not show long answers in a pager.")
  var noPager = false

  @Flag(help: "Never ask.")
  var noInput = false

  @Flag(name: [.short, .long], help: "Say only what was asked for, and errors: what was changed is not confirmed.")
  var quiet = false
}

/// The option of commands that only read: the moment to show the journal at.
struct PastOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Answer as of then: after this event, or at this time of recording; a day, as in 2026-04-01, means its end.",
      valueName: "sequence|when"))
  var asOf: String?

  /// The moment; `nil` for now. Throws a `CommandFailure` with status 64 if the words do not name one.
  func moment(in session: Session) throws -> Journal.PointInTime? {
    try asOf.map { try Self.moment($0, in: session).moment }
  }

  /// A moment that somebody has named.
  struct Spoken {
    var moment: Journal.PointInTime
    /// The day, where one was named and no time of it.
    var day: CivilDay?
  }

  /// The edge of the day to use if the words specify a day without a time.
  enum EdgeOfDay { case beginning, end }

  /// The moment that words name: the number of an event, or a time of recording. Throws as ``moment(in:)``.
  static func moment(_ words: String, ofDay edge: EdgeOfDay = .end, in session: Session) throws -> Spoken {
    let digits = words.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    if digits, !words.isEmpty {
      guard let sequence = UInt64(words) else { throw CommandFailure.usage("The journal has no event \(words) yet") }
      return Spoken(moment: .sequence(sequence))
    }
    let reading = try TimeExpression.read(words, forms: TimeExpression.formsOfPast).get()
    let setting = try session.timeSetting
    // Events carry the system's time, whatever `CHECKIN_NOW` says.
    let now = max(session.clock.milliseconds, Journal.systemMilliseconds())
    func requirePast(_ instant: Int64) throws {
      if instant > now { throw CommandFailure.usage("--as-of \(words) is in the future") }
    }
    if case .local(let day?, clock: nil) = reading {
      let day = day.day(today: setting.today)
      let beginning = day.midnight(in: setting.zone).instantMilliseconds
      try requirePast(beginning)
      let next = min(day.adding(days: 1).midnight(in: setting.zone).instantMilliseconds, now + 1)
      return Spoken(moment: .recorded((edge == .beginning ? beginning : next) - 1), day: day)
    }
    let spoken = TimeExpression(reading, in: setting)
    try requirePast(spoken.time.instantMilliseconds)
    for note in spoken.notes { session.messages.note(note) }
    // Without a fraction, the whole second is included.
    return Spoken(moment: .recorded(spoken.time.instantMilliseconds + (words.contains(".") ? 0 : 999)))
  }
}
