public import struct FoundationEssentials.UUID

extension Journal {
  // MARK: Questions

  /// Returns `true` if the journal contains any workout data.
  package func hasWorkouts() throws(JournalError) -> Bool {
    try read { try !$0.training.directory().isEmpty }
  }

  /// The session with this number, discarded or not.
  ///
  /// - Throws: `notFound`.
  public func existingSession(_ number: Int) throws(JournalError) -> WorkoutSession {
    try read { try $0.training.requiredSession(number) }
  }

  /// Returns the number of the session with an identity; `nil` if there is none. Loads all months.
  public func sessionNumber(of id: UUID) throws(JournalError) -> Int? {
    try read { try $0.training.sessionNumbers()[id] }
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

  /// The name of a session without a title.
  public static let untitledSession = "Workout"

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
      if let id = draft.id, let known = try timeline.training.sessionNumbers()[id] { return known }
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

  /// Completes an open session: from now on its sets count.
  ///
  /// - Parameters:
  ///   - number: The number of the session; `nil` for the one that is open. In a group, several can be open.
  ///   - endMilliseconds: milliseconds since 1970-01-01 UTC.
  ///   - checkIn: The check-in that the session is linked to; `nil` for none.
  /// - Throws: `invalidValue` where no session is open, or with everything that is wrong; `notFound`; what committing
  ///   throws.
  @discardableResult
  public func completeSession(
    _ number: Int? = nil, endMilliseconds: Int64, checkIn: SessionCheckIn? = nil
  ) throws(JournalError) -> SessionCompletion {
    let now = configuration.now()
    // The decision depends on all check-ins of the day.
    let keys: Set<Plan.Key> = checkIn == nil ? [] : [.everything]
    let ((number, link), _) = try commitWorkout(keys: keys) { timeline, command throws(JournalError) in
      let found: WorkoutSession? =
        if let number { try timeline.training.requiredSession(number) } else { try timeline.training.openSession() }
      guard let session = found, session.state == .open, !session.isDiscarded else {
        throw JournalError(.invalidValue, "No session is open; start one\(by: .startSession, or: " first").")
      }
      var messages = WorkoutValidation.endMessages(endMilliseconds, start: session.start, now: now)
      command.add(.sessionCompleted(session.number, endMilliseconds: endMilliseconds))
      var link: SessionLink?
      if let checkIn {
        let linked = try command.link(session, to: checkIn, in: &timeline, now: now)
        link = linked.link
        messages += linked.messages
      }
      guard messages.isEmpty else { throw JournalError.invalid(messages) }
      return (session.number, link)
    }
    return try completion(of: number, link: link)
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
}
