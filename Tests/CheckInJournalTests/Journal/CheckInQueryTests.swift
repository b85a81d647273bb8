import CheckInJournal
import Foundation
import JournalTestSupport
import Synchronization
import TestSupport
import Testing

/// Queries answer what filtering and sorting all check-ins does.
struct CheckInQueryTests {
  private typealias Part = (
    name: String, query: @Sendable (CheckInQuery) -> CheckInQuery, holds: @Sendable (CheckIn) -> Bool
  )

  /// Conditions, each told twice.
  private func conditions(_ some: CheckIn) -> [Part] {
    let (day, number, title) = (some.day, some.number, some.title)
    let instant = some.time.instantMilliseconds
    let word = String(title.prefix(3)).uppercased()
    var parts: [Part] = []
    func add(
      _ name: String, _ query: @escaping @Sendable (CheckInQuery) -> CheckInQuery,
      _ holds: @escaping @Sendable (CheckIn) -> Bool
    ) {
      parts.append((name, query, holds))
    }
    add("type", { $0.where { $0.type == .run } }, { $0.type == .run })
    add("no type", { $0.where { $0.type != .gym } }, { $0.type != .gym })
    add("types", { $0.where { $0.type.isOne(of: [.swim, .yoga]) } }, { [.swim, .yoga].contains($0.type) })
    add("no types", { $0.where { $0.type.isOne(of: []) } }, { _ in false })
    add("from", { $0.where { $0.day >= day } }, { $0.day >= day })
    add("to", { $0.where { $0.day < day } }, { $0.day < day })
    add("on", { $0.where { $0.day == day } }, { $0.day == day })
    add("not on", { $0.where { !($0.day == day) } }, { $0.day != day })
    let days = day.adding(days: -40)...day
    add("between", { $0.where { $0.day.isIn(days) } }, { days.contains($0.day) })
    add("number", { $0.where { $0.number <= number } }, { $0.number <= number })
    add("instant", { $0.where { $0.instantMilliseconds > instant } }, { $0.time.instantMilliseconds > instant })
    add("title", { $0.where { $0.title == title } }, { $0.title == title })
    add("word", { $0.where { $0.title.contains(word) } }, { SearchWords(word).areFound(in: [$0.title]) })
    add("calories", { $0.where { $0.calories >= 300 } }, { $0.calories.map { $0 >= 300 } ?? false })
    add("no calories", { $0.where { $0.calories == nil } }, { $0.calories == nil })
    add("place", { $0.where { $0.location != nil } }, { $0.location != nil })
    add("photo", { $0.where { $0.hasPhoto } }, { $0.photo != nil })
    add("closure", { $0.filter { $0.notes.isEmpty } }, { $0.notes.isEmpty })
    add(
      "all of it", { $0.where { ($0.type == .run || $0.calories > 100) && !($0.hasPhoto && $0.day > day) } },
      { ($0.type == .run || ($0.calories ?? 0) > 100) && !($0.photo != nil && $0.day > day) })
    return parts
  }

  private let orders: [(name: String, order: CheckInOrder, isBefore: @Sendable (CheckIn, CheckIn) -> Bool)] = [
    ("newest", .newestFirst, { $0.isNewer(than: $1) }), ("oldest", .oldestFirst, { $1.isNewer(than: $0) }),
    ("title", .ascending(\.title), { $0.title != $1.title ? $0.title < $1.title : $0.isNewer(than: $1) }),
    (
      "calories", .descending(\.calories),
      { left, right in
        let (first, second) = (left.calories ?? -1, right.calories ?? -1)
        return first != second ? first > second : left.isNewer(than: right)
      }
    ),
  ]

  @Test(arguments: 0..<4)
  func theyAnswerAsAllCheckInsDo(_ run: Int) throws {
    let directory = try TemporaryDirectory()
    let configuration = Journal.Configuration(now: { RandomHistory.now })
    var journal = try Journal(at: directory.path + "/journal", configuration: configuration)
    var history = RandomHistory(seed: TestSettings.seed &+ UInt64(run))
    for _ in 0..<250 { try history.step(journal) }
    if run % 2 == 1 {
      // From the snapshot, month by month.
      try journal.close()
      journal = try Journal(at: directory.path + "/journal", for: .readOnly)
    }
    let all = history.checkIns
    let some = try #require(all.randomElement(using: &history.generator))
    for isDiscarded in [false, true] {
      for condition in conditions(some) {
        for other in [conditions(some).randomElement(using: &history.generator), nil] {
          for order in orders {
            var query = condition.query(isDiscarded ? journal.checkIns.discarded() : journal.checkIns)
            if let other { query = other.query(query) }
            query = query.sorted(by: order.order)
            let skipped = history.generator.number(0...3)
            let limit = history.generator.number(0...30)
            let expected = all.filter {
              $0.isDiscarded == isDiscarded && condition.holds($0) && other?.holds($0) ?? true
            }
            .sorted(by: order.isBefore)
            let comment: Comment = "\(condition.name), \(other?.name ?? "-"), \(order.name), seed \(TestSettings.seed)"
            let numbers = expected.map(\.number)
            #expect(try query.fetch().map(\.number) == numbers, comment)
            #expect(try query.count() == numbers.count && query.first()?.number == numbers.first, comment)
            let page = query.prefix(limit).dropFirst(skipped)
            let wanted = Array(numbers.dropFirst(skipped).prefix(limit))
            #expect(try page.fetch().map(\.number) == wanted && page.count() == wanted.count, comment)
            var visited: [Int] = []
            try page.forEachCheckIn { visited.append($0.number) }
            #expect(visited == wanted, comment)
          }
        }
      }
    }
  }

  /// The first few of a long journal read one month of the snapshot, and conditions on the day the months they name.
  @Test func onlyTheMonthsThatAreNeededAreRead() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/journal"
    let journal = try Journal(at: path)
    let first = try #require(CivilDay(year: 2020, month: 1, day: 5))
    let drafts = (0..<48).flatMap { month in
      (0..<3).map { index in
        let day = first.month.adding(months: month).firstDay.adding(days: index)
        let time = CheckInTime(instantMilliseconds: Int64(day.dayNumber) * 86_400_000, offsetMinutes: 0)
        return CheckInDraft(id: UUID(), type: .run, title: "Session", time: time)
      }
    }
    try journal.importCheckIns(drafts)
    try journal.close()
    func loaded(_ ask: (Journal) throws -> Int) throws -> (answer: Int, months: Int) {
      let reader = try Journal(at: path, for: .readOnly)
      let answer = try ask(reader)
      return (answer, reader.loadedMonthCount)
    }
    let newest = try loaded { try $0.checkIns.prefix(2).fetch().count }
    #expect(newest.answer == 2 && newest.months == 1)
    let oldest = try loaded { try $0.checkIns.sorted(by: .oldestFirst).prefix(5).fetch().count }
    #expect(oldest.answer == 5 && oldest.months == 2)
    let year = try #require(CivilMonth(year: 2021, month: 1))
    let ofYear = try loaded { journal in
      try journal.checkIns.where { $0.day >= year.firstDay && $0.day < year.adding(months: 12).firstDay }.count()
    }
    #expect(ofYear.answer == 36 && ofYear.months == 12)
  }
}
