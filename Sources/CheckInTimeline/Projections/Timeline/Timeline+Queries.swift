internal import EventLog
internal import FoundationEssentials

extension Timeline {
  /// The whole journal in figures. Loads no month, except those around a skipped date.
  package mutating func statistics(today: CivilDay) throws(JournalError) -> Statistics {
    let marked = try markedDays()
    return statistics(today: today, skipped: try skippedDates(marked: marked), marked: marked)
  }

  /// The marks of days, ascending. A journal that never had one loads nothing for them.
  package mutating func marks() throws(JournalError) -> [DayMark] {
    directory.laterFields.contains(.marks) ? try training.directory().marks : []
  }

  /// Returns the marked days without a check-in.
  mutating func markedDays() throws(JournalError) -> Set<CivilDay> {
    Set(try marks().map(\.day).filter { !directory.isActive($0) })
  }

  /// The whole journal in figures; from the directory alone.
  ///
  /// - Parameters:
  ///   - skipped: The dates that the user's time zone skipped.
  ///   - marked: The marked days without a check-in.
  func statistics(today: CivilDay, skipped: Set<CivilDay>, marked: Set<CivilDay>) -> Statistics {
    let streaks = Streaks(directory.months, today: today, skipped: skipped, marked: marked)
    let active = directory.months.filter { $0.checkIns > 0 }
    var byType: [ExerciseType: Int] = [:]
    for type in ExerciseType.allCases where directory.typeCounts[Int(type.rawValue)] > 0 {
      byType[type] = directory.typeCounts[Int(type.rawValue)]
    }
    var statistics = Statistics(
      total: directory.total, days: active.reduce(0) { $0 + $1.days },
      firstDay: active.first.map { $0.month.firstDay.adding(days: $0.dayMap.trailingZeroBitCount) },
      lastDay: active.last.map { $0.month.firstDay.adding(days: 31 - $0.dayMap.leadingZeroBitCount) },
      byType: byType, currentStreak: streaks.current, longestStreak: streaks.longest,
      sequence: directory.sequence)
    if !marked.isEmpty {
      let streaks = Streaks(directory.months, today: today, skipped: skipped)
      statistics.withoutMarks = StreaksWithoutMarks(currentStreak: streaks.current, longestStreak: streaks.longest)
    }
    return statistics
  }

  /// Returns the sum of all check-ins' kilocalories; from the directory and the pages that differ from the snapshot.
  package mutating func calories() throws(JournalError) -> Int {
    try settleCalories()
    return directory.months.reduce(0) { TrainingRhythm.sum($0, $1.calories) }
  }

  /// Brings the directory's calories up to date with the pages that differ from the snapshot.
  ///
  /// Nothing counts them while events are applied, because that would slow down every replay.
  mutating func settleCalories() throws(JournalError) {
    for index in pages.indices { try settleCalories(at: index) }
  }

  /// Brings a month's calories up to date, if its page differs from the snapshot.
  mutating func settleCalories(at index: Int) throws(JournalError) {
    guard let page = pages[index], page.isChanged else { return }
    var calories = 0
    for row in page.rows where !row.isDiscarded {
      calories = TrainingRhythm.sum(calories, Int(clamping: try page.details(of: row).calories ?? 0))
    }
    directory.setCalories(calories, at: index)
  }

  /// Months with check-ins, newest first; from the directory alone.
  package func months() -> [MonthStatistics] {
    directory.months.reversed().filter { $0.checkIns > 0 }.map(MonthStatistics.init)
  }

  /// The days with check-ins from a day to another; from the directory alone.
  package func activeDays(from: CivilDay, to: CivilDay) -> Set<CivilDay> {
    var days: Set<CivilDay> = []
    for month in directory.months[directory.index(of: from.month).index...] {
      guard month.month <= to.month else { break }
      var map = month.dayMap
      while map != 0 {
        let day = month.month.firstDay.adding(days: map.trailingZeroBitCount)
        map &= map - 1
        if from <= day, day <= to { days.insert(day) }
      }
    }
    return days
  }

  /// The run of days with check-ins that a day belongs to; `nil` if the day has none. Loads no month, except those
  /// around a skipped date.
  package mutating func streak(around day: CivilDay) throws(JournalError) -> Streak? {
    guard directory.isActive(day) else { return nil }
    let marked = try markedDays()
    let skipped = try skippedDates(marked: marked)
    /// The next active day in a direction.
    func next(from day: CivilDay, by step: Int) -> CivilDay? {
      var neighbour = day.adding(days: step)
      while !directory.isActive(neighbour) {
        guard marked.contains(neighbour) || skipped.contains(neighbour) else { return nil }
        neighbour = neighbour.adding(days: step)
      }
      return neighbour
    }
    var from = day
    while let earlier = next(from: from, by: -1) { from = earlier }
    var streak = Streak(from: from, to: from)
    while let day = next(from: streak.to, by: 1) {
      guard let extended = streak.extended(to: day, skipped: skipped, marked: marked) else { break }
      streak = extended
    }
    return streak
  }

  /// The dates without a check-in that the user's time zone skipped, with check-ins before and after; only marked days
  /// may be between.
  ///
  /// A zone that moves to the other side of the date line skips a date. The check-ins around it show whether the user
  /// was there: their offsets differ by a day.
  mutating func skippedDates(marked: Set<CivilDay>) throws(JournalError) -> Set<CivilDay> {
    var dates: Set<CivilDay> = []
    func neighbour(of date: CivilDay, by step: Int) -> CivilDay {
      var day = date.adding(days: step)
      while marked.contains(day) { day = day.adding(days: step) }
      return day
    }
    for date in CivilDay.datesThatZonesSkipped where !directory.isActive(date) {
      let (before, after) = (neighbour(of: date, by: -1), neighbour(of: date, by: 1))
      guard directory.isActive(before), directory.isActive(after), let least = try offsets(on: before).min(),
        let most = try offsets(on: after).max(), most - least >= 1440
      else { continue }
      dates.insert(date)
    }
    return dates
  }

  /// The offsets, in minutes, of a day's check-ins.
  private mutating func offsets(on day: CivilDay) throws(JournalError) -> [Int] {
    guard let page = try page(day.month) else { return [] }
    return page.rows.filter { !$0.isDiscarded && Int($0.dayOfMonth) == day.dayOfMonth }.map { Int($0.offsetMinutes) }
  }

  /// The month's calendar. Takes time proportional to the month's check-ins.
  package mutating func calendar(of month: CivilMonth) throws(JournalError) -> MonthCalendar {
    let marks = try marks().filter { (month.firstDay...month.lastDay).contains($0.day) }
    guard let page = try page(month) else {
      return MonthCalendar(statistics: MonthStatistics(month: month, checkIns: 0, days: 0), days: [], marks: marks)
    }
    let newest = page.newestOfDays(recordingOrder) { _ in true }
    let photographed = page.newestOfDays(recordingOrder) { $0.flags.contains(.photo) }
    var days: [MonthCalendar.Day] = []
    for (day, index) in newest.enumerated() {
      guard let index else { continue }
      let shown = try page.checkIn(at: index)
      let pictured = try photographed[day].map { index throws(JournalError) in try page.checkIn(at: index) }
      days.append(
        MonthCalendar.Day(
          day: month.firstDay.adding(days: day), checkIns: Int(page.dayCounts[day]), newest: shown,
          picture: pictured.flatMap { one in
            one.photo.map { MonthCalendar.Picture(checkIn: one.number, name: one.name, photo: $0) }
          }))
    }
    var sums = QuantitySums()
    for row in page.rows where !row.isDiscarded { sums.add(try page.details(of: row)) }
    let statistics = directory.months[directory.index(of: month).index]
    return MonthCalendar(statistics: MonthStatistics(statistics), sums: sums, days: days, marks: marks)
  }

  /// The check-in with this number, discarded or not.
  package mutating func checkIn(_ number: Int) throws(JournalError) -> CheckIn? {
    guard number > 0, let place = try locate(UInt64(number)) else { return nil }
    return try pages[place.page]?.checkIn(at: place.row)
  }

  /// The check-ins before and after one in the order of a list, without those that are discarded. Loads the months in
  /// between alone.
  package mutating func neighbours(of checkIn: CheckIn) throws(JournalError) -> CheckInNeighbours {
    let order = recordingOrder
    let wanted = order.place(of: checkIn)
    let (place, isPresent) = directory.index(of: checkIn.day.month)
    let own = isPresent ? place..<place + 1 : place..<place
    var before: CheckIn?
    for month in directory.months[..<own.upperBound].reversed() where before == nil && month.checkIns > 0 {
      before = try page(month.month)?
        .extreme(of: { order.place(of: $0) < wanted }, by: { order.isNewer($0, than: $1) })
    }
    var after: CheckIn?
    for month in directory.months[own.lowerBound...] where after == nil && month.checkIns > 0 {
      after = try page(month.month)?
        .extreme(of: { order.place(of: $0) > wanted }, by: { order.isNewer($1, than: $0) })
    }
    return CheckInNeighbours(before: before, after: after)
  }

  /// Returns the number of check-ins with photos in each month, newest first.
  ///
  /// Omits months without photos. Loads every month.
  package mutating func photoCounts() throws(JournalError) -> [MonthPhotoCount] {
    var result: [MonthPhotoCount] = []
    for month in directory.months.reversed() where month.checkIns > 0 {
      guard let page = try page(month.month), !page.photos.isEmpty else { continue }
      let count = page.rows.count { !$0.isDiscarded && $0.flags.contains(.photo) }
      if count > 0 { result.append(MonthPhotoCount(month: month.month, photos: count)) }
    }
    return result
  }

  /// Returns the number of check-ins of each type in a year.
  ///
  /// Loads that year's months.
  package mutating func typeCounts(inYear year: Int) throws(JournalError) -> [ExerciseType: Int] {
    var counts: [ExerciseType: Int] = [:]
    for month in directory.months where month.month.year == year {
      guard let page = try page(month.month) else { continue }
      for row in page.rows where !row.isDiscarded { counts[row.type, default: 0] += 1 }
    }
    return counts
  }

  /// The photos that a month's check-ins show, in no order, without those of discarded check-ins. Takes time
  /// proportional to the month's photos.
  package mutating func photos(in month: CivilMonth) throws(JournalError) -> [Photo] {
    guard let page = try page(month) else { return [] }
    return page.photos.compactMap { photo in
      guard let index = page.index(of: photo.number), !page.rows[index].isDiscarded else { return nil }
      return photo.photo
    }
  }

  /// Returns the number of check-ins on each day of some months.
  ///
  /// Omits days without check-ins. Loads these months.
  package mutating func dayCounts(
    inMonths isWanted: (CivilMonth) -> Bool
  ) throws(JournalError) -> [DayCount] {
    var result: [DayCount] = []
    for month in directory.months where isWanted(month.month) {
      guard let page = try page(month.month) else { continue }
      for day in page.dayCounts.indices where page.dayCounts[day] > 0 {
        result.append(DayCount(day: month.month.firstDay.adding(days: day), checkIns: Int(page.dayCounts[day])))
      }
    }
    return result
  }
}

extension MonthStatistics {
  init(_ month: TimelineDirectory.Month) {
    self.init(month: month.month, checkIns: month.checkIns, days: month.days)
  }
}

extension MonthPage {
  /// For each of 31 days, the place of the newest row that is not discarded and passes.
  fileprivate func newestOfDays(_ order: RecordingOrder, where passes: (CheckInRow) -> Bool) -> [Int?] {
    var newest = [Int?](repeating: nil, count: 31)
    for (index, row) in rows.enumerated() where !row.isDiscarded && passes(row) {
      let day = Int(row.dayOfMonth) - 1
      if let other = newest[day], !order.isNewer(row, than: rows[other]) { continue }
      newest[day] = index
    }
    return newest
  }

  /// The first check-in in an order, of those that are not discarded and pass.
  fileprivate func extreme(
    of passes: (CheckInRow) -> Bool, by isBefore: (CheckInRow, CheckInRow) -> Bool
  ) throws(JournalError) -> CheckIn? {
    var first: Int?
    for (index, row) in rows.enumerated() where !row.isDiscarded && passes(row) {
      if let other = first, !isBefore(row, rows[other]) { continue }
      first = index
    }
    return try first.map { index throws(JournalError) in try checkIn(at: index) }
  }

  /// The check-in that the row at `index` stands for.
  package func checkIn(at index: Int) throws(JournalError) -> CheckIn {
    let row = rows[index]
    let details = try details(of: row)
    let bytes = arena.span.bytes
    var fields = CheckInFields(
      type: row.type, title: details.title.isEmpty ? legacyTitle.description : bytes.text(details.title),
      time: time(of: row), location: details.location.map { bytes.text($0) }, notes: bytes.text(details.notes))
    for quantity in CheckInQuantity.allCases { fields[quantity] = details[quantity].map { Int(clamping: $0) } }
    return CheckIn(
      number: Int(row.number), id: row.uuid, fields: fields, photo: photo(at: index)?.photo,
      isDiscarded: row.isDiscarded, sequence: row.sequence, name: names?.name(of: row.number))
  }

  package func time(of row: CheckInRow) -> CheckInTime {
    CheckInTime(
      instantMilliseconds: row.instantMilliseconds, offsetMinutes: Int(row.offsetMinutes),
      timeZone: row.zone == 0 ? nil : String(decoding: zones[Int(row.zone)], as: UTF8.self),
      isTimeOfDayKnown: !row.flags.contains(.dayOnly))
  }
}
