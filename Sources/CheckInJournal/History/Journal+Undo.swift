internal import EventLog
internal import FoundationEssentials
internal import Synchronization

/// The result of an undo or a redo.
///
/// ```swift
/// let reversal = try journal.undo()
/// print(reversal.action, reversal.checkIns)
/// ```
public struct Reversal: Hashable, Sendable {
  /// The kind of command that was undone or redone.
  public enum Action: String, Hashable, Sendable {
    /// Something about check-ins.
    case created, edited, photoAttached, photoCleared, discarded, restored, imported
    /// Something about workouts; see ``Reversal/workout``.
    case workout
  }

  /// The first sequence number of the command that was undone or redone: not of the undo before a redo.
  public var command: UInt64
  /// The kind of command that was reversed.
  public var action: Action
  /// The numbers of the check-ins that the reversed command affected, in its order.
  public var checkIns: [Int]
  /// The workout event type as audits show it, such as `setLogged`; `nil` for other commands.
  public var workout: String?
  /// Later commands of which nothing could be reversed, descending: what they did is not shown any more, or never was,
  /// as with a conflict that was settled by the value that was shown.
  public var passedOver: [UInt64] = []
  /// A Boolean value that indicates whether part of the command stays in effect.
  ///
  /// That is so if other devices of the group have changed that part since.
  public var isPartial = false
}

extension Journal {
  /// Reverses the latest command that is not undone, whoever issued it, as a new command: what it touched becomes as it
  /// was before. A check-in that it created is discarded; a photo that was purged does not come back.
  ///
  /// - Complexity: O(*n*) for the *n* events since the command and those of the check-ins that it changed. O(*m*) for
  ///   the *m* events of the log, and in a group of all logs, if these are thousands or if the command changed
  ///   workouts that existed before it; in a group, if it changed any workouts.
  ///
  /// A command of which nothing can be reversed is passed over, and the one before is undone; see
  /// ``Reversal/passedOver``. In a group, what other devices have said since stays; where nothing else is left of the
  /// command, the undo is refused.
  ///
  /// - Parameter sequence: where given, the undo is refused if the journal has an event after it, if the event is of an
  ///   undo, or if nothing is left of the command that it is of: none is passed over.
  /// - Throws: `conflict` where the journal has gone on; `invalidValue` where there is nothing to undo; `notFound`
  ///   where a photo would have to come back whose bytes are gone; `damaged` if the log of another device cannot be
  ///   read as far as it is needed; what committing throws.
  @discardableResult
  public func undo(
    expecting sequence: UInt64? = nil, progress: Progress? = nil
  ) throws(JournalError) -> Reversal {
    try reverse(.undo, expecting: sequence, progress: progress)
  }

  /// Reverses the latest undo. A command that is no undo ends what can be redone.
  ///
  /// Takes time as ``undo(expecting:progress:)``.
  ///
  /// - Throws: `invalidValue` where there is nothing to redo; otherwise as ``undo(expecting:progress:)``.
  @discardableResult
  public func redo(progress: Progress? = nil) throws(JournalError) -> Reversal {
    try reverse(.redo, expecting: nil, progress: progress)
  }

  /// Returns `true` if ``redo(progress:)`` would now restore all of these check-ins.
  ///
  /// That is so if the latest undo discarded them.
  ///
  /// - Parameter numbers: The numbers of discarded check-ins.
  package func wouldRedoRestore(_ numbers: [Int]) throws(JournalError) -> Bool {
    let (end, journalID) = state.withLock { ($0.position, $0.journalID) }
    let discarded = try firstAnswer(until: end, journalID) {
      (commands, start) throws(JournalError) -> Set<Int>? in
      var discarded: Set<Int> = []
      guard let undo = commands.redoable.last else { return discarded }
      let isRead = try forEachEvent(from: start, until: end, journalID) { event, _ in
        if event.command == undo.sequence, event.kind == .discarded {
          discarded.insert(Int(truncatingIfNeeded: event.checkIn))
        }
        return true
      }
      return isRead ? discarded : nil
    }
    return discarded?.isSuperset(of: numbers) ?? false
  }

  private enum Direction {
    case undo, redo

    /// The message for the case that no command can be undone or redone.
    var refusal: Message { self == .undo ? "There is nothing to undo." : "There is nothing to redo." }
  }

  private func reverse(
    _ direction: Direction, expecting expected: UInt64?, progress: Progress?
  ) throws(JournalError) -> Reversal {
    // What was surveyed must still be the end when it is committed; others may append in between.
    for _ in 0..<20 {
      try refresh()
      if let readOnlyReason { throw readOnlyReason }
      let (end, journalID) = state.withLock { ($0.position, $0.journalID) }
      if let expected, end.sequence != expected {
        throw JournalError(.conflict, "The journal has gone on since, so nothing was undone.")
      }
      var passedOver: [UInt64] = []
      do throws(JournalError) {
        let reversal = try firstAnswer(until: end, journalID) {
          (commands, start) throws(JournalError) -> Reversal? in
          let stack = direction == .undo ? commands.undoable : commands.redoable
          if expected != nil, let last = stack.last, last.sequence != commands.latest.sequence {
            throw JournalError(.invalidValue, "What was done last is an undo itself, so nothing was undone.")
          }
          for command in stack.reversed().map(\.sequence) where !passedOver.contains(command) {
            var survey = ReversalSurvey(command: command, root: commands.root(of: command))
            let isRead = try forEachEvent(from: start, until: end, journalID) { event, bytes in
              survey.visit(event, in: bytes)
              return !survey.isFinished
            }
            guard isRead else { return nil }
            let past = try past(of: survey, end, journalID, progress)
            if var reversal = try commitReversal(survey, to: past, expecting: end.sequence) {
              reversal.passedOver = passedOver
              return reversal
            }
            // The one before may be about something else, and whoever asks means this one.
            if !past.changedByPeers.isEmpty || past.workouts.hasChanges { throw Self.changedByPeersError(command) }
            // One that nothing is left of. Whoever names the last event means its command, and none before it.
            if expected != nil {
              throw JournalError(.invalidValue, "Nothing is left to be undone of what was done last.")
            }
            passedOver.append(command)
          }
          // What can be redone is always known as a whole.
          if direction == .redo { throw JournalError(.invalidValue, direction.refusal) }
          return nil
        }
        if let reversal { return reversal }
        throw JournalError(.invalidValue, direction.refusal)
      } catch {
        guard error.code == .conflict else { throw error }
      }
    }
    throw JournalError(.busy, "Others keep changing the journal; try again.")
  }

  static func changedByPeersError(_ command: UInt64) -> JournalError {
    JournalError(
      .invalidValue,
      "Other devices have had their say about what command \(command) did, so nothing of it is taken back. "
        + "Another command about check-ins can be undone by the number of its event.")
  }

  /// Calls `body` with the commands at the end of the log that can be reversed, and the place from which they were
  /// read: with more and more of them, and last with all, until it answers.
  private func firstAnswer<Answer>(
    until end: LogPosition, _ journalID: UUID?,
    _ body: (ReversibleCommands, LogPosition) throws(JournalError) -> Answer?
  ) throws(JournalError) -> Answer? {
    let starts = state.withLock { EventLookup(&$0, in: directory)?.starts(before: end.sequence) } ?? [.start]
    for start in starts where start == .start || directory.hasFrame(at: start) {
      var commands = ReversibleCommands(until: end.sequence, isWhole: start == .start)
      let isRead = try forEachEvent(from: start, until: end, journalID) { event, _ in
        commands.visit(event)
        return true
      }
      commands.finishCommand()
      if isRead, commands.isKnown, let answer = try body(commands, start) { return answer }
    }
    return nil
  }

  /// Calls `body` with the events between two places, until it answers `false`.
  ///
  /// - Returns: whether they could be read. A place can be out of date, since a segment was reframed; the beginning of
  ///   the log cannot.
  /// - Throws: `damaged` or `inputOutput` if the log cannot be read from its beginning.
  func forEachEvent(
    from start: LogPosition, until end: LogPosition, _ journalID: UUID?, _ body: (EventView, RawSpan) -> Bool
  ) throws(JournalError) -> Bool {
    var isEnded = false
    do throws(JournalError) {
      var reader = try EventReader(directory, journalID: journalID, from: start, limit: end)
      try reader.forEachEvent { event, bytes throws(JournalError) in
        isEnded = !body(event, bytes)
        return !isEnded
      }
      if let failure = isEnded ? reader.failure : reader.failure(upTo: end) { throw failure }
    } catch {
      if start == .start { throw error }
      return false
    }
    return true
  }

  /// The state before a command of everything that the command changed.
  struct Past {
    /// The last event that was read of each log of the group; empty without a group.
    var ends: [UUID: UInt64] = [:]
    /// By their numbers, without those that the command created.
    var checkIns: [Int: CheckIn] = [:]
    var training = Training()
    /// The same check-ins just after the command, if other devices may have changed them since; else `nil`.
    var after: [Int: CheckIn]?
    /// The fields that other devices have written since, by check-in. Includes fields that they wrote with the same
    /// value, and fields that this device has changed again.
    var changedByPeers: [Int: Set<CheckInField>] = [:]
    /// The changes that other devices have made since to the workout objects that the command changed.
    var workouts = RemoteWorkoutChanges()

    /// Returns the state that a check-in has after the reversal.
    ///
    /// That is its state before the command. If other devices may have changed the check-in since, only the fields that
    /// the command changed and no one changed after it are reverted.
    func wanted(_ number: Int, now: CheckIn) -> CheckIn? {
      let said = changedByPeers[number] ?? []
      guard let before = checkIns[number] else { return said.isEmpty ? nil : now }
      guard let after else { return before }
      guard let then = after[number] else { return now }
      let target = now.reverting(from: then, to: before, except: said)
      // A change would bring back what is discarded.
      return now.isDiscarded && target.isDiscarded ? now : target
    }

    /// Returns `true` if a check-in keeps part of the command's changes, or other devices' changes to it.
    func keepsPart(of number: Int, now: CheckIn) -> Bool {
      guard let said = changedByPeers[number], !said.isEmpty, let then = after?[number] else { return false }
      guard let before = checkIns[number] else { return !now.isDiscarded }
      if said.contains(.discarded), then.isDiscarded != before.isDiscarded {
        return now.isDiscarded != before.isDiscarded
      }
      let fields = then.fields(unlike: before).filter(said.contains)
      return now.differs(from: before, in: fields)
    }
  }

  func past(
    of survey: ReversalSurvey, _ end: LogPosition, _ journalID: UUID?, _ progress: Progress?
  ) throws(JournalError) -> Past {
    // What was changed on a device whose log is not here would be overwritten, as if that had been known.
    if let missing = state.withLock({ $0.missing }) { throw missing }
    if let past = try pastOfGroup(of: survey, end, journalID) { return past }
    let (numbers, sequence) = (survey.earlier, survey.command - 1)
    // What the command created of the workouts is not in an empty training either.
    if !survey.changesEarlierWorkouts {
      if numbers.isEmpty { return Past() }
      if let known = indexedCheckIns(numbers, asOf: sequence) { return Past(checkIns: known) }
    }
    var timeline = try replayed(to: sequence, end: end, journalID, progress: progress)
    var past = Past(training: timeline.training)
    for number in numbers { past.checkIns[number] = try timeline.checkIn(number) }
    return past
  }

  /// Returns the state before a command of everything that it changed, from all logs of the group.
  ///
  /// - Parameter usesIndex: `true` if single events may be read instead of all logs.
  /// - Returns: `nil` if there are no peer logs.
  /// - Throws: `damaged` if the logs can't be read as far as they are shown, or don't contain the earlier state.
  func pastOfGroup(
    of survey: ReversalSurvey, _ end: LogPosition, _ journalID: UUID?, usesIndex: Bool = true
  ) throws(JournalError) -> Past? {
    if usesIndex, var group = try indexedGroup(), let past = try group.past(of: survey) { return past }
    let known = state.withLock { $0.merged }
    guard var logs = try GroupLogs(directory, journalID: journalID, asIn: known) else { return nil }
    var past = Past(ends: known.ends)
    var said: [Int: Set<CheckInField>] = [:]
    var workouts = RemoteWorkoutChanges()
    // Events of other devices can come between those of the command.
    var isBegun = false
    let merged = try logs.merged(upTo: end) { (merged, source) throws(JournalError) in
      // Begun again, once it is known by which numbers a log names another.
      if merged.isAtStart {
        (past, said, workouts, isBegun) = (Past(ends: known.ends), [:], RemoteWorkoutChanges(), false)
      }
      let isOfCommand = merged.isOwn(source) && merged.counts(source)
      if isOfCommand, source.event.sequence == survey.command {
        isBegun = true
        past.training = merged.timeline.training
        past.checkIns = try merged.timeline.checkIns(survey.earlier, touchedBy: survey.command)
      }
      let isDue = isOfCommand && (survey.command...survey.lastSequence).contains(source.event.sequence)
      if isDue {
        // What was there already is theirs who recorded it first, too.
        if try merged.isPresent(source) { said[source.checkIn, default: []].formUnion(source.event.saidFields) }
        try workouts.recordEarlierChange(source, in: &merged)
      }
      merged.apply(source)
      if isOfCommand, source.event.sequence == survey.lastSequence {
        past.after = try merged.timeline.checkIns(survey.checkIns, touchedBy: survey.command)
      }
      if isDue { workouts.recordCommandEvent(source, in: merged) }
      if isBegun, merged.counts(source), !merged.isOwn(source), let event = merged.local(source) {
        if event.checkIn > 0 { said[Int(clamping: event.checkIn), default: []].formUnion(event.saidFields) }
        workouts.record(source, as: event, in: merged)
      }
    }
    guard past.after != nil else {
      throw JournalError(.damaged, "The logs of the group do not say what command \(survey.command) did.")
    }
    workouts.finish(merged)
    past.workouts = workouts
    let numbers = Dictionary(survey.checkIns.map { (merged.resolved($0), $0) }) { first, _ in first }
    for (number, fields) in said {
      if let number = numbers[merged.resolved(number)] { past.changedByPeers[number, default: []].formUnion(fields) }
    }
    return past
  }

  /// Makes what a command touched as it was before.
  ///
  /// - Parameters:
  ///   - isAlone: whether the command is undone out of its turn. That is no step on the way back through the commands,
  ///     and so the log has it as a command like any other.
  ///   - goal: what a check-in is to become, from what it is and what it was before the command; `nil` in it for one
  ///     that was not there. `nil` where it must not change: then nothing is reversed.
  /// - Returns: `nil` where nothing can be reversed: `goal` says so, or all that the command did was with photos that
  ///   were purged.
  /// - Throws: `conflict` where the journal has gone on since `sequence`.
  func commitReversal(
    _ survey: ReversalSurvey, to past: Past, expecting sequence: UInt64, isAlone: Bool = false,
    goal: @escaping @Sendable (CheckIn, CheckIn?) -> CheckIn?? = { _, past in .some(past) }
  ) throws(JournalError) -> Reversal? {
    let (numbers, command) = (survey.checkIns, survey.command)
    // What was begun last is taken back first.
    let workouts = Array(survey.workouts.reversed())
    let keepsPart = Mutex(false)
    let outcome = try commitWithState { [photos] state throws(JournalError) in
      // The timeline of a group ends with the same event after news of other devices was taken in.
      guard state.position.sequence == sequence, state.merged.ends == past.ends else {
        throw JournalError(.conflict, "The journal has changed since event \(sequence).")
      }
      return try state.ask { timeline in
        var plan = Plan(keys: [.everything], undoes: isAlone ? nil : command)
        var isPossible = true
        var isKept = false
        for number in numbers {
          let checkIn = try timeline.required(number)
          if !isAlone, past.keepsPart(of: number, now: checkIn) { isKept = true }
          let earlier = isAlone ? past.checkIns[number] : past.wanted(number, now: checkIn)
          guard case .some(let target) = goal(checkIn, earlier) else {
            isPossible = false
            continue
          }
          for action in checkIn.actions(toBecome: target) {
            if case .photoAttached(let photo) = action, try !photos.contains(photo.digest) {
              // Purged for ever; everything else is brought back.
              if try PurgedPhotos(photos.directory).records()[photo.digest] != nil { continue }
              throw JournalError(
                .notFound,
                "The photo that check-in \(checkIn.shownNumber) had then is no longer there, so it cannot be brought "
                  + "back.")
            }
            plan.events.append((.checkIn(number), action))
          }
        }
        guard isPossible else { return Plan(keys: [.everything]) }
        var training = past.training
        var areWorkoutsKept = false
        var taken: Set<WorkoutSubject> = []
        for subject in workouts {
          let target: Plan.Target = if case .link(let checkIn) = subject { .checkIn(checkIn) } else { .noCheckIn }
          let shared = past.workouts.shared(subject)
          let actions = try timeline.training.actions(making: shared, asIn: &training)
          if past.workouts.keeps(subject, from: actions) {
            areWorkoutsKept = true
            continue
          }
          if !past.ends.isEmpty,
            try timeline.training.stands(against: actions, asIn: &training, withoutThose: taken)
          {
            areWorkoutsKept = true
            continue
          }
          if actions.contains(where: \.removesSubject) { taken.insert(shared) }
          for action in actions {
            plan.events.append((target, .workout(action)))
          }
        }
        if plan.events.isEmpty, areWorkoutsKept { throw Self.changedByPeersError(command) }
        let isPartial = isKept || areWorkoutsKept
        keepsPart.withLock { $0 = isPartial }
        return plan
      }
    }
    guard outcome.eventCount > 0 else { return nil }
    return Reversal(
      command: survey.root, action: Reversal.Action(survey.rootKind, origin: survey.rootOrigin), checkIns: numbers,
      workout: survey.rootWorkout?.name, isPartial: keepsPart.withLock { $0 })
  }
}

extension CheckIn {
  /// The check-in with everything that differs between two of its former states, and is as in the first of them still,
  /// as in the second.
  ///
  /// - Parameter kept: what is left as it is in any case.
  fileprivate func reverting(
    from after: CheckIn, to before: CheckIn, except kept: Set<CheckInField>
  ) -> CheckIn {
    var reverted = self
    for field in CheckInField.editable
    where !kept.contains(field) && fields.isEqual(field, in: after.fields) {
      reverted.fields.copy(field, from: before.fields)
    }
    if !kept.contains(.photo), photo == after.photo { reverted.photo = before.photo }
    if !kept.contains(.discarded), isDiscarded == after.isDiscarded { reverted.isDiscarded = before.isDiscarded }
    return reverted
  }

  /// Returns the events that restore the check-in's earlier state.
  ///
  /// - Parameter past: The earlier state; `nil` if the check-in had not been created.
  package func actions(toBecome past: CheckIn?) -> [Event.Action] {
    guard let past else { return isDiscarded ? [] : [.discarded] }
    var actions: [Event.Action] = []
    if isDiscarded, !past.isDiscarded { actions.append(.restored) }
    let changes = CheckInChanges(writing: past.fields).difference(from: self, comparingTextsBy: ==)
    if !changes.isEmpty { actions.append(.edited(changes)) }
    if photo != past.photo { actions.append(past.photo.map { .photoAttached($0) } ?? .photoCleared) }
    if !isDiscarded, past.isDiscarded { actions.append(.discarded) }
    return actions
  }
}

extension MergedJournal {
  /// Returns `true` if the current event creates a check-in that another device recorded earlier.
  fileprivate mutating func isPresent(_ source: MergeSource) throws(JournalError) -> Bool {
    guard source.event.kind == .created else { return false }
    let content = source.batch.content
    let id = UUID(source.event.fields.id, in: content.span.bytes)
    return try timeline.number(of: id) != nil
  }
}

extension Timeline {
  /// Check-ins that a command touched, by their numbers.
  ///
  /// - Throws: `damaged` where one is not known.
  fileprivate mutating func checkIns(
    _ numbers: [Int], touchedBy command: UInt64
  ) throws(JournalError) -> [Int: CheckIn] {
    var checkIns: [Int: CheckIn] = [:]
    for number in numbers { checkIns[number] = try checkIn(number) }
    guard let unknown = numbers.first(where: { checkIns[$0] == nil }) else { return checkIns }
    throw JournalError(
      .damaged,
      "The logs of the group do not say what check-in \(training.called(unknown)) was when command \(command) changed "
        + "it, so that cannot be undone.")
  }
}

extension Reversal.Action {
  fileprivate init(_ kind: EventKind, origin: Event.Origin) {
    self =
      switch kind {
      case .created: origin == .import ? .imported : .created
      // An unknown event never gets here: with one in it, a journal is read only. A lost check-in is no command.
      case .edited, .lost, .seen, .unknown: .edited
      case .workout: origin == .import ? .imported : .workout
      case .photoAttached: .photoAttached
      case .photoCleared: .photoCleared
      case .discarded: .discarded
      case .restored: origin == .import ? .imported : .restored
      }
  }
}
