internal import EventLog
internal import FoundationEssentials
internal import Synchronization

/// What an undo or a redo came to.
public struct Reversal: Hashable, Sendable {
  /// What was done in the command that was undone or redone.
  public enum Action: String, Hashable, Sendable {
    case created, edited, photoAttached, photoCleared, discarded, restored, imported
    /// Something about workouts; see ``Reversal/workout``.
    case workout
  }

  /// The first sequence number of the command that was undone or redone: not of the undo before a redo.
  public var command: UInt64
  public var action: Action
  /// The numbers of the check-ins that it concerned, in its order.
  public var checkIns: [Int]
  /// The name of what was done about workouts, as audits show it: `setLogged`; `nil` for nothing.
  public var workout: String?
}

extension Journal {
  /// Reverses the latest command that is not undone, whoever issued it, as a new command: what it touched becomes as it
  /// was before. A check-in that it created is discarded; a photo that was purged does not come back.
  ///
  /// Takes two passes over the log.
  ///
  /// - Parameter sequence: where given, the undo is refused if the journal has an event after it.
  /// - Throws: `conflict` for that; `invalidValue` where there is nothing to undo; `notFound` where a photo would have
  ///   to come back whose bytes are gone; what committing throws.
  @discardableResult
  public func undo(
    expecting sequence: UInt64? = nil, progress: Progress? = nil
  ) throws(JournalError) -> Reversal {
    try reverse(\.undoable, expecting: sequence, orElse: "There is nothing to undo.", progress: progress)
  }

  /// Reverses the latest undo. A command that is no undo ends what can be redone.
  ///
  /// Takes two passes over the log.
  ///
  /// - Throws: `invalidValue` where there is nothing to redo; otherwise as ``undo(expecting:progress:)``.
  @discardableResult
  public func redo(progress: Progress? = nil) throws(JournalError) -> Reversal {
    try reverse(\.redoable, expecting: nil, orElse: "There is nothing to redo.", progress: progress)
  }

  /// Whether ``redo(progress:)`` would now bring all of these check-ins back: they are among those that the latest undo
  /// discarded. Takes two passes over
  /// the log.
  ///
  /// - Parameter numbers: of check-ins that are discarded.
  package func wouldRedoRestore(_ numbers: [Int]) throws(JournalError) -> Bool {
    let (end, journalID) = state.withLock { ($0.position, $0.journalID) }
    let commands = try reversibleCommands(until: end, journalID)
    guard let undo = commands.redoable.last else { return false }
    var discarded: Set<Int> = []
    var reader = try EventReader(directory, journalID: journalID, limit: end)
    try reader.forEachEvent { event, _ throws(JournalError) in
      if event.command == undo.sequence, event.kind == .discarded {
        discarded.insert(Int(truncatingIfNeeded: event.checkIn))
      }
      return true
    }
    if let failure = reader.failure(upTo: end) { throw failure }
    return discarded.isSuperset(of: numbers)
  }

  /// Which commands can be reversed. Takes a pass over the log.
  private func reversibleCommands(
    until end: LogPosition, _ journalID: UUID?
  ) throws(JournalError) -> ReversibleCommands {
    var commands = ReversibleCommands(until: end.sequence)
    var reader = try EventReader(directory, journalID: journalID, limit: end)
    try reader.forEachEvent { event, bytes throws(JournalError) in
      commands.visit(event, in: bytes)
      return true
    }
    if let failure = reader.failure(upTo: end) { throw failure }
    commands.finishCommand()
    return commands
  }

  private func reverse(
    _ stack: KeyPath<ReversibleCommands, [ReversibleCommands.Command]>, expecting expected: UInt64?,
    orElse nothing: String, progress: Progress?
  ) throws(JournalError) -> Reversal {
    // What was surveyed must still be the end when it is committed; others may append in between.
    for _ in 0..<20 {
      try refresh()
      if let readOnlyReason { throw readOnlyReason }
      let (end, journalID) = state.withLock { ($0.position, $0.journalID) }
      if let expected, end.sequence != expected {
        throw JournalError(.conflict, "The journal has gone on since, so nothing was undone.")
      }
      let commands = try reversibleCommands(until: end, journalID)
      do throws(JournalError) {
        for command in commands[keyPath: stack].reversed().map(\.sequence) {
          var survey = ReversalSurvey(command: command, root: commands.root(of: command), progress: progress)
          var reader = try EventReader(directory, journalID: journalID, limit: end)
          try reader.forEachEvent { event, bytes throws(JournalError) in
            try survey.visit(event, in: bytes)
            return !survey.isFinished
          }
          if let failure = reader.failure { throw failure }
          // One that nothing is left of is passed over.
          if let reversal = try commitReversal(survey, expecting: end.sequence) { return reversal }
        }
        throw JournalError(.invalidValue, nothing)
      } catch {
        guard error.code == .conflict else { throw error }
      }
    }
    throw JournalError(.busy, "Others keep changing the journal; try again.")
  }

  /// - Returns: `nil` where nothing can be reversed, since all that the command did was with photos that were purged.
  /// - Throws: `conflict` where the journal has gone on since `sequence`.
  private func commitReversal(_ survey: ReversalSurvey, expecting sequence: UInt64) throws(JournalError) -> Reversal? {
    let past = survey.before.timeline
    let (numbers, command) = (survey.checkIns, survey.command)
    // What was begun last is taken back first.
    let workouts = Array(survey.workouts.reversed())
    let outcome = try commit { [photos] timeline throws(JournalError) in
      guard timeline.directory.sequence == sequence else {
        throw JournalError(.conflict, "The journal has changed since event \(sequence).")
      }
      var past = past
      var plan = Plan(keys: [.everything], undoes: command)
      for number in numbers {
        let now = try timeline.required(number)
        let actions: [Event.Action]
        do throws(TimelineFault) {
          actions = now.actions(toBecome: try past.checkIn(number))
        } catch {
          throw error.queryError
        }
        for action in actions {
          if case .photoAttached(let photo) = action, try !photos.contains(photo.digest) {
            // Purged for ever; everything else is brought back.
            if try PurgedPhotos(photos.directory).records()[photo.digest] != nil { continue }
            throw JournalError(
              .notFound, "The photo that check-in \(number) had then is no longer there, so it cannot be brought back.")
          }
          plan.events.append((.checkIn(number), action))
        }
      }
      do throws(TimelineFault) {
        for subject in workouts {
          let target: Plan.Target = if case .link(let checkIn) = subject { .checkIn(checkIn) } else { .noCheckIn }
          for action in try timeline.training.actions(making: subject, asIn: &past.training) {
            plan.events.append((target, .workout(action)))
          }
        }
      } catch {
        throw error.queryError
      }
      return plan
    }
    guard outcome.eventCount > 0 else { return nil }
    return Reversal(
      command: survey.root, action: Reversal.Action(survey.rootKind, origin: survey.rootOrigin), checkIns: numbers,
      workout: survey.rootWorkout?.name)
  }
}

extension CheckIn {
  /// What has to be done for the check-in to be as it was; `past` is `nil` from before it was created.
  func actions(toBecome past: CheckIn?) -> [Event.Action] {
    guard let past else { return isDiscarded ? [] : [.discarded] }
    var actions: [Event.Action] = []
    if isDiscarded, !past.isDiscarded { actions.append(.restored) }
    let changes = CheckInChanges(
      type: past.type, title: past.title, time: past.time, calories: past.calories.map { .set($0) } ?? .clear,
      location: past.location.map { .set($0) } ?? .clear, notes: past.notes
    ).difference(from: self)
    if !changes.isEmpty { actions.append(.edited(changes)) }
    if photo != past.photo { actions.append(past.photo.map { .photoAttached($0) } ?? .photoCleared) }
    if !isDiscarded, past.isDiscarded { actions.append(.discarded) }
    return actions
  }
}

extension Reversal.Action {
  fileprivate init(_ kind: EventKind, origin: Event.Origin) {
    self =
      switch kind {
      case .created: origin == .import ? .imported : .created
      // An unknown event never gets here: with one in it, a journal is read only. A lost check-in is no command.
      case .edited, .lost, .unknown: .edited
      case .workout: origin == .import ? .imported : .workout
      case .photoAttached: .photoAttached
      case .photoCleared: .photoCleared
      case .discarded: .discarded
      case .restored: origin == .import ? .imported : .restored
      }
  }
}
