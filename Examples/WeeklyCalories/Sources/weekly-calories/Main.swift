import CheckInJournal
import WeeklyCalories

/// Prints the weeks of the journal in the directory that is named.
@main
enum Main {
  static func main() throws {
    let journal = try Journal(at: CommandLine.arguments.dropFirst().first ?? "training", for: .readOnly)
    let totals = try journal.projection(WeeklyCalories.self).totals
    for monday in totals.keys.sorted() { print(monday, totals[monday] ?? 0) }
  }
}
