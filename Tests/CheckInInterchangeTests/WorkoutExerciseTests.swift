import CheckInInterchange
import CheckInJournal
import Foundation
import Testing

/// The exercises that the names in a file become.
@Suite("Exercises in imported workouts")
struct WorkoutExerciseTests {
  private let trial: WorkoutImport

  init() throws { trial = try WorkoutImport() }

  /// An export of Strong in which each name has a set, a workout a day.
  private func file(_ names: [String], day: Int = 1) -> String {
    let rows = names.map { "2025-03-0\(day) 18:00:00;Gym;\"\($0)\";1;50;kg;5;;;;;;;" }
    let header =
      "Date;Workout Name;Exercise Name;Set Order;Weight;Weight Unit;Reps;RPE;Distance;Distance Unit;Seconds;Notes;"
      + "Workout Notes;Workout Duration"
    return ([header] + rows).joined(separator: "\n") + "\n"
  }

  private func exercises() throws -> [String] { try trial.journal.exercises().map(\.name).sorted() }

  @Test(
    "Two names in a file stay two exercises",
    arguments: [
      ["Lying Leg Curl (Machine)", "Seated Leg Curl (Machine)"],
      ["Standing Calf Raise (Machine)", "Seated Calf Raise (Machine)"],
      ["EZ-Bar Curl", "Bicep Curl (Barbell)"], ["Pendlay Row", "Bent Over Row (Barbell)"],
      ["Chest Dip", "Triceps Dip"], ["Hanging Knee Raise", "Hanging Leg Raise"],
      ["Chest Dip (Assisted)", "Triceps Dip (Assisted)"], ["Walking Lunge", "Lunge (Dumbbell)"],
      ["Hiking", "Walking"], ["Cycling", "Indoor Cycling"], ["Rope Pushdown", "Triceps Pushdown"],
      // Spellings of one movement that the file keeps apart.
      ["Bench Press", "Bench Press (Barbell)"], ["Flat Barbell Bench Press", "Bench Press (Barbell)"],
      ["Pull Up", "Pullup"],
      // Cases from other programs: equipment, and names that others file under one exercise.
      ["Bench Press (Barbell)", "Bench Press (Dumbbell)"], ["Lying Triceps Extension", "Skullcrusher (Barbell)"],
      ["Cable Crossover", "Cable Fly"], ["Chest Press (Machine)", "Bench Press (Smith Machine)"],
      ["Stationary Bike", "Cycling"], ["Seated Dumbbell Press", "Shoulder Press (Dumbbell)"],
      ["Bent Over One Arm Row (Dumbbell)", "Bent Over Row (Dumbbell)"],
    ])
  func twoNames(names: [String]) throws {
    let text = file(names)
    let preview = try trial.run(text, dryRun: true)
    let report = try trial.run(text)
    #expect(preview == report)
    #expect(Set(report.exercises.map(\.exercise)).count == 2)
    #expect(try exercises().count == 2)
    let sets = try trial.journal.completedSessions().flatMap(\.sets)
    #expect(Set(sets.map(\.exercise)).count == 2)
    // No other name finds either of them.
    for name in names {
      #expect(try trial.journal.exercise(named: name).name == report.exercises.first { $0.name == name }?.exercise)
    }
  }

  @Test(
    "A spelling of a known movement joins it",
    arguments: [
      ("Bench Press (Barbell)", "Bench Press"), ("SQUAT (barbell)", "Squat"), ("Pull Up", "Pull-up"),
      ("Rowing (Machine)", "Rowing Machine"),
    ])
  func spelling(name: String, exercise: String) throws {
    let report = try trial.run(file([name]))
    #expect(report.exercises.map(\.exercise) == [exercise])
    #expect(try exercises() == [exercise])
  }

  @Test("The preview shows what each name becomes, and its counts are those of the import, in a new journal too")
  func preview() throws {
    let text = file(["Bench Press (Barbell)", "Lying Leg Curl (Machine)", "Seated Leg Curl (Machine)", "Bench Press"])
    let path = try trial.scratch.write(text, to: "workouts.csv")
    let inNewJournal = try Importer.run(path: path, dryRun: true, now: noon, zone: centralEuropeanZone) { _ in nil }
    #expect(inNewJournal.addedExercises == 4)
    #expect(
      inNewJournal.exercises.map { "\($0.name) → \($0.exercise) \($0.isNew) \($0.setCount)" } == [
        "Bench Press → Bench Press true 1", "Bench Press (Barbell) → Bench Press (Barbell) true 1",
        "Lying Leg Curl (Machine) → Lying Leg Curl (Machine) true 1",
        "Seated Leg Curl (Machine) → Seated Leg Curl (Machine) true 1",
      ])
    #expect(try trial.run(text) == inNewJournal)
    #expect(try trial.journal.exercises().count == 4)
    // An exercise that has its own name is not another one's spelling.
    let bench = try trial.journal.exercise(named: "Bench Press")
    #expect(!bench.aliases.contains("Bench Press (Barbell)"))
    let next = try trial.run(file(["Bench Press (Barbell)"], day: 2))
    #expect(next.exercises.map(\.exercise) == ["Bench Press (Barbell)"] && next.addedExercises == 0)
  }

  @Test("A map joins names, also into a new exercise, and leaves some out")
  func map() throws {
    let names = [
      "Lying Leg Curl (Machine)", "Seated Leg Curl (Machine)", "Larsen Press", "Bench Press (Barbell)", "Yoga",
    ]
    let map = [
      "lying leg curl (machine)=Hamstring Curl", "Seated Leg Curl (Machine)=Hamstring Curl", "Larsen Press=Bench Press",
      "Yoga=none", "Zumba=Squat",
    ]
    let preview = try trial.run(file(names), map: map, dryRun: true)
    let report = try trial.run(file(names), map: map)
    #expect(preview == report)
    #expect(report.addedExercises == 2 && report.addedSets == 4)
    #expect(report.mappedNamesNotFound == ["Zumba"])
    #expect(report.dropped.map { "\($0.count) \($0.reason)" } == ["1 sets of exercises that --map leaves out"])
    #expect(try exercises() == ["Bench Press", "Hamstring Curl"])
    #expect(throws: JournalError.self) { try trial.run(file(names), map: ["at=Date"]) }
    let long = String(repeating: "y", count: 101)
    #expect(throws: JournalError.self) { try trial.run(file(names), map: ["Yoga=\(long)"]) }
  }

  @Test("An alias of another movement in the log joins nothing; one that the user added does")
  func loggedAliases() throws {
    // As earlier definitions in logs have them.
    try trial.journal.defineExercise(
      ExerciseDraft(
        id: BuiltInExercises.identity(ofExerciseNamed: "Leg Curl"), name: "Leg Curl",
        aliases: ["Lying Leg Curl (Machine)", "Seated Leg Curl (Machine)", "Hamstring Curl"]))
    let report = try trial.run(file(["Seated Leg Curl (Machine)", "Hamstring Curl", "Leg Curl"]))
    #expect(
      Set(report.exercises.map { "\($0.name) → \($0.exercise)" }) == [
        "Seated Leg Curl (Machine) → Seated Leg Curl (Machine)", "Hamstring Curl → Leg Curl", "Leg Curl → Leg Curl",
      ])
    // The name belongs to one exercise alone, until the import is undone.
    #expect(
      try trial.journal.exercise(named: "Leg Curl").aliases == ["Lying Leg Curl (Machine)", "Hamstring Curl"])
    #expect(try trial.journal.exercise(named: "Seated Leg Curl (Machine)").name == "Seated Leg Curl (Machine)")
    try trial.journal.undo()
    #expect(try trial.journal.exercise(named: "Seated Leg Curl (Machine)").name == "Leg Curl")
  }
}
