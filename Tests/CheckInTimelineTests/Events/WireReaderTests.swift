import Foundation
import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInModel
@testable import CheckInTimeline
@testable import EventLog

/// The reader traps on no input, refuses what is malformed, and never skips what it does not know.
@Suite("Wire reader")
struct WireReaderTests {
  private func view(_ bytes: [UInt8]) throws -> EventView {
    try EventView(ByteRange(start: 0, end: bytes.count), in: bytes.span.bytes)
  }

  /// The fields of an event, without the record around them.
  private func content(_ event: Event) -> [UInt8] {
    var writer = WireWriter()
    writer.record(event)
    var reader = WireReader(start: 0, end: writer.count)
    _ = try? reader.tag(in: writer.bytes.span.bytes)
    let range = try? reader.byteRange(in: writer.bytes.span.bytes)
    return range.map { writer.bytes.span.bytes.array($0) } ?? []
  }

  /// `CHECKIN_RUNS_MUTATIONS` sets the number.
  @Test("100,000 mutated events are read or refused, and never trap")
  func mutations() {
    var random = RandomEvents(seed: TestSettings.seed)
    var generator = RandomSource(seed: TestSettings.seed)
    var refused = 0
    let count = TestSettings.runs("MUTATIONS", default: 100_000)
    var original: [UInt8] = []
    for run in 0..<count {
      if run % 20 == 0 { original = Array(content(random.event(sequence: UInt64(run + 1))).prefix(2000)) }
      var bytes = original
      for _ in 0..<generator.number(1...3) where !bytes.isEmpty {
        let index = generator.number(0...bytes.count - 1)
        switch generator.number(0...4) {
        case 0: bytes[index] = UInt8(truncatingIfNeeded: generator.next())
        case 1: bytes[index] ^= 1 << UInt8(generator.number(0...7))
        case 2: bytes.remove(at: index)
        case 3: bytes.insert(UInt8(truncatingIfNeeded: generator.next()), at: index)
        default: bytes.removeLast(bytes.count - index)
        }
      }
      do {
        let view = try view(bytes)
        // What is read can be copied and written again, whatever it says.
        let event = Event(view, in: bytes.span.bytes)
        if !view.isNotUnderstood { _ = content(event) }
      } catch {
        refused += 1
      }
    }
    #expect(refused > count / 10 && refused < count)
  }

  @Test("Random bytes never trap")
  func randomBytes() {
    var generator = RandomSource(seed: TestSettings.seed)
    for _ in 0..<20_000 {
      let bytes = generator.bytes(generator.number(0...60))
      _ = try? view(bytes)
      _ = try? SegmentHeader(ByteRange(start: 0, end: bytes.count), in: bytes.span.bytes)
    }
  }

  @Test("Numbers of every length are read, however many bytes stand behind them")
  func numbers() throws {
    var generator = RandomSource(seed: TestSettings.seed)
    for run in 0..<20_000 {
      let value = generator.next() >> UInt64(run % 64)
      var bytes: [UInt8] = []
      bytes.appendVarint(value)
      // A writer may use more bytes than a number needs.
      let spare = run % 3 == 0 ? generator.number(0...10 - bytes.count) : 0
      if spare > 0 {
        bytes[bytes.count - 1] |= 0x80
        bytes += [UInt8](repeating: 0x80, count: spare - 1) + [0]
      }
      let end = bytes.count
      bytes += generator.bytes(generator.number(0...9))
      var reader = WireReader(start: 0, end: bytes.count)
      #expect(try reader.varint(in: bytes.span.bytes) == value)
      #expect(reader.offset == end)
      for cut in 0..<end {
        var reader = WireReader(start: 0, end: cut)
        #expect(throws: WireError.truncated) { try reader.varint(in: bytes.span.bytes) }
      }
    }
  }

  @Test("Unknown fields, actions and values are not understood, and not skipped")
  func notUnderstood() throws {
    let discarded: [UInt8] = [0x08, 1, 0x20, 1, 0x62, 0]
    #expect(try !view(discarded).isNotUnderstood)
    // A new field of the event, in each wire type.
    for addition: [UInt8] in [
      [0x38, 1], [0x3A, 1, 9], [0x3D, 1, 2, 3, 4], [0x39, 1, 2, 3, 4, 5, 6, 7, 8], [0xA0, 6, 1],
    ] {
      #expect(try view(discarded + addition).isNotUnderstood)
    }
    // A new action.
    let new = try view([0x08, 1, 0x20, 1, 0xEA, 2, 2, 0x08, 5])
    #expect(new.isNotUnderstood && new.kind == .unknown && new.actionField == 45)
    // No action at all.
    #expect(try view([0x08, 1]).isNotUnderstood)
    // A new field of an action, a new origin, a new type, a new thing to clear.
    #expect(try view([0x08, 1, 0x62, 2, 0x08, 1]).isNotUnderstood)
    #expect(try view([0x08, 1, 0x18, 9, 0x62, 0]).isNotUnderstood)
    #expect(try view([0x08, 1, 0x4A, 2, 0x28, 9]).isNotUnderstood)
    #expect(try view([0x08, 1, 0x4A, 2, 0x50, 9]).isNotUnderstood)
    // A new type or period of a goal, which is none of days and no damage.
    let goal = [0x08, 1, 0xCA, 2, 6, 0x08, 99, 0x10, 3, 0x18, 9] as [UInt8]
    let newGoal = try view(goal)
    #expect(newGoal.isNotUnderstood && newGoal.kind == .workout)
    #expect(
      Event(newGoal, in: goal.span.bytes).action
        == .workout(.goalSet(Goal(.type(.unknown), count: 3, each: .week))))
    // A sum, and a quantity that no goal can have.
    let sum = [0x08, 1, 0xCA, 2, 8, 0x08, 1, 0x10, 3, 0x18, 1, 0x20, 5] as [UInt8]
    let newSum = try view(sum)
    #expect(!newSum.isNotUnderstood)
    #expect(
      Event(newSum, in: sum.span.bytes).action
        == .workout(.goalSet(Goal(.sum(.distance, of: .run), count: 3, each: .month))))
    #expect(try view(Array(sum.dropLast()) + [2]).isNotUnderstood)
    // A new kind of mark, and a day that is in no year of the calendar.
    let mark = try view([0x08, 1, 0xDA, 2, 4, 0x08, 2, 0x10, 9])
    #expect(mark.isNotUnderstood && mark.kind == .workout)
    #expect(throws: WireError.self, "in no year") { try view([0x08, 1, 0xDA, 2, 6, 0x08, 0x80, 0x80, 0x80, 0x80, 8]) }
    #expect(throws: WireError.self, "of nothing") { try view([0x08, 1, 0xCA, 2, 2, 0x08, 1]) }
  }

  @Test("Malformed records are refused")
  func refused() {
    let cases: [[UInt8]] = [
      [0x08], [0x08, 0x80], [0x62, 5], [0x00, 1], [0x0B, 1], [0x0F, 1], [0x0A, 1, 1], [0x60, 1],
      [0x08] + [UInt8](repeating: 0xFF, count: 10), [0x62, 0, 0x6A, 0], [0x42, 0], [0x42, 3, 0x0A, 1, 7],
      [0x4A, 2, 0x10, 2], [0x4A, 2, 0x18, 2], [0x52, 0], [0x52, 3, 0x0A, 1, 7],
    ]
    for bytes in cases { #expect(throws: WireError.self, "\(bytes)") { try view(bytes) } }
  }

  @Test("No step goes past the end of its message, though the bytes go on")
  func ends() {
    let bytes = [UInt8](repeating: 0x81, count: 4) + [UInt8](repeating: 1, count: 20)
    func expectTruncated(_ count: Int, _ step: (inout WireReader, RawSpan) throws -> Void) {
      #expect(throws: WireError.truncated) {
        var reader = WireReader(start: 0, end: count)
        try step(&reader, bytes.span.bytes)
      }
    }
    for count in 0...4 { expectTruncated(count) { _ = try $0.varint(in: $1) } }
    for count in 0...8 { expectTruncated(count) { _ = try $0.bytes(count + 1, in: $1) } }
    for count in 0...7 { expectTruncated(count) { try $0.skip(.fixed64, in: $1) } }
    for count in 0...3 { expectTruncated(count) { try $0.skip(.fixed32, in: $1) } }
    #expect(throws: WireError.truncated) {
      var reader = WireReader(start: 4, end: 5)
      _ = try reader.byteRange(in: bytes.span.bytes)
    }
  }

  @Test("Numbers of more than 64 bits and tags of no field are refused")
  func impossibleNumbers() throws {
    func read(_ bytes: [UInt8]) throws -> UInt64 {
      var reader = WireReader(start: 0, end: bytes.count)
      return try reader.varint(in: bytes.span.bytes)
    }
    let nine = [UInt8](repeating: 0xFF, count: 9)
    #expect(try read(nine + [1]) == .max)
    #expect(throws: WireError.overlongVarint) { try read(nine + [2]) }
    #expect(throws: WireError.overlongVarint) { try read(nine + [0x81, 0]) }
    for bytes: [UInt8] in [[0], [2], [0x80, 0x80, 0x80, 0x80, 0x10], nine + [1]] {
      #expect(throws: WireError.invalidTag, "\(bytes)") {
        var reader = WireReader(start: 0, end: bytes.count)
        _ = try reader.tag(in: bytes.span.bytes)
      }
    }
  }

  @Test("A created event without type and title is Unknown, \"Legacy Check-in\"")
  func legacy() throws {
    let id = [UInt8](1...16)
    let bytes: [UInt8] = [0x08, 1, 0x20, 1, 0x42, 18, 0x0A, 16] + id
    guard case .created(let created) = Event(try view(bytes), in: bytes.span.bytes).action else {
      Issue.record("no creation")
      return
    }
    #expect(created.type == .unknown && created.title == "Legacy Check-in")
    #expect(created.calories == nil && created.location == nil && created.notes == "")
    #expect(created.time == CheckInTime(instantMilliseconds: 0, offsetMinutes: 0))
  }

  @Test("Bytes that are no UTF-8 are shown as replacement characters")
  func brokenText() throws {
    let bytes: [UInt8] = [0x08, 1, 0x4A, 4, 0x32, 2, 0xC3, 0x28]
    let event = Event(try view(bytes), in: bytes.span.bytes)
    #expect(event.action == .edited(CheckInChanges(title: "\u{FFFD}(")))
  }
}
