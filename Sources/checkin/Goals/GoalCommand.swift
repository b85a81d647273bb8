import ArgumentParser
import CheckInInterchange
import CheckInJournal
import CheckInLanguage

/// The commands for goals of a week or a month.
struct GoalCommand: ParsableCommand, ForwardsWords {
  static let subcommandForWords: any ParsableCommand.Type = SetGoalCommand.self
  static let configuration = CommandConfiguration(
    commandName: "goal", abstract: "Set and track goals",
    usage: """
      checkin goal [--as-of <sequence|when>]
      checkin goal <type|days> <count>/<week|month>
      checkin goal <subcommand>
      """,
    discussion: """
      checkin goal run 3/week
      checkin goal days 20/month
      checkin goal remove run

      Without a subcommand, it shows the goals of this week and month. A goal is for a type, whose check-ins are \
      counted, or for days with a check-in. There is one for each: setting \
      another replaces it, so run 12/month takes the place of run 3/week. A streak is how many weeks or months in a \
      row have kept the goal as it is now, those before it was set included; the present one counts once it is kept.
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
    usage: "checkin goal [set] <type|days> <count>/<week|month>",
    discussion: """
      checkin goal run 3/week
      checkin goal strength training 12/month
      checkin goal days 5/week

      A month that has fewer days than the goal wants is kept with all of them. "goal add" is the same as "goal set".
      """, aliases: ["add"])

  @Argument(
    help: ArgumentHelp("A type or \"days\", then how often.", valueName: "goal"),
    completion: .list(Goal.Subject.selectable.map { $0.name.lowercased() } + ["3/week", "12/month"]))
  var words: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let goal = try Goal(words.joined(separator: " "))
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
    usage: "checkin goal remove <type|days>", discussion: "checkin goal remove run", aliases: ["clear"])

  @Argument(help: ArgumentHelp("The type, or \"days\".", valueName: "type|days"), completion: .goals)
  var words: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let name = words.joined(separator: " ")
    guard let subject = Goal.Subject(name: name) else { throw Goal.unknownSubject(name) }
    let today = try session.today
    let (isCleared, goals) = try session.writing(creating: false) { journal in
      (try journal.clearGoal(of: subject), try journal.goals(today: today, firstWeekday: session.firstWeekday))
    }
    if !isCleared { session.messages.note("There was no goal for \(subject.name).") }
    try session.show(goals)
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
    let localization = style.localization
    let titles = goals.map { localization.title(of: $0.goal) }
    let width = titles.map { DisplayWidth.of($0) }.max() ?? 0
    for (title, goal) in zip(titles, goals) {
      let bar = style.bar(goal.fraction, width: 12)
      let figures = [
        "\(localization.figure(of: goal)) \(localization.period(of: goal))", localization.reduction(of: goal),
        localization.streak(of: goal),
      ]
      try output.line(
        style.line([
          .value(DisplayWidth.padded(title, to: width)), .value(bar),
          .value(figures.compactMap { $0 }.joined(separator: ", ")),
        ]))
    }
  }
}
