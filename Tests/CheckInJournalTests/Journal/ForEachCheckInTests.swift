import CheckInJournal
import Foundation
import JournalTestSupport
import TestSupport
import Testing

/// Reading all check-ins in the order of their numbers, while they move from month to month.
struct ForEachCheckInTests {
  private static let count = 20_000

  /// In any order of time, in some six hundred months.
  private func drafts(_ random: inout RandomSource) -> [CheckInDraft] {
    (1...Self.count).map { number in
      CheckInDraft(
        id: random.identity(), type: random.element(of: ExerciseType.selectable), title: "Session \(number)",
        time: time(&random), calories: random.oneIn(2) ? number : nil,
        notes: random.text(of: ["long ", "läng ", "長 "], upTo: 40))
    }
  }

  private func time(_ random: inout RandomSource) -> CheckInTime {
    CheckInTime(
      instantMilliseconds: Int64(random.number(0...50 * 365)) * 86_400_000, offsetMinutes: 60,
      timeZone: random.oneIn(2) ? "Europe/Berlin" : nil)
  }

  /// Everything, number by number, and what each batch of several threads has.
  private func expectAll(of journal: Journal, toBe checkIns: [CheckIn]) throws {
    for isDiscardedWanted in [false, true] {
      let wanted = checkIns.filter { isDiscardedWanted || !$0.isDiscarded }
      var read: [CheckIn] = []
      try journal.forEachCheckIn(includesDiscarded: isDiscardedWanted) { read.append($0) }
      #expect(read == wanted)
      var folded: [CheckIn] = []
      try journal.foldCheckIns(includesDiscarded: isDiscardedWanted) { batch in
        var checkIns: [CheckIn] = []
        try batch.forEachCheckIn { checkIns.append($0) }
        #expect(checkIns.count == batch.count && checkIns.last.map { $0.number == batch.lastNumber } ?? true)
        return checkIns
      } merge: {
        folded += $0
      }
      #expect(folded == wanted)
    }
    var times: [CheckInTime] = []
    try journal.foldTimes { month in
      var times: [CheckInTime] = []
      month.forEachTime { times.append($0) }
      return times
    } merge: {
      times += $0
    }
    func sorted(_ times: [CheckInTime]) -> [String] { times.map { "\($0) \($0.timeZone ?? "")" }.sorted() }
    #expect(sorted(times) == sorted(checkIns.filter { !$0.isDiscarded }.map(\.time)))
  }

  @Test func commandsMayComeInBetween() throws {
    let directory = try TemporaryDirectory()
    var random = RandomSource(seed: TestSettings.seed)
    let configuration = Journal.Configuration(now: { RandomHistory.now })
    var journal = try Journal(at: directory.path + "/journal", configuration: configuration)
    _ = try journal.importCheckIns(drafts(&random))
    try journal.close()
    journal = try Journal(at: directory.path + "/journal", configuration: configuration)
    var checkIns = try (1...Self.count).map { try #require(try journal.checkIn($0)) }
    try expectAll(of: journal, toBe: checkIns)

    var former: [Int: [CheckIn]] = [:]
    var read: [Int] = []
    try journal.forEachCheckIn { checkIn in
      #expect(checkIn.number > read.last ?? 0)
      read.append(checkIn.number)
      #expect(checkIn == checkIns[checkIn.number - 1] || former[checkIn.number]?.contains(checkIn) ?? false)
      guard random.oneIn(40) else { return }
      let other = random.number(1...Self.count)
      former[other, default: []].append(checkIns[other - 1])
      if checkIns[other - 1].isDiscarded {
        checkIns[other - 1] = try journal.restore(other)
      } else if random.oneIn(4) {
        checkIns[other - 1] = try #require(try journal.discard([other]).first)
      } else {
        var changes = CheckInChanges()
        // Also before the first month that there was.
        let early = CheckInTime(instantMilliseconds: -1_000_000_000_000, offsetMinutes: 0)
        changes.time = random.oneIn(8) ? early : time(&random)
        checkIns[other - 1] = try journal.edit(other, with: changes).checkIn
      }
    }
    #expect(former.count > 100)
    // None is left out but what was discarded for a time.
    let missing = Set(checkIns.filter { !$0.isDiscarded }.map(\.number)).subtracting(read)
    #expect(missing.allSatisfy { former[$0]?.contains { $0.isDiscarded } ?? false })
    try expectAll(of: journal, toBe: checkIns)
    try journal.close()
    try expectAll(of: Journal(at: directory.path + "/journal", for: .readOnly), toBe: checkIns)
  }
}
