/// What became of a check-in between two moments.
///
/// ```swift
/// for difference in try journal.differences(from: 120, to: journal.sequence) {
///   print(difference.after.number, difference.kind, difference.changes.map(\.field))
/// }
/// ```
public struct CheckInDifference: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    /// It was not there before; it may have been edited or discarded since.
    case created
    case edited
    /// It may have been edited as well.
    case discarded, restored
  }

  /// `nil` for a check-in that was not there.
  public let before: CheckIn?
  public let after: CheckIn

  public var kind: Kind {
    guard let before else { return .created }
    if before.isDiscarded == after.isDiscarded { return .edited }
    return after.isDiscarded ? .discarded : .restored
  }

  /// The fields that differ, in the order of the form; all that have a value, for a check-in that was not there.
  public var changes: [AuditEntry.Change] { AuditEntry.Change.all(from: before, to: after) }

  /// `nil` if nothing but its latest event differs.
  init?(before: CheckIn?, after: CheckIn) {
    self.before = before
    self.after = after
    if let before, before.isDiscarded == after.isDiscarded, changes.isEmpty { return nil }
  }
}

extension Journal {
  /// What became of check-ins between two events, ascending by number.
  ///
  /// A few events take no longer in a long journal than in a short one; many take a replay up to the second.
  ///
  /// - Parameters:
  ///   - from: the last event before; 0 for the empty journal.
  ///   - to: the last event that counts.
  /// - Throws: `inputOutput`; `damaged` where the log cannot be read up to there.
  public func differences(
    from: UInt64, to: UInt64, progress: Progress? = nil
  ) throws -> [CheckInDifference] {
    guard from < to else { return [] }
    var befores: [Int: CheckIn?] = [:]
    var afters: [Int: CheckIn] = [:]
    try audit(from: from + 1, to: to, progress: progress) { entry in
      guard let after = entry.after else { return }
      if befores[after.number] == nil { befores[after.number] = .some(entry.before) }
      afters[after.number] = after
    }
    return afters.keys.sorted().compactMap { number in
      afters[number].flatMap { CheckInDifference(before: befores[number] ?? nil, after: $0) }
    }
  }
}
