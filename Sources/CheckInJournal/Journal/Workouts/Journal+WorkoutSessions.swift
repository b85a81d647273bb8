public import FoundationEssentials

extension Journal {
  // MARK: Questions

  /// Returns `true` if the journal contains any workout data.
  package func hasWorkouts() throws(JournalError) -> Bool {
    try read { try !$0.training.directory().isEmpty }
  }

  /// Returns `true` if the journal's events have ever marked or unmarked a day.
  package func hasMarkEvents() throws(JournalError) -> Bool {
    try read { try $0.training.directory().hasMarkEvents }
  }

  /// The session with this number, discarded or not.
  ///
  /// - Throws: `notFound`.
  public func existingSession(_ number: Int) throws(JournalError) -> WorkoutSession {
    try read { try $0.training.requiredSession(number) }
  }

  /// The session that sets are logged into; `nil` where none is open.
  public func openSession() throws(JournalError) -> WorkoutSession? {
    try read { try $0.training.openSessions().first }
  }

  /// Completed sessions by their local start, newest first; ties as for check-ins, see ``place(of:)``. Loads only the
  /// months that it needs.
  ///
  /// - Parameter start: how many of the newest are left out.
  public func completedSessions(
    from start: Int = 0, limit: Int = .max
  ) throws(JournalError) -> [WorkoutSession] {
    try read { try $0.training.completedSessions(from: start, limit: limit) }
  }

  /// Sessions that were discarded, newest first. Loads all months.
  public func discardedSessions() throws(JournalError) -> [WorkoutSession] {
    try read { try $0.training.discardedSessions() }
  }

  /// Months with completed sessions, and what was done in them, ascending.
  public func trainingTotals() throws(JournalError) -> [MonthTrainingTotals] {
    try read { try $0.training.totalsByMonth() }
  }

  /// Returns the totals of a session, without warm-ups.
  public func totals(of session: WorkoutSession) throws(JournalError) -> TrainingTotals {
    try read { try $0.training.totals(of: session) }
  }

  /// The latest sets of an exercise in a completed session, to be shown beside today's; none where it was never done.
  public func lastSets(ofExercise number: Int) throws(JournalError) -> LastSets? {
    try read { timeline in
      guard let last = try timeline.training.statistics(of: number)?.last,
        let session = try timeline.training.session(last.session)
      else { return nil }
      return LastSets(session: session, sets: session.sets.filter { $0.exercise == number })
    }
  }

  /// The session that a check-in names; `nil` for none.
  public func session(ofCheckIn number: Int) throws(JournalError) -> Int? {
    try read { try $0.training.directory().session(ofCheckIn: number) }
  }

  // MARK: Sessions

  /// Starts a session. Starting the same identity again answers with the one that is there.
  ///
  /// - Throws: `invalidValue` with everything that is wrong, where a session is open, or for a plan that is discarded;
  ///   `notFound`; what committing throws.
  @discardableResult
  public func startSession(_ draft: SessionDraft) throws(JournalError) -> WorkoutSession {
    let draft = draft.normalized
    let messages = WorkoutValidation.messages(for: draft, now: configuration.now())
    guard messages.isEmpty else { throw .invalid(messages) }
    let (number, _) = try commitWorkout { timeline, command throws(JournalError) in
      if let id = draft.id, let known = try timeline.training.sessionNumber(of: id) { return known }
      try timeline.training.requireNoneOpen()
      return try timeline.training.start(draft, &command).number
    }
    return try existingSession(number)
  }

  /// Changes a session. Only what differs is recorded.
  ///
  /// - Parameter expected: where given, the edit is refused if the session has an event after that, or is not what it
  ///   was then; see ``WorkoutSession/editVersion``.
  /// - Throws: `conflict` for that; `notFound`; `invalidValue` with everything that is wrong, for a discarded session,
  ///   or for the end of an open one; what committing throws.
  @discardableResult
  public func editSession(
    _ number: Int, with changes: SessionChanges, expecting expected: WorkoutVersion? = nil
  ) throws(JournalError) -> SessionEdit {
    let now = configuration.now()
    var changes = changes
    changes.title = changes.title.map(Validation.trimmed)
    changes.note = changes.note.map(Validation.trimmed)
    let (_, lastEvent) = try commitWorkout { [changes] timeline, command throws(JournalError) in
      let session = try timeline.training.changeableSession(number)
      try WorkoutCommand.expect(expected, present: session.editVersion, of: "Session \(session.shownNumber)")
      let difference = changes.difference(from: session)
      var messages = difference.title.map(WorkoutValidation.nameMessages) ?? []
      messages += WorkoutValidation.noteMessages(difference.note ?? "")
      if let start = difference.start { messages += WorkoutValidation.startMessages(start, now: now) }
      let end = difference.endMilliseconds.map(\.value) ?? session.endMilliseconds
      if let end {
        let start = difference.start ?? session.start
        messages += WorkoutValidation.endMessages(end, start: start, now: now)
      }
      guard messages.isEmpty else { throw JournalError.invalid(messages) }
      if difference.endMilliseconds != nil, session.state == .open {
        throw JournalError(.invalidValue, "Session \(session.shownNumber) is open; finish it to give it an end.")
      }
      command.add(.sessionEdited(number, changes), differing: .sessionEdited(number, difference))
    }
    return SessionEdit(session: try existingSession(number), isChanged: lastEvent != nil)
  }

  /// Completes the open session: from now on its sets count.
  ///
  /// - Parameters:
  ///   - endMilliseconds: milliseconds since 1970-01-01 UTC.
  ///   - checkIn: is created with it and names it; without a title it gets the session's.
  /// - Throws: `invalidValue` where no session is open, or with everything that is wrong; what committing throws.
  @discardableResult
  public func completeSession(
    endMilliseconds: Int64, checkIn: CheckInDraft? = nil
  ) throws(JournalError) -> SessionCompletion {
    let now = configuration.now()
    let (number, _) = try commitWorkout { timeline, command throws(JournalError) in
      guard let session = try timeline.training.openSession() else {
        throw JournalError(.invalidValue, "No session is open; start one\(by: .startSession, or: " first").")
      }
      var messages = WorkoutValidation.endMessages(endMilliseconds, start: session.start, now: now)
      command.add(.sessionCompleted(session.number, endMilliseconds: endMilliseconds))
      if let checkIn {
        var draft = Validation.normalized(checkIn)
        if draft.title.isEmpty { draft.title = session.title }
        messages += Validation.messages(for: draft, now: now)
        if draft.type == .unknown { messages.insert(Validation.typeMissing, at: 0) }
        if let created = Event.Created(draft, id: draft.id ?? UUID()) {
          if let linked = session.checkIn { command.add(.workout(.checkInUnlinked), to: .checkIn(linked)) }
          command.add(.created(created), to: .new)
          command.add(.workout(.checkInLinked(session: session.number)), to: .lastCreated)
        }
      }
      guard messages.isEmpty else { throw JournalError.invalid(messages) }
      return session.number
    }
    let session = try existingSession(number)
    guard checkIn != nil, let linked = session.checkIn else { return SessionCompletion(session: session, checkIn: nil) }
    return SessionCompletion(session: session, checkIn: try existingCheckIn(linked))
  }

  /// Discards a session: it counts nowhere until it is restored. Its check-in stays and names no session any more.
  ///
  /// - Throws: `notFound`; `invalidValue` where it is discarded already; what committing throws.
  @discardableResult
  public func discardSession(_ number: Int) throws(JournalError) -> WorkoutSession {
    _ = try commitWorkout { timeline, command throws(JournalError) in
      let session = try timeline.training.requiredSession(number)
      guard !session.isDiscarded else {
        throw JournalError(.invalidValue, "Session \(session.shownNumber) is discarded already.")
      }
      try command.add(discarding: .sessionDiscarded(number), in: &timeline.training)
    }
    return try existingSession(number)
  }

  /// Brings a discarded session back, without a check-in.
  ///
  /// - Throws: `notFound`; `invalidValue` where it is not discarded, or is open and another one is; what committing
  ///   throws.
  @discardableResult
  public func restoreSession(_ number: Int) throws(JournalError) -> WorkoutSession {
    _ = try commitWorkout { timeline, command throws(JournalError) in
      let session = try timeline.training.requiredSession(number)
      guard session.isDiscarded || command.hasDiscardConflict(.session(number)) else {
        throw JournalError(.invalidValue, "Session \(session.shownNumber) is not discarded.")
      }
      if session.state == .open { try timeline.training.requireNoneOpen(except: number) }
      command.add(.sessionRestored(number))
    }
    return try existingSession(number)
  }

  /// Makes a check-in name a session.
  ///
  /// - Returns: the sequence number of the event; `nil` where it does so already.
  /// - Throws: `notFound`; `invalidValue` for a discarded session or check-in, or where another check-in names the
  ///   session; what committing throws.
  @discardableResult
  public func link(session number: Int, toCheckIn checkIn: Int) throws(JournalError) -> UInt64? {
    let (_, lastEvent) = try commitWorkout { timeline, command throws(JournalError) in
      let session = try timeline.training.changeableSession(number)
      _ = try timeline.changeable(checkIn)
      if session.checkIn == checkIn, !command.isInConflict(.session(number)), !command.isLinkInConflict(of: checkIn) {
        return
      }
      if let other = session.checkIn, other != checkIn, let shown = session.shownCheckIn {
        throw JournalError(
          .invalidValue,
          """
          Check-in \(shown) names session \(session.shownNumber) already; unlink it \
          first\(by: .unlinkCheckIn(other, called: session.checkInInGroup)).
          """)
      }
      command.add(.workout(.checkInLinked(session: number)), to: .checkIn(checkIn))
    }
    return lastEvent
  }

  /// Makes a check-in name no session.
  ///
  /// - Throws: `notFound`; `invalidValue` where it names none; what committing throws.
  public func unlink(checkIn: Int) throws(JournalError) {
    _ = try commitWorkout { timeline, command throws(JournalError) in
      let shown = try timeline.required(checkIn)
      let session = try timeline.training.directory().session(ofCheckIn: checkIn)
      guard session != nil else {
        throw JournalError(.invalidValue, "Check-in \(shown.shownNumber) names no session.")
      }
      command.add(.workout(.checkInUnlinked), to: .checkIn(checkIn))
    }
  }

  // MARK: Sets

  /// The result of logging sets.
  public struct LoggedSets: Hashable, Sendable {
    /// The session afterwards.
    public var session: WorkoutSession
    /// The exercise, which may have been defined with them.
    public var exercise: Exercise
    /// The numbers of the sets in the session.
    public var sets: [Int]
    /// A Boolean value that indicates whether the session was started with the sets.
    public var isNewSession: Bool
    /// A Boolean value that indicates whether this call logged the sets.
    ///
    /// `false` if an earlier call with the same ID did.
    public var isNew: Bool
  }

  /// Logs sets of one exercise into the open session, all or none. Where none is open, one is started with them; it
  /// follows the active plan if that has the exercise.
  ///
  /// - Parameters:
  ///   - text: names the exercise; see ``exercise(named:)``.
  ///   - time: when they were done, and a session that has to be started. A set that somebody logs without a time is
  ///     done now, unless nothing was logged for four hours: then the session is being entered afterwards, and the set
  ///     gets the time of what was logged last.
  ///   - isTimeGiven: whether somebody said when.
  ///   - id: the identity of the first set; `nil` draws a random one. If the open session has it already, or the one
  ///     that was completed or started last, nothing is logged, and the answer is about that set: so a form
  ///     that is sent twice logs once, also where the session was finished or discarded in between.
  ///   - expected: the session that the sets are for; `nil` for whichever is open, or a new one.
  /// - Throws: `notFound` for an exercise that is not known, with the nearest names; `invalidValue` where several are
  ///   meant, with everything that is wrong, or for a time before the open session began; `conflict` where the expected
  ///   session is not open any more; what committing throws.
  @discardableResult
  public func log(
    _ entries: [SetEntry], exercise text: String, at time: CheckInTime, isTimeGiven: Bool = false, id: UUID? = nil,
    session expected: Int? = nil
  ) throws(JournalError) -> LoggedSets {
    let now = configuration.now()
    let messages =
      entries.flatMap(WorkoutValidation.messages) + WorkoutValidation.startMessages(time, now: now)
    guard messages.isEmpty, !entries.isEmpty else {
      throw .invalid(messages.isEmpty ? [WorkoutValidation.setEmpty] : messages)
    }
    let ((number, exercise, sets, isNewSession), lastEvent) = try commitWorkout {
      timeline, command throws(JournalError) in
      let session: (number: Int, lastSet: Int, at: Int64)
      let open = try timeline.training.openSession()
      let stored = if let open { try timeline.training.storedSession(open.number) } else { nil as WorkoutSession? }
      if let id, let (session, set) = try timeline.training.latestSet(id, open: stored) {
        return (session, set.exercise, [set.number], false)
      }
      guard expected == nil || expected == open?.number else {
        throw JournalError(
          .conflict, "The workout that this set is for is not open any more, so nothing was logged.")
      }
      let exercise = try command.exercise(text)
      try exercise.requireMeasured(entries)
      if let open {
        guard !isTimeGiven || time.instantMilliseconds >= open.start.instantMilliseconds else {
          throw JournalError(
            .invalidValue,
            """
            Session \(open.shownNumber) is open, and began after that, at \(open.start.clock) on \(open.day); \
            finish it to enter an earlier one, or correct when it \
            began\(by: .correctStart(session: open.number, called: open.numberInGroup)).
            """)
        }
        // Of this journal's own numbers: other devices have theirs.
        let last = stored?.highestSet(ofDeviceWith: 1) ?? 0
        guard last + entries.count <= WorkoutValidation.maximumSetCount else {
          throw JournalError(.invalidValue, "A session holds \(WorkoutValidation.maximumSetCount) sets at most.")
        }
        session = (open.number, last, isTimeGiven ? time.instantMilliseconds : open.time(ofSetAt: time))
      } else {
        let plan = try timeline.training.activePlan()
        let followed = plan.flatMap { plan in plan.items.contains { $0.exercise == exercise.number } ? plan : nil }
        let started = try timeline.training.start(
          SessionDraft(start: time, title: followed?.name ?? Self.untitledSession, plan: followed?.number), &command)
        session = (started.number, 0, time.instantMilliseconds)
      }
      for (index, entry) in entries.enumerated() {
        command.add(
          .setLogged(
            WorkoutAction.NewSet(
              WorkoutAction.SetReference(session: session.number, number: session.lastSet + index + 1),
              id: index == 0 ? id ?? UUID() : UUID(), exercise: exercise.number, entry: entry,
              atMilliseconds: session.at)))
      }
      return (session.number, exercise.number, (1...entries.count).map { session.lastSet + $0 }, open == nil)
    }
    return LoggedSets(
      session: try existingSession(number), exercise: try existingExercise(exercise), sets: sets,
      isNewSession: isNewSession, isNew: lastEvent != nil)
  }

  /// The name of a session without a title.
  public static let untitledSession = "Workout"

  /// The set of a session.
  ///
  /// - Throws: `notFound`, also for a set that was removed; `invalidValue` for a discarded session.
  public func existingSet(_ number: Int, ofSession session: Int) throws(JournalError) -> ExerciseSet {
    try read { try $0.training.changeableSet(number, ofSession: session) }
  }

  /// Gives a set other values. Only what differs is recorded.
  ///
  /// - Parameters:
  ///   - text: The name or alias of the set's exercise, if it changes.
  ///   - expected: as in ``editSet(_:ofSession:with:exercise:expecting:)``.
  /// - Throws: as ``editSet(_:ofSession:with:exercise:expecting:)``.
  @discardableResult
  public func editSet(
    _ number: Int, ofSession session: Int, to entry: SetEntry, exercise text: String? = nil,
    expecting expected: WorkoutVersion? = nil
  ) throws(JournalError) -> SessionEdit {
    try editSet(number, ofSession: session, with: SetChanges(writing: entry), exercise: text, expecting: expected)
  }

  /// Changes some fields of a set. Only what differs is recorded, and a value that resolves a conflict.
  ///
  /// - Parameters:
  ///   - text: The name or alias of the set's exercise, if it changes.
  ///   - expected: If given, the edit is rejected if the set has an event after that, or other values than then; see
  ///     ``ExerciseSet/editVersion``.
  /// - Throws: `conflict` for that; `notFound`; `invalidValue` for a discarded session, or with all problems of the
  ///   values; the errors of committing.
  @discardableResult
  public func editSet(
    _ number: Int, ofSession session: Int, with changes: SetChanges, exercise text: String? = nil,
    expecting expected: WorkoutVersion? = nil
  ) throws(JournalError) -> SessionEdit {
    let (_, lastEvent) = try commitWorkout { timeline, command throws(JournalError) in
      let old = try timeline.training.changeableSet(number, ofSession: session)
      try WorkoutCommand.expect(
        expected, present: old.editVersion, of: "Set \(old.shownNumber) of session \(timeline.training.called(session))"
      )
      var changes = changes
      if let note = changes.note, note.isSameText(as: old.entry.note) { changes.note = old.entry.note }
      let exercise =
        if let text { try command.exercise(text) } else {
          try timeline.training.requiredExercise(changes.exercise ?? old.exercise)
        }
      if text != nil { changes.exercise = exercise.number }
      var new = old
      changes.apply(to: &new)
      let messages = WorkoutValidation.messages(for: new.entry)
      guard messages.isEmpty else { throw JournalError.invalid(messages) }
      try exercise.requireMeasured([new.entry])
      let reference = WorkoutAction.SetReference(session: session, number: number)
      command.add(.setEdited(reference, changes), differing: .setEdited(reference, SetChanges(from: old, to: new)))
    }
    return SessionEdit(session: try existingSession(session), isChanged: lastEvent != nil)
  }

  /// Removes a set. It can be brought back by an undo, or by ``restoreSet(_:ofSession:)``.
  ///
  /// - Throws: `notFound`; `invalidValue` for a discarded session; what committing throws.
  @discardableResult
  public func removeSet(_ number: Int, ofSession session: Int) throws(JournalError) -> WorkoutSession {
    _ = try commitWorkout { timeline, command throws(JournalError) in
      _ = try timeline.training.changeableSet(number, ofSession: session)
      command.add(.setRemoved(WorkoutAction.SetReference(session: session, number: number)))
    }
    return try existingSession(session)
  }

  /// Brings a set back that was removed.
  ///
  /// - Throws: `notFound`; `invalidValue` for a discarded session, or where the set was not removed; what committing
  ///   throws.
  @discardableResult
  public func restoreSet(_ number: Int, ofSession session: Int) throws(JournalError) -> WorkoutSession {
    _ = try commitWorkout { timeline, command throws(JournalError) in
      _ = try timeline.training.changeableSession(session)
      let stored = try timeline.training.storedSession(session)
      guard let set = stored?.sets.first(where: { $0.number == number }) else {
        throw JournalError(
          .notFound,
          "Session \(timeline.training.called(session)) has no set \(timeline.training.called(number)).")
      }
      let reference = WorkoutAction.SetReference(session: session, number: number)
      guard set.isRemoved || command.hasDiscardConflict(.set(reference)) else {
        throw JournalError(
          .invalidValue,
          "Set \(timeline.training.called(number)) of session \(timeline.training.called(session)) was not removed.")
      }
      command.add(.setRestored(reference))
    }
    return try existingSession(session)
  }
}

extension SessionDraft {
  /// With white space removed from both ends of the texts.
  var normalized: SessionDraft {
    var draft = self
    draft.title = Validation.trimmed(title)
    draft.note = Validation.trimmed(note)
    return draft
  }
}

extension WorkoutSession {
  /// So long after what was logged last, a session is being entered afterwards.
  private static let maximumPauseMilliseconds: Int64 = 4 * 3_600_000

  /// Returns the time to record for a set that is logged at a time, in milliseconds since 1970.
  fileprivate func time(ofSetAt time: CheckInTime) -> Int64 {
    let last = max(start.instantMilliseconds, sets.compactMap(\.atMilliseconds).max() ?? start.instantMilliseconds)
    let isLive = time.instantMilliseconds &- last < Self.maximumPauseMilliseconds
    return isLive ? max(last, time.instantMilliseconds) : last
  }

  /// Returns the end of the open session if the user doesn't specify one, in milliseconds since 1970.
  ///
  /// That is `now`, or the time of the last set if the session is being entered afterwards.
  ///
  /// - Parameter now: The current time, in milliseconds since 1970.
  package func lastMoment(now: Int64) -> Int64 {
    let last = sets.compactMap(\.atMilliseconds).max() ?? start.instantMilliseconds
    return now &- last < Self.maximumPauseMilliseconds ? now : last
  }
}

extension Exercise {
  /// - Throws: `invalidValue` unless each set says what the exercise is measured by.
  fileprivate func requireMeasured(_ entries: [SetEntry]) throws(JournalError) {
    let (isMeasured, example): ((SetEntry) -> Bool, String) =
      switch measure {
      case .weightAndReps: ({ $0.reps != nil }, "weight and repetitions: write 80x10, or x12 without a weight")
      case .reps: ({ $0.reps != nil }, "repetitions: write x12")
      case .duration: ({ $0.seconds != nil }, "its duration: write 1:30")
      case .distance: ({ $0.millimetres != nil }, "its distance: write 400m")
      case .distanceAndDuration:
        ({ $0.millimetres != nil || $0.seconds != nil }, "distance and duration: write 5kmx25:00, 5km or 25:00")
      }
    guard let wrong = entries.first(where: { !isMeasured($0) }) else { return }
    throw JournalError(
      .invalidValue,
      "The set '\(SetNotation.text(wrong, unit: .kilograms))' does not fit: \(Escaping.escaped(name)) is measured by "
        + "\(example).")
  }
}

extension Training {
  /// Plans the start of a session.
  ///
  /// - Throws: `notFound`, or `invalidValue` for a discarded plan.
  mutating func start(
    _ draft: SessionDraft, _ command: inout WorkoutCommand
  ) throws(JournalError) -> WorkoutAction.NewSession {
    var plan: WorkoutSession.PlanReference?
    if let number = draft.plan {
      plan = WorkoutSession.PlanReference(number: number, version: try changeablePlan(number).version)
    }
    let month = draft.start.day.month
    // Loaded now, so that applying the event cannot find that it is unreadable.
    let directory = try self.directory()
    let (index, isPresent) = directory.monthIndex(month)
    if isPresent { _ = try page(at: index) }
    let new = WorkoutAction.NewSession(number: directory.lastSession + 1, id: draft.id ?? UUID(), draft, plan: plan)
    command.add(.sessionStarted(new))
    return new
  }

  /// The set with an identity, removed or not: of the open session, or of those that were completed and started last.
  fileprivate mutating func latestSet(
    _ id: UUID, open: WorkoutSession?
  ) throws(JournalError) -> (session: Int, set: ExerciseSet)? {
    if let open, let set = open.sets.first(where: { $0.id == id }) { return (open.number, set) }
    for number in [try completedSessions(limit: 1).first?.number, try directory().lastSession] {
      guard let number, let session = try storedSession(number) else { continue }
      if let set = session.sets.first(where: { $0.id == id }) { return (number, set) }
    }
    return nil
  }

  fileprivate mutating func sessionNumber(of id: UUID) throws(JournalError) -> Int? {
    try sessionNumbers()[id]
  }
}
