import CheckInModel
import JournalTestSupport
import TestSupport
import Testing

@Suite("Times of check-ins")
struct CheckInTimeTests {
  @Test("The day is the local one, whatever the offset")
  func days() throws {
    let midnight = try #require(CivilDay("2024-02-29")).dayNumber * 86_400_000
    for offset in stride(from: -1439, through: 1439, by: 1) {
      let start = CheckInTime(instantMilliseconds: Int64(midnight - offset * 60_000), offsetMinutes: offset)
      #expect(start.day.description == "2024-02-29" && start.millisecondsOfDay == 0)
      var before = start
      before.instantMilliseconds -= 1
      #expect(before.day.description == "2024-02-28" && before.millisecondsOfDay == 86_399_999)
      var end = start
      end.instantMilliseconds += 86_399_999
      #expect(end.day.description == "2024-02-29" && end.millisecondsOfDay == 86_399_999)
    }
  }

  @Test("Printing and reading give the same time")
  func roundTrip() throws {
    var random = RandomEvents(seed: TestSettings.seed)
    for _ in 0..<5000 {
      let time = random.time()
      guard (1...9999).contains(time.day.month.year) else { continue }
      let written = try #require(WrittenTime(time.description), "\(time)")
      #expect(written.localMilliseconds == time.localMilliseconds && written.offsetMinutes == time.offsetMinutes)
    }
    #expect(CheckInTime(instantMilliseconds: 0, offsetMinutes: 0).description == "1970-01-01T00:00:00+00:00")
    #expect(CheckInTime(instantMilliseconds: -1, offsetMinutes: -90).description == "1969-12-31T22:29:59.999-01:30")
    #expect(CheckInTime(instantMilliseconds: 7, offsetMinutes: 845).description == "1970-01-01T14:05:00.007+14:05")
  }

  @Test(
    "Accepted forms",
    arguments: [
      ("2026-11-21T07:10", 0, nil), ("2026-11-21 07:10", 0, nil), ("2026-11-21t07:10z", 0, 0),
      ("2026-11-21T07:10:00Z", 0, 0), ("2026-11-21T07:10:05", 5000, nil), ("2026-11-21T07:10:05.1Z", 5100, 0),
      ("2026-11-21T07:10:05.123456789+01:00", 5123, 60), ("2026-11-21T07:10:05,25", 5250, nil),
      ("2026-11-21T07:10-12:00", 0, -720), ("2026-11-21T07:10+0530", 0, 330), ("2026-11-21T07:10-03", 0, -180),
      ("2026-11-21T07:10:00-00:00", 0, 0),
      ("2026-11-21T07:10:59.999+23:59", 59_999, 1439),
    ] as [(String, Int64, Int?)])
  func accepted(text: String, milliseconds: Int64, offset: Int?) throws {
    let written = try #require(WrittenTime(text))
    let minute = Int64(try #require(CivilDay("2026-11-21")).dayNumber) * 86_400_000 + (7 * 60 + 10) * 60_000
    #expect(written.localMilliseconds == minute + milliseconds)
    #expect(written.offsetMinutes == offset)
  }

  @Test(
    "The second 60 of a day's last minute in UTC is the second after it",
    arguments: [
      ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"), ("2016-12-31T23:59:60.25", "2017-01-01T00:00:00.25"),
      ("2017-01-01T05:29:60+05:30", "2017-01-01T05:30:00+05:30"), ("2016-12-31T15:59:60-08", "2016-12-31T16:00-08"),
    ])
  func leapSeconds(text: String, same: String) throws {
    let written = try #require(WrittenTime(text))
    #expect(written == WrittenTime(same))
  }

  @Test(
    "Refused forms",
    arguments: [
      "", "2026-11-21", "2026-11-21T", "2026-11-21T07", "2026-11-21T07:1", "2026-11-21T7:10", "2026-11-21X07:10",
      "2026-11-21T24:00", "2026-11-21T07:60", "2026-11-21T07:10:60", "2026-11-21T23:59:60+01:00",
      "2026-11-21T23:59:61Z", "2026-11-21T07:10:", "2026-11-21T07:10:05.",
      "2026-11-21T07:10:05.Z", "2026-11-21T07:10ZZ", "2026-11-21T07:10+", "2026-11-21T07:10+1",
      "2026-11-21T07:10+01:", "2026-11-21T07:10+01:60", "2026-11-21T07:10+24:00", "2026-11-21T07:10 +01:00",
      "2026-02-29T07:10", "2026-11-31T07:10", "0000-11-21T07:10", "2026-11-21T07:10:00Z ", " 2026-11-21T07:10",
      "05/06/2026 07:10", "2026-11-21T07:10:+1", "2026-11-21T-7:10", "now", "２０26-11-21T07:10",
    ])
  func refused(text: String) {
    #expect(WrittenTime(text) == nil)
  }
}
