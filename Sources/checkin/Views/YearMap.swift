import CheckInInterchange
import CheckInJournal
import CheckInLanguage

/// A year as a heat map: a column for each week, a row for each weekday.
struct YearMap {
  let year: Int
  /// Days with check-ins, ascending.
  let days: [DayCount]
  /// The marks of the year's days, ascending.
  let marks: [DayMark]
  let style: Style

  private var checkIns: Int { days.reduce(0) { $0 + $1.checkIns } }
  private var months: [CivilMonth] { (1...12).compactMap { CivilMonth(year: year, month: $0) } }
  private var dayCount: Int { months.reduce(0) { $0 + $1.dayCount } }

  /// Characters for none, one, two, and three or more check-ins, so that the map is readable without colour.
  /// The character for a marked day without a check-in.
  private static let mark = "-"

  private var shades: [String] { style.isASCII ? [".", "1", "2", "3"] : ["·", "░", "▒", "█"] }

  var text: String {
    guard let first = months.first?.firstDay else { return "" }
    let firstWeekday = style.localization.firstWeekday
    let lead = first.weekday.position(inWeekFrom: firstWeekday)
    let weeks = (lead + dayCount + 6) / 7
    let marked = Set(marks.map { $0.day.dayNumber - first.dayNumber }).subtracting(
      days.map { $0.day.dayNumber - first.dayNumber })
    var counts = [Int](repeating: 0, count: dayCount)
    for entry in days { counts[entry.day.dayNumber - first.dayNumber] = entry.checkIns }

    var text = style.bold(DisplayWidth.padded(String(year), to: 10))
    text += style.daysOf(dayCount, count: days.count) + ", " + style.checkIns(checkIns)
    if !marked.isEmpty { text += ", " + style.daysWithoutMarks(dayCount - marked.count, count: days.count) }
    text += "\n\n"
    // On a narrow terminal the year continues below.
    let blockCount = (weeks - 1) / max(1, (style.width ?? .max) - Self.marginWidth) + 1
    let blockWeeks = (weeks + blockCount - 1) / blockCount
    for start in stride(from: 0, to: weeks, by: blockWeeks) {
      let block = start..<min(start + blockWeeks, weeks)
      if start > 0 { text += "\n" }
      text += style.fitted(monthLabels(first: first, lead: lead, weeks: block)) + "\n"
      for (row, weekday) in firstWeekday.week.enumerated() {
        var line = DisplayWidth.padded(style.localization.initials(of: weekday), to: Self.marginWidth)
        for week in block {
          let offset = week * 7 + row - lead
          line += marked.contains(offset) ? Self.mark : counts.indices.contains(offset) ? shade(counts[offset]) : " "
        }
        text += line.trimmingSpacesAtEnd + "\n"
      }
    }
    let words = style.words
    let names = [words("none"), words("one"), words("two"), words("three or more")]
    var legend = names.enumerated().map { "\(shade($0)) \($1)" }
    if !marked.isEmpty { legend.append("\(Self.mark) \(words("marked"))") }
    return text + "\n" + style.wrapped(legend, separator: "  ", indentation: Self.marginWidth) + "\n"
  }

  /// Columns before the first week: the weekday's name.
  private static let marginWidth = 4

  /// Each month's name above the week of its first day.
  private func monthLabels(first: CivilDay, lead: Int, weeks: Range<Int>) -> String {
    var line = ""
    for month in months {
      let week = (lead + month.firstDay.dayNumber - first.dayNumber) / 7
      guard weeks.contains(week) else { continue }
      line =
        DisplayWidth.padded(line, to: Self.marginWidth + week - weeks.lowerBound)
        + style.localization.shortName(of: month)
    }
    return line
  }

  private func shade(_ count: Int) -> String {
    let level = min(count, 3)
    return level == 0 ? shades[0] : style.painted(shades[level], in: Color.heat[level - 1])
  }

  /// Writes the year's object.
  func write(to json: inout JSONWriter) {
    json.object { json in
      json["year"] = year
      json["checkIns"] = checkIns
      json["days"] = days.count
      json["daysInYear"] = dayCount
      json.objects("calendar", of: days) { json, entry in
        json["day"] = entry.day.description
        json["checkIns"] = entry.checkIns
      }
      json.write(marks)
    }
  }
}
