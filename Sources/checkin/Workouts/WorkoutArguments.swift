public import ArgumentParser
public import CheckInJournal

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

/// How the user names a plan: by its number, its name in any case, or an unmistakable part of that.
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
    let plans = try journal?.plans(discarded: discarded) ?? []
    switch ExerciseName.match(text, plans.map { [$0.name] }) {
    case .one(let index): return plans[index].number
    case .none: throw CommandFailure.notFound("There is no \(discarded ? "discarded plan" : "plan") \"\(text)\"")
    case .several(let indexes):
      let names = indexes.prefix(8).map { "\(plans[$0].number) \(plans[$0].name)" }.joined(separator: ", ")
      throw CommandFailure.usage("\"\(text)\" can be several plans: \(names). Name one by its number")
    }
  }
}

/// Numbers of sessions and sets on the command line.
enum WorkoutNumber {
  /// The one number that the words are. Throws a `CommandFailure` with status 64.
  static func single(_ words: [String], _ noun: String) throws -> Int {
    let words = words.withoutTerminator
    guard words.count == 1, let number = Int(words[0]), number > 0 else {
      if let option = words.first(where: { $0.hasPrefix("-") && Int($0) == nil }) {
        throw CommandFailure.usage("Unknown option \"\(option)\"")
      }
      throw CommandFailure.usage(
        words.isEmpty
          ? "Which \(noun)? Name its number" : "\"\(words.joined(separator: " "))\" is not the number of a \(noun)")
    }
    return number
  }
}

extension Session {
  /// The journal that was opened for reading. Throws a `CommandFailure` with status 66 where there is none.
  func present(_ readable: ReadableJournal, _ what: String) throws -> Journal {
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

  /// The present moment here.
  var presentTime: CheckInTime {
    get throws { try zone.time(atInstant: clock.wholeSecond) }
  }
}
