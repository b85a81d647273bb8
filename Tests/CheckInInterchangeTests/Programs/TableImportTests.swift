import CheckInInterchange
import CheckInJournal
import Testing

/// Tables of activities, as other programs export them.
@Suite("Imports of tables")
struct TableImportTests {
  private let trial: ProgramImport

  init() throws { trial = try ProgramImport() }

  @Test("Strava: names twice, times in UTC, what has no type is said, and the same twice adds nothing")
  func strava() throws {
    let preview = try trial.run("strava/activities.csv", dryRun: true)
    #expect(preview.added == 6 && trial.journal.sequence == 0)
    #expect(preview.sample.first?.title == "Morning Run")
    let report = try trial.run("strava/activities.csv")
    #expect(report.rejected == [])
    #expect((report.read, report.added, report.duplicates) == (6, 6, 0))
    #expect(
      report.shownActivities == [
        "Hike→Unknown 1", "Ride→Cycling 1", "Run→Run 2", "Swim→Swim 1", "Weight Training→Strength Training 1",
      ])
    #expect(report.unusedColumns.contains("Max Heart Rate") && !report.unusedColumns.contains("Activity ID"))
    #expect(
      try trial.shown() == [
        "2025-11-02T07:03:11+01:00|Europe/Berlin|Run|Morning Run|344 kcal|1862 s|5021 m|First of the month, \"easy\"",
        "2025-11-03T00:45:00+01:00|Europe/Berlin|Swim|Late Swim|310 kcal|2100 s|1500 m",
        "2025-11-03T13:10:05+01:00|Europe/Berlin|Cycling|Ride to the lake\nand back|7200 s|41301 m|Line one\\nline two",
        "2025-11-04T19:00:00+01:00|Europe/Berlin|Strength Training|Kraft|211 kcal|3600 s",
        "2025-11-05T08:30:00+01:00|Europe/Berlin|Unknown|Wanderung|800 kcal|9000 s|12000 m",
        "2026-03-29T03:30:00+02:00|Europe/Berlin|Run|Clock change|60 kcal|600 s|1000 m",
      ])
    // Wherever it is imported again: what is said then of unknown types alone is taken.
    let again = try trial.run("strava/activities.csv", map: ["Hike=Walk", "Swim=Run"], zone: "Asia/Tokyo")
    #expect((again.added, again.typed, again.duplicates) == (0, 1, 5))
    let hike = "2025-11-05T08:30:00+01:00|Europe/Berlin|Walk|Wanderung|800 kcal|9000 s|12000 m"
    #expect(try trial.shown().contains(hike))
    #expect(try trial.shown().contains { $0.contains("|Swim|Late Swim|") })
    #expect(try trial.run("strava/activities.csv", map: ["Hike=Walk"]).typed == 0)
  }

  @Test("Garmin: no zone, dashes for nothing, thousands, and distances without a unit are left out unless it is said")
  func garmin() throws {
    let report = try trial.run("garmin/Activities.csv", map: ["Hiking=Walk"])
    #expect(report.rejected == [])
    #expect((report.added, report.zonelessTimeCount, report.doubtfulTimeCount) == (5, 5, 1))
    #expect(report.dropped.contains { $0.reason.contains("distance=Distance:km") })
    #expect(
      try trial.shown() == [
        "2025-10-26T02:30:00+02:00|Europe/Berlin|Cycling|Night of the change|3480 s",
        "2025-11-16T09:12:44+01:00|Europe/Berlin|Walk|Müggelberge Hiking|903 kcal|14530 s",
        "2025-11-19T18:00:00+01:00|Europe/Berlin|Strength Training|Strength|1204 kcal|4500 s",
        "2025-11-20T19:30:00+01:00|Europe/Berlin|Swim|Pool Swim|410 kcal|2471 s",
        "2025-11-21T06:03:11+01:00|Europe/Berlin|Run|Berlin Running|344 kcal|1865 s",
      ])
    let again = try trial.run("garmin/Activities.csv", map: ["distance=Distance:km"], zone: "UTC")
    #expect((again.added, again.duplicates) == (0, 5))
  }

  @Test("Garmin: what was swum in a pool is in metres, whatever unit the column has")
  func garminPools() throws {
    let report = try trial.run("garmin/Activities.csv", map: ["distance=Distance:km"])
    #expect(report.added == 5)
    #expect(report.dropped.contains { $0.reason.hasPrefix("distances of swims") && $0.count == 1 })
    let shown = try trial.shown()
    #expect(shown.contains { $0.contains("Pool Swim|410 kcal|2471 s") && !$0.hasSuffix(" m") })
    #expect(shown.contains { $0.contains("Berlin Running") && $0.hasSuffix("|5020 m") })
  }

  @Test("Semicolons, a mark before the text, German names by the map, days alone, equal rows")
  func german() throws {
    let map = [
      "at=Datum,type=Sportart,title=Bezeichnung,distance=Strecke (km),duration=Dauer,location=Ort,notes=Bemerkung",
      "Laufen=Run,Schwimmen=Swim",
    ]
    let report = try trial.run("tables/german.csv", map: map)
    #expect(report.rejected == [])
    #expect((report.read, report.added, report.unknownTimeCount, report.zonelessTimeCount) == (4, 4, 3, 1))
    #expect(report.unusedColumns == ["Puls"])
    #expect(
      try trial.shown() == [
        "2025-11-21|Europe/Berlin|Run|Morgenrunde|344 kcal|1865 s|5020 m|at Tiergarten|"
          + "naß; kalt",
        "2025-11-22T18:00:00+01:00|Europe/Berlin|Swim|Schwimmen|1500 m|at Stadtbad",
        "2025-11-23|Europe/Berlin|Yoga|Abends|1204 kcal|3600 s|=SUMME(A1)",
        "2025-11-23|Europe/Berlin|Yoga|Abends|1204 kcal|3600 s|=SUMME(A1)",
      ])
    let again = try trial.run("tables/german.csv", map: map)
    #expect((again.added, again.duplicates) == (0, 4))
  }

  @Test("Tabs, units in the columns' names, kilojoules")
  func tabs() throws {
    let report = try trial.run("tables/days.tsv")
    #expect(report.rejected == [])
    #expect(
      try trial.shown() == [
        "2025-11-21|Europe/Berlin|Run|Long|1000 kcal|5730 s|16093 m|days alone",
        "2025-11-22|Europe/Berlin|Swim|Open Water Swim|2400 s|2012 m",
      ])
  }

  @Test(
    "What is in doubt is refused with what to say",
    arguments: [
      ("Date,Activity\n05/06/2025,Run\n", "--map 'date=Date:dmy'"),
      ("Date,Activity,Distance (km)\n2025-06-05,Run,\"5,123\"\n", "--map decimal=comma"),
      ("Date,Activity,Duration\n2025-06-05,Run,31:05\n", "'duration=Duration:min'"),
      ("Date,Activity,Name\n2025-06-05,Run\n", "The row has 2 fields, and the header 3"),
      ("Date,Activity\nsoon,Run\n", "Cannot read the time 'soon'"),
      ("Date,Activity,Distance (km)\n2025-06-05,Run,far\n", "Cannot read the distance 'far'"),
      ("Date,Activity,kcal\n2025-06-05,Run,-3\n", "The calories cannot be negative"),
      ("Date,Activity\n,Run\n", "The time is missing"),
    ])
  func rejects(text: String, words: String) throws {
    let report = try trial.run(text: text)
    #expect(report.rejected.map(\.row) == [2])
    #expect(report.rejected.first?.messages.joined().contains(words) == true, "\(report.rejected)")
    #expect(trial.journal.sequence == 0)
  }

  @Test(
    "A header that cannot be understood is refused with its names",
    arguments: [
      ("Date,What\n", [], "--map type=COLUMN"),
      ("Date,Activity,Sport\n", [], "can both be the type"),
      ("Date,Activity\n", ["title=Name"], "has no column 'Name'"),
      ("Date,Activity\n", ["date=Date:ymd"], "days dmy or mdy"),
      ("When;What\n", ["at=When"], "--map type=COLUMN"),
    ] as [(String, [String], String)])
  func refuses(text: String, map: [String], words: String) throws {
    let error = #expect(throws: JournalError.self) { try trial.run(text: text, map: map) }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test("Maps say days and months, fractions, units, one type for all")
  func maps() throws {
    let text = "When,Far,kcal\n11/21/2025,\"5,123\",\"1,204\"\n"
    let report = try trial.run(text: text, map: ["at=When:mdy,type=Run,distance=Far:km", "decimal=point"])
    #expect(report.rejected == [])
    #expect(try trial.shown() == ["2025-11-21|Europe/Berlin|Run|Run|1204 kcal|5123000 m"])
  }

  @Test("A check-in's own columns with semicolons or tabs are read", arguments: [";", "\t"])
  func ownColumns(delimiter: String) throws {
    let rows = ["at,type,title,calories", "2025-11-21T07:10:00+01:00,Run,Morning,320"]
    let text = rows.map { $0.replacing(",", with: delimiter) }.joined(separator: "\n")
    #expect(try trial.run(text: text).added == 1)
    #expect(try trial.shown() == ["2025-11-21T07:10:00+01:00|-|Run|Morning|320 kcal"])
  }

  // MARK: A declared delimiter

  @Test(
    "A first line that declares the delimiter is no header",
    arguments: ["sep=;", "SEP=|", "sep=\t", "\"sep=;\"", "\u{FEFF}sep=;", "sep=,"])
  func declaredDelimiters(_ line: String) throws {
    let delimiter = String(line.drop { $0 != "=" }.dropFirst().prefix(1))
    let rows = ["Date;Activity;Name", "2025-06-05;Run;\"a\(delimiter)b\"", "soon;Run;c"]
    for end in ["\n", "\r\n", "\r"] {
      let text = ([line] + rows.map { $0.replacing(";", with: delimiter) }).joined(separator: end)
      let report = try trial.run(
        try trial.scratch.write(Array(text.utf8), to: "table"), skipInvalid: true)
      // As a spreadsheet counts, which hides that line.
      #expect(report.rejected.map(\.row) == [3] && report.read == 2)
      #expect(report.sample.map(\.title) == ["a\(delimiter)b"])
    }
    let wide = Array("\u{FEFF}sep=;\nDate;Activity\n2025-06-07;Run\n".utf16)
      .flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    #expect(try trial.run(try trial.scratch.write(wide, to: "wide")).rejected == [])
  }

  @Test("Every kind of table takes such a line")
  func declaredDelimitersOfPrograms() throws {
    let strong =
      "sep=;\nDate;Workout Name;Exercise Name;Set Order;Weight (kg);Reps\n2025-01-15 07:00:00;A;Squat;1;80;5\n"
    #expect(try trial.run(text: strong).addedSets == 1)
    let loop = "sep=,\nDate,Value\n2025-01-15,2\n"
    #expect(try trial.run(text: loop, map: ["Checkmarks=Run"]).added == 1)
    let own = "sep=;\nat;type;title\n2025-01-16T07:00:00+01:00;Run;Own\n"
    #expect(try trial.run(text: own).added == 1)
    #expect(try trial.run(text: own, as: .csv).added == 1)
    let strava = "sep=;\nActivity ID;Activity Date;Activity Name;Activity Type\n1;2025-01-17 07:00:00;Lake;Run\n"
    #expect(try trial.run(text: strava).added == 1)
  }

  @Test("Long titles stand whole in the notes")
  func longTitles() throws {
    let title = String(repeating: "é", count: 120)
    let report = try trial.run(text: "Start Time\tActivity\tTitle\n2025-06-05 07:00\tRun\t\(title)\n")
    #expect((report.added, report.dropped.count) == (1, 1))
    let checkIn = try #require(try trial.journal.checkIns().first)
    #expect(checkIn.title == String(repeating: "é", count: 99) + "…" && checkIn.notes == title)
  }

  @Test("What a map cannot be", arguments: ["Hike", "Hike=Stroll", "decimal=dot", "type=A,type=B", "=Run"])
  func mapsAreChecked(text: String) {
    #expect(throws: JournalError.self) { try ImportMap([text]) }
  }

  @Test("A comma in a column's name belongs to it")
  func commas() throws {
    let map = try ImportMap(["title=Name, full,at=Day", "Push, pull=Gym,Up, down=Yoga"])
    #expect(map.columns == [.title: "Name, full", .at: "Day"])
    #expect(try map == ImportMap(["at=Day", "Up, down=Yoga", "Push, pull=Gym", "title=Name, full"]))
  }
}
