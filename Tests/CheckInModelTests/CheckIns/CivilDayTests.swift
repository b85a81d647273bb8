import CheckInModel
import TestSupport
import Testing

/// Civil dates against an independent implementation.
@Suite("Civil days")
struct CivilDayTests {
  @Test("Every day of 1900 to 2200 as Python's datetime has it")
  func againstPython() throws {
    let program = """
      from datetime import date
      epoch = date(1970, 1, 1).toordinal()
      for ordinal in range(date(1900, 1, 1).toordinal(), date(2200, 12, 31).toordinal() + 1):
          day = date.fromordinal(ordinal)
          print(day.isoformat(), ordinal - epoch, day.isoweekday(), day.year, day.month, day.day)
      """
    let result = try Tool.shell("python3 -", in: "/tmp", input: Array(program.utf8))
    try #require(result.status == 0, "\(result.errorText)")
    let lines = result.text.split(separator: "\n")
    #expect(lines.count == 109_938)
    for line in lines {
      let fields = line.split(separator: " ")
      let numbers = fields.dropFirst().compactMap { Int($0) }
      try #require(numbers.count == 5)
      let day = CivilDay(dayNumber: numbers[0])
      let (year, month, dayOfMonth) = day.components
      let agrees =
        day.description == fields[0] && CivilDay(String(fields[0])) == day && day.weekday.rawValue == numbers[1]
        && [year, month, dayOfMonth] == Array(numbers[2...])
        && CivilDay(year: year, month: month, day: dayOfMonth) == day && day.month.description == fields[0].prefix(7)
      #expect(agrees, "\(line)")
      if !agrees { return }
    }
  }

  @Test("Month lengths and leap years", arguments: [1, 4, 100, 400, 1900, 1996, 2000, 2023, 2024, 2100, 2400, 9999])
  func monthLengths(year: Int) throws {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    for (index, length) in lengths.enumerated() {
      let month = try #require(CivilMonth(year: year, month: index + 1))
      #expect(month.dayCount == length)
      #expect(month.lastDay.dayOfMonth == length && month.firstDay.dayOfMonth == 1)
      #expect(month.firstDay.month == month && month.lastDay.month == month)
      #expect(CivilDay(year: year, month: index + 1, day: length + 1) == nil)
      #expect(month.adding(months: 12).year == year + 1 && month.adding(months: 1).adding(months: -1) == month)
      #expect(CivilMonth(month.description) == month)
    }
  }

  @Test("Consecutive over the whole range of years")
  func consecutive() throws {
    let first = try #require(CivilDay("0001-01-01"))
    let last = try #require(CivilDay("9999-12-31"))
    #expect(last.dayNumber - first.dayNumber == 3_652_058)
    #expect(first.weekday == .monday && last.weekday == .friday)
    for number in stride(from: first.dayNumber, through: last.dayNumber, by: 97) {
      let day = CivilDay(dayNumber: number)
      #expect(CivilDay(day.description) == day)
      #expect(day.adding(days: 1) > day && day.adding(days: -400).dayNumber == number - 400)
    }
  }

  @Test(
    "Refused",
    arguments: [
      "", "2026", "2026-1-1", "2026-01-1", "2026-01-011", "26-01-01", "2026/01/01", "2026-13-01", "2026-00-01",
      "2026-02-29", "2100-02-29", "2026-04-31", "2026-01-00", "2026-01-32", "0000-01-01", "+026-01-01", "-026-01-01",
      "2026-01-01 ", " 2026-01-01", "2026-01-0x", "２０２６-01-01", "2026-01-01T00:00",
    ])
  func refused(text: String) {
    #expect(CivilDay(text) == nil)
  }

  @Test("Refused months", arguments: ["", "2026", "2026-1", "2026-13", "2026-00", "0000-01", "2026-11-01", "2026_11"])
  func refusedMonths(text: String) {
    #expect(CivilMonth(text) == nil)
  }

  @Test("Components out of range are refused")
  func components() {
    for (year, month, day) in [(0, 1, 1), (10_000, 1, 1), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (-1, 1, 1)] {
      #expect(CivilDay(year: year, month: month, day: day) == nil)
    }
  }
}
