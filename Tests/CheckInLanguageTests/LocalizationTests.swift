import CheckInJournal
import CheckInLanguage
import Foundation
import Testing

@Suite("How a person reads")
struct LocalizationTests {
  /// Saturday, 21 November 2026.
  private let day = CivilDay(dayNumber: 20_778)
  private let evening = CheckInTime(instantMilliseconds: 20_778 * 86_400_000 + 64_920_000, offsetMinutes: 0)

  private func browser(_ header: String?, _ fallback: Localization = Localization()) -> Localization {
    Localization(acceptLanguage: header, fallback: fallback)
  }

  @Test(
    "A browser's wish is followed",
    arguments: [
      ("en-US,en;q=0.9", "Saturday, November 21, 2026", "6:02 PM", Weekday.sunday),
      ("en-GB", "Saturday 21 November 2026", "18:02", .monday),
      ("en-AU,en;q=0.5", "Saturday 21 November 2026", "6:02 PM", .monday),
      ("en", "Saturday 21 November 2026", "18:02", .monday),
      ("pt-BR,pt;q=0.9,en-US;q=0.8", "sábado, 21 de novembro de 2026", "18:02", .sunday),
      ("pt-PT", "sábado, 21 de novembro de 2026", "18:02", .sunday),
      ("pt", "sábado, 21 de novembro de 2026", "18:02", .sunday),
      ("de-AT", "Samstag, 21. November 2026", "18:02", .monday),
      ("DE_ch", "Samstag, 21. November 2026", "18:02", .monday),
      ("es-MX", "sábado, 21 de noviembre de 2026", "6:02\u{A0}p.\u{A0}m.", .sunday),
      ("es-ES", "sábado, 21 de noviembre de 2026", "18:02", .monday),
      ("fr-FR, de;q=0.7, en;q=0.8", "Saturday 21 November 2026", "18:02", .monday),
      ("fr-FR, de ; q=0.9 , en;q=0.8", "Samstag, 21. November 2026", "18:02", .monday),
      ("de;q=0, es-ES;q=0.1", "sábado, 21 de noviembre de 2026", "18:02", .monday),
      ("es-419", "sábado, 21 de noviembre de 2026", "6:02\u{A0}p.\u{A0}m.", .monday),
      ("de-Latn-DE-1996-u-hc-h12", "Samstag, 21. November 2026", "18:02", .monday),
      // Nobody there: the fallback.
      ("fr, it;q=0.5", "Saturday 21 November 2026", "18:02", .monday),
      ("", "Saturday 21 November 2026", "18:02", .monday), ("*", "Saturday 21 November 2026", "18:02", .monday),
      (",;q=,=,-,;;--,de;q=2,pt;q=x", "Saturday 21 November 2026", "18:02", .monday),
      (String(repeating: "a,", count: 100_000) + "de", "Saturday 21 November 2026", "18:02", .monday),
    ])
  func acceptedLanguages(_ header: String, _ title: String, _ clock: String, _ first: Weekday) {
    let shown = browser(header)
    #expect(shown.title(of: day) == title)
    #expect(shown.clock(of: evening) == clock)
    #expect(shown.firstWeekday == first)
  }

  @Test("Without a wish, the server's own locale holds; and its region, for its language alone")
  func fallback() {
    let german = Localization(environment: ["LANG": "de_CH.UTF-8"])
    #expect(browser(nil, german) == german)
    #expect(browser("fr", german) == german)
    #expect(browser("de", german).number(118_420) == "118’420")
    #expect(browser("de-DE", german).number(118_420) == "118.420")
    #expect(browser("en", german) == Localization())
  }

  @Test(
    "The locale's variables are read for what each is meant for",
    arguments: [
      ([:], "Saturday 21 November 2026", "18:02", Weekday.monday, "118,420"),
      (["LC_ALL": "C", "LANG": "de_DE", "LANGUAGE": "es"], "Saturday 21 November 2026", "18:02", .monday, "118,420"),
      (["LANG": "C.UTF-8"], "Saturday 21 November 2026", "18:02", .monday, "118,420"),
      (["LANG": "POSIX"], "Saturday 21 November 2026", "18:02", .monday, "118,420"),
      (["LANG": "en_US.UTF-8"], "Saturday, November 21, 2026", "6:02 PM", .sunday, "118,420"),
      (["LANG": "en_GB"], "Saturday 21 November 2026", "18:02", .monday, "118,420"),
      (["LANG": "pt_BR.UTF-8"], "sábado, 21 de novembro de 2026", "18:02", .sunday, "118.420"),
      (["LANG": "en_US", "LC_TIME": "de_DE.UTF-8@euro"], "Saturday 21 November 2026", "18:02", .monday, "118,420"),
      (["LANG": "de_DE", "LC_TIME": "en_US"], "Samstag, 21. November 2026", "6:02 PM", .sunday, "118.420"),
      (["LANG": "de_DE", "LC_MESSAGES": "es_ES"], "sábado, 21 de noviembre de 2026", "18:02", .monday, "118.420"),
      (["LANG": "de_DE", "LANGUAGE": "fr:pt_BR:es"], "sábado, 21 de novembro de 2026", "18:02", .monday, "118.420"),
      (["LANG": "fr_FR", "LC_NUMERIC": "C"], "Saturday 21 November 2026", "18:02", .monday, "118,420"),
      (["LANG": "", "LC_ALL": "", "LC_TIME": "en_US"], "Saturday, November 21, 2026", "6:02 PM", .sunday, "118,420"),
      (["LANG": "../../etc/passwd"], "Saturday 21 November 2026", "18:02", .monday, "118,420"),
    ] as [([String: String], String, String, Weekday, String)])
  func environments(
    _ environment: [String: String], _ title: String, _ clock: String, _ first: Weekday, _ number: String
  ) {
    let shown = Localization(environment: environment)
    #expect(shown.title(of: day) == title)
    #expect(shown.clock(of: evening) == clock)
    #expect(shown.firstWeekday == first)
    #expect(shown.number(118_420) == number)
  }

  @Test("English in no region is what the source says")
  func source() {
    let shown = Localization()
    for offset in 0..<400 {
      let day = day.adding(days: offset)
      #expect(shown.title(of: day) == day.title)
      #expect(shown.shortTitle(of: day) == day.shortTitle)
      #expect(shown.title(of: day.month) == day.month.title)
    }
    #expect(shown.clock(of: evening) == evening.clock)
    #expect(shown.title(of: evening) == evening.title)
    for type in ExerciseType.allCases { #expect(shown.name(of: type) == type.name) }
  }

  @Test(
    "Dates are written as CLDR has them",
    arguments: ["en-US", "en-CA", "pt-BR", "pt-PT", "de-DE", "de-CH", "es-ES", "es-AR", "es-MX"])
  func datesOfCLDR(_ tag: String) throws {
    let locale = Locale(identifier: tag.replacing("-", with: "_"))
    let style = Date.FormatStyle(locale: locale, timeZone: .gmt)
    let shown = browser(tag)
    for offset in stride(from: 0, to: 366, by: 9) {
      let day = day.adding(days: offset)
      let date = Date(timeIntervalSince1970: Double(day.dayNumber) * 86_400)
      #expect(shown.title(of: day) == date.formatted(style.weekday(.wide).day().month(.wide).year()))
      #expect(shown.date(of: day) == date.formatted(style.day().month(.wide)))
      #expect(shown.weekdayAndDate(of: day) == date.formatted(style.weekday(.wide).day().month(.wide)))
      #expect(shown.title(of: day.month) == date.formatted(style.month(.wide).year()))
      #expect(shown.name(of: day.month) == date.formatted(style.month(.wide)))
      #expect(shown.name(of: day.weekday) == date.formatted(style.weekday(.wide)))
    }
  }

  @Test("English puts the month first where CLDR does, and counts in the groups that CLDR has")
  func regionsOfCLDR() throws {
    let date = Date(timeIntervalSince1970: Double(day.dayNumber) * 86_400)
    for region in [
      "AS", "AU", "BI", "CA", "GB", "GU", "IE", "IN", "MH", "MP", "NZ", "PH", "PR", "SG", "UM", "US",
      "VI", "ZA",
    ] {
      let locale = Locale(identifier: "en_\(region)")
      let text = date.formatted(Date.FormatStyle(locale: locale, timeZone: .gmt).day().month(.wide))
      let shown = browser("en-\(region)")
      #expect(shown.date(of: day) == text, "\(region)")
      #expect(shown.number(118_420) == 118_420.formatted(.number.locale(locale)) || region == "IN", "\(region)")
    }
    for (tag, four) in [
      ("es-ES", "1234"), ("es-MX", "1,234"), ("pt-PT", "1234"), ("pt-BR", "1.234"), ("de-DE", "1.234"),
    ] {
      #expect(browser(tag).number(1234) == four)
    }
  }

  @Test("Numbers")
  func numbers() {
    let german = browser("de-DE")
    #expect(german.number(Int.min) == "−9.223.372.036.854.775.808")
    #expect(german.percent(57) == "57\u{A0}%")
    #expect(browser("pt-BR").percent(57) == "57%")
    #expect(german.decimals("82.5kg") == "82,5kg")
    #expect(german.decimal("1082.5") == "1.082,5" && browser("de-CH").decimal("1082.5") == "1’082.5")
  }

  @Test(
    "A day is so long ago",
    arguments: [
      (0, "today"), (1, "yesterday"), (2, "2 days ago"), (13, "13 days ago"), (14, "2 weeks ago"), (69, "9 weeks ago"),
      (70, "2 months ago"), (729, "24 months ago"), (730, "2 years ago"), (-1, "today"),
    ])
  func ago(_ days: Int, _ text: String) {
    #expect(Localization().ago(day.adding(days: -days), today: day) == text)
  }

  @Test("What a person has chosen goes before the region, whatever the browser asks for")
  func chosen() {
    let chosen = Localization(environment: [
      "LANG": "de_DE.UTF-8", "CHECKIN_FIRST_WEEKDAY": "sunday", "CHECKIN_CLOCK": "12",
    ])
    #expect(chosen.firstWeekday == .sunday && chosen.usesTwelveHours && chosen.words.language == .german)
    let page = Localization(acceptLanguage: "pt-PT", fallback: chosen)
    #expect(page.firstWeekday == .sunday && page.usesTwelveHours && page.words.language == .portuguese)
    let other = Localization(environment: [
      "LANG": "en_US.UTF-8", "CHECKIN_FIRST_WEEKDAY": "Mon", "CHECKIN_CLOCK": "24",
    ])
    #expect(other.firstWeekday == .monday && !other.usesTwelveHours)
    #expect(Localization(environment: ["LANG": "en_US.UTF-8", "CHECKIN_CLOCK": "13"]).usesTwelveHours)
  }

  @Test("The clock of twelve hours")
  func twelveHours() {
    let american = browser("en-US")
    func clock(_ minutes: Int) -> String {
      american.clock(of: CheckInTime(instantMilliseconds: Int64(minutes) * 60_000, offsetMinutes: 0))
    }
    #expect(
      [0, 5, 11 * 60 + 59, 12 * 60, 13 * 60 + 1, 1_439].map(clock)
        == ["12:00 AM", "12:05 AM", "11:59 AM", "12:00 PM", "1:01 PM", "11:59 PM"])
    #expect([0, 6, 12, 18, 23].map { american.label(ofHour: $0) } == ["12 AM", "6 AM", "12 PM", "6 PM", "11 PM"])
    #expect([0, 6, 12, 18, 23].map { Localization().label(ofHour: $0) } == ["0", "6", "12", "18", "23"])
  }

  @Test("Lists and days near today")
  func lists() {
    #expect(Localization().list(["a", "b", "c"]) == "a, b and c")
    #expect(browser("pt").list(["a", "b"]) == "a e b")
    #expect(browser("de").list([]) == "")
    let german = browser("de")
    #expect(german.relative(day, today: day) == "heute")
    #expect(german.relative(day.adding(days: -1), today: day) == "gestern")
    #expect(german.relative(day.adding(days: -2), today: day) == "Donnerstag, 19. November")
    #expect(german.relative(day.adding(days: -400), today: day) == "Freitag, 17. Oktober 2025")
    #expect(german.shortTitle(of: day) == "Sa., 21. Nov. 2026")
    #expect(browser("en-US").shortTitle(of: day) == "Sat, Nov 21, 2026")
  }

  @Test("Letters tell the types apart, and heads of columns the weekdays", arguments: Language.allCases)
  func letters(_ language: Language) {
    let shown = Localization(language)
    let letters = ExerciseType.allCases.map { shown.letter(of: $0) }
    #expect(Set(letters).count == ExerciseType.allCases.count && letters.allSatisfy { $0.count == 1 })
    let heads = Weekday.allCases.map { shown.initials(of: $0) }
    #expect(Set(heads).count == 7 && heads.allSatisfy { (2...3).contains($0.count) })
  }
}
