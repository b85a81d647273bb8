internal import Synchronization

/// A question for check-ins that is put together first and answered when it is asked.
///
/// ```swift
/// let runs = try journal.checkIns
///   .where { $0.type == .run && $0.day >= monday }
///   .sorted(by: .newestFirst)
///   .prefix(20)
///   .fetch()
/// ```
///
/// In whatever order its parts are put together, the conditions come first, then the order, then what is left out, then
/// the limit. Discarded check-ins are left out unless they are asked for.
///
/// By time, which is the order unless another is given, months are read one after the other until there are enough: the
/// first twenty cost one month of a journal of any length. Conditions on the type, the day, the time, the number and
/// the photo are judged by 40 bytes or so a check-in; others make each check-in that those leave over.
public struct CheckInQuery: Sendable {
  private let journal: Journal
  private var selection = CheckInSelection()
  private var order = CheckInOrder.newestFirst
  private var skipped = 0
  private var limit = Int.max

  init(_ journal: Journal, matching filter: CheckInFilter = CheckInFilter()) {
    self.journal = journal
    selection.filter = filter
  }

  /// Only check-ins that meet the condition, besides those that were given before.
  public func `where`(_ condition: (CheckInColumns) -> CheckInPredicate) -> CheckInQuery {
    and(condition(CheckInColumns()))
  }

  /// Only check-ins that pass, besides the conditions that were given before. Each that those leave over is made to be
  /// asked: ``where(_:)`` costs less.
  public func filter(_ passes: @escaping @Sendable (CheckIn) -> Bool) -> CheckInQuery {
    and(CheckInPredicate(passes))
  }

  /// Discarded check-ins instead of the others.
  public func discarded() -> CheckInQuery {
    var query = self
    query.selection.filter.isDiscarded = true
    return query
  }

  /// Check-ins in another order than the newest first.
  public func sorted(by order: CheckInOrder) -> CheckInQuery {
    var query = self
    query.order = order
    return query
  }

  /// At most so many check-ins.
  public func prefix(_ count: Int) -> CheckInQuery {
    var query = self
    query.limit = min(limit, max(0, count))
    return query
  }

  /// Without the first so many, besides those that are left out already.
  public func dropFirst(_ count: Int = 1) -> CheckInQuery {
    var query = self
    let (sum, isOver) = skipped.addingReportingOverflow(max(0, count))
    query.skipped = isOver ? .max : sum
    return query
  }

  private func and(_ predicate: CheckInPredicate) -> CheckInQuery {
    var query = self
    query.selection.predicate = selection.predicate.map { $0 && predicate } ?? predicate
    return query
  }

  /// The check-ins, all of one moment.
  ///
  /// By time it reads the months up to the last that it needs, and holds what it answers. By a field it reads all
  /// months that the conditions on the day leave over, and holds twice as many check-ins as the limit and the skipped
  /// ones.
  public func fetch() throws(JournalError) -> [CheckIn] {
    try journal.read { try $0.checkIns(of: selection, by: order, skipping: skipped, limit: limit) }
  }

  /// The first check-in; `nil` where there is none. Costs as ``fetch()`` of one.
  public func first() throws(JournalError) -> CheckIn? { try prefix(1).fetch().first }

  /// Returns the number of check-ins that the query selects, after the skipped ones and up to the limit.
  ///
  /// Reads every month that the conditions on the day leave, and keeps none in memory.
  public func count() throws(JournalError) -> Int {
    let all = try journal.read { timeline in
      var count = 0
      for month in timeline.months(of: selection) { count += try timeline.count(of: selection, in: month) }
      return count
    }
    return min(limit, max(0, all - skipped))
  }

  /// Calls `body` with one check-in after the other, month by month, so that those of a long journal need little
  /// memory; by a field, as ``fetch()``. Commands that come in between are seen in the months after.
  ///
  /// - Throws: what `body` throws, and nothing is read after that.
  public func forEachCheckIn(_ body: (CheckIn) throws -> Void) throws {
    guard case .time(let isNewestFirst) = order.kind else {
      for checkIn in try fetch() { try body(checkIn) }
      return
    }
    let months = try journal.read { $0.months(of: selection) }
    var toSkip = skipped
    var left = limit
    for month in isNewestFirst ? months.reversed() : months where left > 0 {
      // A query may be repeated, so it changes nothing outside.
      let found: [CheckIn]
      (found, toSkip) = try journal.read { timeline in
        var (found, toSkip): ([CheckIn], Int) = ([], toSkip)
        try timeline.forEachCheckIn(of: selection, in: month, isNewestFirst: isNewestFirst, skipping: &toSkip) {
          found.append($0)
          return found.count < left
        }
        return (found, toSkip)
      }
      for checkIn in found { try body(checkIn) }
      left -= found.count
    }
  }
}

extension Journal {
  /// The check-ins that are not discarded, the newest first, to be narrowed down: see ``CheckInQuery``. Reads nothing
  /// by itself.
  public var checkIns: CheckInQuery { CheckInQuery(self) }

  /// Returns a query for the check-ins that a filter selects, to be narrowed down. Reads nothing by itself.
  ///
  /// ```swift
  /// let filter = CheckInFilter(types: [.run], calories: 300...600)
  /// let latest = try journal.checkIns(matching: filter).prefix(20).fetch()
  /// ```
  public func checkIns(matching filter: CheckInFilter) -> CheckInQuery { CheckInQuery(self, matching: filter) }
}

extension Journal {
  /// The number of months in memory, for tests of the amount that a query reads.
  package var loadedMonthCount: Int { state.withLock { state in state.timeline.pages.count { $0 != nil } } }
}
