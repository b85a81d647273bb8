import ArgumentParser
import CheckInInterchange
import CheckInJournal
import CheckInLanguage

/// The commands for goals.
struct GoalCommand: ParsableCommand, ForwardsWords {
  static let subcommandForWords: any ParsableCommand.Type = SetGoalCommand.self
  static let configuration = CommandConfiguration(
    commandName: "goal", abstract: "Set and track goals",
    usage: """
      checkin goal [--as-of <sequence|when>]
      checkin goal [<type|days>] <amount>/<day|week|month|year>
      checkin goal <subcommand>
      """,
    discussion: """
      checkin goal run 3/week
      checkin goal days 20/month
      checkin goal 40 km a week
      checkin goal run 100 km/month
      checkin goal 5 h/week
      checkin goal remove run

      Without a subcommand, it shows the goals with what is done today, this week, this month and this year. A goal \
      counts the check-ins of a type or days with a check-in, or sums up kilometres (or miles), hours or kcal of a \
      type or of all check-ins. There is one of each: setting another replaces it, so run 12/month takes the place of \
      run 3/week, but not of run 100 km/month. A streak is how many periods in a row have kept the goal as it is now, \
      those before it was set included; the present one counts once it is kept.
      """,
    subcommands: [ListGoalsCommand.self, SetGoalCommand.self, ClearGoalCommand.self],
    defaultSubcommand: ListGoalsCommand.self)
}

struct ListGoalsCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show goals and progress",
    usage: "checkin goal [--as-of <sequence|when>]", shouldDisplay: false)

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from readable: ReadableJournal, in session: Session) throws {
    let goals = try readable.journal?.goals(today: try session.today, firstWeekday: session.firstWeekday) ?? []
    try session.show(goals)
  }
}

struct SetGoalCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set a goal for a type or for days",
    usage: "checkin goal [set] [<type|days>] <amount>/<day|week|month|year>",
    discussion: """
      checkin goal run 3/week
      checkin goal strength training 12/month
      checkin goal days 5/week
      checkin goal swim 4 km/month
      checkin goal 2000 kcal/week

      A month that has fewer days than the goal wants is kept with all of them. "goal add" is the same as "goal set".
      """, aliases: ["add"])

  @Argument(
    help: ArgumentHelp("A type or \"days\", then how often or how much.", valueName: "goal"),
    completion: .list(
      Goal.Subject.selectable.filter { $0.quantity == nil }.map { $0.name.lowercased() }
        + ["3/week", "12/month", "40km/week", "5h/week"]))
  var words: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let typeWords = session.typeWords
    let goal = try typeWords.localization.goal(words.joined(separator: " ")) { typeWords.type($0) }
    let today = try session.today
    let goals = try session.writing(creating: true) { journal in
      try journal.setGoal(goal)
      return try journal.goals(today: today, firstWeekday: session.firstWeekday)
    }
    try session.show(goals)
  }
}

struct ClearGoalCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove the goal for a type or for days",
    usage: "checkin goal remove <type|days|distance|duration|calories>",
    discussion: """
      checkin goal remove run
      checkin goal remove run distance
      """, aliases: ["clear"])

  @Argument(
    help: ArgumentHelp(
      "The type, or \"days\". For a sum: \"distance\", \"duration\" or \"calories\", also after a type.",
      valueName: "type|days"),
    completion: .goals)
  var words: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let (name, typeWords) = (words.joined(separator: " "), session.typeWords)
    guard let subject = typeWords.localization.goalSubject(name, type: { typeWords.type($0) }) else {
      throw Goal.unknownSubject(name)
    }
    let today = try session.today
    let (isCleared, goals) = try session.writing(creating: false) { journal in
      let meant = Self.meant(subject, among: try journal.goals())
      return (try journal.clearGoal(of: meant), try journal.goals(today: today, firstWeekday: session.firstWeekday))
    }
    if !isCleared { session.messages.note("There was no goal for \(subject.name).") }
    try session.show(goals)
  }

  /// The subject, or the sum of its type if the type has no other goal.
  private static func meant(_ subject: Goal.Subject, among goals: [Goal]) -> Goal.Subject {
    guard case .type(let type) = subject else { return subject }
    let ofType = goals.map(\.subject).filter { $0.exerciseType == type }
    return ofType.count == 1 ? ofType[0] : subject
  }
}

extension Session {
  /// Writes the goals, one to a line.
  fileprivate func show(_ goals: [GoalProgress]) throws {
    if global.json { return try output.array(of: goals) { $0.write(to: &$1) } }
    guard !goals.isEmpty else {
      return try output.line(
        style.words("No goals are set. Set one: {command}", ["command": style.bold("checkin goal run 3/week")]))
    }
    let (localization, unit) = (style.localization, style.distanceUnit)
    let titles = goals.map { localization.title(of: $0.goal, in: unit) }
    let width = titles.map { DisplayWidth.of($0) }.max() ?? 0
    for (title, goal) in zip(titles, goals) {
      let bar = style.bar(goal.fraction, width: 12)
      let figures = [
        "\(localization.figure(of: goal, in: unit)) \(localization.period(of: goal))",
        localization.reduction(of: goal, in: unit), localization.streak(of: goal),
      ]
      try output.line(
        style.line([
          .value(DisplayWidth.padded(title, to: width)), .value(bar),
          .value(figures.compactMap { $0 }.joined(separator: ", ")),
        ]))
    }
  }
}
