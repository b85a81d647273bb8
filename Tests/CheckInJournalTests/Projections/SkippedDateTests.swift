import CheckInJournal
import Foundation
import TestSupport
import Testing

@testable import CheckInModel
@testable import CheckInTimeline

/// Dates that a time zone skipped when it moved to the other side of the date line.
@Suite("Skipped dates")
struct SkippedDateTests {
  private let directory: TemporaryDirectory
  private let journal: Journal

  init() throws {
    directory = try TemporaryDirectory()
    journal = try Journal(at: directory.path + "/journal")
  }

  /// Creates check-ins at noon of local days, each in the zone that is given or at an offset.
  private func create(_ days: [String], zone: String? = nil, offset: Int = 0) throws {
    for day in days {
      let written = try #require(WrittenTime("\(day)T12:00"))
      let time =
        try zone.map { try #require(LocalTimeZone(identifier: $0)).resolve(written).time }
        ?? CheckInTime(
          instantMilliseconds: written.localMilliseconds - Int64(offset) * 60_000, offsetMinutes: offset)
      try journal.create(CheckInDraft(type: .run, title: day, time: time))
    }
  }

  private func day(_ text: String) throws -> CivilDay { try #require(CivilDay(text)) }

  @Test(
    "A date that the zone skipped doesn't end a streak, and isn't one of its days",
    arguments: [
      ("Pacific/Apia", ["2011-12-28", "2011-12-29", "2011-12-31", "2012-01-01"]),
      ("Pacific/Fakaofo", ["2011-12-28", "2011-12-29", "2011-12-31", "2012-01-01"]),
      ("Pacific/Kiritimati", ["1994-12-29", "1994-12-30", "1995-01-01", "1995-01-02"]),
      ("Pacific/Kwajalein", ["1993-08-19", "1993-08-20", "1993-08-22", "1993-08-23"]),
    ])
  func skipped(zone: String, days: [String]) throws {
    try create(days, zone: zone)
    let (first, last) = (try day(days[0]), try day(days[3]))
    let statistics = try journal.statistics(today: last)
    for streak in [statistics.longestStreak, statistics.currentStreak, try journal.streak(around: first)] {
      #expect(streak?.from == first && streak?.to == last && streak?.days == 4)
    }
    #expect(try journal.streak(around: last) == journal.streak(around: first))
    let part = try journal.statistics(today: last, from: first, to: last, types: [.run], tags: [])
    #expect(part.longestStreak == statistics.longestStreak)
    let coded = try JSONDecoder().decode(Streak.self, from: JSONEncoder().encode(statistics.longestStreak))
    #expect(coded == statistics.longestStreak)
  }

  @Test("A coded streak with an impossible number of days is read", arguments: [Int.min, 9, Int.max])
  func coded(days: Int) throws {
    let text = #"{"days":\#(days),"from":"2026-11-20","to":"2026-11-21"}"#
    let streak = try JSONDecoder().decode(Streak.self, from: Data(text.utf8))
    #expect((1...2).contains(streak.days))
  }

  @Test("Offsets alone show it")
  func offsets() throws {
    try create(["2011-12-29"], offset: -600)
    try create(["2011-12-31"], offset: 840)
    #expect(try journal.statistics(today: day("2011-12-31")).longestStreak?.days == 2)
  }

  @Test(
    "Elsewhere the date is a day like any other",
    arguments: [
      ("Europe/Berlin", ["2011-12-29", "2011-12-31"]), ("Pacific/Auckland", ["2011-12-29", "2011-12-31"]),
      ("Pacific/Apia", ["2010-12-29", "2010-12-31"]), ("Pacific/Apia", ["2011-12-27", "2011-12-29"]),
      ("Pacific/Apia", ["2011-12-28", "2011-12-31"]), ("Pacific/Apia", ["2011-12-29", "2012-01-01"]),
    ])
  func elsewhere(zone: String, days: [String]) throws {
    try create(days, zone: zone)
    #expect(try journal.statistics(today: day(days[1])).longestStreak?.days == 1)
    #expect(try journal.streak(around: day(days[0]))?.days == 1)
  }

  @Test("The dates are those of the zones that the system knows")
  func allZones() throws {
    var dates: Set<CivilDay> = []
    for identifier in TimeZone.knownTimeZoneIdentifiers {
      guard let zone = TimeZone(identifier: identifier) else { continue }
      var date = Date(timeIntervalSince1970: 0)
      while let change = zone.nextDaylightSavingTimeTransition(after: date),
        change.timeIntervalSince1970 < 2_000_000_000
      {
        let before = zone.secondsFromGMT(for: change.addingTimeInterval(-1))
        let after = zone.secondsFromGMT(for: change)
        if after - before >= 86_400 {
          let local = Int(change.timeIntervalSince1970) + before
          dates.insert(CivilDay(dayNumber: local / 86_400))
        }
        date = change
      }
    }
    // A system's data may lack zones that were of one island.
    #expect(dates.isSubset(of: CivilDay.datesThatZonesSkipped))
    #expect(dates.contains(try day("2011-12-30")))
  }
}
