import ArgumentParser
import CheckInJournal
import CheckInLanguage

struct AgainCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "again", _superCommandName: "checkin", abstract: "Repeat a check-in",
    usage: """
      checkin again [<id>|<type>] [--at <when>] [--zone <name>] [--title <title>] \(DetailOptions.usage) \
      [--yes]
      """,
    discussion: """
      checkin again               the last check-in, now
      checkin again 17            check-in 17
      checkin again run 5.2 km    the last run, with another distance
      checkin again --at 7am

      It repeats the type, the title, the location, the duration, the distance and the calories. The values that you \
      give replace the repeated ones; measures and a time can also be written as after a title. Notes and the photo \
      belong to the earlier check-in.
      """)

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The check-in, or the type whose last one is repeated.", valueName: "id|type"))
  var words: [String] = []

  @Option(parsing: .unconditional, help: ArgumentHelp("When it was (default: now).", valueName: "when"))
  var at: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The time zone it was in, such as Europe/Berlin (default: the one here).", valueName: "name"))
  var zone: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Another title.", valueName: "title"))
  var title: String?

  @OptionGroup var details: DetailOptions

  @Flag(help: "Record doubtful values without asking.")
  var yes = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    var form = FormValues(session: session)
    let words = words.withoutTerminator
    let today = try session.today
    func reading(_ words: ArraySlice<String>, of type: ExerciseType? = nil) -> TitleReading {
      // A word in place of the title, which has none here.
      TitleReading(["again"] + words, type: type, known: details.quantities, isTimeKnown: at != nil, today: today)
    }
    var source = Source.last
    var rest = words[...]
    if reading(rest).title.count > 1 { (source, rest) = try Self.source(of: words, in: session.typeWords) }
    let original = try session.reading { try source.find(in: $0) }
    let added = reading(rest, of: original.type)
    guard added.title.count == 1 else {
      let unknown = added.title.dropFirst().joined(separator: " ")
      throw CommandFailure.usage(
        "\"\(unknown)\" is neither a measure nor a time", hint: "As in: checkin again run 5.2 km yesterday 7am")
    }
    var fields = original.fields
    fields.notes = try form.notes(details.notes ?? "")
    fields.title = title ?? fields.title
    fields.location = details.location ?? fields.location
    fields.time = try form.time(at ?? added.time, zone: zone, isOfTitle: false)
    for measure in added.measures { fields[measure.quantity] = measure.value }
    for quantity in details.quantities {
      fields[quantity] = form.value(of: quantity, details[.quantity(quantity)])
    }
    let draft = Validation.validate(
      CheckInDraft(type: original.type == .unknown ? nil : original.type, fields: fields),
      now: session.clock.milliseconds)
    try form.finish(draft.messages)
    guard form.accepts(draft.value, yes: yes) else { return }
    try session.add(draft, doubt: nil)
  }

  /// The check-in that is repeated.
  private enum Source {
    case last
    case reference(CheckInReference)
    case type(ExerciseType)

    /// Throws a `CommandFailure` with status 66 if there is no such check-in.
    func find(in journal: ReadableJournal) throws -> CheckIn {
      switch self {
      case .last: return try CheckInReference.last.find(in: journal)
      case .reference(let reference): return try reference.find(in: journal)
      case .type(let type):
        if let checkIn = try journal.lastCheckIn(of: type) { return checkIn }
        throw CommandFailure.notFound("There is no check-in of the type \(type.name)")
      }
    }
  }

  /// Returns the check-in that the first words refer to, and the words after them.
  private static func source(
    of words: [String], in known: TypeWords
  ) throws -> (Source, ArraySlice<String>) {
    let counts = (1...TypeWords.maximumWordCount).reversed().filter { $0 <= words.count }
    for count in counts {
      if let type = known.type(words.prefix(count).joined(separator: " ")) {
        return (.type(type), words.dropFirst(count))
      }
    }
    do {
      return (.reference(try CheckInReference(words[0])), words.dropFirst())
    } catch var failure as CommandFailure {
      let hint: Message = "As in: checkin again 17, or checkin again run 5.2 km"
      failure.hint = failure.hint ?? hint
      throw failure
    }
  }
}
