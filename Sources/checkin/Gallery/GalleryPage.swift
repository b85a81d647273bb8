import CheckInJournal
import CheckInLanguage
import EventLog
import FoundationEssentials

/// The calendars of several months as one self-contained page of HTML.
struct GalleryPage {
  /// A month with what it shows.
  struct Month {
    var page: MonthCalendar
    /// Newest first.
    var checkIns: [CheckIn]
    /// The thumbnails of the days' photos, as JPEGs.
    var thumbnails: [Digest: [UInt8]]
  }

  /// The text at the start of every gallery, used to recognise an earlier one.
  static let beginning = "<!doctype html>\n<html lang=\"en\">\n<meta name=\"generator\" content=\"checkin gallery\">\n"

  let firstWeekday: Weekday
  private let english = Localization()
  private(set) var photoCount = 0
  private(set) var checkInCount = 0
  private(set) var monthCount = 0
  private var dayCount = 0
  private var sections = ""

  init(firstWeekday: Weekday) {
    self.firstWeekday = firstWeekday
  }

  /// Adds a month below the previous ones.
  mutating func add(_ month: Month) {
    let statistics = month.page.statistics
    monthCount += 1
    checkInCount += statistics.checkIns
    dayCount += statistics.days
    let title = month.page.month.title
    sections += "<section aria-labelledby=\"m\(month.page.month)\">\n<h2 id=\"m\(month.page.month)\">\(title)</h2>\n"
    sections +=
      "<p>\(statistics.days) of \(pluralized(month.page.month.dayCount, "day")), "
      + "\(pluralized(statistics.checkIns, "check-in"))</p>\n"
    sections += "<table>\n<caption class=\"words\">\(title)</caption>\n<thead><tr>"
    for day in firstWeekday.week {
      sections += "<th scope=\"col\"><abbr title=\"\(day.name)\">\(day.name.prefix(2))</abbr></th>"
    }
    sections += "</tr></thead>\n<tbody>\n" + weeks(of: month) + "</tbody>\n</table>\n"
    sections += list(month.checkIns) + "</section>\n"
  }

  /// The page. Notes and locations are not in it.
  var text: String {
    let types = ExerciseType.selectable.map { type in
      "<li><span class=\"icon \(GalleryStyle.name(of: type))\" aria-hidden=\"true\">\(english.letter(of: type))</span>"
        + "\(type.name)</li>"
    }
    return Self.beginning + """
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width,initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none';img-src data:;style-src 'unsafe-inline'">
      <title>Check-ins</title>
      <style>
      \(GalleryStyle.sheet)</style>
      <header>
      <h1>Check-ins</h1>
      <p>\(pluralized(checkInCount, "check-in")) on \(pluralized(dayCount, "day")), \
      \(pluralized(photoCount, "photo"))</p>
      </header>
      <main>
      \(sections)</main>
      <footer>
      <h2>Types</h2>
      <ul class="legend">\(types.joined())</ul>
      </footer>
      </html>

      """
  }

  private mutating func weeks(of month: Month) -> String {
    let first = month.page.month.firstDay
    let lead = first.weekday.position(inWeekFrom: firstWeekday)
    let days = Dictionary(month.page.days.map { ($0.day, $0) }) { $1 }
    let count = month.page.month.dayCount
    var text = ""
    for start in stride(from: -lead, to: count, by: 7) {
      text += "<tr>"
      for offset in start..<start + 7 {
        guard (0..<count).contains(offset) else {
          text += "<td></td>"
          continue
        }
        let day = first.adding(days: offset)
        text += days[day].map { cell(for: $0, thumbnails: month.thumbnails) } ?? emptyCell(day)
      }
      text += "</tr>\n"
    }
    return text
  }

  private func emptyCell(_ day: CivilDay) -> String {
    "<td><span class=\"number\" aria-hidden=\"true\">\(day.dayOfMonth)</span>"
      + "<span class=\"words\">\(day.title)</span></td>"
  }

  private mutating func cell(for day: MonthCalendar.Day, thumbnails: [Digest: [UInt8]]) -> String {
    let type = day.newest.type
    let thumbnail = day.picture.flatMap { thumbnails[$0.photo.digest] }
    let words =
      "\(day.day.title), \(pluralized(day.checkIns, "check-in")), newest \(type.name), \(day.newest.title)"
      + (thumbnail == nil ? "" : ", with a photo")
    var picture = "<span class=\"icon \(GalleryStyle.name(of: type))\">\(english.letter(of: type))</span>"
    if let thumbnail {
      photoCount += 1
      let data = Data(thumbnail).base64EncodedString()
      picture = "<img alt=\"\" width=\"44\" height=\"44\" src=\"data:image/jpeg;base64,\(data)\">"
    }
    let more = day.checkIns > 1 ? "<span class=\"more\">+\(day.checkIns - 1)</span>" : ""
    return "<td class=\"shown\" title=\"\(HTML.escaped(day.newest.title))\">"
      + "<span class=\"words\">\(HTML.escaped(words))</span>"
      + "<span aria-hidden=\"true\"><span class=\"number\">\(day.day.dayOfMonth)</span>"
      + "<span class=\"picture\">\(picture)\(more)</span></span></td>"
  }

  private func list(_ checkIns: [CheckIn]) -> String {
    guard !checkIns.isEmpty else { return "" }
    var text = "<details><summary>\(pluralized(checkIns.count, "check-in"))</summary>\n<ol>\n"
    for checkIn in checkIns {
      text +=
        "<li><span>\(checkIn.day.shortTitle) \(checkIn.time.clock)</span> \(checkIn.type.name): "
        + "\(HTML.escaped(checkIn.title))</li>\n"
    }
    return text + "</ol></details>\n"
  }
}

/// Escaping for HTML.
enum HTML {
  /// The text for an element or a quoted attribute: control characters are written out, and nothing is markup.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in Escaping.escaped(text).unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
