import ArgumentParser
import CheckInJournal
import CheckInLanguage

struct EditCommand: JournalCommand {
  /// An optional field, as the value of an option.
  struct OptionalField: ExpressibleByArgument, Equatable {
    let field: CheckInField

    static let allValueStrings = CheckInField.optional.map(\.rawValue)
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

    init(_ field: CheckInField) { self.field = field }

    init?(argument: String) {
      guard let field = CheckInField.optional.first(where: { $0.rawValue == argument }) else { return nil }
      self.init(field)
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "edit", _superCommandName: "checkin", abstract: "Change a check-in",
    usage: """
      checkin edit <id> [--type <type>] [--title <title>] [--at <when>] [--zone <name>] \
      \(DetailOptions.usage) [--clear <field>] ... \
      [--expect <version>]
      """,
    discussion: """
      --at changes what it names: a time alone keeps the check-in's day, and a day alone keeps its time. Both are read \
      in the zone that the check-in was recorded in, wherever you are now; only a time with an offset, or --zone, \
      changes that.

      Without options it opens the check-in as a text in VISUAL or EDITOR. What was changed there is recorded; where \
      that is refused, the text is kept.

      \(TimeExpression.formsOfEdit).
      """)

  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("The check-in: its number, last, or its UUID.", valueName: "id"))
  var id: [String] = []

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The type of exercise.", valueName: "type"),
    completion: .list(ExerciseType.selectable.map(\.name)))
  var type: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("The title.", valueName: "title"))
  var title: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("When it was.", valueName: "when"))
  var at: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The time zone it was in, such as Europe/Berlin. Without --at the day and the time stay the same there.",
      valueName: "name"))
  var zone: String?

  @OptionGroup var details: DetailOptions

  @Option(help: ArgumentHelp("Remove a value: calories, duration, distance, location or notes.", valueName: "field"))
  var clear: [OptionalField] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Refuse, with exit status 75, if the check-in has an event after the one with this sequence number. In a group, "
        + "the version that show --json has names what the check-in shows as well.", valueName: "version"),
    transform: CheckInVersion.init(argument:))
  var expect: CheckInVersion?

  @OptionGroup var global: GlobalOptions

  /// The check-in before and after an edit, whether that changed it, and the journal's figures.
  private typealias Outcome = (before: CheckIn, edit: Journal.Edit, statistics: Statistics)

  func run(in session: Session) throws {
    let reference = try reference
    guard isEmpty, EditedText.isPossible(in: session) else {
      return try answer(try apply(to: reference, in: session), in: session)
    }
    let today = try session.today
    let (known, statistics) = try session.reading { journal in
      (try journal.versioned(try reference.find(in: journal)), try journal.statistics(today: today))
    }
    let checkIn = known.checkIn
    guard !checkIn.isDiscarded else {
      throw CommandFailure.usage(
        "Check-in \(checkIn.shownNumber) is discarded; restore it first with 'checkin restore \(checkIn.shownNumber)'.")
    }
    let form = EditForm(checkIn)
    let text = try EditedText(form.text, in: session)
    let outcome = try text.edit { written -> Outcome? in
      let changes = try form.changes(in: written)
      guard !changes.isEmpty else { return nil }
      let command = filled(with: changes, of: known)
      return try command.apply(to: .number(checkIn.number), in: session, writtenNotes: changes.notes)
    }
    text.remove()
    if let outcome = outcome ?? nil { return try answer(outcome, in: session) }
    guard let statistics else { return }
    try answer((checkIn, Journal.Edit(checkIn: checkIn, isChanged: false), statistics), in: session)
  }

  /// Throws a `CommandFailure` with status 64 unless there is exactly one.
  private var reference: CheckInReference {
    get throws {
      do {
        return try CheckInReference(single: id)
      } catch var failure as CommandFailure {
        if id.count > 1 { failure.hint = "Options say what changes: checkin edit 17 --title \"Morning 7k\"" }
        throw failure
      }
    }
  }

  private func answer(_ outcome: Outcome, in session: Session) throws {
    let edit = outcome.edit
    if !edit.isChanged { session.messages.note("Nothing to change: the check-in has these values already.") }
    guard edit.isChanged, !global.json else {
      return try session.answer(edit.checkIn, verb: session.style.words("Unchanged"), statistics: outcome.statistics)
    }
    let fields = edit.checkIn.fields
    let now = session.clock.milliseconds
    let doubts = Validation.doubts(about: fields, of: fields.type, at: fields.time, now: now)
    let old = outcome.before.fields
    let known = Validation.doubts(about: old, of: old.type, at: old.time, now: now)
    for doubt in doubts where !known.contains(doubt) { session.messages.note(doubt) }
    let style = session.style
    let changes = AuditEntry.changes(from: outcome.before, to: edit.checkIn)
    let title = style.bold(Escaping.escaped(outcome.before.title))
    let text = ChangeText(style: style, today: try session.today).text(changes)
    try session.output.line("\(style.words("Changed")) \(edit.checkIn.shownNumber)  \(title): \(text)")
    try session.output.line(outcome.statistics.line(style))
  }

  /// `true` if no option specifies a change.
  private var isEmpty: Bool {
    [type, title, at, zone].allSatisfy { $0 == nil } && details.isEmpty && clear.isEmpty && expect == nil
  }

  /// The command that changes what was changed in a form, apart from the notes.
  ///
  /// - Parameter known: the check-in as it was in the form; events after that are somebody else's.
  private func filled(with changes: EditForm.Changes, of known: VersionedCheckIn) -> EditCommand {
    var command = self
    for (field, value) in changes.fields {
      switch field {
      case .type: command.type = value
      case .title: command.title = value
      case .at: command.at = value
      case .timeZone: command.zone = value
      default: if value.isEmpty { command.clear.append(OptionalField(field)) } else { command.details[field] = value }
      }
    }
    command.expect = known.version
    return command
  }

  /// - Parameter writtenNotes: notes that are meant as they are, even if they are a dash.
  private func apply(
    to reference: CheckInReference, in session: Session, writtenNotes: String? = nil
  ) throws -> Outcome {
    var form = FormValues(session: session)
    let newTime = newTime(&form)
    var changes = try self.changes(&form)
    if let writtenNotes { changes.notes = writtenNotes }
    let apply: (Journal) throws -> Journal.Edit
    if let newTime {
      let changes = changes
      // It can be judged only when the check-in is known.
      apply = { journal in try change(reference, in: journal, changes, newTime, form) }
    } else {
      let changes = Validation.validate(changes, now: session.clock.milliseconds)
      try form.finish(changes.messages)
      guard !changes.value.isEmpty else {
        throw CommandFailure.usage(
          "Nothing to change was given",
          hint: "Options: --type, --title, --at, --zone, \(DetailOptions.names.joined(separator: ", ")), --clear")
      }
      apply = { journal in
        let number = try reference.find(in: ReadableJournal(journal: journal)).number
        return try journal.edit(number, with: changes, expecting: expect)
      }
    }

    let today = try session.today
    return try session.writing(creating: false) { journal in
      let before = try reference.find(in: ReadableJournal(journal: journal))
      return (before, try apply(journal), try journal.statistics(today: today))
    }
  }

  /// The new time, as far as the options give it.
  private struct NewTime {
    /// `nil` if only the zone is given.
    var reading: TimeExpression.Reading?
    var zone: LocalTimeZone?
  }

  /// `nil` if the time does not change, or cannot be understood.
  private func newTime(_ form: inout FormValues) -> NewTime? {
    let reading = at.flatMap { form.reading($0) }
    let newZone = form.zone(zone)
    guard (at == nil) == (reading == nil), (zone == nil) == (newZone == nil), at != nil || zone != nil else {
      return nil
    }
    return NewTime(reading: reading, zone: newZone)
  }

  /// Changes a check-in whose new time depends on its present one; tries again if somebody changed it in between.
  private func change(
    _ reference: CheckInReference, in journal: Journal, _ changes: CheckInChanges, _ newTime: NewTime,
    _ form: FormValues
  ) throws -> Journal.Edit {
    while true {
      let known = try journal.versionedCheckIn(try reference.find(in: ReadableJournal(journal: journal)).number)
      let checkIn = known.checkIn
      var (form, changes) = (form, changes)
      changes.time = try form.time(newTime.reading, zone: newTime.zone, of: checkIn)
      let validated = Validation.validate(changes, now: form.session.clock.milliseconds)
      try form.check(validated.messages)
      do {
        let edit = try journal.edit(checkIn.number, with: validated, expecting: expect ?? known.version)
        try form.finish([])
        return edit
      } catch let error as JournalError where error.code == .conflict && expect == nil {
        continue
      }
    }
  }

  private func changes(_ form: inout FormValues) throws -> CheckInChanges {
    var changes = CheckInChanges(title: title)
    if let type {
      changes.type = form.type(type)
      if changes.type == nil { form.refuse(Validation.typeMissing) }
    }
    for quantity in CheckInQuantity.allCases {
      changes[quantity] = form.value(of: quantity, details[.quantity(quantity)]).map { .set($0) }
    }
    if let location = details.location { changes.location = .set(location) }
    if let notes = details.notes { changes.notes = try form.notes(notes) }
    for field in CheckInField.optional where clear.contains(OptionalField(field)) {
      if details[field] == nil {
        changes.clear(field)
      } else {
        form.refuse("--clear \(field.rawValue) and --\(field.rawValue) cannot be given together")
      }
    }
    return changes
  }
}
