import EventLog
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInMaintenance
@testable import CheckInTimeline

/// What the logs of a group come to, kept beside them.
@Suite("A journal of a group is opened by a snapshot of what its logs come to")
struct GroupSnapshotTests {
  private static let path = "/journal/peers/snapshot.sqlite"
  private let laptop: JournalDevice
  private let phone: JournalDevice

  init() throws {
    laptop = try JournalDevice(clock: 1_700_000_000_000)
    phone = try JournalDevice(clock: 1_700_000_000_500)
    for number in 0..<20 { try laptop.create("laptop \(number)") }
    for number in 0..<20 { try phone.create("phone \(number)") }
    try exchange()
    // Both say something of the same, and of what is on both.
    let there = try #require(phone.journal.numbers.last).lowerBound
    try laptop.journal.edit(3, with: CheckInChanges(title: "on the laptop"))
    try phone.journal.edit(there + 2, with: CheckInChanges(title: "on the phone"))
    try phone.journal.discard([there + 4])
    try laptop.journal.edit(5, with: CheckInChanges(notes: "kept"))
    try exchange()
    try laptop.journal.keepViewOfGroup(always: true)
  }

  private func exchange() throws {
    try laptop.deliver(to: phone)
    try phone.deliver(to: laptop)
    for device in [laptop, phone] { try device.journal.refresh() }
  }

  /// Everything that a journal says.
  private func answers(_ journal: Journal) throws -> [String] {
    let today = CivilDay(dayNumber: 19_000)
    let checkIns = try journal.numbers.joined().map { "\($0) \(String(describing: try journal.checkIn($0)))" }
    return checkIns + journal.conflicts().map { "\($0)" } + ["\(try journal.statistics(today: today))"]
  }

  private func hasHistory(_ journal: Journal) -> Bool { journal.state.withLock { $0.merged.hasHistory } }

  @Test("Neither opening nor writing folds the logs, and all is as without the snapshot")
  func flat() throws {
    let stored = try laptop.anotherProcess()
    #expect(!hasHistory(stored))
    #expect(try answers(stored) == answers(laptop.journal))
    let here = try #require(stored.numbers.last).lowerBound
    try stored.edit(here + 6, with: CheckInChanges(title: "edited after opening"))
    let time = CheckInTime(instantMilliseconds: 1_600_000_000_000, offsetMinutes: 0)
    try stored.create(CheckInDraft(type: .run, title: "after opening", time: time))
    #expect(!hasHistory(stored))
    // The next one reads on from the snapshot.
    let next = try laptop.anotherProcess()
    #expect(!hasHistory(next))
    laptop.fileSystem.erase(Self.path)
    let folded = try laptop.anotherProcess()
    #expect(hasHistory(folded))
    #expect(try answers(next) == answers(folded))
    #expect(try answers(stored) == answers(folded))
  }

  @Test("What settles a conflict, and what others write, is taken in by the history")
  func news() throws {
    let stored = try laptop.anotherProcess()
    try stored.edit(3, with: CheckInChanges(title: "settled"))
    #expect(hasHistory(stored))
    #expect(!stored.conflicts().contains { $0.checkIn == 3 })
    try phone.create("later, on the phone")
    try phone.deliver(to: laptop)
    let next = try laptop.anotherProcess()
    #expect(hasHistory(next))
    laptop.fileSystem.erase(Self.path)
    #expect(try answers(next) == answers(laptop.anotherProcess()))
  }

  @Test("It is used only for the logs that it was made of")
  func others() throws {
    let whole = try #require(laptop.fileSystem.files()[Self.path])
    let expected = try answers(laptop.journal)
    // The phone's own is of the same events, and of other numbers.
    try phone.journal.keepViewOfGroup(always: true)
    laptop.fileSystem.replace(Self.path, by: try #require(phone.fileSystem.files()[Self.path]))
    #expect(try answers(laptop.anotherProcess()) == expected)
    // A copy that says something else at the same place.
    laptop.fileSystem.replace(Self.path, by: whole)
    let replica = try phone.replica()
    let logs = try #require(try GroupLogs(laptop.journal.directory, journalID: try laptop.replica()))
    #expect(try GroupSnapshot(directory: laptop.journal.directory).view(of: logs) != nil)
    let copy = try #require(
      laptop.fileSystem.files().keys.filter { $0.contains("/peers/\(replica.uuidString)/log/") && $0.hasSuffix("lz4") }
        .max())
    let content = try #require(laptop.fileSystem.files()[copy])
    laptop.fileSystem.replace(copy, by: content.dropLast(20) + content.suffix(20).map { $0 ^ 1 })
    #expect(try GroupSnapshot(directory: laptop.journal.directory).view(of: logs) == nil)
  }

  @Test("A damaged one is as good as none")
  func damaged() throws {
    let whole = try #require(laptop.fileSystem.files()[Self.path])
    let expected = try answers(laptop.journal)
    var random = RandomSource(seed: TestSettings.seed)
    for _ in 0..<150 {
      CaseCount.add()
      var content = whole
      if random.oneIn(4) {
        content.removeLast(random.number(1...content.count))
      } else {
        content[random.number(0...content.count - 1)] ^= 1 << UInt8(random.number(0...7))
      }
      laptop.fileSystem.replace(Self.path, by: content)
      let journal = try laptop.anotherProcess()
      #expect(try answers(journal) == expected)
    }
  }

  @Test("Hostile parts are refused, or read as something, and never trap", arguments: [false, true])
  func hostile(isForked: Bool) throws {
    if isForked { try exchange(with: forked()) }
    let merged = laptop.journal.state.withLock { $0.merged }
    let parts =
      [MergedJournalCoding.writers(merged, digests: merged.writers.map { _ in Digest(of: []) })]
      + MergedJournalCoding.history(merged).map(\.1)
    func read(_ changed: [UInt8], at index: Int) throws {
      var timeline = Timeline()
      let ids: [TimelinePartID] = [.writers] + merged.writers.indices.map { .writerEvents($0) } + [.registers]
      var contents = Dictionary(uniqueKeysWithValues: zip(ids, parts))
      contents[ids[index]] = changed
      timeline.parts = PartsInMemory(contents: contents)
      guard var (view, _) = MergedJournalCoding.view(from: index == 0 ? changed : parts[0], timeline: timeline) else {
        return
      }
      _ = view.conflicts()
      guard (try? view.loadHistory()) != nil else { return }
      for number: UInt32 in [1, 3, 5, 1 << 31 + 3] {
        _ = view.events.map { $0.sequences(of: number) }
        _ = view.conflictingFields(of: Int(number))
      }
      _ = MergedJournalCoding.comparable(view)
    }
    #expect(parts.count == (isForked ? 5 : 4))
    for (index, part) in parts.enumerated() {
      try read(part, at: index)
      for count in 0..<part.count { try read(Array(part.prefix(count)), at: index) }
      for bit in 0..<part.count * 8 {
        var changed = part
        changed[bit / 8] ^= 1 << UInt8(bit % 8)
        try read(changed, at: index)
      }
    }
  }

  // MARK: Forks

  /// Everything that a journal says, workouts included, in the order in which it shows them.
  private func allAnswers(_ journal: Journal) throws -> [String] {
    try answers(journal) + journal.checkIns().map { "\($0.number)" } + journal.plans().map { "\($0)" }
      + journal.exercises().map { "\($0)" } + journal.completedSessions().map { "\($0)" }
  }

  private func train(_ title: String, _ exercise: String, on device: JournalDevice) throws {
    device.clock.now += 1000
    let time = CheckInTime(instantMilliseconds: 1_600_000_000_000, offsetMinutes: 0)
    _ = try device.journal.createPlan(name: title, try PlanText.parse("Dip / 3x8", unit: .kilograms))
    _ = try device.journal.startSession(SessionDraft(start: time, title: title))
    _ = try device.journal.log(
      try SetNotation.parse("80x10 85x8", unit: .kilograms), exercise: exercise, at: time, isTimeGiven: true)
    try device.journal.completeSession(endMilliseconds: time.instantMilliseconds + 3_600_000)
  }

  /// A fork of a copy of the laptop's journal, which both go on with.
  private func forked() throws -> JournalDevice {
    for (title, exercise) in [("before", "bench"), ("again", "squat")] { try train(title, exercise, on: laptop) }
    try exchange()
    try laptop.journal.close()
    try Group(me: Group.Replica(journal: try laptop.replica(), name: "laptop"), place: "/nowhere")
      .write(inJournalAt: "/journal", laptop.fileSystem)
    let disk = laptop.fileSystem.disk
    let replica = UUID()
    let copied = SimulatedFileSystem(disk)
    var configuration = laptop.configuration
    configuration.fileSystem = copied
    _ = try JournalFork(ofJournalAt: "/journal", as: "fork", replica, configuration)
    let fork = try JournalDevice(clock: laptop.clock.now, on: copied.disk)
    try train("of the fork", "deadlift", on: fork)
    try fork.journal.edit(2, with: CheckInChanges(title: "by the fork"))
    try train("of the laptop", "dip", on: laptop)
    try laptop.journal.edit(2, with: CheckInChanges(title: "by the laptop"))
    return fork
  }

  private func exchange(with fork: JournalDevice) throws {
    let devices = [laptop, phone, fork]
    for source in devices { for target in devices where target !== source { try source.deliver(to: target) } }
    for device in devices { try device.journal.refresh() }
  }

  /// Checks that a device's journal starts from the snapshot, and shows the same without it.
  ///
  /// - Parameter isFresh: `false` if other devices' events have come since.
  private func checkSnapshot(of device: JournalDevice, isFresh: Bool = true) throws {
    let snapshot = GroupSnapshot(directory: device.journal.directory)
    let differences = try snapshot.differences(journalID: device.replica())
    // It can't be used any more if the log of one more device has come.
    #expect(differences == [] || !isFresh && differences == nil)
    let stored = try device.anotherProcess()
    #expect(hasHistory(stored) == !isFresh)
    let content = try #require(device.fileSystem.files()[Self.path])
    device.fileSystem.erase(Self.path)
    let folded = try device.anotherProcess()
    #expect(hasHistory(folded))
    #expect(try allAnswers(stored) == allAnswers(folded))
    let (held, whole) = (stored.state.withLock { $0.merged }, folded.state.withLock { $0.merged })
    #expect(held.difference(from: whole) == nil)
    device.fileSystem.replace(Self.path, by: content)
  }

  @Test("A journal that was forked, the one that it was copied from and others start from a snapshot")
  func forks() throws {
    let fork = try forked()
    try exchange(with: fork)
    let devices = [laptop, phone, fork]
    for device in devices {
      try device.journal.keepViewOfGroup(always: true)
      #expect(!device.journal.state.withLock { $0.merged.lineage.claims.isEmpty })
      try checkSnapshot(of: device)
    }
    // What each writes itself needs no history; what has to do with what is on both logs is translated.
    for (index, device) in devices.enumerated() {
      let stored = try device.anotherProcess()
      let session = try #require(try stored.completedSessions().last)
      try stored.editSession(session.number, with: SessionChanges(title: "edited \(index)"))
      let time = CheckInTime(instantMilliseconds: 1_600_000_000_000, offsetMinutes: 0)
      try stored.create(CheckInDraft(type: .run, title: "after opening", time: time))
      #expect(!hasHistory(stored))
      try checkSnapshot(of: device)
      try stored.close()
    }
    // What others write takes the history.
    try phone.create("later")
    try exchange(with: fork)
    for device in devices {
      try checkSnapshot(of: device, isFresh: false)
      try device.journal.keepViewOfGroup(always: true)
      try checkSnapshot(of: device)
    }
  }

  @Test("A snapshot of a fork without the original's log is not used when that log comes")
  func withoutOriginal() throws {
    let fork = try forked()
    try fork.journal.keepViewOfGroup(always: true)
    try exchange(with: fork)
    try checkSnapshot(of: fork, isFresh: false)
    try fork.journal.keepViewOfGroup(always: true)
    try checkSnapshot(of: fork)
  }

  @Test("Numbers that lead round in a circle are refused, and long chains are none")
  func circles() {
    var united: [UInt32: UInt32] = [:]
    for number: UInt32 in 1..<100_000 { united[number] = number + 1 }
    #expect(ReplicaNumbers.isFreeOfCircles(united))
    united[100_000] = 50_000
    #expect(!ReplicaNumbers.isFreeOfCircles(united))
    #expect(!ReplicaNumbers.isFreeOfCircles([7: 7]) && ReplicaNumbers.isFreeOfCircles([:]))
  }

  @Test("Verifying and checking notice a snapshot that says something else, and rebuilding mends it")
  func checked() throws {
    let directory = laptop.journal.directory
    let snapshot = GroupSnapshot(directory: directory)
    #expect(try snapshot.differences(journalID: laptop.replica()) == [])
    let store = try SnapshotStore(readingFrom: snapshot.databasePath)
    let changed = laptop.journal.state.withLock { state in
      state.merged.registers[7] = CheckInRegisters(creation: CheckInRegisters.Write(writer: 1, sequence: 1))
      return MergedJournalCoding.history(state.merged)
    }
    let unchanged = (TimelinePartID.directory, try #require(try store.part(.directory)))
    _ = try store.save(store.header, parts: changed + [unchanged], at: snapshot.databasePath)
    #expect(try snapshot.differences(journalID: laptop.replica()) == ["of the group, who wrote what, and knew what"])
    let verification = try Journal.verify(at: "/journal", in: laptop.fileSystem)
    #expect(verification.snapshot == .differs)
    let journal = try laptop.anotherProcess()
    _ = try journal.rebuild()
    #expect(try snapshot.differences(journalID: laptop.replica()) == [])
    #expect(try journal.checkSnapshot().differences == [])
  }
}

private struct PartsInMemory: TimelineParts {
  let contents: [TimelinePartID: [UInt8]]

  func part(_ id: TimelinePartID) throws(JournalError) -> [UInt8]? { contents[id] }
}
