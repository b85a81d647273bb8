import CheckInInterchange
import CheckInJournal
import Foundation
import Testing

/// Tracks and activities of devices: GPX, TCX, FIT.
@Suite("Imports of tracks")
struct TrackImportTests {
  private let trial: ProgramImport

  init() throws { trial = try ProgramImport() }

  private func importTwice(_ path: String, map: [String] = []) throws -> ImportReport {
    let report = try trial.run(path, map: map)
    #expect(report.rejected == [])
    let again = try trial.run(path, map: map, zone: "Asia/Tokyo")
    #expect((again.added, again.duplicates) == (0, report.added))
    return report
  }

  @Test("GPX: tracks with times; what has none is said")
  func gpx() throws {
    let report = try importTwice("tracks/run.gpx", map: ["hiking=Walk"])
    #expect(
      try trial.shown() == [
        "2025-11-21T00:30:00+01:00|Europe/Berlin|Walk|hiking|600 s|111 m",
        "2025-11-21T06:03:11+01:00|Europe/Berlin|Run|Tiergarten & back|1669 s|2000 m|Cold & dark <brr>",
      ])
    #expect(report.dropped.filter { $0.reason.text.contains("track") || $0.reason.text.contains("routes") }.count == 2)
  }

  @Test("TCX: sums of laps, and not of their points")
  func tcx() throws {
    let report = try importTwice("tracks/history.tcx")
    #expect(report.shownActivities == ["Biking→Bike 1", "Other→Unknown 1", "Running→Run 1"])
    #expect(
      try trial.shown() == [
        "2025-11-19T18:00:00+01:00|Europe/Berlin|Unknown|Other|55 kcal|600 s",
        "2025-11-20T17:00:00+01:00|-|Bike|Biking|3480 s|20100 m",
        "2025-11-21T06:03:11+01:00|Europe/Berlin|Run|Running|344 kcal|1862 s|5021 m|Twice round <the lake>",
      ])
  }

  @Test("FIT: developer fields, times in headers, the device's clock", arguments: ["run", "compressed"])
  func fit(name: String) throws {
    _ = try importTwice("tracks/\(name).fit")
    #expect(try trial.shown() == ["2025-11-21T06:03:11+01:00|-|Run|Running|344 kcal|1862 s|5021 m"])
  }

  @Test("FIT: big-endian, several sessions, files in a chain")
  func chainedFIT() throws {
    let report = try importTwice("tracks/triathlon.fit")
    #expect(
      report.shownActivities == [
        "Cycling→Cycling 1", "Hiking→Unknown 1", "Strength Training→Strength Training 1", "Swimming→Swim 1",
      ])
    #expect(try trial.journal.checkIns().compactMap(\.calories).sorted() == [250, 500, 900])
  }

  @Test("A FIT file that is cut off or changed anywhere is refused with its place, and nothing traps")
  func damagedFIT() throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: ProgramImport.fixtures + "/tracks/run.fit")))
    for count in 0..<bytes.count {
      let path = try trial.scratch.write(Array(bytes.prefix(count)), to: "cut.fit")
      let error = #expect(throws: JournalError.self) { try trial.run(path, as: .fit) }
      #expect(error?.code == .refusedInput && error?.message.contains("byte") == true)
    }
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 0xFF
      let path = try trial.scratch.write(changed, to: "changed.fit")
      #expect(throws: JournalError.self, "byte \(index)") { try trial.run(path, as: .fit) }
    }
    #expect(trial.journal.sequence == 0)
  }

  @Test(
    "XML that is cut off, nested, or names entities is refused with its line",
    arguments: [
      ("<gpx>\n<trk>\n<name>a", "line 3"), ("<gpx><trk></gpx>", "closes no element"),
      ("<gpx><trk><name>&b;</name></trk></gpx>", "'b'"), ("<gpx\n a=\"x", "line 1"),
      ("<gpx>" + String(repeating: "<trk>", count: 200), "nested"), ("<!DOCTYPE gpx [<!ENTITY", "line 1"),
      ("<gpx><trk><name>&#xFFFFFFFF;</name></trk></gpx>", "entity"), ("<!-- <gpx>", "'-->'"),
    ])
  func refusesXML(text: String, words: String) throws {
    let error = #expect(throws: JournalError.self) { try trial.run(text: text, as: .gpx) }
    #expect(error?.code == .refusedInput && error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test("Points outside the earth and times that are none are named by their lines")
  func badPoints() throws {
    let report = try trial.run(
      text:
        "<gpx><trk><trkseg>\n<trkpt lat=\"91\" lon=\"0\"><time>2025-11-21T05:03:11Z</time></trkpt></trkseg></trk></gpx>"
    )
    #expect(report.rejected.first?.messages.map(\.text).joined().contains("Line 2") == true)
  }
}
