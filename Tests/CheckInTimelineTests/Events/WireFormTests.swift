import Foundation
import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInTimeline
@testable import EventLog

/// The reader and the writer of the log are ours, so they are held against the reference implementation.
@Suite("Wire form against protoc")
struct WireFormTests {
  private static let eventCount = TestSettings.runs("WIRE", default: 2000)

  private static func randomEvents() -> [Event] {
    var random = RandomEvents(seed: TestSettings.seed)
    return (1...eventCount).map { random.event(sequence: $0 % 50 == 0 ? UInt64.max - UInt64($0) : UInt64($0)) }
  }

  private static func encode(_ events: [Event]) -> [UInt8] {
    var writer = WireWriter()
    for event in events { writer.record(event) }
    // protoc writes fields in ascending order, so a header has to come last to be written the same.
    writer.record(SegmentHeader(journalID: UUID(), firstSequence: 7, previousDigest: Digest(of: [1])))
    return writer.bytes
  }

  static func decode(_ bytes: [UInt8]) throws -> [Event] {
    var reader = WireReader(start: 0, end: bytes.count)
    var events: [Event] = []
    while !reader.isAtEnd {
      let tag = try reader.tag(in: bytes.span.bytes)
      let range = try reader.byteRange(in: bytes.span.bytes)
      if tag.field == 1 { events.append(Event(try EventView(range, in: bytes.span.bytes), in: bytes.span.bytes)) }
    }
    return events
  }

  private static func protoc(_ option: String, _ input: [UInt8]) throws -> [UInt8] {
    let directory = try TemporaryDirectory()
    try directory.write(Array(EventLogSchema.text.utf8), to: EventLogSchema.fileName)
    let result = try Tool.shell(
      "protoc --\(option)=checkin.v1.EventLog \(EventLogSchema.fileName)", in: directory.path, input: input)
    try #require(result.status == 0, "protoc: \(result.errorText.prefix(500))")
    return result.output
  }

  @Test("Our bytes, decoded and encoded by protoc, are the same bytes")
  func ourBytesThroughProtoc() throws {
    let bytes = Self.encode(Self.randomEvents())
    let text = try Self.protoc("decode", bytes)
    // protoc shows fields that its schema does not name as bare numbers.
    #expect(!String(decoding: text, as: UTF8.self).split(separator: "\n").contains { $0.contains(#/^ *[0-9]+:/#) })
    #expect(try Self.protoc("encode", text) == bytes, "CHECKIN_SEED=\(TestSettings.seed)")
  }

  @Test("What protoc encodes, our reader reads as the same events")
  func protocsBytesThroughOurReader() throws {
    let events = Self.randomEvents()
    let bytes = try Self.protoc("encode", Array(WireText.text(of: events).utf8))
    let decoded = try Self.decode(bytes)
    #expect(decoded.count == events.count)
    for (event, original) in zip(decoded, events) {
      #expect(event == original, "CHECKIN_SEED=\(TestSettings.seed)")
      if event != original { return }
    }
  }

  @Test("Reading what was written gives equal events")
  func roundTrip() throws {
    let events = Self.randomEvents()
    #expect(try Self.decode(Self.encode(events)) == events, "CHECKIN_SEED=\(TestSettings.seed)")
  }

  @Test("Fields in another order, repeated fields and packed or single numbers mean what protoc takes them for")
  func otherEncodings() throws {
    let text = """
      events { restored {} check_in: 4 sequence: 9 command: 3 }
      events { sequence: 10 check_in: 5 edited { cleared: NOTES cleared: CALORIES title: "x" } }
      """
    let events = try Self.decode(try Self.protoc("encode", Array(text.utf8)))
    #expect(events.map(\.sequence) == [9, 10])
    #expect(events[0].action == .restored && events[0].command == 3)
    #expect(events[1].action == .edited(CheckInChanges(title: "x", calories: .clear, notes: "")))
    // The same list, one number at a time.
    let unpacked: [UInt8] = [0x0A, 0x0A, 0x08, 1, 0x20, 1, 0x4A, 4, 0x50, 1, 0x50, 3]
    #expect(try Self.decode(unpacked)[0].action == .edited(CheckInChanges(calories: .clear, notes: "")))
  }
}
