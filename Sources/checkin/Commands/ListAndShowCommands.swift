import ArgumentParser
import CheckInInterchange
import CheckInJournal

struct ListCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", _superCommandName: "checkin", abstract: "List check-ins, newest first",
    usage: "checkin list [<days>] [<type>] [<tag>] [<options>]",
    discussion: "checkin list; checkin list last week; checkin list run oct; checkin list '#race' --location park")

  @OptionGroup var selection: SpokenFilter

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Only those with so many kilocalories: 200-400, 200-, -400.", valueName: "range"))
  var calories: CaloriesRange?

  @Option(
    help: ArgumentHelp(
      "Order by time, title, type, calories, duration, distance, location or number; distance:desc reverses it "
        + "(default: time:desc).",
      valueName: "key"), completion: .list(ListOrder.forms))
  var sort: ListOrder?

  @Flag(help: "The discarded ones instead.")
  var discarded = false

  @OptionGroup var count: LimitOption

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from journal: ReadableJournal, in session: Session) throws {
    var filter = try selection.filter(in: session)
    filter.calories = calories?.range
    filter.isDiscarded = discarded
    let checkIns = try journal.checkIns(matching: filter, by: sort?.order ?? .newestFirst, limit: count.limit)
    if global.json { return try session.output.array(of: checkIns) { $0.write(to: &$1) } }
    guard !checkIns.isEmpty else {
      return session.messages.note(discarded ? "No discarded check-ins." : "No check-ins.")
    }
    try CheckInTable(checkIns: checkIns, today: try session.today, style: session.style).write(to: session.output)
  }
}

struct ShowCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", _superCommandName: "checkin", abstract: "Show check-ins or a workout",
    usage: "checkin show <id> ...\ncheckin show session <number>",
    discussion: "checkin show 17; checkin show 3 5 10-12; checkin show session 5")
  static let asksForSingleEvents = true

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The check-ins: numbers, ranges such as 10-12, last, or UUIDs.", valueName: "id"),
    completion: .shown)
  var id: [String] = []

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from journal: ReadableJournal, in session: Session) throws {
    if id.first == "session" { return try showSession(from: journal, in: session) }
    let references = try CheckInReference.all(id)
    let shown = try CheckInReference.find(references, in: journal).map { checkIn in
      (checkIn, try journal.journal.flatMap { try $0.session(namedBy: checkIn, isPast: past.asOf != nil) })
    }
    if global.json {
      if CheckInReference.isSingle(references), let (checkIn, workout) = shown.first {
        let version = try journal.sharedVersion(of: checkIn)
        return try session.output.document { json in
          checkIn.write(session: workout, to: &json) { json in
            guard let version else { return }
            json["version"] = version.description
          }
        }
      }
      return try session.output.array(of: shown) { $0.0.write(session: $0.1, to: &$1) }
    }
    for (index, (checkIn, workout)) in shown.enumerated() {
      if index > 0 { try session.output.line() }
      let condition = try checkIn.photo.flatMap { try journal.journal?.condition(of: $0) }
      let event = journal.journal?.shown(event: checkIn.sequence) ?? String(checkIn.sequence)
      try session.output.write(
        checkIn.card(session.style, session: workout, photoCondition: condition, event: event))
    }
  }

  private func showSession(from readable: ReadableJournal, in session: Session) throws {
    let reference = try WorkoutReference(Array(id.dropFirst()), noun: "session")
    let number = try reference.find(in: readable.journal)
    let journal = try session.present(readable, for: "session \(number)")
    let details = try SessionDetails(try journal.existingSession(number), of: journal)
    if global.json { return try session.output.document { details.write(to: &$0) } }
    try session.output.write(details.sheet(session.style))
  }
}

extension Journal {
  /// The session that a check-in names.
  ///
  /// - Parameter isPast: whether the journal is shown as it was; then the check-in's own events tell, which spares the
  ///   replay of all others.
  fileprivate func session(namedBy checkIn: CheckIn, isPast: Bool) throws -> ShownNumber? {
    guard isPast else { return try session(ofCheckIn: checkIn.number).map { shown($0) } }
    let number: Int? = try history(of: checkIn.number).reduce(nil) { session, entry in
      switch entry.event.action {
      case .workout(.checkInLinked(session: let number)): number
      case .workout(.checkInUnlinked): nil
      default: session
      }
    }
    return number.map { shown($0) }
  }
}
