internal import EventLog

/// The check-ins that a query reads.
package struct CheckInSelection: Sendable {
  package var filter = CheckInFilter()
  /// A further condition; `nil` for none.
  package var predicate: CheckInPredicate?

  package init(filter: CheckInFilter = CheckInFilter(), predicate: CheckInPredicate? = nil) {
    self.filter = filter
    self.predicate = predicate
  }
}

extension Timeline {
  /// Returns the months that can have check-ins of a selection, ascending. Loads none of them.
  package func months(of selection: CheckInSelection) -> [CivilMonth] {
    directory.months.map(\.month).filter { month in
      guard selection.filter.days(of: month) != 0 else { return false }
      guard let predicate = selection.predicate else { return true }
      let days = month.firstDay.dayNumber...month.lastDay.dayNumber
      return predicate.verdict { test in
        guard case .day(let wanted) = test else { return nil }
        return !wanted.overlaps(days)
          ? false : wanted.contains(days.lowerBound) && wanted.contains(days.upperBound) ? true : nil
      } != false
    }
  }

  /// Calls `body` with the rows of a month that a selection's filter selects and its predicate doesn't rule out.
  ///
  /// Loads the month, unless the filter selects none of its days. `isSure` is `false` if only the check-in can tell
  /// whether the predicate holds.
  mutating func forEachRow(
    of selection: CheckInSelection, in month: CivilMonth, after place: CheckInPlace? = nil,
    _ body: (_ page: MonthPage, _ index: Int, _ isSure: Bool) throws(JournalError) -> Void
  ) throws(JournalError) {
    let days = selection.filter.days(of: month)
    guard days != 0, let page = try page(month) else { return }
    let order = recordingOrder
    var folded: [UInt8] = []
    for index in page.rows.indices {
      let row = page.rows[index]
      guard days & 1 << (UInt32(row.dayOfMonth) &- 1) != 0, place.map({ order.place(of: row) < $0 }) ?? true,
        try page.matches(selection.filter, in: row, using: &folded)
      else { continue }
      let verdict = page.verdict(selection.predicate, at: index)
      if verdict != false { try body(page, index, verdict == true) }
    }
  }

  /// Calls `body` with the check-ins of a selection that a month has, in the order of time, until it returns `false`.
  /// Creates only these, and those for which the rows leave the predicate open.
  ///
  /// - Parameters:
  ///   - place: The place after which to start, newest first; `nil` for the beginning.
  ///   - skipped: The number of check-ins to leave out first. Is reduced by those that this month has.
  package mutating func forEachCheckIn(
    of selection: CheckInSelection, in month: CivilMonth, isNewestFirst: Bool = true, after place: CheckInPlace? = nil,
    skipping skipped: inout Int, _ body: (CheckIn) -> Bool
  ) throws(JournalError) {
    let order = recordingOrder
    var rows: [(index: Int, isSure: Bool)] = []
    try forEachRow(of: selection, in: month, after: place) { _, index, isSure in rows.append((index, isSure)) }
    guard !rows.isEmpty, let page = try page(month) else { return }
    rows.sort {
      order.isNewer(
        page.rows[isNewestFirst ? $0.index : $1.index], than: page.rows[isNewestFirst ? $1.index : $0.index])
    }
    for row in rows {
      if row.isSure, skipped > 0 {
        skipped -= 1
        continue
      }
      let checkIn = try page.checkIn(at: row.index)
      guard row.isSure || page.verdict(selection.predicate, at: row.index, checkIn: checkIn) == true else { continue }
      if skipped > 0 { skipped -= 1 } else if !body(checkIn) { return }
    }
  }

  /// Calls `body` as ``forEachCheckIn(of:in:isNewestFirst:after:skipping:_:)`` does, from the first check-in on.
  package mutating func forEachCheckIn(
    of selection: CheckInSelection, in month: CivilMonth, isNewestFirst: Bool = true, after place: CheckInPlace? = nil,
    _ body: (CheckIn) -> Bool
  ) throws(JournalError) {
    var skipped = 0
    try forEachCheckIn(
      of: selection, in: month, isNewestFirst: isNewestFirst, after: place, skipping: &skipped, body)
  }

  /// Returns the first check-ins of a selection in an order, after the skipped ones. Loads only the months that it
  /// needs.
  package mutating func checkIns(
    of selection: CheckInSelection, by order: CheckInOrder = .newestFirst, skipping skipped: Int = 0, limit: Int
  ) throws(JournalError) -> [CheckIn] {
    guard limit > 0 else { return [] }
    var found: [CheckIn] = []
    let months = months(of: selection)
    switch order.kind {
    case .time(let isNewestFirst):
      var toSkip = skipped
      for month in isNewestFirst ? months.reversed() : months where found.count < limit {
        try forEachCheckIn(of: selection, in: month, isNewestFirst: isNewestFirst, skipping: &toSkip) { checkIn in
          found.append(checkIn)
          return found.count < limit
        }
      }
    case .field(let sorted):
      let (sum, isOver) = skipped.addingReportingOverflow(limit)
      let needed = isOver ? Int.max : sum
      func sort() {
        // What comes first keeps its place: the newest first.
        found = sorted(found)
        if found.count > needed { found.removeLast(found.count - needed) }
      }
      for month in months.reversed() {
        try forEachCheckIn(of: selection, in: month) { checkIn in
          found.append(checkIn)
          if found.count / 2 >= max(needed, 512) { sort() }
          return true
        }
      }
      sort()
      found.removeFirst(min(skipped, found.count))
    }
    return found
  }

  /// Returns the number of check-ins of a selection in a month. Creates only those that the rows leave open.
  package mutating func count(of selection: CheckInSelection, in month: CivilMonth) throws(JournalError) -> Int {
    var count = 0
    try forEachRow(of: selection, in: month) { page, index, isSure throws(JournalError) in
      let isSelected =
        isSure ? true : page.verdict(selection.predicate, at: index, checkIn: try page.checkIn(at: index)) == true
      if isSelected { count += 1 }
    }
    return count
  }

  /// Returns the check-in with a number if a filter selects it.
  package mutating func checkIn(_ number: Int, if filter: CheckInFilter) throws(JournalError) -> CheckIn? {
    guard number > 0, let place = try locate(UInt64(number)), let page = pages[place.page],
      page.rows.indices.contains(place.row)
    else { return nil }
    let row = page.rows[place.row]
    var folded: [UInt8] = []
    guard filter.days(of: page.month) & 1 << (UInt32(row.dayOfMonth) &- 1) != 0,
      try page.matches(filter, in: row, using: &folded)
    else { return nil }
    return try page.checkIn(at: place.row)
  }
}

extension MonthPage {
  /// Returns `true` if a predicate holds for the row at `index`; `nil` if only the check-in can tell.
  fileprivate func verdict(_ predicate: CheckInPredicate?, at index: Int, checkIn: CheckIn? = nil) -> Bool? {
    guard let predicate else { return true }
    let row = rows[index]
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

  /// Returns `true` if a row meets a filter's conditions, apart from those on its day.
  ///
  /// - Parameter folded: Memory that is used again and again.
  fileprivate func matches(
    _ filter: CheckInFilter, in row: CheckInRow, using folded: inout [UInt8]
  ) throws(JournalError) -> Bool {
    guard row.isDiscarded == filter.isDiscarded, filter.types.isEmpty || filter.types.contains(row.type),
      filter.hasPhoto.map({ $0 == row.flags.contains(.photo) }) ?? true, filter.hour.map({ $0 == row.hour }) ?? true
    else { return false }
    if let wanted = filter.calories {
      guard let calories = try details(of: row).calories, wanted.contains(Int(clamping: calories)) else { return false }
    }
    if !filter.tags.isEmpty {
      guard try filter.tags.isSubset(of: tags(of: row)) else { return false }
    }
    if filter.words.isEmpty, filter.terms.isEmpty, filter.place.isEmpty { return true }
    return try textsMatch(filter, in: row, using: &folded)
  }

  private func textsMatch(
    _ filter: CheckInFilter, in row: CheckInRow, using folded: inout [UInt8]
  ) throws(JournalError) -> Bool {
    let details = try details(of: row)
    if !filter.place.isEmpty {
      guard let location = details.location else { return false }
      folded.removeAll(keepingCapacity: true)
      append(location, to: &folded)
      guard filter.place.areFound(where: { SearchWords.firstIndex(of: $0, in: folded, from: 0) != nil }) else {
        return false
      }
    }
    if !filter.terms.isEmpty {
      folded.removeAll(keepingCapacity: true)
      appendWords(of: details, to: &folded)
      guard filter.terms.areFound(inWords: folded) else { return false }
    }
    if filter.words.isEmpty { return true }
    folded.removeAll(keepingCapacity: true)
    if details.title.isEmpty {
      folded.append(contentsOf: FoldedText(legacyTitle.description).bytes)
    } else {
      append(details.title, to: &folded)
    }
    // No word has a line end in it, so none is found across two texts.
    for text in [details.location ?? ByteRange(), details.notes] where !text.isEmpty {
      folded.append(UInt8(ascii: "\n"))
      append(text, to: &folded)
    }
    return filter.words.areFound { SearchWords.firstIndex(of: $0, in: folded, from: 0) != nil }
  }

  private func append(_ range: ByteRange, to folded: inout [UInt8]) {
    arena.withUnsafeBytes { bytes in
      FoldedText.append(UnsafeRawBufferPointer(rebasing: bytes[range.start..<range.end]), to: &folded)
    }
  }
}
