import Foundation
import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInModel
@testable import CheckInTimeline
@testable import EventLog

/// The lines of an audit that several threads write of a whole log are those of its entries, one after the other, and
/// these say what the entries say.
///
/// `CHECKIN_RUNS_AUDIT` sets the number of histories.
@Suite("Lines of an audit")
struct AuditLineTests {
  private static let text = AuditForm.text(
    AuditForm.Text(arrow: "→", dash: "–", bold: { "*\($0)*" }, photo: { "\($0.byteCount) bytes, \($0.digest)" }))
  /// With another word in place of each one.
  private static let translated = AuditForm.text(
    AuditForm.Text(
      arrow: "→", dash: "–", bold: { "*\($0)*" }, photo: { "\($0.byteCount) bytes, \($0.digest)" },
      terms: terms))
  private static let terms: [String: String] = {
    var names = AuditFilter.allActions + ["exercise", "plan", "session", "set", "none", "reverses", "event"]
    names += CheckInField.audited.map { $0.rawValue }
    names += ExerciseType.allCases.map { $0.name }
    return Dictionary(names.map { ($0, "<\($0)>") }, uniquingKeysWith: { first, _ in first })
  }()

  private static let historyCount = TestSettings.runs("AUDIT", default: 1000)

  /// What an audit wrote, and why it ended.
  struct Outcome: Equatable {
    var lines: [String] = []
    var count: UInt64 = 0
    var failure: String?
  }

  @Test(
    "Times of recording are shown as a clock shows them, however impossible",
    arguments: [
      (0, "1970-01-01 01:00"), (1_782_000_000_123, "2026-06-21 02:00"), (Int64.min, "0001-01-02 00:53"),
      (.max, "9999-12-31 00:59"),
    ])
  func clock(milliseconds: Int64, shown: String) {
    let zone = LocalTimeZone(identifier: "Europe/Berlin")
    let form = AuditForm.text(
      AuditForm.Text(arrow: "→", dash: "–", bold: { $0 }, photo: { "\($0.byteCount)" }, zone: zone))
    let event = Event(
      sequence: 7, recordedAtMilliseconds: milliseconds, origin: .library, checkIn: 1, command: 7, action: .discarded)
    let line = AuditEntry(event: event, changes: [], after: nil).line(form)
    #expect(line == shown + "  1 discarded  (event 7, library)")
  }

  @Test("An edit is its changes, with the check-in's ID unless all lines are of the same one")
  func edit() {
    var changes = CheckInChanges()
    changes.calories = .set(340)
    let event = Event(
      sequence: 413, recordedAtMilliseconds: 1_782_000_000_123, origin: .web, checkIn: 17, command: 413,
      action: .edited(changes))
    let change = AuditEntry.Change(field: .quantity(.calories), from: .number(320), to: .number(340))
    for (hasCheckIns, shown) in [(true, "17  calories"), (false, "calories")] {
      let form = AuditForm.text(
        AuditForm.Text(
          arrow: "→", dash: "–", bold: { $0 }, photo: { _ in "" }, day: { _ in "Sun 21 Jun" }, hasCheckIns: hasCheckIns)
      )
      let line = AuditEntry(event: event, changes: [change], after: nil).line(form)
      #expect(line == "Sun 21 Jun 00:00  \(shown) 320 → 340  (event 413, web)")
    }
  }

  @Test("Written by several threads as one by one, whatever a log holds and however it is cut", arguments: 0..<20)
  func wholeLog(group: Int) throws {
    var generator = RandomSource(seed: TestSettings.seed &+ UInt64(group))
    var failureCount = 0
    var lineCount = 0
    for _ in 0..<max(1, Self.historyCount / 20) {
      let count = generator.oneIn(20) ? generator.number(100...400) : generator.number(1...40)
      let seed = generator.next()
      var records = RandomRecords(seed: seed, faultPercentage: generator.element(of: [0, 0, 1, 4]))
      let history = records.history(count: count)
      let places = (0..<generator.number(0...9)).map { _ in generator.number(0...count) }.sorted()
      let log = try Self.log(of: history.cut(at: places))
      for form in [.json, generator.oneIn(2) ? Self.text : Self.translated] {
        let first = generator.oneIn(2) ? 1 : generator.number(1...count)
        let range = UInt64(first)...UInt64(generator.oneIn(2) ? count : generator.number(first...count))
        let expected = try Self.eachAlone(log, range, form)
        let written = try Self.atOnce(log, range, form)
        guard written == expected else {
          Issue.record("seed \(seed), \(count) events cut at \(places), \(range): \(written) instead of \(expected)")
          return
        }
        lineCount += written.lines.count
        failureCount += written.failure == nil ? 0 : 1
      }
    }
    // Without either the test would say little.
    if Self.historyCount >= 1000 { #expect(lineCount > 100 && failureCount > 0) }
  }

  @Test("A line of JSON says what the entry says")
  func json() throws {
    var records = RandomRecords(seed: TestSettings.seed, faultPercentage: 0)
    var fields: Set<AuditEntry.Field> = []
    var kinds: Set<String> = []
    let log = try Self.log(of: [records.history(count: 3000)])
    func check(_ entry: AuditEntry) throws {
      let line = entry.line(.json)
      let read = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? NSDictionary
      #expect(read == Self.object(entry), "\(line)")
      kinds.insert(entry.event.action.name)
      for change in entry.shownChanges { fields.insert(change.field) }
    }
    #expect(try Self.forEachEntry(log, 1...3000) { try check($0) } == nil)
    for (action, checkIn) in WorkoutCorpus.actions(after: 0) {
      let event = Event(
        sequence: 1, recordedAtMilliseconds: 0, origin: .cli, checkIn: checkIn, command: 1, action: .workout(action))
      try check(AuditEntry(event, before: nil, after: nil))
    }
    #expect(fields.count == CheckInField.audited.count && kinds.count == 8 + WorkoutKind.allCases.count)
  }

  /// What Foundation makes of an entry.
  private static func object(_ entry: AuditEntry) -> NSDictionary {
    let event = entry.event
    var changes: [String: Any] = [:]
    for change in entry.shownChanges {
      changes[change.field.rawValue] = ["from": value(change.from), "to": value(change.to)] as [String: Any]
    }
    var object: [String: Any] = [
      "sequence": NSNumber(value: event.sequence), "recordedAt": event.recordedAt, "origin": event.origin.name,
      "action": event.action.name, "checkIn": number(event.checkIn > 0 ? event.checkIn : nil), "changes": changes,
      "command": NSNumber(value: event.command), "undoes": event.undoes.map { NSNumber(value: $0) } ?? NSNull(),
    ]
    if let device = event.device { object["device"] = device }
    if case .workout(let action) = event.action {
      let summary = action.summary
      object["workout"] =
        [
          "exercise": number(summary.exercise), "plan": number(summary.plan), "session": number(summary.session),
          "set": number(summary.set), "text": summary.text,
        ] as [String: Any]
      switch action {
      case .dayMarked(let mark):
        (object["day"], object["kind"], object["note"]) = (mark.day.description, mark.kind.name, mark.note ?? NSNull())
      case .dayUnmarked(let day):
        (object["day"], object["kind"], object["note"]) = (day.description, NSNull(), NSNull())
      default: break
      }
    }
    return object as NSDictionary
  }

  private static func number(_ value: Int?) -> Any { value.map { NSNumber(value: $0) } ?? NSNull() }

  private static func value(_ value: AuditEntry.Value) -> Any {
    switch value {
    case .none: return NSNull()
    case .text(let text): return text
    case .number(let number): return NSNumber(value: number)
    case .photo(let photo):
      return [
        "sha256": photo.digest.hexadecimal, "bytes": NSNumber(value: photo.byteCount),
        "width": NSNumber(value: photo.width), "height": NSNumber(value: photo.height),
      ] as [String: Any]
    }
  }

  @Test("Texts of every kind and length are JSON strings that say them")
  func texts() throws {
    var generator = RandomSource(seed: TestSettings.seed)
    var pieces = ["é", "e\u{301}", "日本", "🏊‍♀️", "abcdefgh", "\u{2028}"]
    for byte in 0...0x80 as ClosedRange<UInt8> { pieces.append(String(UnicodeScalar(byte))) }
    for length in 0...40 {
      for _ in 0..<20 {
        let text = (0..<length).map { _ in generator.oneIn(8) ? generator.element(of: pieces) : "x" }.joined()
        let output = OutputBytes()
        let bytes = Array("--\(text)--".utf8)
        output.jsonString(ByteRange(start: 2, end: bytes.count - 2), in: bytes.span.bytes)
        var json = JSONWriter()
        json.string(text)
        #expect(output.text == json.text)
        let read = try JSONSerialization.jsonObject(with: Data(json.bytes), options: .fragmentsAllowed) as? String
        #expect(read == text)
      }
    }
    let broken: [UInt8] = [0x61, 0xFF, 0x62, 0xC3, 0x22, 0xED, 0xA0, 0x80]
    let output = OutputBytes()
    output.jsonString(ByteRange(start: 0, end: broken.count), in: broken.span.bytes)
    var json = JSONWriter()
    json.string(String(decoding: broken, as: UTF8.self))
    #expect(output.text == json.text)
  }

  @Test("An error of the reader of the lines is thrown, and ends the pass")
  func ended() throws {
    struct Full: Error {}
    var records = RandomRecords(seed: 1, faultPercentage: 0)
    let log = try Self.log(of: records.history(count: 60).cut(at: [10, 20, 30, 40, 50]))
    var pieceCount = 0
    func audit() throws {
      var fold = AuditFold(sequences: 1...60, form: .json, progress: nil)
      var reader = try EventReader(log)
      try fold.fold(&reader) { _ in
        pieceCount += 1
        throw Full()
      }
    }
    #expect(throws: Full.self) { try audit() }
    #expect(pieceCount == 1)
  }

  /// A log with a segment for each of the batches.
  private static func log(of batches: [RecordBatch]) throws -> LogDirectory {
    let directory = LogDirectory(fileSystem: SimulatedFileSystem(), path: "/journal")
    try directory.fileSystem.createDirectories(directory.logPath)
    let journalID = UUID()
    var previous: Digest?
    for batch in batches where !batch.records.isEmpty {
      var header = WireWriter()
      header.record(
        SegmentHeader(journalID: journalID, firstSequence: batch.firstSequence, previousDigest: previous))
      var writer = WireWriter()
      for record in batch.records {
        writer.presentBytes(batch.content[record.start..<record.end], field: LogField.record)
      }
      let content = header.bytes + writer.bytes
      let frame = try FrameEncoder.frame(of: content)
      try directory.fileSystem.writeAtomically(frame.span.bytes, to: directory.segmentPath(batch.firstSequence))
      previous = Digest(of: content)
    }
    return directory
  }

  /// Calls `body` with the entries of a range, made of events that are values; returns why the pass ended.
  private static func forEachEntry(
    _ log: LogDirectory, _ range: ClosedRange<UInt64>, _ body: @escaping (AuditEntry) throws -> Void
  ) throws -> String? {
    var fold = TimelineFold(progress: nil)
    fold.lastSequence = range.upperBound
    var visitor = AuditVisitor(fold: fold, selection: AuditSelection(sequences: range), body: body)
    var reader = try EventReader(log)
    try visitor.visitAll(&reader)
    if let thrown = visitor.thrown { throw thrown }
    return reader.failure?.message
  }

  private static func eachAlone(
    _ log: LogDirectory, _ range: ClosedRange<UInt64>, _ form: AuditForm
  ) throws -> Outcome {
    var lines: [String] = []
    let failure = try forEachEntry(log, range) { lines.append($0.line(form)) }
    return Outcome(lines: lines, count: UInt64(lines.count), failure: failure)
  }

  private static func atOnce(
    _ log: LogDirectory, _ range: ClosedRange<UInt64>, _ form: AuditForm
  ) throws -> Outcome {
    var fold = AuditFold(sequences: range, form: form, progress: nil)
    var reader = try EventReader(log)
    var bytes: [UInt8] = []
    try fold.fold(&reader) { piece in piece.withUnsafeBytes { bytes.append(contentsOf: $0) } }
    #expect(bytes.isEmpty || bytes.last == UInt8(ascii: "\n"))
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    return Outcome(lines: lines, count: fold.lineCount, failure: reader.failure?.message)
  }
}
