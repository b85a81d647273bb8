internal import EventLog
internal import FoundationEssentials

extension GroupLogs {
  /// Finds out how far logs say the same that may have been copied from one another.
  ///
  /// Reads the beginnings of those logs alone, and only where that is not known yet.
  ///
  /// - Parameters:
  ///   - replicas: the writers' identities, by their indexes.
  ///   - end: a place in the own log that nothing is read after.
  /// - Throws: `inputOutput`.
  mutating func findCommonPrefixes(_ replicas: [UUID], upTo end: LogPosition) throws(JournalError) {
    let ends = ends(own: end.sequence)
    // A log that was replaced by a shorter copy no longer contains its claim.
    let claims = lineage.allClaims.filter { ends[$0.fork] ?? 0 > $0.last }
    var commonPrefixes: [Lineage.Pair: Lineage.CommonPrefix] = [:]
    for (pair, limit) in Lineage.comparable(claims, among: Set(ends.keys).intersection(replicas)) {
      if let known = lineage.commonPrefixes[pair],
        known.holds(limit, with: (ends[pair.first] ?? 0, ends[pair.second] ?? 0))
      {
        commonPrefixes[pair] = known
        continue
      }
      guard let first = try log(of: pair.first, upTo: end), let second = try log(of: pair.second, upTo: end) else {
        continue
      }
      commonPrefixes[pair] = try commonPrefix(of: first, and: second, upTo: limit)
    }
    lineage = Lineage(claims: claims, commonPrefixes: commonPrefixes, writers: replicas)
  }

  private func log(of replica: UUID, upTo end: LogPosition) throws(JournalError) -> MergeSource? {
    if replica == journalID { return try MergeSource(directory, journalID: replica, upTo: end, writer: 0) }
    guard let peer = peers.first(where: { $0.replica == replica }) else { return nil }
    return try MergeSource(peer.directory, journalID: replica, upTo: peer.head.position, writer: 0)
  }

  private func commonPrefix(
    of first: MergeSource, and second: MergeSource, upTo limit: UInt64
  ) throws(JournalError) -> Lineage.CommonPrefix {
    let common = try first.countSameEvents(as: second, upTo: limit)
    let isOther = common < limit && !first.isAtEnd && !second.isAtEnd
    return Lineage.CommonPrefix(limit: limit, common: common, isOther: isOther)
  }
}

extension MergeSource {
  /// Returns the number of events that two logs start with in common, byte for byte.
  ///
  /// Afterwards, the first different event of each is due, unless the limit was reached.
  ///
  /// - Parameter limit: The last event to compare.
  /// - Throws: `inputOutput`.
  package func countSameEvents(as other: MergeSource, upTo limit: UInt64) throws(JournalError) -> UInt64 {
    var common: UInt64 = 0
    while common < limit {
      try advance()
      try other.advance()
      if isAtEnd || other.isAtEnd { break }
      guard event.sequence == common + 1, hasSameRecord(as: other) else { break }
      common += 1
    }
    return common
  }

  /// Returns `true` if the due events of both logs have identical bytes.
  private func hasSameRecord(as other: MergeSource) -> Bool {
    let (mine, others) = (event.record, other.event.record)
    return batch.content[mine.start..<mine.end] == other.batch.content[others.start..<others.end]
  }
}
