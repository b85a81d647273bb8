import FoundationEssentials
import TestSupport
import Testing

@testable import EventLog

/// What HEAD's bytes may say.
@Suite("The form of HEAD")
struct HeadFormTests {
  private let head = Head(
    journalID: UUID(), generation: 8,
    position: LogPosition(sequence: 5, segment: 3, fileOffset: 70, contentOffset: 90))

  /// A slot with a change under a checksum that is right.
  private func slot(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
    var slot = HeadFormat.slot(head)
    change(&slot)
    slot.replaceSubrange((HeadFormat.slotByteCount - Digest.byteCount)..., with: Digest(of: slot.dropLast(32)).bytes)
    return slot
  }

  private let unwritten = [UInt8](repeating: 0, count: HeadFormat.slotByteCount)

  @Test func anotherFormIsNotRead() {
    #expect(HeadState(content: slot { _ in } + unwritten).head == head)
    #expect(HeadState(content: slot { $0[0] ^= 1 } + unwritten) == .unreadable)
    #expect(HeadState(content: HeadFormat.slot(head) + unwritten + [0]) == .unreadable)
  }

  @Test func aSlotInTheOthersPlaceIsNone() {
    #expect(HeadState(content: unwritten + HeadFormat.slot(head)) == .unreadable)
  }

  @Test("A log does not end before its first segment's header does", arguments: [48, 56])
  func offsets(place: Int) {
    for (offset, isRead) in [(0, false), (1, true)] {
      let slot = slot { $0[place] = UInt8(offset) }
      #expect((HeadState(content: slot + unwritten).head != nil) == isRead, "offset \(offset)")
    }
  }

  @Test func aSegmentBeginsWithOneAndNotAfterTheEventThatEndsInIt() {
    for (segment, isRead) in [(0, false), (1, true), (6, true), (7, false)] {
      let slot = slot { $0[40] = UInt8(segment) }
      #expect((HeadState(content: slot + unwritten).head != nil) == isRead, "segment \(segment)")
    }
  }

  @Test func oneSlotAloneIsWholeInANewLogOnly() {
    #expect(HeadState(content: HeadFormat.slot(head) + unwritten) == .head(head, isWhole: false))
    var new = head
    new.generation = 0
    #expect(HeadState(content: HeadFormat.slot(new) + unwritten) == .head(new, isWhole: true))
    var damaged = unwritten
    damaged[17] = 1
    #expect(HeadState(content: HeadFormat.slot(new) + damaged) == .head(new, isWhole: false))
  }

  @Test func theNewerSlotCounts() {
    for generation in [7, 9] as [UInt64] {
      var other = head
      other.generation = generation
      let content = HeadFormat.slot(head) + HeadFormat.slot(other)
      #expect(HeadState(content: content) == .head(generation > 8 ? other : head, isWhole: true))
    }
  }
}
