import AppCore
import CheckInJournal

/// Opens the journal in the directory that is named, adds two runs, and prints what the app would show.
@main
enum Demo {
  @MainActor
  static func main() async throws {
    let journal = try Journal(at: CommandLine.arguments.dropFirst().first ?? "training")
    let store = TrainingStore(journal: journal)
    await store.add(CheckInDraft(type: .run, title: "Morning 5k", time: .now(), calories: 320))
    await store.add(CheckInDraft(type: .run, title: "Around the lake", time: .now(), calories: 540))
    await store.add(CheckInDraft(type: nil, title: "", time: .now()))
    print("Refused: \(store.problem ?? "nothing")")
    await store.observe(until: { store.statistics.total >= 2 })
    for checkIn in store.recent { print(checkIn.number, checkIn.type.name, checkIn.title) }
    print("Streak: \(store.statistics.currentStreak?.days ?? 0)")
    print("Hardest: \(await store.hardestRuns(from: 500, limit: 3).map(\.title))")
    try journal.close()
  }
}
