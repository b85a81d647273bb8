import ArgumentParser
import CheckInInterchange
import CheckInJournal
import CheckInLanguage

struct LogCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", _superCommandName: "checkin", abstract: "Log sets of an exercise",
    usage: "checkin log <exercise> <set> ... [--at <when>] [--notes <text>] [--unit <unit>]",
    discussion: """
      checkin log bench 80x10 90x8 100x6

      An exercise is named by its name in any case, or by an unmistakable part of it. Sets: 80x10 (weight x \
      repetitions), 80x10x3 or 3x10@80kg (three such sets), 185lbx5, 80kg 10, x12 (without a weight), w40x10 (a \
      warm-up), d60x12 (a drop set), f90x4 (to failure), 1:30, 5km, 5kmx25:00, 40x1:00. @8.5 after a set says how hard \
      it was, from 1 to 10.

      It logs all sets or none. Where no session is open, one is started. A set is done now, unless nothing was logged \
      for four hours: then it gets the time of what was logged last. --at is for entering the past.
      """)

  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("The exercise, then its sets.", valueName: "exercise set"),
    completion: .exercises)
  var words: [String] = []

  @Option(parsing: .unconditional, help: ArgumentHelp("When they were done.", valueName: "when"))
  var at: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Notes on the sets.", valueName: "text"))
  var notes: String?

  @OptionGroup var units: UnitOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let words = words.withoutTerminator.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
    guard !words.isEmpty else {
      throw CommandFailure.usage("What was done? Write an exercise and its sets: checkin log bench 80x10 90x8")
    }
    let first = words.indices.dropFirst().first { Self.beginsSet(words[$0...]) } ?? words.count
    guard first < words.count else {
      throw CommandFailure.usage(
        "How much of \"\(words.joined(separator: " "))\"? Write its sets behind it, such as 80x10 90x8"
      )
    }
    let unit = try units.unit(in: session)
    let (name, sets) = (words[..<first].joined(separator: " "), words[first...].joined(separator: " "))
    var entries = try session.readingIfPresent { try $0.sets(sets, ofExercise: name, unit: unit) }
    for index in entries.indices { entries[index].note = notes ?? "" }
    let given = try session.time(at)
    let time = try given ?? session.presentTime
    let today = try session.today
    let (logged, details) = try session.writing(creating: true) { [entries] journal in
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
    let confirmed = entries.map { SetNotation.text($0, unit: unit) }.joined(separator: "  ")
    let exercise = style.bold(Escaping.escaped(logged.exercise.name))
    try session.output.line("\(style.words("Logged")) \(exercise)  \(confirmed)")
    try session.output.line(details.figures(style))
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
