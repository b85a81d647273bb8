import CheckInJournal
import CheckInMaintenance
import EventLog
import Foundation
import JournalTestSupport
import TestSupport
import Testing

/// A journal in memory behaves as one on a disk.
struct InMemoryJournalTests {
  @Test(arguments: 0..<6)
  func itAnswersAsOneOnADisk(_ run: Int) throws {
    let directory = try TemporaryDirectory()
    let configuration = Journal.Configuration(now: { RandomHistory.now }, segmentByteLimit: 20_000)
    let memory = try Journal.inMemory(configuration: configuration)
    let disk = try Journal(at: directory.path + "/journal", configuration: configuration)
    for journal in [memory, disk] {
      var history = RandomHistory(seed: TestSettings.seed &+ UInt64(run))
      for step in 0..<200 {
        try history.step(journal)
        if step % 50 == 0 { try journal.close() }
      }
      #expect(history.problems == [])
    }
    #expect(memory.sequence == disk.sequence && memory.readOnlyReason == nil)
    #expect(try memory.checkIns() == disk.checkIns())
    #expect(try memory.checkIns(discarded: true) == disk.checkIns(discarded: true))
    for photo in try disk.checkIns().compactMap(\.photo) {
      let bytes = try memory.photoBytes(of: photo)
      #expect(try bytes != nil && bytes == disk.photoBytes(of: photo))
    }
    #expect(try memory.statistics(today: .today()) == disk.statistics(today: .today()))
    func actions(_ journal: Journal) throws -> [Event.Action] {
      try journal.replay(AllEvents.self).events.map(\.action)
    }
    #expect(try actions(memory) == actions(disk))
    #expect(try memory.undo().command == disk.undo().command)
    #expect(memory.closingMessages == [])
    try memory.close()
    _ = try memory.rebuild()
    #expect(try memory.checkIns() == disk.checkIns())
  }

  @Test func commandsOfManyThreads() throws {
    let journal = try Journal.inMemory()
    DispatchQueue.concurrentPerform(iterations: 200) { index in
      _ = try? journal.create(TrialCommand.draft("Session \(index)"))
    }
    #expect(journal.sequence == 200 && journal.lastNumber == 200)
  }

  @Test func aProjectionNeedsNoJournal() {
    let created = Event.Created(id: UUID(), time: .now(), type: .run, title: "Morning 5k")
    let events = AllEvents(applying: [
      Event(sequence: 1, checkIn: 1, action: .created(created)), Event(sequence: 2, checkIn: 1, action: .discarded),
    ]).events
    #expect(events.map(\.command) == [1, 2] && events.map(\.origin) == [.library, .library])
  }
}

/// Next to types of the same names, every name of the library can be used.
struct NamesTests {
  private struct Event {}
  private struct Statistics {}

  @Test func besideOthers() throws {
    _ = (Event(), Statistics())
    let journal = try Journal.inMemory()
    try journal.create(TrialCommand.draft("One"))
    let statistics: Journal.Statistics = try journal.statistics(today: .today())
    #expect(statistics.total == 1)
    try journal.audit { entry in
      let event: Journal.Event = entry.event
      #expect(event.sequence == 1)
    }
  }
}
