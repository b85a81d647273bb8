import Foundation
import JournalTestSupport
import TestSupport

@testable import CheckInInterchange
@testable import CheckInJournal
@testable import CheckInTimeline
@testable import EventLog

/// Inputs that a search begins with: real files, taken apart as the targets need them.
struct FuzzSeeds {
  private static let fixtures = URL(filePath: #filePath).appending(path: "../../../../Fixtures").standardized

  /// By target.
  private(set) var inputs: [FuzzTarget: [[UInt8]]] = [:]

  /// Reads `Fixtures/`, and writes a log with the library.
  init() throws {
    add(FuzzTarget.soundHead, to: .head)
    // The beginnings of both slots, of which the target makes a HEAD with right checksums.
    let half = FuzzTarget.soundHead.count / 2
    add(FuzzTarget.soundHead.prefix(64) + FuzzTarget.soundHead.dropFirst(half).prefix(64), to: .head)
    try addLog([FuzzTarget.soundSegment])

    let sample = try Self.bytes(of: Self.fixtures.appending(path: "sample-check-ins.csv"))
    let lines = sample.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for count in [1, 2, 8] { add(Array(lines.prefix(count).joined(separator: Array("\n".utf8))), to: .csv) }
    // Small: what a search begins with is read many times in each execution.
    let directory = try TemporaryDirectory()
    try directory.write(Array(lines.prefix(9).joined(separator: Array("\n".utf8))), to: "sample.csv")
    try addJournal(importing: directory.path + "/sample.csv")
    for text in Self.texts { add(Array(text.utf8), to: .texts) }
    for text in Self.spreadsheets { add(Array(text.utf8), to: .csv) }
    for text in Self.objects { add(Array(text.utf8), to: .jsonl) }
    try addFixtures()
  }

  private static func bytes(of file: URL) throws -> [UInt8] { [UInt8](try Data(contentsOf: file)) }

  private mutating func add(_ input: some Sequence<UInt8>, to target: FuzzTarget) {
    inputs[target, default: []].append(Array(input))
  }

  /// Frozen logs, by their names; and inputs that were findings once, in a folder by their target's name.
  private mutating func addFixtures() throws {
    var segments: [[UInt8]] = []
    let files = FileManager.default.enumerator(at: Self.fixtures, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      let folder = file.deletingLastPathComponent()
      if file.pathExtension == "lz4" { segments.append(try Self.bytes(of: file)) }
      if file.pathExtension == "store" { add(try Self.bytes(of: file), to: .store) }
      try addProgram(file)
      if file.lastPathComponent == "HEAD" { add(try Self.bytes(of: file), to: .head) }
      if folder.deletingLastPathComponent().lastPathComponent == "fuzz",
        let target = FuzzTarget(rawValue: folder.lastPathComponent)
      {
        add(try Self.bytes(of: file), to: target)
      }
    }
    try addLog(segments)
  }

  /// A file of another program, by its ending.
  private mutating func addProgram(_ file: URL) throws {
    guard file.path.contains("/programs/") else { return }
    switch file.pathExtension {
    case "csv", "tsv": add(try Self.bytes(of: file), to: .table)
    case "xml", "gpx", "tcx": add(try Self.bytes(of: file), to: .xml)
    case "zip": add(try Self.bytes(of: file), to: .archive)
    case "fit":
      let bytes = try Self.bytes(of: file)
      add(bytes, to: .fit)
      // Its messages, of which the target makes a file with right checksums.
      add(bytes.dropFirst(14).dropLast(2), to: .fit)
    default: break
    }
  }

  /// Segments, the content of their frames, and their records.
  private mutating func addLog(_ segments: [[UInt8]]) throws {
    for segment in segments {
      add(segment, to: .frames)
      let fileSystem = SimulatedFileSystem(FuzzTarget.soundDisk)
      fileSystem.replace(Trial.path + "/segment", by: segment)
      let file = try fileSystem.open(Trial.path + "/segment", for: .reading)
      try? SegmentContent.forEachFrame(of: file, segment: 1) { content in
        add(content.array(ByteRange(start: 0, end: content.byteCount)), to: .records)
        var reader = WireReader(start: 0, end: content.byteCount)
        while (inputs[.wire]?.count ?? 0) < 200, !reader.isAtEnd {
          _ = try reader.tag(in: content)
          add(content.array(try reader.byteRange(in: content)), to: .wire)
        }
      }
    }
  }

  /// The sample in a journal: its log, its export, and the parts of its snapshot.
  private mutating func addJournal(importing path: String) throws {
    var configuration = Journal.Configuration()
    let fileSystem = SimulatedFileSystem()
    configuration.fileSystem = fileSystem
    let journal = try Journal(at: Trial.path, configuration: configuration)
    _ = try Importer.run(
      path: path, format: .csv, dryRun: false, skipInvalid: false, now: 1_795_262_400_000,
      zone: try LocalTimeZone.system(environment: ["TZ": "UTC"]), progress: nil, into: { _ in journal })
    var json = JSONWriter()
    var lines: [[UInt8]] = []
    try journal.forEachCheckIn { checkIn in
      json.removeAll()
      checkIn.write(to: &json)
      lines.append(json.bytes)
    }
    try journal.edit(1, with: CheckInChanges(title: "Edited", calories: .clear, location: .set("Park")))
    try journal.discard([2, 3])
    _ = try journal.undo()
    try journal.close()
    try addEvents(of: journal)
    for count in [1, 5] { add(Array(lines.suffix(count).joined(separator: Array("\n".utf8))), to: .jsonl) }
    let directory = LogDirectory(fileSystem: fileSystem, path: Trial.path)
    try addLog([fileSystem.content(of: directory.segmentPath(1))])
    try addParts(of: directory)
    // A small one, of which every part is whole in the input.
    try addParts(of: LogDirectory(fileSystem: SimulatedFileSystem(FuzzTarget.soundDisk), path: Trial.path))
  }

  /// The file of a journal's events, and its beginnings.
  private mutating func addEvents(of journal: Journal) throws {
    let directory = try TemporaryDirectory()
    _ = try Exporter.run(journal: journal, path: directory.path + "/events", format: .events, progress: nil)
    let lines = try directory.read("events").split(separator: UInt8(ascii: "\n"))
    var header = try EventFile.Header(Array(lines[0]), of: "the export")
    for count in [1, 2, lines.count - 1] {
      header.eventCount = count
      var json = JSONWriter()
      header.write(to: &json)
      add(([json.bytes[...]] + lines[1...count]).joined(separator: [UInt8(ascii: "\n")]), to: .events)
    }
  }

  private mutating func addParts(of directory: LogDirectory) throws {
    var fold = TimelineFold(progress: nil)
    var reader = try EventReader(directory)
    try fold.fold(&reader)
    var parts: [Int64: [UInt8]] = [:]
    try fold.timeline.forEachPart { id, bytes in parts[id.rawValue >> 40] = bytes }
    add(FuzzTarget.snapshotInput((0..<4).map { parts[$0] ?? [] }), to: .snapshot)
    for kind in Int64(4)...6 { add(parts[kind] ?? [], to: .index) }
  }

  private static let texts = [
    "2026-11-21T07:10:00+01:00", "2026-02-28 23:59:59.999Z", "0001-01-01T00:00-23:59", "2026-11-21", "2026-11",
    "0E9F7E3A-4C1B-4F0E-9B0B-0123456789AB", String(repeating: "0f", count: 32),
    "checkin-receipt:1:0E9F7E3A-4C1B-4F0E-9B0B-0123456789AB:12:1:345:" + String(repeating: "a5", count: 32),
  ]

  private static let spreadsheets = [
    "\u{FEFF}at,type,title,notes,id\r\n2026-11-01T07:10,Run,\"a \"\"b\"\"\r\nc\",'=1,\r\n",
    "title;at\n", "at,type,title,calories,location,notes,id,at\n",
    "at,type,title\n2026-11-01T07:10:00Z,Yoga,=cmd\n2026-11-01T07:10:00Z,Yoga,=cmd\n\n  \n\"x\"y,z\n",
  ]

  private static let objects = [
    #"{"at":"2026-11-01T07:10:00+01:00","type":"Run","title":"\ud83c\udfc3","calories":1e2,"#
      + #""timeZone":"Europe/Berlin"}"#,
    "\n{\"title\":\"a\",\"title\":\"b\"}\n[1]\n{\"at\":5,\"id\":\"x\",\"discarded\":true}\n",
  ]
}
