import CheckInJournal
import CheckInMaintenance
import EventLog
import Foundation
import JournalTestSupport
import Synchronization
import TestSupport
import Testing

/// Group commit: commands that wait at the same time share a write and a sync, and none is lost.
@Suite("Concurrent commands")
struct ConcurrencyTests {
  /// Calls `body` on so many threads at once.
  private func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    DispatchQueue.concurrentPerform(iterations: count, execute: body)
  }

  @Test("Many threads create in one journal: numbers are unique, sequences contiguous, nothing is lost")
  func oneJournal() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/journal"
    let journal = try Journal(at: path, configuration: Journal.Configuration(segmentByteLimit: 4000))
    let created = Mutex<[Int: String]>([:])
    concurrently(16) { thread in
      for index in 0..<25 {
        let title = "Thread \(thread), session \(index)"
        guard let creation = try? journal.create(TrialCommand.draft(title)) else { continue }
        created.withLock { $0[creation.checkIn.number] = title }
      }
    }
    try journal.close()
    let numbers = created.withLock { $0 }
    #expect(numbers.keys.sorted() == Array(1...400))
    let events = try Journal(at: path, for: .readOnly).replay(AllEvents.self).events
    #expect(events.map(\.sequence) == Array(1...400))
    for event in events {
      guard case .created(let created) = event.action else { continue }
      #expect(numbers[event.checkIn] == created.title)
    }
    #expect(try Journal.verify(at: path).problems == [])
  }

  @Test("The same identity created by many threads is created once")
  func sameIdentity() throws {
    let directory = try TemporaryDirectory()
    let journal = try Journal(at: directory.path + "/journal")
    let answers = Mutex<[Journal.Creation]>([])
    concurrently(12) { _ in
      if let creation = try? journal.create(TrialCommand.draft("Same")) { answers.withLock { $0.append(creation) } }
    }
    let creations = answers.withLock { $0 }
    #expect(creations.count == 12 && creations.filter(\.isNew).count == 1)
    #expect(Set(creations.map(\.checkIn.number)) == [1] && journal.sequence == 1)
  }

  @Test("Of concurrent edits that expect the same event, one is taken")
  func conflicts() throws {
    let directory = try TemporaryDirectory()
    let journal = try Journal(at: directory.path + "/journal")
    let checkIn = try journal.create(TrialCommand.draft("Contended")).checkIn
    let taken = Mutex(0)
    let codes = Mutex<Set<String>>([])
    concurrently(10) { thread in
      do throws(JournalError) {
        let known = CheckInVersion(sequence: checkIn.sequence)
        _ = try journal.edit(checkIn.number, with: CheckInChanges(title: "Edit \(thread)"), expecting: known)
        taken.withLock { $0 += 1 }
      } catch {
        if error.code != .conflict { codes.withLock { _ = $0.insert(error.message) } }
      }
    }
    #expect(taken.withLock { $0 } == 1 && codes.withLock { $0 } == [] && journal.sequence == 2)
  }

  @Test("Several journals on one directory: nothing is lost and nobody waits for ever")
  func severalJournals() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/journal"
    let configuration = Journal.Configuration(segmentByteLimit: 3000, lockTimeoutSeconds: 60)
    try Journal(at: path, configuration: configuration).close()
    let failures = Mutex<[String]>([])
    concurrently(4) { process in
      do {
        let journal = try Journal(at: path, configuration: configuration)
        for index in 0..<40 {
          let creation = try journal.create(TrialCommand.draft("Journal \(process), session \(index)"))
          if !creation.isNew { failures.withLock { $0.append("\(process).\(index) was there") } }
          if index % 10 == 0 { try journal.refresh() }
        }
        try journal.close()
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [])
    let events = try Journal(at: path, for: .readOnly).replay(TrialEvents.self).texts
    #expect(events.count == 160 && Set(events).count == 160)
    #expect(try Journal.verify(at: path).problems == [])
  }

  @Test("Eight threads write and eight read, in one journal or in one each", arguments: [true, false])
  func writersAndReaders(isShared: Bool) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/journal"
    let configuration = Journal.Configuration(segmentByteLimit: 4000, lockTimeoutSeconds: 60)
    let shared = try Journal(at: path, configuration: configuration)
    let failures = Mutex<[String]>([])
    concurrently(16) { thread in
      do {
        let journal = isShared ? shared : try Journal(at: path, configuration: configuration)
        if thread < 8 {
          for index in 0..<12 { try journal.create(TrialCommand.draft("Thread \(thread), session \(index)")) }
        } else {
          var seen = 0
          for _ in 0..<40 {
            try journal.refresh()
            let checkIns = try journal.checkIns()
            let total = try journal.statistics(today: CivilDay(dayNumber: 20_000)).total
            if checkIns.count < seen || total < checkIns.count {
              failures.withLock { $0.append("\(total) and \(checkIns.count) check-ins after \(seen)") }
            }
            seen = checkIns.count
          }
        }
        try journal.close()
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    try shared.close()
    #expect(failures.withLock { $0 } == [])
    let texts = try Journal(at: path, for: .readOnly).replay(TrialEvents.self).texts
    #expect(texts.count == 96 && Set(texts).count == 96)
    #expect(try Journal.verify(at: path).problems == [])
  }

  @Test("An idle journal does not keep the lock")
  func lockIsGivenBack() throws {
    let fileSystem = SimulatedFileSystem()
    let trial = Trial([])
    let first = try trial.open(fileSystem)
    for index in 0..<50 {
      try TrialCommand.create(title: "Session \(index)").perform(on: first)
      // Without closing: HEAD's writer gives the lock back when it is done.
      let lock = try fileSystem.open(Trial.path + "/lock", for: .readingAndWriting)
      try waitUntil("the lock is free") { try lock.tryLock() }
      try lock.unlock()
    }
  }
}
