import ArgumentParser
import CheckInInterchange
import CheckInJournal
import CheckInLanguage

struct LogCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", _superCommandName: "checkin", abstract: "Log sets of an exercise",
    usage: """
      checkin log <exercise> <set> ... [--at <when>] [--notes <text>] [--unit <unit>] [--yes]
      checkin log [next] [--at <when>] [--notes <text>]
      """,
    discussion: """
      checkin log bench 80x10 90x8 100x6
      checkin log         the next set of the plan
      checkin log next    logs that set as planned

      An exercise is named by its name in any case, or by an unmistakable part of it. Sets: 80x10 (weight x \
      repetitions), 80x10x3 or 3x10@80kg (three such sets), 185lbx5, 80kg 10, x12 (without a weight), w40x10 (a \
      warm-up), d60x12 (a drop set), f90x4 (to failure), 1:30, 5km, 5kmx25:00, 40x1:00. @8.5 after a set says how hard \
      it was, from 1 to 10.

      It logs all sets or none. Where no session is open, one is started. A set is done now, unless nothing was logged \
      for four hours: then it gets the time of what was logged last. --at is for entering the past.
      """)

  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("The exercise, then its sets.", valueName: "exercise set"),
    completion: .logged)
  var words: [String] = []

  @Option(parsing: .unconditional, help: ArgumentHelp("When they were done.", valueName: "when"))
  var at: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Notes on the sets.", valueName: "text"))
  var notes: String?

  @Flag(help: "Record doubtful values without asking.")
  var yes = false

  @OptionGroup var units: UnitOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let words = words.withoutTerminator.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
    if words.isEmpty, at == nil, notes == nil { return try showNext(in: session) }
    guard !words.isEmpty else { throw Self.nothingDone }
    let unit = try units.unit(in: session)
    var name: String
    var entries: [SetEntry]
    var doubts: [Message] = []
    if words.map({ $0.lowercased() }) == ["next"] {
      (name, entries, doubts) = try session.readingIfPresent { readable in
        guard let next = try Self.next(of: readable.journal) else { throw CommandFailure.usage(Self.planDone) }
        let name = next.exercise.name
        return (name, [next.entry], try readable.doubts(about: [next.entry], ofExercise: name))
      }
    } else {
      let first = words.indices.dropFirst().first { Self.beginsSet(words[$0...]) } ?? words.count
      guard first < words.count else {
        throw CommandFailure.usage(
          "How much of \"\(words.joined(separator: " "))\"? Write its sets behind it, such as 80x10 90x8"
        )
      }
      name = words[..<first].joined(separator: " ")
      let sets = words[first...].joined(separator: " ")
      (name, entries, doubts) = try session.readingIfPresent { [name] readable in
        let meant = try session.exerciseName(name, in: readable.journal)
        let entries = try readable.sets(sets, ofExercise: meant, unit: unit)
        return (meant, entries, try readable.doubts(about: entries, ofExercise: meant))
      }
    }
    guard session.accepts(doubts, yes: yes) else { return session.messages.note("Nothing was logged.") }
    for index in entries.indices { entries[index].note = notes ?? "" }
    let given = try session.time(at)
    let time = try given ?? session.presentTime
    let today = try session.today
    let (logged, details) = try session.writing(creating: true) { [entries, name] journal in
      let logged = try journal.log(
        entries, exercise: name, at: time,
        isTimeGiven: given.map { $0.isTimeOfDayKnown || $0.day != today } ?? false)
      return (logged, try SessionDetails(logged.session, of: journal))
    }
    if global.json { return try session.output.document { details.write(to: &$0) } }
    let style = session.style
    if logged.isNewSession {
      try session.output.line("\(style.words("Started session")) \(logged.session.line(style))")
    }
    let confirmed = entries.map { style.text($0) }.joined(separator: "  ")
    let exercise = style.bold(Escaping.escaped(logged.exercise.name))
    try session.output.line("\(style.words("Logged")) \(exercise)  \(confirmed)")
    try session.output.line(details.figures(style))
  }

  private static let nothingDone = CommandFailure.usage(
    "What was done? Write an exercise and its sets: checkin log bench 80x10 90x8")

  private static let planDone: Message = "All sets of the plan are done. To finish: checkin session finish"

  /// Returns the next set of the plan, or `nil` if all of its sets are done.
  ///
  /// Throws a `CommandFailure` with status 64 if there is no plan.
  private static func next(of journal: Journal?) throws -> Journal.NextSet? {
    guard let journal, try journal.followedPlan() != nil else { throw nothingDone }
    return try journal.nextSet()
  }

  /// Shows the next set of the plan.
  private func showNext(in session: Session) throws {
    guard session.location.isOccupied else { throw Self.nothingDone }
    try session.answering { readable in
      let next = try Self.next(of: readable.journal)
      if global.json {
        return try session.output.document { json in
          if let next { next.write(to: &json) } else { json.null() }
        }
      }
      guard let next else { return session.messages.note(Self.planDone) }
      let (words, planned) = (session.style.words, next.planned)
      let place = words(
        "set {number} of {count}", ["number": String(planned.number), "count": String(planned.count)])
      let name = session.style.bold(Escaping.escaped(next.exercise.name))
      try session.output.line("\(words("Next", in: "set")) \(name)  \(session.style.text(next))  \(place)")
      try session.output.line(words("As planned: {command}", ["command": session.style.bold("checkin log next")]))
    }
  }

  /// Returns `true` if the first of the words starts the sets instead of belonging to the exercise's name.
  ///
  /// Such a word is a number, perhaps after a prefix of the notation, which can be a word of its own.
  private static func beginsSet(_ words: ArraySlice<String>) -> Bool {
    guard let word = words.first?.lowercased() else { return false }
    if ["w", "d", "f", "x", "×"].contains(word) { return beginsSet(words.dropFirst()) }
    let rest = ["w", "d", "f"].contains { word.hasPrefix($0) } ? word.dropFirst() : word[...]
    let digits = rest.first.map { "x×@".contains($0) } ?? false ? rest.dropFirst() : rest
    return digits.first.map { $0.isASCII && $0.isNumber } ?? false
  }
}
