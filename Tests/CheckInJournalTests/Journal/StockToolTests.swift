import CheckInJournal
import CheckInMaintenance
import EventLog
import Foundation
import JournalTestSupport
import TestSupport
import Testing

/// Row 11 of the storage rules' test programme: the log is readable without us.
@Suite("Stock tools read the log")
struct StockToolTests {
  /// A journal of several segments in a real directory, with every kind of event.
  private func makeJournal() throws -> (TemporaryDirectory, Journal) {
    let directory = try TemporaryDirectory()
    let journal = try Journal(
      at: directory.path + "/journal", configuration: Journal.Configuration(segmentByteLimit: 700))
    for command in TrialCommand.mixture(30) { try command.perform(on: journal) }
    try journal.attachPhoto([0xFF, 0xD8, 0xFF, 0xE0], width: 4, height: 5, to: 3)
    try journal.clearPhoto(of: 3)
    try journal.edit(3, with: CheckInChanges(calories: .clear, location: .set("Park 🌳"), notes: "\"naß\""))
    try journal.importCheckIns((0..<3000).map { TrialCommand.draft("Imported \($0)") })
    try journal.close()
    return (directory, journal)
  }

  @Test("lz4, protoc and sha256sum agree with the library")
  func agree() throws {
    let (directory, _) = try makeJournal()
    #expect(try expectAgreement(directory.path + "/journal") >= 3)
  }

  /// The journals that are kept, one in each directory of `Fixtures/logs`.
  static let kept: [String] = {
    let logs = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Fixtures/logs").standardized.path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: logs)) ?? []
    return names.sorted().map { logs + "/" + $0 }.filter { FileManager.default.fileExists(atPath: $0 + "/log") }
  }()

  @Test("They agree on the journals that are kept", arguments: kept)
  func agreeOnKept(path: String) throws {
    try expectAgreement(path)
  }

  /// Compares what the tools and the library read of a journal; returns the number of segments.
  @discardableResult
  private func expectAgreement(_ path: String) throws -> Int {
    let journal = try Journal(at: path, for: .readOnly)
    let content = try Tool.shell("cat log/*.lz4 | lz4 -dc", in: path)
    try #require(content.status == 0, "\(content.errorText)")
    let text = try Tool.shell("protoc --decode=checkin.v1.EventLog event_log.proto", in: path, input: content.output)
    try #require(text.status == 0, "\(text.errorText)")
    let lines = text.text.split(separator: "\n")
    #expect(lines.count { $0 == "events {" } == Int(journal.sequence))
    #expect(!lines.contains { $0.contains(#/^ *[0-9]+:/#) })
    #expect(lines.count { $0 == "  created {" } == journal.lastNumber)
    let events = try journal.replay(AllEvents.self).events
    #expect(events.map(\.sequence) == Array(1...journal.sequence))

    let verification = try Journal.verify(at: path)
    #expect(verification.problems == [])
    #expect(lines.count { $0 == "segments {" } == verification.segments.count)
    #expect(verification.segments.reduce(0) { $0 + $1.contentBytes } == content.output.count)
    for segment in verification.segments {
      CaseCount.add()
      let digest = try Tool.shell("lz4 -dc log/\(segment.file) | sha256sum", in: path)
      #expect(digest.text.prefix(64) == segment.digest.hexadecimal)
      #expect(try Tool.shell("lz4 -t log/\(segment.file)", in: path).status == 0)
    }
    #expect(verification.segments.reduce(0) { $0 + $1.events } == Int(journal.sequence))
    return verification.segments.count
  }

  @Test("The schema beside the log is the one that the log is written by")
  func schema() throws {
    let (directory, _) = try makeJournal()
    #expect(try directory.read("journal/event_log.proto") == Array(EventLogSchema.text.utf8))
    #expect(
      try Tool.shell("protoc --descriptor_set_out=/dev/null event_log.proto", in: directory.path + "/journal").status
        == 0)
  }

  @Test("A photo is found by sha256sum under its name")
  func photos() throws {
    let (directory, _) = try makeJournal()
    let result = try Tool.shell("for f in photos/*/*.jpg; do sha256sum \"$f\"; done", in: directory.path + "/journal")
    let lines = result.text.split(separator: "\n")
    #expect(lines.count == 1)
    for line in lines { #expect(line.hasSuffix("/\(line.prefix(64)).jpg")) }
  }
}
