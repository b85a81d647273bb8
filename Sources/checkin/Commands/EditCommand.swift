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
      \(DetailOptions.usage) [--photo <file>] [--tag <tag>] [--clear <field>] ... \
      [--expect <version>]
      checkin edit --where <filter> [<options>] [--yes]
      """,
    discussion: """
      --at changes what it names: a time alone keeps the check-in's day, and a day alone keeps its time. Both are read \
      in the zone that the check-in was recorded in, wherever you are now; only a time with an offset, or --zone, \
      changes that.

      Without options it opens the check-in as a text in VISUAL or EDITOR. What was changed there is recorded; where \
      that is refused, the text is kept.

      checkin edit --where "#rce" --tag race changes every check-in that the words select: it renames the tag. It \
      shows the check-ins and asks first. One undo reverts all of the changes.

      \(TimeExpression.formsOfEdit).
      """)

  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("The check-in: its number, last, or its UUID.", valueName: "id"))
  var id: [String] = []

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The type of exercise.", valueName: "type"),
    completion: .types)
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

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A photo: JPEG, PNG, HEIC or AVIF; - reads standard input.", valueName: "file"),
    completion: .file(extensions: PhotoInput.fileExtensions))
  var photo: String?

  @Option(
    help: ArgumentHelp(
      "Add this tag to the title, or put it in place of the tags that --where has.", valueName: "tag"),
    completion: .tags)
  var tag: String?

  @OptionGroup var selection: WhereOptions

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

  /// The check-in before and after an edit, whether that changed it, the journal's figures, and a line about the photo.
  private typealias Outcome = (before: CheckIn, edit: Journal.Edit, statistics: Statistics, detail: String?)

  func run(in session: Session) throws {
    if let filter = try selection.filter(insteadOf: id, in: session) { return try editAll(filter, in: session) }
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
    try answer((checkIn, Journal.Edit(checkIn: checkIn, isChanged: false), statistics, nil), in: session)
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
    if let detail = outcome.detail { try session.output.line(detail) }
    try session.output.line(outcome.statistics.line(style))
  }

  /// `true` if no option specifies a change.
  private var isEmpty: Bool {
    [type, title, at, zone, photo, tag].allSatisfy { $0 == nil } && details.isEmpty && clear.isEmpty && expect == nil
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
    let tagging = try tagging(replacing: [])
    let input = try photo.map { try PhotoInput($0, session: session) }
    let apply: (Journal) throws -> Journal.Edit
    if newTime != nil || tagging != nil {
      let changes = changes
      // It can be judged only when the check-in is known.
      apply = { journal in try change(reference, in: journal, changes, newTime, tagging, input, form) }
    } else {
      let changes = Validation.validate(changes, now: session.clock.milliseconds)
      try form.finish(changes.messages)
      guard !changes.value.isEmpty || input != nil else { throw Self.nothingGiven }
      apply = { journal in
        let number = try reference.find(in: ReadableJournal(journal: journal)).number
        return try journal.edit(number, with: changes, photo: input.photoChange, expecting: expect)
      }
    }

    let today = try session.today
    return try session.writing(creating: false) { journal in
      let before = try reference.find(in: ReadableJournal(journal: journal))
      return (before, try apply(journal), try journal.statistics(today: today), input?.words)
    }
  }

  private static let nothingGiven = CommandFailure.usage(
    "Nothing to change was given",
    hint: """
      Options: --type, --title, --at, --zone, \(DetailOptions.names.joined(separator: ", ")), --photo, --tag, --clear
      """)

  // MARK: Several check-ins

  /// Changes all check-ins that a filter selects, after showing them.
  private func editAll(_ filter: CheckInFilter, in session: Session) throws {
    guard [at, zone, photo].allSatisfy({ $0 == nil }), expect == nil else {
      throw CommandFailure.usage("--at, --zone, --photo and --expect change one check-in, and not those of --where")
    }
    var form = FormValues(session: session)
    let changes = try self.changes(&form)
    let tagging = try tagging(replacing: filter.tags)
    try form.finish(Validation.validate(changes, now: session.clock.milliseconds).messages)
    guard !changes.isEmpty || tagging != nil else { throw Self.nothingGiven }
    let selected = try session.reading { journal in
      try journal.checkIns(matching: filter).map { try journal.versioned($0) }
    }
    let edits = try selected.compactMap { known -> (CheckIn, CheckInEdit)? in
      let own = tagging.map { $0.added(to: changes, of: known.checkIn) } ?? changes
      let validated = Validation.validate(own, now: session.clock.milliseconds)
      guard !validated.difference(from: known.checkIn).value.isEmpty else { return nil }
      guard validated.messages.isEmpty else {
        throw CommandFailure(
          status: JournalError.Code.invalidValue.exitStatus, messages: validated.messages,
          hint: "This is about check-in \(known.checkIn.shownNumber). Nothing was changed.")
      }
      return (known.checkIn, CheckInEdit(number: known.checkIn.number, changes: validated, version: known.version))
    }
    guard !edits.isEmpty else { return try selection.reportNone(in: session) }
    if try session.mustAsk(yes: selection.yes) {
      let isWanted = session.confirms(edits.map(\.0)) { words in
        words.count(edits.count, "Change this check-in?", "Change these {n} check-ins?")
      }
      guard isWanted else { return session.messages.note("Nothing was changed.") }
    }
    let today = try session.today
    let (changed, statistics) = try session.writing(creating: false) { journal in
      (try journal.edit(each: edits.map(\.1)), try journal.statistics(today: today))
    }
    try session.answer(changed, verb: session.style.words("Changed"), statistics: statistics)
  }

  /// A tag to give to check-ins, as the user typed it.
  private struct Tagging {
    let tag: Tag
    let text: String
    /// The tags that it replaces.
    let replaced: Set<Tag>

    /// Returns changes that also give a check-in the tag: in place of others, or at the end of the title.
    func added(to changes: CheckInChanges, of checkIn: CheckIn) -> CheckInChanges {
      var changes = changes
      let notes = renamed(changes.notes ?? checkIn.notes)
      if notes != checkIn.notes { changes.notes = notes }
      var title = renamed(changes.title ?? checkIn.title)
      if [title, notes].allSatisfy({ Tag.ranges(of: [tag], in: $0).isEmpty }) { title += " \(text)" }
      if title != checkIn.title { changes.title = title }
      return changes
    }

    private func renamed(_ written: String) -> String {
      var result = written
      for range in Tag.ranges(of: replaced, in: written).reversed() { result.replaceSubrange(range, with: text) }
      return result
    }
  }

  /// Returns the tag to give to check-ins, or `nil` if none is given.
  ///
  /// Throws a `CommandFailure` with status 64 for a word that isn't a tag.
  private func tagging(replacing replaced: Set<Tag>) throws -> Tagging? {
    guard let tag else { return nil }
    guard let value = Tag(tag) else { throw SelectionOptions.notATag(tag) }
    return Tagging(tag: value, text: tag.hasPrefix("#") ? tag : "#" + tag, replaced: replaced.subtracting([value]))
  }

  // MARK: The time

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

  /// Changes a check-in whose new time or tag depends on its present state.
  ///
  /// Tries again if another process changed it in between.
  private func change(
    _ reference: CheckInReference, in journal: Journal, _ changes: CheckInChanges, _ newTime: NewTime?,
    _ tagging: Tagging?, _ input: PhotoInput?, _ form: FormValues
  ) throws -> Journal.Edit {
    while true {
      let known = try journal.versionedCheckIn(try reference.find(in: ReadableJournal(journal: journal)).number)
      let checkIn = known.checkIn
      var (form, changes) = (form, changes)
      if let newTime { changes.time = try form.time(newTime.reading, zone: newTime.zone, of: checkIn) }
      if let tagging { changes = tagging.added(to: changes, of: checkIn) }
      let validated = Validation.validate(changes, now: form.session.clock.milliseconds)
      try form.check(validated.messages)
      do {
        let edit = try journal.edit(
          checkIn.number, with: validated, photo: input.photoChange, expecting: expect ?? known.version)
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

extension PhotoInput? {
  /// The change that an edit makes to the photo.
  fileprivate var photoChange: Journal.PhotoChange { map { .attach($0.photo) } ?? .none }
}
