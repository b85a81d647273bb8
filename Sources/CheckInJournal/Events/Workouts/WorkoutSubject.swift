/// Something about workouts that an action changes.
enum WorkoutSubject: Hashable, Sendable {
  case exercise(Int)
  case plan(Int)
  case activePlan
  case session(Int)
  case set(WorkoutAction.SetReference)
  /// Which session a check-in names.
  case link(checkIn: Int)
  case reminder
  case goal(Goal.Subject)

  /// What an event changes whose check-in, if any, is given.
  init(_ action: WorkoutAction, checkIn: Int) {
    switch action {
    case .planActivated: self = .activePlan
    case .checkInLinked, .checkInUnlinked: self = .link(checkIn: checkIn)
    case .reminderSet, .reminderCleared: self = .reminder
    case .goalSet(let goal): self = .goal(goal.subject)
    case .goalCleared(let subject): self = .goal(subject)
    default:
      let numbers = action.numbers.own
      if let session = numbers.session {
        self = numbers.set.map { .set(WorkoutAction.SetReference(session: session, number: $0)) } ?? .session(session)
      } else {
        self = numbers.plan.map { .plan($0) } ?? .exercise(numbers.exercise ?? 0)
      }
    }
  }
}

extension WorkoutAction {
  /// What the action creates, with its number; `nil` if it changes something that exists.
  var created: (subject: NumberedSubject, number: Int)? {
    switch self {
    case .exerciseDefined(let new): (.exercise, new.number)
    case .planCreated(let new): (.plan, new.number)
    case .sessionStarted(let new): (.session, new.number)
    case .setLogged(let new): (.set(session: new.reference.session), new.reference.number)
    default: nil
    }
  }

  /// `true` if the action's subject is no longer shown afterwards.
  var takesItsSubjectAway: Bool {
    switch self {
    case .exerciseRetired, .planDiscarded, .sessionDiscarded, .setRemoved: true
    default: false
    }
  }

  /// What it builds on: the session that its set or check-in belongs to, the plan that is followed, the exercises that
  /// are done.
  var usedSubjects: [WorkoutSubject] {
    if takesItsSubjectAway { return [] }
    let (subject, numbers) = (WorkoutSubject(self, checkIn: 0), numbers)
    let named: [WorkoutSubject?] = [
      numbers.own.session.map { .session($0) }, numbers.own.plan.map { .plan($0) },
      numbers.own.exercise.map { .exercise($0) },
    ]
    return named.compactMap { $0 }.filter { $0 != subject } + numbers.used
  }
}
