internal import Cryptography

/// A SHA-256 digest.
///
/// ```swift
/// print(Digest(of: "Morning 5k".utf8).hexadecimal)
/// ```
public struct Digest: Hashable, Sendable {
  /// Length in bytes.
  public static let byteCount = 32

  /// The 32 bytes, as numbers in the order of memory.
  package private(set) var words: (UInt64, UInt64, UInt64, UInt64)

  /// The digest of `bytes`. Takes time proportional to their count.
  public init(of bytes: some Sequence<UInt8>) {
    var hasher = SHA256Hasher()
    hasher.update(Array(bytes).span.bytes)
    self = hasher.finalize()
  }

  /// The digest with these 32 bytes, or `nil` where there are not 32.
  public init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    self.init { target in
      // Where they lie together, no type has to be looked up at run time.
      let copied: Void? = bytes.withContiguousStorageIfAvailable { target.copyBytes(from: UnsafeRawBufferPointer($0)) }
      if copied == nil { target.copyBytes(from: bytes) }
    }
  }

  /// The digest with 32 bytes, given as numbers in the order of memory.
  package init(words: (UInt64, UInt64, UInt64, UInt64)) {
    self.words = words
  }

  /// The digest written as 64 hexadecimal digits, in either case; `nil` for anything else.
  public init?(hexadecimal text: some StringProtocol) {
    // Where they lie together, no type has to be looked up at run time.
    let digest =
      text.utf8.withContiguousStorageIfAvailable { Self(digits: $0) }
      ?? Array(text.utf8).withUnsafeBufferPointer { Self(digits: $0) }
    guard let digest else { return nil }
    self = digest
  }

  private init?(digits: UnsafeBufferPointer<UInt8>) {
    guard digits.count == 2 * Self.byteCount else { return nil }
    var bytes: [32 of UInt8] = .init(repeating: 0)
    for (index, digit) in digits.enumerated() {
      let value: UInt8
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = digit - UInt8(ascii: "A") + 10
      default: return nil
      }
      bytes[index / 2] = bytes[index / 2] << 4 | value
    }
    words = unsafeBitCast(bytes, to: (UInt64, UInt64, UInt64, UInt64).self)
  }

  /// The digest in the 32 bytes at `range`, or `nil` where there are not 32.
  package init?(_ range: ByteRange, in bytes: RawSpan) {
    guard range.count == Self.byteCount else { return nil }
    words = bytes.unsafeLoadUnaligned(fromByteOffset: range.start, as: (UInt64, UInt64, UInt64, UInt64).self)
  }

  fileprivate init(filling body: (UnsafeMutableRawBufferPointer) -> Void) {
    words = (0, 0, 0, 0)
    withUnsafeMutableBytes(of: &words, body)
  }

  /// The 32 bytes.
  public var bytes: [UInt8] { withUnsafeBytes(of: words) { Array($0) } }

  /// 64 lower-case hexadecimal digits.
  public var hexadecimal: String {
    withUnsafeBytes(of: hexadecimalDigits) { String(decoding: $0, as: UTF8.self) }
  }

  /// The 64 digits of ``hexadecimal``, in ASCII.
  package var hexadecimalDigits: InlineArray<64, UInt8> {
    var digits = InlineArray<64, UInt8>(repeating: 0)
    withUnsafeBytes(of: words) { bytes in
      for index in 0..<Self.byteCount {
        digits[2 * index] = hexadecimalDigit(bytes[index] >> 4)
        digits[2 * index + 1] = hexadecimalDigit(bytes[index] & 15)
      }
    }
    return digits
  }

  public static func == (left: Digest, right: Digest) -> Bool { left.words == right.words }

  public func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}

extension Digest: CustomStringConvertible {
  public var description: String { hexadecimal }
}

extension Digest: Codable {
  /// Reads 64 hexadecimal digits.
  ///
  /// - Throws: `DecodingError` for everything else.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let digest = Digest(hexadecimal: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "A digest has 64 hexadecimal digits.")
    }
    self = digest
  }

  /// Writes ``hexadecimal``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hexadecimal)
  }
}

/// A number from 0 to 15 as a lower-case hexadecimal digit, in ASCII.
package func hexadecimalDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &- 10 &+ value
}

/// SHA-256 over content that arrives in parts.
package struct SHA256Hasher {
  private var hasher = SHA256()

  package init() {}

  package mutating func update(_ bytes: RawSpan) { hasher.update(bytes) }

  /// The digest of everything so far; more may follow.
  package func finalize() -> Digest { Digest(words: hasher.finalize()) }
}
