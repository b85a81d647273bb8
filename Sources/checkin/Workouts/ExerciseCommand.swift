public import ArgumentParser
import CheckInInterchange
public import CheckInJournal
import CheckInLanguage

extension Exercise.Measure: ExpressibleByArgument {
  public init?(argument: String) {
    guard let measure = Self.allCases.first(where: { $0.name == argument.lowercased() }) else { return nil }
    self = measure
  }

  public static var allValueStrings: [String] { allCases.map(\.name) }
}

extension Exercise.Load: ExpressibleByArgument {
  public init?(argument: String) {
    guard let load = Self.allCases.first(where: { $0.name == argument.lowercased() }) else { return nil }
    self = load
  }

  public static var allValueStrings: [String] { allCases.map(\.name) }
}

/// The commands for exercises.
struct ExerciseCommand: ParsableCommand, ForwardsWords {
  static let subcommandForWords: any ParsableCommand.Type = ShowExerciseCommand.self
  static let configuration = CommandConfiguration(
    commandName: "exercise", abstract: "Show, define or change exercises",
    usage: "checkin exercise [<name>]\ncheckin exercise <subcommand>",
    discussion: "checkin exercise bench shows its records and a bar for each of its latest sessions.",
    subcommands: [
      ShowExerciseCommand.self, NewExerciseCommand.self, EditExerciseCommand.self, RenameExerciseCommand.self,
      RetireExerciseCommand.self, RestoreExerciseCommand.self,
    ],
    defaultSubcommand: ShowExerciseCommand.self)
}

struct ShowExerciseCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show an exercise, or list all of them",
    usage: "checkin exercise [show] [<name>] [--as-of <sequence|when>]",
    discussion: """
      An exercise is shown with its statistics, records and sessions. checkin exercise bench does the same as \
      checkin exercise show bench.
      """)

  @Argument(
    help: ArgumentHelp("The exercise: its name, or an unmistakable part.", valueName: "name"), completion: .exercises)
  var name: [String] = []

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from readable: ReadableJournal, in session: Session) throws {
    guard !name.isEmpty else { return try list(from: readable.journal, in: session) }
    let journal = try session.present(readable, for: "exercise that was ever used")
    let exercise = try journal.exercise(
      named: try session.exerciseName(name.joined(separator: " "), in: journal))
    let statistics = try journal.statistics(ofExercise: exercise.number)
    if global.json { return try session.output.document { statistics.write(exercise, to: &$0) } }
    try session.output.write(try exercise.card(statistics, in: session.style, journal: journal))
  }

  private func list(from journal: Journal?, in session: Session) throws {
    let exercises = try journal?.exercises().filter { !$0.isRetired } ?? []
    if global.json {
      let rows = try exercises.map { ($0, try journal?.statistics(ofExercise: $0.number) ?? ExerciseStatistics()) }
      return try session.output.array(of: rows) { $0.1.write($0.0, to: &$1) }
    }
    let known = Set(exercises.map(\.id))
    for exercise in exercises { try session.output.line(session.style.bold(Escaping.escaped(exercise.name))) }
    for draft in BuiltInExercises.all where !(draft.id.map(known.contains) ?? false) {
      try session.output.line(draft.name)
    }
  }
}

struct NewExerciseCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Define an exercise",
    usage: "checkin exercise new <name> [--measures <what>] [--load <kind>]",
    discussion: "checkin exercise new Sled Push --measures distance")

  @Argument(help: ArgumentHelp("Its name.", valueName: "name"))
  var name: [String] = []

  @Option(
    help: ArgumentHelp(
      "What its sets are measured by: weight, reps, duration, distance or distance-duration.", valueName: "what"))
  var measures: Exercise.Measure = .weightAndReps

  @Option(help: ArgumentHelp("What its weight is: external, bodyweight or assisted.", valueName: "kind"))
  var load: Exercise.Load = .external

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let draft = ExerciseDraft(name: name.joined(separator: " "), measure: measures, load: load)
    try session.answer(session.style.words("Defined", in: "exercise"), creating: true) { try $0.defineExercise(draft) }
  }
}

struct EditExerciseCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change an exercise's measures, load or aliases",
    usage: "checkin exercise edit <name> [--measures <what>] [--load <kind>] [--alias <name>] ...",
    discussion: "checkin exercise edit sled push --measures distance --alias Prowler")

  @Argument(
    help: ArgumentHelp("The exercise: its name, or an unmistakable part.", valueName: "name"),
    completion: .usedExercises)
  var name: [String] = []

  @Option(
    help: ArgumentHelp(
      "What its sets are measured by: weight, reps, duration, distance or distance-duration.", valueName: "what"))
  var measures: Exercise.Measure?

  @Option(help: ArgumentHelp("What its weight is: external, bodyweight or assisted.", valueName: "kind"))
  var load: Exercise.Load?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Another name that it is found by; may be given several times.", valueName: "name"))
  var alias: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    guard measures != nil || load != nil || !alias.isEmpty else {
      throw CommandFailure.usage(
        "What is to be changed? Say --measures, --load or --alias; \"rename\" changes its name")
    }
    let name = try session.exerciseName(name.joined(separator: " "))
    try session.answer(session.style.words("Changed", in: "exercise"), creating: false) { journal in
      let exercise = try journal.existingExercise(try journal.usedExercise(named: name))
      let changes = ExerciseChanges(
        aliases: alias.isEmpty ? nil : exercise.aliases + alias, measure: measures, load: load)
      let edit = try journal.editExercise(exercise.number, with: changes)
      if !edit.isChanged { session.messages.note("Nothing to change: the exercise says this already.") }
      return edit.exercise
    }
  }
}

struct RenameExerciseCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Rename an exercise",
    usage: "checkin exercise rename <name> <new name>",
    discussion: "checkin exercise rename bench \"Flat Bench Press\". Its history stays.")

  @Argument(
    help: ArgumentHelp("The exercise, in quotes if it has several words.", valueName: "name"),
    completion: .usedExercises)
  var name: String

  @Argument(help: ArgumentHelp("Its new name.", valueName: "new name"))
  var newName: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let name = try session.exerciseName(name)
    try session.answer(session.style.words("Renamed", in: "exercise"), creating: false) { journal in
      let exercise = try journal.usedExercise(named: name)
      return try journal.editExercise(exercise, with: ExerciseChanges(name: newName.joined(separator: " "))).exercise
    }
  }
}

struct RetireExerciseCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "retire", abstract: "Retire an exercise",
    usage: "checkin exercise retire <name>",
    discussion: "checkin exercise retire sled push. It is not offered any longer, and its history stays.")

  @Argument(help: ArgumentHelp("The exercise.", valueName: "name"), completion: .usedExercises)
  var name: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let name = try session.exerciseName(name.joined(separator: " "))
    try session.answer(session.style.words("Retired", in: "exercise"), creating: false) { journal in
      try journal.retireExercise(try journal.usedExercise(named: name))
    }
  }
}

struct RestoreExerciseCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Restore a retired exercise", usage: "checkin exercise restore <name>",
    discussion: "checkin exercise restore sled push")

  @Argument(help: ArgumentHelp("The exercise.", valueName: "name"), completion: .retiredExercises)
  var name: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let name = try session.exerciseName(name.joined(separator: " "))
    try session.answer(session.style.words("Restored", in: "exercise"), creating: false) { journal in
      try journal.restoreExercise(try journal.usedExercise(named: name))
    }
  }
}

struct RecordsCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "records", _superCommandName: "checkin",
    abstract: "Show personal records",
    usage: "checkin records [<name>] [--as-of <sequence|when>]",
    discussion: """
      checkin records bench --as-of 2026-04-01

      Without a name, it shows all exercises. The record is the greatest weight; at that weight the most repetitions; \
      of those the most recent. Sets of sessions that are not finished, and warm-ups, do not count.
      """)

  @Argument(
    help: ArgumentHelp("The exercise: its name, or an unmistakable part.", valueName: "name"), completion: .exercises)
  var name: [String] = []

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from readable: ReadableJournal, in session: Session) throws {
    var rows: [ExecutedExercise] = []
    if name.isEmpty {
      rows = try readable.journal?.executedExercises() ?? []
    } else {
      let journal = try session.present(readable, for: "exercise that was ever used")
      let exercise = try journal.exercise(
        named: try session.exerciseName(name.joined(separator: " "), in: journal))
      rows = [ExecutedExercise(exercise: exercise, statistics: try journal.statistics(ofExercise: exercise.number))]
    }
    if global.json { return try session.output.array(of: rows) { $0.statistics.write($0.exercise, to: &$1) } }
    guard !rows.isEmpty else { return session.messages.note("No records: finish a session with sets first.") }
    for line in session.style.table(rows.recordColumns(session.style, today: try session.today)) {
      try session.output.line(line)
    }
  }
}

struct ProgressCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "progress", _superCommandName: "checkin",
    abstract: "Show recent workouts and their exercises",
    discussion: "It shows the 50 latest workouts of \"checkin session list\", and \"checkin records\".",
    shouldDisplay: false)

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  private static let limit = 50

  func answer(from readable: ReadableJournal, in session: Session) throws {
    var workouts: [SessionDetails] = []
    var exercises: [ExecutedExercise] = []
    if let journal = readable.journal {
      let names = try WorkoutNames(journal)
      workouts = try journal.completedSessions(limit: Self.limit).map {
        try SessionDetails($0, of: journal, names: names)
      }
      exercises = try journal.executedExercises()
    }
    guard global.json else { return try write(workouts, exercises: exercises, in: session) }
    try session.output.object { json in
      json["workouts"] = workouts
      json.array("exercises", of: exercises) { json, one in one.statistics.write(one.exercise, to: &json) }
    }
  }

  private func write(
    _ workouts: [SessionDetails], exercises: [ExecutedExercise], in session: Session
  ) throws {
    let style = session.style
    guard !workouts.isEmpty else {
      let command = style.bold("checkin log bench 80x10")
      return try session.output.line(
        style.words("No completed workouts yet. Start with: {command}", ["command": command]))
    }
    try session.output.line(style.bold(style.words("Workouts")))
    let today = try session.today
    for line in style.table(workouts.map { $0.columns(style, today: today) }) { try session.output.line(line) }
    try session.output.line()
    try session.output.line(style.bold(style.words("Exercises")))
    for line in style.table(exercises.recordColumns(style, today: today)) { try session.output.line(line) }
  }
}

extension [ExecutedExercise] {
  /// The rows of a table of records.
  fileprivate func recordColumns(_ style: Style, today: CivilDay) -> [[Column]] {
    map { $0.exercise.recordColumns($0.statistics, in: style, today: today) }
  }
}

extension Journal {
  /// The number of the exercise that a text names. Throws a `CommandFailure` for one that was never used.
  fileprivate func usedExercise(named text: String) throws -> Int {
    let found = try exercise(named: text)
    guard found.number > 0 else {
      throw CommandFailure.notFound("\(found.name) was never used, so there is nothing to change")
    }
    return found.number
  }
}

extension Session {
  fileprivate func answer(_ verb: String, creating isCreated: Bool, _ body: (Journal) throws -> Exercise) throws {
    let (exercise, statistics) = try writing(creating: isCreated) { journal in
      let exercise = try body(journal)
      return (exercise, try journal.statistics(ofExercise: exercise.number))
    }
    if global.json { return try output.document { statistics.write(exercise, to: &$0) } }
    try output.line("\(verb) \(style.bold(Escaping.escaped(exercise.name)))")
  }
}
