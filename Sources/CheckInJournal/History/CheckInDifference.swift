internal import Synchronization

/// The difference between the states of a check-in at two points in time.
///
/// ```swift
/// for difference in try journal.differences(from: 120, to: journal.sequence) {
///   print(difference.after.number, difference.kind, difference.changes.map(\.field))
/// }
/// ```
public struct CheckInDifference: Hashable, Sendable {
  /// The net effect on the check-in.
  public enum Kind: String, CaseIterable, Sendable {
    /// It was not there before; it may have been edited since.
    case created
    /// It was there before, and some of its fields are others.
    case edited
    /// It may have been edited as well.
    case discarded, restored
  }

  /// The net effect on the check-in.
  public let kind: Kind
  /// The fields that differ, in the order of the form; all that have a value, for a check-in that was not there.
  public let changes: [AuditEntry.Change]
  /// The check-in at the second moment.
  public let after: CheckIn
}

extension Journal {
  /// Returns the differences between check-ins after one event and after another, ascending by number.
  ///
  /// Check-ins that changed and changed back are left out, and so are those that were created and discarded in between.
  ///
  /// Comparing across a few events takes no longer in a long journal than in a short one; comparing across many replays
  /// the log up to the second event.
  ///
  /// - Parameters:
  ///   - from: The sequence number of the event that the first state ends with; 0 for the empty journal.
  ///   - to: The sequence number of the event that the second state ends with.
  /// - Throws: `inputOutput`; `damaged` if the log can't be read up to that event.
  public func differences(
    from: UInt64, to: UInt64, progress: Progress? = nil
  ) throws -> [CheckInDifference] {
    if let differences = try differencesOfGroup(from: .sequence(from), to: to < sequence ? .sequence(to) : nil) {
      return differences
    }
    guard from < to else { return [] }
    var changed: [Int: ChangedCheckIn] = [:]
    try audit(from: from + 1, to: to, progress: progress) { entry in
      guard let after = entry.after else { return }
      changed[after.number, default: ChangedCheckIn(after: after)].add(entry, with: after)
    }
    return changed.keys.sorted().compactMap { changed[$0]?.difference }
  }
}

extension Journal {
  /// Returns the differences between a group's check-ins at two points in time.
  ///
  /// This journal's check-ins come first. Replays all logs.
  ///
  /// - Parameter to: The second point in time; `nil` for now.
  /// - Returns: `nil` if the journal doesn't belong to a group.
  package func differencesOfGroup(from: PointInTime, to: PointInTime?) throws(JournalError) -> [CheckInDifference]? {
    let (end, journalID, known) = state.withLock { ($0.position, $0.journalID, $0.merged) }
    guard var logs = try GroupLogs(directory, journalID: journalID, asIn: known) else { return nil }
    var before = try logs.merged(upTo: end, until: GroupLogs.Limit(from)).timeline
    var after = try logs.merged(upTo: end, until: to.map { GroupLogs.Limit($0) } ?? known.limit).timeline
    var differences: [CheckInDifference] = []
    for number in after.givenNumbers.joined() {
      // One that is united with another has that one's number.
      guard let now = try after.checkIn(number), now.number == number else { continue }
      let then = try before.number(of: now.id).flatMap { number throws(JournalError) in try before.checkIn(number) }
      if let difference = CheckInDifference(from: then, to: now) { differences.append(difference) }
    }
    return differences
  }
}

extension CheckInDifference {
  /// Compares two states of a check-in. Returns `nil` if at most its latest event differs, or if it was created and
  /// discarded in between.
  fileprivate init?(from before: CheckIn?, to after: CheckIn) {
    changes = AuditEntry.changes(from: before, to: after)
    self.after = after
    guard let before else {
      if after.isDiscarded { return nil }
      kind = .created
      return
    }
    if before.isDiscarded != after.isDiscarded {
      kind = after.isDiscarded ? .discarded : .restored
    } else if changes.isEmpty {
      return nil
    } else {
      kind = .edited
    }
  }
}

/// A check-in, and what several events changed of it.
private struct ChangedCheckIn {
  var after: CheckIn
  var isCreated = false
  /// `true` if the check-in was discarded before the first event that changes that.
  ///
  /// `nil` if no event discards or restores it.
  var wasDiscarded: Bool?
  var changes: [CheckInField: AuditEntry.Change] = [:]

  init(after: CheckIn) {
    self.after = after
  }

  mutating func add(_ entry: AuditEntry, with after: CheckIn) {
    self.after = after
    switch entry.event.action {
    case .created: isCreated = true
    case .discarded: wasDiscarded = wasDiscarded ?? false
    case .restored: wasDiscarded = wasDiscarded ?? true
    default: break
    }
    for change in entry.changes { changes[change.field, default: change].to = change.to }
  }

  /// `nil` if nothing but its latest event differs, or it came and went.
  var difference: CheckInDifference? {
    let changes = CheckInField.audited.compactMap { self.changes[$0] }.filter { $0.from != $0.to }
    let isDiscarded = wasDiscarded ?? after.isDiscarded
    let kind: CheckInDifference.Kind
    if isCreated {
      if after.isDiscarded { return nil }
      kind = .created
    } else if isDiscarded != after.isDiscarded {
      kind = after.isDiscarded ? .discarded : .restored
    } else if !changes.isEmpty {
      kind = .edited
    } else {
      return nil
    }
    return CheckInDifference(kind: kind, changes: changes, after: after)
  }
}
