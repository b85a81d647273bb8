import ArgumentParser
import CheckInInterchange
import CheckInJournal

struct StatsCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Show the whole journal in figures.")

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from journal: ReadableJournal, in session: Session) throws {
    let statistics = try journal.statistics(today: try session.today)
    if global.json { return try session.output.document { Statistics.write(statistics, to: &$0) } }
    guard let statistics, statistics.total > 0 else { return try session.output.line("No check-ins.") }
    try session.output.write(statistics.text(session.style))
  }
}
