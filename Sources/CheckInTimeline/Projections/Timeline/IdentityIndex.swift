internal import FoundationEssentials

/// An index from the UUIDs of check-ins to their numbers.
///
/// Replay doesn't maintain it: the first lookup builds it from the pages, or reads it from the snapshot, bucket by
/// bucket. A stored bucket contains only hashes and numbers, so a check-in with the same hash must be compared by its
/// row's UUID.
struct IdentityIndex {
  enum Base {
    /// Nothing is stored, and nobody has asked yet.
    case unbuilt
    /// Everything is in memory.
    case memory([UUID: UInt32])
    /// 2 to the power of `bits` buckets are stored in the snapshot.
    case stored(bits: Int, loaded: [Int: [IdentityEntry]])
  }

  var base = Base.unbuilt
  /// Created since the snapshot; used with a stored base only.
  private(set) var recent: [UUID: UInt32] = [:]
  /// The entries of what is recent: those of a chunk of the log come month by month. An identity that was given twice
  /// is in it twice.
  private(set) var recentEntries: [IdentityEntry] = []

  /// A bucket is split when the average passes this.
  static let maximumBucketCount = 2048
  private static let targetBucketCount = 512

  static func bits(forCount count: Int) -> Int {
    var bits = 0
    while count >> bits > targetBucketCount { bits += 1 }
    return bits
  }

  /// `true` if there hasn't been a lookup, so the index needn't be maintained.
  var isUnbuilt: Bool { if case .unbuilt = base { true } else { false } }

  /// Adds an identity whose number is higher than all that are stored.
  mutating func insert(_ id: @autoclosure () -> UUID, for number: UInt32) {
    switch base {
    case .unbuilt: break
    case .memory(var all):
      base = .unbuilt
      all[id()] = number
      base = .memory(all)
    case .stored:
      let id = id()
      recent[id] = number
      recentEntries.append(IdentityEntry(id: unsafeBitCast(id, to: (UInt64, UInt64).self), number: number))
    }
  }

  /// Forgets what is recent: it is stored now.
  mutating func setStored(bits: Int) {
    base = .stored(bits: bits, loaded: [:])
    recent = [:]
    recentEntries = []
  }
}

/// A check-in's number, and a hash of its identity.
struct IdentityEntry: Hashable, Sendable {
  var number: UInt32
  var hash: UInt32

  init(number: UInt32, hash: UInt32) {
    self.number = number
    self.hash = hash
  }

  /// The entry of an identity, whose bytes are given as in ``CheckInRow/id``.
  init(id: (UInt64, UInt64), number: UInt32) {
    self.init(number: number, hash: Self.hash(of: id))
  }

  /// A hash of an identity. Identities may be consecutive, so that every bit of them has to change about half of its
  /// bits (the finalizer of MurmurHash3).
  static func hash(of id: (UInt64, UInt64)) -> UInt32 {
    var hash = id.0.littleEndian ^ (id.1.littleEndian &* 0x9E37_79B9_7F4A_7C15)
    hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ (hash >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return UInt32(truncatingIfNeeded: hash >> 32)
  }

  /// The bucket that the entry belongs to, of 2 to the power of `bits`; `bits` is less than 32.
  func bucket(bits: Int) -> Int { Int((UInt64(hash) << UInt64(bits)) >> 32) }
}
