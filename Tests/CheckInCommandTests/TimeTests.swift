import CheckInJournal
import TestSupport
import Testing

/// How the words of `--at` become an instant, an offset and a zone.
struct TimeTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var words: [String]
    var zone: String
    var at: String
    /// What standard error says; empty where it says nothing.
    var note: String
    var testDescription: String { "\(words) \(zone)" }

    init(_ words: String..., zone: String = "Europe/Berlin", at: String, note: String = "") {
      self.words = words
      self.zone = zone
      self.at = at
      self.note = note
    }
  }

  private static let unknown = "The time of day is unknown. To add it: checkin edit 5 --at 07:00"

  static let cases = [
    Case("today", at: "2026-11-21T00:00:00+01:00", note: unknown),
    Case("now", at: "2026-11-21T07:30:00+01:00"), Case("07:10", at: "2026-11-21T07:10:00+01:00"),
    Case("7:10", at: "2026-11-21T07:10:00+01:00"), Case("today 00:05", at: "2026-11-21T00:05:00+01:00"),
    Case("yesterday 18:00", at: "2026-11-20T18:00:00+01:00"),
    Case("yesterday", "18:00", at: "2026-11-20T18:00:00+01:00"),
    Case("Yesterday", at: "2026-11-20T00:00:00+01:00", note: unknown),
    Case("monday 07:15", at: "2026-11-16T07:15:00+01:00"), Case("monday", "07:15", at: "2026-11-16T07:15:00+01:00"),
    Case("saturday 07:15", at: "2026-11-21T07:15:00+01:00"), Case("saturday 07:45", at: "2026-11-14T07:45:00+01:00"),
    Case("SAT", at: "2026-11-21T00:00:00+01:00", note: unknown),
    Case("sunday", at: "2026-11-15T00:00:00+01:00", note: unknown),
    Case("2026-11-18", at: "2026-11-18T00:00:00+01:00", note: unknown),
    Case("2026-11-18 06:00", at: "2026-11-18T06:00:00+01:00"),
    Case("2026-11-18T06:00:30", at: "2026-11-18T06:00:30+01:00"),
    Case("2026-07-18T06:00", at: "2026-07-18T06:00:00+02:00"),
    Case("2026-11-18T06:00Z", at: "2026-11-18T06:00:00+00:00"),
    Case("2026-11-18T06:00:00+09:00", at: "2026-11-18T06:00:00+09:00"),
    Case("2026-11-18T06:00+09", at: "2026-11-18T06:00:00+09:00"),
    Case("2026-11-18T06:00:30.5-0330", at: "2026-11-18T06:00:30.500-03:30"),
    Case("0001-01-04", at: "0001-01-04T00:00:00+00:53", note: unknown),
    Case("2026-03-29T02:30", at: "2026-03-29T03:30:00+02:00", note: "skips 02:30"),
    Case("2026-10-25T02:30", at: "2026-10-25T02:30:00+02:00", note: "twice"),
    Case("2026-10-25T02:30+01:00", at: "2026-10-25T02:30:00+01:00"),
    Case("2026-10-04T02:15", zone: "Australia/Lord_Howe", at: "2026-10-04T02:45:00+11:00", note: "skips 02:15"),
    Case("2026-04-05T01:45", zone: "Australia/Lord_Howe", at: "2026-04-05T01:45:00+11:00", note: "twice"),
    Case("2011-12-30 10:00", zone: "Pacific/Apia", at: "2011-12-31T10:00:00+14:00", note: "2011-12-31 10:00"),
    Case("1890-01-01 12:00", at: "1890-01-01T12:00:00+00:53", note: "more than ten years ago"),
    Case("7am", at: "2026-11-21T07:00:00+01:00"), Case("7", "am", at: "2026-11-21T07:00:00+01:00"),
    Case("12am", at: "2026-11-21T00:00:00+01:00"), Case("yesterday 12pm", at: "2026-11-20T12:00:00+01:00"),
    Case("yesterday", "6:30", "pm", at: "2026-11-20T18:30:00+01:00"),
    Case("6:30pm yesterday", at: "2026-11-20T18:30:00+01:00"),
    Case("yesterday noon", at: "2026-11-20T12:00:00+01:00"), Case("midnight", at: "2026-11-21T00:00:00+01:00"),
    Case("2h ago", at: "2026-11-21T05:30:00+01:00"), Case("90", "minutes", "ago", at: "2026-11-21T06:00:00+01:00"),
    Case("an hour ago", at: "2026-11-21T06:30:00+01:00"),
    Case("3 days ago 18:00", at: "2026-11-18T18:00:00+01:00"),
    Case("2 weeks ago", at: "2026-11-07T00:00:00+01:00", note: unknown),
    Case("last saturday 07:15", at: "2026-11-14T07:15:00+01:00"),
    Case("last monday 07:15", at: "2026-11-16T07:15:00+01:00"),
    Case("20 Nov 07:15", at: "2026-11-20T07:15:00+01:00"), Case("nov", "20", "7am", at: "2026-11-20T07:00:00+01:00"),
    Case("22 November 07:15", at: "2025-11-22T07:15:00+01:00"),
    Case("22 nov 2024 07:15", at: "2024-11-22T07:15:00+01:00"),
    Case("2026-11-1 7:00", at: "2026-11-01T07:00:00+01:00"), Case("11/20 7:00", at: "2026-11-20T07:00:00+01:00"),
    Case("20/11 7:00", at: "2026-11-20T07:00:00+01:00"), Case("21/11/2025 7:00", at: "2025-11-21T07:00:00+01:00"),
    Case("11/11 7:00", at: "2026-11-11T07:00:00+01:00"),
    Case("29 feb 07:15", at: "2024-02-29T07:15:00+01:00"),
    Case("now", zone: "Asia/Kathmandu", at: "2026-11-21T12:15:00+05:45"),
  ]

  @Test(arguments: cases)
  func reads(_ example: Case) throws {
    let checkin = try CheckInProcess.withSamples(environment: ["TZ": example.zone])
    let outcome = try checkin.run(["add", "run", "x", "--json", "--at"] + example.words)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let added = try outcome.object()
    #expect(added["at"] as? String == example.at)
    #expect(added["title"] as? String == "x")
    #expect((added["timeKnown"] as? Bool == false) == (example.note == Self.unknown))
    #expect(example.note.isEmpty ? outcome.errors.isEmpty : outcome.errors.contains(example.note), "\(outcome.errors)")
  }

  @Test(
    "Days and times are read in the locale's language and in English, and as they are printed",
    arguments: [
      ("de_DE", "gestern 18 Uhr", "2026-11-20T18:00:00+01:00"),
      ("de_DE", "yesterday 18:00", "2026-11-20T18:00:00+01:00"),
      ("de_DE", "vor 2 Stunden", "2026-11-21T05:30:00+01:00"),
      ("de_DE", "Fr., 20. Nov. 2026 07:00", "2026-11-20T07:00:00+01:00"),
      ("es_ES", "ayer a las 7:00", "2026-11-20T07:00:00+01:00"),
      ("es_ES", "lunes 18:00", "2026-11-16T18:00:00+01:00"),
      ("pt_BR", "ontem às 18:00", "2026-11-20T18:00:00+01:00"),
      ("pt_BR", "sex., 20 de nov. de 2026 18:00", "2026-11-20T18:00:00+01:00"),
      ("C", "Fri 20 Nov 2026 07:00", "2026-11-20T07:00:00+01:00"),
      ("en_US", "Fri, Nov 20, 2026 6:00 PM", "2026-11-20T18:00:00+01:00"),
    ])
  func inTheLocale(_ locale: String, _ words: String, _ at: String) throws {
    let checkin = try CheckInProcess(environment: ["LC_ALL": locale == "C" ? locale : locale + ".UTF-8"])
    for arguments in [["--at", words], ["--at"] + words.split(separator: " ").map(String.init)] {
      let outcome = try checkin.run(["add", "run", "x", "--json"] + arguments)
      #expect(try outcome.status == 0 && outcome.object()["at"] as? String == at, "\(outcome.errors)")
    }
  }

  @Test(
    "An hour alone, and a date in either order, are asked about",
    arguments: [
      ("yesterday at 7", "7am, 7pm or 7:00"), ("3 days ago 18", "write 18:00"), ("11/12", "YYYY-MM-DD"),
      ("4/11/2026", "YYYY-MM-DD"), ("7", "is not a time"), ("32/11", "could be"), ("11/20/26", "could be"),
    ])
  func asks(_ words: String, _ answer: String) throws {
    let outcome = try CheckInProcess().run("add", "run", "x", "--at", words)
    #expect(outcome.status == 64 && outcome.errors.contains(answer), "\(outcome.errors)")
  }

  @Test func whatAnImportMakesOfADoubtfulTimeIsSaid() throws {
    let checkin = try CheckInProcess()
    let rows = ["2026-03-28T02:30", "2026-03-29T02:30", "2026-10-25T02:30", "2026-10-25T02:30+01:00"]
    let csv = "at,type,title\n" + rows.map { "\($0),Run,x\n" }.joined()
    let notes = """
      Row 3: The clock in Europe/Berlin skips 02:30 on 2026-03-29: it was read with the offset before the gap, as \
      03:30 +02:00.
      Row 4: The clock in Europe/Berlin shows 02:30 twice on 2026-10-25: the first of the two was taken, +02:00. To \
      choose, write the offset.

      """
    for arguments in [["--dry-run"], ["--json"], []] {
      let outcome = try checkin.run(["import", "-", "--format", "csv"] + arguments, input: csv)
      #expect(outcome.status == 0)
      #expect(outcome.errors.replacing("Created a journal in ~/journal\n", with: "") == notes)
      if arguments == ["--json"] { #expect(try outcome.object()["added"] as? Int == 4) }
    }
    #expect(try checkin.run("import", "-", "-q", input: csv).errors.isEmpty)

    let line = #"{"at":"2026-10-25T02:30","type":"Run","title":"x"}\#n"#
    let many = try checkin.run("import", "-", input: String(repeating: line, count: 30))
    #expect(many.errors.split(separator: "\n").count == 21)
    #expect(many.errors.hasSuffix("The clock skips or repeats the times of 10 more rows, too.\n"))
  }

  @Test func aZoneIsNamedOnlyWhereItAgrees() throws {
    let checkin = try CheckInProcess()
    let agreeing = try checkin.run("add", "run", "x", "--json", "--at", "2026-11-18T06:00+01:00").object()
    #expect(agreeing["timeZone"] as? String == "Europe/Berlin")
    let foreign = try checkin.run("add", "run", "x", "--json", "--at", "2026-11-18T06:00+09:00").object()
    #expect("\(foreign["timeZone"] ?? "")" == "<null>")
  }

  @Test(arguments: [
    ("UTC", "UTC"), ("", "UTC"), (":Europe/Berlin", "Europe/Berlin"), ("/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"),
    ("America/Argentina/Ushuaia", "America/Argentina/Ushuaia"),
  ])
  func zonesOfTheEnvironment(_ setting: String, _ name: String) throws {
    #expect(try LocalTimeZone.system(environment: ["TZ": setting]).identifier == name)
  }

  @Test(arguments: [("CET-1", 60), ("EST5", -300), ("<+0330>-3:30", 210), ("UTC0", 0), ("GMT+5", -300)])
  func zonesWithAnOffsetOnly(_ setting: String, _ minutes: Int) throws {
    let zone = try LocalTimeZone.system(environment: ["TZ": setting])
    #expect(zone.identifier == nil)
    #expect(zone.time(atInstant: 0).offsetMinutes == minutes)
  }

  @Test(arguments: ["Nope/Zone", "CET-1CEST", "europe", "/etc/passwd", "../etc/passwd"])
  func unknownZonesAreErrors(_ setting: String) throws {
    let checkin = try CheckInProcess(environment: ["TZ": setting])
    let outcome = try checkin.run("add", "run", "x")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(setting))
    #expect(outcome.errors.contains("Europe/Berlin"), "the remedy")
    #expect(checkin.journalFiles().isEmpty)
  }

  @Test func readingsOfALocalTime() throws {
    let zone = try #require(LocalTimeZone(identifier: "Europe/Berlin"))
    func resolve(_ text: String) throws -> LocalTimeZone.Resolution {
      zone.resolve(localMilliseconds: try #require(WrittenTime(text)).localMilliseconds)
    }
    #expect(try resolve("2026-03-29T01:59").reading == .exact)
    #expect(try resolve("2026-03-29T02:00").reading == .gap)
    #expect(try resolve("2026-03-29T02:59:59").reading == .gap)
    #expect(try resolve("2026-03-29T03:00").reading == .exact)
    #expect(try resolve("2026-10-25T01:59").reading == .exact)
    #expect(try resolve("2026-10-25T02:00").reading == .overlap)
    #expect(try resolve("2026-10-25T02:59:59").reading == .overlap)
    #expect(try resolve("2026-10-25T03:00").reading == .exact)
    #expect(try resolve("2026-10-25T02:30").time.description == "2026-10-25T02:30:00+02:00")
  }

  @Test(arguments: ["yesterday", "2026-11-21", "2026-11-21T07:30", "2026-11-21T07:30:00+99:00"])
  func aClockThatIsNoInstant(_ text: String) throws {
    let outcome = try CheckInProcess(environment: ["CHECKIN_NOW": text]).run("stats")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("CHECKIN_NOW"))
  }

  @Test func theSystemClockIsCutToSeconds() throws {
    let checkin = try CheckInProcess(environment: ["CHECKIN_NOW": nil])
    let added = try checkin.run("add", "run", "x", "--json").object()
    let at = try #require(added["at"] as? String)
    #expect(!at.contains("."))
  }
}
