import CheckInJournal
import Foundation
import TestSupport
import Testing

@testable import CheckInTimeline

@Suite("Buckets of identities")
struct IdentityBucketsTests {
  private static func row(_ number: UInt32, _ id: (UInt64, UInt64)) -> CheckInRow {
    CheckInRow(
      id: id, instantMilliseconds: 0, sequence: 1, number: number, detailsOffset: 0, zone: 0, offsetMinutes: 0,
      typeNumber: 1, flags: [], dayOfMonth: 1)
  }

  @Test(
    "Every identity is in its bucket, once, with its number, and the numbers ascend",
    arguments: [(0, 10), (1, 700), (4, 5_000), (6, 3), (10, 20_000)])
  func buckets(bits: Int, count: Int) {
    var random = RandomSource(seed: TestSettings.seed)
    var rows = (1...UInt32(count)).map { Self.row($0, (random.next(), random.next())) }
    let expected = Set(rows.map { IdentityEntry(id: $0.id, number: $0.number) })
    // As if half of the check-ins had moved to a later month.
    rows = rows.filter { $0.number % 2 == 0 } + rows.filter { $0.number % 2 == 1 }
    var buckets = IdentityBuckets(bits: bits, count: count)
    buckets.append(rows)

    var found: [IdentityEntry] = []
    var visited: [Int] = []
    for group in 0..<buckets.groupCount {
      buckets.takeGroup(group).forEachBucket { bucket, entries in
        visited.append(bucket)
        for entry in entries { #expect(entry.bucket(bits: bits) == bucket) }
        #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.number < $1.number })
        found += entries
      }
    }
    #expect(visited == Array(0..<1 << bits))
    #expect(found.count == count && Set(found) == expected)
  }

  @Test("Consecutive identities are spread over the buckets, and their hashes differ", arguments: [0, 56])
  func consecutive(shift: UInt64) {
    let entries = (0..<4096 as Range<UInt32>).map { number in
      // The counter is at the beginning of an identity, or at the end of it.
      let counter = UInt64(number).byteSwapped
      return IdentityEntry(id: shift == 0 ? (counter, 7) : (7, counter), number: number)
    }
    #expect(Set(entries.map(\.hash)).count > 4090)
    let sizes = Dictionary(grouping: entries) { $0.bucket(bits: 4) }.values.map(\.count)
    #expect(sizes.count == 16 && sizes.allSatisfy { (128...512).contains($0) })
  }
}

/// Buckets that say what they like: the answer is right, or the snapshot is given up, and nothing traps.
@Suite("Hostile buckets of identities")
struct HostileIdentityBucketsTests {
  /// A snapshot of three check-ins in one bucket, which is put in place of what it was.
  private struct Parts: TimelineParts {
    var parts: [TimelinePartID: [UInt8]]

    func part(_ id: TimelinePartID) -> [UInt8]? { parts[id] }
  }

  private let stored: Timeline
  private let parts: Parts
  private let ids: [UUID]

  init() throws {
    let directory = try TemporaryDirectory()
    let journal = try Journal(at: directory.path + "/journal")
    let ids = [UUID(), UUID(), UUID()]
    let time = CheckInTime(instantMilliseconds: 1_795_262_400_000, offsetMinutes: 60)
    for id in ids { try journal.create(CheckInDraft(id: id, type: .run, title: "Run", time: time)) }
    let parts = Parts(
      parts: try journal.read { timeline in
        var parts: [TimelinePartID: [UInt8]] = [:]
        try? timeline.forEachPart { parts[$0] = $1 }
        return parts
      })
    self.parts = parts
    self.ids = ids
    stored = try #require(Timeline(parts, sequence: 3))
  }

  private func timeline(_ entries: [IdentityEntry]) throws -> Timeline {
    var changed = parts
    changed.parts[.identities(0)] = TimelineCoding.identities(entries)
    return try #require(Timeline(changed, sequence: 3))
  }

  private func entry(_ index: Int, number: UInt32) -> IdentityEntry {
    IdentityEntry(id: unsafeBitCast(ids[index], to: (UInt64, UInt64).self), number: number)
  }

  @Test("Identities are found, and others are not")
  func found() throws {
    var timeline = stored
    for (index, id) in ids.enumerated() { #expect(try timeline.number(of: id) == index + 1) }
    #expect(try timeline.number(of: UUID()) == nil)
  }

  @Test("Of check-ins with the same hash, only that with the identity is found")
  func sameHash() throws {
    let hash = entry(1, number: 2).hash
    var timeline = try timeline((1...3).map { IdentityEntry(number: $0, hash: hash) })
    #expect(try timeline.number(of: ids[1]) == 2)
    // The others' own hashes are not there.
    #expect(try timeline.number(of: ids[0]) == nil)
  }

  @Test("A candidate that does not exist makes the snapshot unusable", arguments: [4, .max] as [UInt32])
  func missingCheckIn(number: UInt32) throws {
    var timeline = try timeline([entry(0, number: number)])
    #expect(throws: JournalError.self) { try timeline.number(of: ids[0]) }
  }

  @Test(
    "A bucket whose numbers do not ascend makes the snapshot unusable",
    arguments: [[0], [1, 1], [2, 1]] as [[UInt32]])
  func order(numbers: [UInt32]) throws {
    var timeline = try timeline(numbers.map { entry(0, number: $0) })
    #expect(throws: JournalError.self) { try timeline.number(of: ids[0]) }
  }

  @Test("A bucket that is missing, and more buckets than there can be")
  func bits() throws {
    var changed = parts
    changed.parts[.identities(0)] = nil
    var timeline = try #require(Timeline(changed, sequence: 3))
    #expect(throws: JournalError.self) { try timeline.number(of: ids[0]) }

    changed.parts[.directory] = TimelineCoding.directory(stored.directory, identityBits: 31)
    timeline = try #require(Timeline(changed, sequence: 3))
    #expect(throws: JournalError.self) { try timeline.number(of: ids[0]) }
    var expected = stored
    #expect(throws: JournalError.self) { try expected.differences(from: &timeline) }
  }

  @Test("An identity that the index lacks, or has for another check-in, is a difference")
  func differences() throws {
    var same = stored
    var expected = stored
    #expect(try expected.differences(from: &same) == [])
    var lacking = try timeline([entry(0, number: 1), entry(2, number: 3)])
    #expect(try expected.differences(from: &lacking) == ["the identity of check-in 2"])
    var wrong = try timeline([entry(0, number: 1), entry(0, number: 2), entry(2, number: 3)])
    #expect(try expected.differences(from: &wrong) == ["the identity of check-in 2"])
  }

  @Test("What is created since comes into its bucket; into one with numbers not given yet, nothing does")
  func merging() throws {
    var timeline = try timeline([entry(0, number: 1), entry(1, number: 2), entry(2, number: 3)])
    let id = UUID()
    timeline.identities.insert(id, for: 4)
    let added = IdentityEntry(id: unsafeBitCast(id, to: (UInt64, UInt64).self), number: 4)
    let changed = try #require(try timeline.changedParts()).first { $0.0 == .identities(0) }
    #expect(
      changed?.1
        == TimelineCoding.identities([entry(0, number: 1), entry(1, number: 2), entry(2, number: 3), added]))
    #expect(try timeline.number(of: id) == 4)

    var hostile = try self.timeline([entry(0, number: 9)])
    hostile.identities.insert(id, for: 4)
    #expect(try hostile.changedParts() == nil)
  }
}
