import CheckInInterchange
import CheckInJournal
import Foundation
import Testing

/// The columns of files with workouts, as several versions and other programs write them.
@Suite("Columns of imported workouts")
struct WorkoutColumnTests {
  private let trial: WorkoutImport

  init() throws { trial = try WorkoutImport() }

  @Test("Strong's header of 2017 has the units as columns")
  func unitsAsColumns() throws {
    let metric = """
      Date,Workout Name,Exercise Name,Set Order,kg,Reps,km,Seconds,Notes
      2017-02-03 18:00:00,Legs,Squat (Barbell),1,102.5,5,,,
      2017-02-03 18:00:00,Legs,Running,1,,,5.2,1500,"easy"
      """
    #expect(try trial.run(metric).columnsNotImported == [])
    let imperial = """
      Date,Workout Name,Exercise Name,Set Order,lb,Reps,mi,Seconds
      2017-02-04 18:00:00,Push,Bench Press (Barbell),1,185,5,0,0
      2017-02-04 18:00:00,Push,Running,1,0,0,3.1,1500
      """
    #expect(try trial.run(imperial).rejected == [])
    #expect(
      try trial.shown() == [
        "Legs 2017-02-03T18:00:00+01:00: Squat 102.5x5, Run 5.2kmx25:00",
        "Push 2017-02-04T18:00:00+01:00: Bench Press 185lbx5, Run 4.988966kmx25:00",
      ])
  }

  @Test("Of two columns in two units each row fills one, and of two values the typed one counts")
  func pairs() throws {
    let text = """
      Date,Workout Name,Exercise Name,Set Order,Weight (kg),Weight (lbs),Reps,Distance (km),Distance (mi),Seconds,RPE
      2025-02-03 18:00:00,A,Squat,1,100,,5,,,,
      2025-02-03 18:00:00,A,Squat,2,,225,5,,,,
      2025-02-03 18:00:00,A,Squat,3,0,235,5,0,,,
      2025-02-03 18:00:00,A,Squat,4,61.23497,135,5,,,,
      2025-02-03 18:00:00,A,Running,5,,,,,2,900,
      2025-02-03 18:00:00,A,Running,6,,,,5,3.107,1500,
      """
    #expect(try trial.run(text).rejected == [])
    #expect(
      try trial.shown() == [
        "A 2025-02-03T18:00:00+01:00: Squat 100x5, Squat 225lbx5, Squat 235lbx5, Squat 135lbx5, Run 3.218688kmx15:00, "
          + "Run 5kmx25:00"
      ])
    let contradictory = try trial.run(text + "\n2025-02-03 18:00:00,A,Squat,7,100,300,5,,,,")
    #expect(contradictory.rejected.map(\.row) == [8])
    #expect(contradictory.rejected[0].messages.map(\.text).joined().contains("two values that differ for one weight"))
  }

  @Test("Units of weight and distance are independent, have points and plurals, and unknown ones are rejected")
  func unitsOfRows() throws {
    let hevy = """
      title,start_time,end_time,description,exercise_title,superset_id,exercise_notes,set_index,set_type,weight_kg,\
      reps,distance_miles,duration_seconds,rpe
      A,"1 Mar 2025, 7:05","1 Mar 2025, 8:00",,Squat,,,0,normal,100,5,,,
      A,"1 Mar 2025, 7:05","1 Mar 2025, 8:00",,Running,,,0,normal,,,2,900,
      """
    #expect(try trial.run(hevy).columnsNotImported.map { "\($0.name) \($0.values ?? -1)" } == ["set_index 2"])
    let strong = """
      Date;Workout Name;Exercise Name;Set Order;Weight;Weight Unit;Reps;RPE;Distance;Distance Unit;Seconds
      2025-03-02 18:00:00;B;Squat;1;225;lbs;5;;;;
      2025-03-02 18:00:00;B;Running;2;;;;;2;mi.;900
      """
    #expect(try trial.run(strong).rejected == [])
    let stone = strong.replacing("225;lbs", with: "16;st").replacing("2025-03-02", with: "2025-03-03")
    #expect(try trial.run(stone).rejected.flatMap(\.messages).map(\.text) == ["The unit of weight 'st' is not known"])
    #expect(
      try trial.shown() == [
        "A 2025-03-01T07:05:00+01:00 55min: Squat 100x5, Run 3.218688kmx15:00",
        "B 2025-03-02T18:00:00+01:00: Squat 225lbx5, Run 3.218688kmx15:00",
      ])
  }

  @Test("Every column that is not imported is listed with the number of its values")
  func unusedColumns() throws {
    let strong = """
      Workout #;Date;Workout Name;Exercise Name;Set Order;Weight (kg);Reps;Heart Rate;;Distance (stadia)
      1;2025-03-02 18:00:00;B;Squat;1;100;5;140;x;
      1;2025-03-02 18:00:00;B;Squat;2;100;5;;;
      """
    let report = try trial.run(strong)
    #expect(
      report.columnsNotImported.map { "\($0.name): \($0.values ?? -1)" } == [
        "Workout #: 2", "Heart Rate: 1", "column 9, which has no name: 1", "Distance (stadia): 0",
      ])
    let fitNotes = """
      Date,Exercise,Category,Weight (kgs),Reps,Distance,Distance Unit,Time,Comment
      2022-05-02,Deadlift,Back,100.0,5,0.0,,,
      """
    #expect(try trial.run(fitNotes).unusedColumns == ["Category"])
  }

  @Test(
    "Times of a 12-hour clock, with any space",
    arguments: [
      ("2024-07-14 7:31:01 PM", "19:31:01"), ("2024-07-14 7:31:01\u{202F}PM", "19:31:01"),
      ("2024-07-14 7:31:01\u{A0}PM", "19:31:01"), ("2024-07-14 07:31:01 am", "07:31:01"),
      ("2024-07-14 12:48:22 AM", "00:48:22"), ("2024-07-14 12:48:22 PM", "12:48:22"),
      ("2024-07-14 7:31:01 p.\u{A0}m.", "19:31:01"), ("2024-07-14 7:31:01PM", "19:31:01"),
      ("14 Jul 2024, 7:31 PM", "19:31:00"), ("2024-07-14 19:31:01", "19:31:01"),
    ])
  func twelveHours(written: String, clock: String) throws {
    let text = """
      Date,Workout Name,Exercise Name,Set Order,kg,Reps
      "\(written)",A,Squat,1,100,5
      """
    #expect(try trial.run(text).rejected == [])
    #expect(try trial.shown() == ["A 2024-07-14T\(clock)+02:00: Squat 100x5"])
  }

  @Test("A workout has one identity with either clock")
  func oneIdentity() throws {
    let header = "Date,Workout Name,Exercise Name,Set Order,kg,Reps\n"
    #expect(try trial.run(header + "2024-07-14 19:31:01,A,Squat,1,100,5\n").added == 1)
    #expect(try trial.run(header + "2024-07-14 7:31:01\u{202F}PM,A,Squat,1,100,5\n").duplicates == 1)
    for impossible in ["2024-07-14 13:31:01 PM", "2024-07-14 0:31:01 AM", "2024-07-14 PM"] {
      #expect(try trial.run(header + "\(impossible),A,Squat,1,100,5\n").rejected.count == 1, "\(impossible)")
    }
  }

  @Test("A workout of more than a day needs a confirmation of its duration")
  func longDurations() throws {
    let text = """
      Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE
      2024-07-14 19:31:01,A,264h 1m,Squat,1,0,5,0,0,,,
      2024-07-01 19:31:01,B,54h 3m,Squat,1,0,5,0,0,,,
      2024-06-01 19:31:01,C,24h,Squat,1,0,5,0,0,,,
      """
    let day = try #require(CivilDay("2024-07-14"))
    #expect(throws: ImportQuestion.longDurations(count: 2, longest: 950_460, day: day)) { try trial.run(text) }
    #expect(try trial.journal.completedSessions() == [])
    let kept = try trial.run(text, longDurations: .keep, dryRun: true)
    #expect((kept.added, kept.dropped.count) == (3, 0))
    let report = try trial.run(text, longDurations: .drop)
    #expect(
      report.dropped.map { "\($0.count) \($0.reason)" } == ["2 durations of workouts that last longer than 24 hours"])
    #expect(
      try trial.shown() == [
        "C 2024-06-01T19:31:01+02:00 1440min: Squat x5", "B 2024-07-01T19:31:01+02:00: Squat x5",
        "A 2024-07-14T19:31:01+02:00: Squat x5",
      ])
    let hevy = """
      title,start_time,end_time,exercise_title,set_type,weight_kg,reps
      A,"1 Mar 2025, 7:05","3 Mar 2025, 8:00",Squat,normal,100,5
      """
    #expect(throws: ImportQuestion.self) { try trial.run(hevy) }
  }

  @Test("The unit is asked for once, and only if a value needs it")
  func unitIsAskedOnce() throws {
    let header =
      "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE\n"
    let rows = (1...2000).map { "2024-07-14 19:31:01,A,1h,Squat,\($0),100,5,0,0,,,\n" }.joined()
    #expect(throws: ImportQuestion.weightUnit) { try trial.run(header + rows) }
    #expect(ImportQuestion.weightUnit.error.code == .invalidValue)
    #expect(ImportQuestion.weightUnit.error.message.contains("--unit"))
    // Sets of the body alone have no unit.
    #expect(try trial.run(header + "2024-07-15 19:31:01,A,1h,Squat,1,0,5,0,0,,,\n").addedSets == 1)
    let noUnitNeeded =
      "2024-07-16 19:31:01,A,1h,Plank,1,0.0,0,0.0,60,,,\n2024-07-16 19:31:01,A,1h,Plank,Note,9,,,,x,,\n"
    #expect(try trial.run(header + noUnitNeeded).addedSets == 1)
    // A unit in some rows says nothing of the others.
    let fitNotes = """
      Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time,Comment
      2022-05-01,Squat,Legs,100,kgs,5,,,,
      2022-05-01,Squat,Legs,100,,5,,,,
      """
    #expect(throws: ImportQuestion.weightUnit) { try trial.run(fitNotes) }
    #expect(try trial.run(fitNotes, unit: .pounds).addedSets == 2)
    #expect(throws: ImportQuestion.weightUnit) {
      try trial.run(header + "2024-07-17 19:31:01,A,1h,Running,1,0,0,5,1500,,,\n")
    }
    // What is wrong with rows is told first.
    #expect(try trial.run(header + rows + "?,A,1h,Squat,1,100,5,0,0,,,\n").rejected.map(\.row) == [2002])
  }

  @Test("What a workout has no place for is counted")
  func leftOut() throws {
    let long = String(repeating: "é", count: 120)
    let text = """
      Date,Workout Name,Exercise Name,Set Order,kg,Reps,Seconds,Workout Notes,Duration
      2024-07-14 19:31:01,\(long),Squat,1,100,5,,felt good,1小时
      2024-07-14 19:31:01,\(long),Squat,Ruhezeit,0,0,90,,
      2024-07-15 19:31:01,Empty,Squat,Rest Timer,0,0,90,,
      2024-07-16 19:31:01,Only a note,Squat,Note,0,0,0,slept badly,
      """
    let report = try trial.run(text)
    #expect(
      report.dropped.map { "\($0.count) \($0.reason)" }.sorted() == [
        "1 durations of workouts that cannot be read",
        "1 titles of more than 100 characters, which the notes have whole", "1 workouts without a set",
        "2 rest timers, which are no sets",
      ])
    let session = try trial.journal.existingSession(1)
    #expect(session.title == String(repeating: "é", count: 100) && session.note == "\(long)\nfelt good")
    #expect(session.sets.count == 1)
  }
}
