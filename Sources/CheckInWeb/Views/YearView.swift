import CheckInJournal
import CheckInLanguage

/// A year as a heat map, a column or on phones a row for each week; and the same days as a table.
struct YearView {
  /// A day of the map.
  struct Cell {
    /// 0 for none, up to 3 for three or more.
    var level: Int
    /// The count, if it is more than one, or a dash for a marked day, so that the map is readable without colour.
    var mark: String?
    /// The page of the day; `nil` if it is still to come.
    var href: String?
    var isToday: Bool
    /// The class of the first day, which says what weekday it is.
    var place: String?
    /// The class that keeps the tooltip on the page; `nil` if the cell is not near an end of the map.
    var tip: String?
    var words: String
  }

  /// The name of a month, beside the week that it starts in.
  struct MonthLabel {
    /// The class of that week, and whether it is still to come.
    var week: String
    var text: String
  }

  /// A line of the legend.
  struct Swatch {
    var level: Int
    var words: String
    var mark: String?
  }

  struct Month {
    var name: String
    var href: String
    var summary: String
    var percent: Int
  }

  struct Row {
    var name: String
    var counts: [String]
    var days: Int
  }

  var layout: PageLayout
  var year: Int
  /// `true` if the year has no check-ins. The page then shows a greeting instead of an empty map.
  var isEmpty: Bool
  var greeting: String
  /// `From 1 January to today`.
  var period: String
  var earlier: String?
  var later: String?
  var checkIns: String
  var checkInsUnit: String
  var days: String
  var ofDays: String
  var best: String?
  var bestUnit: String
  var bestDetail: String
  var often: String?
  var mapWords: String
  var weekdays: [String]
  var monthLabels: [MonthLabel] = []
  var cells: [Cell] = []
  var swatches: [Swatch]
  let dayNumbers = Array(1...31)
  var rows: [Row] = []
  /// Months with check-ins, newest first.
  var months: [Month] = []

  /// - Parameter streak: The year's longest run of days; `nil` without check-ins.
  init(
    _ year: Int, counts: [DayCount], marks: [DayMark] = [], streak: Streak?, types: [ExerciseType: Int],
    today: CivilDay, localization: Localization, layout: PageLayout
  ) {
    let words = localization.words
    self.layout = layout
    self.year = year
    let calendar = (1...12).compactMap { CivilMonth(year: year, month: $0) }
    let first = calendar.first?.firstDay ?? today
    let dayCount = calendar.reduce(0) { $0 + $1.dayCount }
    let last = first.adding(days: dayCount - 1)
    let elapsed = max(0, min(dayCount, today.dayNumber - first.dayNumber + 1))
    period =
      today < last && elapsed > 0
      ? words("From {day} to today", ["day": localization.date(of: first)])
      : words("From {from} to {to}", ["from": localization.date(of: first), "to": localization.date(of: last)])
    earlier = year > 1 ? "/year/\(year - 1)" : nil
    later = year < today.month.year ? "/year/\(year + 1)" : nil

    let total = counts.reduce(0) { $0 + $1.checkIns }
    isEmpty = total == 0
    greeting = words("No check-ins in {year}", ["year": String(year)])
    checkIns = localization.number(total)
    checkInsUnit = words.count(total, "check-in", "check-ins")
    days = localization.number(counts.count)
    ofDays = words("of {n}", ["n": localization.number(max(elapsed, counts.count))])
    let onDay = Dictionary(counts.map { ($0.day, $0.checkIns) }) { first, _ in first }
    let marked = Dictionary(marks.filter { onDay[$0.day] == nil }.map { ($0.day, $0) }) { first, _ in first }
    best = streak.map { localization.number($0.days) }
    bestUnit = words.count(streak?.days ?? 0, "day", "days")
    bestDetail =
      streak.map {
        words(
          "best streak, {from} to {to}",
          ["from": localization.shortDate(of: $0.from), "to": localization.shortDate(of: $0.to)])
          + (localization.restDays(in: $0).map { ", \($0)" } ?? "")
      } ?? ""
    let most = types.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key
    often = most.map(localization.name(of:))
    mapWords = words("Check-ins of each day of {year}", ["year": String(year)])
    weekdays = localization.firstWeekday.week.map(localization.initials(of:))
    swatches = [
      Swatch(level: 0, words: words("none")), Swatch(level: 1, words: words("one")),
      Swatch(level: 2, words: words("two"), mark: "2"), Swatch(level: 3, words: words("three or more"), mark: "3"),
    ]

    if !marked.isEmpty { swatches.append(Swatch(level: 0, words: words("marked"), mark: "–")) }
    let lead = first.weekday.position(inWeekFrom: localization.firstWeekday)
    for month in calendar {
      let offset = lead + month.firstDay.dayNumber - first.dayNumber
      // The first week that begins in the month, but the very first of the year.
      monthLabels.append(
        MonthLabel(
          week: "w\(month == calendar.first ? 1 : (offset + 6) / 7 + 1)" + (month.firstDay > today ? " to-come" : ""),
          text: localization.shortName(of: month)))
      var row: [String] = []
      for dayOfMonth in 1...31 {
        guard let day = CivilDay(year: year, month: month.month, day: dayOfMonth) else {
          row.append("")
          continue
        }
        let count = onDay[day] ?? 0
        let week = (offset + dayOfMonth - 1) / 7
        cells.append(
          Cell(
            level: min(count, 3), mark: count > 1 ? String(count) : marked[day].map { _ in "–" },
            href: count > 0 || marked[day] != nil ? "/days/\(day)" : day <= today ? "/add?day=\(day)" : nil,
            isToday: day == today,
            place: day == first ? "d\(lead + 1)" : nil, tip: week < 6 ? "near-start" : week > 46 ? "near-end" : nil,
            words: words.count(
              count, "{day}: {n} check-in", "{day}: {n} check-ins", ["day": localization.weekdayAndDate(of: day)])
              + (marked[day].map { ", \(localization.text(of: $0))" } ?? "")))
        row.append(count > 0 ? String(count) : marked[day].map { localization.letter(of: $0.kind) } ?? "·")
      }
      let active = row.filter { Int($0) != nil }.count
      rows.append(Row(name: localization.name(of: month), counts: row, days: active))
      let sum = row.reduce(0) { $0 + (Int($1) ?? 0) }
      guard sum > 0 else { continue }
      let statistics = MonthStatistics(month: month, checkIns: sum, days: active)
      months.insert(
        Month(
          name: localization.name(of: month), href: "/?month=\(month)",
          summary: words(
            "{days} of {n} days · {count}",
            ["days": String(active), "n": String(month.dayCount), "count": localization.number(sum)]),
          percent: Int(statistics.percentage.rounded())), at: 0)
    }
  }
}
