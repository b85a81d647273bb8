/// All identities of a journal, on their way into the buckets of a whole new snapshot.
///
/// They are kept in up to 256 groups of neighbouring buckets, so that any thread can put a group into its buckets, and
/// its memory is given back after that.
struct IdentityBuckets {
  private let bits: Int
  private var groups: [[IdentityEntry]]
  private static let maximumGroupBits = 8

  /// - Parameters:
  ///   - bits: there are 2 to the power of this many buckets; less than 32.
  ///   - count: how many identities there will be, as far as that is known.
  init(bits: Int, count: Int) {
    self.bits = bits
    groups = Array(repeating: [], count: 1 << min(bits, Self.maximumGroupBits))
    // About as many come into each: the deviation is the square root of that.
    let average = count / groups.count
    for index in groups.indices { groups[index].reserveCapacity(average + average / 16) }
  }

  private var groupBits: Int { min(bits, Self.maximumGroupBits) }

  mutating func append(_ rows: [CheckInRow]) {
    for row in rows {
      let entry = IdentityEntry(id: row.id, number: row.number)
      groups[entry.bucket(bits: groupBits)].append(entry)
    }
  }

  var groupCount: Int { groups.count }

  /// Takes a group out.
  mutating func takeGroup(_ index: Int) -> Group {
    var entries: [IdentityEntry] = []
    swap(&entries, &groups[index])
    return Group(
      entries: entries, buckets: index << (bits - groupBits)..<(index + 1) << (bits - groupBits), bits: bits)
  }

  /// Entries of neighbouring buckets.
  struct Group: Sendable {
    fileprivate let entries: [IdentityEntry]
    fileprivate let buckets: Range<Int>
    fileprivate let bits: Int

    /// Calls `body` with each bucket and what is in it, ascending by number; empty ones included.
    func forEachBucket(_ body: (Int, ArraySlice<IdentityEntry>) throws -> Void) rethrows {
      // Counting sort.
      var ends = [Int](repeating: 0, count: buckets.count + 1)
      for entry in entries { ends[entry.bucket(bits: bits) - buckets.lowerBound + 1] += 1 }
      for bucket in buckets.indices { ends[bucket - buckets.lowerBound + 1] += ends[bucket - buckets.lowerBound] }
      var sorted = [IdentityEntry](repeating: IdentityEntry(number: 0, hash: 0), count: entries.count)
      for entry in entries {
        let bucket = entry.bucket(bits: bits) - buckets.lowerBound
        sorted[ends[bucket]] = entry
        ends[bucket] += 1
      }
      var start = 0
      for bucket in buckets {
        let end = ends[bucket - buckets.lowerBound]
        // Most months have only higher numbers than the months before, and their rows ascend.
        sorted[start..<end].sortByNumber()
        try body(bucket, sorted[start..<end])
        start = end
      }
    }
  }
}

extension MutableCollection where Self: RandomAccessCollection, Element == IdentityEntry {
  /// Puts the entries in the order of their numbers, if they are not.
  mutating func sortByNumber() {
    if zip(self, dropFirst()).allSatisfy({ $0.number <= $1.number }) { return }
    sort { $0.number < $1.number }
  }
}
