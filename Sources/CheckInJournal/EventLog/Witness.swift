internal import FoundationEssentials

/// What `HEAD` says: the end of the log that is known to be durable.
struct Witness: Hashable, Sendable {
  var journalID: UUID
  /// Counts the writes of HEAD; decides between the slots.
  var generation: UInt64
  var position: LogPosition
}

/// The form of `HEAD`: two slots, written in turn, each on a page of its own, so that a torn write of one leaves the
/// other.
///
/// A slot is 4096 bytes, numbers little-endian: magic (8), journal identity (16), generation, sequence, segment, file
/// offset, content offset (8 each), zeros, and in its last 32 bytes the SHA-256 of everything before them.
enum WitnessFormat {
  static let slotByteCount = 4096
  static let fileByteCount = 2 * slotByteCount
  static let magic: [UInt8] = Array("ckinHEAD".utf8)
  /// Numbers from here on are damage: no log gets there, and those below can be added without overflow.
  static let numberLimit: UInt64 = 1 << 62
  private static let digestOffset = slotByteCount - Digest.byteCount

  /// The slot that a generation is written to.
  static func slotOffset(generation: UInt64) -> Int {
    Int(generation % 2) * slotByteCount
  }

  static func slot(_ witness: Witness) -> [UInt8] {
    var slot = magic
    slot.append(contentsOf: withUnsafeBytes(of: witness.journalID.uuid) { Array($0) })
    let position = witness.position
    for number in [
      witness.generation, position.sequence, position.segment, UInt64(position.fileOffset),
      UInt64(position.contentOffset),
    ] {
      withUnsafeBytes(of: number.littleEndian) { slot.append(contentsOf: $0) }
    }
    slot += [UInt8](repeating: 0, count: digestOffset - slot.count)
    slot.append(contentsOf: Digest(of: slot).bytes)
    return slot
  }

  /// A whole file that says the same in both slots, so that neither is doubtful: the witness, and one generation more.
  static func content(_ witness: Witness) -> [UInt8] {
    var content = [UInt8](repeating: 0, count: fileByteCount)
    var witness = witness
    for _ in 0..<2 {
      let offset = slotOffset(generation: witness.generation)
      content.replaceSubrange(offset..<offset + slotByteCount, with: slot(witness))
      witness.generation += 1
    }
    return content
  }

  /// Both slots of a file's content; `nil` where one is damaged or was never written.
  static func witnesses(in content: [UInt8]) -> (first: Witness?, second: Witness?) {
    guard content.count == fileByteCount else { return (nil, nil) }
    return (witness(in: content, generationParity: 0), witness(in: content, generationParity: 1))
  }

  private static func witness(in content: [UInt8], generationParity: UInt64) -> Witness? {
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
    // A slot that strayed to the other page is none: the next generation would be written over the only good one.
    guard number(0) % 2 == generationParity, (0..<5).allSatisfy({ number($0) < numberLimit }), number(2) > 0,
      number(1) + 1 >= number(2)
    else { return nil }
    return Witness(
      journalID: UUID(ByteRange(start: start + 8, end: start + 24), in: bytes), generation: number(0),
      position: LogPosition(
        sequence: number(1), segment: number(2), fileOffset: Int(number(3)), contentOffset: Int(number(4))))
  }
}

/// What was found in `HEAD`.
enum WitnessReading: Hashable, Sendable {
  /// There is no such file.
  case missing
  /// Neither slot can be read.
  case unreadable
  /// It names another journal than the log does.
  case foreign
  /// `isWhole` is false where the other slot is damaged.
  case witness(Witness, isWhole: Bool)

  var witness: Witness? {
    if case .witness(let witness, _) = self { witness } else { nil }
  }

  init(_ directory: LogDirectory) throws(JournalError) {
    do throws(FileError) {
      guard try directory.fileSystem.kind(of: directory.headPath) != nil else {
        self = .missing
        return
      }
      let file = try directory.fileSystem.open(directory.headPath, for: .reading)
      self.init(content: try file.readBytes(at: 0, count: WitnessFormat.fileByteCount + 1))
    } catch {
      throw JournalError(error)
    }
  }

  init(content: [UInt8]) {
    switch WitnessFormat.witnesses(in: content) {
    case (nil, nil): self = .unreadable
    case (let witness?, nil), (nil, let witness?):
      // The first witness of a journal stands alone: its other slot was never written.
      let other = WitnessFormat.slotOffset(generation: witness.generation + 1)
      let isWhole =
        witness.generation == 0 && content[other..<other + WitnessFormat.slotByteCount].allSatisfy { $0 == 0 }
      self = .witness(witness, isWhole: isWhole)
    case (let first?, let second?):
      self = .witness(first.generation > second.generation ? first : second, isWhole: true)
    }
  }
}
