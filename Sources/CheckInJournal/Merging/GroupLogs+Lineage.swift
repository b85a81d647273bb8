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
    var commonPrefixes: [Lineage.Pair: Lineage.CommonPrefix] = [:]
    for (pair, limit) in Lineage.comparable(lineage.allClaims, among: Set(ends.keys).intersection(replicas)) {
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
    lineage = Lineage(claims: lineage.allClaims, commonPrefixes: commonPrefixes, writers: replicas)
  }

  private func log(of replica: UUID, upTo end: LogPosition) throws(JournalError) -> MergeSource? {
    if replica == journalID { return try MergeSource(directory, journalID: replica, upTo: end, writer: 0) }
    guard let peer = peers.first(where: { $0.replica == replica }) else { return nil }
    return try MergeSource(peer.directory, journalID: replica, upTo: peer.head.position, writer: 0)
  }

  private func commonPrefix(
    of first: MergeSource, and second: MergeSource, upTo limit: UInt64
  ) throws(JournalError) -> Lineage.CommonPrefix {
    var common: UInt64 = 0
    while common < limit {
      try first.advance()
      try second.advance()
      if first.isAtEnd || second.isAtEnd { break }
      guard first.event.sequence == common + 1, first.hasSameRecord(as: second) else {
        return Lineage.CommonPrefix(limit: limit, common: common, isOther: true)
      }
      common += 1
    }
    return Lineage.CommonPrefix(limit: limit, common: common, isOther: false)
  }
}

extension MergeSource {
  /// Returns `true` if the due events of both logs have identical bytes.
  fileprivate func hasSameRecord(as other: MergeSource) -> Bool {
    let (mine, others) = (event.record, other.event.record)
    return batch.content[mine.start..<mine.end] == other.batch.content[others.start..<others.end]
  }
}
