package import EventLog
internal import Synchronization

package import struct FoundationEssentials.UUID

/// Bytes of an answer or an export, appended piece by piece, for those of many megabytes.
///
/// An array asks at every append whether it is shared and how its memory is to grow; here a piece takes a comparison
/// and a copy. Every method sees to its room itself, so that none can write past the end.
///
/// An instance may be handed from one thread to another, and is used by one at a time. That no method calls another
/// one while it changes a property is plain to see here; asking each time would double the time that writing takes.
package final class OutputBytes: @unchecked Sendable {
  @exclusivity(unchecked) private var start: UnsafeMutableRawPointer
  /// The number of bytes that fit into the allocated memory.
  @exclusivity(unchecked) private(set) var capacity: Int
  @exclusivity(unchecked) var day = WrittenDay()
  /// The number of bytes written.
  @exclusivity(unchecked) package private(set) var count = 0

  package init(capacity: Int = 256) {
    self.capacity = max(capacity, 64)
    start = .allocate(byteCount: self.capacity, alignment: 16)
  }

  deinit { start.deallocate() }

  /// Returns the position for the next `byteCount` bytes, after growing the memory if necessary.
  @inline(__always)
  private func room(_ byteCount: Int) -> UnsafeMutableRawPointer {
    if byteCount > capacity &- count { grow(byteCount) }
    return start + count
  }

  @inline(never)
  private func grow(_ byteCount: Int) {
    capacity = max(2 * capacity, count + byteCount)
    let grown = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    grown.copyMemory(from: start, byteCount: count)
    start.deallocate()
    start = grown
  }

  // MARK: Reading

  /// The bytes as text.
  package var text: String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The bytes, copied.
  package var array: [UInt8] { Array(UnsafeRawBufferPointer(start: start, count: count)) }

  /// Calls `body` with some of the bytes.
  package func withBytes<Result, Failure: Error>(
    _ range: Range<Int>, perform body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return try body(UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count).bytes)
  }

  /// Forgets all bytes from a place on, and keeps their memory.
  package func removeAll(from place: Int = 0) { count = min(count, max(0, place)) }

  // MARK: Pieces

  /// Appends what `body` writes with a pen.
  ///
  /// - Parameter byteCount: so many bytes it writes at the most.
  @inline(__always)
  package func write(atMost byteCount: Int, _ body: (inout Pen) -> Void) {
    var pen = Pen(place: room(byteCount))
    body(&pen)
    count = pen.place - start
    precondition(count <= capacity)
  }

  @inline(__always)
  package func byte(_ value: UInt8) {
    write(atMost: 1) { $0.put(value) }
  }

  package func bytes(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    room(bytes.count).copyMemory(from: source, byteCount: bytes.count)
    count &+= bytes.count
  }

  package func literal(_ text: StaticString) {
    write(atMost: text.utf8CodeUnitCount) { $0.literal(text) }
  }

  /// A number in decimal digits.
  package func decimal(_ value: UInt64) {
    write(atMost: Pen.decimalByteCount) { $0.decimal(value) }
  }

  /// A number in decimal digits, with its sign where it is negative.
  package func decimal(_ value: Int) {
    write(atMost: Pen.decimalByteCount + 1) { pen in
      if value < 0 { pen.literal("-") }
      pen.decimal(UInt64(value.magnitude))
    }
  }

  package func string(_ text: String) {
    var text = text
    text.withUTF8 { bytes(UnsafeRawBufferPointer($0)) }
  }

  /// An identity as `UUID.uuidString` has it.
  package func identity(_ id: UUID) {
    write(atMost: Pen.identityByteCount) { $0.identity(id) }
  }

  /// 64 lower-case hexadecimal digits.
  package func hexadecimal(_ digest: Digest) {
    write(atMost: 2 * Digest.byteCount) { $0.hexadecimal(digest) }
  }

  // MARK: Texts

  /// A JSON string (RFC 8259).
  package func jsonString(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes).bytes
      jsonString(ByteRange(start: 0, end: bytes.byteCount), in: bytes)
    }
  }

  /// A JSON string (RFC 8259) of the UTF-8 text at `range`; bytes that are no UTF-8 become U+FFFD.
  @inline(__always)
  package func jsonString(_ range: ByteRange, in bytes: RawSpan) {
    byte(UInt8(ascii: "\""))
    if !plain(range, in: bytes, { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }, Self.hasQuoteOrBackslash) {
      escaped(range, in: bytes)
    }
    byte(UInt8(ascii: "\""))
  }

  /// The text at `range`, if it is printable ASCII; nothing otherwise.
  ///
  /// - Returns: whether it is.
  package func printable(_ range: ByteRange, in bytes: RawSpan) -> Bool {
    plain(range, in: bytes, { _ in false }, { _ in false })
  }

  /// The text at `range`, if it is printable ASCII and holds none of some characters; nothing otherwise.
  @inline(__always)
  private func plain(
    _ range: ByteRange, in bytes: RawSpan, _ isExcluded: (UInt8) -> Bool, _ holdsExcluded: (UInt64) -> Bool
  ) -> Bool {
    let byteCount = range.count
    let target = room(byteCount)
    let isPlain = bytes.extracting(range.start..<range.end).withUnsafeBytes { source in
      var offset = 0
      while byteCount &- offset >= 8 {
        let word = source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        if Self.holdsUnprintable(word) || holdsExcluded(word) { return false }
        target.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
        offset &+= 8
      }
      while offset < byteCount {
        let byte = source[offset]
        guard byte >= 0x20, byte < 0x7F, !isExcluded(byte) else { return false }
        target.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
        offset &+= 1
      }
      return true
    }
    if isPlain { count &+= byteCount }
    return isPlain
  }

  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  private static var topBits: UInt64 { 0x8080_8080_8080_8080 }

  /// Returns `true` if one of eight bytes is not printable ASCII.
  ///
  /// Uses the techniques of Sean Eron Anderson, *Bit Twiddling Hacks*
  /// (<https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord>).
  @inline(__always)
  private static func holdsUnprintable(_ word: UInt64) -> Bool {
    let controls = word &- 0x20 &* ones
    return (word | controls | holdsZero(word ^ 0x7F &* ones)) & topBits != 0
  }

  @inline(__always)
  private static func hasQuoteOrBackslash(_ word: UInt64) -> Bool {
    (holdsZero(word ^ 0x22 &* ones) | holdsZero(word ^ 0x5C &* ones)) & topBits != 0
  }

  /// Sets the top bit of a byte that is zero, and perhaps of one after it: of none, if none is.
  @inline(__always)
  private static func holdsZero(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }

  /// The inner part of a JSON string that has something to be escaped, or more than ASCII.
  @inline(never)
  private func escaped(_ range: ByteRange, in bytes: RawSpan) {
    let isValid = bytes.extracting(range.start..<range.end).withUnsafeBytes { source in
      source.withMemoryRebound(to: UInt8.self) { (try? UTF8Span(validating: $0.span)) != nil }
    }
    guard isValid else {
      let repaired = Array(bytes.text(range).utf8)
      return escaped(ByteRange(start: 0, end: repaired.count), in: repaired.span.bytes)
    }
    let target = room(JSONWriter.maximumEscapedByteCount * range.count)
    var written = 0
    for offset in range.start..<range.end {
      JSONWriter.escape(bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)) { byte in
        target.storeBytes(of: byte, toByteOffset: written, as: UInt8.self)
        written &+= 1
      }
    }
    count &+= written
  }
}

/// Memory for lines, used again and again: fresh memory costs as much as writing the lines does.
package final class OutputPool: Sendable {
  /// The maximum capacity, in bytes, of memory that is kept for reuse.
  private static let byteLimit = 4 << 20

  private let free = Mutex<[OutputBytes]>([])

  package init() {}

  package func take() -> OutputBytes {
    free.withLock { $0.popLast() } ?? OutputBytes(capacity: 1 << 20)
  }

  package func give(_ output: OutputBytes) {
    guard output.capacity <= Self.byteLimit else { return }
    output.removeAll()
    free.withLock { $0.append(output) }
  }
}

/// The day that was written last: most that follow are the same.
package struct WrittenDay {
  /// Counted from 1970-01-01.
  var dayNumber: Int?
  /// `2026-11-`, in the order of memory.
  var yearAndMonth: UInt64 = 0
  var dayOfMonth: UInt16 = 0

  package init() {}
}

/// Writes bytes to a place where there is room for them: ``OutputBytes/write(atMost:_:)`` sees to that, and whoever
/// calls it that no more are written. So what comes from outside, such as texts, is not written with a pen.
package struct Pen {
  /// The position of the next byte.
  fileprivate(set) var place: UnsafeMutableRawPointer

  /// The most digits that a number has.
  static let decimalByteCount = 20

  @inline(__always)
  package mutating func put<Value: BitwiseCopyable>(_ value: Value) {
    place.storeBytes(of: value, as: Value.self)
    place += MemoryLayout<Value>.size
  }

  @inline(__always)
  package mutating func literal(_ text: StaticString) {
    let byteCount = text.utf8CodeUnitCount
    place.copyMemory(from: text.utf8Start, byteCount: byteCount)
    place += byteCount
  }

  @inline(__always)
  package mutating func string(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      guard let source = bytes.baseAddress else { return }
      place.copyMemory(from: source, byteCount: bytes.count)
      place += bytes.count
    }
  }

  /// A number in decimal digits.
  @inline(__always)
  package mutating func decimal(_ value: UInt64) {
    let end = place + Self.digitCount(value)
    var rest = value
    var last = end
    while rest >= 100 {
      let quotient = rest / 100
      last -= 2
      last.storeBytes(of: Self.twoDigits(rest &- quotient &* 100), as: UInt16.self)
      rest = quotient
    }
    if rest >= 10 {
      place.storeBytes(of: Self.twoDigits(rest), as: UInt16.self)
    } else {
      place.storeBytes(of: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest), as: UInt8.self)
    }
    place = end
  }

  /// A number in JSON; `null` for none.
  @inline(__always)
  package mutating func number(_ value: UInt64?) {
    if let value { decimal(value) } else { literal("null") }
  }

  /// A number from 0 to 99 as two digits.
  @inline(__always)
  mutating func twoDigits(_ value: Int) { put(Self.twoDigits(UInt64(truncatingIfNeeded: value))) }

  /// A number from 0 to 999 as three digits.
  @inline(__always)
  mutating func threeDigits(_ value: Int) {
    put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value / 100))
    twoDigits(value % 100)
  }

  static let identityByteCount = 36

  /// An identity as `UUID.uuidString` has it.
  @inline(__always)
  mutating func identity(_ id: UUID) {
    let groups = unsafeBitCast(id.uuid, to: SIMD4<UInt32>.self)
    let (second, third) = (Self.upperCaseDigits(groups[1]), Self.upperCaseDigits(groups[2]))
    let dash = UInt8(ascii: "-")
    put(Self.upperCaseDigits(groups[0]))
    put(dash)
    putHalves(of: second, with: dash)
    put(dash)
    putHalves(of: third, with: dash)
    put(Self.upperCaseDigits(groups[3]))
  }

  /// Puts the first four of eight bytes, one more, and the others.
  @inline(__always)
  private mutating func putHalves(of word: UInt64, with separator: UInt8) {
    withUnsafeBytes(of: word) { bytes in
      put(bytes.loadUnaligned(as: UInt32.self))
      put(separator)
      put(bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
    }
  }

  /// Four bytes as eight upper-case hexadecimal digits, both in the order of memory.
  @inline(__always)
  private static func upperCaseDigits(_ bytes: UInt32) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // A byte goes to each second place; then its upper half there, and its lower half to the next.
    var word = UInt64(UInt32(littleEndian: bytes))
    word = (word | word &<< 16) & 0x0000_FFFF_0000_FFFF
    word = (word | word &<< 8) & 0x00FF_00FF_00FF_00FF
    word = (word &>> 4 & 0x000F_000F_000F_000F) | (word & 0x000F_000F_000F_000F) &<< 8
    let letters = ((word &+ 6 &* ones) &>> 4) & ones
    return UInt64(littleEndian: word &+ 0x30 &* ones &+ letters &* 7)
  }

  /// A digest as 64 lower-case hexadecimal digits.
  package mutating func hexadecimal(_ digest: Digest) { put(digest.hexadecimalDigits) }

  /// The ASCII digits of a number below 100, in the order of memory.
  @inline(__always)
  private static func twoDigits(_ value: UInt64) -> UInt16 {
    let tens = value / 10
    return UInt16(littleEndian: 0x3030 &+ UInt16(truncatingIfNeeded: tens | (value &- tens &* 10) &<< 8))
  }

  @inline(__always)
  private static func digitCount(_ value: UInt64) -> Int {
    if value < 10_000 { return value < 100 ? (value < 10 ? 1 : 2) : (value < 1000 ? 3 : 4) }
    if value < 100_000_000 { return value < 1_000_000 ? (value < 100_000 ? 5 : 6) : (value < 10_000_000 ? 7 : 8) }
    return 8 + longDigitCount(value / 100_000_000)
  }

  @inline(never)
  private static func longDigitCount(_ value: UInt64) -> Int { String(value).utf8.count }
}
