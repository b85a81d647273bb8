import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInModel
@testable import CheckInTimeline
@testable import EventLog

/// The reader for the order in which our writer puts fields, against the general one.
@Suite("Ordered wire form")
struct OrderedWireTests {
  private static let eventCount = TestSettings.runs("WIRE", default: 2000)

  private func message(_ event: Event) -> [UInt8] {
    var records = EventRecords()
    records.append(event)
    return Array(records[0])
  }

  private func isOrdered(_ message: [UInt8], padding: Int = OrderedWireReader.paddingByteCount) -> Bool {
    var event = EventView()
    let bytes = message + [UInt8](repeating: 0x0A, count: padding)
    return event.readOrdered(ByteRange(start: 0, end: message.count), in: bytes.span.bytes)
  }

  /// Whether no number has more than 56 bits: such are left to the general reader.
  private func hasShortNumbers(_ event: Event) -> Bool {
    let calories: Int? =
      switch event.action {
      case .created(let created): created.calories
      case .edited(let changes): changes.calories?.value
      default: nil
      }
    let recordedAt = UInt64(bitPattern: event.recordedAtMilliseconds << 1 ^ event.recordedAtMilliseconds >> 63)
    return [UInt64(event.checkIn), event.command, event.undoes ?? 0, UInt64(calories ?? 0), recordedAt]
      .allSatisfy { $0 < 1 << 56 }
  }

  @Test("What our writer writes is read in order, and as the general reader reads it")
  func ourEvents() throws {
    var random = RandomEvents(seed: TestSettings.seed)
    for sequence in 1...UInt64(Self.eventCount) {
      let event = random.event(sequence: sequence)
      let message = message(event)
      if case .workout = event.action {
        // Left to the general reader.
        #expect(!isOrdered(message))
      } else {
        #expect(isOrdered(message) == hasShortNumbers(event), "\(event)")
      }
      #expect(!isOrdered(message, padding: OrderedWireReader.paddingByteCount - 1))
      try FuzzTarget.readsAlike(message)
    }
  }

  @Test("With a byte changed, left out or put in, both readers agree or the general one has the word")
  func changedBytes() throws {
    var random = RandomEvents(seed: TestSettings.seed &+ 1)
    var generator = RandomSource(seed: TestSettings.seed &+ 2)
    for sequence in 1...UInt64(Self.eventCount) {
      let message = message(random.event(sequence: sequence))
      for _ in 0..<8 {
        var changed = message
        let place = generator.number(0...message.count - 1)
        switch generator.number(0...3) {
        case 0: changed.remove(at: place)
        case 1: changed.insert(UInt8(generator.number(0...255)), at: place)
        case 2: changed[place] ^= 1 << UInt8(generator.number(0...7))
        default: changed[place] = UInt8(generator.number(0...255))
        }
        try FuzzTarget.readsAlike(changed)
      }
    }
  }

  @Test(
    "What is not as our writer writes it is left to the general reader",
    arguments: [
      // A sequence number, a length and calories with more bytes than they need.
      [0x08, 0x81, 0x00, 0x20, 1, 0x62, 0],
      [0x08, 1, 0x20, 1, 0x4A, 6, 0x32, 0x81, 0x80, 0x00, 0x41, 0x00],
      [0x08, 1, 0x20, 1, 0x4A, 3, 0x38, 0x85, 0x00],
      // Fields in another order, twice, or unknown; two actions, and none.
      [0x20, 1, 0x08, 1, 0x62, 0], [0x08, 1, 0x08, 1, 0x20, 1, 0x62, 0], [0x08, 1, 0x20, 1, 0x3A, 0, 0x62, 0],
      [0x08, 1, 0x20, 1, 0x62, 0, 0x62, 0], [0x08, 1, 0x20, 1], [0x08, 1, 0x20, 1, 0x7A, 0],
      // An origin and a type that nobody knows, and half a time.
      [0x08, 1, 0x18, 9, 0x20, 1, 0x62, 0], [0x08, 1, 0x20, 1, 0x4A, 2, 0x28, 99],
      [0x08, 1, 0x20, 1, 0x4A, 2, 0x10, 2],
      // Something in an action that has nothing, and a field that reaches past its message.
      [0x08, 1, 0x20, 1, 0x62, 1, 0], [0x08, 1, 0x20, 1, 0x4A, 3, 0x32, 9, 0x41],
    ] as [[UInt8]])
  func others(_ message: [UInt8]) {
    #expect(!isOrdered(message))
  }
}
