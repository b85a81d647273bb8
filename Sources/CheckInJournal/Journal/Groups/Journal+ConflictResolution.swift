internal import FoundationEssentials
internal import Synchronization

/// A decision about a conflict: the candidate whose value holds.
public struct ConflictChoice: Hashable, Sendable {
  /// The conflict as it was when it was decided.
  public var conflict: MergeConflict
  /// One of its candidates.
  public var candidate: MergeConflict.Candidate

  /// Creates a decision.
  public init(_ conflict: MergeConflict, candidate: MergeConflict.Candidate) {
    self.conflict = conflict
    self.candidate = candidate
  }

  /// `true` if another value is shown afterwards.
  var changesShownValue: Bool { candidate != conflict.shown && candidate.value != conflict.shown?.value }
}

/// The result of resolving conflicts.
public struct ConflictResolution: Hashable, Sendable {
  /// The last event that was appended.
  public var event: UInt64
  /// `true` if any shown value changed.
  public var isChanged: Bool
}

extension Journal {
  /// Resolves a conflict by what one of the devices wrote: as an ordinary edit does, a restoration or a discard.
  ///
  /// ```swift
  /// for conflict in journal.conflicts() {
  ///   if let mine = conflict.candidates.first(where: { $0.device == "laptop" }) {
  ///     try journal.resolve(conflict, with: mine)
  ///   }
  /// }
  /// ```
  ///
  /// - Parameter conflict: The conflict as it was when it was decided.
  /// - Throws: as ``resolve(_:)``.
  @discardableResult
  public func resolve(
    _ conflict: MergeConflict, with candidate: MergeConflict.Candidate
  ) throws(JournalError) -> ConflictResolution {
    try resolve([ConflictChoice(conflict, candidate: candidate)])
  }

  /// Resolves conflicts, all or none, as one command.
  ///
  /// - Throws: `conflict` if one is resolved already, or has other candidates now; `invalidValue` for a field of a
  ///   discarded check-in; `damaged` if the event of a candidate can't be read; what committing throws.
  @discardableResult
  public func resolve(_ choices: [ConflictChoice]) throws(JournalError) -> ConflictResolution {
    let events = try events(of: choices.map(\.candidate))
    let outcome = try commitWithState { state throws(JournalError) in
      var plan = Plan()
      for choice in choices {
        let conflict = choice.conflict
        // Whoever decided has to know all that is resolved by it.
        guard conflict.candidates.contains(choice.candidate),
          state.merged.conflicts(of: conflict.subject).contains(conflict)
        else { throw conflict.changedMeanwhile }
        let (target, action) = try state.action(of: choice, events[choice.candidate])
        if case .checkIn(let number) = target, !conflict.isOfDiscard {
          _ = try state.ask { try $0.changeable(number) }
        }
        for (target, action) in try state.ask({ try $0.training.events(of: action, to: target) }) {
          plan.events.append((target, action))
          if case .checkIn(let number) = target { plan.keys.insert(.checkIn(number)) }
          if case .workout = action { plan.keys.insert(.workouts) }
        }
      }
      return plan
    }
    guard let event = outcome.lastEvent else { throw JournalError(.invalidValue, "There is nothing to resolve.") }
    return ConflictResolution(event: event, isChanged: choices.contains(where: \.changesShownValue))
  }

  /// The events that candidates are, in the logs of their devices; those that are not there are left out. Reads their
  /// segments.
  ///
  /// - Throws: `damaged`; `inputOutput`.
  package func events(
    of candidates: [MergeConflict.Candidate]
  ) throws(JournalError) -> [MergeConflict.Candidate: Event] {
    let own = state.withLock { $0.journalID }
    var events: [MergeConflict.Candidate: Event] = [:]
    for replica in Set(candidates.map(\.replica)) {
      let wanted = candidates.filter { $0.replica == replica }
      let found = try (replica == own ? ownLog : peerLog(of: replica).log).events(Set(wanted.map(\.sequence)))
      for candidate in wanted { events[candidate] = found[candidate.sequence] }
    }
    return events
  }
}

extension JournalState {
  /// Returns the event that writes what a candidate wrote, with this journal's numbers.
  fileprivate mutating func action(
    of choice: ConflictChoice, _ event: Event?
  ) throws(JournalError) -> (Plan.Target, Event.Action) {
    let conflict = choice.conflict
    if conflict.isOfDiscard {
      let isDiscarded = choice.candidate.value == "true"
      if !isDiscarded, case .goal = conflict.subject, case .workout(.goalSet(let goal))? = event?.action {
        return (.noCheckIn, .workout(.goalSet(goal)))
      }
      return conflict.subject.action(discarding: isDiscarded)
    }
    if conflict.field == MergeConflict.sessionLinkField, choice.candidate.value == nil,
      case .session(let session) = conflict.subject
    {
      guard let present = try ask({ try $0.training.directory().checkIn(ofSession: session) }) else {
        // Nothing is linked: to restore the session writes that somebody knew both.
        return (.noCheckIn, .workout(.sessionRestored(session)))
      }
      return (.checkIn(present), .workout(.checkInUnlinked))
    }
    let writer = merged.writers.firstIndex { $0.replica == choice.candidate.replica }
    if let writer, let event {
      if let number = conflict.checkIn, let field = conflict.checkInField, let action = event.action.alone(field) {
        return (.checkIn(number), action)
      }
      if case .workout(let own) = event.action, let local = merged.local(own, of: writer) {
        let action = merged.timeline.training.resolved(local)
        let checkIn = event.checkIn > 0 ? merged.number(event.checkIn, of: writer).map { merged.resolved($0) } : nil
        let exercise: Int = if case .exercise(let number) = conflict.subject { number } else { 0 }
        // Which check-in a session has is said of the check-in.
        let field = conflict.field == MergeConflict.sessionLinkField ? WorkoutAction.linkField : conflict.field
        if let action = action.limited(ofExercise: exercise, to: { $0 == field }) {
          return (checkIn.map { .checkIn($0) } ?? .noCheckIn, .workout(action))
        }
      }
    }
    throw JournalError(
      .damaged,
      "Event \(choice.candidate.sequence) of \(choice.candidate.device) does not say the \(conflict.field).")
  }
}

extension MergeConflict.Subject {
  /// The event that discards or keeps the subject.
  fileprivate func action(discarding isDiscarded: Bool) -> (Plan.Target, Event.Action) {
    switch self {
    case .checkIn(let number): (.checkIn(number), isDiscarded ? .discarded : .restored)
    case .exercise(let number):
      (.noCheckIn, .workout(isDiscarded ? .exerciseRetired(number) : .exerciseRestored(number)))
    case .plan(let number): (.noCheckIn, .workout(isDiscarded ? .planDiscarded(number) : .planRestored(number)))
    case .session(let number):
      (.noCheckIn, .workout(isDiscarded ? .sessionDiscarded(number) : .sessionRestored(number)))
    case .set(let reference): (.noCheckIn, .workout(isDiscarded ? .setRemoved(reference) : .setRestored(reference)))
    case .activePlan: (.noCheckIn, .workout(.planActivated(nil)))
    case .reminder: (.noCheckIn, .workout(.reminderCleared))
    case .goal(let subject): (.noCheckIn, .workout(.goalCleared(subject)))
    case .dayMark(let day): (.noCheckIn, .workout(.dayUnmarked(day)))
    }
  }
}

extension MergeConflict {
  /// The candidate whose value is shown until the conflict is resolved.
  public var shown: Candidate? {
    isOfDiscard ? candidates.last { $0.value == "false" } : candidates.last
  }

  /// The error for a conflict that is no longer the same.
  var changedMeanwhile: JournalError {
    JournalError(
      .conflict,
      "The conflict about the \(field) was changed or resolved in the meantime. Look at it and decide again.")
  }
}

extension Event.Action {
  /// Returns an event that writes only one field, as this one does; `nil` if it doesn't write it.
  fileprivate func alone(_ field: CheckInField) -> Event.Action? {
    switch self {
    case .photoAttached, .photoCleared: return field == .photo ? self : nil
    case .created(let created):
      return field == .photo ? .photoCleared : CheckInChanges(writing: created.fields).alone(field)
    case .edited(let changes): return changes.alone(field)
    default: return nil
    }
  }
}

extension CheckInChanges {
  fileprivate func alone(_ field: CheckInField) -> Event.Action? {
    let alone = limited { $0 == field }
    return alone.isEmpty ? nil : .edited(alone)
  }
}

extension Journal {
  /// The former name of ``resolve(_:with:)``.
  @available(*, deprecated, renamed: "resolve(_:with:)")
  @discardableResult
  public func settle(
    _ conflict: MergeConflict, with candidate: MergeConflict.Candidate
  ) throws(JournalError) -> ConflictResolution {
    try resolve(conflict, with: candidate)
  }
}
