internal import FoundationEssentials

/// All identities of a journal with their numbers, put in order of their buckets for a whole new snapshot. A dictionary
/// of so many would take several times the memory.
struct IdentityBuckets {
  private let bits: Int
  private var entries: [(id: UUID, number: UInt32)] = []

  /// - Parameter count: how many there will be.
  init(bits: Int, count: Int) {
    self.bits = bits
    entries.reserveCapacity(count)
  }

  mutating func append(_ row: CheckInRow) {
    entries.append((row.uuid, row.number))
  }

  /// Calls `body` with each bucket and what is in it, ascending; empty ones included.
  func forEachBucket(_ body: (Int, [(UUID, UInt32)]) throws -> Void) rethrows {
    // Counting sort: the places of the entries, bucket by bucket.
    var ends = [Int](repeating: 0, count: (1 << bits) + 1)
    for entry in entries { ends[bucket(entry) + 1] += 1 }
    for bucket in 1..<ends.count { ends[bucket] += ends[bucket - 1] }
    var places = [UInt32](repeating: 0, count: entries.count)
    for (index, entry) in entries.enumerated() {
      let bucket = bucket(entry)
      places[ends[bucket]] = UInt32(index)
      ends[bucket] += 1
    }
    var start = 0
    for bucket in 0..<1 << bits {
      try body(bucket, places[start..<ends[bucket]].map { entries[Int($0)] })
      start = ends[bucket]
    }
  }

  private func bucket(_ entry: (id: UUID, number: UInt32)) -> Int { IdentityIndex.bucket(of: entry.id, bits: bits) }
}
