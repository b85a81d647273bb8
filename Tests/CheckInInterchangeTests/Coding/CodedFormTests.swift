import CheckInInterchange
import CheckInJournal
import EventLog
import Foundation
import JournalTestSupport
import TestSupport
import Testing

/// The coded forms of the public values: kept for ever, and the same objects as the command's.
struct CodedFormTests {
  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Whether a value has this form, and is read from it.
  private func expect<Value: Codable & Equatable>(
    _ value: Value, _ form: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try json(value) == form, sourceLocation: sourceLocation)
    let read = try JSONDecoder().decode(Value.self, from: Data(form.utf8))
    #expect(read == value, sourceLocation: sourceLocation)
  }

  private let time = CheckInTime(
    instantMilliseconds: 1_795_241_400_000, offsetMinutes: 60, timeZone: "Europe/Berlin")
  private var digest: Digest { Digest(of: "photo".utf8) }
  private var checkIn: CheckIn {
    get throws {
      CheckIn(
        number: 17, id: try #require(UUID(uuidString: "3F2504E0-4F89-41D3-9A0C-0305E82C3301")), type: .strengthTraining,
        title: "Squats", time: time, calories: 320, location: nil, notes: "Heavy",
        photo: Photo(digest: digest, byteCount: 1234, width: 640, height: 480), isDiscarded: false, sequence: 413)
    }
  }

  @Test func smallValues() throws {
    let day = try #require(CivilDay(year: 2026, month: 11, day: 21))
    try expect([day], #"["2026-11-21"]"#)
    try expect([day.month], #"["2026-11"]"#)
    try expect([day.weekday], "[6]")
    try expect(ExerciseType.selectable, #"["Run","Gym","Swim","Bike","Walk","Yoga","Cycling","Strength Training"]"#)
    try expect(time, #"{"at":"2026-11-21T07:10:00+01:00","timeZone":"Europe/Berlin"}"#)
    try expect(
      CheckInTime(instantMilliseconds: 1_795_241_400_123, offsetMinutes: -570),
      #"{"at":"2026-11-20T20:40:00.123-09:30","timeZone":null}"#)
    try expect([digest], #"["\#(digest.hexadecimal)"]"#)
    try expect(
      [Goal(.days, count: 20, each: .month), Goal(.type(.run), count: 3, each: .week)],
      #"[{"count":20,"goal":"days","period":"month"},{"count":3,"goal":"Run","period":"week"}]"#)
    try expect(
      [Goal(.sum(.distance, of: .run), count: 9, each: .day), Goal(.sum(.duration, of: nil), count: 9, each: .year)],
      #"[{"count":9,"goal":"Run distance","period":"day"},{"count":9,"goal":"duration","period":"year"}]"#)
    try expect(try #require(Weight("82.5", unit: .kilograms)), #"{"unit":"kg","value":"82.5"}"#)
    try expect(DayCount(day: day, checkIns: 2), #"{"checkIns":2,"day":"2026-11-21"}"#)
  }

  @Test func checkIns() throws {
    try expect(
      try checkIn,
      #"{"at":"2026-11-21T07:10:00+01:00","calories":320,"day":"2026-11-21","discarded":false,"#
        + #""id":"3F2504E0-4F89-41D3-9A0C-0305E82C3301","location":null,"notes":"Heavy","number":17,"#
        + #""photo":{"bytes":1234,"height":480,"sha256":"\#(digest.hexadecimal)","width":640},"sequence":413,"#
        + #""timeZone":"Europe/Berlin","title":"Squats","type":"Strength Training"}"#)
    try expect(
      CheckInDraft(type: nil, title: "Squats", time: time),
      #"{"at":"2026-11-21T07:10:00+01:00","calories":null,"id":null,"location":null,"notes":"","#
        + #""timeZone":"Europe/Berlin","title":"Squats","type":null}"#)
    try expect(
      CheckInChanges(title: "Squats", calories: .set(340), location: .clear),
      #"{"calories":340,"location":null,"title":"Squats"}"#)
    try expect(CheckInChanges(), "{}")
    var lake = try checkIn
    (lake.durationSeconds, lake.distanceMetres, lake.photo) = (1830, 5020, nil)
    try expect(
      lake,
      #"{"at":"2026-11-21T07:10:00+01:00","calories":320,"day":"2026-11-21","discarded":false,"distance":5020,"#
        + #""duration":1830,"id":"3F2504E0-4F89-41D3-9A0C-0305E82C3301","location":null,"notes":"Heavy","number":17,"#
        + #""photo":null,"sequence":413,"timeZone":"Europe/Berlin","title":"Squats","type":"Strength Training"}"#)
    lake.name = "phone/17"
    #expect(try json(lake).contains(#""name":"phone/17","notes":"Heavy","number":17,"#))
    #expect(try JSONDecoder().decode(CheckIn.self, from: JSONEncoder().encode(lake)) == lake)
    try expect(
      CheckInChanges(durationSeconds: .set(60), distanceMetres: .clear), #"{"distance":null,"duration":60}"#)
  }

  @Test func statistics() throws {
    let day = try #require(CivilDay(year: 2026, month: 11, day: 21))
    try expect(
      Statistics(
        total: 3, days: 2, firstDay: day, lastDay: day, byType: [.run: 2, .yoga: 1], currentStreak: nil,
        longestStreak: Streak(from: day, to: day.adding(days: 1)), sequence: 9),
      #"{"byType":{"Run":2,"Yoga":1},"currentStreak":null,"days":2,"firstDay":"2026-11-21","#
        + #""lastDay":"2026-11-21","longestStreak":{"days":2,"from":"2026-11-21","restDays":0,"#
        + #""to":"2026-11-22"},"sequence":9,"total":3}"#)
    try expect(
      MonthStatistics(month: day.month, checkIns: 5, days: 3),
      #"{"checkIns":5,"days":3,"daysInMonth":30,"month":"2026-11","percentage":10}"#)
  }

  @Test func events() throws {
    try expect(
      Event(
        sequence: 413, recordedAtMilliseconds: 1_795_243_981_123, origin: .web, checkIn: 17, command: 413,
        action: .edited(CheckInChanges(calories: .set(340), location: .clear))),
      #"{"action":"edited","checkIn":17,"command":413,"fields":{"calories":340,"location":null},"origin":"web","#
        + #""recordedAt":"2026-11-21T06:53:01.123Z","sequence":413,"undoes":null}"#)
  }

  @Test(arguments: [
    #"["2026-02-30"]"#, #"["2026-2-3"]"#, "[5]", "[null]",
  ])
  func noDay(_ form: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([CivilDay].self, from: Data(form.utf8)) }
  }

  @Test(arguments: [
    #"{"at":"2026-11-21T07:10:00"}"#, #"{"at":"yesterday"}"#, "{}", #"{"timeZone":"UTC"}"#,
  ])
  func noTime(_ form: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(CheckInTime.self, from: Data(form.utf8)) }
  }

  @Test func unknownMembersOfEventsAreRefused() throws {
    let form =
      #"{"sequence":1,"recordedAt":"2026-11-21T07:53:01.123Z","origin":"cli","checkIn":1,"command":1,"#
      + #""undoes":null,"action":"discarded","mood":"good"}"#
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Event.self, from: Data(form.utf8)) }
  }

  /// What the interface writes and what the encoder writes is the same, whatever the check-in.
  @Test(arguments: 0..<5)
  func theyAreTheCommands(_ run: Int) throws {
    let journal = try Journal.inMemory(configuration: Journal.Configuration(now: { RandomHistory.now }))
    var history = RandomHistory(seed: TestSettings.seed &+ UInt64(run))
    for _ in 0..<80 { try history.step(journal) }
    func object(_ bytes: [UInt8]) throws -> NSDictionary {
      try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary)
    }
    func isSame(_ value: some Codable & Equatable, _ write: (inout JSONWriter) -> Void) throws {
      var writer = JSONWriter()
      write(&writer)
      #expect(try object(Array(try JSONEncoder().encode(value))) == (try object(writer.bytes)))
      #expect(try JSONDecoder().decode(type(of: value), from: Data(writer.bytes)) == value)
    }
    for discarded in [false, true] {
      for checkIn in try journal.checkIns(discarded: discarded) { try isSame(checkIn) { checkIn.write(to: &$0) } }
    }
    let statistics = try journal.statistics(today: .today())
    try isSame(statistics) { Statistics.write(statistics, to: &$0) }
    for month in try journal.months() { try isSame(month) { json in json.object { month.writeMembers(to: &$0) } } }
    try journal.audit { entry in
      let coded = try JSONEncoder().encode(entry)
      #expect(try JSONDecoder().decode(AuditEntry.self, from: coded) == entry)
      #expect(try JSONDecoder().decode(Event.self, from: try JSONEncoder().encode(entry.event)) == entry.event)
      var writer = JSONWriter()
      entry.write(to: &writer)
      let shown = try object(writer.bytes)
      let whole = try object(Array(coded))
      for (name, value) in shown { #expect(whole[name] as? NSObject == value as? NSObject) }
    }
  }
}
