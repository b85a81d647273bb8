import Synchronization
import TestSupport
import Testing

@testable import EventLog

@Suite("Ordered fold")
struct OrderedFoldTests {
  private struct Failure: Error, Equatable { var place: Int }

  @Test("Results are merged in the order of their sources, each once", arguments: [1, 2, 5], [0, 1, 2, 100])
  func order(threads: Int, count: Int) throws {
    var next = 0
    var merged: [Int] = []
    try foldInOrder(threads: threads) { () -> Int? in
      next += 1
      return next <= count ? next : nil
    } map: { number in
      number * 3
    } merge: {
      merged.append($0)
    }
    #expect(merged == (0..<count).map { ($0 + 1) * 3 })
    #expect(next == count + 1)
  }

  @Test("No more is taken than is under way", arguments: [1, 2, 3])
  func bound(threads: Int) throws {
    var taken = 0
    let merged = Atomic(0)
    var most = 0
    try foldInOrder(threads: threads) { () -> Int? in
      most = max(most, taken - merged.load(ordering: .sequentiallyConsistent))
      taken += 1
      return taken <= 200 ? taken : nil
    } map: {
      $0
    } merge: { _ in
      merged.add(1, ordering: .sequentiallyConsistent)
    }
    #expect(most <= 2 * threads)
  }

  @Test("A merge that fails ends the fold: nothing is merged after it", arguments: [1, 2, 4])
  func failingMerge(threads: Int) throws {
    var taken = 0
    var merged: [Int] = []
    #expect(throws: Failure(place: 10)) {
      try foldInOrder(threads: threads) { () -> Int? in
        taken += 1
        return taken
      } map: {
        $0
      } merge: { number in
        if number == 10 { throw Failure(place: number) }
        merged.append(number)
      }
    }
    #expect(merged == Array(1...9))
  }

  @Test("A source that fails ends the fold after all before it was merged", arguments: [1, 2, 4])
  func failingSource(threads: Int) throws {
    var taken = 0
    var merged: [Int] = []
    #expect(throws: Failure(place: 8)) {
      try foldInOrder(threads: threads) { () -> Int? in
        taken += 1
        if taken == 8 { throw Failure(place: taken) }
        return taken
      } map: {
        $0
      } merge: {
        merged.append($0)
      }
    }
    #expect(merged == Array(1...7))
  }
}
