import CheckInMaintenance
import Foundation
import JournalTestSupport
import Synchronization
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInModel
@testable import CheckInTimeline
@testable import EventLog

/// Single check-ins and events of a past moment are found without a replay, and are those that a replay finds.
@Suite("The past without a replay")
struct DeferredReplayTests {
  private let directory: TemporaryDirectory
  private let configuration = Journal.Configuration(now: { RandomHistory.now }, segmentByteLimit: 3000)

  init() throws {
    directory = try TemporaryDirectory()
  }

  private var path: String { directory.path + "/journal" }

  /// A journal of these events, with a snapshot of most of them.
  private func makeJournal(_ events: [Event]) throws {
    let journal = try Journal(at: path, configuration: configuration)
    for count in [events.count / 3, events.count / 2, events.count * 3 / 4, events.count] {
      if count == events.count {
        try journal.withWriteLock { _ throws(JournalError) in try journal.saveSnapshot(whole: false) }
      }
      var records = EventRecords()
      for event in events.prefix(count) { records.append(event) }
      _ = try journal.reproduce(records)
    }
    try journal.close()
  }

  /// The events of random commands, some of them undone, recorded by clocks of which some were set back.
  private func events(_ generator: inout RandomSource) throws -> [Event] {
    var configuration = configuration
    configuration.fileSystem = SimulatedFileSystem()
    let journal = try Journal(at: "/journal", configuration: configuration)
    var history = RandomHistory(seed: generator.next())
    for _ in 0..<100 { try history.step(journal) }
    for _ in 0..<3 { try journal.undo() }
    try journal.redo()
    var events: [Event] = []
    try journal.recordedEvents.forEachEvent { event, _ in events.append(event) }
    return setBack(events, &generator)
  }

  private func setBack(_ events: [Event], _ generator: inout RandomSource) -> [Event] {
    events.map { event in
      var event = event
      event.recordedAtMilliseconds =
        Int64(event.sequence) * 1000 - (generator.oneIn(30) ? Int64(generator.number(0...4_000_000)) : 0)
      return event
    }
  }

  private func open(_ moment: Journal.PointInTime, defersReplay: Bool) throws -> Journal {
    try Journal(at: path, asOf: moment, configuration: configuration, defersReplay: defersReplay)
  }

  private static func existing(_ number: Int, _ journal: Journal) -> Result<CheckIn, JournalError> {
    Result { () throws(JournalError) in try journal.existingCheckIn(number) }
  }

  private static func history(_ number: Int, _ journal: Journal) -> [AuditEntry]? {
    try? journal.history(of: number)
  }

  @Test("Check-ins, histories and audited events of random moments", arguments: 0..<6)
  func moments(run: UInt64) throws {
    var generator = RandomSource(seed: TestSettings.seed &+ run)
    let events = try events(&generator)
    try makeJournal(events)
    for _ in 0..<15 {
      let sequence = generator.number(0...events.count)
      let replayed = try open(.sequence(UInt64(sequence)), defersReplay: false)
      let deferred = try open(.sequence(UInt64(sequence)), defersReplay: true)
      #expect(deferred.sequence == replayed.sequence && deferred.lastNumber == replayed.lastNumber)
      let place = "CHECKIN_SEED=\(TestSettings.seed), run \(run), as of \(sequence)"
      for number in 0...replayed.lastNumber + 2 {
        let (found, expected) = (Self.existing(number, deferred), Self.existing(number, replayed))
        #expect(found == expected, "\(place)")
        #expect(try deferred.checkIn(number) == replayed.checkIn(number), "\(place)")
        let (history, expectedHistory) = (Self.history(number, deferred), Self.history(number, replayed))
        #expect(history == expectedHistory, "\(place)")
      }
      var (entries, expected): ([AuditEntry], [AuditEntry]) = ([], [])
      let first = UInt64(max(1, sequence - 9))
      try deferred.audit(from: first) { entries.append($0) }
      try replayed.audit(from: first) { expected.append($0) }
      #expect(entries == expected, "\(place)")
      let isReplayed = deferred.state.withLock { $0.past?.isReplayed }
      #expect(isReplayed == false, "nothing was replayed")
      // And what needs a replay gets one.
      #expect(try deferred.checkIns() == replayed.checkIns(), "\(place)")
      #expect(try deferred.existingCheckIns(upTo: 3) == replayed.existingCheckIns(upTo: 3))
    }
  }

  @Test("A time is after the last event that was recorded by then, also if clocks were set back", arguments: 0..<4)
  func times(run: UInt64) throws {
    var generator = RandomSource(seed: TestSettings.seed &+ run)
    let count = generator.number(2000...4000)
    let created = (1...count).map { number in
      let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, UInt8(number >> 8), UInt8(number & 255)))
      return Event(
        sequence: UInt64(number), recordedAtMilliseconds: 0, origin: .cli, checkIn: number, command: UInt64(number),
        action: .created(
          Event.Created(
            id: id, time: CheckInTime(instantMilliseconds: 0, offsetMinutes: 0), type: .run, title: "", notes: "")))
    }
    let events = setBack(created, &generator)
    try makeJournal(events)
    var times = (0..<40).map { _ in Int64(generator.number(-4_100_000...count * 1000 + 100)) }
    times += [.min, 0, .max, Int64(count) * 1000] + events.prefix(5).map(\.recordedAtMilliseconds)
    for time in times {
      let expected = events.last { $0.recordedAtMilliseconds <= time }?.sequence ?? 0
      let journal = try open(.recorded(time), defersReplay: true)
      #expect(journal.sequence == expected, "CHECKIN_SEED=\(TestSettings.seed), run \(run), at \(time)")
      #expect(journal.lastNumber == Int(expected))
    }
  }

  @Test("Undo and redo by the end of the log alone, between other commands", arguments: 0..<6)
  func reversals(run: UInt64) throws {
    var generator = RandomSource(seed: TestSettings.seed &+ run)
    var history = RandomHistory(seed: generator.next())
    let journal = try Journal(at: path, configuration: configuration)
    // What is there to be undone, and to be redone, with the answers that it leads to; the last is the next.
    var (undoable, redoable): ([[CheckIn]], [[CheckIn]]) = ([], [])
    var now: [CheckIn] = []
    func answers() throws -> [CheckIn] {
      try journal.checkIns().map { checkIn in
        var checkIn = checkIn
        checkIn.sequence = 0
        return checkIn
      }
    }
    var photoCount: UInt8 = 0
    for step in 0..<120 {
      try useEveryPlace(journal)
      let last = journal.sequence
      switch generator.number(0...4) {
      case 0:
        guard let answers = undoable.popLast() else { continue }
        redoable.append(now)
        now = answers
        try journal.undo()
      case 1:
        guard let answers = redoable.popLast() else { continue }
        undoable.append(now)
        now = answers
        try journal.redo()
      default:
        if let some = now.randomElement(using: &generator), !generator.oneIn(3) {
          switch generator.number(0...3) {
          case 0: _ = try journal.edit(some.number, with: CheckInChanges(title: "Edit \(step)", notes: "\(step)"))
          case 1: _ = try journal.discard(now.prefix(generator.number(1...3)).map(\.number))
          case 2:
            photoCount += 1
            _ = try journal.attachPhoto([0xFF, 0xD8, 0xFF, photoCount], width: 1, height: 1, to: some.number)
          default: _ = try journal.edit(some.number, with: CheckInChanges(time: history.draft().time))
          }
        } else {
          _ = try journal.importCheckIns((0..<generator.number(1...4)).map { _ in history.draft() })
        }
        if journal.sequence > last {
          undoable.append(now)
          redoable = []
        }
        now = try answers()
      }
      try #require(answers() == now, "CHECKIN_SEED=\(TestSettings.seed), run \(run), step \(step)")
    }
    try journal.close()
    #expect(try Journal.verify(at: path).problems == [])
  }

  /// Lets a journal know every place between two frames, as it knows a few of those in a long log.
  private func useEveryPlace(_ journal: Journal) throws {
    var reader = try EventReader(LogDirectory(fileSystem: DiskFileSystem(), path: path))
    var places: [LogPosition] = []
    while let batch = try reader.next() { places += batch.framePositions(everyBytes: 0, orRecords: 0) }
    journal.state.withLock { state in
      state.timeline.seekIndex = SeekIndex()
      state.timeline.seekIndex.setLoaded(places)
    }
  }
}

extension Journal {
  fileprivate func existingCheckIns(upTo last: Int) throws -> [CheckIn?] {
    try (1...last).map { try checkIn($0) }
  }
}
