package import FoundationEssentials
internal import Platform

extension UUID {
  /// The identity in the 16 bytes at `range`.
  package init(_ range: ByteRange, in bytes: RawSpan) {
    self.init(uuid: bytes.unsafeLoadUnaligned(fromByteOffset: range.start, as: uuid_t.self))
  }
}

extension RawSpan {
  /// Returns `true` if the bytes at `range` equal another array of bytes.
  package func holds(_ other: [UInt8], at range: ByteRange) -> Bool {
    holds(other, part: ByteRange(start: 0, end: other.count), at: range)
  }

  /// Returns `true` if the bytes at `range` equal a part of another array of bytes.
  package func holds(_ other: [UInt8], part: ByteRange, at range: ByteRange) -> Bool {
    guard part.count == range.count else { return false }
    return extracting(range.start..<range.end).withUnsafeBytes { bytes in
      other.span.bytes.extracting(part.start..<part.end).withUnsafeBytes { other in
        guard let bytes = bytes.baseAddress, let start = other.baseAddress else { return true }
        return memcmp(bytes, start, other.count) == 0
      }
    }
  }

  /// The bytes at `range`, copied.
  package func array(_ range: ByteRange) -> [UInt8] {
    extracting(range.start..<range.end).withUnsafeBytes { Array($0) }
  }

  /// The UTF-8 text at `range`, copied; bytes that are no UTF-8 become U+FFFD.
  package func text(_ range: ByteRange) -> String {
    extracting(range.start..<range.end).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the offset of a byte's first occurrence at or after an offset; `nil` if there is none.
  package func firstOffset(of byte: UInt8, from offset: Int) -> Int? {
    guard offset >= 0, offset < byteCount else { return nil }
    return withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, let found = memchr(start + offset, Int32(byte), bytes.count - offset) else {
        return nil
      }
      return UnsafeRawPointer(found) - start
    }
  }
}
