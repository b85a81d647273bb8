import Foundation
import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInModel

@Suite("Names of exercises")
struct ExerciseNameTests {
  let names = [
    ["Bench Press", "Flat Bench"], ["Incline Bench Press"], ["Squat"], ["Front Squat"], ["Overhead Press", "OHP"],
  ]

  @Test("An exercise is found by its name, an alias, a beginning or an unmistakable part")
  func match() {
    #expect(ExerciseName.match("bench press", among: names) == .one(0))
    #expect(ExerciseName.match("  BENCH  press ", among: names) == .one(0))
    #expect(ExerciseName.match("bench", among: names) == .one(0))
    #expect(ExerciseName.match("ohp", among: names) == .one(4))
    #expect(ExerciseName.match("squat", among: names) == .one(2))
    #expect(ExerciseName.match("head", among: names) == .one(4))
    #expect(ExerciseName.match("press", among: names) == .several([0, 1, 4]))
    #expect(ExerciseName.match("f", among: names) == .one(3))
    #expect(ExerciseName.match("flat", among: names) == .one(0))
    #expect(ExerciseName.match("curl", among: names) == .none)
    let builtIn = BuiltInExercises.all.map { [$0.name] + $0.aliases }
    #expect(ExerciseName.match("bench", among: builtIn) == .one(0))
    #expect(ExerciseName.match("", among: names) == .none)
    #expect(ExerciseName.match("-", among: names) == .none)
  }

  @Test("Whole words go before parts of words, in the journal's exercises and in all others")
  func words() throws {
    let all = BuiltInExercises.all.map { [$0.name] + $0.aliases }
    func found(_ text: String) -> [String] {
      switch ExerciseName.match(text, among: all) {
      case .none: []
      case .one(let index): [all[index][0]]
      case .several(let indices): indices.map { all[$0][0] }
      }
    }
    #expect(found("row") == ["Barbell Row", "Dumbbell Row", "Seated Cable Row", "Inverted Row"])
    #expect(found("rowing") == ["Rowing Machine"] && found("rowi") == ["Rowing Machine"])
    #expect(found("pull") == ["Pull-up"] && found("pull up") == ["Pull-up"] && found("lat") == ["Lat Pulldown"])

    var configuration = Journal.Configuration(now: { RandomHistory.now })
    configuration.fileSystem = SimulatedFileSystem()
    let journal = try Journal(at: "/journal", configuration: configuration)
    let time = CheckInTime(instantMilliseconds: RandomHistory.now, offsetMinutes: 0)
    try journal.log([SetEntry(millimetres: 2_000_000)], exercise: "Rowing Machine", at: time)
    #expect(throws: JournalError.self) { try journal.log([SetEntry(reps: 5)], exercise: "row", at: time) }
    try journal.log([SetEntry(reps: 5)], exercise: "Barbell Row", at: time)
    #expect(throws: JournalError.self) { try journal.log([SetEntry(reps: 5)], exercise: "row", at: time) }
    #expect(try journal.log([SetEntry(reps: 5)], exercise: "barbell row", at: time).exercise.name == "Barbell Row")
  }

  private func candidates(_ text: String, used names: [String]) -> [String] {
    let exercises = names.enumerated().map { index, name in
      let draft = BuiltInExercises.all.first { $0.name == name } ?? ExerciseDraft(name: name)
      return Exercise(
        number: index + 1, id: draft.id ?? UUID(), name: name, aliases: draft.aliases, sequence: UInt64(index + 1))
    }
    return ExerciseSearch(exercises).candidates(text).map(\.name)
  }

  @Test("A word in the names of several used exercises is ambiguous, also if only one starts with it")
  func ambiguous() {
    let rows = ["Barbell Row", "Rowing Machine"]
    #expect(candidates("row", used: rows) == rows && candidates("ROW ", used: rows) == rows)
    #expect(candidates("bench", used: ["Bench Press", "Incline Bench Press"]).count == 2)
    #expect(candidates("press", used: ["Bench Press", "Squat"]) == ["Bench Press"])
    #expect(candidates("rowing", used: rows) == ["Rowing Machine"])
    // A part of a word can also mean the built-in exercises that have the word.
    #expect(Array(candidates("row", used: ["Rowing Machine"]).prefix(2)) == ["Rowing Machine", "Barbell Row"])
    #expect(candidates("row", used: ["Barbell Row"]) == ["Barbell Row"])
    #expect(candidates("row", used: []).contains("Rowing Machine") && candidates("row", used: []).count == 5)
    #expect(candidates("bench", used: []) == ["Bench Press"])
    #expect(candidates("zumba", used: rows).isEmpty && candidates(" ", used: rows).isEmpty)
  }

  @Test("A whole name or alias is never ambiguous")
  func exact() {
    #expect(candidates("squat", used: ["Front Squat", "Squat", "Goblet Squat"]) == ["Squat"])
    #expect(candidates("Rowing (Machine)", used: ["Rowing Machine", "Rowing (Machine) 2"]) == ["Rowing Machine"])
    #expect(candidates("squat", used: ["Front Squat", "Goblet Squat"]) == ["Squat"])
    for draft in BuiltInExercises.all {
      for name in [draft.name] + draft.aliases {
        #expect(candidates(name, used: BuiltInExercises.all.map(\.name)) == [draft.name], "\(name)")
      }
    }
  }

  @Test("The nearest names of one that is not known")
  func nearest() {
    let all = names.map { $0[0] }
    #expect(ExerciseName.nearest(to: "banch press", in: all).first == "Bench Press")
    #expect(ExerciseName.nearest(to: "sqat", in: all).prefix(2).sorted() == ["Front Squat", "Squat"])
    #expect(ExerciseName.nearest(to: "overhaed", in: all) == ["Overhead Press"])
    #expect(ExerciseName.nearest(to: "zumba", in: all).isEmpty)
  }

  @Test("A part of the name finds an exercise that is built in, also when its first set was undone")
  func undone() throws {
    var configuration = Journal.Configuration(now: { RandomHistory.now })
    configuration.fileSystem = SimulatedFileSystem()
    let journal = try Journal(at: "/journal", configuration: configuration)
    let time = CheckInTime(instantMilliseconds: RandomHistory.now, offsetMinutes: 0)
    for _ in 0..<2 {
      let logged = try journal.log([SetEntry(reps: 5)], exercise: "bench", at: time)
      #expect(logged.exercise.name == "Bench Press")
      #expect(logged.exercise.number == 1)
      try journal.undo()
      #expect(try journal.exercise(named: "bench").name == "Bench Press")
    }
  }

  @Test("The exercises that are built in are valid, each has names of its own, and identities never change")
  func builtIn() {
    let all = BuiltInExercises.all
    #expect((55...70).contains(all.count), "\(all.count)")
    let names = all.flatMap { [$0.name] + $0.aliases }.map(ExerciseName.folded)
    #expect(Set(names).count == names.count)
    #expect(Set(names).isDisjoint(with: BuiltInExercises.otherMovements))
    #expect(Set(all.map(\.id)).count == all.count)
    for draft in all {
      #expect(WorkoutValidation.messages(for: draft).isEmpty, "\(draft.name)")
      #expect(WorkoutValidation.normalized(draft) == draft)
    }
    // Journals have them: changing one would make it another exercise.
    #expect(
      BuiltInExercises.identity(ofExerciseNamed: "Bench Press").uuidString == "6C4AFFA5-C4A3-8918-BC13-95820F3BE02E")
  }
}
