import CheckInMaintenance
import Foundation
import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInInterchange
@testable import CheckInJournal
@testable import CheckInModel
@testable import EventLog

/// A journal of several devices leaves as one file of events, and arrives as the same journal.
@Suite("Files of events of several devices")
struct GroupEventFileTests {
  let directory: ScratchDirectory
  let devices: TwoDevices

  /// A laptop and a phone with a random history each, the phone's in several segments, and with edits of each other's
  /// check-ins, two of which contradict each other.
  init() throws {
    directory = try ScratchDirectory()
    for (name, seed) in [("laptop", 1), ("phone", 2)] as [(String, UInt64)] {
      var history = RandomHistory(seed: TestSettings.seed &+ seed)
      let journal = try Self.journal(directory.path + "/" + name, segmentByteLimit: name == "phone" ? 1500 : 1 << 20)
      for _ in 0..<60 { try history.step(journal) }
      try journal.close()
    }
    devices = try TwoDevices(laptop: directory.path + "/laptop", phone: directory.path + "/phone")
    try devices.sync()
    let copied = try Tool.shell("cp -rn phone/photos/* laptop/photos/", in: directory.path)
    try #require(copied.status == 0)
    let laptop = try Self.journal(devices.laptop)
    let own = try Self.create("Contested", in: laptop)
    try laptop.close()
    try devices.sync()
    let phone = try Self.journal(devices.phone)
    let there = try #require(phone.number(own, on: "laptop"))
    try phone.edit(there, with: CheckInChanges(title: "As the phone says"))
    _ = try Self.create("On the phone", in: phone)
    try phone.close()
    let again = try Self.journal(devices.laptop)
    try again.edit(own, with: CheckInChanges(title: "As the laptop says"))
    try again.close()
    try devices.sync()
  }

  private static func journal(_ path: String, id: UUID? = nil, segmentByteLimit: Int = 1 << 20) throws -> Journal {
    var configuration = Journal.Configuration(now: { RandomHistory.now }, segmentByteLimit: segmentByteLimit)
    configuration.journalID = id
    return try Journal(at: path, configuration: configuration)
  }

  private static func create(_ title: String, in journal: Journal) throws -> Int {
    try journal.create(CheckInDraft(type: .run, title: title, time: centralEuropeanTime(noon - 86_400_000)))
      .checkIn.number
  }

  private func export(_ path: String, to file: String = "all.jsonl", asOf moment: Journal.PointInTime? = nil) throws
    -> ExportReport
  {
    let configuration = Journal.Configuration(now: { RandomHistory.now })
    let journal =
      try moment.map { try Journal(at: path, asOf: $0, configuration: configuration) }
      ?? Journal(at: path, for: .readOnly, configuration: configuration)
    return try Exporter.run(
      journal: journal, path: directory.path + "/" + file, format: .events, progress: nil)
  }

  private func importing(
    _ file: String = "all.jsonl", into name: String, dryRun: Bool = false
  ) throws -> ImportReport {
    try Importer.run(
      path: directory.path + "/" + file, format: nil, dryRun: dryRun, now: noon, zone: centralEuropeanZone,
      into: { id in try Self.journal(directory.path + "/" + name, id: id) })
  }

  /// The content of the logs, by their paths in the journal's directory.
  private func contents(of path: String) throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for log in ["log"] + (try PeerLog.all(inJournalAt: path).map { "peers/\($0.replica.uuidString)/log" }) {
      let result = try Tool.shell("cat \(log)/*.lz4 | lz4 -dc", in: path)
      try #require(result.status == 0)
      contents[log] = result.output
    }
    return contents
  }

  /// What people see of a journal.
  private struct Shown: Equatable {
    var checkIns: [CheckIn]
    var conflicts: [MergeConflict]
    var audit: [String]
    var events: [Event]

    init(_ path: String, asOf moment: Journal.PointInTime? = nil) throws {
      let configuration = Journal.Configuration(now: { RandomHistory.now })
      let journal =
        try moment.map { try Journal(at: path, asOf: $0, configuration: configuration) }
        ?? Journal(at: path, for: .readOnly, configuration: configuration)
      #expect(journal.messagesOfPeers == [])
      var checkIns: [CheckIn] = []
      try journal.forEachCheckIn(includesDiscarded: true) { checkIns.append($0) }
      var audit: [String] = []
      var events: [Event] = []
      try journal.audit {
        audit.append("\($0.replica ?? "") \($0.checkInName ?? "")")
        events.append($0.event)
      }
      (self.checkIns, conflicts, self.audit, self.events) = (checkIns, journal.conflicts(), audit, events)
    }
  }

  @Test("The same logs, names, conflicts and audit")
  func everythingComesBack() throws {
    let report = try export(devices.laptop)
    let lines = try directory.read("all.jsonl").split(separator: "\n")
    #expect(report.exported == lines.count - 1)
    #expect(lines[0].contains(#""version":4"#) && lines[0].contains(#""name":"phone""#))
    #expect(try ReplicaLog(ofJournalAt: devices.phone).lastSequence().map { $0 < UInt64(report.exported) } == true)

    let imported = try importing(into: "copy")
    #expect(imported.read == report.exported && imported.added == report.exported && imported.duplicates == 0)
    let copy = directory.path + "/copy"
    #expect(try contents(of: copy).count == 2)
    let isSame = try contents(of: copy) == contents(of: devices.laptop)
    #expect(isSame)
    let segments = { (path: String) in
      try PeerLog.all(inJournalAt: path).flatMap { try $0.log.directory.segments() }
    }
    #expect(try segments(copy) == segments(devices.laptop) && segments(copy).count > 2)
    let shown = try Shown(devices.laptop)
    #expect(try Shown(copy) == shown)
    #expect(shown.conflicts.count == 1)
    #expect(try Journal.verify(at: copy).problems == [])

    // Not a member of the group, whose place the file does not name; but the devices have their names.
    #expect(try Group(inJournalAt: copy) == nil)
    let again = try importing(into: "copy")
    #expect(again.added == 0 && again.duplicates == report.exported)
    #expect(try importing(into: "copy", dryRun: true) == again)
    _ = try export(copy, to: "again.jsonl")
    #expect(try directory.read("again.jsonl") == directory.read("all.jsonl"))
  }

  @Test("What the other device writes later goes on where the file has ended")
  func goesOn() throws {
    let before = try export(devices.laptop).exported
    _ = try importing(into: "copy")
    let phone = try Self.journal(devices.phone)
    let identity = try #require(try phone.ownLog.replica())
    let last = try phone.ownLog.lastSequence() ?? 0
    for number in 1...30 { _ = try Self.create("Later \(number)", in: phone) }
    try phone.close()
    let copy = PeerLog(of: identity, inJournalAt: directory.path + "/copy")
    var chunks = try ReplicaLog(ofJournalAt: devices.phone).chunks(after: last)
    while let chunk = try chunks.next() { #expect(try copy.append(chunk) == .appended) }
    #expect(try copy.log.end() == ReplicaLog(ofJournalAt: devices.phone).end())
    // A longer history completes one that was imported before.
    try devices.sync()
    let report = try export(devices.laptop, to: "longer.jsonl")
    #expect(try importing("longer.jsonl", into: "copy").added == 0)
    let fresh = try importing("longer.jsonl", into: "fresh")
    #expect(fresh.added == report.exported)
    #expect(try importing(into: "fresh").added == 0)
    _ = try importing(into: "completed")
    #expect(try importing("longer.jsonl", into: "completed").added == report.exported - before)
    #expect(try Shown(directory.path + "/completed") == Shown(devices.laptop))
  }

  @Test("As of a moment, what was shown then")
  func past() throws {
    let last = try #require(try ReplicaLog(ofJournalAt: devices.laptop).lastSequence())
    for sequence in [0, 1, last / 2, last - 1, last] {
      let moment = Journal.PointInTime.sequence(sequence)
      let report = try export(devices.laptop, to: "past.jsonl", asOf: moment)
      let lines = try directory.read("past.jsonl").split(separator: "\n")
      #expect(report.exported == lines.count - 1, "as of \(sequence)")
      let imported = try importing("past.jsonl", into: "past-\(sequence)")
      #expect(imported.added == report.exported && imported.rejected == [], "as of \(sequence)")
      guard sequence > 0 else { continue }
      let shown = try Shown(directory.path + "/past-\(sequence)")
      #expect(try shown.checkIns == Shown(devices.laptop, asOf: moment).checkIns, "as of \(sequence)")
    }
  }

  @Test("A journal of another identity takes nothing, also where the file has no event of its own")
  func another() throws {
    _ = try export(devices.laptop)
    let other = try Self.journal(directory.path + "/other")
    try other.close()
    var lines = try directory.read("all.jsonl").split(separator: "\n").map(String.init)
    let own = try #require(try ReplicaLog(ofJournalAt: devices.laptop).lastSequence())
    lines.removeSubrange(1...Int(own))
    lines[0].replace("\"events\":\(own),", with: "\"events\":0,", maxReplacements: 1)
    _ = try directory.write(lines.joined(separator: "\n") + "\n", to: "silent.jsonl")
    for file in ["all.jsonl", "silent.jsonl"] {
      for dryRun in [true, false] {
        let error = #expect(throws: JournalError.self) { try importing(file, into: "other", dryRun: dryRun) }
        #expect(error?.code == .refusedInput && error?.message.contains("is not the one that") == true)
      }
    }
    #expect(try PeerLog.all(inJournalAt: directory.path + "/other").isEmpty)
    #expect(try importing("silent.jsonl", into: "fresh").added == lines.count - 1)
  }

  @Test("A file that was changed, and a journal with another log of a device, are refused, and nothing comes in")
  func refused() throws {
    _ = try export(devices.laptop)
    let lines = try directory.read("all.jsonl").split(separator: "\n").map(String.init)
    func refusal(_ lines: [String], into name: String) throws -> String {
      _ = try directory.write(lines.joined(separator: "\n") + "\n", to: "changed.jsonl")
      for dryRun in [true, false] {
        let error = #expect(throws: JournalError.self) { try importing("changed.jsonl", into: name, dryRun: dryRun) }
        #expect(error?.code == .refusedInput)
        if !dryRun { return error?.message ?? "" }
      }
      return ""
    }
    var changed = lines
    changed[0].replace(/"digest":"../, with: "\"digest\":\"zz")
    #expect(try refusal(changed, into: "none").contains("in another form"))
    changed = lines
    let title = try #require(lines.lastIndex { $0.contains("On the phone") })
    changed[title].replace("On the phone", with: "On the train")
    #expect(try refusal(changed, into: "none").contains("the log of phone is not the one"))
    #expect(try refusal(Array(lines.dropLast()), into: "none").contains("is not whole"))
    changed = lines
    changed[0].replace(#""name":"phone""#, with: #""name":"laptop""#)
    #expect(try refusal(changed, into: "none").contains("is called laptop already"))
    changed = lines
    changed[0].replace(#""segments":[1,"#, with: #""segments":[2,"#)
    #expect(try refusal(changed, into: "none").contains("in another form"))
    #expect(!FileManager.default.fileExists(atPath: directory.path + "/none"))

    // The phone's copy of before; then the phone is restored from a backup, and goes on otherwise.
    _ = try importing(into: "copy")
    try FileManager.default.copyItem(atPath: devices.phone, toPath: directory.path + "/kept")
    let phone = try Self.journal(devices.phone)
    _ = try Self.create("One way", in: phone)
    try phone.close()
    try devices.sync()
    _ = try export(devices.laptop)
    _ = try importing(into: "copy")
    let before = try contents(of: directory.path + "/copy")
    let kept = try Self.journal(directory.path + "/kept")
    _ = try Self.create("The other way", in: kept)
    try kept.close()
    let identity = try #require(try kept.ownLog.replica())
    let laptop = try Group(inJournalAt: devices.laptop)
    try FileManager.default.removeItem(atPath: PeerLog.path(of: identity, inJournalAt: devices.laptop))
    try FileManager.default.removeItem(atPath: devices.phone)
    try FileManager.default.moveItem(atPath: directory.path + "/kept", toPath: devices.phone)
    #expect(laptop?.replicas.first?.journal == identity)
    try devices.sync()
    _ = try export(devices.laptop)
    let forked = try directory.read("all.jsonl").split(separator: "\n").map(String.init)
    #expect(try refusal(forked, into: "copy").contains("another log of phone"))
    #expect(try contents(of: directory.path + "/copy") == before)
  }
}
