import Foundation
import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInMaintenance
@testable import CheckInModel
@testable import CheckInTimeline
@testable import EventLog

/// What a version makes of fields that came after it: here durations, distances, days without a time and devices, under
/// numbers that are still to come.
@Suite("A journal with newer fields, for a version that does not know them")
struct NewerFieldsTests {
  /// The message with the fields' numbers raised; `nil` if it has none of them.
  private func renumbered(_ message: [UInt8]) throws -> [UInt8]? {
    var isChanged = false
    func copy(_ range: ByteRange, raising raised: [UInt64: UInt64], nested: Bool) throws -> [UInt8] {
      let bytes = message.span.bytes
      var reader = WireReader(range)
      var writer = WireWriter()
      while !reader.isAtEnd {
        let tag = try reader.tag(in: bytes)
        let field = raised[tag.field] ?? tag.field
        isChanged = isChanged || field != tag.field
        if tag.type == .bytes {
          let range = try reader.byteRange(in: bytes)
          let isAction = nested && (tag.field == 8 || tag.field == 9)
          let content =
            isAction ? try copy(range, raising: [11: 14, 12: 15, 13: 16], nested: false) : bytes.array(range)
          writer.presentBytes(content, field: field)
        } else {
          writer.presentUnsigned(try reader.varint(in: bytes), field: field)
        }
      }
      return writer.bytes
    }
    let whole = ByteRange(start: 0, end: message.count)
    let changed = try copy(whole, raising: [EventField.device: 66], nested: true)
    return isChanged ? changed : nil
  }

  /// What a version sees that knows neither durations nor distances, and of days without a time nothing but their
  /// beginnings.
  private func known(_ checkIns: [CheckIn]) -> [CheckIn] {
    checkIns.map { checkIn in
      var checkIn = checkIn
      (checkIn.durationSeconds, checkIn.distanceMetres) = (nil, nil)
      checkIn.time.isTimeOfDayKnown = true
      return checkIn
    }
  }

  @Test("It opens for reading only, shows what it knows, and says that a newer version is needed")
  func readOnly() throws {
    let directory = try TemporaryDirectory()
    var configuration = Journal.Configuration(now: { RandomHistory.now })
    let journal = try Journal(at: directory.path + "/journal", configuration: configuration)
    var history = RandomHistory(seed: TestSettings.seed)
    for _ in 0..<100 { try history.step(journal) }
    try journal.close()
    configuration.device = "phone"
    let phone = try Journal(at: directory.path + "/journal", configuration: configuration)
    for _ in 0..<100 { try history.step(phone) }
    #expect(history.problems == [])

    var records = EventRecords()
    var count = 0
    try phone.recordedEvents.forEachEvent { _, message in
      let changed = (try? renumbered(message)) ?? nil
      if changed != nil { count += 1 }
      records.append(message: (changed ?? message)[...])
    }
    #expect(count > 100 && count < records.count)
    let path = directory.path + "/newer"
    let writer = try Journal(at: path, configuration: configuration)
    #expect(try writer.reproduce(records) == records.count)
    try writer.close()
    try? directory.remove("newer/snapshot.sqlite")

    let files = try directory.files()
    let newer = try Journal(at: path, configuration: configuration)
    let reason = try #require(newer.readOnlyReason)
    #expect(reason.code == .newerVersion && reason.message.contains("use the newer version"))
    #expect(try Trial.checkIns(newer) == known(history.checkIns))
    #expect { try newer.discard([1]) } throws: { ($0 as? JournalError)?.code == .newerVersion }
    #expect(try Journal.verify(at: path).problems.contains { $0.contains("newer version") })
    #expect(try Journal.diagnose(at: path).remedy == .useNewerVersion)
    #expect(try directory.files() == files, "nothing was written")
  }

  @Test("An event without the new fields is written as it always was")
  func sameBytes() {
    let time = CheckInTime(instantMilliseconds: 1_700_000_000_000, offsetMinutes: 60, timeZone: "Europe/Berlin")
    let id = UUID(uuidString: "8C1F0000-0000-4000-8000-00000000000A") ?? UUID()
    let created = Event(
      sequence: 1, recordedAtMilliseconds: 5, origin: .cli, checkIn: 1, command: 1,
      action: .created(
        Event.Created(id: id, time: time, type: .run, title: "T", calories: 300, location: "L", notes: "N")))
    let edited = Event(
      sequence: 2, recordedAtMilliseconds: 5, origin: .web, checkIn: 1, command: 2, undoes: 1,
      action: .edited(CheckInChanges(title: "U", calories: .clear, location: .set("M"), notes: "")))
    // As protoc encodes them by the schema of before.
    let wanted =
      "0801100a1801200142380a108c1f000000004000800000000000000a1080a0abfef9621878220d4575726f70652f4265726c696e28013201"
      + "5438ac0242014c4a014e"
    #expect(hexadecimal(created.message) == wanted)
    #expect(hexadecimal(edited.message) == "0802100a1802200130014a0a32015542014d52020103")
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
