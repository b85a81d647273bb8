extension WorkoutAction {
  /// The numbers of what an action concerns, and a short text, for audits.
  package struct Summary: Hashable, Sendable {
    package var exercise: Int?
    package var plan: Int?
    package var session: Int?
    package var set: Int?
    /// The day that is marked or unmarked.
    package var day: CivilDay?
    /// The mark that the day has from now on.
    package var mark: DayMark?
    /// A name, a set in its notation, or a time; empty for all other actions.
    package var text = ""
    /// The set that was logged.
    package var entry: SetEntry?

    /// The numbers in the order in which audits show them.
    package var numbers: [Int] { [exercise, plan, session, set].compactMap { $0 } }

    /// `session 5 set 2: 80x10`.
    ///
    /// - Parameters:
    ///   - names: as ``AuditEntry/workoutNames``.
    ///   - terms: as those of an ``AuditForm/Text``.
    ///   - set: Returns the text of a set that was logged; `nil` for its notation.
    package func line(
      _ names: [Int: String], terms: [String: String] = [:], set shown: ((SetEntry) -> String)? = nil
    ) -> String {
      let text = entry.flatMap { entry in shown.map { $0(entry) } } ?? self.text
      let numbers = [("exercise", exercise), ("plan", plan), ("session", session), ("set", set)]
        .compactMap { name, number in number.map { "\(terms[name] ?? name) \(names[$0] ?? String($0))" } }
        .joined(separator: " ")
      if let day {
        let mark = mark.map { [terms[$0.kind.name] ?? $0.kind.name, $0.note].compactMap { $0 }.joined(separator: " ") }
        return [day.description, mark].compactMap { $0 }.joined(separator: " ")
      }
      if text.isEmpty { return numbers }
      // What has no number says only what it is about: `none`, or the type of a goal.
      return numbers.isEmpty ? terms[text] ?? text : "\(numbers): \(text)"
    }
  }

  /// The numbers of the action's subjects, and its text.
  package var summary: Summary {
    var summary = numbers.own
    summary.text = summaryText
    switch self {
    case .setLogged(let new): summary.entry = new.entry
    case .dayMarked(let mark): (summary.day, summary.mark) = (mark.day, mark)
    case .dayUnmarked(let day): summary.day = day
    default: break
    }
    return summary
  }

  private var summaryText: String {
    switch self {
    case .exerciseDefined(let new): new.name
    case .exerciseEdited(_, let changes): changes.name ?? ""
    case .planCreated(let new): new.name
    case .planEdited(_, let changes): changes.name ?? ""
    case .planActivated(nil): "none"
    case .sessionStarted(let new): new.title
    case .sessionEdited(_, let changes): changes.title ?? ""
    case .setLogged(let new): SetNotation.text(new.entry, unit: .kilograms)
    case .reminderSet(let reminder): "\(reminder.minuteOfDay / 60):\(twoDigits(reminder.minuteOfDay % 60))"
    case .goalSet(let goal): goal.text
    case .goalCleared(let subject): subject.name
    case .dayMarked(let mark): "\(mark.day) \(mark.text)"
    case .dayUnmarked(let day): day.description
    default: ""
    }
  }
}
