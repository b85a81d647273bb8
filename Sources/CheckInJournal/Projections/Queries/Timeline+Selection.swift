/// Which check-ins a query is about.
struct CheckInSelection: Sendable {
  /// `nil` for all.
  var predicate: CheckInPredicate?
  var isDiscarded = false
}

extension Timeline {
  /// Months that can have check-ins of a selection, ascending. Reads none of them.
  func months(of selection: CheckInSelection) -> [CivilMonth] {
    directory.months.map(\.month).filter { month in
      guard let predicate = selection.predicate else { return true }
      let days = month.firstDay.dayNumber...month.lastDay.dayNumber
      return predicate.verdict { test in
        guard case .day(let wanted) = test else { return nil }
        return !wanted.overlaps(days)
          ? false : wanted.contains(days.lowerBound) && wanted.contains(days.upperBound) ? true : nil
      } != false
    }
  }

  /// Calls `body` with the check-ins of a selection that a month has, in the order of time, until it answers `false`;
  /// makes no others than those that the rows leave open. Loads the month.
  ///
  /// - Returns: whether `body` wants others.
  mutating func forEachCheckIn(
    of selection: CheckInSelection, in month: CivilMonth, isNewestFirst: Bool, _ body: (CheckIn) -> Bool
  ) throws(JournalError) -> Bool {
    guard let page = try page(month) else { return true }
    var rows: [(index: Int, isSure: Bool)] = []
    for index in page.rows.indices {
      guard let verdict = page.verdict(selection, at: index) else {
        rows.append((index, false))
        continue
      }
      if verdict { rows.append((index, true)) }
    }
    let order = recordingOrder
    rows.sort {
      order.isNewer(
        page.rows[isNewestFirst ? $0.index : $1.index], than: page.rows[isNewestFirst ? $1.index : $0.index])
    }
    for row in rows {
      let checkIn = try page.checkIn(at: row.index)
      guard row.isSure || page.verdict(selection, at: row.index, checkIn: checkIn) == true else { continue }
      if !body(checkIn) { return false }
    }
    return true
  }

  /// How many check-ins of a selection a month has; makes only those that the rows leave open. Loads the month.
  mutating func count(of selection: CheckInSelection, in month: CivilMonth) throws(JournalError) -> Int {
    guard let page = try page(month) else { return 0 }
    var count = 0
    for index in page.rows.indices {
      var verdict = page.verdict(selection, at: index)
      if verdict == nil { verdict = page.verdict(selection, at: index, checkIn: try page.checkIn(at: index)) }
      if verdict == true { count += 1 }
    }
    return count
  }
}

extension MonthPage {
  /// Whether the row at `index` is of the selection; `nil` where only the check-in can tell.
  fileprivate func verdict(_ selection: CheckInSelection, at index: Int, checkIn: CheckIn? = nil) -> Bool? {
    let row = rows[index]
    guard row.isDiscarded == selection.isDiscarded else { return false }
    guard let predicate = selection.predicate else { return true }
    return predicate.verdict(on: checkIn) { test in
      switch test {
      case .type(let type): row.type == type
      case .day(let days): days.contains(month.firstDay.dayNumber + Int(row.dayOfMonth) - 1)
      case .instant(let range): range.contains(row.instantMilliseconds)
      case .number(let range): range.contains(Int(row.number))
      case .photo: row.flags.contains(.photo)
      }
    }
  }
}
