import CheckInJournal
import CheckInLanguage

/// A month as a table: a row for each week, a cell for each day. Days in a row are joined by a band.
struct MonthView {
  struct WeekdayLabel {
    var name: String
    var short: String
  }

  struct Week {
    var days: [Day]
  }

  struct Day {
    /// Before the first or after the last day.
    var isBlank = false
    var day = ""
    var number = ""
    /// The day and what is on it, in words.
    var words = ""
    var href: String?
    var isToday = false
    /// The classes of the cell: how the band runs through it.
    var cell: String?
    /// The classes of the tile.
    var kind = ""
    /// `true` if the day has no check-in, but one can be added.
    var isGap = false
    /// The letter of the mark, if the day has no check-in.
    var mark: String?
    /// The type of the newest check-in, for its icon.
    var slug: String?
    /// The address of the day's picture.
    var photo: String?
    /// The number of check-ins besides the shown one; `nil` for none.
    var more: Int?
  }

  var id: String
  var title: String
  var summary: String
  var weekdays: [WeekdayLabel]
  var weeks: [Week]
  /// The days that are left out since they are still to come: `23–30 November to come`.
  var toCome: String?
  var hasSteps = false
  /// The pages of the months before and after.
  var earlier: String?
  var later: String?

  /// - Parameters:
  ///   - current: the streak that is alive.
  ///   - neighbour: the month before, if the days of it that share the first week are shown.
  ///   - isPast: whether the journal is shown as it was; then no day has a link.
  init(
    _ calendar: MonthCalendar, in journal: Journal, current: Streak?, today: CivilDay, localization: Localization,
    neighbour: MonthCalendar? = nil, isPast: Bool = false
  ) throws(JournalError) {
    let month = calendar.month
    let words = localization.words
    id = month.description
    title = localization.title(of: month).capitalizedFirst
    summary = Self.summary(of: calendar.statistics, in: localization)
    if calendar.restDays > 0 {
      let days = String(month.dayCount - calendar.restDays)
      summary +=
        " · "
        + words("{days} of {n} without marked days", ["days": String(calendar.statistics.days), "n": days])
    }
    weekdays = localization.firstWeekday.week.map {
      WeekdayLabel(name: localization.name(of: $0), short: localization.initials(of: $0))
    }
    let lead = month.firstDay.weekday.position(inWeekFrom: localization.firstWeekday)
    let last = month.firstDay.adding(days: month.dayCount - 1)
    let bands = Bands(
      active: try journal.activeDays(from: month.firstDay.adding(days: -lead - 1), to: last.adding(days: 1)),
      current: current)
    let entries = Dictionary(((neighbour?.days ?? []) + calendar.days).map { ($0.day, $0) }) { first, _ in first }
    let marks = Dictionary(((neighbour?.marks ?? []) + calendar.marks).map { ($0.day, $0) }) { first, _ in first }
    func view(_ place: Int) -> Day {
      let day = month.firstDay.adding(days: place - lead)
      guard day >= month.firstDay || neighbour != nil, day <= last else { return Day(isBlank: true) }
      let isInMonth = day.month == month
      var view = Day(
        day, entry: entries[day], mark: marks[day], today: today, isPast: isPast, in: localization)
      view.setCell([
        isInMonth
          ? bands.classes(
            day, isFirst: place % 7 == 0 || day == month.firstDay, isLast: place % 7 == 6 || day == last) : "other",
        view.isToday ? "today" : nil,
      ])
      return view
    }
    // Weeks that are still to come as a whole are left out.
    let latest = [today, month.firstDay, calendar.days.last?.day, calendar.marks.last?.day].compactMap { $0 }.max()
    let shown = min(latest ?? last, last)
    let weekCount = (lead + shown.dayNumber - month.firstDay.dayNumber) / 7 + 1
    weeks = (0..<weekCount).map { week in Week(days: (0..<7).map { view(week * 7 + $0) }) }
    let next = month.firstDay.adding(days: weekCount * 7 - lead)
    if next <= last { toCome = words("{days} to come", ["days": localization.range(from: next, to: last)]) }
  }

  /// `17 of 30 days · 21 check-ins · 57 %`.
  static func summary(of statistics: MonthStatistics, in localization: Localization) -> String {
    let words = localization.words
    return [
      words.count(
        statistics.month.dayCount, "{days} of {n} day", "{days} of {n} days", ["days": String(statistics.days)]),
      words.count(statistics.checkIns, "{n} check-in", "{n} check-ins"),
      localization.percent(Int(statistics.percentage.rounded())),
    ].joined(separator: " · ")
  }
}

extension MonthView.Day {
  /// - Parameters:
  ///   - entry: what is on the day; `nil` if nothing is.
  ///   - mark: The mark of the day; `nil` if it isn't marked.
  ///   - isPast: whether the journal is shown as it was; then the day has no link.
  init(
    _ day: CivilDay, entry: MonthCalendar.Day?, mark marked: DayMark? = nil, today: CivilDay, isPast: Bool = false,
    in localization: Localization
  ) {
    let words = localization.words
    self.init(day: day.description, number: String(day.dayOfMonth), isToday: day == today)
    var name = localization.weekdayAndDate(of: day)
    if day == today { name = words("{day}, today", ["day": name]) }
    if entry == nil, let marked {
      kind = "marked"
      mark = localization.letter(of: marked.kind)
      self.words = words("{day}, no check-in, {kind}", ["day": name, "kind": localization.text(of: marked)])
      if !isPast { href = "/days/\(day)" }
      return
    }
    guard let entry else {
      kind = day <= today ? "gap" : "future"
      isGap = day <= today && !isPast
      self.words =
        isGap ? words("{day}, no check-in; add one", ["day": name]) : words("{day}, no check-in", ["day": name])
      if isGap { href = "/add?day=\(day)" }
      return
    }
    self.words = words.count(
      entry.checkIns, "{day}, {n} check-in, newest {type}", "{day}, {n} check-ins, newest {type}",
      ["day": name, "type": localization.name(of: entry.newest.type)])
    if !isPast { href = "/days/\(day)" }
    slug = entry.newest.type.slug
    photo = entry.picture.map { PhotoPath.thumbnail($0.photo.digest) }
    kind = "has type-\(entry.newest.type.slug)" + (photo == nil ? "" : " pictured")
    more = entry.checkIns > 1 ? entry.checkIns - 1 : nil
  }

  mutating func setCell(_ classes: [String?]) {
    let classes = classes.compactMap(\.self)
    cell = classes.isEmpty ? nil : classes.joined(separator: " ")
  }
}

/// The bands that join days in a row; a single day has none.
struct Bands {
  /// The days with check-ins, of all days that are shown and their neighbours.
  var active: Set<CivilDay>
  /// The streak that is alive.
  var current: Streak?

  /// Returns the classes of the band in a day's cell; `nil` if the day has no band.
  ///
  /// They state whether the band starts or ends in the cell, or comes from or continues to a day that is not next to
  /// it.
  ///
  /// - Parameters:
  ///   - isFirst: `true` if no cell precedes it in its row.
  ///   - isLast: `true` if no cell follows it.
  func classes(_ day: CivilDay, isFirst: Bool, isLast: Bool) -> String? {
    let (before, after) = (active.contains(day.adding(days: -1)), active.contains(day.adding(days: 1)))
    guard active.contains(day), before || after else { return nil }
    var classes = "band"
    if let current, (current.from...current.to).contains(day) { classes += " now" }
    if !before { classes += " starts" } else if isFirst { classes += " comes" }
    if !after { classes += " ends" } else if isLast { classes += " goes" }
    return classes
  }
}
