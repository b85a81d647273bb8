import CheckInJournal
import CheckInMaintenance
import EventLog
import Foundation
import JournalTestSupport
import Synchronization
import TestSupport
import Testing

/// Events as they come: each once, in order, to all that follow.
struct JournalEventsTests {
  /// The sequence numbers of events up to one of them, as a follower gets them.
  private func follow(_ events: JournalEvents, to last: UInt64) async throws -> [UInt64] {
    var sequences: [UInt64] = []
    for try await event in events {
      sequences.append(event.sequence)
      if event.sequence >= last { break }
    }
    return sequences
  }

  /// Whatever happens at the same time, nothing is missed and nothing comes twice: several writers, in this journal and
  /// in others on the same directory as other processes are, and followers that begin at any moment and any event.
  @Test(arguments: 0..<6)
  func noneIsMissedOrDoubled(_ run: Int) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/journal"
    let configuration = Journal.Configuration(segmentByteLimit: 5000, lockTimeoutSeconds: 60)
    let journal = try Journal(at: path, configuration: configuration)
    let others = [
      try Journal(at: path, configuration: configuration), try Journal(at: path, configuration: configuration),
    ]
    let reader = try Journal(at: path, for: .readOnly)
    var random = RandomSource(seed: TestSettings.seed &+ UInt64(run))
    let before = random.number(0...40)
    for index in 0..<before { try journal.create(TrialCommand.draft("Before \(index)")) }
    let total = UInt64(before + 90)
    let starts = (0..<6).map { _ in UInt64(random.number(0...Int(total) - 1)) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, start) in starts.enumerated() {
        let followed = index % 3 == 2 ? reader : journal
        // This journal's own writer gets so far at least.
        let beginning = UInt64(before + random.number(0...30))
        group.addTask {
          try await suspendUntil("event \(beginning) is written") { journal.sequence >= beginning }
          let sequences = try await follow(followed.events(after: start), to: total)
          #expect(sequences == Array(start + 1...total))
        }
      }
      for (number, writer) in ([journal] + others).enumerated() {
        group.addTask {
          for index in 0..<30 {
            _ = try await writer.perform { try $0.create(TrialCommand.draft("Session \(number).\(index)")) }
          }
        }
      }
      // The first failure ends the others.
      while try await group.next() != nil {}
    }
    for one in [journal] + others { try one.close() }
    #expect(try Journal.verify(at: path).problems == [])
  }

  @Test func whatWasDoneBeforeAndWhatComes() async throws {
    let journal = try Journal.inMemory()
    let checkIn = try journal.create(TrialCommand.draft("One")).checkIn
    try journal.edit(checkIn.number, with: CheckInChanges(title: "Two"))
    var events = journal.events(after: 0).makeAsyncIterator()
    #expect(try await events.next()?.action.name == "created")
    #expect(try await events.next()?.action.name == "edited")
    try journal.discard([checkIn.number])
    #expect(try await events.next()?.action.name == "discarded")
    var latest = journal.events().makeAsyncIterator()
    try journal.restore(checkIn.number)
    #expect(try await latest.next()?.action.name == "restored")
  }

  /// Of a history that is longer than a batch, an import in several writes included, all of it comes.
  @Test func longHistories() async throws {
    let journal = try Journal.inMemory()
    let drafts = (0..<5000).map { index in
      var draft = TrialCommand.draft("Session \(index)")
      draft.id = UUID()
      return draft
    }
    try journal.importCheckIns(drafts)
    #expect(try await follow(journal.events(after: 0), to: 5000) == Array(1...5000))
    #expect(try await follow(journal.events(after: 4990), to: 5000) == Array(4991...5000))
  }

  @Test func aCancelledFollowerEnds() async throws {
    let journal = try Journal.inMemory()
    try journal.create(TrialCommand.draft("One"))
    let seen = Atomic(0)
    let task = Task {
      for try await _ in journal.events(after: 0) { seen.add(1, ordering: .relaxed) }
      return true
    }
    try await suspendUntil("an event has come") { seen.load(ordering: .relaxed) > 0 }
    task.cancel()
    // It waits for an event that never comes.
    #expect(try await task.value)
  }

  @Test func aCancelledTaskBeginsNothing() async throws {
    let journal = try Journal.inMemory()
    try journal.create(TrialCommand.draft("One"))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var events = journal.events(after: 0).makeAsyncIterator()
      return try await events.next() == nil
    }
    #expect(try await task.value)
  }

  @Test func aJournalOfThePastEnds() async throws {
    let directory = try TemporaryDirectory()
    let journal = try Journal(at: directory.path + "/journal")
    for index in 1...9 { try journal.create(TrialCommand.draft("Session \(index)")) }
    try journal.close()
    let past = try Journal(at: directory.path + "/journal", asOf: .sequence(6))
    var sequences: [UInt64] = []
    for try await event in past.events(after: 2) { sequences.append(event.sequence) }
    #expect(sequences == [3, 4, 5, 6])
    var answers: [Int] = []
    for try await total in past.values(of: { try $0.statistics(today: .today()).total }) { answers.append(total) }
    #expect(answers == [6])
  }

  /// Frames are put together anew while somebody follows.
  @Test func compactionMeanwhile() async throws {
    let directory = try TemporaryDirectory()
    let journal = try Journal(
      at: directory.path + "/journal", configuration: Journal.Configuration(segmentByteLimit: 2000))
    for index in 1...40 { try journal.create(TrialCommand.draft("Session \(index)")) }
    var events = journal.events(after: 0).makeAsyncIterator()
    for sequence in 1...3 { #expect(try await events.next()?.sequence == UInt64(sequence)) }
    _ = try journal.compact(includingActive: true)
    for index in 41...60 { try journal.create(TrialCommand.draft("Session \(index)")) }
    for sequence in 4...60 { #expect(try await events.next()?.sequence == UInt64(sequence)) }
  }
}

/// Commands that do not block their task.
struct JournalPerformTests {
  /// Far more tasks than threads, in two journals on one directory, which wait for each other's lock.
  @Test func moreTasksThanThreads() async throws {
    let directory = try TemporaryDirectory()
    let configuration = Journal.Configuration(lockTimeoutSeconds: 60)
    let journals = try (0..<2).map { _ in try Journal(at: directory.path + "/journal", configuration: configuration) }
    let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<400 {
        let journal = journals[index % 2]
        group.addTask {
          try await journal.perform { try $0.create(TrialCommand.draft("Session \(index)")).checkIn.number }
        }
      }
      return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(numbers == Set(1...400))
    for journal in journals { try journal.close() }
  }

  @Test func whatIsThrown() async throws {
    let journal = try Journal.inMemory()
    await #expect { _ = try await journal.perform { try $0.discard([1]) } } throws: {
      ($0 as? JournalError)?.code == .notFound
    }
  }

  /// What is recorded with a command follows its task to the thread that runs it.
  @Test func theTasksDevice() async throws {
    let journal = try Journal.inMemory(configuration: Journal.Configuration(device: "Server"))
    try await Journal.$commandDevice.withValue("Phone") {
      _ = try await journal.perform { try $0.create(TrialCommand.draft("One")) }
    }
    var devices: [String?] = []
    try journal.audit { devices.append($0.event.device) }
    #expect(devices == ["Phone"])
  }
}

/// Answers as they change.
struct JournalValuesTests {
  @Test func thePresentOneAndThenEachOther() async throws {
    let journal = try Journal.inMemory()
    var totals = journal.values { try $0.statistics(today: .today()).total }.makeAsyncIterator()
    #expect(try await totals.next() == 0)
    let checkIn = try journal.create(TrialCommand.draft("One")).checkIn
    #expect(try await totals.next() == 1)
    // This changes nothing of what was asked.
    try journal.edit(checkIn.number, with: CheckInChanges(title: "Two"))
    try journal.discard([checkIn.number])
    #expect(try await totals.next() == 0)
  }

  /// The last answer always comes, whoever commits.
  @Test func theLastAnswerComes() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/journal"
    let configuration = Journal.Configuration(lockTimeoutSeconds: 60)
    let writers = [
      try Journal(at: path, configuration: configuration), try Journal(at: path, configuration: configuration),
    ]
    let reader = try Journal(at: path, for: .readOnly)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for journal in writers + [reader] {
        group.addTask {
          var latest = -1
          for try await total in journal.values(of: { try $0.checkIns.where { $0.type == .run }.count() }) {
            #expect(total > latest)
            latest = total
            if total == 40 { break }
          }
          #expect(latest == 40)
        }
      }
      for (number, writer) in writers.enumerated() {
        group.addTask {
          for index in 0..<20 {
            var draft = TrialCommand.draft("Session \(number).\(index)")
            draft.type = .run
            let new = draft
            _ = try await writer.perform { try $0.create(new) }
          }
        }
      }
      // The first failure ends the others.
      while try await group.next() != nil {}
    }
    for writer in writers { try writer.close() }
  }

  @Test func whatTheQuestionThrows() async throws {
    let journal = try Journal.inMemory()
    var answers = journal.values { try $0.existingCheckIn(1).title }.makeAsyncIterator()
    await #expect { _ = try await answers.next() } throws: { ($0 as? JournalError)?.code == .notFound }
  }

  @Test func aCancelledObserverEnds() async throws {
    let journal = try Journal.inMemory()
    let seen = Atomic(0)
    let task = Task {
      for try await _ in journal.values(of: { $0.sequence }) { seen.add(1, ordering: .relaxed) }
      return true
    }
    try await suspendUntil("a value has come") { seen.load(ordering: .relaxed) > 0 }
    task.cancel()
    #expect(try await task.value)
  }
}
