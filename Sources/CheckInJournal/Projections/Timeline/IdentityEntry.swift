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
