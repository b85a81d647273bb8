import Foundation
import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInInterchange
@testable import CheckInJournal
@testable import CheckInTimeline
@testable import EventLog

/// A record of the log as a line, and back.
@Suite("Lines of events")
struct EventLineTests {
  static func line(of message: [UInt8]) throws -> String {
    var json = JSONWriter()
    let bytes = message.span.bytes
    let view = try EventView(ByteRange(start: 0, end: message.count), in: bytes)
    let event = Event(view, in: bytes)
    EventLine.write(event, message: view.isNotUnderstood || event.message != message ? message : nil, to: &json)
    return json.text
  }

  @Test("Every event comes back byte for byte, and nearly all of them can be read by a person")
  func roundTrip() throws {
    var random = RandomEvents(seed: TestSettings.seed)
    var unreadable = 0
    for number in 1...TestSettings.runs("WIRE", default: 2000) {
      let event = random.event(sequence: UInt64(number))
      let message = event.message
      let line = try Self.line(of: message)
      let isRecord = line.contains("\"record\"")
      if isRecord { unreadable += 1 }
      let read = try EventLine.message(of: Array(line.utf8), JSONDecoder())
      #expect(read == message, "CHECKIN_SEED=\(TestSettings.seed), event \(number): \(line)")
      if read != message { return }
    }
    // Times outside the years 1 to 9999 are the only ones that need their record.
    #expect(unreadable > 0 && unreadable < TestSettings.runs("WIRE", default: 2000) / 4)
  }

  @Test("A line that is read at once is the event that decoding it gives, and damaged lines are no others")
  func ordered() throws {
    var random = RandomEvents(seed: TestSettings.seed)
    var generator = RandomSource(seed: TestSettings.seed)
    var reader = OrderedEventLine()
    func message(_ line: [UInt8]) -> [UInt8]? {
      reader.event(ByteRange(start: 0, end: line.count), in: line.span.bytes)?.message
    }
    var quick = 0
    for number in 1...TestSettings.runs("WIRE", default: 2000) {
      var line = try Array(Self.line(of: random.event(sequence: UInt64(number)).message).utf8)
      for step in 0..<3 {
        if step > 0 { line[generator.number(0...line.count - 1)] = UInt8(generator.number(0...127)) }
        guard let message = message(line) else { continue }
        quick += 1
        let text = String(decoding: line, as: UTF8.self)
        try #require(
          try message == EventLine.message(of: line, JSONDecoder()), "CHECKIN_SEED=\(TestSettings.seed): \(text)")
      }
    }
    #expect(quick > TestSettings.runs("WIRE", default: 2000) / 2)
    #expect(message(Array(Self.good.utf8)) != nil)
  }

  @Test("What the members cannot say stands as it was written")
  func asWritten() throws {
    let plain = Event(
      sequence: 7, recordedAtMilliseconds: 5, origin: .cli, checkIn: 3, command: 7, undoes: nil, action: .discarded
    ).message
    #expect(try !Self.line(of: plain).contains("\"record\""))
    // An action of a newer version; a field of one; the command written although it is the event's own; text that is no
    // UTF-8.
    let others: [[UInt8]] = [
      [0x08, 7, 0x20, 3, 0xC2, 0x02, 0], plain + [0xF8, 0x06, 1], [0x08, 7, 0x20, 3, 0x28, 7, 0x62, 0],
      [0x08, 7, 0x20, 3, 0x4A, 3, 0x32, 1, 0xFF],
    ]
    for message in others {
      let line = try Self.line(of: message)
      #expect(line.hasPrefix("{\"sequence\":7,\"record\":\""), "\(line)")
      #expect(try EventLine.message(of: Array(line.utf8), JSONDecoder()) == message)
    }
  }

  @Test("Actions without fields need no member for them", arguments: ["photoCleared", "discarded", "restored"])
  func withoutFields(action: String) throws {
    let head =
      #"{"sequence":2,"recordedAt":"2026-11-21T06:53:01.123Z","origin":"cli","checkIn":1,"command":2,"undoes":null"#
    let without = try EventLine.message(of: Array(#"\#(head),"action":"\#(action)"}"#.utf8), JSONDecoder())
    let empty = #"\#(head),"action":"\#(action)","fields":{}}"#
    #expect(try EventLine.message(of: Array(empty.utf8), JSONDecoder()) == without)
    #expect(try Self.line(of: without) == empty, "which is how it is written")
    let line = #"\#(head),"action":"edited"}"#
    #expect(throws: EventHistory.Fault.self) { try EventLine.message(of: Array(line.utf8), JSONDecoder()) }
  }

  @Test("Every action on workouts has members that a person can read, and comes back byte for byte")
  func workouts() throws {
    var random = RandomWorkouts(seed: TestSettings.seed)
    var names: Set<String> = []
    for number in 1...TestSettings.runs("WIRE", default: 2000) {
      let action = random.action()
      let event = Event(
        sequence: UInt64(number), recordedAtMilliseconds: 1_700_000_000_000, origin: .cli,
        checkIn: random.generator.oneIn(3) ? 1 : 0, command: UInt64(number), action: .workout(action))
      let line = try Self.line(of: event.message)
      // A list without items cannot be told from one that does not change.
      if case .planEdited(_, let changes) = action, changes.items == [] { continue }
      names.insert(event.action.name)
      try #require(
        !line.contains("\"record\"") && line.contains("\"action\":\"\(event.action.name)\""),
        "CHECKIN_SEED=\(TestSettings.seed): \(line)")
      let read = try EventLine.message(of: Array(line.utf8), JSONDecoder())
      try #require(read == event.message, "CHECKIN_SEED=\(TestSettings.seed): \(line)")
      // Earlier exports have the record.
      let record = #"{"sequence":\#(number),"record":"\#(Data(event.message).base64EncodedString())"}"#
      try #require(try EventLine.message(of: Array(record.utf8), JSONDecoder()) == event.message)
    }
    #expect(names.count == WorkoutKind.allCases.count)
  }

  @Test(
    "A line about workouts is what it says, and nothing else",
    arguments: [
      (#"{"exercise":3,"name":"Squat"}"#, "exerciseEdited", nil),
      (#"{"exercise":3,"mood":1}"#, "exerciseEdited", "The member mood is not known"),
      (
        #"{"plan":1,"items":[{"exercise":1,"sets":3,"warmUp":false}]}"#, "planEdited",
        "An item of a plan has one of reps, seconds and millimetres"
      ),
      (
        #"{"plan":1,"items":[{"exercise":1,"sets":3,"reps":{"from":8,"to":5},"warmUp":false}]}"#, "planEdited",
        "reps must be from the lower to the higher number"
      ),
      (#"{"plan":1,"items":[7]}"#, "planEdited", "The member items must be an array of objects"),
      (
        #"{"session":1,"set":1,"weight":{"value":"80.1234","unit":"kg"}}"#, "setEdited",
        "A weight has a value with at most three decimals, in text, and a unit, kg or lb"
      ),
      (#"{"session":1,"set":1,"rpe":8.3}"#, "setEdited", "rpe must be from 1 to 10 in halves"),
      (#"{"session":1,"set":1,"kind":"easy"}"#, "setEdited", "The member kind has a value that is not known"),
      (#"{"session":1,"end":"tomorrow"}"#, "sessionCompleted", ImportRow.timeUnreadable("tomorrow").text),
      (
        #"{"weekdays":["Funday"],"minuteOfDay":1}"#, "reminderSet",
        "A reminder has weekdays, such as Monday, and a minute of the day"
      ),
      (#"{"goal":"Run","count":3,"period":"week"}"#, "goalSet", nil),
      (#"{"goal":"days"}"#, "goalCleared", nil),
      (#"{"goal":"Run","count":100000,"period":"year","quantity":"distance"}"#, "goalSet", nil),
      (#"{"goal":"days","count":18000,"period":"day","quantity":"duration"}"#, "goalSet", nil),
      (#"{"goal":"Run","quantity":"calories"}"#, "goalCleared", nil),
      (
        #"{"goal":"Run","count":3,"period":"week","quantity":"notes"}"#, "goalSet",
        "The member quantity has a value that is not known"
      ),
      (#"{"goal":"Run","count":0,"period":"week"}"#, "goalSet", "A goal has a count from 1 on"),
      (#"{"goal":"Run","count":3,"period":"decade"}"#, "goalSet", "The member period has a value that is not known"),
      (#"{"day":"2026-11-31","kind":"sick"}"#, "dayMarked", "The member day has a value that is not known"),
      (#"{"day":"2026-11-30","kind":"lazy"}"#, "dayMarked", "The member kind has a value that is not known"),
      (#"{"goal":"Fun","count":3,"period":"week"}"#, "goalSet", "The member goal has a value that is not known"),
    ] as [(String, String, String?)])
  func workoutLines(fields: String, action: String, refusal: String?) throws {
    let line =
      #"{"sequence":2,"recordedAt":"2026-11-21T06:53:01.123Z","origin":"cli","checkIn":null,"command":2,"undoes":null,"#
      + #""action":"\#(action)","fields":\#(fields)}"#
    guard let refusal else {
      let message = try EventLine.message(of: Array(line.utf8), JSONDecoder())
      return #expect(try Self.line(of: message) == line)
    }
    let problem = #expect(throws: EventHistory.Fault.self) {
      try EventLine.message(of: Array(line.utf8), JSONDecoder())
    }
    guard case .invalid(let reason) = problem else { return }
    #expect(reason.text == refusal)
  }

  private static let good =
    #"{"sequence":1,"recordedAt":"2026-11-21T06:53:01.123Z","origin":"cli","checkIn":1,"command":1,"undoes":null,"#
    + #""action":"created","fields":{"id":"8C1F0000-0000-4000-8000-000000000001","at":"2026-11-21T07:10:00+01:00","#
    + #""timeZone":null,"type":"Run","title":"x","calories":1,"location":null,"notes":""}}"#

  @Test(
    "A line that says something else than an event is refused",
    arguments: [
      ("{", "x", "The line is not a JSON object"),
      (#""sequence":1,"#, "", "The member sequence is missing"),
      (#""sequence":1"#, #""sequence":-1"#, "The member sequence has not the form that it should have"),
      (#""command":1"#, #""command":1,"command":1"#, "The line names twice: command"),
      (#""command":1"#, #""command":1,"mood":1"#, "The member mood is not known"),
      (#""command":1"#, #""command":1,"mood":1,"air":1,"wind":1"#, "The member air is not known"),
      (#"01.123Z"#, #"01.123+01:00"#, "recordedAt must be a time in UTC, such as 2026-11-21T06:53:01.123Z"),
      (#""cli""#, #""moon""#, "The origin is not known"),
      (#""created""#, #""burnt""#, "The member at is not known"),
      (#""created""#, #""discarded""#, "The member at is not known"),
      (#""created""#, #""edited""#, "The member id is not known"),
      (#""Run""#, #""run""#, "The type is not known"),
      (#""calories":1"#, #""calories":-1"#, "The member calories must not be negative"),
      (#""checkIn":1"#, #""checkIn":-1"#, "The member checkIn must not be negative"),
      (#""title":"x","#, "", "The member title is missing"),
      (#""fields":{"#, #""record":"AAAA","fields":{"#, "The record is not Base64, or other members stand beside it"),
    ])
  func refused(old: String, new: String, message: String) throws {
    let line = Self.good.replacing(old, with: new, maxReplacements: 1)
    let problem = #expect(throws: EventHistory.Fault.self) {
      try EventLine.message(of: Array(line.utf8), JSONDecoder())
    }
    guard case .invalid(let reason) = problem else { return }
    #expect(reason.text == message, "\(line)")
  }

  @Test("The good line is good")
  func good() throws {
    let message = try EventLine.message(of: Array(Self.good.utf8), JSONDecoder())
    #expect(try Self.line(of: message) == Self.good)
  }
}
