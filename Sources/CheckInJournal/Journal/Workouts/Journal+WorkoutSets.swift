public import FoundationEssentials

// The sets of sessions.
extension Journal {
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

  /// Reads sets of an exercise; see ``SetNotation``.
  ///
  /// ```swift
  /// let sets = try journal.sets("80x10 90x8", ofExercise: "bench", unit: .kilograms)
  /// ```
  ///
  /// The first number of `3x8` can be the number of sets instead of a weight. It is rejected if it is below a third of
  /// the smallest weight that was used for the exercise, or of the bar if none was used.
  ///
  /// - Parameters:
  ///   - name: As in ``exercise(named:)``.
  ///   - unit: The unit of weights that do not name theirs.
  /// - Throws: `invalidValue`, naming the word that cannot be read; the errors of ``exercise(named:)``.
  public func sets(
    _ text: String, ofExercise name: String, unit: Weight.Unit
  ) throws(JournalError) -> [SetEntry] {
    let exercise = try exercise(named: name)
    let subject = SetNotation.Subject(lightest: try lightestWeight(ofExercise: exercise.number)) { sets in
      .writeSets(sets, exercise: name)
    }
    return try SetNotation.parse(text, unit: unit, for: subject)
  }

  /// Returns the weights of sets that are hardly meant, as readable text.
  ///
  /// - Parameter number: The number of their exercise; 0 if it was never used.
  package func doubts(about entries: [SetEntry], ofExercise number: Int) throws(JournalError) -> [Message] {
    guard number > 0 else { return Validation.doubts(about: entries, load: .external, record: nil) }
    return Validation.doubts(
      about: entries, load: try existingExercise(number).load,
      record: try statistics(ofExercise: number).record?.weight)
  }

  /// Returns the smallest weight of an exercise's sets in the completed sessions and the open one; `nil` if none has a
  /// weight.
  private func lightestWeight(ofExercise number: Int) throws(JournalError) -> Weight? {
    try read { timeline in
      let best = try timeline.training.statistics(of: number)?.bestReps.compactMap(\.weight) ?? []
      let open = try timeline.training.openSession()?.sets.filter { $0.exercise == number } ?? []
      return (best + open.compactMap(\.entry.weight)).filter { $0.thousandths > 0 }.min { $1.isHeavier(than: $0) }
    }
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
      // A weight that was recorded before there was a limit stays until it is corrected.
      let messages = WorkoutValidation.messages(for: new.entry).filter {
        $0 != WorkoutValidation.weightTooGreat || new.entry.weight != old.entry.weight
      }
      guard messages.isEmpty else { throw JournalError.invalid(messages) }
      try exercise.requireMeasured([new.entry])
      let reference = WorkoutAction.SetReference(session: session, number: number)
      command.add(.setEdited(reference, changes), differing: .setEdited(reference, SetChanges(from: old, to: new)))
    }
    return SessionEdit(session: try existingSession(session), isChanged: lastEvent != nil)
  }

  /// Removes a set. It can be brought back by an undo, or by ``restoreSet(_:ofSession:)``.
  ///
  /// - Parameter expected: as in ``editSet(_:ofSession:with:exercise:expecting:)``.
  /// - Throws: `conflict` for that; `notFound`; `invalidValue` for a discarded session; what committing throws.
  @discardableResult
  public func removeSet(
    _ number: Int, ofSession session: Int, expecting expected: WorkoutVersion? = nil
  ) throws(JournalError) -> WorkoutSession {
    _ = try commitWorkout { timeline, command throws(JournalError) in
      let set = try timeline.training.changeableSet(number, ofSession: session)
      try WorkoutCommand.expect(
        expected, present: set.editVersion, of: "Set \(set.shownNumber) of session \(timeline.training.called(session))"
      )
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
}
