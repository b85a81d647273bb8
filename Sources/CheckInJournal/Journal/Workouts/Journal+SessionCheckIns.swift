internal import FoundationEssentials

extension Journal {
  /// Links a completed session to its check-in: one of its day, or a new one.
  ///
  /// ```swift
  /// try journal.linkCheckIn(toSession: 5)
  /// ```
  ///
  /// - Throws: `notFound`; `invalidValue` for a session that is open or discarded, or with everything that is wrong
  ///   with a new check-in; what committing throws.
  @discardableResult
  public func linkCheckIn(
    _ checkIn: SessionCheckIn = .linkedOrAdded(), toSession number: Int
  ) throws(JournalError) -> SessionCompletion {
    let now = configuration.now()
    // The decision depends on all check-ins of the day.
    let (link, _) = try commitWorkout(keys: [.everything]) { timeline, command throws(JournalError) in
      let session = try timeline.training.changeableSession(number)
      guard session.state == .completed else {
        throw JournalError(
          .invalidValue, "Session \(session.shownNumber) is open; finish it first\(by: .finishSession).")
      }
      let (link, messages) = try command.link(session, to: checkIn, in: &timeline, now: now)
      guard messages.isEmpty else { throw JournalError.invalid(messages) }
      return link
    }
    return try completion(of: number, link: link)
  }

  /// Returns the check-in that a session is linked to, or would be linked to, or `nil` if a new one would be added.
  ///
  /// See ``SessionCheckIn/linkedOrAdded(type:title:id:)``.
  ///
  /// - Throws: `notFound`.
  public func suitableCheckIn(forSession number: Int) throws(JournalError) -> CheckIn? {
    try read { timeline in
      let session = try timeline.training.requiredSession(number)
      if let linked = try timeline.linkedCheckIn(of: session) { return linked }
      return try timeline.suitableCheckIn(for: session)
    }
  }

  /// Returns the result of a command that linked a session to a check-in.
  ///
  /// - Parameter link: The way in which the command linked it; `nil` if it didn't.
  func completion(of number: Int, link: SessionLink?) throws(JournalError) -> SessionCompletion {
    let session = try existingSession(number)
    guard let link, let linked = session.checkIn else { return SessionCompletion(session: session) }
    return SessionCompletion(session: session, checkIn: try existingCheckIn(linked), link: link)
  }
}

extension SessionCheckIn {
  /// Returns the fields of the new check-in.
  fileprivate func draft(
    for session: WorkoutSession, in timeline: inout Timeline
  ) throws(JournalError) -> CheckInDraft {
    var draft =
      switch self {
      case .linkedOrAdded(let type, let title, _): CheckInDraft(type: type, title: title, time: session.start)
      case .added(let given): given
      }
    draft = Validation.normalized(draft)
    // A discarded check-in may have the identity.
    if case .linkedOrAdded(_, _, let id?) = self, try timeline.number(of: id) == nil { draft.id = id }
    if draft.title.isEmpty { draft.title = session.title }
    if draft.title.isEmpty, let plan = session.plan, let followed = try timeline.training.plan(plan) {
      draft.title = followed.name
    }
    if draft.title.isEmpty { draft.title = Journal.untitledSession }
    return draft
  }
}

extension Timeline {
  /// Returns the check-in that a session is linked to, or `nil` if there is none or it is discarded.
  mutating func linkedCheckIn(of session: WorkoutSession) throws(JournalError) -> CheckIn? {
    guard let number = session.checkIn, let linked = try checkIn(number), !linked.isDiscarded else { return nil }
    return linked
  }

  /// Returns the check-in of a session's day that stands for the session, or `nil` if a new one must be added.
  ///
  /// Of several, it is the one closest to the session's start. Those without a time of day come last.
  ///
  /// - Parameter id: The identity of a check-in that stands for the session whatever its type and day.
  mutating func suitableCheckIn(for session: WorkoutSession, id: UUID? = nil) throws(JournalError) -> CheckIn? {
    let filter = CheckInFilter(types: SessionCheckIn.linkedTypes, from: session.day, to: session.day)
    let found = try checkIns(of: CheckInSelection(filter: filter), by: .oldestFirst, limit: .max)
    let directory = try training.directory()
    if let id, let number = try self.number(of: id), directory.session(ofCheckIn: number) == nil,
      let known = try checkIn(number), !known.isDiscarded
    {
      return known
    }
    func distance(_ checkIn: CheckIn) -> UInt64 {
      guard checkIn.time.isTimeOfDayKnown else { return .max }
      return (checkIn.time.instantMilliseconds &- session.start.instantMilliseconds).magnitude
    }
    return found.filter { directory.session(ofCheckIn: $0.number) == nil }.min { distance($0) < distance($1) }
  }
}

extension WorkoutCommand {
  /// Adds the events that link a session to its check-in.
  ///
  /// - Returns: The way in which the session is linked, and everything that is wrong with a new check-in.
  mutating func link(
    _ session: WorkoutSession, to checkIn: SessionCheckIn, in timeline: inout Timeline, now: Int64
  ) throws(JournalError) -> (link: Journal.SessionLink, messages: [Message]) {
    var (target, link) = (Plan.Target.lastCreated, Journal.SessionLink.added)
    if case .linkedOrAdded(_, _, let id) = checkIn {
      if try timeline.linkedCheckIn(of: session) != nil { return (.unchanged, []) }
      if let suitable = try timeline.suitableCheckIn(for: session, id: id) {
        (target, link) = (.checkIn(suitable.number), .linked)
      }
    }
    if let former = session.checkIn { add(.workout(.checkInUnlinked), to: .checkIn(former)) }
    if link == .added {
      let draft = try checkIn.draft(for: session, in: &timeline)
      var messages = Validation.messages(for: draft, now: now)
      if draft.type == .unknown { messages.insert(Validation.typeMissing, at: 0) }
      guard messages.isEmpty, let created = Event.Created(draft, id: draft.id ?? UUID()) else {
        return (link, messages)
      }
      add(.created(created), to: .new)
    }
    add(.workout(.checkInLinked(session: session.number)), to: target)
    return (link, [])
  }
}
