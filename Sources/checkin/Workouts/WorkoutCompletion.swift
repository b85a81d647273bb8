import ArgumentParser
import CheckInJournal
import FoundationEssentials

/// The shell's completions: names and numbers from the journal that the command line specifies.
///
/// A journal that can't be read yields no completions, because completion must not report errors.
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

  /// - Parameter words: the command line, whose journal is meant.
  static func offered(for words: [String], _ body: (Journal?) throws -> [String]) -> [String] {
    func value(_ names: [String]) -> String? {
      let joined = words.last { word in names.contains { word.hasPrefix($0 + "=") } }
      if let joined { return joined.split(separator: "=", maxSplits: 1).last.map(String.init) }
      return words.lastIndex { names.contains($0) }.flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
    }
    guard
      let preferences = try? Preferences(environment: ProcessInfo.processInfo.environment, isCommand: { _ in false }),
      let location = try? JournalLocation(
        option: value(["--journal"]), name: value(["--journal-name", "-j"]), preferences)
    else { return [] }
    let journal = try? Journal(at: location.path, for: .readOnly)
    defer { try? journal?.close() }
    // What cannot be shown on one line cannot be typed on one either.
    return ((try? body(journal)) ?? []).filter { $0 == Escaping.escaped($0) }
  }
}
