internal import EventLog

/// Writes a check-in's details, each piece from wherever it stands, into memory that is long enough for them.
struct CheckInDetailsWriter {
  private let buffer: UnsafeMutableRawBufferPointer
  private var count = 0

  /// The most bytes that a number takes.
  private static let maximumNumberByteCount = 10
  /// The most bytes that details take besides the texts of an event: a length for each text, the calories, a photo, and
  /// the title that stands for none.
  static let maximumFixedByteCount =
    7 * maximumNumberByteCount + Digest.byteCount + legacyTitle.utf8CodeUnitCount

  /// Hands the details that `write` writes, with at most `textByteCount` bytes of text, to `use`.
  @inline(__always)
  static func write<Result>(
    textByteCount: Int, _ write: (inout CheckInDetailsWriter) -> Void, use: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(byteCount: maximumFixedByteCount + textByteCount, alignment: 1) { buffer in
      var writer = CheckInDetailsWriter(buffer: buffer)
      write(&writer)
      return use(UnsafeRawBufferPointer(rebasing: buffer[..<writer.count]))
    }
  }

  @inline(__always)
  mutating func number(_ value: UInt64) {
    value.forEachVarintByte {
      buffer[count] = $0
      count += 1
    }
  }

  @inline(__always)
  mutating func text(_ range: ByteRange, in source: RawSpan) {
    number(UInt64(range.count))
    raw(range, in: source)
  }

  mutating func text(_ text: StaticString) {
    number(UInt64(text.utf8CodeUnitCount))
    text.withUTF8Buffer { raw(UnsafeRawBufferPointer($0)) }
  }

  /// Details that were written before.
  mutating func details(_ details: [UInt8]) {
    details.withUnsafeBytes { raw($0) }
  }

  mutating func photo(_ photo: EventView.PhotoFields, in source: RawSpan) {
    raw(photo.digest, in: source)
    number(UInt64(photo.byteCount))
    number(UInt64(photo.width))
    number(UInt64(photo.height))
  }

  @inline(__always)
  private mutating func raw(_ range: ByteRange, in source: RawSpan) {
    source.extracting(range.start..<range.end).withUnsafeBytes { raw($0) }
  }

  @inline(__always)
  private mutating func raw(_ bytes: UnsafeRawBufferPointer) {
    UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(from: bytes)
    count += bytes.count
  }
}
