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
    // It can be kilometres as well as miles, and the hint does not choose.
    #expect(report.dropped.contains { $0.reason.text.contains("'distance=Distance:km', ':mi' or ':m'") })
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
    #expect(report.dropped.contains { $0.reason.text.hasPrefix("distances of swims") && $0.count == 1 })
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
      ("Date,Activity,Duration\n2025-06-05,Run,31:05\n", "'duration=Duration:min', ':h' or ':s'"),
      ("Date,Activity,Name\n2025-06-05,Run\n", "Row and header differ in their number of fields: 2 and 3"),
      ("Date,Activity\nsoon,Run\n", "Cannot read the time 'soon'"),
      ("Date,Activity,Distance (km)\n2025-06-05,Run,far\n", "Cannot read the distance 'far'"),
      ("Date,Activity,kcal\n2025-06-05,Run,-3\n", "The calories cannot be negative"),
      ("Date,Activity\n,Run\n", "The time is missing"),
    ])
  func rejects(text: String, words: String) throws {
    let report = try trial.run(text: text)
    #expect(report.rejected.map(\.row) == [2])
    #expect(report.rejected.first?.messages.map(\.text).joined().contains(words) == true, "\(report.rejected)")
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

  // MARK: Sets

  static let sets: [(String, [String])] = [
    ("Date,Exercise,Weight,Reps,Sets\n2025-01-15,Bench Press,80,8,4\n2025-01-15,Squat,120,10,3\n", []),
    ("Datum;Übung;kg;Wdh.\n15.1.2025;Kniebeuge;80;8\n15.1.2025;Kniebeuge;80;7\n", ["at=Datum,type=Übung"]),
    ("Workout Date,Exercise,Set,actualReps\n2025-01-15,Squat,1,5\n2025-01-16,Squat,1,5\n2025-01-16,Squat,2,5\n", []),
    ("Start Time,Exercise,Sets&Reps\n2025-01-15 07:00,Squat,5x5\n2025-01-15 07:20,Row,5x5\n", []),
    ("Day,Exercise,Répétitions\n2025-01-15,Squat,5\n2025-01-15,Squat,5\n", []),
  ]

  @Test("Sets of workouts do not become check-ins", arguments: sets)
  func setsAreRefused(text: String, map: [String]) throws {
    for format in [nil, ImportFormat.table] {
      let error = #expect(throws: JournalError.self) { try trial.run(text: text, as: format, map: map) }
      #expect(error?.code == .refusedInput)
      #expect(error?.message.contains("--as strong") == true && error?.message.contains("--map reps=") == true)
    }
    #expect(trial.journal.sequence == 0)
    // Who says that each row is a workout gets them.
    let rows = text.split(separator: "\n").count - 1
    #expect(try trial.run(text: text, map: map + ["reps="]).added == rows)
  }

  @Test(
    "Workouts of a known program are refused as a table",
    arguments: [
      ("strong", "Date,Workout Name,Exercise Name,Set Order,Weight,Reps\n2025-01-15 07:00:00,A,Squat,1,80,5\n"),
      ("hevy", "title,start_time,exercise_title,set_type,weight_kg,reps\nA,\"15 Jan 2025, 07:00\",Squat,normal,80,5\n"),
      ("fitnotes", "Date,Exercise,Category,Weight,Reps\n2025-01-15,Squat,Legs,80,5\n"),
    ])
  func workoutsAreRefused(program: String, text: String) throws {
    let error = #expect(throws: JournalError.self) { try trial.run(text: text, as: .table, map: ["type=Gym"]) }
    #expect(error?.message.contains("--as \(program)") == true, "\(error?.message ?? "")")
  }

  @Test("A table with repetitions of one row a day has workouts")
  func repetitionsOfWorkouts() throws {
    let text = "Date,Activity,Total Reps\n2025-01-15,Gym,120\n2025-01-16,Run,--\n2025-01-16,Gym,90\n"
    let report = try trial.run(text: text)
    #expect(report.added == 3 && report.unusedColumns == ["Total Reps"])
  }

  // MARK: Days without anything done

  @Test("Days that habit trackers mark as not done are left out, and counted")
  func habits() throws {
    let habitBull = """
      HabitName,HabitDescription,HabitCategory,CalendarDate,Value,CommentText
      Run,,Health,2025-01-01,1,slow
      Run,,Health,2025-01-02,0,
      Run,,Health,2025-01-03,1,

      """
    let map = ["at=CalendarDate,type=HabitName,notes=CommentText"]
    let report = try trial.run(text: habitBull, map: map)
    #expect((report.read, report.added) == (2, 2))
    #expect(report.dropped.map(\.count) == [1] && report.dropped[0].reason.text.contains("'Value' marks as not done"))
    let streaks = """
      task_id,task_title,icon,entry_type,entry_date,entry_timestamp,entry_timezone,quantity,page,notes
      1,Swim,i,completed_manually,20250104,2025-01-04T06:30:00Z,Europe/Berlin,1,0,
      1,Swim,i,missed_auto,20250105,2025-01-05T22:59:59Z,Europe/Berlin,0,0,
      1,Swim,i,skipped_manually,20250106,2025-01-06T22:59:59Z,Europe/Berlin,0,0,
      1,Swim,i,completed_auto,20250107,2025-01-07T06:30:00Z,UTC,1,0,

      """
    let tasks = try trial.run(text: streaks, map: ["at=entry_timestamp,type=task_title,timeZone=entry_timezone"])
    #expect((tasks.added, tasks.dropped.map(\.count)) == (2, [2]))
    let tidy = try trial.run(text: "habit,date,value\nYoga,2025-01-08,1\nYoga,2025-01-09,0\n", map: ["type=habit"])
    #expect((tidy.added, tidy.dropped.map(\.count)) == (1, [1]))
    #expect(
      try trial.shown() == [
        "2025-01-01|Europe/Berlin|Run|Run|slow", "2025-01-03|Europe/Berlin|Run|Run",
        "2025-01-04T07:30:00+01:00|Europe/Berlin|Swim|Swim", "2025-01-07T06:30:00+00:00|UTC|Swim|Swim",
        "2025-01-08|Europe/Berlin|Yoga|Yoga",
      ])
  }

  @Test("A plan's rows that are not ticked are left out, unless the map says otherwise")
  func plans() throws {
    let text = "Date,Activity,Done\n2025-01-01,Run,x\n2025-01-02,Run,\n2025-01-03,Run,FALSE\n2025-01-04,Run,✔\n"
    #expect(try trial.run(text: text).added == 2)
    #expect(try trial.run(text: text, map: ["done="]).added == 2)
    let german = "Datum;Sport;Erledigt\n2025-02-01;Laufen;ja\n2025-02-02;Laufen;nein\n2025-02-03;Laufen;\n"
    let map = ["at=Datum,type=Sport,done=Erledigt", "Laufen=Run"]
    #expect(try trial.run(text: german, map: map).added == 1)
    let unclear = try trial.run(text: german.replacing("nein", with: "offen"), map: map)
    #expect(unclear.rejected.map(\.row) == [3] && unclear.rejected[0].messages[0].text.contains("'offen'"))
  }

  @Test("A status that says nothing of it leaves nothing out, and is listed as not taken")
  func otherStatus() throws {
    let report = try trial.run(text: "Date,Activity,Status\n2025-01-01,Run,uploaded\n2025-01-02,Run,\n")
    #expect((report.added, report.dropped.count) == (2, 0) && report.unusedColumns == ["Status"])
    let amounts = try trial.run(text: "Date,Activity,Value\n2025-02-01,Run,30\n2025-02-02,Run,0\n")
    #expect((amounts.added, amounts.dropped.map(\.count)) == (1, [1]) && amounts.unusedColumns == ["Value"])
    // What the map takes for something else is no mark.
    let metres = "Date,Activity,Value\n2025-03-01,Run,3000\n2025-03-02,Run,0\n"
    #expect(try trial.run(text: metres, map: ["distance=Value:m"]).added == 2)
  }

  // MARK: Zones

  @Test(
    "Offsets from UTC are understood, in a column and behind the time",
    arguments: [
      ("UTC-04:00", -240), ("GMT-5", -300), ("UTC+0200", 120), ("UTCZ", 0), ("utc", 0), ("Z", 0), ("+05:45", 345),
      ("GMT +09:30", 570), ("(UTC+01:00)", 60), ("UTC\u{2212}3", -180), ("-0330", -210), ("GMT+0", 0), ("+02", 120),
    ])
  func offsets(_ zone: String, _ minutes: Int) throws {
    let local: Int64 = 1_751_698_800_000
    for text in [
      "Start Time,Activity,Timezone\n2025-07-05 07:00,Run,\(zone)\n",
      "Start Time,Activity\n2025-07-05 07:00 \(zone),Walk\n",
    ] {
      #expect(try trial.run(text: text).rejected == [], "\(zone)")
    }
    let checkIns = try trial.journal.checkIns()
    #expect(checkIns.map { $0.time.instantMilliseconds } == [1, 1].map { $0 * local - Int64(minutes) * 60_000 })
    #expect(minutes == 0 || checkIns.allSatisfy { $0.time.offsetMinutes == minutes })
  }

  @Test("A zone that is not known is reported", arguments: ["Mars/Base", "EDT?", "GMT+25", "UTC+1:5", "UTC-330"])
  func unknownZones(_ zone: String) throws {
    let header = "Start Time,Activity,Timezone\n"
    let local = try trial.run(text: header + "2025-07-05 07:00,Run,\(zone)\n")
    #expect(local.rejected.first?.messages.map(\.text).joined().contains("--map timeZone=") == true)
    #expect(try trial.run(text: header + "2025-07-05 07:00,Run,\(zone)\n", map: ["timeZone="]).added == 1)
    // These can be placed in time.
    for time in ["2025-07-06T07:00:00+02:00", "2025-07-06T07:00:00Z"] {
      let placed = try trial.run(text: header + "\(time),Swim,\(zone)\n")
      #expect(placed.added == 1 && placed.dropped.map(\.reason) == ["time zones that are not known here"])
    }
    // A day needs no zone.
    #expect(try trial.run(text: header + "2025-07-07,Yoga,\(zone)\n").added == 1)
  }

  // MARK: Columns of one name

  @Test("Of several columns of one name, each can be named")
  func namesakes() throws {
    let text = "Date,Activity,Distance,Distance,Time,Time\n2025-06-05,Run,5.02,5021,0:31:05,0:40:00\n"
    let error = #expect(throws: JournalError.self) { try trial.run(text: text) }
    #expect(error?.message.contains("'distance=Distance#1'") == true, "\(error?.message ?? "")")
    let map = ["distance=Distance#2:m", "duration=time#1"]
    #expect(try trial.run(text: text, map: map).rejected == [])
    #expect(try trial.shown() == ["2025-06-05|Europe/Berlin|Run|Run|1865 s|5021 m"])
    for wrong in ["distance=Distance#3", "distance=Distance#0", "distance=Distance#", "title=#2"] {
      #expect(throws: JournalError.self) { try trial.run(text: text, map: [wrong]) }
    }
    // A column's own name goes before.
    let own = "Date,Activity,Set #2,Set\n2025-06-06,Run,own,other\n"
    #expect(try trial.run(text: own, map: ["title=Set #2"]).sample.map(\.title) == ["own"])
  }

  // MARK: Units

  @Test("Energy without a unit is not taken for kilocalories")
  func energy() throws {
    let text = "Date,Activity,Energy\n2025-06-05,Run,1000\n"
    let report = try trial.run(text: text)
    #expect(
      report.dropped.map(\.count) == [1] && report.dropped[0].reason.text.contains("'calories=Energy:kcal' or ':kJ'"))
    #expect(try trial.shown() == ["2025-06-05|Europe/Berlin|Run|Run"])
    let said = try trial.run(text: text.replacing("05", with: "06"), map: ["calories=Energy:kJ"])
    #expect(said.dropped == [])
    #expect(try trial.shown().last == "2025-06-06|Europe/Berlin|Run|Run|239 kcal")
  }

  @Test(
    "A distance that no one covers in the time is questioned, with the units that are plausible",
    arguments: [
      // Metres read as kilometres, and the other way round.
      ("Run,5020,0:31:05", "km", ["m"]), ("Run,5.02,0:31:05", "m", ["km", "mi"]), ("Swim,1500,0:40:00", "km", ["m"]),
      // Kilometres read as miles: 42.2 mi in three hours.
      ("Run,42.2,2:55:00", "mi", ["km"]), ("Ride,160,4:15:00", "mi", ["km"]), ("Walk,5,1:00:00", "m", ["km", "mi"]),
      // Centimetres, which no unit makes plausible; and a table that has hours in place of minutes.
      ("Run,1085000,1:00:00", "m", []), ("Ride,40,0:00:40", "km", ["m"]),
    ])
  func doubtfulSpeeds(row: String, unit: String, plausible: [String]) throws {
    let text = "Date,Activity,Far,Duration\n2025-06-04,Run,0,0:10:00\n2025-06-05,\(row)\n2025-06-06,\(row)\n"
    let report = try trial.run(text: text, map: ["distance=Far:\(unit)"], dryRun: true)
    #expect((report.added, report.doubtfulSpeedCount) == (3, 2))
    #expect(report.doubtfulSpeed?.row == 3)
    #expect(report.doubtfulSpeed?.plausibleMaps == plausible.map { "distance=Far:\($0)" })
    if let map = report.doubtfulSpeed?.plausibleMaps.first {
      #expect(try trial.run(text: text, map: [map], dryRun: true).doubtfulSpeedCount == 0)
    }
  }

  @Test("What the fastest and the slowest do is not questioned")
  func plausibleSpeeds() throws {
    let rows = [
      "Run,42.195,2:00:35", "Run,0.1,0:00:10", "Run,10,0:26:11", "Run,100,6:05:35", "Run,2,0:40:00", "Walk,20,1:16:36",
      "Walk,1,3:00:00", "Swim,0.05,0:00:22", "Swim,1.5,0:14:31", "Ride,56.792,1:00:00", "Ride,0.2,0:00:10",
      "Ride,1,0:30:00", "Ride,250,5:20:00", "Yoga,1,1:00:00", "Flight,400,1:30:00",
    ]
    let text = "Date,Activity,Far (km),Duration\n" + rows.map { "2025-06-05,\($0)\n" }.joined()
    let report = try trial.run(text: text, map: ["distance=Far (km)"], dryRun: true)
    #expect(report.added == rows.count && report.doubtfulSpeed == nil, "\(String(describing: report.doubtfulSpeed))")
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

  @Test("What a map cannot be", arguments: ["Hike", "Hike=", "decimal=dot", "type=A,type=B", "=Run"])
  func mapsAreChecked(text: String) {
    #expect(throws: JournalError.self) { try ImportMap([text]) }
  }

  @Test("An activity becomes an exercise type, and nothing else")
  func activitiesBecomeTypes() throws {
    let text = "Date,Activity\n2025-01-02 07:00,Hike\n"
    #expect(throws: JournalError.self) { try trial.run(text: text, map: ["Hike=Stroll"]) }
    #expect(try trial.run(text: text, map: ["Hike=Walk"]).added == 1)
  }

  @Test("A comma in a column's name belongs to it")
  func commas() throws {
    let map = try ImportMap(["title=Name, full,at=Day", "Push, pull=Gym,Up, down=Yoga"])
    #expect(map.columns == [.title: "Name, full", .at: "Day"])
    #expect(try map == ImportMap(["at=Day", "Up, down=Yoga", "Push, pull=Gym", "title=Name, full"]))
  }
}
