import ArgumentParser
import CheckInInterchange
import CheckInJournal
import CheckInLanguage

struct StatsCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Show the statistics of the whole journal.")

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from journal: ReadableJournal, in session: Session) throws {
    let statistics = try journal.statistics(today: try session.today)
    if global.json { return try session.output.document { Statistics.write(statistics, to: &$0) } }
    guard let statistics, statistics.total > 0 else {
      return try session.output.line(session.style.words("No check-ins."))
    }
    try session.output.write(statistics.text(session.style))
  }
}

extension Statistics {
  /// The figures, one labelled line each, and a bar for each type.
  func text(_ style: Style) -> String {
    let (words, localization) = (style.words, style.localization)
    var rows = [(words("Check-ins"), String(total)), (words("Days"), String(days))]
    if let firstDay, let lastDay {
      rows.append((words("First"), localization.shortTitle(of: firstDay)))
      rows.append((words("Last"), localization.shortTitle(of: lastDay)))
    }
    rows.append((words("Current streak"), currentStreak.map { $0.text(style) } ?? words("none")))
    rows.append((words("Longest streak"), longestStreak.map { $0.text(style) } ?? words("none")))
    var text = rows.map { DisplayWidth.padded($0.0, to: 19) + $0.1 + "\n" }.joined() + "\n"

    let most = byType.values.max() ?? 1
    let countWidth = String(most).count
    let barWidth = min(24, max(1, (style.width ?? .max) - 19 - 2 - countWidth))
    for (type, count) in types {
      let bar = style.bar(Double(count) / Double(most), width: barWidth)
      let number = DisplayWidth.alignedRight(String(count), to: countWidth)
      text +=
        DisplayWidth.padded(localization.name(of: type), to: 19) + style.painted(bar, Color(of: type)) + "  \(number)\n"
    }
    return text
  }
}

extension Streak {
  /// `6 days, Mon 16 Nov 2026 – Sat 21 Nov 2026`.
  func text(_ style: Style) -> String {
    let (first, last) = (style.localization.shortTitle(of: from), style.localization.shortTitle(of: to))
    return style.words.count(days, "{n} day", "{n} days") + ", \(first)" + (days > 1 ? " \(style.dash) \(last)" : "")
  }
}
