import Foundation
import TestSupport
import Testing

@testable import CheckInJournal

@Suite("Buckets of identities")
struct IdentityBucketsTests {
  @Test(
    "Every identity stands in its bucket, once, with its number", arguments: [(0, 10), (1, 700), (4, 5_000), (6, 3)])
  func buckets(bits: Int, count: Int) {
    var random = RandomSource(seed: TestSettings.seed)
    var expected: [UUID: UInt32] = [:]
    var buckets = IdentityBuckets(bits: bits, count: count)
    for number in 1...UInt32(count) {
      let row = CheckInRow(
        id: (random.next(), random.next()), instantMilliseconds: 0, sequence: 1, number: number, detailsOffset: 0,
        zone: 0, offsetMinutes: 0, typeNumber: 1, flags: [], dayOfMonth: 1)
      expected[row.uuid] = number
      buckets.append(row)
    }

    var found: [UUID: UInt32] = [:]
    var visited: [Int] = []
    buckets.forEachBucket { bucket, entries in
      visited.append(bucket)
      for (id, number) in entries {
        #expect(IdentityIndex.bucket(of: id, bits: bits) == bucket)
        #expect(found.updateValue(number, forKey: id) == nil)
      }
    }
    #expect(visited == Array(0..<1 << bits))
    #expect(found == expected)
  }
}
