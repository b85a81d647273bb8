import Foundation
import JournalTestSupport
import Synchronization
import TestSupport
import Testing

@testable import CheckInModel
@testable import CheckInTimeline
@testable import EventLog

/// However a history is cut into chunks, and on however many threads they are folded, the timeline is the same, byte
/// for byte of its parts, and so is what is said of an event that cannot be applied.
@Suite("Partial timelines")
struct MergingTests {
  /// What a fold came to.
  struct Outcome: Equatable {
    var parts: [Int64: [UInt8]] = [:]
    var sequence: UInt64 = 0
    var notUnderstood = 0
    var fault: String?

    init(_ timeline: Timeline, notUnderstood: Int, error: JournalError?) throws {
      var timeline = timeline
      try timeline.forEachPart { parts[$0.rawValue] = $1 }
      sequence = timeline.directory.sequence
      self.notUnderstood = notUnderstood
      fault = error?.fault.map { "\($0)" }
    }
  }

  private static let historyCount = TestSettings.runs("MERGING", default: 3000)
  private static let groupCount = 50

  @Test("Cut anywhere and folded by several threads, as event by event", arguments: 0..<groupCount)
  func law(group: Int) throws {
    var generator = RandomSource(seed: TestSettings.seed &+ UInt64(group))
    var met: Set<String> = []
    for _ in 0..<max(1, Self.historyCount / Self.groupCount) {
      let count = generator.oneIn(40) ? generator.number(100...400) : generator.number(1...30)
      let seed = generator.next()
      var records = RandomRecords(seed: seed, faultPercentage: generator.element(of: [0, 1, 4]))
      let history = records.history(count: count)
      let expected = try Self.eachAlone(history)
      if expected.notUnderstood > 0 { met.insert("not understood") }
      if let fault = expected.fault { met.insert(String(fault.prefix { $0 != "(" })) }
      for threads in [1, generator.number(2...4)] {
        let places = (0..<generator.number(0...min(count, 9))).map { _ in generator.number(0...count) }.sorted()
        let merged = try Self.folded(history.cut(at: places), threads: threads)
        guard merged == expected else {
          Issue.record("seed \(seed), \(count) events cut at \(places): \(merged.fault ?? "-")")
          return
        }
      }
    }
    // Without them the test would say little of them.
    if Self.historyCount >= 10_000 { #expect(met == ["not understood", "malformed", "inconsistent"]) }
  }

  /// One event after the other, read by the general reader alone.
  private static func eachAlone(_ batch: RecordBatch) throws -> Outcome {
    var timeline = Timeline()
    var notUnderstood = 0
    let bytes = batch.content.span.bytes
    for (index, record) in batch.records.enumerated() {
      do throws(JournalError) {
        let event: EventView
        do throws(WireError) { event = try EventView(record, in: bytes) } catch { throw .malformed("\(error.reason)") }
        guard event.sequence == UInt64(index) + 1 else {
          throw .malformed("sequence numbers increase by exactly one, but \(event.sequence) follows \(index)")
        }
        if event.isNotUnderstood { notUnderstood += 1 }
        try timeline.apply(event, in: bytes)
      } catch {
        return try Outcome(timeline, notUnderstood: notUnderstood, error: error)
      }
    }
    return try Outcome(timeline, notUnderstood: notUnderstood, error: nil)
  }

  private static func folded(
    _ batches: [RecordBatch], threads: Int, into start: Timeline = Timeline()
  ) throws -> Outcome {
    var timeline = start
    var notUnderstood = 0
    var rest = batches[...]
    do {
      try foldInOrder(threads: threads) {
        rest.popFirst()
      } map: { batch in
        (batch, PartialTimeline(folding: batch))
      } merge: { (batch, partial) in
        let count = partial.notUnderstoodCount
        if try timeline.merge(partial) {
          notUnderstood += count
        } else {
          try timeline.applyEach(batch, notUnderstood: &notUnderstood)
        }
      }
    } catch let error as JournalError {
      return try Outcome(timeline, notUnderstood: notUnderstood, error: error)
    }
    return try Outcome(timeline, notUnderstood: notUnderstood, error: nil)
  }

  @Test("Merged into a timeline that a snapshot holds, as into one in memory", arguments: 0..<20)
  func stored(group: Int) throws {
    var generator = RandomSource(seed: TestSettings.seed &+ UInt64(1000 + group))
    for _ in 0..<25 {
      let count = generator.number(2...60)
      var records = RandomRecords(seed: generator.next(), faultPercentage: 0)
      let history = records.history(count: count).cut(at: [generator.number(1...count - 1)])
      var timeline = Timeline()
      var notUnderstood = 0
      try timeline.fold(history[0], notUnderstood: &notUnderstood)
      var stored = try #require(Timeline(Parts(of: timeline), sequence: timeline.directory.sequence))
      try timeline.fold(history[1], notUnderstood: &notUnderstood)
      try stored.fold(history[1], notUnderstood: &notUnderstood)
      let expected = try Outcome(timeline, notUnderstood: 0, error: nil)
      #expect(try Outcome(stored, notUnderstood: 0, error: nil) == expected)
    }
  }

  @Test("What is merged into a stored timeline loads the pages that it touches, and no others")
  func loading() throws {
    var records = RandomRecords(seed: 7, faultPercentage: 0)
    let history = records.history(count: 200)
    var timeline = Timeline()
    var notUnderstood = 0
    try timeline.fold(history, notUnderstood: &notUnderstood)
    let parts = try Parts(of: timeline)
    for action in [
      .created(Event.Created(id: UUID(), time: time(2023, 11, 3), type: .run, title: "New", notes: "")),
      .discarded, .edited(CheckInChanges(title: "Edited")), .edited(CheckInChanges(time: time(2023, 12, 3))),
    ] as [Event.Action] {
      var number = 1
      while try timeline.checkIn(number)?.day.month != CivilMonth(monthNumber: 24_286) { number += 1 }
      if case .created = action { number = timeline.directory.lastNumber + 1 }
      var stored = try #require(Timeline(parts, sequence: 200))
      parts.log.withLock { $0 = [] }
      let event = EventRecords(
        Event(
          sequence: 201, recordedAtMilliseconds: 0, origin: .cli, checkIn: number, command: 201, action: action))
      try stored.fold(event.batch(firstSequence: 201), notUnderstood: &notUnderstood)
      var expected: Set<TimelinePartID> = [.numbers(0), .month(CivilMonth(monthNumber: 24_286))]
      if case .edited(let changes) = action, changes.time != nil {
        expected.insert(.month(CivilMonth(monthNumber: 24_287)))
      }
      let asked = parts.log.withLock { $0 }
      #expect(Set(asked) == expected && asked.count == expected.count, "\(action.name)")
    }
  }

  private func time(_ year: Int, _ month: Int, _ day: Int) -> CheckInTime {
    let dayNumber = CivilDay(year: year, month: month, day: day)?.dayNumber ?? 0
    return CheckInTime(instantMilliseconds: Int64(dayNumber) * 86_400_000 + 43_200_000, offsetMinutes: 0)
  }

  @Test("Edits of a long text within a chunk leave at most as much waste as there is text")
  func waste() throws {
    let notes = String(repeating: "0123456789", count: 100_000)
    var records = EventRecords()
    func add(_ action: Event.Action) {
      let sequence = UInt64(records.count + 1)
      records.append(
        Event(
          sequence: sequence, recordedAtMilliseconds: 0, origin: .cli, checkIn: 1, command: sequence, action: action))
    }
    add(.created(Event.Created(id: UUID(), time: time(2024, 1, 1), type: .run, title: "Long", notes: notes)))
    for calories in 1...400 { add(.edited(CheckInChanges(calories: .set(calories)))) }
    let partial = PartialTimeline(folding: records.batch(firstSequence: 1))
    let page = try #require(partial.created.pages.first ?? nil)
    #expect(page.arena.count <= 2 * (notes.utf8.count + 100))
    #expect(try page.checkIn(at: 0).calories == 400)
    // The same as patches.
    let halves = records.batch(firstSequence: 1).cut(at: [1])
    var timeline = Timeline()
    var notUnderstood = 0
    for half in halves { try timeline.fold(half, notUnderstood: &notUnderstood) }
    #expect(try #require(timeline.pages[0]).arena.count <= 2 * (notes.utf8.count + 100))
  }

  @Test("More zones in a month than there is room for are refused at the same event, however the history is cut")
  func zones() throws {
    var records = EventRecords()
    for number in 1...MonthPage.maximumZoneCount + 2 {
      let time = CheckInTime(instantMilliseconds: 1_700_000_000_000, offsetMinutes: 0, timeZone: "\(number)")
      records.append(
        Event(
          sequence: UInt64(number), recordedAtMilliseconds: 0, origin: .cli, checkIn: number, command: UInt64(number),
          action: .created(Event.Created(id: UUID(), time: time, type: .run, title: "Run", notes: ""))))
    }
    let history = records.batch(firstSequence: 1)
    for places in [[], [30_000, 65_530], [65_535], [65_536]] {
      var timeline = Timeline()
      var notUnderstood = 0
      let error = #expect(throws: JournalError.self) {
        for batch in history.cut(at: places) { try timeline.fold(batch, notUnderstood: &notUnderstood) }
      }
      #expect(timeline.directory.sequence == UInt64(MonthPage.maximumZoneCount))
      guard case .inconsistent(let reason) = error?.fault else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(reason.text.contains("more than 65535 time zones"))
    }
  }
}

/// A stored timeline that notes which parts were asked for.
private final class Parts: TimelineParts {
  let parts: [TimelinePartID: [UInt8]]
  let log = Mutex<[TimelinePartID]>([])

  init(of timeline: Timeline) throws {
    var timeline = timeline
    var parts: [TimelinePartID: [UInt8]] = [:]
    try timeline.forEachPart { parts[$0] = $1 }
    self.parts = parts
  }

  func part(_ id: TimelinePartID) throws(JournalError) -> [UInt8]? {
    log.withLock { $0.append(id) }
    return parts[id]
  }
}

extension EventRecords {
  fileprivate init(_ event: Event) {
    self.init()
    append(event)
  }

  fileprivate func batch(firstSequence: UInt64) -> RecordBatch {
    var writer = WireWriter()
    let records = (0..<count).map { index in
      writer.presentBytes(self[index], field: LogField.record)
      return ByteRange(start: writer.count - self[index].count, end: writer.count)
    }
    return RecordBatch(content: writer.bytes, records: records, firstSequence: firstSequence)
  }
}
