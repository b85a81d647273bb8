import CheckInJournal
import TestSupport
import Testing

@testable import checkin

/// Which words at the end of a title are read as measures and a time, and which stay in the title.
@Suite("Words in titles")
struct TitleWordsTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var words: String
    var type: ExerciseType
    var title: String
    /// The values as options record them.
    var read: String
    /// The part of the title that may be something else.
    var doubt: String?
    var testDescription: String { words }

    /// - Parameter title: `nil` if all words stay.
    init(
      _ words: String, _ type: ExerciseType = .run, title: String? = nil, read: String = "", doubt: String? = nil
    ) {
      (self.words, self.type, self.title, self.read, self.doubt) = (words, type, title ?? words, read, doubt)
    }
  }

  /// Titles with measures that are read.
  static let measures = [
    Case("River loop 13.1 km 1:05:00", title: "River loop", read: "13.1km 1:05:00"),
    Case("River loop 13.1km 1:05:00", title: "River loop", read: "13.1km 1:05:00"),
    Case("River loop 13,1 km", title: "River loop", read: "13.1km"),
    Case("River loop 13.1 km 1:05:00 640 kcal", title: "River loop", read: "13.1km 1:05:00 640"),
    Case("River loop 640 kcal 13.1 km", title: "River loop", read: "640 13.1km"),
    Case("Lake 5 km", title: "Lake", read: "5km"), Case("Lake 5 KM", title: "Lake", read: "5km"),
    Case("Lake 5 km 25:30", title: "Lake", read: "5km 25:30"),
    Case("Lake 25:30 5 km", title: "Lake", read: "25:30 5km"),
    Case("Parkrun 5km 22:10", title: "Parkrun", read: "5km 22:10"),
    Case("Lake 3.1 mi", title: "Lake", read: "4.989km"), Case("Lake 3 miles", title: "Lake", read: "4.828km"),
    Case("Lake 1 mile", title: "Lake", read: "1.609km"), Case("Lake 26.2 miles", title: "Lake", read: "42.165km"),
    Case("Western States 100 miles", title: "Western States", read: "160.934km"),
    Case("Track 5000 m", title: "Track", read: "5km"), Case("Track 1500m", title: "Track", read: "1.5km"),
    Case("Laps 1500 m", .swim, title: "Laps", read: "1.5km"), Case("Laps 400m", .swim, title: "Laps", read: "400m"),
    Case("Freestyle 50 m", .swim, title: "Freestyle", read: "50m"),
    Case("Laps 2 km 45 min", .swim, title: "Laps", read: "2km 45:00"),
    Case("Flow 45 min", .yoga, title: "Flow", read: "45:00"), Case("Flow 45min", .yoga, title: "Flow", read: "45:00"),
    Case("Flow 45 minutes", .yoga, title: "Flow", read: "45:00"),
    Case("Abs 7 min", .gym, title: "Abs", read: "7:00"), Case("Plank 2 mins", .gym, title: "Plank", read: "2:00"),
    Case("EMOM 20 min", .gym, title: "EMOM", read: "20:00"), Case("Legs 1 h", .gym, title: "Legs", read: "1:00:00"),
    Case("Legs 1h", .gym, title: "Legs", read: "1:00:00"), Case("Legs 1.5 h", .gym, title: "Legs", read: "1:30:00"),
    Case("Legs 1,5h", .gym, title: "Legs", read: "1:30:00"), Case("Legs 2 hours", .gym, title: "Legs", read: "2:00:00"),
    Case("Legs 1h30", .gym, title: "Legs", read: "1:30:00"), Case("Legs 1h30m", .gym, title: "Legs", read: "1:30:00"),
    Case("Legs 1h05", .gym, title: "Legs", read: "1:05:00"),
    Case("Legs 1 h 30 min", .gym, title: "Legs", read: "1:30:00"),
    Case("Legs 1h 30min", .gym, title: "Legs", read: "1:30:00"),
    Case("Ride 2 hours 15 minutes", .bike, title: "Ride", read: "2:15:00"),
    Case("Long 1h 5m 30s", title: "Long", read: "1:05:30"), Case("Long 1 h 5 m 30 s", title: "Long", read: "1:05:30"),
    Case("Berlin 42,195 km 3:29:59", title: "Berlin", read: "42.195km 3:29:59"),
    Case("Pool 1500m 28:30", .swim, title: "Pool", read: "1.5km 28:30"),
    Case("Intervals 45m30s", title: "Intervals", read: "45:30"),
    Case("Marathon 3:58:12", title: "Marathon", read: "3:58:12"),
    Case("Ironman 10:15:30", title: "Ironman", read: "10:15:30"),
    Case("Half 21.1 km 1:45:00", title: "Half", read: "21.1km 1:45:00"),
    Case("Row 50 cal", .gym, title: "Row", read: "50"), Case("Legs 300 kcal", .gym, title: "Legs", read: "300"),
    Case("Legs 300kcal 1h", .gym, title: "Legs", read: "300 1:00:00"),
    Case("To work 9.2 km 31:40", .bike, title: "To work", read: "9.2km 31:40"),
    Case("Alps 120 km 4:30:00", .cycling, title: "Alps", read: "120km 4:30:00"),
    Case("Brevet 200 km", .cycling, title: "Brevet", read: "200km"),
    Case("10k race 10 km 45:12", title: "10k race", read: "10km 45:12"),
    Case("#race 10 km", title: "#race", read: "10km"),
    Case("Pool 1500 m 28:30", .swim, title: "Pool", read: "1.5km 28:30"),
    Case("Lake 8 km 41:00 #race", title: "Lake #race", read: "8km 41:00"),
    Case("Lake 8 km #race #hot", title: "Lake #race #hot", read: "8km"),
    Case("Lake 8 km #3"), Case("Week 3 easy 8 km", title: "Week 3 easy", read: "8km"),
    Case("Zone 2 run 60 min", title: "Zone 2 run", read: "1:00:00"),
    Case("Couch to 5k 3 km", title: "Couch to 5k", read: "3km"),
    Case("Tempo 3x2k 9 km", title: "Tempo 3x2k", read: "9km"),
    Case("Day 3 of 30 5 km 1h", title: "Day 3 of 30 5 km", read: "1:00:00", doubt: "5 km"),
    Case("Walk with dog 2.5 km", .walk, title: "Walk with dog", read: "2.5km"),
    Case("Club 8 km 41:00 #race yesterday", title: "Club #race", read: "8km 41:00 @yesterday"),
    Case("Easy 5 km yesterday 7am", title: "Easy", read: "5km @yesterday 7am"),
    Case("Easy yesterday 7am 5 km", title: "Easy", read: "5km @yesterday 7am"),
    Case("River loop 1:05:00 yesterday", title: "River loop", read: "1:05:00 @yesterday"),
    Case("Lake 5 km 25:30 yesterday", title: "Lake", read: "5km 25:30 @yesterday"),
    Case("Lake 5 km at 18:30", title: "Lake", read: "5km @at 18:30"),
    Case("Lake 5 km 25:30 at 18:30", title: "Lake", read: "5km 25:30 @at 18:30"),
    Case("Lake 13.1 km 1:05:00 640 kcal yesterday 18:00", title: "Lake", read: "13.1km 1:05:00 640 @yesterday 18:00"),
    Case("Lake 5 km 2h ago", title: "Lake", read: "5km @2h ago"),
    Case("Lake 5 km 1 h 2 days ago", title: "Lake", read: "5km 1:00:00 @2 days ago"),
  ]

  /// Titles of which no word is a measure.
  static let titles = [
    Case("Half"), Case("Half marathon"), Case("Second half"), Case("Half 1:58 attempt"), Case("Sub 2 half"),
    Case("Day 3 of 30"), Case("Route 66"), Case("3x3 basketball", .gym), Case("7 minute workout", .gym),
    Case("5x5", .strengthTraining), Case("5/3/1", .strengthTraining), Case("StrongLifts 5x5", .strengthTraining),
    Case("Couch to 5k"), Case("C25K week 4"), Case("Couch to 5k week 4"), Case("Week 4"), Case("W4D2"),
    Case("Level 7", .gym), Case("Day 1"), Case("Leg day 2", .gym), Case("Workout A", .gym), Case("Push 1", .gym),
    Case("10k steps", .walk), Case("10,000 steps", .walk), Case("10000 steps", .walk), Case("100 push-ups", .gym),
    Case("5k with Anna"), Case("5 km with Anna"), Case("13.1 miles of pain"), Case("Half marathon 2026"),
    Case("Berlin Marathon 2026"), Case("Marathon 42.195"), Case("6 x 400 m"), Case("6x400m"), Case("8 x 400 m"),
    Case("4x4"), Case("4 x 4 min"), Case("3x10 min"), Case("10x1 min"), Case("2 x 20 min"), Case("5 km + 2 km"),
    Case("5-10 km"), Case("Sub 45 min"), Case("Under 45 min"), Case("Under 3:45"), Case("Sub 20 5k attempt"),
    Case("Sub 3 h"), Case("Training for 10 km"), Case("Training for 10k"), Case("First 10 km"), Case("First 5k"),
    Case("Last 2 km hard"), Case("Every 2 min", .gym), Case("Every minute on the minute", .gym),
    Case("Pace 5:30/km"), Case("5:30/km"), Case("6 min/km"), Case("10 km/h"), Case("Tempo at 12 km/h"),
    Case("Zone 2"), Case("Zone 2 easy"), Case("Z2 heart rate 140"), Case("HR 140 bpm"), Case("200 W"),
    Case("FTP test 250 W", .bike), Case("RPE 8", .strengthTraining), Case("Bench 100 kg", .strengthTraining),
    Case("Squat 3x8 80kg", .strengthTraining), Case("Squat 80x10", .strengthTraining), Case("1RM", .strengthTraining),
    Case("Murph 20 lb vest", .gym), Case("CrossFit 26.1", .gym), Case("Open 24.3", .gym), Case("Fran", .gym),
    Case("Yoga with Adriene day 12", .yoga), Case("Sun salutation x 12", .yoga), Case("108 sun salutations", .yoga),
    Case("Pool 25m lane 3", .swim), Case("4 strokes", .swim), Case("1000m time trial", .swim),
    Case("E7 to work", .bike), Case("Route 5 to work", .bike), Case("R1", .bike), Case("B27 loop", .bike),
    Case("M25 orbital", .bike), Case("Col du Galibier 2642", .cycling), Case("Gate 3"), Case("Bus 100"), Case("U2"),
    Case("Room 101", .gym), Case("24/7 gym", .gym), Case("24h gym visit", .gym), Case("After 3 weeks off"),
    Case("30 day challenge"), Case("75 hard"), Case("90 day plan day 3", .gym), Case("Lunch run"), Case("Morning run"),
    Case("Evening"), Case("Parkrun #214"), Case("Parkrun 214"), Case("Bib 1024"), Case("3 laps"),
    Case("12 laps", .swim),
    Case("2 dogs", .walk), Case("Mum's 60th"), Case("1st run"), Case("2nd attempt"), Case("Back after 2 years"),
    Case("New PB"), Case("Run 3"), Case("Run 100"), Case("10"), Case("5"), Case("#100"), Case("Kilometre reps"),
    Case("Mile repeats"), Case("The mile"), Case("Miles and miles"), Case("Min effort"), Case("Min"), Case("h"),
    Case("Cal", .gym), Case("Kcal"), Case("Km"), Case("x km"), Case("five km"), Case("0 km"), Case("99999 km"),
    Case("-5 degrees"), Case("Feels like 30 C"), Case("Hot 35C"), Case("400 m hurdles"), Case("100m sprint"),
    Case("Intervals 6x 1000 m"), Case("Tempo 3x 10 min"), Case("Drills 4x 100 m", .swim),
    Case("Easy for 1 h 30 min"),
    Case("Sub 1 h 30 min"), Case("Marathon within 4 hours"), Case("Day 2 10 km plan"), Case("At 7 km"),
    Case("To 10 km"),
    Case("Laps of 400 m", .swim),
  ]

  /// Titles with a part that may be something else. It stays, and the answer says so.
  static let doubts = [
    Case("Morning 5k", doubt: "5k"), Case("Lake 10k", doubt: "10k"), Case("10K", doubt: "10K"),
    Case("Easy 7.5k", doubt: "7.5k"), Case("5k", doubt: "5k"), Case("Hike 12k", .walk, doubt: "12k"),
    Case("Legs 45m", .gym, doubt: "45m"), Case("Lake 45m", doubt: "45m"), Case("Track 400m", doubt: "400m"),
    Case("Track 800 m", doubt: "800 m"), Case("Lake 45:30", doubt: "45:30"), Case("Half 1:58", doubt: "1:58"),
    Case("Half 21.1 km 1:58", doubt: "1:58"), Case("Evening 18:30", doubt: "18:30"), Case("5 km", doubt: "5 km"),
    Case("45 min", .yoga, doubt: "45 min"), Case("1500 m", .swim, doubt: "1500 m"),
    Case("Lake 10 km in 45 min", doubt: "in 45 min"), Case("Lake 10 km in 45:12", doubt: "in 45:12"),
    Case("Park 3 km 18:30", .walk, doubt: "18:30"), Case("Commute 7 km 8:15", .bike, doubt: "8:15"),
    Case("Lake 1,234 km", doubt: "1,234 km"),
    Case("Lap 4 400 m", .swim, doubt: "400 m"), Case("Route 66 5 km", doubt: "5 km"),
    Case("Legs monday", .gym, doubt: "monday"), Case("Easy at 7", doubt: "at 7"),
    Case("Legs 07:10:30", .gym, doubt: "07:10:30"), Case("Lake 5 km 07:10", doubt: "07:10"),
  ]

  private func reading(_ words: [String], _ type: ExerciseType) throws -> TitleReading {
    let today = try #require(CivilDay("2026-11-21"))
    return TitleReading(words, type: type, known: [], isTimeKnown: false, today: today)
  }

  @Test(arguments: measures + titles + doubts)
  func reads(_ example: Case) throws {
    let reading = try reading(example.words.split(separator: " ").map(String.init), example.type)
    let values = reading.measures.map { $0.quantity.text($0.value) } + (reading.time.map { ["@" + $0] } ?? [])
    #expect(reading.title.joined(separator: " ") == example.title)
    #expect(values.joined(separator: " ") == example.read)
    #expect(reading.doubt?.words == example.doubt)
  }

  @Test("A quoted title is not parsed", arguments: measures)
  func quoted(_ example: Case) throws {
    let reading = try reading([example.words], example.type)
    #expect(reading.title == [example.words] && reading.measures.isEmpty && reading.doubt == nil)
  }

  @Test("An option goes before the title's words")
  func options() throws {
    let checkin = try CheckInProcess()
    let added = try checkin.run("run", "Lake", "5", "km", "--distance", "6", "--json").object()
    #expect(added["title"] as? String == "Lake 5 km" && added["distance"] as? Int == 6000)
  }

  @Test("The answer reports the values that were read and stored")
  func answers() throws {
    let checkin = try CheckInProcess()
    try checkin.run("rest")
    let outcome = try checkin.run("add", "run", "River", "loop", "13.1", "km", "1:05:00", "640", "kcal")
    #expect(
      outcome.lines.first == "Added 1  Run  River loop  Sat 21 Nov 07:30, 13.1 km, 1:05:00, 640 kcal")
    #expect(
      outcome.errors
        == "Read \"13.1 km 1:05:00 640 kcal\" as 13.1 km, 1:05:00, 640 kcal; quote the title to keep it.\n")
  }

  @Test(
    "The printed command records what stayed in the title",
    arguments: [
      ("Morning 5k", "Morning", "distance", 5000), ("Flow 45m", "Flow", "duration", 2700),
      ("Half 1:58", "Half", "duration", 7080), ("5 km", "5 km", "distance", 5000),
      ("Lake 10 km in 45 min", "Lake 10 km", "duration", 2700),
    ])
  func corrects(_ words: String, _ title: String, _ field: String, _ value: Int) throws {
    let checkin = try CheckInProcess()
    let outcome = try checkin.run(["add", "run"] + words.split(separator: " ").map(String.init))
    let command = try #require(outcome.errors.firstMatch(of: /checkin (edit 1 .*?)(, or|\n)/), "\(outcome)").1
    let edited = try checkin.shell("$checkin \(command)")
    #expect(edited.status == 0 && edited.output.hasPrefix("Changed 1  "), "\(edited)")
    let shown = try checkin.run("show", "1", "--json").object()
    #expect(shown["title"] as? String == title && shown[field] as? Int == value, "\(shown)")
  }
}
