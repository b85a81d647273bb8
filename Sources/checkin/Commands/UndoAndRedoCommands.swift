import ArgumentParser
import CheckInInterchange
import CheckInJournal
import CheckInLanguage

struct UndoCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", _superCommandName: "checkin",
    abstract: "Undo the last command, or an earlier one",
    usage: "checkin undo [<sequence>]",
    discussion: """
      It undoes the last command, then the one before it, and so on. Nothing is removed from the log: what the command \
      did is reversed by new events. A command that did several things is undone as a whole, an import as well.

      "checkin undo 412" undoes the command of event 412 alone, as "checkin audit" and "checkin history" number them, \
      if what it changed is still as it left it; otherwise it says which later events stand in the way. The next undo \
      takes that back.
      """)

  @Argument(
    help: ArgumentHelp("An event of the command that is undone alone.", valueName: "sequence"),
    transform: Self.sequence)
  var sequence: UInt64?

  private static func sequence(_ text: String) throws -> UInt64 {
    if text.contains("/") {
      throw ValidationError("It is an event of another device's log: undo it there.")
    }
    return try UInt64(argument: text)
  }

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try session.reverse(verb: Phrase("Undid"), member: "undone") { [sequence] journal, progress in
      if let sequence { return try journal.undo(event: sequence, progress: progress) }
      return try journal.undo(progress: progress)
    }
  }
}

struct RedoCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo", _superCommandName: "checkin", abstract: "Redo the command that was undone last",
    discussion: "After any other command there is nothing to redo.")

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try session.reverse(verb: Phrase("Redid"), member: "redone") { try $0.redo(progress: $1) }
  }
}

extension Session {
  /// Undoes or redoes a command, and writes which.
  fileprivate func reverse(
    verb: Phrase, member: String, _ body: (Journal, Journal.Progress?) throws -> Reversal
  ) throws {
    let today = try today
    let (reversal, named, details, statistics, sequence) = try writing(creating: false) { journal in
      let before = journal.sequence
      let reversal = try withProgress("Replaying") { try body(journal, $0) }
      let named = try reversal.checkIns.prefix(Reversal.namedCount).compactMap { try journal.checkIn($0) }
      let details = global.json ? "" : try self.details(of: reversal, after: before, in: journal)
      return (reversal, named, details, try journal.statistics(today: today), journal.sequence)
    }
    guard !global.json else {
      return try output.object { json in
        json[member] = reversal
        json["sequence"] = sequence
      }
    }
    if let last = reversal.passedOver.last {
      let command = ["command": String(last)]
      messages.note { words in
        reversal.passedOver.count > 1
          ? words("The commands from {command} on change nothing that is shown, so the one before was taken.", command)
          : words("Command {command} changes nothing that is shown, so the one before was taken.", command)
      }
    }
    if reversal.isPartial {
      messages.note { words in
        words(
          "Other devices have had their say about a part of what command {command} did, which stays.",
          ["command": String(reversal.command)])
      }
    }
    try output.line("\(style.words(verb)): \(reversal.line(named: named, style))" + details)
    try output.line(statistics.line(style))
  }

  /// Returns the change of a check-in that a reversal made, or the name of the goal, plan, set or the like that the
  /// reversed command was about, as the end of a line.
  private func details(of reversal: Reversal, after sequence: UInt64, in journal: Journal) throws -> String {
    if reversal.action == .edited, reversal.checkIns.count == 1 {
      let changes = try journal.differences(from: sequence, to: journal.sequence).flatMap(\.changes)
      return changes.isEmpty ? "" : ": " + ChangeText(style: style, today: try today).text(changes)
    }
    guard reversal.action == .workout else { return "" }
    var summary: WorkoutAction.Summary?
    var names: [Int: String] = [:]
    try journal.audit(from: reversal.command, to: reversal.command) { entry in
      if case .workout(let action) = entry.event.action { (summary, names) = (action.summary, entry.workoutNames) }
    }
    guard var summary else { return "" }
    if let entry = summary.entry { (summary.text, summary.entry) = (style.text(entry), nil) }
    // A name instead of a number that is only in audits.
    if let exercise = summary.exercise.flatMap({ try? journal.existingExercise($0).name }) {
      summary.exercise = nil
      let isNamed = summary.text.isEmpty || summary.text == exercise
      summary.text = isNamed ? exercise : "\(exercise) \(summary.text)"
    }
    if let plan = summary.plan, summary.text.isEmpty {
      summary.text = (try? journal.existingPlan(plan).name) ?? ""
    }
    let line = summary.line(names, terms: AuditTerms(style.localization).table)
    return line.isEmpty ? "" : " (\(Escaping.escaped(line)))"
  }
}

extension Reversal {
  /// The maximum number of check-ins to list by name. The others are only counted.
  static let namedCount = 3

  /// `discarded 17 Morning 5k`, or `imported 120 check-ins: 1 Morning 5k, 2 Legs, 3 Park and 117 more`, or
  /// `session completed, with check-in 17 Push A`.
  ///
  /// - Parameter named: the first of the check-ins, as they are now.
  func line(named: [CheckIn], _ style: Style) -> String {
    let words = style.words
    var names = named.map { "\($0.shownNumber) \(Escaping.escaped($0.title))" }.joined(separator: ", ")
    if checkIns.count > named.count {
      names = words("{names} and {n} more", ["names": names, "n": String(checkIns.count - named.count)])
    }
    guard action == .workout else {
      let count = checkIns.count > 1 ? style.checkIns(checkIns.count) + (named.isEmpty ? "" : ": ") : ""
      return action.line(count + (named.isEmpty ? "" : names), in: words)
    }
    let done = Self.name(ofWorkoutAction: workout ?? "workout", style)
    if named.isEmpty { return done }
    let values = ["done": done, "names": names]
    return checkIns.count == 1
      ? words("{done}, with check-in {names}", values)
      : words("{done}, with {checkIns}: {names}", values.merging(["checkIns": style.checkIns(checkIns.count)]) { $1 })
  }

  /// `set logged`, of `setLogged`.
  private static func name(ofWorkoutAction name: String, _ style: Style) -> String {
    let translated = AuditTerms(style.localization)[name]
    return translated == name
      ? name.map { $0.isUppercase ? " " + $0.lowercased() : String($0) }.joined() : translated
  }
}

extension Reversal.Action {
  /// Returns a description of the action, such as `discarded 17 Morning 5k`.
  fileprivate func line(_ checkIns: String, in words: Words) -> String {
    let values = ["checkIns": checkIns]
    return switch self {
    case .created: words("added {checkIns}", values)
    case .edited: words("edited {checkIns}", values)
    case .photoAttached: words("attached a photo to {checkIns}", values)
    case .photoCleared: words("cleared the photo of {checkIns}", values)
    case .discarded: words("discarded {checkIns}", values)
    case .restored: words("restored {checkIns}", values)
    case .imported: words("imported {checkIns}", values)
    case .workout: checkIns
    }
  }
}
