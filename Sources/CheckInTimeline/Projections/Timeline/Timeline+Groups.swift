internal import EventLog

extension Timeline {
  /// Calls `body` with the rows that a filter selects, the newest month first. Creates no check-ins.
  private mutating func forEachRow(
    _ filter: CheckInFilter, perform body: (MonthPage, CheckInRow, CivilDay) throws(JournalError) -> Void
  ) throws(JournalError) {
    let selection = CheckInSelection(filter: filter)
    for month in months(of: selection).reversed() {
      let firstDay = month.firstDay
      try forEachRow(of: selection, in: month) { page, index, _ throws(JournalError) in
        let row = page.rows[index]
        try body(page, row, firstDay.adding(days: Int(row.dayOfMonth) - 1))
      }
    }
  }

  /// Check-ins in groups; see ``CheckInGroups/all``.
  package mutating func groups(
    by grouping: CheckInGroup.Grouping, _ filter: CheckInFilter
  ) throws(JournalError) -> [CheckInGroup] {
    var groups = CheckInGroups()
    try forEachRow(filter) { page, row, day throws(JournalError) in
      let details = try page.details(of: row)
      switch grouping {
      case .week, .month, .year, .weekday: groups.add(CheckInGroup.Key(day, by: grouping), on: day, details)
      case .type: groups.add(.type(row.type), on: day, details)
      case .tag: for tag in try page.tags(of: row) { groups.add(.tag(tag), on: day, details) }
      }
    }
    return groups.all
  }

  /// The check-ins that a filter passes in figures; the longest streak is one of their days alone.
  ///
  /// The filter's days don't limit the current streak, which is that of today.
  package mutating func statistics(today: CivilDay, _ filter: CheckInFilter) throws(JournalError) -> Statistics {
    let marked = try markedDays()
    let skipped = try skippedDates(marked: marked)
    var statistics = try counted(filter).statistics(today: today, skipped: skipped, marked: marked)
    guard filter.from != nil || filter.to != nil else { return statistics }
    var filter = filter
    (filter.from, filter.to) = (nil, nil)
    let months = try filter.isEmpty ? directory.months : counted(filter).directory.months
    statistics.currentStreak = Streaks(months, today: today, skipped: skipped, marked: marked).current
    if !marked.isEmpty {
      statistics.withoutMarks?.currentStreak = Streaks(months, today: today, skipped: skipped).current
    }
    return statistics
  }

  /// A timeline that only counts the check-ins that a filter passes.
  private mutating func counted(_ filter: CheckInFilter) throws(JournalError) -> Timeline {
    var counted = Timeline()
    counted.directory.sequence = directory.sequence
    var dayCounts: [CivilMonth: InlineArray<31, UInt32>] = [:]
    try forEachRow(filter) { _, row, day throws(JournalError) in
      counted.directory.typeCounts[Int(row.type.rawValue)] += 1
      dayCounts[day.month, default: InlineArray(repeating: 0)][Int(row.dayOfMonth) - 1] &+= 1
    }
    for (index, month) in dayCounts.keys.sorted().enumerated() {
      counted.directory.insert(month, at: index)
      if let counts = dayCounts[month] { counted.directory.setCounts(counts, at: index) }
    }
    return counted
  }
}

extension MonthPage {
  /// The tags in a row's title and notes.
  func tags(of row: CheckInRow) throws(JournalError) -> Set<Tag> {
    let details = try details(of: row)
    let bytes = arena.span.bytes
    var tags: Set<Tag> = []
    for text in [details.title, details.notes] where !text.isEmpty {
      let hasSign = bytes.extracting(text.start..<text.end).withUnsafeBytes { $0.contains(UInt8(ascii: "#")) }
      if hasSign { tags.formUnion(Tag.all(in: bytes.text(text))) }
    }
    return tags
  }
}
