import CheckInJournal

/// A recent combination of type and title, which the user can check in again.
struct RecentTitle: Equatable {
  /// The newest check-in of this type and title.
  var checkIn: CheckIn
}

extension Journal {
  /// So many of the newest check-ins are looked at.
  private static let recentCount = 200

  /// The types and titles of the newest check-ins, each once, the newest first.
  func recentTitles(limit: Int) throws(JournalError) -> [RecentTitle] {
    var found: [RecentTitle] = []
    for checkIn in try checkIns(limit: Self.recentCount) where checkIn.type != .unknown {
      if found.count == limit { break }
      if found.contains(where: { $0.checkIn.type == checkIn.type && $0.checkIn.title == checkIn.title }) { continue }
      found.append(RecentTitle(checkIn: checkIn))
    }
    return found
  }
}
