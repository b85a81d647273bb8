import ArgumentParser
import CheckInInterchange
import CheckInJournal
import CheckInLanguage
import FoundationEssentials

/// The commands for the reminder of training.
struct ReminderCommand: ParsableCommand, ForwardsWords {
  static let subcommandForWords: any ParsableCommand.Type = SetReminderCommand.self
  static let configuration = CommandConfiguration(
    commandName: "remind", abstract: "Set a training reminder",
    usage: "checkin remind [<time> [<weekday> ...]] [--ics <file> [--force]]\ncheckin remind <subcommand>",
    discussion: """
      checkin remind 18:30 mon-thu sat
      checkin remind off
      checkin remind install

      Without a time, it shows the reminder. Without weekdays it is every day. The journal keeps the reminder. What \
      rings is a timer of systemd, which install writes and remove takes away, and which is silent on days with a \
      check-in, which goals count, and on marked days; or an alarm in a calendar, which rings in any case:
        checkin remind --ics reminder.ics
      """,
    subcommands: [
      SetReminderCommand.self, DueReminderCommand.self, NotifyReminderCommand.self, InstallReminderCommand.self,
      RemoveReminderCommand.self, ClearReminderCommand.self,
    ],
    defaultSubcommand: SetReminderCommand.self, aliases: ["reminder"])
}

struct SetReminderCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Show or set the reminder",
    usage: "checkin remind [<time> [<weekday> ...]] [--ics <file> [--force]]",
    shouldDisplay: false)

  @Argument(
    help: ArgumentHelp("The time of day, and the weekdays (default: all).", valueName: "time weekday"),
    completion: .list(Weekday.allCases.map { $0.name.prefix(3).lowercased() }))
  var words: [String] = []

  @Option(
    help: ArgumentHelp("Write an alarm for a calendar to this file (- is standard output).", valueName: "file"),
    completion: .file(extensions: ["ics"]))
  var ics: String?

  @Flag(help: "Replace a file that is not an earlier alarm.")
  var force = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let file = try session.outputPath(ics)
    let calendars = ReminderCalendar.replaceableFiles
    guard let replaceable = try session.replaceable(calendars, at: file, force: force) else { return }
    guard let reminder = try reminder() else {
      return try session.answering { try show($0, replacing: replaceable, in: session) }
    }
    try session.writing(creating: true) { try $0.setReminder(reminder) }
    try ReminderTimer(session).noteIfOther(than: reminder, session)
    try session.reading { try show($0, replacing: replaceable, in: session) }
  }

  private func show(_ readable: ReadableJournal, replacing replaceable: ReplaceableFiles, in session: Session) throws {
    let file = try session.outputPath(ics)
    guard let state = try ReminderState(readable, in: session) else {
      guard ics == nil else { throw ReminderState.missing }
      if global.json { return try session.output.document { $0.null() } }
      let command = session.style.bold("checkin remind 18:30 mon wed fri")
      return try session.output.line(
        session.style.words("No reminder is set. Set one: {command}", ["command": command]))
    }
    if ics != nil {
      let bytes = ReminderCalendar.bytes(
        state.reminder, from: state.next, restDays: state.restDays, journal: state.journal,
        now: session.clock.milliseconds)
      guard let file else {
        session.output.purpose = .file
        return try session.output.write(String(decoding: bytes, as: UTF8.self))
      }
      try OutputFile.write(bytes, to: file, replacing: replaceable)
      session.output.isOfSavedCommand = true
    }
    if global.json {
      return try session.output.object { json in
        state.writeMembers(to: &json)
        if let file { json["file"] = file }
      }
    }
    let (words, localization) = (session.style.words, session.style.localization)
    try session.output.line(state.reminder.line(session.style))
    if state.isDue { try session.output.line(words("Due: nothing was done today yet.")) }
    let next = "\(localization.shortTitle(of: state.next.day)) \(localization.clock(of: state.next))"
    try session.output.line(words("Next {time}", in: "reminder", ["time": next]))
    if let file { try session.output.line(words("Alarm written to {file}", ["file": Escaping.escaped(file)])) }
  }

  /// The reminder that the words name; `nil` without words. Throws a `CommandFailure` with status 64.
  private func reminder() throws -> Reminder? {
    guard !words.isEmpty else { return nil }
    var minute: Int?
    var weekdays: Set<Weekday> = []
    for word in words.flatMap({ $0.split { $0 == "," || $0.isWhitespace } }).map(String.init) {
      if case .success(.local(day: nil, clock: let clock?)) = TimeExpression.read(word), clock % 60_000 == 0 {
        guard minute == nil else { throw CommandFailure.usage("Only one time of day can be named here") }
        minute = clock / 60_000
      } else if let days = Self.weekdays(word) {
        weekdays.formUnion(days)
      } else {
        throw CommandFailure.usage(
          "\"\(word)\" is neither a time of day such as 18:30 nor a weekday such as mon",
          hint: "Subcommands: due, notify, install, remove, off")
      }
    }
    guard let minute else { throw CommandFailure.usage("At what time? Write it before the weekdays, such as 18:30") }
    return Reminder(weekdays: weekdays.isEmpty ? Set(Weekday.allCases) : weekdays, minuteOfDay: minute)
  }

  /// Returns the weekdays of a word such as `mon` or `mon-fri`, or `nil` for other words.
  ///
  /// A range may include the end of the week: `sat-mon`.
  private static func weekdays(_ word: String) -> [Weekday]? {
    let ends = word.split(omittingEmptySubsequences: false) { "-–".contains($0) }.map { end -> Weekday? in
      if case .latest(let weekday) = DayExpression(String(end).dayWords) { weekday } else { nil }
    }
    guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1] else { return nil }
    let days = Weekday.allCases + Weekday.allCases
    guard let start = days.firstIndex(of: first), let end = days[start...].firstIndex(of: last) else { return nil }
    return Array(days[start...end])
  }
}

struct DueReminderCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "due", abstract: "Check whether today's reminder is due",
    discussion: """
      checkin remind due && notify-send "Time to train"

      The exit status is 0 if it is due, otherwise 1. It is due from its time on until the day has a check-in, which \
      goals count. Where it is not, nothing is said.
      """)

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let isDue = try session.answering { readable in
      let state = try ReminderState(readable, in: session)
      try write(state, to: session)
      return state?.isDue ?? false
    }
    guard isDue else { throw ExitCode.failure }
  }

  private func write(_ state: ReminderState?, to session: Session) throws {
    if global.json {
      try session.output.document { json in
        guard let state else { return json.null() }
        json.object { state.writeMembers(to: &$0) }
      }
    } else if let state, state.isDue {
      let words = session.style.words
      let plan = state.plan.map { ": \(Escaping.escaped($0))" } ?? ""
      try session.output.line("\(words("Time to train"))\(plan). \(words("Nothing was done today yet."))")
    }
  }
}

struct ClearReminderCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "off", abstract: "Clear the reminder", discussion: "checkin remind off", aliases: ["clear"])

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try session.writing(creating: false) { try $0.setReminder(nil) }
    try ReminderTimer(session).noteIfOther(than: nil, session)
    if global.json { return try session.output.document { $0.null() } }
    try session.output.line(session.style.words("No reminder is set."))
  }
}

/// The reminder, and whether it is due now.
struct ReminderState {
  static let missing = CommandFailure(
    status: JournalError.Code.notFound.exitStatus, messages: ["No reminder is set"],
    hint: "Set one: checkin remind 18:30 mon wed fri")

  let reminder: Reminder
  let isDue: Bool
  let next: CheckInTime
  /// The marked days from today on, on which the reminder is silent.
  let restDays: Set<CivilDay>
  /// The name of the active plan.
  let plan: String?
  /// The journal's identity.
  let journal: String

  /// `nil` where no reminder is set.
  init?(_ readable: ReadableJournal, in session: Session) throws {
    let (now, today, zone) = (try session.presentTime, try session.today, try session.zone)
    guard let journal = readable.journal, let reminder = try journal.reminder() else { return nil }
    let hasTrained = try journal.hasTrained(on: today)
    self.reminder = reminder
    restDays = Set(try journal.dayMarks(from: today).map(\.day))
    isDue = reminder.isDue(at: now, hasTrained: hasTrained || restDays.contains(today))
    next = reminder.next(after: now, hasTrained: hasTrained, restDays: restDays, in: zone)
    plan = try journal.activePlan()?.name
    self.journal = journal.recordedEvents.journalID?.uuidString ?? "checkin"
  }

  /// Writes the members of the reminder's object.
  func writeMembers(to json: inout JSONWriter) {
    json["time"] = reminder.clock
    json["weekdays"] = reminder.days.map(\.name)
    json["due"] = isDue
    json["next"] = next.description
  }
}

extension Reminder {
  /// `18:30`.
  var clock: String {
    let (hour, minute) = (minuteOfDay / 60, minuteOfDay % 60)
    return (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
  }

  /// Monday first.
  var days: [Weekday] { Weekday.allCases.filter(weekdays.contains) }

  /// `Reminder at 18:30 on Mon, Wed, Fri`.
  func line(_ style: Style) -> String {
    let (words, localization) = (style.words, style.localization)
    let time = localization.clock(written: clock)
    guard weekdays.count < 7 else { return words("Reminder at {time} every day", ["time": time]) }
    let names = days.map { localization.shortName(of: $0) }.joined(separator: ", ")
    return words("Reminder at {time} on {days}", ["time": time, "days": names])
  }
}
