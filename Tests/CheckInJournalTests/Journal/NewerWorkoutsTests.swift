import CheckInJournal
import Foundation
import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInMaintenance
@testable import CheckInModel
@testable import CheckInTimeline
@testable import EventLog

/// What a version makes of actions that came after it: here workouts, as those actions that are still to come.
@Suite("A journal with workouts, for a version that knows none")
struct NewerWorkoutsTests {
  private static let knownFields: ClosedRange<UInt64> = 16...44
  /// So far on the schema has no field yet.
  private static let distance: UInt64 = 50

  /// The message with its action under a number that this version does not know; `nil` where it has none of workouts.
  private func unknown(_ message: [UInt8]) throws -> [UInt8]? {
    var reader = WireReader(ByteRange(start: 0, end: message.count))
    let bytes = message.span.bytes
    while !reader.isAtEnd {
      let start = reader.offset
      let tag = try reader.tag(in: bytes)
      if Self.knownFields.contains(tag.field) {
        // Both numbers take two bytes.
        let number = (tag.field + Self.distance) << 3 | 2
        var copy = message
        copy[start] = UInt8(number & 0x7F) | 0x80
        copy[start + 1] = UInt8(number >> 7)
        return copy
      }
      try reader.skip(tag.type, in: bytes)
    }
    return nil
  }

  private func checkIns(_ journal: Journal) throws -> [CheckIn] {
    try Trial.checkIns(journal).map { checkIn in
      var checkIn = checkIn
      // A link is an event of the check-in, too.
      checkIn.sequence = 0
      return checkIn
    }
  }

  @Test("It opens for reading only, shows its check-ins, and says that a newer version is needed")
  func readOnly() throws {
    #expect(WorkoutKind.allCases.allSatisfy { Self.knownFields.contains(UInt64($0.rawValue)) })
    #expect(!WorkoutKind.allCases.contains { Self.knownFields.contains(UInt64($0.rawValue) + Self.distance) })
    let directory = try TemporaryDirectory()
    let configuration = Journal.Configuration(now: { RandomHistory.now })
    let journal = try Journal(at: directory.path + "/journal", configuration: configuration)
    var training = RandomTraining(seed: TestSettings.seed)
    for _ in 0..<300 { try training.step(journal) }
    var records = EventRecords()
    var count = 0
    try journal.recordedEvents.forEachEvent { _, message in
      let changed = try? unknown(message)
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
    for access in [Journal.Access.readOnly, .readWrite] {
      let newer = try Journal(at: path, for: access, configuration: configuration)
      let reason = try #require(newer.readOnlyReason)
      #expect(reason.code == .newerVersion)
      #expect(reason.message.contains("\(count) events") && reason.message.contains("use the newer version"))
      #expect(try checkIns(newer) == checkIns(journal))
      #expect(try newer.statistics(today: CivilDay(dayNumber: 20_000)).total > 0)
      #expect(try newer.exercises().isEmpty && newer.openSession() == nil)
      let commands: [(Journal) throws -> Void] = [
        { try $0.discard([1]) }, { _ = try $0.undo() }, { try $0.defineExercise(ExerciseDraft(name: "Squat")) },
        { _ = try $0.compact() },
      ]
      for command in commands where access == .readWrite {
        #expect { try command(newer) } throws: { ($0 as? JournalError)?.code == .newerVersion }
      }
    }
    #expect(try Journal.verify(at: path).problems.contains { $0.contains("newer version") })
    #expect(try Journal.diagnose(at: path).remedy == .useNewerVersion)
    #expect(try directory.files() == files, "nothing was written")
  }
}
