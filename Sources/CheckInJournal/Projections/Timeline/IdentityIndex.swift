internal import FoundationEssentials

/// Which number a UUID has.
///
/// Replay does not keep it up: it is built from the pages when it is first asked for, or read bucket by bucket from the
/// snapshot.
struct IdentityIndex {
  enum Base {
    /// Nothing is stored, and nobody has asked yet.
    case unbuilt
    /// Everything is in memory.
    case memory([UUID: UInt32])
    /// 2 to the power of `bits` buckets are stored in the snapshot.
    case stored(bits: Int, loaded: [Int: [UUID: UInt32]])
  }

  var base = Base.unbuilt
  /// Created since the snapshot; used with a stored base only.
  private(set) var recent: [UUID: UInt32] = [:]

  /// A bucket is split when the average passes this.
  static let maximumBucketCount = 2048
  private static let targetBucketCount = 512

  static func bits(forCount count: Int) -> Int {
    var bits = 0
    while count >> bits > targetBucketCount { bits += 1 }
    return bits
  }

  /// The bucket of an identity. Identities may be consecutive, so their bits are mixed (Fibonacci hashing).
  static func bucket(of id: UUID, bits: Int) -> Int {
    guard bits > 0 else { return 0 }
    let halves = unsafeBitCast(id, to: (UInt64, UInt64).self)
    let folded = (halves.0.littleEndian ^ halves.1.littleEndian &* 0xD6E8_FEB8_6659_FD93) &* 0x9E37_79B9_7F4A_7C15
    return Int(folded >> (64 - UInt64(bits)))
  }

  /// Whether nobody has asked yet, so that nothing has to be kept up.
  var isUnbuilt: Bool { if case .unbuilt = base { true } else { false } }

  mutating func insert(_ id: @autoclosure () -> UUID, _ number: UInt32) {
    switch base {
    case .unbuilt: break
    case .memory(var all):
      base = .unbuilt
      all[id()] = number
      base = .memory(all)
    case .stored: recent[id()] = number
    }
  }

  /// Forgets what is recent: it is stored now.
  mutating func setStored(bits: Int) {
    base = .stored(bits: bits, loaded: [:])
    recent = [:]
  }
}
