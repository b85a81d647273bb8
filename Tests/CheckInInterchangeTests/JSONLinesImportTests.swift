import Foundation
import Testing

@testable import CheckInInterchange
@testable import CheckInJournal
@testable import CheckInModel

@Suite struct JSONLinesImportTests {
  let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  static let written = CheckIn(
    number: 17, id: .init(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)), type: .swim,
    title: "Say \"hi\" \\ \u{1} 🏊", time: centralEuropeanTime(1_795_245_000_123), calories: 0, location: "'=Pool",
    notes: "a\r\nb\u{7F}", sequence: 400)

  func report(_ text: String) throws -> ImportReport { try dryRun(directory.write(text, to: "input.jsonl")) }

  @Test func readsWhatIsWritten() throws {
    var json = JSONWriter()
    Self.written.write(to: &json)
    var source = try JSONLinesCheckIns(
      try InputFile.open(directory.write(json.text, to: "one.jsonl"), chunkByteCount: 5))
    let row = try #require(try source.next())
    let draft = try row.draft(now: noon, localTime: centralEuropeanTime).get()
    #expect(draft.id == Self.written.id)
    #expect(draft.type == .swim)
    #expect(draft.title == Self.written.title)
    #expect(draft.time == Self.written.time)
    #expect(draft.calories == 0)
    #expect(draft.location == "'=Pool")
    #expect(draft.notes == Self.written.notes)
    #expect(try source.next() == nil)
  }

  @Test("What an input is goes by its beginning, in pieces of any size", arguments: [1, 7, 1 << 20])
  func beginning(chunkByteCount: Int) throws {
    func open(_ text: String) throws -> String { try directory.write(text, to: "input") }
    let array = try open(String(repeating: " \n", count: 40) + "[{}]")
    #expect(throws: JournalError.self) {
      _ = try JSONLinesCheckIns(try InputFile.open(array, chunkByteCount: chunkByteCount))
    }
    let events = try open(#"{"format":"checkin-events","version":1}"#)
    let input = try InputFile.open(events, chunkByteCount: chunkByteCount)
    #expect(ImportFormat(ofTextIn: input, at: "-", map: ImportMap()) == .events)
  }

  @Test(arguments: [
    (#"{"at":"2026-11-21T07:10:00Z","type":"Run"}"#, [Validation.titleMissing.text]),
    (#"{"at":"2026-11-21T07:10:00Z","title":"x","type":null}"#, [Validation.typeMissing.text]),
    (#"{"type":"Run","title":"x"}"#, ["Cannot read the time ''; write it as 2026-11-21T07:10:00+01:00"]),
    (#"{"at":"2026-11-21T07:10:00Z","type":"Run","title":"x","calories":"5"}"#, ["Calories must be a whole number"]),
    (#"{"at":"2026-11-21T07:10:00Z","type":"Run","title":"x","calories":5.5}"#, ["Calories must be a whole number"]),
    (
      #"{"at":"2026-11-21T07:10:00Z","type":"Run","title":7,"id":"7"}"#,
      [Validation.titleMissing.text, "The title must be a text", "The id is not a UUID"]
    ),
    (
      #"{"at":"2026-11-21T07:10:00Z","type":"Run","title":"x","discarded":true}"#,
      ["A discarded check-in cannot be imported"]
    ),
    (
      #"{"at":"2026-11-21T07:10:00","type":"Run","title":"x","timeZone":"Europe/Berlin"}"#,
      ["A time with a time zone needs its offset: 2026-11-21T07:10:00+01:00"]
    ),
    (
      #"{"at":"2026-11-21T07:10:00Z","type":"Run","title":"x","timeZone":"a b"}"#,
      ["The time zone is not a name such as Europe/Berlin"]
    ),
    (#"{"at":"2026-11-21T07:10:00Z","type":"Run","title":"x","title":"y"}"#, ["The line names twice: title"]),
    (#"{"at":"2026-11-21T07:10:00Z","type":"Run","title":"x""#, ["The line is not a JSON object"]),
    ("17", ["The line is not a JSON object"]),
  ])
  func tellsWhatIsWrong(line: String, messages: [String]) throws {
    let report = try report("\n\(line)\r\n")
    #expect(report.rejected.map(\.row) == [2] && report.rejected[0].messages.map(\.text) == messages)
  }

  @Test func namesInsideOtherMembersMayRepeat() throws {
    let line =
      #"{"at":"2026-11-21T07:10:00Z","type":"Run","title":"\"title\":","photo":{"type":1,"title":2,"more":["at"]}}"#
    #expect(try report(line).added == 1)
  }

  @Test func refusesAnArray() throws {
    let error = #expect(throws: JournalError.self) { try report("[{}]") }
    #expect(error?.code == .refusedInput)
  }

  @Test func findsTheFormat() throws {
    let json = #"\#n {"at":"2026-11-21T07:10:00Z","type":"Run","title":"x"}"#
    let csv = "at,type,title\n2026-11-21T07:10:00Z,Run,x\n"
    #expect(try dryRun(directory.write(json, to: "unnamed")).added == 1)
    #expect(try dryRun(directory.write(csv, to: "unnamed.txt")).added == 1)
    #expect(try dryRun(directory.write(json, to: "x.NDJSON")).added == 1)
    #expect(try dryRun(directory.write(json, to: "x.csv"), as: .jsonl).added == 1)
    #expect(ImportFormat(pathExtensionOf: "/a.csv/b") == nil)
    #expect(ImportFormat(pathExtensionOf: "-") == nil)
  }
}
