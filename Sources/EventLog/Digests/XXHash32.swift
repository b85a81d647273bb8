/// xxHash-32 with seed 0, the checksum of LZ4 frames. It notices accidents; it is no protection against an attacker.
///
/// Source: [xxHash fast digest algorithm](https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md), "XXH32
/// algorithm description".
enum XXHash32 {
  private static let prime1: UInt32 = 0x9E37_79B1
  private static let prime2: UInt32 = 0x85EB_CA77
  private static let prime3: UInt32 = 0xC2B2_AE3D
  private static let prime4: UInt32 = 0x27D4_EB2F
  private static let prime5: UInt32 = 0x1656_67B1

  /// Four lanes, which are loaded at once so that they take one check of the bounds: as fast as through a pointer. As a
  /// vector they would take four times as long, since SSE2 cannot multiply four 32-bit numbers at once.
  private typealias Stripe = (UInt32, UInt32, UInt32, UInt32)

  /// The hash of `bytes`, in time proportional to their number.
  static func hash(_ bytes: RawSpan) -> UInt32 {
    let end = bytes.byteCount
    var position = 0
    var hash = prime5
    if end >= MemoryLayout<Stripe>.size {
      var lanes: Stripe = (prime1 &+ prime2, prime2, 0, 0 &- prime1)
      while end - position >= MemoryLayout<Stripe>.size {
        let stripe = bytes.unsafeLoadUnaligned(fromByteOffset: position, as: Stripe.self)
        lanes.0 = round(lanes.0, stripe.0)
        lanes.1 = round(lanes.1, stripe.1)
        lanes.2 = round(lanes.2, stripe.2)
        lanes.3 = round(lanes.3, stripe.3)
        position += MemoryLayout<Stripe>.size
      }
      hash = rotated(lanes.0, by: 1) &+ rotated(lanes.1, by: 7) &+ rotated(lanes.2, by: 12) &+ rotated(lanes.3, by: 18)
    }
    hash &+= UInt32(truncatingIfNeeded: end)

    while end - position >= 4 {
      let word = UInt32(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt32.self))
      hash = rotated(hash &+ word &* prime3, by: 17) &* prime4
      position += 4
    }
    while position < end {
      let byte = UInt32(bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self))
      hash = rotated(hash &+ byte &* prime5, by: 11) &* prime1
      position += 1
    }

    hash = (hash ^ hash &>> 15) &* prime2
    hash = (hash ^ hash &>> 13) &* prime3
    return hash ^ hash &>> 16
  }

  @inline(__always)
  private static func round(_ lane: UInt32, _ word: UInt32) -> UInt32 {
    rotated(lane &+ UInt32(littleEndian: word) &* prime2, by: 13) &* prime1
  }

  /// `value` with its bits rotated to the left.
  @inline(__always)
  private static func rotated(_ value: UInt32, by count: UInt32) -> UInt32 {
    value &<< count | value &>> (32 &- count)
  }
}
