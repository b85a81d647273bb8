import CheckInJournal

/// A year as a heat map, a column for each week and a row for each weekday; and the same days as a table.
struct YearView {
  struct Label {
    var x = 0
    var y = 0
    var text: String
  }

  struct Cell {
    var x: Int
    var y: Int
    /// 0 for none, up to 3 for three or more.
    var level: Int
    /// The count, if it is more than one, so that the map is readable without colour.
    var mark: Int?
    var markX: Int
    var markY: Int
    /// The position of the dot that marks a single check-in.
    var dot: String?
    var dotY: String
    var isFuture: Bool
    var isToday: Bool
    /// The tooltip.
    var words: String
  }

  /// A line of the legend.
  struct Swatch {
    var level: Int
    var words: String
    var isOne: Bool
    var mark: Int?

    init(_ level: Int, _ words: String) {
      self.level = level
      self.words = words
      isOne = level == 1
      mark = level > 1 ? level : nil
    }
  }

  struct Month {
    var name: String
    var href: String
    var counts: [String]
    var days: Int
  }

  private static let step = 15
  private static let left = 24
  private static let top = 16

  var layout: PageLayout
  var year: Int
  var summary: String
  var alternative: String
  var earlier: String?
  var later: String?
  var width: Int
  var height = top + 7 * step
  var monthLabels: [Label] = []
  var weekdayLabels: [Label]
  var cells: [Cell] = []
  let swatches = [
    Swatch(0, "none"), Swatch(1, "one"), Swatch(2, "two"), Swatch(3, "three or more"),
  ]
  let dayNumbers = Array(1...31)
  var months: [Month] = []

  init(
    _ year: Int, _ days: [(day: CivilDay, checkIns: Int)], today: CivilDay, firstWeekday: Weekday, layout: PageLayout
  ) {
    self.layout = layout
    self.year = year
    let counts = Dictionary(days.map { ($0.day, $0.checkIns) }) { first, _ in first }
    let calendar = (1...12).compactMap { CivilMonth(year: year, month: $0) }
    let dayCount = calendar.reduce(0) { $0 + $1.dayCount }
    let checkIns = days.reduce(0) { $0 + $1.checkIns }
    summary = "\(days.count) of \(dayCount) days, \(pluralized(checkIns, "check-in"))"
    alternative = "Heat map of \(year): \(summary). The table below has each day."
    earlier = year > 1 ? "/year/\(year - 1)" : nil
    later = year < today.month.year ? "/year/\(year + 1)" : nil
    weekdayLabels = firstWeekday.week.enumerated().map { row, weekday in
      Label(y: Self.top + row * Self.step + 10, text: String(weekday.name.prefix(2)))
    }
    let first = calendar.first?.firstDay ?? today
    let lead = first.weekday.position(inWeekFrom: firstWeekday)
    width = Self.left + (lead + dayCount + 6) / 7 * Self.step
    for month in calendar {
      let offset = lead + month.firstDay.dayNumber - first.dayNumber
      monthLabels.append(Label(x: Self.left + offset / 7 * Self.step, text: String(month.name.prefix(3))))
      var row: [String] = []
      for dayOfMonth in 1...31 {
        guard let day = CivilDay(year: year, month: month.month, day: dayOfMonth) else {
          row.append("")
          continue
        }
        let count = counts[day] ?? 0
        let place = offset + dayOfMonth - 1
        let (x, y) = (Self.left + place / 7 * Self.step, Self.top + place % 7 * Self.step)
        cells.append(
          Cell(
            x: x, y: y, level: min(count, 3), mark: count > 1 ? count : nil, markX: x + 6, markY: y + 10,
            dot: count == 1 ? "\(x + 6).5" : nil, dotY: "\(y + 6).5", isFuture: day > today, isToday: day == today,
            words: "\(day.title): \(pluralized(count, "check-in"))"))
        row.append(count > 0 ? String(count) : "·")
      }
      let active = row.filter { Int($0) != nil }.count
      months.append(
        Month(name: String(month.name.prefix(3)), href: "/?month=\(month)", counts: row, days: active))
    }
  }
}
