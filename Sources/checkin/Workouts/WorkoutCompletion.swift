import ArgumentParser
import CheckInJournal

/// The shell's completions about workouts: names and numbers from the journal that the command line specifies.
extension CompletionKind {
  /// Exercises by name: those of the journal, then those that are built in.
  static let exercises = custom { words, _, _ in exerciseNames(words) }

  /// The first argument of `log`: an exercise, or the plan's next set.
  static let logged = custom { words, _, _ in exerciseNames(words) + ["next"] }

  private static func exerciseNames(_ words: [String]) -> [String] {
    offered(for: words) { journal in
      let used = try journal?.exercises() ?? []
      let known = Set(used.map(\.id))
      return used.filter { !$0.isRetired }.map(\.name)
        + BuiltInExercises.all.filter { !($0.id.map(known.contains) ?? false) }.map(\.name)
    }
  }

  /// Exercises that were ever used, by name.
  static let usedExercises = custom { words, _, _ in
    offered(for: words) { try $0?.exercises().filter { !$0.isRetired }.map(\.name) ?? [] }
  }

  static let retiredExercises = custom { words, _, _ in
    offered(for: words) { try $0?.exercises().filter(\.isRetired).map(\.name) ?? [] }
  }

  /// Plans by number and by name.
  static let plans = custom { words, _, _ in offered(for: words) { names(try $0?.plans() ?? []) } }

  static let discardedPlans = custom { words, _, _ in
    offered(for: words) { names(try $0?.plans(discarded: true) ?? []) }
  }

  /// The open session and the latest ones, by number.
  static let sessions = custom { words, _, _ in sessionNumbers(words) }

  private static func sessionNumbers(_ words: [String]) -> [String] {
    offered(for: words) { journal in
      let open = try journal?.openSession().map { [$0] } ?? []
      return (open + (try journal?.completedSessions(limit: 20) ?? [])).map(\.shownNumber)
    }
  }

  /// The arguments of `show`: `last` and `session`, or session numbers after `session`.
  static let shown = custom { words, _, _ in
    words.contains("session") ? sessionNumbers(words) : ["last", "session"]
  }

  static let discardedSessions = custom { words, _, _ in
    offered(for: words) { try $0?.discardedSessions().map(\.shownNumber) ?? [] }
  }

  /// The subjects of the existing goals.
  static let goals = custom { words, _, _ in
    offered(for: words) { try $0?.goals().map { $0.subject.name.lowercased() } ?? [] }
  }

  private static func names(_ plans: [WorkoutPlan]) -> [String] {
    plans.map(\.shownNumber) + plans.map(\.name)
  }
}
