public import struct FoundationEssentials.UUID

/// One action on an exercise, a plan, a session, a set, the link between a check-in and a session, the reminder, a
/// goal or the mark of a day, as the log keeps it for ever. Each names what it concerns; a link's check-in is that of
/// the ``Event``.
///
/// ```swift
/// if case .workout(.setLogged(let set)) = event.action {
///   print(set.reference.session, set.entry.reps ?? 0)
/// }
/// ```
public enum WorkoutAction: Hashable, Sendable {
  /// An exercise was defined.
  case exerciseDefined(NewExercise)
  /// Only what changed.
  case exerciseEdited(Int, ExerciseChanges)
  /// The exercise with this number was retired: it is no longer offered.
  case exerciseRetired(Int)
  /// The exercise with this number is offered again.
  case exerciseRestored(Int)

  /// A plan was created.
  case planCreated(NewPlan)
  /// Only what changed.
  case planEdited(Int, PlanChanges)
  /// The plan that is active from now on, or none. One register for all plans, so that no two can be active.
  case planActivated(Int?)
  /// The plan with this number was discarded.
  case planDiscarded(Int)
  /// The plan with this number was restored.
  case planRestored(Int)

  /// A session was started, or recorded afterwards.
  case sessionStarted(NewSession)
  /// Only what changed.
  case sessionEdited(Int, SessionChanges)
  /// The end is in milliseconds since 1970-01-01 UTC; `nil` where it is not known.
  case sessionCompleted(Int, endMilliseconds: Int64?)
  /// Takes a completion back.
  case sessionReopened(Int)
  /// The session with this number was discarded, with its sets.
  case sessionDiscarded(Int)
  /// The session with this number was restored.
  case sessionRestored(Int)

  /// A set was logged.
  case setLogged(NewSet)
  /// Only what changed.
  case setEdited(SetReference, SetChanges)
  /// The set was removed.
  case setRemoved(SetReference)
  /// The set was restored.
  case setRestored(SetReference)

  /// The event's check-in names this session from now on.
  case checkInLinked(session: Int)
  /// The event's check-in names no session any more.
  case checkInUnlinked

  /// The reminder was set, in place of the one that was there.
  case reminderSet(Reminder)
  /// There is no reminder any more.
  case reminderCleared

  /// It takes the place of the goal that its subject had. One register for each subject, so that no two goals can
  /// contradict each other.
  case goalSet(Goal)
  /// There is no goal for the subject any more.
  case goalCleared(Goal.Subject)

  /// A day was marked as one without training. It replaces the mark that the day had.
  case dayMarked(DayMark)
  /// The day isn't marked any longer.
  case dayUnmarked(CivilDay)
}

extension WorkoutAction {
  /// The fields of a new exercise.
  public struct NewExercise: Hashable, Sendable {
    /// 1 for the first exercise of the journal, 2 for the second, and so on.
    public var number: Int
    /// Its identity outside the journal.
    public var id: UUID
    /// Its name: 1 to 100 characters.
    public var name: String
    /// Other names that it is found by.
    public var aliases: [String]
    /// The tracking type of its sets.
    public var measure: Exercise.Measure
    /// The role of a set's weight.
    public var load: Exercise.Load

    /// The event that defines an exercise as it is now.
    package init(_ exercise: Exercise) {
      self.init(number: exercise.number, id: exercise.id, ExerciseDraft(name: exercise.name))
      aliases = exercise.aliases
      measure = exercise.measure
      load = exercise.load
    }

    /// The fields of a draft, with the number and the identity that it was given.
    public init(number: Int, id: UUID, _ draft: ExerciseDraft) {
      self.number = number
      self.id = id
      name = draft.name
      aliases = draft.aliases
      measure = draft.measure
      load = draft.load
    }
  }

  /// The fields of a new plan.
  public struct NewPlan: Hashable, Sendable {
    /// 1 for the first plan of the journal, 2 for the second, and so on.
    public var number: Int
    /// Its identity outside the journal.
    public var id: UUID
    /// Its name: 1 to 100 characters.
    public var name: String
    /// Its exercises, in their order.
    public var items: [PlanItem]

    /// The fields of a new plan.
    public init(number: Int, id: UUID, name: String, items: [PlanItem]) {
      self.number = number
      self.id = id
      self.name = name
      self.items = items
    }
  }

  /// The changes that an edit makes to a plan; `nil` leaves a field unchanged.
  public struct PlanChanges: Hashable, Sendable {
    /// The new name; `nil` leaves the name unchanged.
    public var name: String?
    /// All items of the changed plan, in order, at least one; `nil` leaves them unchanged.
    public var items: [PlanItem]?

    /// Creates the changes; `nil` leaves a field unchanged.
    public init(name: String? = nil, items: [PlanItem]? = nil) {
      self.name = name
      self.items = items
    }
  }

  /// The fields of a new session.
  public struct NewSession: Hashable, Sendable {
    /// 1 for the first session of the journal, 2 for the second, and so on.
    public var number: Int
    /// Its identity outside the journal.
    public var id: UUID
    /// The start time.
    public var start: CheckInTime
    /// The title; empty if it has none.
    public var title: String
    /// The note; empty if it has none.
    public var note: String
    /// The plan that it follows, as it was then; `nil` for none.
    public var plan: WorkoutSession.PlanReference?

    /// The fields of a draft, with the number and the identity that it was given.
    public init(number: Int, id: UUID, _ draft: SessionDraft, plan: WorkoutSession.PlanReference?) {
      self.number = number
      self.id = id
      start = draft.start
      title = draft.title
      note = draft.note
      self.plan = plan
    }
  }

  /// The fields of a new set.
  public struct NewSet: Hashable, Sendable {
    /// Its session, and its number there.
    public var reference: SetReference
    /// Its identity outside the journal.
    public var id: UUID
    /// The number of the exercise.
    public var exercise: Int
    /// The recorded values of the set.
    public var entry: SetEntry
    /// The time at which the set was done, in milliseconds since 1970-01-01 UTC; `nil` if it wasn't given.
    public var atMilliseconds: Int64?

    /// The fields of a new set.
    public init(
      _ reference: SetReference, id: UUID, exercise: Int, entry: SetEntry, atMilliseconds: Int64? = nil
    ) {
      self.reference = reference
      self.id = id
      self.exercise = exercise
      self.entry = entry
      self.atMilliseconds = atMilliseconds
    }
  }

  /// A set, by the number of its session and its own number there.
  public struct SetReference: Hashable, Sendable {
    /// The number of the session.
    public var session: Int
    /// 1 for the first set of the session, 2 for the second, and so on.
    public var number: Int

    /// The set with this number of a session.
    public init(session: Int, number: Int) {
      self.session = session
      self.number = number
    }
  }
}

extension Exercise {
  /// Creates an exercise as it is after the event that defined it.
  package init(_ new: WorkoutAction.NewExercise, sequence: UInt64) {
    self.init(
      number: new.number, id: new.id, name: new.name, aliases: new.aliases, measure: new.measure, load: new.load,
      sequence: sequence)
  }
}

extension WorkoutSession {
  /// Creates a session as it is after the event that started it.
  init(_ new: WorkoutAction.NewSession, sequence: UInt64) {
    self.init(
      number: new.number, id: new.id, start: new.start, title: new.title, note: new.note, plan: new.plan,
      sequence: sequence)
  }
}

extension ExerciseSet {
  /// Creates a set as it is after the event that logged it.
  init(_ new: WorkoutAction.NewSet, sequence: UInt64) {
    self.init(
      number: new.reference.number, id: new.id, exercise: new.exercise, entry: new.entry,
      atMilliseconds: new.atMilliseconds, sequence: sequence)
  }
}

/// A type of event about workouts, by its field number in `Event`.
package enum WorkoutKind: UInt32, CaseIterable {
  case exerciseDefined = 16
  case exerciseEdited = 17
  case exerciseRetired = 18
  case exerciseRestored = 19
  // 20 is in frozen logs as a field that nobody knows.
  case planCreated = 21
  case planEdited = 22
  case planActivated = 23
  case planDiscarded = 24
  case planRestored = 25
  case sessionStarted = 26
  case sessionEdited = 27
  case sessionCompleted = 28
  case sessionReopened = 29
  case sessionDiscarded = 30
  case sessionRestored = 31
  case setLogged = 32
  case setEdited = 33
  case setRemoved = 34
  case setRestored = 35
  case checkInLinked = 36
  case checkInUnlinked = 37
  case reminderSet = 38
  case reminderCleared = 39
  // 40 is in frozen logs as an action that nobody knows.
  case goalSet = 41
  case goalCleared = 42
  case dayMarked = 43
  case dayUnmarked = 44

  /// The field numbers of events about marks of days.
  static let ofMarks = dayMarked.rawValue...dayUnmarked.rawValue

  /// The name that audits show: `setLogged`.
  package var name: String { String(describing: self) }
}

extension WorkoutAction {
  /// The names of all event types about workouts.
  package static var typeNames: [String] { WorkoutKind.allCases.map(\.name) }

  /// Creates an action whose fields have their defaults, for a decoder to fill.
  init(_ kind: WorkoutKind) {
    switch kind {
    case .exerciseDefined: self = .exerciseDefined(NewExercise())
    case .exerciseEdited: self = .exerciseEdited(0, ExerciseChanges())
    case .exerciseRetired: self = .exerciseRetired(0)
    case .exerciseRestored: self = .exerciseRestored(0)
    case .planCreated: self = .planCreated(NewPlan())
    case .planEdited: self = .planEdited(0, PlanChanges())
    case .planActivated: self = .planActivated(nil)
    case .planDiscarded: self = .planDiscarded(0)
    case .planRestored: self = .planRestored(0)
    case .sessionStarted: self = .sessionStarted(NewSession())
    case .sessionEdited: self = .sessionEdited(0, SessionChanges())
    case .sessionCompleted: self = .sessionCompleted(0, endMilliseconds: nil)
    case .sessionReopened: self = .sessionReopened(0)
    case .sessionDiscarded: self = .sessionDiscarded(0)
    case .sessionRestored: self = .sessionRestored(0)
    case .setLogged: self = .setLogged(NewSet())
    case .setEdited: self = .setEdited(SetReference(), SetChanges())
    case .setRemoved: self = .setRemoved(SetReference())
    case .setRestored: self = .setRestored(SetReference())
    case .checkInLinked: self = .checkInLinked(session: 0)
    case .checkInUnlinked: self = .checkInUnlinked
    case .reminderSet: self = .reminderSet(Reminder())
    case .reminderCleared: self = .reminderCleared
    case .goalSet: self = .goalSet(Goal())
    case .goalCleared: self = .goalCleared(.days)
    case .dayMarked: self = .dayMarked(DayMark())
    case .dayUnmarked: self = .dayUnmarked(DayMark().day)
    }
  }

  package var kind: WorkoutKind {
    switch self {
    case .exerciseDefined: .exerciseDefined
    case .exerciseEdited: .exerciseEdited
    case .exerciseRetired: .exerciseRetired
    case .exerciseRestored: .exerciseRestored
    case .planCreated: .planCreated
    case .planEdited: .planEdited
    case .planActivated: .planActivated
    case .planDiscarded: .planDiscarded
    case .planRestored: .planRestored
    case .sessionStarted: .sessionStarted
    case .sessionEdited: .sessionEdited
    case .sessionCompleted: .sessionCompleted
    case .sessionReopened: .sessionReopened
    case .sessionDiscarded: .sessionDiscarded
    case .sessionRestored: .sessionRestored
    case .setLogged: .setLogged
    case .setEdited: .setEdited
    case .setRemoved: .setRemoved
    case .setRestored: .setRestored
    case .checkInLinked: .checkInLinked
    case .checkInUnlinked: .checkInUnlinked
    case .reminderSet: .reminderSet
    case .reminderCleared: .reminderCleared
    case .goalSet: .goalSet
    case .goalCleared: .goalCleared
    case .dayMarked: .dayMarked
    case .dayUnmarked: .dayUnmarked
    }
  }
}

extension WorkoutAction: FieldMessage {
  init() { self = .checkInUnlinked }

  mutating func visitFields<Visitor: FieldVisitor & ~Copyable>(with visitor: inout Visitor) throws(Visitor.Failure) {
    switch self {
    case .exerciseDefined(let new): self = .exerciseDefined(try visitor.visited(new))
    case .exerciseEdited(let number, let changes):
      self = .exerciseEdited(try visitor.visited(number, of: .exercise), try visitor.visited(changes))
    case .exerciseRetired(let number): self = .exerciseRetired(try visitor.visited(number, of: .exercise))
    case .exerciseRestored(let number): self = .exerciseRestored(try visitor.visited(number, of: .exercise))

    case .planCreated(let new): self = .planCreated(try visitor.visited(new))
    case .planEdited(let number, let changes):
      self = .planEdited(try visitor.visited(number, of: .plan), try visitor.visited(changes))
    case .planActivated(var number):
      try visitor.number(&number, of: .plan, PlanField.plan.optional)
      self = .planActivated(number)
    case .planDiscarded(let number): self = .planDiscarded(try visitor.visited(number, of: .plan))
    case .planRestored(let number): self = .planRestored(try visitor.visited(number, of: .plan))

    case .sessionStarted(let new): self = .sessionStarted(try visitor.visited(new))
    case .sessionEdited(let number, let changes):
      self = .sessionEdited(try visitor.visited(number, of: .session), try visitor.visited(changes))
    case .sessionCompleted(let number, var end):
      let session = try visitor.visited(number, of: .session)
      try visitor.optional(&end, as: SessionField.end)
      self = .sessionCompleted(session, endMilliseconds: end)
    case .sessionReopened(let number): self = .sessionReopened(try visitor.visited(number, of: .session))
    case .sessionDiscarded(let number): self = .sessionDiscarded(try visitor.visited(number, of: .session))
    case .sessionRestored(let number): self = .sessionRestored(try visitor.visited(number, of: .session))

    case .setLogged(let new): self = .setLogged(try visitor.visited(new))
    case .setEdited(let reference, let changes):
      self = .setEdited(try visitor.visited(reference), try visitor.visited(changes))
    case .setRemoved(let reference): self = .setRemoved(try visitor.visited(reference))
    case .setRestored(let reference): self = .setRestored(try visitor.visited(reference))

    case .checkInLinked(let number): self = .checkInLinked(session: try visitor.visited(number, of: .session))
    case .checkInUnlinked, .reminderCleared: break

    case .reminderSet(let reminder): self = .reminderSet(try visitor.visited(reminder))
    case .goalSet(let goal): self = .goalSet(try visitor.visited(goal))
    case .goalCleared(let subject): self = .goalCleared(try visitor.visited(subject))
    case .dayMarked(let mark): self = .dayMarked(try visitor.visited(mark))
    case .dayUnmarked(var day):
      try visitor.value(&day, as: DayMarkField.day)
      self = .dayUnmarked(day)
    }
  }
}
