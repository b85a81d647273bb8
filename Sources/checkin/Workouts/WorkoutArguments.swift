public import ArgumentParser
public import CheckInJournal
import CheckInLanguage

extension Weight.Unit: ExpressibleByArgument {
  public init?(argument: String) { self.init(symbol: argument) }

  public static var allValueStrings: [String] { allCases.map(\.symbol) }
}

/// The option of commands that take weights.
struct UnitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The unit of weights that do not name theirs: kg or lb (default: CHECKIN_UNIT, else kg).", valueName: "unit"))
  var unit: Weight.Unit?

  /// Throws `invalidValue` if `CHECKIN_UNIT` is neither.
  func unit(in session: Session) throws -> Weight.Unit {
    try unit ?? .preferred(environment: session.environment)
  }
}

/// A reference to a plan: its number or its name.
///
/// The number is `3` or `phone/3`. The name can be in any case, and an unambiguous part of it is enough.
struct PlanReference {
  private let text: String

  /// Throws a `CommandFailure` with status 64 without words.
  init(_ words: [String]) throws {
    text = words.withoutTerminator.joined(separator: " ")
    guard !text.isEmpty else { throw CommandFailure.usage("Which plan? Name its number") }
  }

  /// The plan's number. Throws a `CommandFailure` with status 64 for a name of several, and 66 for one of none.
  ///
  /// - Parameter discarded: whether plans that were discarded are meant.
  func find(in journal: Journal?, discarded: Bool = false) throws -> Int {
    if let number = Int(text), number > 0 { return number }
    if let (number, device) = CheckInReference.numberOnDevice(text), let own = journal?.number(number, on: device) {
      return own
    }
    let plans = try journal?.plans(discarded: discarded) ?? []
    switch ExerciseName.match(text, among: plans.map { [$0.name] }) {
    case .one(let index): return plans[index].number
    case .none: throw CommandFailure.notFound("There is no \(discarded ? "discarded plan" : "plan") \"\(text)\"")
    case .several(let indexes):
      let names = indexes.prefix(8).map { "\(plans[$0].shownNumber) \(plans[$0].name)" }.joined(separator: ", ")
      throw CommandFailure.usage("\"\(text)\" can be several plans: \(names). Name one by its number")
    }
  }
}

/// A reference to a session or a set: `5`, or `phone/5` if another device of the group created it.
struct WorkoutReference {
  private let word: String
  private let noun: String
  private let number: Int
  /// `nil` for a number of this journal.
  private let device: String?

  /// The one reference that the words are. Throws a `CommandFailure` with status 64.
  init(_ words: [String], noun: String) throws {
    let words = words.withoutTerminator
    self.noun = noun
    word = words.joined(separator: " ")
    if words.count == 1, let number = Int(words[0]), number > 0 {
      (self.number, device) = (number, nil)
    } else if words.count == 1, let (number, device) = CheckInReference.numberOnDevice(words[0]) {
      (self.number, self.device) = (number, device)
    } else if let option = words.first(where: { $0.hasPrefix("-") && Int($0) == nil }) {
      throw CommandFailure.usage("Unknown option \"\(option)\"")
    } else {
      throw words.isEmpty ? CommandFailure.usage("Which \(noun)? Name its number") : Self.noNumber(word, noun: noun)
    }
  }

  private static func noNumber(_ word: String, noun: String) -> CommandFailure {
    CommandFailure.usage("\"\(word)\" is not the number of a \(noun)")
  }

  /// The number here, whether there is such a thing or not. Throws a `CommandFailure` with status 66 for a device that
  /// the group does not have, and with status 64 for any without a group.
  func find(in journal: Journal?) throws -> Int {
    guard let device else { return number }
    guard let journal, journal.showsPeers || journal.hasGroup else { throw Self.noNumber(word, noun: noun) }
    guard let own = journal.number(number, on: device) else {
      throw CommandFailure.notFound("There is no \(noun) \(word)")
    }
    return own
  }
}

extension Session {
  /// The journal that was opened for reading. Throws a `CommandFailure` with status 66 where there is none.
  func present(_ readable: ReadableJournal, for what: Message) throws -> Journal {
    guard let journal = readable.journal else { throw CommandFailure.notFound("There is no \(what)") }
    return journal
  }

  /// The time that words name, with a note to the user where it needs explaining; `nil` without words.
  func time(_ words: String?) throws -> CheckInTime? {
    guard let words else { return nil }
    let expression = TimeExpression(try TimeExpression.read(words).get(), in: try timeSetting)
    for note in expression.notes { messages.note(note) }
    return expression.time
  }

  /// The time that words mean for something that has one already: what they leave open stays as it is.
  func time(_ reading: TimeExpression.Reading, keeping time: CheckInTime) throws -> CheckInTime {
    var setting = try timeSetting
    setting.zone = LocalTimeZone(of: time)
    setting.kept = time
    let expression = TimeExpression(reading, in: setting)
    for note in expression.notes { messages.note(note) }
    return expression.time
  }

  /// Returns the name of the exercise that a text means. If the text is ambiguous, it asks on a terminal; elsewhere, or
  /// without an answer, it returns the text, which the journal then rejects with the candidates.
  func exerciseName(_ text: String, in journal: Journal?) throws -> String {
    guard isConversation, !global.noInput else { return text }
    let names = ExerciseSearch(try journal?.exercises() ?? []).candidates(text).map(\.name)
    guard names.count > 1 else { return text }
    for (index, name) in names.enumerated() { Messages.put("\(index + 1)  \(Escaping.escaped(name))\n") }
    let reply = answer { words in
      words("Which exercise is \"{text}\"? [1-{last}]", ["text": text, "last": String(names.count)])
    }
    if let number = Int(reply) { return names.indices.contains(number - 1) ? names[number - 1] : text }
    let meant = names.filter { ExerciseName.contains(reply, in: $0, by: .characters) }
    return meant.count == 1 ? meant[0] : text
  }

  /// Returns the name of the exercise that a text means, as ``exerciseName(_:in:)``, for a command that writes.
  func exerciseName(_ text: String) throws -> String {
    guard isConversation, !global.noInput, location.isOccupied else { return text }
    return try reading { try exerciseName(text, in: $0.journal) }
  }

  /// The present moment here.
  var presentTime: CheckInTime {
    get throws { try zone.time(atInstant: clock.wholeSecond) }
  }
}

extension ReadableJournal {
  /// Reads sets of an exercise, also before there is a journal. Throws as ``Journal/sets(_:ofExercise:unit:)``.
  func sets(_ text: String, ofExercise name: String, unit: Weight.Unit) throws -> [SetEntry] {
    if let journal { return try journal.sets(text, ofExercise: name, unit: unit) }
    let subject = SetNotation.Subject(lightest: nil) { .writeSets($0, exercise: name) }
    return try SetNotation.parse(text, unit: unit, for: subject)
  }

  /// Returns the weights of sets that are hardly meant, also before there is a journal.
  func doubts(about entries: [SetEntry], ofExercise name: String) throws -> [Message] {
    guard let journal else { return Validation.doubts(about: entries, load: .external, record: nil) }
    return try journal.doubts(about: entries, ofExercise: try journal.exercise(named: name).number)
  }
}
