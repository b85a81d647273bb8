internal import FoundationEssentials
internal import Synchronization

extension Journal {
  /// Settles what devices have said differently of a check-in, by what one of them said: as an ordinary edit does, or a
  /// discard.
  ///
  /// ```swift
  /// for conflict in journal.conflicts() {
  ///   if let mine = conflict.candidates.first(where: { $0.device == "laptop" }) {
  ///     try journal.resolve(conflict, with: mine)
  ///   }
  /// }
  /// ```
  ///
  /// - Parameter conflict: as it was when it was decided.
  /// - Returns: the check-in, and whether it is shown otherwise now.
  /// - Throws: `conflict` where it is settled already, or other candidates have come; `invalidValue` for a discarded
  ///   check-in; `damaged` where the candidate cannot be read; what committing throws.
  @discardableResult
  public func resolve(
    _ conflict: MergeConflict, with candidate: MergeConflict.Candidate
  ) throws(JournalError) -> Edit {
    let number = conflict.checkIn
    let known = try existingCheckIn(number)
    guard conflict.candidates.contains(candidate) else { throw conflict.changedMeanwhile }
    let action = try action(of: conflict, candidate)
    let outcome = try commitWithState { state throws(JournalError) in
      let present = try state.ask { try $0.changeable(number) }
      // Whoever decided has to know all that is settled by it.
      guard present == known, state.merged.conflicts(of: number).contains(conflict) else {
        throw conflict.changedMeanwhile
      }
      return Plan(events: [(.checkIn(number), action)], keys: [.checkIn(number)])
    }
    let resolved = try required(outcome)
    var before = known
    before.sequence = resolved.sequence
    return Edit(checkIn: resolved, isChanged: resolved != before)
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

  private func action(
    of conflict: MergeConflict, _ candidate: MergeConflict.Candidate
  ) throws(JournalError) -> Event.Action {
    // That it stays is to say nothing of its fields.
    if conflict.field == .discarded { return candidate.value == "true" ? .discarded : .restored }
    guard let action = try events(of: [candidate])[candidate]?.action.alone(conflict.field) else {
      throw JournalError(
        .damaged, "Event \(candidate.sequence) of \(candidate.device) does not say the \(conflict.field.rawValue).")
    }
    return action
  }
}

extension MergeConflict {
  /// That the devices do not say just this any more.
  var changedMeanwhile: JournalError {
    JournalError(
      .conflict,
      "What devices say of check-in \(name ?? String(checkIn)) was changed or settled in the meantime. Look at it and "
        + "decide again.")
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
  ) throws(JournalError) -> Edit {
    try resolve(conflict, with: candidate)
  }
}
