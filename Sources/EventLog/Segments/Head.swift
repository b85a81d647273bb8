package import FoundationEssentials

/// The content of `HEAD`: the end of the log that is known to be durable.
package struct Head: Hashable, Sendable {
  package var journalID: UUID
  /// Counts the writes of HEAD; decides between the slots.
  package var generation: UInt64
  package var position: LogPosition

  package init(journalID: UUID, generation: UInt64, position: LogPosition) {
    self.journalID = journalID
    self.generation = generation
    self.position = position
  }
}

/// The form of `HEAD`: two slots, written in turn, each on a page of its own, so that a torn write of one leaves the
/// other.
///
/// A slot is 4096 bytes, numbers little-endian: magic (8), journal identity (16), generation, sequence, segment, file
/// offset, content offset (8 each), zeros, and in its last 32 bytes the SHA-256 of everything before them.
package enum HeadFormat {
  package static let slotByteCount = 4096
  package static let fileByteCount = 2 * slotByteCount
  package static let magic: [UInt8] = Array("ckinHEAD".utf8)
  /// Numbers from here on are damage: no log gets there, and those below can be added without overflow.
  package static let numberLimit: UInt64 = 1 << 62
  private static let digestOffset = slotByteCount - Digest.byteCount

  /// The slot that a generation is written to.
  package static func slotOffset(generation: UInt64) -> Int {
    Int(generation % 2) * slotByteCount
  }

  package static func slot(_ head: Head) -> [UInt8] {
    var slot = magic
    slot.append(contentsOf: withUnsafeBytes(of: head.journalID.uuid) { Array($0) })
    let position = head.position
    for number in [
      head.generation, position.sequence, position.segment, UInt64(position.fileOffset),
      UInt64(position.contentOffset),
    ] {
      withUnsafeBytes(of: number.littleEndian) { slot.append(contentsOf: $0) }
    }
    slot += [UInt8](repeating: 0, count: digestOffset - slot.count)
    slot.append(contentsOf: Digest(of: slot).bytes)
    return slot
  }

  /// A whole file that says the same in both slots, so that neither is doubtful: the head, and one generation more.
  package static func content(_ head: Head) -> [UInt8] {
    var content = [UInt8](repeating: 0, count: fileByteCount)
    var head = head
    for _ in 0..<2 {
      let offset = slotOffset(generation: head.generation)
      content.replaceSubrange(offset..<offset + slotByteCount, with: slot(head))
      head.generation += 1
    }
    return content
  }

  /// Both slots of a file's content; `nil` where one is damaged or was never written.
  package static func heads(in content: [UInt8]) -> (first: Head?, second: Head?) {
    guard content.count == fileByteCount else { return (nil, nil) }
    return (head(in: content, generationParity: 0), head(in: content, generationParity: 1))
  }

  private static func head(in content: [UInt8], generationParity: UInt64) -> Head? {
    let start = slotOffset(generation: generationParity)
    let slot = content[start..<start + slotByteCount]
    // The digest holds in a HEAD of another form as well; the magic tells which form its numbers have.
    guard slot.starts(with: magic),
      Digest(slot.suffix(Digest.byteCount)) == Digest(of: slot.prefix(digestOffset))
    else { return nil }
    let bytes = content.span.bytes
    func number(_ index: Int) -> UInt64 {
      UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: start + 24 + 8 * index, as: UInt64.self))
    }
    // A slot that strayed to the other page is none: the next generation would be written over the only good one. And
    // a log ends after the header of its last segment at the earliest.
    guard number(0) % 2 == generationParity, (0..<5).allSatisfy({ number($0) < numberLimit }), number(2) > 0,
      number(1) + 1 >= number(2), number(3) > 0, number(4) > 0
    else { return nil }
    return Head(
      journalID: UUID(ByteRange(start: start + 8, end: start + 24), in: bytes), generation: number(0),
      position: LogPosition(
        sequence: number(1), segment: number(2), fileOffset: Int(number(3)), contentOffset: Int(number(4))))
  }
}
