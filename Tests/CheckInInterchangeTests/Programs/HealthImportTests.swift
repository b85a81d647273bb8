import CheckInInterchange
import CheckInJournal
import Foundation
import Testing

/// Apple Health, Google Fit and Day One.
@Suite("Imports of journals of health")
struct HealthImportTests {
  private let trial: ProgramImport

  init() throws { trial = try ProgramImport() }

  @Test("Apple Health: the zone of the workout and not of the export, totals of older and newer systems")
  func appleHealth() throws {
    let report = try trial.run("applehealth/export.xml")
    #expect(report.rejected == [])
    #expect(
      try trial.shown() == [
        "2019-06-01T14:03:11+09:00|Asia/Tokyo|Run|Running|344 kcal|1866 s|5021 m",
        "2025-10-26T02:30:00+01:00|-|Strength Training|Traditional Strength Training|239 kcal|3600 s",
        "2025-11-16T09:12:44-03:30|-|Unknown|Hiking|14530 s|14725 m",
        "2025-11-20T19:30:00+01:00|Europe/Berlin|Swim|Swimming|410 kcal|2430 s|1500 m",
      ])
    #expect(
      report.activities.map(\.name).sorted() == ["Hiking", "Running", "Swimming", "Traditional Strength Training"])
    // An export of a phone in another zone is of the same workouts.
    let text = try String(contentsOfFile: ProgramImport.fixtures + "/applehealth/export.xml", encoding: .utf8)
    let moved = text.replacing("2019-06-01 06:03:11 +0100", with: "2019-06-01 05:03:11 +0000")
      .replacing("2019-06-01 06:36:11 +0100", with: "2019-06-01 05:36:11 +0000")
    let again = try trial.run(text: moved)
    #expect((again.added, again.duplicates) == (0, 4))
  }

  @Test("Google Fit: sessions of a folder; tables of days where there are none")
  func googleFit() throws {
    let report = try trial.run("googlefit/Takeout")
    #expect(report.rejected == [])
    #expect(report.shownActivities == ["Rock climbing→Unknown 1", "Running→Run 1"])
    #expect(report.dropped.contains { $0.reason.text.contains("tables of days") })
    #expect(
      try trial.shown() == [
        "2025-11-21T00:45:00+01:00|Europe/Berlin|Unknown|Rock climbing|3600 s",
        "2025-11-21T06:03:11.123+01:00|Europe/Berlin|Run|Running|344 kcal|1981 s|5021 m",
      ])
    let days = try trial.run("googlefit/Takeout/Fit/Daily activity metrics/Daily activity metrics.csv")
    #expect((days.added, days.unknownTimeCount) == (3, 3))
    #expect(days.dropped.contains { $0.reason.text.contains("'Inactive'") })
    #expect(try trial.run("googlefit/Takeout").added == 0)
  }

  @Test("Day One: the zone of each entry, tags, places, one photo; from a file, a folder and an archive")
  func dayOne() throws {
    let report = try trial.run("dayone/Export.zip")
    #expect(report.rejected == [])
    #expect((report.added, report.photos, report.photosLeftOut) == (3, 1, 1))
    #expect(
      report.dropped.map(\.reason.text).sorted() == [
        "further photos of an entry, of which a check-in has one", "recordings",
      ])
    #expect(
      try trial.shown() == [
        "2025-11-19T18:00:00+01:00|Europe/Berlin|Yoga|Day One|#yoga",
        "2025-11-20T23:30:00+01:00|Europe/Berlin|Unknown|Just a thought",
        "2025-11-21T14:03:11+09:00|Asia/Tokyo|Run|Morning run|at Sumida Park, Tōkyō, Japan|"
          + "Along the river. 5 km!\\nCold 🥶\\n\\n#training #Running #first-race",
      ])
    for form in ["dayone/Journal.json", "dayone"] {
      let again = try trial.run(form)
      #expect((again.added, again.duplicates, again.photos) == (0, 3, 0), "\(form)")
    }
  }

  @Test("Day One: entries that are no exercise are left out if asked for, with all that is theirs")
  func dayOneWithoutThoughts() throws {
    let report = try trial.run("dayone/Export.zip", map: ["Unknown=none"])
    #expect((report.read, report.added) == (2, 2))
    #expect(report.shownActivities == ["Running→Run 1", "yoga→Yoga 1", "→nothing 1"])
    #expect(try trial.shown().allSatisfy { !$0.contains("Just a thought") })
    // It is no duplicate the next time either, and without --map it comes in.
    #expect(try trial.run("dayone/Export.zip", map: ["Unknown=none"]).duplicates == 2)
    #expect(try trial.run("dayone/Export.zip").added == 1)
  }

  @Test("Day One: a tag that is left out leaves out its entries")
  func dayOneTags() throws {
    let entries = ["food", "yoga"].map { tag in
      #"{"uuid":"\#(tag)","creationDate":"2025-11-21T05:03:11Z","text":"\#(tag)","tags":["\#(tag)"],"audios":[{}]}"#
    }
    let text = #"{"metadata":{},"entries":[\#(entries.joined(separator: ","))]}"#
    let report = try trial.run(text: text, as: .dayone, map: ["food=none"])
    #expect(report.shownActivities == ["food→nothing 1", "yoga→Yoga 1"])
    #expect(report.dropped.map(\.count) == [1])
    #expect(try trial.shown().count == 1)
  }

  @Test("Texts that are cut off or of other kinds are refused")
  func refuses() throws {
    for (text, format) in [
      ("{\"metadata\":{},\"entries\":[{\"text\":5}]}", ImportFormat.dayone), ("{\"entries\":", .dayone),
      ("{\"fitnessActivity\":", .googlefit), ("<HealthData><Workout", .applehealth), ("<a/>", .applehealth),
      ("", .applehealth), ("[]", .dayone),
    ] {
      let error = #expect(throws: JournalError.self) { try trial.run(text: text, as: format) }
      #expect(error?.code == .refusedInput, "\(error?.message ?? text)")
    }
  }

  @Test("An archive that is cut off or changed anywhere is refused or read whole, and nothing traps")
  func damagedArchives() throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: ProgramImport.fixtures + "/loop/Loop Habits CSV.zip")))
    for count in stride(from: 4, to: bytes.count, by: 7) {
      let path = try trial.scratch.write(Array(bytes.prefix(count)), to: "cut.zip")
      #expect(throws: JournalError.self) { try trial.run(path) }
    }
    for index in stride(from: 4, to: bytes.count, by: 3) {
      var changed = bytes
      changed[index] ^= 0x55
      let path = try trial.scratch.write(changed, to: "changed.zip")
      _ = try? trial.run(path, dryRun: true)
    }
    #expect(trial.journal.sequence == 0)
  }
}
