import TestSupport
import Testing

@testable import EventLog

/// The log's code for frames against liblz4's: the same bytes, and the same verdicts on changed ones.
///
/// `CHECKIN_RUNS_FRAMES` sets how many changed frames are judged.
@Suite("Frames as liblz4 makes and judges them")
struct FrameReferenceTests {
  /// Contents from what cannot be compressed to what nearly vanishes.
  private enum Kind: CaseIterable {
    case noise, words, run, noiseThenWords

    func content(_ count: Int, _ generator: inout RandomSource) -> [UInt8] {
      switch self {
      case .noise: return generator.bytes(count)
      case .words:
        var content: [UInt8] = []
        while content.count < count { content += generator.element(of: Self.vocabulary) }
        return Array(content.prefix(count))
      case .run: return Array(repeating: UInt8.random(in: 0...255, using: &generator), count: count)
      case .noiseThenWords:
        // Near the share of repetitions where a block becomes just shorter or is stored.
        let noise = generator.number(max(0, count - 30)...count)
        return Kind.noise.content(noise, &generator) + Kind.words.content(count - noise, &generator)
      }
    }

    private static let vocabulary = ["run ", "Strength ", "evening ", "with Anna ", "5 km ", "gym "].map {
      Array($0.utf8)
    }
  }

  private static let seedComment = "CHECKIN_SEED=\(TestSettings.seed)"

  private func expectSameFrame(_ content: [UInt8], _ comment: Comment) throws {
    for (effort, level) in [(FrameEncoder.Effort.fast, 0), (.thorough, 9)] as [(FrameEncoder.Effort, Int32)] {
      CaseCount.add()
      let frame = try FrameEncoder.frame(of: content, effort: effort)
      // Not by #expect, which would take the arrays apart.
      if frame != LibraryFrames.encode(content, level: level) { Issue.record("\(effort): \(comment)") }
      if FrameDecoder().content(of: frame.span.bytes) != content { Issue.record("\(effort), read again: \(comment)") }
    }
  }

  @Test("Frames of every length up to 600 bytes have the bytes that liblz4 gives them", arguments: Kind.allCases)
  private func shortFrames(_ kind: Kind) throws {
    var generator = RandomSource(seed: TestSettings.seed)
    for count in 1...600 {
      try expectSameFrame(kind.content(count, &generator), "\(count) bytes, \(Self.seedComment)")
    }
  }

  @Test("Frames around the ends of blocks have the bytes that liblz4 gives them", arguments: Kind.allCases)
  private func blockEdges(_ kind: Kind) throws {
    var generator = RandomSource(seed: TestSettings.seed)
    for blocks in 1...2 {
      for distance in [-13, -12, -6, -5, -1, 0, 1, 2, 4, 5, 12, 13, 14, 4095, 4096] {
        let count = blocks * FrameFormat.blockContentByteCount + distance
        try expectSameFrame(kind.content(count, &generator), "\(count) bytes, \(Self.seedComment)")
      }
    }
  }

  @Test("A frame of the largest content has the bytes that liblz4 gives it")
  func largest() throws {
    var generator = RandomSource(seed: TestSettings.seed)
    var content = Kind.words.content(100_003, &generator)
    while content.count < FrameFormat.maximumContentByteCount { content += content }
    content.removeLast(content.count - FrameFormat.maximumContentByteCount)
    try expectSameFrame(content, "\(content.count) bytes, \(Self.seedComment)")
  }

  // MARK: Verdicts

  /// What is done to a frame.
  private enum Change: CaseIterable {
    case bit, bytes, insertion, removal, end, header, block, sealedBlock
  }

  /// Changes a frame of one block. `sealedBlock` gives the changed block, and what it decompresses to, checksums that
  /// fit, which no search would find by itself.
  private func changed(_ frame: [UInt8], _ change: Change, _ generator: inout RandomSource) -> [UInt8] {
    var frame = frame
    let block = 19..<frame.count - 12
    func place() -> Int { generator.number(0...frame.count - 1) }
    func byte() -> UInt8 { UInt8(truncatingIfNeeded: generator.next()) }
    switch change {
    case .bit: frame[place()] ^= 1 << UInt8(generator.number(0...7))
    case .bytes: for _ in 0..<generator.number(1...4) { frame[place()] = byte() }
    case .insertion: frame.insert(byte(), at: place())
    case .removal: frame.remove(at: place())
    case .end: frame.removeLast(generator.number(1...frame.count))
    case .header:
      frame[generator.number(4...13)] = byte()
      frame[14] = FrameFormat.headerChecksum(frame.span.bytes)
    case .block:
      frame[generator.number(block.lowerBound...block.upperBound - 1)] = byte()
      seal(block, of: &frame)
    case .sealedBlock:
      for _ in 0..<generator.number(1...3) { frame[generator.number(block.lowerBound...block.upperBound - 1)] = byte() }
      seal(block, of: &frame)
      if frame[18] & 0x80 != 0 {
        store(XXHash32.hash(Array(frame[block]).span.bytes), in: &frame, at: frame.count - 4)
      } else if let content = LibraryFrames.decodeBlock(frame[block], limit: FrameFormat.blockContentByteCount) {
        store(UInt64(content.count), in: &frame, at: 6)
        frame[14] = FrameFormat.headerChecksum(frame.span.bytes)
        store(XXHash32.hash(content.span.bytes), in: &frame, at: frame.count - 4)
      }
    }
    return frame
  }

  private func seal(_ block: Range<Int>, of frame: inout [UInt8]) {
    store(XXHash32.hash(Array(frame[block]).span.bytes), in: &frame, at: block.upperBound)
  }

  private func store<Number: FixedWidthInteger>(_ value: Number, in frame: inout [UInt8], at offset: Int) {
    withUnsafeBytes(of: value.littleEndian) { frame.replaceSubrange(offset..<offset + $0.count, with: $0) }
  }

  /// Whether a block breaks the rules for its end, which is noticed where it has no more room than it needs. liblz4's
  /// functions for frames give it 64 KiB.
  private func endsWrongly(_ block: ArraySlice<UInt8>, _ count: Int) -> Bool {
    LibraryFrames.decodeBlock(block, limit: count) == nil
  }

  @Test("Changed frames get the verdict that liblz4 gives them")
  func verdicts() throws {
    var generator = RandomSource(seed: TestSettings.seed)
    let library = LibraryFrameDecoder()
    let frames = try (0..<200).map { _ in
      try FrameEncoder.frame(of: generator.element(of: Kind.allCases).content(generator.number(20...400), &generator))
    }
    var accepted: [Change: Int] = [:]
    for number in 0..<TestSettings.runs("FRAMES", default: 100_000) {
      CaseCount.add()
      let change = Change.allCases[number % Change.allCases.count]
      let frame = changed(generator.element(of: frames), change, &generator)
      var expected: [UInt8]?
      if case .frame(frame.count, let count) = FrameFormat.inspect(frame.span.bytes, at: 0) {
        expected = library.content(of: frame, count: count)
      }
      let content = FrameDecoder().content(of: frame.span.bytes)
      if let expected {
        accepted[change, default: 0] += 1
        if content == nil, change == .sealedBlock, endsWrongly(frame[19..<frame.count - 12], expected.count) {
          continue
        }
      }
      if content != expected { Issue.record("\(change), \(Self.seedComment): \(frame)") }
    }
    // Otherwise the verdicts would say little.
    #expect(accepted[.sealedBlock, default: 0] > 0)
  }

  @Test("Each byte of a frame of two blocks, changed, gets the verdict that liblz4 gives it")
  func twoBlocks() throws {
    let library = LibraryFrameDecoder()
    let content = [UInt8](repeating: 7, count: 66_000)
    let frame = try FrameEncoder.frame(of: content)
    for place in frame.indices {
      CaseCount.add()
      var changed = frame
      changed[place] ^= 0x41
      var expected: [UInt8]?
      if case .frame(frame.count, let count) = FrameFormat.inspect(changed.span.bytes, at: 0) {
        expected = library.content(of: changed, count: count)
      }
      if FrameDecoder().content(of: changed.span.bytes) != expected { Issue.record("byte \(place)") }
    }
  }

  // MARK: Stricter than liblz4

  /// A frame of these blocks, with right checksums.
  private func frame(of blocks: [ArraySlice<UInt8>], content: [UInt8]) -> [UInt8] {
    var frame = LibraryFrames.encode(content)[..<15]
    for block in blocks {
      frame += bytes(UInt32(block.count)) + block + bytes(XXHash32.hash(Array(block).span.bytes))
    }
    return Array(frame) + bytes(0) + bytes(XXHash32.hash(content.span.bytes))
  }

  private func bytes(_ value: UInt32) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  @Test("A block that is not full, and is not the last, is refused")
  func unevenBlocks() {
    let half = [UInt8](repeating: 7, count: 50_000)
    let block = LibraryFrames.encode(half).dropFirst(19).dropLast(12)
    let uneven = frame(of: [block, block], content: half + half)
    #expect(LibraryFrameDecoder().content(of: uneven, count: 100_000) == half + half)
    #expect(FrameDecoder().content(of: uneven.span.bytes) == nil)
    let even = frame(of: [block], content: half)
    #expect(FrameDecoder().content(of: even.span.bytes) == half)
  }

  @Test("A block whose last match begins within 12 bytes of its end is refused")
  func lateMatch() {
    // Eight literals, four bytes from eight before, five literals.
    let block = [0x80] + Array("abcdefgh".utf8) + [8, 0, 0x50] + Array("vwxyz".utf8)
    let content = Array("abcdefghabcdvwxyz".utf8)
    #expect(LibraryFrames.decodeBlock(block[...], limit: 65_536) == content)
    let late = frame(of: [block[...]], content: content)
    #expect(FrameDecoder().content(of: late.span.bytes) == nil)
  }
}
