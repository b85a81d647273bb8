import ArgumentParser
import CheckInInterchange
import CheckInJournal
import CheckInLanguage

/// A reference to a set as the user types it: the number of its session, and its number in the session.
struct SetReference {
  private let session: WorkoutReference
  private let set: WorkoutReference

  /// Throws a `CommandFailure` with status 64 unless the words are two numbers.
  init(_ words: [String]) throws {
    guard words.count == 2 else {
      throw CommandFailure.usage(
        "Which set? Name the session's number and the set's, such as 5 2",
        hint: "\"checkin show session 5\" shows the numbers of its sets.")
    }
    session = try WorkoutReference([words[0]], noun: "session")
    set = try WorkoutReference([words[1]], noun: "set")
  }

  /// The number of the session, and that of the set with what people call it. Throws as
  /// ``WorkoutReference/find(in:)``.
  func find(in journal: Journal) throws -> (session: Int, set: ShownNumber) {
    (try session.find(in: journal), journal.shown(try set.find(in: journal)))
  }
}

struct EditSessionCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change a session's times, title or notes",
    usage: "checkin session edit <number> [--at <when>] [--end <when>] [--title <text>] [--notes <text>]",
    discussion: """
      checkin session edit 5 --at 18:00 --end 19:05 --title "Push A"

      A time alone keeps the day, and a day alone the time.
      """)

  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("The session's number.", valueName: "number"), completion: .sessions)
  var number: [String] = []

  @Option(parsing: .unconditional, help: ArgumentHelp("When it started.", valueName: "when"))
  var at: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("When it ended.", valueName: "when"))
  var end: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Its title.", valueName: "text"))
  var title: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Its notes; - reads standard input.", valueName: "text"))
  var notes: String?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let reference = try WorkoutReference(number, noun: "session")
    guard at != nil || end != nil || title != nil || notes != nil else {
      throw CommandFailure.usage("What is to be changed? Say --at, --end, --title or --notes")
    }
    var form = FormValues(session: session)
    let note = try notes.map { try form.notes($0) }
    let readings = (start: at.flatMap { form.reading($0) }, end: end.flatMap { form.reading($0) })
    try form.check([])
    let (details, isChanged) = try session.writing(creating: false) { journal in
      let number = try reference.find(in: journal)
      let old = try journal.existingSession(number)
      var changes = SessionChanges(title: title, note: note)
      if let reading = readings.start {
        changes.start = try session.time(reading, keeping: old.start)
      }
      if let reading = readings.end {
        // Of a session that is known by its day alone, the end is on that day.
        let time = try session.time(reading, keeping: old.end ?? changes.start ?? old.start)
        changes.endMilliseconds = .set(time.instantMilliseconds)
      }
      let edit = try journal.editSession(number, with: changes)
      return (try SessionDetails(edit.session, of: journal), edit.isChanged)
    }
    if !isChanged { session.messages.note("Nothing to change: the session says this already.") }
    try session.answer(session.style.words("Changed session"), with: details)
  }
}

struct SetCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Correct a set of a session",
    usage: "checkin session set <session> <number> <set> [--exercise <name>] [--notes <text>] [--unit <unit>] [--yes]",
    discussion: """
      It also corrects sets of the open session. checkin session set 5 2 90x8 makes the second set of session 5 one of \
      90 kg and 8 repetitions. Sets are written as for "checkin log"; "checkin show session 5" shows their numbers.
      """)

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The session's number, the set's number, and the set as it was.", valueName: "session set"),
    completion: .sessions)
  var words: [String] = []

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The exercise that it was of.", valueName: "name"),
    completion: .exercises)
  var exercise: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Its notes.", valueName: "text"))
  var notes: String?

  @Flag(help: "Record doubtful values without asking.")
  var yes = false

  @OptionGroup var units: UnitOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let words = words.withoutTerminator
    let reference = try SetReference(Array(words.prefix(2)))
    guard words.count > 2 || exercise != nil || notes != nil else {
      throw CommandFailure.usage("What was it? Write the set as it was, such as 90x8")
    }
    let unit = try units.unit(in: session)
    let exercise = try exercise.map { try session.exerciseName($0) }
    let (entry, doubts) =
      words.count > 2
      ? try session.reading {
        try self.entry(words[2...].joined(separator: " "), exercise: exercise, of: reference, unit, in: $0.journal)
      } : (nil, [])
    guard session.accepts(doubts, yes: yes) else { return session.messages.note("Nothing was changed.") }
    let (set, details, isChanged) = try session.writing(creating: false) { journal in
      let (session, set) = try reference.find(in: journal)
      var changes = entry.map { SetChanges(writing: $0) } ?? SetChanges()
      changes.note = notes
      let edit = try journal.editSet(set.number, ofSession: session, with: changes, exercise: exercise)
      return (set, try SessionDetails(edit.session, of: journal), edit.isChanged)
    }
    if !isChanged { session.messages.note("Nothing to change: the set says this already.") }
    try session.answer(
      session.style.words("Changed set {set} of session", ["set": set.description]), with: details)
  }

  /// Reads the set as `log` reads sets of its exercise, with the reasons why a new weight is hardly meant.
  ///
  /// Throws a `CommandFailure` with status 64 for more than one set.
  ///
  /// - Parameter name: The name of the set's exercise, if it changes.
  private func entry(
    _ text: String, exercise name: String?, of reference: SetReference, _ unit: Weight.Unit, in journal: Journal?
  ) throws -> (SetEntry?, doubts: [Message]) {
    func only(_ entries: [SetEntry]) throws -> SetEntry? {
      guard entries.count <= 1 else {
        throw CommandFailure.usage("One set takes the place of one; \"checkin log\" adds others")
      }
      return entries.first
    }
    guard let journal else { return (try only(SetNotation.parse(text, unit: unit)), []) }
    let (session, set) = try reference.find(in: journal)
    let old = try journal.existingSet(set.number, ofSession: session)
    let exercise = try name.map { try journal.exercise(named: $0) } ?? journal.existingExercise(old.exercise)
    guard let entry = try only(journal.sets(text, ofExercise: exercise.name, unit: unit)) else { return (nil, []) }
    guard entry.weight != old.entry.weight else { return (entry, []) }
    return (entry, try journal.doubts(about: [entry], ofExercise: exercise.number))
  }
}

struct RemoveSetCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a set from a session",
    usage: "checkin session remove <session> <set>",
    discussion: "checkin session remove 5 2. To bring it back: checkin session restore 5 2")

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The session's number and the set's.", valueName: "session set"), completion: .sessions)
  var numbers: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let reference = try SetReference(numbers.withoutTerminator)
    let (set, details) = try session.writing(creating: false) { journal in
      let (session, set) = try reference.find(in: journal)
      return (set, try SessionDetails(try journal.removeSet(set.number, ofSession: session), of: journal))
    }
    try session.answer(
      session.style.words("Removed set {set} of session", ["set": set.description]), with: details)
  }
}
