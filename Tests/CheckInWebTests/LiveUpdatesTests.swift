import CheckInJournal
import TestSupport
import Testing

@testable import CheckInWeb

@Suite("Open pages hear of new events")
struct LiveUpdatesTests {
  let directory: TemporaryDirectory
  let access: JournalAccess

  init() throws {
    directory = try TemporaryDirectory()
    access = try JournalAccess(path: directory.path + "/journal", environment: WebClient.environment)
  }

  /// Appends as another process does.
  private func append() throws {
    let journal = try Journal(at: directory.path + "/journal")
    let time = CheckInTime(instantMilliseconds: 1_760_000_000_000, offsetMinutes: 60)
    _ = try journal.create(CheckInDraft(type: .run, title: "x", time: time))
    try journal.close()
  }

  @Test("What is appended after a page began to listen is told, although following had not begun")
  func startOfFollowing() async throws {
    try append()
    try await access.run { _ in }
    let live = LiveUpdates(access: access)
    let stream = live.stream()
    try append()
    // A page that was asked for meanwhile has read it: following from what was read last would pass over it.
    try await access.run { _ in }
    #expect(access.revision == 2)
    await withTaskGroup { group in
      group.addTask { try? await live.run() }
      var told = stream.makeAsyncIterator()
      #expect(await told.next() == 2)
      group.cancelAll()
    }
  }
}
