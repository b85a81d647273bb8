internal import EventLog
internal import FoundationEssentials

// Workouts in a group, under the same law as check-ins: each field is a register, and what one device discards while
// another changes it stays.
extension MergedJournal {
  /// Applies an event about workouts, with this journal's numbers for its check-in and itself.
  mutating func train(
    _ event: EventView, in bytes: RawSpan, _ write: FieldRegisters.Write, by writer: Int
  ) throws(JournalError) {
    var view = event
    guard let own = try? view.workoutAction(in: bytes) else { return }
    // What is changed below is to be loaded.
    _ = try timeline.training.directory()
    if writer == 0 { timeline.training.noteGiven(own) }
    guard var action = local(own, of: writer) else { throw .inconsistent("it names a replica that is not known") }
    let knows = knows(write.writer)
    if case .exerciseDefined(let new) = action {
      if let present = exerciseNumbers[new.id] {
        exercises[new.number] = present
        return
      }
      if let present = try exercise(with: new, knows: knows) {
        exercises[new.number] = present.number
        exerciseNumbers[new.id] = present.number
        return try unite(new, with: present, sequence: event.sequence, write, knows: knows)
      }
      exerciseNumbers[new.id] = new.number
    }
    var event = event
    if event.checkIn > 0 { event = try located(event).event }
    // Without the history, this journal's own writer knows of all that are here.
    if hasHistory, case .sessionStarted = action { try timeline.training.loadIdentities() }
    // Another device may start a session from it that comes later in the order of all.
    if case .planEdited(let plan, _) = action { timeline.training.keepPresentVersion(ofPlan: plan) }
    action = timeline.training.resolved(action)
    if hasHistory {
      try apply(action, event, in: bytes, write, knows: knows)
    } else {
      try timeline.training.apply(action, sequence: event.sequence, checkIn: event.checkIn)
    }
    if event.checkIn > 0 { try timeline.applyMerged(event, in: bytes) }
  }

  /// The subjects whose write histories an action extends.
  mutating func subjects(of action: WorkoutAction, checkIn: UInt64) throws(JournalError) -> [MergeConflict.Subject] {
    _ = try timeline.training.directory()
    let action = timeline.training.resolved(action)
    let checkIn = resolved(Int(clamping: checkIn))
    let used = action.usedSubjects.filter(\.canBeDiscarded)
    return ([WorkoutSubject(action, checkIn: checkIn)] + used).map { MergeConflict.Subject($0) }
      + (try linkedSessions(of: action, checkIn: checkIn).map { .session($0.session) })
  }

  /// Applies an action, and extends the write histories of what it changes.
  ///
  /// An action that discards something is not applied if another device has changed that without knowing. One that
  /// changes or uses something restores what another device has discarded without knowing.
  private mutating func apply(
    _ action: WorkoutAction, _ event: EventView, in bytes: RawSpan, _ write: FieldRegisters.Write,
    knows: (FieldRegisters.Write) -> Bool
  ) throws(JournalError) {
    let checkIn = Int(clamping: event.checkIn)
    let subject = WorkoutSubject(action, checkIn: checkIn)
    if action.discardsSubject {
      guard try timeline.training.contains(subject) else { throw .inconsistent("there is no such subject") }
      let isApplied = try updateRegister(of: MergeConflict.Subject(subject)) { register throws(JournalError) in
        register.discard(write, knows: knows)
      }
      if isApplied { try timeline.training.apply(action, sequence: event.sequence, checkIn: event.checkIn) }
      return
    }
    // The values are read before the action changes what they name.
    let written = action.writtenFields { identity(of: $0, number: $1) }
    let present = presentSubject(of: action)
    let linked = try linkedSessions(of: action, checkIn: checkIn)
    // A set that is logged has its event in itself; see ``newRegister(of:)``.
    let own: WorkoutSubject? = if case .setLogged = action { present } else { present ?? subject }
    var changed = action.usedSubjects.filter(\.canBeDiscarded)
    if let own, !changed.contains(own) { changed.append(own) }
    var taken = changed.map { (subject: $0, register: takeRegister(of: MergeConflict.Subject($0))) }
    defer {
      for one in taken {
        registers[MergeConflict.Subject(timeline.training.resolved(one.subject))] = one.register
      }
    }
    try timeline.training.apply(action, sequence: event.sequence, checkIn: event.checkIn)
    if case .session(let old)? = present { renumberRegisters(ofSession: old) }
    for index in taken.indices {
      let isDiscarded = taken[index].register.hasUnknownDiscard(knows: knows)
      taken[index].register.change(write, knows: knows)
      if taken[index].subject == own { taken[index].register.write(write, fields: written, knows: knows) }
      if isDiscarded { try restore(timeline.training.resolved(taken[index].subject), event, in: bytes) }
    }
    let id = linked.isEmpty ? nil : try timeline.checkIn(checkIn)?.id.uuidString
    for (session, isLinked) in linked {
      let field = MergeConflict.sessionLinkField
      func noteLink(in register: inout FieldRegisters) {
        // A writer that did not know the link of a session did not take it away.
        guard isLinked || register.isKnown(field, knows: knows) else { return }
        register.write(write, fields: [(field, isLinked ? id : nil)], knows: knows)
      }
      if let index = taken.firstIndex(where: { $0.subject == .session(session) }) {
        noteLink(in: &taken[index].register)
      } else {
        try updateRegister(of: .session(session)) { register throws(JournalError) in noteLink(in: &register) }
      }
    }
  }

  /// Applies an event about workouts to its check-in only, with this journal's number.
  mutating func link(
    _ event: EventView, in bytes: RawSpan, _ write: FieldRegisters.Write, known: [UInt64]
  ) throws(JournalError) {
    writers[write.writer].known = known
    let knows = knows(write.writer)
    let checkIn = Int(clamping: event.checkIn)
    let isDiscarded = try updateRegister(of: .checkIn(checkIn)) { register throws(JournalError) in
      defer { register.change(write, knows: knows) }
      return register.hasUnknownDiscard(knows: knows)
    }
    if isDiscarded { try restore(.link(checkIn: checkIn), event, in: bytes) }
    try timeline.applyMerged(event, in: bytes)
  }

  /// The sessions whose check-in an action changes, and whether they have the check-in afterwards: two devices that
  /// link two check-ins to one session are in conflict.
  private mutating func linkedSessions(
    of action: WorkoutAction, checkIn: Int
  ) throws(JournalError) -> [(session: Int, isLinked: Bool)] {
    func left(otherThan session: Int?) throws(JournalError) -> [(session: Int, isLinked: Bool)] {
      let present = try timeline.training.directory().session(ofCheckIn: checkIn)
      return present == session ? [] : present.map { [($0, false)] } ?? []
    }
    switch action {
    case .checkInLinked(let session): return [(session, true)] + (try left(otherThan: session))
    case .checkInUnlinked: return try left(otherThan: nil)
    // A restoration says of a session without a check-in that it has none, which resolves a conflict about that.
    case .sessionRestored(let session):
      return try timeline.training.directory().checkIn(ofSession: session) == nil ? [(session, false)] : []
    default: return []
    }
  }

  /// The session or set that another device created with the same identity before; `nil` if the action creates none.
  private mutating func presentSubject(of action: WorkoutAction) -> WorkoutSubject? {
    switch action {
    case .sessionStarted(let new): return timeline.training.sessionsByIdentity?[new.id].map { .session($0) }
    case .setLogged(let new):
      let reference = new.reference
      guard let session = try? timeline.training.storedSession(reference.session), let last = session.sets.last,
        timeline.training.mergedSessions.isOfSeveralDevices(session: reference.session)
          || !ReplicaNumber.range(of: reference.number).contains(last.number),
        let set = session.sets.first(where: { $0.id == new.id })
      else { return nil }
      return .set(WorkoutAction.SetReference(session: reference.session, number: set.number))
    default: return nil
    }
  }

  /// Returns the write history of something about workouts that was not written since it was created.
  mutating func newRegister(of subject: MergeConflict.Subject) -> FieldRegisters {
    var register = FieldRegisters()
    if case .set(let reference) = subject,
      let session = try? timeline.training.storedSession(reference.session),
      let set = session.sets.first(where: { $0.number == reference.number })
    {
      register.changes = [origin(ofEvent: set.sequence)]
    }
    return register
  }

  private mutating func restore(
    _ subject: WorkoutSubject, _ event: EventView, in bytes: RawSpan
  ) throws(JournalError) {
    let action: WorkoutAction
    switch subject {
    case .session(let number): action = .sessionRestored(number)
    case .plan(let number): action = .planRestored(number)
    case .set(let reference): action = .setRestored(reference)
    case .link:
      var restored = event
      restored.kind = .restored
      return try timeline.applyMerged(restored, in: bytes)
    case .exercise, .activePlan, .reminder, .goal, .dayMark: return
    }
    try timeline.training.apply(action, sequence: event.sequence, checkIn: 0)
  }

  // MARK: Exercises with the same name

  /// The exercise that a device defines, too, without knowing of it: one of another device that has the same name.
  private mutating func exercise(
    with new: WorkoutAction.NewExercise, knows: (FieldRegisters.Write) -> Bool
  ) throws(JournalError) -> Exercise? {
    guard hasHistory else { return nil }
    let name = ExerciseName.folded(new.name)
    let order = timeline.training.exerciseOrder
    return try timeline.training.directory().exercises.map(\.exercise)
      .filter { ExerciseName.folded($0.name) == name && !knows(origin(ofEvent: $0.sequence)) }
      .min { order.place(of: $0.number) < order.place(of: $1.number) }
  }

  /// Takes note that a device has defined an exercise that is there: that writes its fields, and offers it.
  private mutating func unite(
    _ new: WorkoutAction.NewExercise, with present: Exercise, sequence: UInt64, _ write: FieldRegisters.Write,
    knows: (FieldRegisters.Write) -> Bool
  ) throws(JournalError) {
    let definition = WorkoutAction.exerciseDefined(WorkoutAction.NewExercise(present))
    let before = definition.writtenFields { String($1) }
    let after = WorkoutAction.exerciseDefined(new).writtenFields { String($1) }
    let creation = origin(ofEvent: present.sequence)
    try updateRegister(of: .exercise(present.number)) { register throws(JournalError) in
      for (old, new) in zip(before, after) {
        if register.fields[old.name] == nil { register.write(creation, fields: [old]) { _ in true } }
        register.write(write, fields: [new], knows: knows)
      }
      if present.isRetired {
        let restored = WorkoutAction.exerciseRestored(present.number).writtenFields { String($1) }
        register.write(write, fields: restored, knows: knows)
      }
    }
    let changes = ExerciseChanges(defining: new)
    try timeline.training.apply(.exerciseEdited(present.number, changes), sequence: sequence, checkIn: 0)
    if present.isRetired {
      try timeline.training.apply(.exerciseRestored(present.number), sequence: sequence, checkIn: 0)
    }
  }

  /// The write that an event is, by the number that it has here.
  private func origin(ofEvent sequence: UInt64) -> FieldRegisters.Write {
    let code = ReplicaSequence(sequence)
    let (writer, own) = (code.map { $0.ordinal + 1 } ?? 0, code?.sequence ?? sequence)
    guard writers.indices.contains(writer) else { return FieldRegisters.Write(writer: 0, sequence: 0) }
    return FieldRegisters.Write(writer: lineage.origin(writer: writer, sequence: own), sequence: own)
  }

  // MARK: Names

  /// Moves the write histories of a session that several devices started, if it has another number from now on.
  private mutating func renumberRegisters(ofSession old: Int) {
    let number = timeline.training.mergedSessions.resolved(session: old)
    guard old != number else { return }
    for subject in Array(registers.keys) + storedRegisters.subjects {
      let moved: MergeConflict.Subject
      switch subject {
      case .session(old): moved = .session(number)
      case .set(let reference) where reference.session == old:
        moved = .set(WorkoutAction.SetReference(session: number, number: reference.number))
      default: continue
      }
      let stored = storedRegisters.remove(subject)
      registers[moved] = registers.removeValue(forKey: subject) ?? stored
    }
  }

  /// The identity of something, which is the same on every device.
  private func identity(of kind: WorkoutAction.NumberedSubject, number: Int) -> String {
    var training = timeline.training
    let id: UUID? =
      switch kind {
      case .exercise: training.loadedDirectory?.exercise(number)?.id
      case .plan: training.loadedDirectory?.planID(number)
      case .session: (try? training.storedSession(number))?.id
      case .set: nil
      }
    return id?.uuidString ?? String(number)
  }
}

extension WorkoutAction {
  /// `true` if the action discards something that stays if another device changes it meanwhile.
  ///
  /// Retiring an exercise discards nothing of what was done: it is a field.
  fileprivate var discardsSubject: Bool {
    switch self {
    case .planDiscarded, .sessionDiscarded, .setRemoved, .goalCleared: true
    default: false
    }
  }
}

extension MergeConflict {
  /// The field of a session that names its check-in.
  static let sessionLinkField = "checkIn"
}

extension MergeConflict.Subject {
  /// Something about workouts; the link of a check-in is a field of the check-in.
  init(_ subject: WorkoutSubject) {
    self =
      switch subject {
      case .exercise(let number): .exercise(number)
      case .plan(let number): .plan(number)
      case .activePlan: .activePlan
      case .session(let number): .session(number)
      case .set(let reference): .set(reference)
      case .link(let checkIn): .checkIn(checkIn)
      case .reminder: .reminder
      case .goal(let subject): .goal(subject)
      case .dayMark(let day): .dayMark(day)
      }
  }
}

extension WorkoutSubject {
  /// `true` if it can be discarded, and stays if another device changes it meanwhile.
  fileprivate var canBeDiscarded: Bool {
    switch self {
    case .plan, .session, .set, .goal: true
    case .exercise, .activePlan, .link, .reminder, .dayMark: false
    }
  }
}
