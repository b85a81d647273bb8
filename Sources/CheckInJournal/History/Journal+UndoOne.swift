internal import EventLog
internal import FoundationEssentials
internal import Synchronization

extension Journal {
  /// Reverses one command, if nothing after it depends on it, as a new command: what it changed becomes as it was
  /// before, and everything else stays as it is.
  ///
  /// What it changed must still be as it left it: each field that it set has the same value, and what it discarded or
  /// restored was not restored or discarded since. A check-in that it created must be as it was created. In the
  /// workouts nothing may have been done since to what it changed; of exercises, plans and sessions, to none of their
  /// kind, since their names, the active plan and the open session exclude each other.
  ///
  /// The new command is like any other: the next ``undo(expecting:progress:)`` takes it back, and nothing can be redone
  /// after it.
  ///
  /// In a group, what other devices did counts as it comes in the order of all events. A command about workouts is only
  /// undone in its turn there.
  ///
  /// Takes time proportional to what came since the command, and to the events of the check-ins that it touched; if
  /// these are thousands, or if it changed something about workouts that was there before it, to the log.
  ///
  /// ```swift
  /// let added = try journal.create(draft).checkIn
  /// try journal.create(another)
  /// try journal.undo(event: added.sequence)
  /// ```
  ///
  /// - Parameter sequence: that of any event of the command.
  /// - Throws: `invalidValue` where something depends on the command, with what that is; where there is no such event,
  ///   or nothing of it is left to be undone; otherwise as ``undo(expecting:progress:)``.
  @discardableResult
  public func undo(event sequence: UInt64, progress: Progress? = nil) throws(JournalError) -> Reversal {
    // What was surveyed must still be the end when it is committed; others may append in between.
    for _ in 0..<20 {
      try refresh()
      if let readOnlyReason { throw readOnlyReason }
      let (end, journalID) = state.withLock { ($0.position, $0.journalID) }
      guard sequence >= 1, sequence <= end.sequence else {
        throw JournalError(
          .invalidValue,
          "The journal has no event \(sequence)\(sequence == 0 ? "" : " yet"); the latest is \(end.sequence).")
      }
      do throws(JournalError) {
        let (survey, later) = try survey(ofEvent: sequence, end, journalID)
        if let obstacle = later.obstacle { throw JournalError(.invalidValue, obstacle) }
        let before = try past(of: survey, end, journalID, progress)
        if before.after != nil, !survey.workouts.isEmpty {
          throw JournalError(
            .invalidValue,
            "Command \(survey.command) is about workouts, which other devices of the group may have changed since: it "
              + "cannot be undone alone.")
        }
        let after = if let after = before.after { after } else { try checkIns(of: survey, end, journalID, progress) }
        let changed = Mutex<[Int]>([])
        let reversal = try commitReversal(survey, to: before, expecting: end.sequence, isAlone: true) { now, past in
          guard let then = after[now.number] else { return nil }
          let said = before.changedByPeers[now.number] ?? []
          if now.isDiscarded == then.isDiscarded, !now.differs(from: then, in: then.fields(unlike: past)),
            !said.contains(.discarded), said.isDisjoint(with: then.fields(unlike: past))
          {
            return .some(past.map { now.taking(then.fields(unlike: $0), from: $0) })
          }
          changed.withLock { if !$0.contains(now.number) { $0.append(now.number) } }
          return nil
        }
        if let reversal { return reversal }
        let obstacles = changed.withLock { $0 }
        throw try refusal(toUndo: survey, since: obstacles, before.checkIns, after)
      } catch {
        guard error.code == .conflict else { throw error }
      }
    }
    throw JournalError(.busy, "Others keep changing the journal; try again.")
  }

  /// Returns the changes of an event's command, and the later workout changes that depend on them.
  private func survey(
    ofEvent sequence: UInt64, _ end: LogPosition, _ journalID: UUID?
  ) throws(JournalError) -> (ReversalSurvey, LaterWorkouts) {
    var command: UInt64?
    for start in starts(before: sequence) where command == nil {
      let isRead = try forEachEvent(from: start, until: end, journalID) { event, _ in
        if event.sequence == sequence { command = event.kind == .lost ? 0 : event.command }
        return event.sequence < sequence
      }
      if !isRead { command = nil }
    }
    guard let command, command > 0 else {
      throw JournalError(.invalidValue, "Event \(sequence) says that a check-in was lost, which cannot be undone.")
    }
    for start in starts(before: command) {
      var survey = ReversalSurvey(command: command, root: command)
      var later = LaterWorkouts(command)
      let isRead = try forEachEvent(from: start, until: end, journalID) { event, bytes in
        if !survey.isFinished { survey.visit(event, in: bytes) }
        // What has nothing to do with workouts is judged by what the check-ins are now.
        if survey.isFinished, survey.workouts.isEmpty { return false }
        if survey.isFinished { later.visit(event, in: bytes, after: survey.workouts) }
        return true
      }
      if isRead, survey.lastSequence > 0 { return (survey, later) }
    }
    throw JournalError(.damaged, "Event \(sequence) cannot be found in the log.")
  }

  private func starts(before sequence: UInt64) -> [LogPosition] {
    let starts = state.withLock { EventLookup(&$0, in: directory)?.starts(before: sequence) } ?? [.start]
    return starts.filter { $0 == .start || directory.hasFrame(at: $0) }
  }

  /// The check-ins that a command touched as it left them, by their numbers.
  private func checkIns(
    of survey: ReversalSurvey, _ end: LogPosition, _ journalID: UUID?, _ progress: Progress?
  ) throws(JournalError) -> [Int: CheckIn] {
    guard !survey.checkIns.isEmpty else { return [:] }
    if let known = indexedCheckIns(survey.checkIns, asOf: survey.lastSequence) { return known }
    var timeline = try replayed(to: survey.lastSequence, end: end, journalID, progress: progress)
    var checkIns: [Int: CheckIn] = [:]
    for number in survey.checkIns { checkIns[number] = try timeline.checkIn(number) }
    return checkIns
  }

  /// Returns an error with the reason why nothing was undone.
  ///
  /// - Parameter changed: The numbers of the check-ins that have changed since the command.
  private func refusal(
    toUndo survey: ReversalSurvey, since changed: [Int], _ before: [Int: CheckIn], _ after: [Int: CheckIn]
  ) throws(JournalError) -> JournalError {
    guard !changed.isEmpty else {
      return JournalError(.invalidValue, "Nothing of command \(survey.command) is left to be undone.")
    }
    var later: [Message] = []
    for number in changed.prefix(Self.maximumObstacleCount) {
      guard let then = after[number] else { continue }
      let fields = Set(then.fields(unlike: before[number]))
      let entries: [AuditEntry]
      do {
        entries = try history(of: number)
      } catch {
        throw (error as? JournalError) ?? JournalError(.internalFault, "A history could not be read: \(error)")
      }
      // Numbers of other devices' events are higher than all of this journal's own.
      let start = entries.lastIndex { $0.event.sequence <= survey.lastSequence }.map { $0 + 1 } ?? 0
      for entry in entries[start...] {
        let said = Set(entry.shownChanges.map(\.field)).union(entry.event.saidFields)
        let fields = CheckInField.audited.filter { fields.contains($0) && said.contains($0) }
        if entry.event.undoes == survey.command {
          return JournalError(
            .invalidValue, "Command \(survey.command) is undone already, by event \(entry.eventName).")
        }
        switch entry.event.action.kind {
        case .discarded, .restored:
          later.append("event \(entry.eventName) \(entry.event.action.kind.name) check-in \(then.shownNumber)")
        default:
          guard !fields.isEmpty else { continue }
          let names = fields.map(\.rawValue).joined(separator: ", ")
          later.append("event \(entry.eventName) changed the \(names) of check-in \(then.shownNumber)")
        }
      }
    }
    if later.isEmpty { return Self.changedByPeersError(survey.command) }
    return JournalError(.invalidValue, LaterWorkouts.refusal(of: survey.command, since: later))
  }

  /// At most so many things that are in the way are named.
  fileprivate static var maximumObstacleCount: Int { 5 }
}

/// The workout changes after a command that depend on its own.
private struct LaterWorkouts {
  private let command: UInt64
  /// The later changes that prevent the reversal, as readable text.
  ///
  /// `root` is the change's command, or the command that its chain of reversals began with.
  private var changes: [(root: UInt64, words: Message)] = []
  /// The command that the chain of reversals began with, by undo or redo.
  private var roots: [UInt64: UInt64] = [:]
  /// The number of reversals of each command. A command that was undone and not redone is not an obstacle.
  private var reversalCounts: [UInt64: Int] = [:]
  private var undoneBy: UInt64?

  init(_ command: UInt64) {
    self.command = command
  }

  mutating func visit(_ event: EventView, in bytes: RawSpan, after subjects: [WorkoutSubject]) {
    if let target = event.undoes, roots[event.command] == nil {
      let root = roots[target] ?? target
      roots[event.command] = root
      reversalCounts[root, default: 0] += 1
      if target == command { undoneBy = event.sequence }
    }
    guard event.kind == .workout, case .workout(let action) = Event.Action(event, in: bytes) else { return }
    let subject = WorkoutSubject(action, checkIn: Int(truncatingIfNeeded: event.checkIn))
    guard subjects.contains(where: { $0.isNeeded(by: action, about: subject) }) else { return }
    let name = WorkoutKind(rawValue: event.actionField)?.name ?? "workout"
    changes.append((roots[event.command] ?? event.command, "event \(event.sequence) is \(name)"))
  }

  /// The reason why the command can't be undone; `nil` if no later change prevents it.
  var obstacle: Message? {
    let rest = changes.filter { reversalCounts[$0.root, default: 0].isMultiple(of: 2) || $0.root <= command }
    guard !rest.isEmpty else { return nil }
    if let undoneBy, !reversalCounts[command, default: 0].isMultiple(of: 2) {
      return "Command \(command) is undone already, by event \(undoneBy)."
    }
    return Self.refusal(of: command, since: rest.map(\.words))
  }

  static func refusal(of command: UInt64, since later: [Message]) -> Message {
    let count = Journal.maximumObstacleCount
    return """
      Command \(command) cannot be undone alone, since later events depend on it: \
      \(later.prefix(count).joined(separator: "; "))\(later.count > count ? "; and \(later.count - count) more" : "").
      """
  }
}

extension WorkoutSubject {
  /// Returns `true` if reversing a change to this subject could contradict a later event.
  fileprivate func isNeeded(by action: WorkoutAction, about other: WorkoutSubject) -> Bool {
    switch (self, other) {
    // Names are unique among them, one plan is active, and one session is open.
    case (.exercise, .exercise), (.plan, .plan), (.plan, .activePlan), (.activePlan, .plan), (.session, .session): true
    case (.session(let number), .set(let set)): number == set.session
    case (.session(let number), .link): if case .checkInLinked(number) = action { true } else { false }
    case (.set(let set), .session(let number)):
      if case .sessionDiscarded = action { number == set.session } else { false }
    default: self == other
    }
  }
}

extension Event {
  /// The fields that the event says something of, be it what they were.
  fileprivate var saidFields: Set<CheckInField> {
    if action.kind == .created { return Set(CheckInField.audited) }
    var records = EventRecords()
    records.append(self)
    let written = (try? records.view(at: 0))?.writtenFields ?? []
    return Set(written)
  }
}

extension CheckIn {
  /// The fields that differ from those of an earlier check-in; all of them where there is none. A time and its zone are
  /// one.
  func fields(unlike past: CheckIn?) -> [CheckInField] {
    guard let past else { return CheckInField.audited }
    return CheckInField.audited.filter { field in
      let parts = field == .at || field == .timeZone ? [.at, .timeZone] : [field]
      return differs(from: past, in: parts)
    }
  }

  func differs(from other: CheckIn, in fields: [CheckInField]) -> Bool {
    fields.contains { AuditEntry.Value($0, of: self) != AuditEntry.Value($0, of: other) }
  }

  /// The check-in with some fields as they were, discarded or not as it was.
  fileprivate func taking(_ fields: [CheckInField], from past: CheckIn) -> CheckIn {
    var checkIn = self
    checkIn.isDiscarded = past.isDiscarded
    for field in fields {
      checkIn.fields.copy(field == .timeZone ? .at : field, from: past.fields)
      if field == .photo { checkIn.photo = past.photo }
    }
    return checkIn
  }
}
