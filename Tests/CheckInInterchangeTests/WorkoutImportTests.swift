import CheckInInterchange
import CheckInJournal
import Foundation
import Testing

/// Files as other programs export them, with what real ones have in them.
@Suite("Imports of workouts")
struct WorkoutImportTests {
  private let trial: WorkoutImport

  init() throws { trial = try WorkoutImport() }

  @Test("Strong's first form: without a unit it is asked for, and nothing is guessed")
  func strongWithoutUnit() throws {
    let text = """
      Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE
      2023-07-14 19:31:01,"Push, heavy",1h 5m,"Bench Press (Barbell)",W,40,10,0,0,"","felt good",
      2023-07-14 19:31:01,"Push, heavy",1h 5m,"Bench Press (Barbell)",1,80.0,10,0,0,"","felt good",8.5
      2023-07-14 19:31:01,"Push, heavy",1h 5m,"Bench Press (Barbell)",Rest Timer,0,0,0,120,"","felt good",
      2023-07-14 19:31:01,"Push, heavy",1h 5m,"Bench Press (Barbell)",D,60,12,0,0,"","felt good",
      2023-07-14 19:31:01,"Push, heavy",1h 5m,"Bench Press (Barbell)",Note,0,0,0,0,"pause at the chest","felt good",
      2023-07-14 19:31:01,"Push, heavy",1h 5m,"Plank",1,0,0,0,90,"","felt good",
      2023-07-14 19:31:01,"Push, heavy",1h 5m,"My Machine",F,20,0,0,0,"","felt good",
      """
    let journal = trial.journal
    #expect(throws: ImportQuestion.weightUnit) { try trial.run(text) }
    #expect(journal.sequence == 0)

    let report = try trial.run(text, unit: .kilograms)
    #expect(report.rejected == [])
    #expect((report.added, report.addedSets, report.addedExercises) == (1, 4, 2))
    #expect(
      report.dropped.map { "\($0.count) \($0.reason)" } == [
        "1 rest timers, which are no sets", "1 sets without repetitions, a duration or a distance",
      ])
    let sessions = try trial.shown()
    #expect(
      sessions == [
        "Push, heavy 2023-07-14T19:31:01+02:00 65min: Bench Press w40x10, Bench Press 80x10@8.5, Bench Press d60x12, "
          + "Plank 1:30"
      ])
    let session = try journal.existingSession(1)
    #expect(session.note == "felt good\nBench Press (Barbell): pause at the chest")
    let before = journal.sequence
    let again = try trial.run(text, unit: .kilograms)
    #expect((again.added, again.duplicates) == (0, 1))
    #expect(journal.sequence == before)
    try journal.undo()
    #expect(try journal.completedSessions().isEmpty)
    try journal.redo()
    #expect(try trial.shown().count == 1)
  }

  @Test("Strong's forms with semicolons: units by row, blank ones, metres, durations in seconds")
  func strongWithSemicolons() throws {
    let second = """
      Date;Workout Name;Exercise Name;Set Order;Weight;Weight Unit;Reps;RPE;Distance;Distance Unit;Seconds;\
      Notes;Workout Notes;Workout Duration
      2024-01-02 18:00:00;"Legs";"Squat (Barbell)";1;225;lbs;5;;;;0;;;45m
      2024-01-02 18:00:00;"Legs";"Running";1;;;;;5.02;km;1500;;;45m
      """
    #expect(try trial.run(second).addedSets == 2)
    let third = """
      Workout #;Date;Workout Name;Duration (sec);Exercise Name;Set Order;Weight (kg);Reps;RPE;\
      Distance (meters);Seconds;Notes;Workout Notes
      7;2024-01-03 18:00:00;"Pull";3600;"Deadlift (Barbell)";1;102.5;5;9;;;;
      7;2024-01-03 18:00:00;"Pull";3600;"Rowing (Machine)";1;;;;2000;480;;
      """
    #expect(try trial.run(third).addedSets == 2)
    let fourth = """
      Date;Workout Name;Exercise Name;Set Order;Weight;Weight Unit;Reps;Distance;Distance Unit;Seconds;Notes;\
      Workout Notes
      2024-01-04 18:00:00;Push;Overhead Press (Barbell);1;50;;5;;;;;
      """
    #expect(throws: ImportQuestion.weightUnit) { try trial.run(fourth) }
    #expect(try trial.run(fourth, unit: .pounds).added == 1)
    let sessions = try trial.shown()
    #expect(
      sessions == [
        "Legs 2024-01-02T18:00:00+01:00 45min: Squat 225lbx5, Run 5.02kmx25:00",
        "Pull 2024-01-03T18:00:00+01:00 60min: Deadlift 102.5x5@9, Rowing Machine 2kmx8:00",
        "Push 2024-01-04T18:00:00+01:00: Overhead Press 50lbx5",
      ])
  }

  @Test("Hevy in kilograms and pounds, in several languages, with supersets and an exercise done twice")
  func hevy() throws {
    let journal = trial.journal
    let english = """
      "title","start_time","end_time","description","exercise_title","superset_id","exercise_notes",\
      "set_index","set_type","weight_kg","reps","distance_km","duration_seconds","rpe"
      "Evening","30 Jun 2025, 19:56","30 Jun 2025, 20:58","","Squat (Barbell)","0","deep","0","warmup",60,8,,,
      "Evening","30 Jun 2025, 19:56","30 Jun 2025, 20:58","","Squat (Barbell)","0","deep","1","normal",100,5,,,8
      "Evening","30 Jun 2025, 19:56","30 Jun 2025, 20:58","","Plank","","","0","normal",,,,60,
      "Evening","30 Jun 2025, 19:56","30 Jun 2025, 20:58","","Squat (Barbell)","0","deep","0","failure",90,7,,,
      "Evening","30 Jun 2025, 19:56","30 Jun 2025, 20:58","","Squat (Barbell)","0","deep","1","dropset",70,9,,,
      """
    let report = try trial.run(english)
    #expect((report.added, report.addedSets) == (1, 5))
    #expect(report.dropped.map(\.count) == [4])
    let pounds = """
      title,start_time,end_time,description,exercise_title,superset_id,exercise_notes,set_index,set_type,\
      weight_lbs,reps,distance_miles,duration_seconds,rpe
      Früh,"1 März 2025, 7:05","1 März 2025, 8:00",,Bench Press (Barbell),,,0,normal,185,5,,,
      Früh,"1 März 2025, 7:05","1 März 2025, 8:00",,Running,,,0,normal,,,3.1,1500,
      """
    #expect(try trial.run(pounds).addedSets == 2)
    let sessions = try trial.shown()
    #expect(
      sessions == [
        "Früh 2025-03-01T07:05:00+01:00 55min: Bench Press 185lbx5, Run 4.988966kmx25:00",
        "Evening 2025-06-30T19:56:00+02:00 62min: Squat w60x8, Squat 100x5@8, Plank 1:00, Squat f90x7, Squat d70x9",
      ])
    for (date, day) in [
      ("12 ago 2024, 18:00", "2024-08-12"), ("3 févr. 2024, 18:00", "2024-02-03"), ("5 dez. 2024, 18:00", "2024-12-05"),
      ("9 mag 2024, 18:00", "2024-05-09"), ("2024-10-11 18:00:00", "2024-10-11"),
    ] {
      let row = """
        title,start_time,end_time,description,exercise_title,superset_id,exercise_notes,set_index,set_type,\
        weight_kg,reps,distance_km,duration_seconds,rpe
        T,"\(date)",,,Squat,,,0,normal,50,5,,,
        """
      #expect(try trial.run(row).added == 1, "\(date)")
      #expect(try journal.completedSessions().contains { $0.day.description == day }, "\(date)")
    }
    let unknown = try trial.run(
      """
      title,start_time,end_time,description,exercise_title,superset_id,exercise_notes,set_index,set_type,\
      weight_kg,reps,distance_km,duration_seconds,rpe
      T,"1 xyz 2024, 18:00",,,Squat,,,0,normal,50,5,,,
      T,"2 Jan 2024, 18:00",,,Squat,,,0,normal,50,5,,,
      """)
    #expect(unknown.added == 0)
    #expect(unknown.rejected.map(\.row) == [2])
  }

  @Test("FitNotes: days alone, units by row, names with commas that are not quoted")
  func fitNotes() throws {
    let journal = trial.journal
    let android = """
      Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time,Comment
      2022-05-01,Flat Barbell Bench Press,Chest,80.0,kgs,8,,,,
      2022-05-01,Row, seated, wide grip,Back,120.0,lbs,10,,,,slow
      2022-05-01,Treadmill,Cardio,,,,3.0,mi,0:25:00,
      """
    #expect(try trial.run(android).addedSets == 3)
    let older = """
      Date,Exercise,Category,Weight (kgs),Reps,Distance,Distance Unit,Time,Comment
      2022-05-02,Deadlift,Back,100.0,5,0.0,,,
      """
    #expect(try trial.run(older).addedSets == 1)
    let apple = """
      Date,Exercise,Category,Weight (kg),Weight (lbs),Reps,Distance,Distance Unit,Time,Notes,Kind
      2022-05-03,Squat,Legs,61.23497,135,5,,,,,Warm-up
      2022-05-03,Squat,Legs,100,220.46226,5,,,,,
      """
    #expect(try trial.run(apple).addedSets == 2)
    let sessions = try trial.shown()
    #expect(
      sessions == [
        "Workout 2022-05-01: Bench Press 80x8, Row, seated, wide grip 120lbx10, Treadmill 4.828032kmx25:00",
        "Workout 2022-05-02: Deadlift 100x5", "Workout 2022-05-03: Squat w135lbx5, Squat 100x5",
      ])
    #expect(try journal.existingSession(1).sets[1].entry.note == "slow")
  }

  @Test("A session of the future and an unreadable number are rejected, and the rest is taken where that is asked for")
  func rejected() throws {
    let text = """
      Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time,Comment
      2099-01-01,Squat,Legs,100,kgs,5,,,,
      2022-05-01,Squat,Legs,100,kgs,five,,,,
      2022-05-02,Squat,Legs,100,kgs,5,,,,
      """
    let refused = try trial.run(text)
    #expect(refused.rejected.map(\.row) == [2, 3])
    #expect(refused.added == 0)
    #expect(try trial.run(text, skipInvalid: true).added == 1)
  }
}
