internal import EventLog
internal import FoundationEssentials
internal import Synchronization

/// Gathers the events of one command about workouts, while it is planned.
///
/// Numbers of new exercises are given here, so that a command can define one and go on with it.
struct WorkoutCommand {
  private(set) var events: [(target: Plan.Target, action: Event.Action)] = []
  private var lastExercise: Int
  /// Exercises as the journal has them, and as this command defines and restores them.
  private(set) var exercises: [Exercise]

  /// The fields of a subject that devices wrote differently.
  private var conflictingFields: (MergeConflict.Subject) -> Set<String> = { _ in [] }

  /// Creates a command on a journal without workouts.
  init() {
    exercises = []
    lastExercise = 0
  }

  /// - Parameter conflictingFields: Returns the fields of a subject that devices wrote differently.
  init(
    _ training: inout Training, conflictingFields: @escaping (MergeConflict.Subject) -> Set<String> = { _ in [] }
  ) throws(JournalError) {
    self.conflictingFields = conflictingFields
    exercises = try training.exercises()
    lastExercise = try training.directory().lastExercise
  }

  mutating func add(_ action: WorkoutAction) { events.append((.noCheckIn, .workout(action))) }

  /// Adds an edit of the fields that differ, and of those in conflict, which it resolves; nothing if there are none.
  mutating func add(_ edit: WorkoutAction, differing difference: WorkoutAction) {
    let subject = MergeConflict.Subject(WorkoutSubject(edit, checkIn: 0))
    let isOfDiscard = hasDiscardConflict(subject)
    let written = conflictingFields(subject).union(difference.writtenFields { String($1) }.map(\.name))
    if let action = edit.limited(to: { isOfDiscard || written.contains($0) }) { add(action) }
  }

  /// Returns `true` if devices wrote a field of a subject differently, so that repeating its value resolves that.
  func isInConflict(_ subject: MergeConflict.Subject) -> Bool { !conflictingFields(subject).isEmpty }

  /// Returns `true` if devices linked a check-in to different sessions.
  func isLinkInConflict(of checkIn: Int) -> Bool {
    conflictingFields(.checkIn(checkIn)).contains(WorkoutAction.linkField)
  }

  /// Returns `true` if one device discarded a subject, and another changed it.
  func hasDiscardConflict(_ subject: MergeConflict.Subject) -> Bool {
    conflictingFields(subject).contains(CheckInField.discarded.rawValue)
  }

  /// Adds the action that discards a session or a plan, with what follows from it.
  mutating func add(discarding action: WorkoutAction, in training: inout Training) throws(JournalError) {
    events += try training.events(of: .workout(action), to: .noCheckIn)
  }

  /// Adds an action that concerns a check-in.
  mutating func add(_ action: Event.Action, to target: Plan.Target) { events.append((target, action)) }

  /// - Throws: `conflict` where something has an event after the one that is expected, or is not what it was then.
  static func expect(_ expected: WorkoutVersion?, present: WorkoutVersion, of what: Message) throws(JournalError) {
    guard let expected else { return }
    guard !ReplicaSequence.hasChanged(since: expected.sequence, latest: present.sequence) else {
      throw JournalError(.conflict, "\(what) was changed in the meantime, by event \(present.sequence).")
    }
    guard expected.values == nil || expected.values == present.values else {
      throw JournalError(.conflict, "\(what) was changed in the meantime: what another device recorded has arrived.")
    }
  }

  // MARK: Exercises

  /// The exercise that a text names. One that is built in is defined, one that is retired restored.
  ///
  /// - Throws: `notFound` where there is none; `invalidValue` where several are meant.
  mutating func exercise(_ text: String) throws(JournalError) -> Exercise {
    let found = try ExerciseSearch(exercises).find(text)
    switch found {
    case .defined(let exercise):
      if exercise.isRetired { restore(exercise) }
      return exercise
    case .builtIn(let draft): return define(draft)
    }
  }

  /// Defines an exercise.
  ///
  /// - Parameter draft: valid, and with a name that no other has; see ``requireUnique(_:aliases:except:)``.
  @discardableResult
  mutating func define(_ draft: ExerciseDraft) -> Exercise {
    lastExercise += 1
    let new = WorkoutAction.NewExercise(number: lastExercise, id: draft.id ?? UUID(), draft)
    add(.exerciseDefined(new))
    let exercise = Exercise(new, sequence: 0)
    exercises.append(exercise)
    return exercise
  }

  /// Restores an exercise if it is retired.
  mutating func offer(_ number: Int) -> Exercise? {
    guard let exercise = exercises.first(where: { $0.number == number }) else { return nil }
    if exercise.isRetired { restore(exercise) }
    return exercise
  }

  /// Removes a folded name from the aliases of every exercise.
  mutating func removeAlias(_ name: String) {
    for index in exercises.indices {
      let others = exercises[index].aliases.filter { ExerciseName.folded($0) != name }
      guard others.count < exercises[index].aliases.count else { continue }
      exercises[index].aliases = others
      add(.exerciseEdited(exercises[index].number, ExerciseChanges(aliases: others)))
    }
  }

  private mutating func restore(_ exercise: Exercise) {
    add(.exerciseRestored(exercise.number))
    for index in exercises.indices where exercises[index].number == exercise.number {
      exercises[index].isRetired = false
    }
  }

  /// - Throws: `invalidValue` where another exercise has one of the names.
  func requireUnique(_ name: String?, aliases: [String]?, except number: Int?) throws(JournalError) {
    for name in (name.map { [$0] } ?? []) + (aliases ?? []) {
      guard let other = exercises.first(called: name, except: number) else { continue }
      throw JournalError(
        .invalidValue,
        "Exercise \(other.shownNumber) is called \"\(Escaping.escaped(name))\" already"
          + (other.isRetired ? ", and is retired." : "."))
    }
  }

  /// The items of a plan, whose exercises are found by their names.
  ///
  /// - Throws: as ``exercise(_:)``; `invalidValue` for a plan that is not valid.
  mutating func items(_ entries: [PlanText.Entry]) throws(JournalError) -> [PlanItem] {
    var items: [PlanItem] = []
    for entry in entries { items.append(PlanItem(exercise: try exercise(entry.exercise).number, entry.prescription)) }
    return items
  }
}

extension Training {
  /// Returns the events that an action takes.
  ///
  /// If a session is discarded, its check-in names no session any more. A plan that is discarded is not active.
  mutating func events(
    of action: Event.Action, to target: Plan.Target
  ) throws(JournalError) -> [(target: Plan.Target, action: Event.Action)] {
    let directory = try directory()
    switch action {
    case .workout(.sessionDiscarded(let number)):
      return [(target, action)]
        + directory.links.filter { Int($0.session) == number }
        .map { (.checkIn(Int($0.checkIn)), .workout(.checkInUnlinked)) }
    case .workout(.planDiscarded(let number)) where directory.activePlan == number:
      return [(target, .workout(.planActivated(nil))), (target, action)]
    default: return [(target, action)]
    }
  }
}

extension Journal {
  /// Commits a command about workouts: what `body` adds is appended as one.
  ///
  /// - Parameters:
  ///   - undoes: see ``Plan/undoes``.
  ///   - body: plans the command, against the journal as it is, and says what the answer is about.
  func commitWorkout<Answer: Sendable>(
    origin: Event.Origin? = nil, keys: Set<Plan.Key> = [], progress: Progress? = nil,
    _ body: @escaping @Sendable (inout Timeline, inout WorkoutCommand) throws(JournalError) -> Answer
  ) throws(JournalError) -> (answer: Answer, lastEvent: UInt64?) {
    let answer = Mutex<Answer?>(nil)
    let outcome = try commitWithState(progress: progress) { state throws(JournalError) in
      let conflictingFields = state.merged.conflictingFieldsOfSubjects()
      let (command, planned) = try state.ask { timeline in
        var command = try WorkoutCommand(&timeline.training, conflictingFields: conflictingFields)
        let planned = try body(&timeline, &command)
        return (command, planned)
      }
      answer.withLock { $0 = planned }
      let concerned = command.events.compactMap { event -> Plan.Key? in
        if case .checkIn(let number) = event.target { .checkIn(number) } else { nil }
      }
      return Plan(events: command.events, keys: keys.union(concerned + [.workouts]), origin: origin)
    }
    guard let found = answer.withLock({ $0 }) else { throw JournalError(.internalFault, "A command had no result.") }
    return (found, outcome.lastEvent)
  }
}

/// The training lookups of commands. They throw errors with a message for the user.
extension Training {
  mutating func requiredExercise(_ number: Int) throws(JournalError) -> Exercise {
    guard let exercise = try exercise(number) else {
      throw JournalError(.notFound, "There is no exercise \(called(number)).")
    }
    return exercise
  }

  mutating func requiredPlan(_ number: Int) throws(JournalError) -> WorkoutPlan {
    guard let plan = try plan(number) else {
      throw JournalError(.notFound, "There is no plan \(called(number)).")
    }
    return plan
  }

  /// The plan, unless it is discarded.
  mutating func changeablePlan(_ number: Int) throws(JournalError) -> WorkoutPlan {
    let plan = try requiredPlan(number)
    guard !plan.isDiscarded else {
      throw JournalError(
        .invalidValue,
        """
        Plan \(plan.shownNumber) is discarded; restore it \
        first\(by: .restorePlan(number, called: plan.numberInGroup)).
        """)
    }
    return plan
  }

  mutating func requiredSession(_ number: Int) throws(JournalError) -> WorkoutSession {
    guard let session = try session(number) else {
      throw JournalError(.notFound, "There is no session \(called(number)).")
    }
    return session
  }

  /// The session, unless it is discarded.
  mutating func changeableSession(_ number: Int) throws(JournalError) -> WorkoutSession {
    let session = try requiredSession(number)
    guard !session.isDiscarded else {
      throw JournalError(
        .invalidValue,
        """
        Session \(session.shownNumber) is discarded; restore it \
        first\(by: .restoreSession(number, called: session.numberInGroup)).
        """)
    }
    return session
  }

  /// The session that sets are logged into; `nil` where none is open.
  mutating func openSession() throws(JournalError) -> WorkoutSession? {
    try openSessions().first
  }

  mutating func requireNoneOpen(except number: Int? = nil) throws(JournalError) {
    guard let open = try openSession(), open.number != number else { return }
    throw JournalError(
      .invalidValue,
      """
      Session \(open.shownNumber) is open; finish it first\(by: .finishSession), or discard \
      it\(by: .discardSession(open.number, called: open.numberInGroup)).
      """)
  }

  /// The set of a session, unless the session is discarded or the set was removed.
  mutating func changeableSet(_ number: Int, ofSession session: Int) throws(JournalError) -> ExerciseSet {
    guard let set = try changeableSession(session).sets.first(where: { $0.number == number }) else {
      throw JournalError(.notFound, "Session \(called(session)) has no set \(called(number)).")
    }
    return set
  }
}
