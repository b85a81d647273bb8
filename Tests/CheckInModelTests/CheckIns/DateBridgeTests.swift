import CheckInModel
import Foundation
import Testing

/// Days and times as Foundation's dates, and back.
struct DateBridgeTests {
  private let berlin = LocalTimeZone(TimeZone(identifier: "Europe/Berlin") ?? .gmt)

  @Test func aTimeIsItsInstant() throws {
    let date = Date(timeIntervalSince1970: 1_795_241_400.123)
    var time = CheckInTime(date, in: berlin)
    #expect(time.description == "2026-11-21T07:10:00.123+01:00" && time.timeZone == "Europe/Berlin")
    #expect(abs(time.instant.timeIntervalSince(date)) < 0.001)
    time.instant = Date(timeIntervalSince1970: 1_795_241_400)
    #expect(time.description == "2026-11-21T07:10:00+01:00")
  }

  @Test func aDayIsTheOneOfTheZone() throws {
    let lateInLondon = Date(timeIntervalSince1970: 1_795_303_800)  // 21 November, 23:30 UTC
    #expect(CivilDay(lateInLondon, in: .utc).description == "2026-11-21")
    #expect(CivilDay(lateInLondon, in: berlin).description == "2026-11-22")
    let day = try #require(CivilDay("2026-11-22"))
    #expect(day.start(in: berlin) == Date(timeIntervalSince1970: 1_795_302_000))
    #expect(CivilDay(day.start(in: berlin), in: berlin) == day)
  }

  @Test func aMidnightThatTheClockSkips() throws {
    let zone = try #require(LocalTimeZone(identifier: "America/Sao_Paulo"))
    let day = try #require(CivilDay("2018-11-04"))
    #expect(CivilDay(day.start(in: zone), in: zone) == day)
  }

  @Test func theEndsOfTime() {
    let seconds: [Double] = [-1e300, 1e300, .nan, .infinity, -.infinity]
    for date in [Date.distantPast, .distantFuture] + seconds.map(Date.init(timeIntervalSince1970:)) {
      #expect(CheckInTime.instantRange.contains(CheckInTime(date, in: berlin).instantMilliseconds))
    }
  }

  @Test func nowIsToday() {
    let before = CivilDay.today(in: berlin)
    let now = CheckInTime.now(in: berlin)
    #expect(before <= now.day && now.day <= CivilDay.today(in: berlin))
    #expect(now.instantMilliseconds % 1000 == 0 && now.instant <= Date())
  }

  @Test func zonesOfFoundation() throws {
    #expect(LocalTimeZone(try #require(TimeZone(secondsFromGMT: 5400))).time(atInstant: 0).offsetMinutes == 90)
    #expect(LocalTimeZone(try #require(TimeZone(secondsFromGMT: 5400))).identifier == nil)
  }
}
