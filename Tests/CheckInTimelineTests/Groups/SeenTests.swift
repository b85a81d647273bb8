import EventLog
import Foundation
import TestSupport
import Testing

@testable import CheckInModel
@testable import CheckInTimeline

@Suite("What an event's writer knew, in the log")
struct SeenTests {
  private static let seen = Seen(
    replica: UUID(), position: ReplicaPosition(sequence: 413, digest: Digest(of: [1])),
    clock: HybridClock(milliseconds: -5, counter: 3), ordinal: 31)

  @Test("It is read as it was written", arguments: [false, true])
  func roundTrip(continues: Bool) throws {
    var seen = Self.seen
    seen.continues = continues
    let event = Event(
      sequence: 7, recordedAtMilliseconds: 1_700_000_000_000, origin: .cli, checkIn: 0, command: 7,
      action: .seen(seen))
    let message = event.message
    var view = EventView()
    try view.read(ByteRange(start: 0, end: message.count), in: message.span.bytes)
    #expect(!view.isNotUnderstood && Event(view, in: message.span.bytes) == event)
    for count in 0..<message.count {
      // No beginning of it is taken for the whole.
      let cut = Array(message[..<count])
      var view = EventView()
      try? view.read(ByteRange(start: 0, end: count), in: cut.span.bytes)
      #expect(Event(view, in: cut.span.bytes) != event)
    }
  }

  @Test("Numbers of other replicas are none of the journal's own, and say which they are")
  func numbers() {
    for ordinal in [0, 1, 31] {
      for number in [1, 17, ReplicaNumber.maximumNumber] {
        let code = ReplicaNumber(ordinal: ordinal, number: number)
        #expect(ReplicaNumber(code.rawValue) == code && code.rawValue >= 1 << 31 && code.rawValue < 1 << 32)
        let sequence = ReplicaSequence(ordinal: ordinal, sequence: UInt64(number))
        #expect(ReplicaSequence(sequence.rawValue) == sequence && sequence.rawValue < 1 << 53)
      }
    }
    for number in [0, 1, 1 << 31 - 1, 1 << 32, -1] { #expect(ReplicaNumber(number) == nil) }
    for sequence: UInt64 in [0, 1, 1 << 52 - 1, .max] { #expect(ReplicaSequence(sequence) == nil) }
  }

  @Test("No clock brings an event before one that its writer knew")
  func clock() {
    var clock = HybridClock(milliseconds: 1000, counter: 2)
    for recorded: Int64 in [1001, 5, 1001, 2000, .min, .max, .max] {
      let before = clock
      clock.advance(to: recorded)
      #expect(before < clock && clock.milliseconds >= recorded)
    }
  }
}
