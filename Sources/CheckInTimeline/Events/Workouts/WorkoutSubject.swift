/// Something about workouts that an action changes.
package enum WorkoutSubject: Hashable, Sendable {
  case exercise(Int)
  case plan(Int)
  case activePlan
  case session(Int)
  case set(WorkoutAction.SetReference)
  /// The link from a check-in to its session.
  case link(checkIn: Int)
  case reminder
  case goal(Goal.Subject)
  /// The mark of a day.
  case dayMark(CivilDay)

  /// Creates the subject that an action changes. For a link, that is the check-in of the action's event.
  package init(_ action: WorkoutAction, checkIn: Int) {
    self =
      switch action {
      case .exerciseDefined(let new): .exercise(new.number)
      case .exerciseEdited(let number, _), .exerciseRetired(let number), .exerciseRestored(let number):
        .exercise(number)
      case .planCreated(let new): .plan(new.number)
      case .planEdited(let number, _), .planDiscarded(let number), .planRestored(let number): .plan(number)
      case .planActivated: .activePlan
      case .sessionStarted(let new): .session(new.number)
      case .sessionEdited(let number, _), .sessionCompleted(let number, _), .sessionReopened(let number),
        .sessionDiscarded(let number), .sessionRestored(let number):
        .session(number)
      case .setLogged(let new): .set(new.reference)
      case .setEdited(let reference, _), .setRemoved(let reference), .setRestored(let reference): .set(reference)
      case .checkInLinked, .checkInUnlinked: .link(checkIn: checkIn)
      case .reminderSet, .reminderCleared: .reminder
      case .goalSet(let goal): .goal(goal.subject)
      case .goalCleared(let subject): .goal(subject)
      case .dayMarked(let mark): .dayMark(mark.day)
      case .dayUnmarked(let day): .dayMark(day)
      }
  }
}

extension WorkoutAction {
  /// The subject that the action creates, with its number; `nil` if it changes something that exists.
  package var created: (subject: NumberedSubject, number: Int)? {
    switch self {
    case .exerciseDefined(let new): (.exercise, new.number)
    case .planCreated(let new): (.plan, new.number)
    case .sessionStarted(let new): (.session, new.number)
    case .setLogged(let new): (.set(session: new.reference.session), new.reference.number)
    default: nil
    }
  }

  /// `true` if the action's subject is no longer shown afterwards.
  package var removesSubject: Bool {
    switch self {
    case .exerciseRetired, .planDiscarded, .sessionDiscarded, .setRemoved: true
    default: false
    }
  }

  /// The subjects that the action depends on.
  ///
  /// These are the session of its set or check-in, the plan that is followed, and the exercises that are performed.
  package var usedSubjects: [WorkoutSubject] {
    if removesSubject { return [] }
    let (subject, numbers) = (WorkoutSubject(self, checkIn: 0), numbers)
    let named: [WorkoutSubject?] = [
      numbers.own.session.map { .session($0) }, numbers.own.plan.map { .plan($0) },
      numbers.own.exercise.map { .exercise($0) },
    ]
    return named.compactMap { $0 }.filter { $0 != subject } + numbers.used
  }
}
