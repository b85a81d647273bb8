import AppCore
import CheckInJournal
import Testing

/// The app's core, without a disk and without a screen.
@MainActor
struct TrainingStoreTests {
  private let journal: Journal
  private let store: TrainingStore

  init() throws {
    journal = try Journal.inMemory()
    store = TrainingStore(journal: journal)
  }

  private func draft(_ title: String, calories: Int? = nil) -> CheckInDraft {
    CheckInDraft(type: .run, title: title, time: .now(), calories: calories)
  }

  @Test func itShowsWhatIsThere() async {
    for title in ["One", "Two", "Three"] { await store.add(draft(title)) }
    await store.observe(until: { true })
    #expect(store.recent.map(\.title) == ["Three", "Two", "One"] && store.statistics.total == 3)
  }

  /// What another part of the app, or another process, does.
  @Test func itShowsWhatComes() async throws {
    for title in ["One", "Two"] { await store.add(draft(title)) }
    async let observing: Void = store.observe(until: { store.statistics.total == 1 })
    try journal.discard([1])
    await observing
    #expect(store.recent.map(\.title) == ["Two"])
  }

  @Test func itEndsWithItsTask() async {
    let observing = Task { await store.observe() }
    observing.cancel()
    await observing.value
    #expect(store.problem == nil)
  }

  @Test func mistakesAreTold() async {
    await store.add(CheckInDraft(type: nil, title: " ", time: .now()))
    #expect(store.problem == "Please select an exercise type\nPlease enter a title")
    await store.add(draft("Morning 5k"))
    #expect(store.problem == nil && journal.sequence == 1)
  }

  @Test func theHardestRuns() async {
    for calories in [100, 300, 200, 400] { await store.add(draft("\(calories)", calories: calories)) }
    #expect(await store.hardestRuns(from: 200, limit: 2).map(\.title) == ["400", "300"])
  }
}
