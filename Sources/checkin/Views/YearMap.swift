import CheckInJournal

/// A year as a heat map: a column for each week, a row for each weekday.
struct YearMap {
  let year: Int
  /// Days with check-ins, ascending.
  let days: [(day: CivilDay, checkIns: Int)]
  let style: Style

  private var checkIns: Int { days.reduce(0) { $0 + $1.checkIns } }
  private var months: [CivilMonth] { (1...12).compactMap { CivilMonth(year: year, month: $0) } }
  private var dayCount: Int { months.reduce(0) { $0 + $1.dayCount } }

  /// Characters for none, one, two, and three or more check-ins, so that the map is readable without colour.
  private var shades: [String] { style.isASCII ? [".", "1", "2", "3"] : ["·", "░", "▒", "█"] }

  func text(firstWeekday: Weekday) -> String {
    guard let first = months.first?.firstDay else { return "" }
    let lead = first.weekday.position(inWeekFrom: firstWeekday)
    let weeks = (lead + dayCount + 6) / 7
    var counts = [Int](repeating: 0, count: dayCount)
    for entry in days { counts[entry.day.dayNumber - first.dayNumber] = entry.checkIns }

    var text = style.bold(DisplayWidth.padded(String(year), to: 10))
    text += "\(days.count) of \(dayCount) days, \(counted(checkIns, "check-in"))\n\n"
    text += monthLabels(first: first, lead: lead) + "\n"
    for (row, weekday) in firstWeekday.week.enumerated() {
      var line = "\(weekday.name.prefix(2))  "
      for week in 0..<weeks {
        let offset = week * 7 + row - lead
        line += counts.indices.contains(offset) ? shade(counts[offset]) : " "
      }
      while line.hasSuffix(" ") { line.removeLast() }
      text += line + "\n"
    }
    return text + "\n    \(shade(0)) none  \(shade(1)) one  \(shade(2)) two  \(shade(3)) three or more\n"
  }

  /// Each month's name above the week of its first day.
  private func monthLabels(first: CivilDay, lead: Int) -> String {
    var line = ""
    for month in months {
      let week = (lead + month.firstDay.dayNumber - first.dayNumber) / 7
      line = DisplayWidth.padded(line, to: 4 + week) + month.name.prefix(3)
    }
    return line
  }

  private func shade(_ count: Int) -> String {
    let level = min(count, 3)
    return level == 0 ? shades[0] : style.painted(shades[level], Color.heat[level - 1])
  }

  /// Writes the year's object.
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("year")
      json.integer(year)
      json.key("checkIns")
      json.integer(checkIns)
      json.key("days")
      json.integer(days.count)
      json.key("daysInYear")
      json.integer(dayCount)
      json.key("calendar")
      json.array { json in
        for entry in days {
          json.object { json in
            json.key("day")
            json.string(entry.day.description)
            json.key("checkIns")
            json.integer(entry.checkIns)
          }
        }
      }
    }
  }
}
