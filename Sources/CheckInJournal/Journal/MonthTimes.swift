internal import EventLog

/// The times of a month's check-ins that are not discarded.
package struct MonthTimes: Sendable {
  private let page: MonthPage

  fileprivate init(_ page: MonthPage) {
    self.page = page
  }

  /// Calls `body` with one after the other, in no order.
  package func forEachTime(_ body: (CheckInTime) -> Void) {
    for row in page.rows where !row.isDiscarded { body(page.time(of: row)) }
  }
}

extension Journal {
  /// Makes something of the times of all check-ins that are not discarded, month by month, and merges it ascending by
  /// month. Where there are many, several threads are at it. Makes no check-ins, so it takes less than
  /// ``foldCheckIns(includesDiscarded:map:merge:)``.
  ///
  /// - Parameters:
  ///   - map: works on a month, on any thread, several at a time.
  ///   - merge: on any thread, one at a time.
  /// - Throws: what `merge` throws; what reading the journal throws.
  package func foldTimes<Mapped>(
    map: @Sendable (MonthTimes) -> Mapped, merge: (consuming Mapped) throws -> Void
  ) throws {
    let (months, total) = try read { timeline in
      (timeline.directory.months.map(\.month), timeline.directory.total)
    }
    var rest = months[...]
    try foldInOrder(
      threads: Self.threadCount(forCheckIns: total),
      next: {
        while let month = rest.popFirst() {
          let page = try read { try $0.page(month) }
          if let page { return MonthTimes(page) }
        }
        return nil
      }, map: map, merge: merge)
  }
}
