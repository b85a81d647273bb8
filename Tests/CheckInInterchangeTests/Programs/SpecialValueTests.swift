import Foundation
import TestSupport
import Testing

@testable import CheckInInterchange
@testable import CheckInJournal
@testable import CheckInModel

/// Files that fill every field which an importer reads, and values with a second meaning: see the article about other
/// programs' fields.
@Suite("Fields and special values of other programs")
struct SpecialValueTests {
  private let trial: ProgramImport

  init() throws { trial = try ProgramImport() }

  // MARK: FIT

  /// A field of a message: its number, the number of its base type, and its bytes.
  private typealias Field = (number: UInt8, type: UInt8, bytes: [UInt8])

  private static func bytes(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// A FIT file of messages, each with its definition.
  private static func fit(_ messages: [(UInt16, [Field])]) -> [UInt8] {
    var data: [UInt8] = []
    for (number, fields) in messages {
      data += [0x40, 0, 0] + bytes(UInt64(number), 2) + [UInt8(fields.count)]
      for field in fields { data += [field.number, UInt8(field.bytes.count), field.type] }
      data += [0] + fields.flatMap(\.bytes)
    }
    let file = [12, 0x10, 0, 0] + bytes(UInt64(data.count), 4) + Array(".FIT".utf8) + data
    return file + bytes(UInt64(FITFile.checksum(file[...])), 2)
  }

  private static let activityFile: (UInt16, [Field]) = (0, [(0, 0, [4])])

  /// A session that starts at a number of seconds, with changed fields.
  private static func session(_ start: UInt64, _ changes: Field...) -> (UInt16, [Field]) {
    var fields: [Field] = [
      (2, 0x86, bytes(start, 4)), (5, 0, [1]), (6, 0, [0]), (7, 0x86, bytes(1_981_500, 4)),
      (8, 0x86, bytes(1_862_000, 4)), (9, 0x86, bytes(502_100, 4)), (11, 0x84, bytes(344, 2)),
    ]
    for change in changes {
      if let index = fields.firstIndex(where: { $0.number == change.number }) { fields[index] = change }
    }
    return (18, fields)
  }

  /// 2025-11-21T05:03:11Z.
  private static let start: UInt64 = 1_763_701_391 - 631_065_600

  private func importFIT(_ messages: (UInt16, [Field])...) throws -> ImportReport {
    try trial.run(try trial.scratch.write(Self.fit([Self.activityFile] + messages), to: "a.fit"))
  }

  @Test("FIT: every field, in its unit")
  func fit() throws {
    let zone: (UInt16, [Field]) = (
      34, [(253, 0x86, Self.bytes(Self.start, 4)), (5, 0x86, Self.bytes(Self.start + 32_400, 4))]
    )
    #expect(try importFIT(Self.session(Self.start), zone).rejected == [])
    #expect(try trial.shown() == ["2025-11-21T14:03:11+09:00|-|Run|Running|344 kcal|1862 s|5021 m"])
  }

  @Test("FIT: a value that is not set is not there")
  func invalidFIT() throws {
    let report = try importFIT(
      Self.session(
        Self.start, (5, 0, [0xFF]), (6, 0, [0xFF]), (8, 0x86, Self.bytes(0xFFFF_FFFF, 4)),
        (9, 0x86, Self.bytes(0xFFFF_FFFF, 4)), (11, 0x84, Self.bytes(0xFFFF, 2))),
      // The device does not know its zone.
      (34, [(253, 0x86, Self.bytes(Self.start, 4)), (5, 0x86, Self.bytes(0xFFFF_FFFF, 4))]))
    #expect(report.rejected == [])
    // Without the time in motion, the elapsed time counts.
    #expect(try trial.shown() == ["2025-11-21T06:03:11+01:00|Europe/Berlin|Unknown|Unknown|1982 s"])
  }

  @Test("FIT: a time since the device was switched on is no date", arguments: [6, 0x0FFF_FFFF, 0xFFFF_FFFF])
  func relativeFIT(start: UInt64) throws {
    let report = try importFIT(Self.session(start), Self.session(Self.start))
    #expect(report.rejected == [] && report.added == 1)
    #expect(report.dropped.map(\.reason) == ["activities of a device whose clock was not set"])
    // The least date is one.
    #expect(try importFIT(Self.session(0x1000_0000)).added == 1)
    #expect(try trial.shown().first?.hasPrefix("1998-07-03") == true)
  }

  @Test("FIT: a clock that was not set gives no offset")
  func relativeClock() throws {
    _ = try importFIT(
      Self.session(Self.start), (34, [(253, 0x86, Self.bytes(100, 4)), (5, 0x86, Self.bytes(7300, 4))]))
    #expect(try trial.shown().first?.hasPrefix("2025-11-21T06:03:11+01:00|Europe/Berlin|") == true)
  }

  @Test("Transitions between sports are no check-ins, and are listed")
  func transitions() throws {
    let fit = try importFIT(
      Self.session(Self.start, (5, 0, [5])), Self.session(Self.start + 3000, (5, 0, [3])),
      Self.session(Self.start + 3600, (5, 0, [2])))
    #expect((fit.added, fit.dropped.map(\.reason)) == (2, ["transitions between two sports"]))
    let lap = "<Lap StartTime=\"2025-11-22T05:03:11Z\"><TotalTimeSeconds>60</TotalTimeSeconds></Lap>"
    let tcx = try trial.run(
      text: """
        <TrainingCenterDatabase><Activities><MultiSportSession><Id>2025-11-22T05:03:11Z</Id>
        <FirstSport><Activity Sport="Other"><Id>a</Id>\(lap)</Activity></FirstSport>
        <NextSport><Transition>\(lap)</Transition><Activity Sport="Biking"><Id>b</Id>\(lap)</Activity></NextSport>
        <NextSport><Activity Sport="BikeToRunTransition_v2"><Id>c</Id>\(lap)</Activity></NextSport>
        </MultiSportSession></Activities></TrainingCenterDatabase>
        """)
    #expect((tcx.added, tcx.dropped.map(\.count)) == (2, [2]))
    // A user may say otherwise.
    let map = ["Transition=Walk"]
    #expect(try trial.run(trial.scratch.path + "/a.fit", map: map).dropped == [])
  }

  // MARK: GPX and TCX

  /// A segment of points a thousandth of a degree apart, some 111 m, at seconds after 05:03:00.
  private static func segment(_ points: [(latitude: Int, second: Int?)]) -> String {
    let points = points.map { point in
      let time =
        point.second.map { String(format: "<time>2025-11-21T05:%02d:%02dZ</time>", 3 + $0 / 60, $0 % 60) } ?? ""
      return "<trkpt lat=\"52.\(500 + point.latitude)\" lon=\"13.4\"><ele>-9999</ele>\(time)</trkpt>"
    }
    return "<trkseg>\n" + points.joined(separator: "\n") + "\n</trkseg>"
  }

  private func importTrack(_ segments: String...) throws -> ImportReport {
    try trial.run(text: "<gpx><trk><type>9</type>\(segments.joined())</trk></gpx>", as: .gpx)
  }

  @Test("GPX: every field")
  func gpx() throws {
    let report = try trial.run(
      text: """
        <gpx><metadata><name>File</name><time>2025-11-20T05:03:00Z</time></metadata><wpt lat="1" lon="2"/>
        <trk><name>Lake</name><cmt>wet</cmt><desc>cold</desc><src>GPS</src><link href="https://example.org"/>
        <number>7</number><type>1</type>\(Self.segment([(0, 0), (1, 30), (2, 60)]))</trk>
        <trk><name>Planned</name>\(Self.segment([(0, nil), (1, nil)]))</trk><rte><name>Way</name></rte></gpx>
        """)
    #expect(report.rejected == [])
    #expect(
      try trial.shown() == ["2025-11-21T06:03:00+01:00|Europe/Berlin|Cycling|Lake|60 s|222 m|wet\\ncold"])
    #expect(report.dropped.map(\.count) == [1, 1])
  }

  @Test("GPX: a segment that repeats earlier points counts once")
  func repeatedSegments() throws {
    let one = Self.segment([(0, 0), (1, 30), (2, 60)])
    // Written again whole; continued from its start; the last point is the first one of the next.
    #expect(
      try importTrack(one, one, Self.segment([(0, 0), (1, 30), (2, 60), (3, 90)]), Self.segment([(3, 90), (4, 120)]))
        .rejected == [])
    #expect(try trial.shown() == ["2025-11-21T06:03:00+01:00|Europe/Berlin|Run|Run|120 s|445 m"])
  }

  @Test("GPX: laps on the same way count each")
  func laps() throws {
    _ = try importTrack(Self.segment([(0, 0), (1, 30), (0, 60)]), Self.segment([(0, 90), (1, 120), (0, 150)]))
    #expect(try trial.shown() == ["2025-11-21T06:03:00+01:00|Europe/Berlin|Run|Run|150 s|445 m"])
  }

  @Test("GPX: points out of order are sorted; without times their distance is left out")
  func order() throws {
    _ = try importTrack(Self.segment([(0, 0), (2, 60), (1, 30), (3, 90)]))
    #expect(try trial.shown() == ["2025-11-21T06:03:00+01:00|Europe/Berlin|Run|Run|90 s|334 m"])
    let report = try importTrack(Self.segment([(0, 120), (2, 180), (3, nil), (1, 150)]))
    #expect(try trial.shown().last == "2025-11-21T06:05:00+01:00|Europe/Berlin|Run|Run|60 s")
    #expect(report.dropped.map(\.reason) == ["distances of tracks whose points are out of order and lack times"])
  }

  @Test("A leap second is a time", arguments: ["23:59:60Z", "23:59:60.5Z", "18:59:60-05:00", "05:29:60+05:30"])
  func leapSecond(time: String) throws {
    let report = try trial.run(
      text: """
        <gpx><trk><type>walk</type><trkseg><trkpt lat="1" lon="1"><time>2016-12-31T12:00:00Z</time></trkpt>
        <trkpt lat="1" lon="1.01"><time>2016-12-31T\(time)</time></trkpt></trkseg></trk></gpx>
        """)
    #expect(report.rejected == [])
    let seconds = try trial.journal.checkIns().first?.durationSeconds
    #expect(seconds == (time.contains(".") ? 43_201 : 43_200))
  }

  @Test("TCX: every field; a lap of zeros has its track's values")
  func tcx() throws {
    func points(_ minute: Int, _ metres: [Int?], _ latitudes: [Int?]) -> String {
      let points = zip(metres, latitudes).enumerated().map { index, values in
        "<Trackpoint><Time>2025-11-21T05:0\(minute):\(10 * (index + 1))Z</Time>"
          + (values.1.map {
            "<Position><LatitudeDegrees>52.\(500 + $0)</LatitudeDegrees>"
              + "<LongitudeDegrees>13.4</LongitudeDegrees></Position>"
          } ?? "")
          + (values.0.map { "<DistanceMeters>\($0)</DistanceMeters>" } ?? "") + "</Trackpoint>"
      }
      return "<Track>\(points.joined())</Track>"
    }
    func lap(_ seconds: Int, _ metres: Int, _ track: String) -> String {
      """
      <Lap StartTime="2025-11-21T05:03:11Z"><TotalTimeSeconds>\(seconds)</TotalTimeSeconds>
      <DistanceMeters>\(metres)</DistanceMeters><MaximumSpeed>3</MaximumSpeed><Calories>20</Calories>
      <AverageHeartRateBpm><Value>140</Value></AverageHeartRateBpm><Intensity>Active</Intensity>\(track)</Lap>
      """
    }
    let still = lap(60, 0, points(3, [nil, nil], [0, 1]))
    let moving = lap(60, 0, points(5, [7, 107], [0, 0]))
    func activity(_ id: String, _ laps: String...) -> String {
      "<Activity Sport=\"Running\"><Id>\(id)</Id>\(laps.joined())<Notes>wet</Notes><Training/></Activity>"
    }
    let report = try trial.run(
      text: """
        <TrainingCenterDatabase><Activities>
        \(activity("a", lap(100, 400, points(3, [0, 500], [0, 5])), lap(0, 0, points(4, [500, 900, 1400], [5, 6, 7]))))
        \(activity("b", lap(0, 0, points(3, [nil, nil, nil], [0, 1, 2]))))
        \(activity("c", still, lap(0, 0, ""), moving))
        </Activities><Courses/><Workouts/></TrainingCenterDatabase>
        """)
    #expect(report.rejected == [])
    #expect(
      try trial.shown().map { $0.split(separator: "|").dropFirst(3).joined(separator: "|") } == [
        "Running|40 kcal|120 s|1300 m|wet", "Running|20 kcal|20 s|222 m|wet", "Running|60 kcal|120 s|100 m|wet",
      ])
    #expect(report.dropped.map(\.reason.text).sorted() == ["courses, which are plans", "workouts, which are plans"])
  }

  // MARK: Apple Health

  private func workout(_ kind: String, _ attributes: String = "", _ children: String = "") -> String {
    """
    <HealthData><Workout workoutActivityType="HKWorkoutActivityType\(kind)" sourceName="Watch" sourceVersion="9"
    device="x" creationDate="2025-11-21 07:00:00 +0100" startDate="2025-11-21 06:03:11 +0100"
    endDate="2025-11-21 06:36:11 +0100" \(attributes)>\(children)</Workout></HealthData>
    """
  }

  @Test("Apple Health: every field of older and of newer systems")
  func appleHealth() throws {
    let older = """
      duration="31.5" durationUnit="min" totalDistance="5.021" totalDistanceUnit="km" totalEnergyBurned="344"
      totalEnergyBurnedUnit="kcal" totalFlightsClimbed="3"
      """
    let metadata = """
      <MetadataEntry key="HKTimeZone" value="Asia/Tokyo"/><MetadataEntry key="HKIndoorWorkout" value="1"/>
      <WorkoutEvent type="HKWorkoutEventTypePause"/><FileReference path="/route.gpx"/>
      """
    _ = try trial.run(text: workout("Running", older, metadata))
    let shown = "2025-11-21T14:03:11+09:00|Asia/Tokyo|Run|Running|344 kcal|1890 s|5021 m"
    #expect(try trial.shown() == [shown])
    let newer = """
      <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="344" unit="Cal"/>
      <WorkoutStatistics type="HKQuantityTypeIdentifierBasalEnergyBurned" sum="50" unit="Cal"/>
      <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="3.12" unit="mi"/>
      <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" average="140" unit="count/min"/>
      <WorkoutActivity uuid="A"><WorkoutStatistics type="HKQuantityTypeIdentifierDistanceCycling" sum="9" unit="km"/>
      </WorkoutActivity>
      """
    let second = try ProgramImport()
    _ = try second.run(text: workout("Running", "duration=\"0.525\" durationUnit=\"hr\"", metadata + newer))
    #expect(try second.shown() == [shown])
  }

  @Test(
    "Apple Health: units, in which a capital letter matters, and zeros that are no values",
    arguments: [
      ("344000", "cal", 344), ("344", "Cal", 344), ("1439.3", "kJ", 344), ("1439296", "J", 344), ("0", "kcal", nil),
    ] as [(String, String, Int?)])
  func energy(sum: String, unit: String, calories: Int?) throws {
    let attributes = "totalDistance=\"0\" totalDistanceUnit=\"km\" duration=\"0\" durationUnit=\"min\""
    let energy = "totalEnergyBurned=\"\(sum)\" totalEnergyBurnedUnit=\"\(unit)\""
    #expect(try trial.run(text: workout("Yoga", attributes + " " + energy)).rejected == [])
    let checkIn = try #require(try trial.journal.checkIns().first)
    #expect(checkIn.calories == calories && checkIn.distanceMetres == nil && checkIn.durationSeconds == nil)
  }

  @Test("Apple Health: a unit that is not known is told", arguments: ["KM", "furlong", ""])
  func unknownUnit(unit: String) throws {
    let report = try trial.run(text: workout("Yoga", "totalDistance=\"1\" totalDistanceUnit=\"\(unit)\""))
    #expect(report.rejected.first?.messages.map(\.text).joined().contains("'\(unit)'") == true)
  }

  @Test("Apple Health: the distances of a triathlon add up; steps on a bicycle do not", arguments: [true, false])
  func distances(isTriathlon: Bool) throws {
    let statistics = [("Swimming", "1500", "m"), ("Cycling", "40", "km"), ("WalkingRunning", "10", "km")].map {
      "<WorkoutStatistics type=\"HKQuantityTypeIdentifierDistance\($0)\" sum=\"\($1)\" unit=\"\($2)\"/>"
    }
    _ = try trial.run(text: workout(isTriathlon ? "SwimBikeRun" : "Cycling", "", statistics.joined()))
    #expect(try trial.journal.checkIns().first?.distanceMetres == (isTriathlon ? 51_500 : 40_000))
  }

  @Test("Apple Health: a document type that is not closed, as iOS 16 writes it, and characters that XML forbids")
  func documentType() throws {
    let type = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE HealthData [
      <!-- HealthKit Export Version: 12, "don't ]> -->
      <!ELEMENT HealthData (ExportDate,Me,(Record|Workout)*)>
      <!ATTLIST Workout
        workoutActivityType CDATA #REQUIRED
      <!ATTLIST VisionPrescription
        type             CDATA #REQUIRED
        brand            CDATA #IMPLIED
      <!ELEMENT RightEye EMPTY>
      <!ENTITY a "]>">
      ]>

      """
    let record = "<Record Health Mate App Version=\"2.6\" Modified Date=\"x\" type=\"a\u{0B}b\"/>"
    let text = type + workout("Running").replacing("<HealthData>", with: "<HealthData>\(record)")
    let report = try trial.run(text: text)
    #expect((report.added, report.rejected.count) == (1, 0))
  }

  // MARK: Google Fit and Day One

  @Test("Google Fit: every field of a session")
  func googleFit() throws {
    func session(_ duration: String) -> String {
      """
      {"fitnessActivity": "running", "startTime": "2025-11-21T05:03:11.5Z", "endTime": "2025-11-21T05:36:12.5Z",
      \(duration) "name": "Lake", "description": "wet", "segment": [{"fitnessActivity": "walking"}], "aggregate": [
      {"metricName": "com.google.heart_minutes.summary", "floatValue": 19.0},
      {"metricName": "com.google.calories.expended", "floatValue": 344.4},
      {"metricName": "com.google.step_count.delta", "intValue": 1550},
      {"metricName": "com.google.distance.delta", "floatValue": 5021.3}]}
      """
    }
    _ = try trial.run(text: session("\"duration\": \"1862.2s\","))
    let shown = "2025-11-21T06:03:11.500+01:00|Europe/Berlin|Run|Lake|344 kcal|1862 s|5021 m|wet"
    #expect(try trial.shown() == [shown])
    // Without the active time, the session lasts from its start to its end; a zero is no duration.
    for (duration, expected) in [("", "|1981 s|"), ("\"duration\": \"0s\",", "kcal|5021 m|")] {
      let other = try ProgramImport()
      _ = try other.run(text: session(duration))
      #expect(try other.shown().first?.contains(expected) == true)
    }
    #expect(try trial.run(text: session("\"duration\": \"31m\",")).rejected.count == 1)
    let timeless = try trial.run(text: #"{"fitnessActivity": "running", "endTime": "2025-11-21T05:36:12Z"}"#)
    #expect((timeless.added, timeless.dropped.map(\.reason)) == (0, ["sessions without a start"]))
  }

  @Test("Google Fit: every field of a table of days, where an empty cell and a zero are no time")
  func googleFitDays() throws {
    let report = try trial.run(
      text: """
        Date,Calories (kcal),Distance (m),Step count,Walking duration (ms),Running duration (ms),Inactive duration (ms)
        2025-11-21,2000,5021,9000,600000,1862499,80000000
        2025-11-22,1900,,,,0,
        """)
    #expect(
      try trial.shown() == [
        "2025-11-21|Europe/Berlin|Walk|Walking|600 s", "2025-11-21|Europe/Berlin|Run|Running|1862 s",
      ])
    #expect(report.unusedColumns == ["Calories (kcal)", "Distance (m)", "Step count"])
  }

  @Test("Day One: every field; an entry of a whole day has no time; an entry without a date is left out")
  func dayOne() throws {
    func entry(_ id: String, _ date: String, _ more: String = "") -> String {
      """
      {"uuid": "\(id)", \(date) "timeZone": "Asia\\/Tokyo", "text": "# Lake\\n\\nwet\\\\!",
      "tags": ["running", "my race"], "starred": true, "duration": 0, "weather": {"temperatureCelsius": 9},
      "richText": "{}", \(more)
      "location": {"placeName": "Park", "localityName": "Ueno", "country": "Japan", "latitude": 35.7}}
      """
    }
    let report = try trial.run(
      text: """
        {"metadata": {"version": "1.0"}, "entries": [
        \(entry("A", "\"creationDate\": \"2025-11-20T20:03:11Z\", \"isAllDay\": false,")),
        \(entry("B", "\"creationDate\": \"2025-11-21T15:00:00Z\", \"isAllDay\": true,")),
        \(entry("C", "", "\"modifiedDate\": \"2025-11-21T15:00:00Z\","))]}
        """)
    let rest = "|Run|Lake|at Park, Ueno, Japan|wet!\\n\\n#running #my-race"
    #expect(report.rejected == [])
    #expect(
      try trial.shown().sorted() == [
        "2025-11-21T05:03:11+09:00|Asia/Tokyo" + rest, "2025-11-22|Europe/Berlin" + rest,
      ])
    #expect(report.dropped.map(\.reason) == ["entries without a date"])
  }

  // MARK: Loop

  @Test("Loop: every mark, as a number and as a name; thousandths of counts")
  func loop() throws {
    let report = try trial.run(
      text: """
        Date,Run,Swimming,Yoga,
        2025-11-21,2,YES_MANUAL,1,
        2025-11-20,1,YES_AUTO,-1,
        2025-11-19,0,NO,3,
        2025-11-18,-1,UNKNOWN,SKIP,
        2025-11-17,,0,2500,
        """)
    #expect(report.rejected == [])
    #expect(
      try trial.shown().sorted() == [
        "2025-11-17|Europe/Berlin|Yoga|Yoga|2.5", "2025-11-21|Europe/Berlin|Run|Run",
        "2025-11-21|Europe/Berlin|Swim|Swimming",
      ])
    #expect(
      report.dropped.map { "\($0.count) \($0.reason)" } == [
        "3 days that count by a habit's frequency, with nothing done", "2 skipped days",
      ])
  }

  @Test("Loop: every field of a database, and marks that were not made")
  func loopDatabase() throws {
    let path = trial.scratch.path + "/loop.db"
    _ = try python(
      """
      import sqlite3, sys
      d = sqlite3.connect(sys.argv[1])
      d.executescript('''
        CREATE TABLE Habits
          (id INTEGER PRIMARY KEY, name TEXT, type INTEGER, unit TEXT, archived INTEGER, freq_num INTEGER);
        CREATE TABLE Repetitions (id INTEGER PRIMARY KEY, habit INTEGER, timestamp INTEGER, value INTEGER, notes TEXT);
        INSERT INTO Habits VALUES (1, 'Run', 1, 'km', 1, 3), (2, 'Yoga', 0, '', 0, 7), (3, 'Swim', 1, 'min', 0, 1);
      ''')
      day = 1763683200000
      for habit, days, value, notes in [(1, 0, 5021, 'wet'), (1, 1, 3, None), (1, 2, 0, None), (2, 0, 2, 'calm'),
                                        (2, 1, 1, None), (2, 2, -1, None), (3, 0, 30500, None), (3, 1, None, None)]:
          d.execute('INSERT INTO Repetitions (habit, timestamp, value, notes) VALUES (?, ?, ?, ?)',
                    (habit, day + days * 86400000, value, notes))
      d.commit()
      """, [path])
    let report = try trial.run(path)
    #expect(report.rejected == [])
    #expect(
      try trial.shown().sorted() == [
        "2025-11-21|Europe/Berlin|Run|Run|5021 m|wet", "2025-11-21|Europe/Berlin|Swim|Swim|1830 s",
        "2025-11-21|Europe/Berlin|Yoga|Yoga|calm",
      ])
    #expect(report.dropped.map(\.count) == [1, 1])
  }

  // MARK: Tables and the app's database

  @Test("Strava: every field, of which the repeated columns are in metres and seconds; zeros and empty cells")
  func strava() throws {
    let report = try trial.run(
      text: """
        Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Filename,\
        Elapsed Time,Moving Time,Distance,Calories
        1,"Nov 21, 2025, 5:03:11 AM",Lake,Run,wet,1980,5.02,a.fit.gz,1980.0,1862.0,5021.1,344.0
        2,"Nov 22, 2025, 5:03:11 AM",Hall,Yoga,,3600,0,,3600.0,,0.0,0
        3,"Nov 23, 2025, 5:03:11 AM",Hall,Yoga,,0,,,0.0,0.0,,
        """)
    #expect(report.rejected == [])
    #expect(
      try trial.shown() == [
        "2025-11-21T06:03:11+01:00|Europe/Berlin|Run|Lake|344 kcal|1862 s|5021 m|wet",
        "2025-11-22T06:03:11+01:00|Europe/Berlin|Yoga|Hall|3600 s", "2025-11-23T06:03:11+01:00|Europe/Berlin|Yoga|Hall",
      ])
  }

  @Test("Garmin Connect: every field, of which dashes are no value; a transition is no check-in")
  func garmin() throws {
    let report = try trial.run(
      text: """
        Activity Type,Date,Favorite,Title,Distance,Calories,Time,Avg HR
        Running,2025-11-21 06:03:11,false,Lake,5.021,344,00:31:02,152
        Transition,2025-11-21 06:34:13,false,Transition,0.05,1,00:01:02,--
        Yoga,2025-11-22 06:03:11,false,Hall,--,--,--,--
        """, map: ["distance=Distance:km"])
    #expect(report.rejected == [])
    #expect(
      try trial.shown() == [
        "2025-11-21T06:03:11+01:00|Europe/Berlin|Run|Lake|344 kcal|1862 s|5021 m",
        "2025-11-22T06:03:11+01:00|Europe/Berlin|Yoga|Hall",
      ])
    #expect(report.dropped.map(\.reason) == ["transitions between two sports"])
  }

  @Test("The app's database: every column; a null is no value; a value of another kind rejects its row")
  func store() throws {
    let path = trial.scratch.path + "/default.store"
    _ = try python(
      """
      import sqlite3, sys
      d = sqlite3.connect(sys.argv[1])
      d.execute("CREATE TABLE ZCHECKIN (Z_PK INTEGER PRIMARY KEY, ZCALORIES INTEGER, ZDATE TIMESTAMP,"
                " ZEXERCISETYPE VARCHAR, ZTITLE VARCHAR, ZLOCATION VARCHAR, ZNOTES VARCHAR, ZID BLOB, ZPHOTODATA BLOB)")
      date = 1763701391 - 978307200
      rows = [(344, date, "Run", "Lake", "Park", "wet", b"A" * 16, b"\\1\\xff\\xd8\\xff"),
              (None, date + 86400, None, None, None, None, b"B" * 16, None),
              (None, None, "Run", "a", None, None, b"C" * 16, None),
              ("x", date, "Run", "b", None, None, b"D" * 16, None),
              (None, date, "Run", b"\\xff", None, None, b"E" * 16, None),
              (None, date, "Run", "c", None, None, None, None)]
      d.executemany("INSERT INTO ZCHECKIN (ZCALORIES, ZDATE, ZEXERCISETYPE, ZTITLE, ZLOCATION, ZNOTES, ZID, ZPHOTODATA)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
      d.commit()
      """, [path])
    let report = try trial.run(path, skipInvalid: true)
    #expect((report.added, report.photos, report.rejected.map(\.row)) == (2, 1, [3, 4, 5, 6]))
    #expect(
      try trial.shown() == [
        "2025-11-21T06:03:11+01:00|Europe/Berlin|Run|Lake|344 kcal|at Park|wet",
        "2025-11-22T06:03:11+01:00|Europe/Berlin|Unknown|Legacy Check-in",
      ])
  }
}
