import Foundation
import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInModel

@Suite("Statistics of exercises")
struct ExerciseStatisticsTests {
  private func session(
    _ number: Int, day: Int, _ sets: String, unit: Weight.Unit = .kilograms
  ) throws -> WorkoutSession {
    var session = WorkoutSession(
      number: number, id: .init(),
      start: CheckInTime(instantMilliseconds: Int64(day) * 86_400_000, offsetMinutes: 0), title: "Push",
      state: .completed, sequence: UInt64(number * 100))
    for (index, entry) in try SetNotation.parse(sets, unit: unit).enumerated() {
      session.sets.append(
        ExerciseSet(
          number: index + 1, id: .init(), exercise: 1, entry: entry, sequence: UInt64(number * 100 + index + 1)))
    }
    return session
  }

  private func statistics(
    _ sessions: [WorkoutSession], load: Exercise.Load = .external
  ) -> ExerciseStatistics {
    var statistics = ExerciseStatistics()
    for session in sessions { statistics.add(session, exercise: 1, load: load, RecordingOrder()) }
    return statistics
  }

  @Test("The record is the greatest weight, at it the most repetitions, of those the most recent")
  func record() throws {
    let scenario = try statistics([session(1, day: 1, "80x10 90x8 100x6")])
    #expect(scenario.record?.text == "100.0kg × 6")
    #expect(scenario.record?.sequence == 103)
    #expect(scenario.estimatedMaximum?.kilograms == 120)
    #expect(scenario.sets == 3)
    #expect(scenario.bestReps.map(\.text) == ["100.0kg × 6", "90.0kg × 8", "80.0kg × 10"])

    let ties = try statistics([
      session(1, day: 5, "100x6 100x7"), session(2, day: 9, "100x7"), session(3, day: 2, "100x7 w120x1"),
    ])
    #expect(ties.record?.session == 2)
    #expect(ties.record?.reps == 7)
    #expect(ties.last?.session == 2)

    let units = try statistics([session(1, day: 1, "100x6 220.4lbx9"), session(2, day: 2, "220.5lbx1")])
    #expect(units.record?.text == "220.5lb × 1")
    #expect(try statistics([session(1, day: 1, "82.25x5")]).record?.text == "82.25kg × 5")
  }

  @Test("Without weights repetitions decide, then the duration; help is better when it is less")
  func withoutWeights() throws {
    #expect(try statistics([session(1, day: 1, "x8 x12 x10")]).record?.text == "12 reps")
    #expect(try statistics([session(1, day: 1, "1:00 1:30 0:45")]).record?.text == "1:30")
    #expect(try statistics([session(1, day: 1, "5kmx25:00 5kmx24:00 3kmx9:00")]).record?.text == "5km in 24:00")
    let assisted = try statistics([session(1, day: 1, "40x8 20x5 30x9")], load: .assisted)
    #expect(assisted.record?.text == "20.0kg × 5")
    #expect(assisted.estimatedMaximum == nil)
    #expect(assisted.greatestVolume == nil)
  }

  @Test("Warm-ups, and estimates of many repetitions, do not count")
  func notCounted() throws {
    let none = try statistics([session(1, day: 1, "w200x5")])
    #expect(none == ExerciseStatistics())
    let many = try statistics([session(1, day: 1, "100x11 60x10 70x1")])
    #expect(many.estimatedMaximum?.kilograms == 80)
    #expect(many.greatestVolume?.volume.kilograms == 1770)
  }

  @Test("In whatever order sessions are added, the statistics are those of a naive search")
  func naive() throws {
    var random = RandomWorkouts(seed: TestSettings.seed)
    for _ in 0..<300 {
      let load = random.generator.element(of: Exercise.Load.allCases)
      let sessions = (1...random.generator.number(1...8)).map { random.session($0) }
      let statistics = statistics(sessions, load: load)
      #expect(statistics == self.statistics(sessions.shuffled(using: &random.generator), load: load))

      let counted = sessions.flatMap { session in
        session.sets.filter { $0.exercise == 1 && !$0.isRemoved && $0.entry.kind != .warmUp }
          .map { PersonalRecord($0, of: session) }
      }
      #expect(statistics.sets == counted.count)
      #expect(
        statistics.record.map { record in
          // Of what is as good in one session the last one counts.
          counted.allSatisfy { one in
            one.session == record.session && one.set <= record.set && one.text == record.text
              || !one.takesPlace(of: record, load: load, RecordingOrder())
          }
        } ?? counted.isEmpty)
      #expect(statistics.record.map(counted.contains) ?? true)
      for one in counted {
        guard let weight = one.weight, let reps = one.reps else { continue }
        let best = statistics.bestReps.filter { $0.weight?.isAsHeavy(as: weight) ?? false }
        #expect(best.count == 1)
        #expect(best.first?.reps ?? 0 >= reps)
      }
    }
  }
}
