extension WorkoutAction {
  /// What an action concerns, and what it says in a few words: for audits.
  package struct Summary: Hashable, Sendable {
    package var exercise: Int?
    package var plan: Int?
    package var session: Int?
    package var set: Int?
    /// A name, a set as it is typed, a time; empty where the action says nothing more.
    package var text = ""

    /// What it concerns, in the order in which audits name it.
    package var numbers: [Int] { [exercise, plan, session, set].compactMap { $0 } }

    /// `session 5 set 2: 80x10`.
    ///
    /// - Parameters:
    ///   - names: as ``AuditEntry/workoutNames``.
    ///   - terms: as those of an ``AuditForm/Text``.
    package func line(_ names: [Int: String], terms: [String: String] = [:]) -> String {
      let numbers = [("exercise", exercise), ("plan", plan), ("session", session), ("set", set)]
        .compactMap { name, number in number.map { "\(terms[name] ?? name) \(names[$0] ?? String($0))" } }
        .joined(separator: " ")
      if text.isEmpty { return numbers }
      // What has no number says only what it is about: `none`, or the type of a goal.
      return numbers.isEmpty ? terms[text] ?? text : "\(numbers): \(text)"
    }
  }

  package var summary: Summary {
    switch self {
    case .exerciseDefined(let new): Summary(exercise: new.number, text: new.name)
    case .exerciseEdited(let number, let changes): Summary(exercise: number, text: changes.name ?? "")
    case .exerciseRetired(let number), .exerciseRestored(let number): Summary(exercise: number)
    case .planCreated(let new): Summary(plan: new.number, text: new.name)
    case .planEdited(let number, let changes): Summary(plan: number, text: changes.name ?? "")
    case .planActivated(let number): Summary(plan: number, text: number == nil ? "none" : "")
    case .planDiscarded(let number), .planRestored(let number): Summary(plan: number)
    case .sessionStarted(let new): Summary(session: new.number, text: new.title)
    case .sessionEdited(let number, let changes): Summary(session: number, text: changes.title ?? "")
    case .sessionCompleted(let number, _), .sessionReopened(let number), .sessionDiscarded(let number),
      .sessionRestored(let number):
      Summary(session: number)
    case .setLogged(let new):
      Summary(
        exercise: new.exercise, session: new.reference.session, set: new.reference.number,
        text: SetNotation.text(new.entry, unit: .kilograms))
    case .setEdited(let reference, let changes):
      Summary(exercise: changes.exercise, session: reference.session, set: reference.number)
    case .setRemoved(let reference), .setRestored(let reference):
      Summary(session: reference.session, set: reference.number)
    case .checkInLinked(let session): Summary(session: session)
    case .checkInUnlinked, .reminderCleared: Summary()
    case .reminderSet(let reminder):
      Summary(text: "\(reminder.minuteOfDay / 60):\(twoDigits(reminder.minuteOfDay % 60))")
    case .goalSet(let goal): Summary(text: goal.text)
    case .goalCleared(let subject): Summary(text: subject.name)
    }
  }
}
