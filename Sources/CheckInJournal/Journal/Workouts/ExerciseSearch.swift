internal import FoundationEssentials

/// The search for the exercise that a user means.
package struct ExerciseSearch {
  package enum Found {
    case defined(Exercise)
    case builtIn(ExerciseDraft)

    /// The name of the exercise.
    package var name: String {
      switch self {
      case .defined(let exercise): exercise.name
      case .builtIn(let draft): draft.name
      }
    }

    fileprivate var names: [String] {
      switch self {
      case .defined(let exercise): [exercise.name] + exercise.aliases
      case .builtIn(let draft): [draft.name] + draft.aliases
      }
    }
  }

  private let offered: [Found]
  private let builtIn: [Found]
  private let retired: [Found]

  /// - Parameter exercises: All exercises of the journal. A built-in one that is retired, as by the undo of its first
  ///   set, is found as if it had never been used.
  package init(_ exercises: [Exercise]) {
    let used = Set(exercises.lazy.filter { !$0.isRetired }.map(\.id))
    let retired = exercises.filter(\.isRetired)
    offered = exercises.filter { !$0.isRetired }.map { .defined($0) }
    builtIn = BuiltInExercises.all.filter { draft in draft.id.map { !used.contains($0) } ?? true }.map { draft in
      retired.first { $0.id == draft.id }.map(Found.defined) ?? .builtIn(draft)
    }
    self.retired = retired.map { .defined($0) }
  }

  /// Returns the exercises that a text can mean: one if it is unambiguous, and none if it means no exercise.
  ///
  /// - A whole name or alias means its exercise alone.
  /// - The journal's exercises come before those that are built in and were never used, and these before retired ones.
  ///   If a text is in the names of several of the journal's exercises, it is ambiguous, even if only one of them
  ///   starts with it.
  /// - If a text is only a part of a word of the journal's exercise, as `row` of Rowing Machine, it can also mean the
  ///   built-in exercises with that word.
  /// - If a text starts the name of one built-in exercise, but not that of the journal's exercise, it can mean both, as
  ///   `bench` if only Incline Bench Press was used.
  /// - Of exercises that were never used, one that alone starts with the words is meant, as Bench Press by `bench`.
  package func candidates(_ text: String) -> [Found] {
    let wanted = ExerciseName.folded(text)
    guard !wanted.isEmpty else { return [] }
    for group in [offered + retired, builtIn] {
      let exact = group.first { $0.names.contains { ExerciseName.folded($0) == wanted } }
      if let exact { return [exact] }
    }
    let own = Self.matches(text, in: offered)
    if own.count > 1 { return own }
    if let one = own.first {
      let others = builtIn.filter { ExerciseName.contains(text, in: $0.name, by: .words) }
      guard ExerciseName.contains(text, in: one.name, by: .words) else { return own + others }
      let starting = others.filter { ExerciseName.starts(with: text, $0.name) }
      return starting.count == 1 && !ExerciseName.starts(with: text, one.name) ? own + starting : own
    }
    let starting = builtIn.filter { ExerciseName.starts(with: text, $0.name) }
    if starting.count == 1 { return starting }
    let known = Self.matches(text, in: builtIn)
    return known.isEmpty ? Self.matches(text, in: retired) : known
  }

  /// The exercises with a name that contains a text; otherwise those with such an alias.
  private static func matches(_ text: String, in group: [Found]) -> [Found] {
    func isIn(_ name: String) -> Bool {
      ExerciseName.Precision.allCases.contains { ExerciseName.contains(text, in: name, by: $0) }
    }
    let named = group.filter { isIn($0.name) }
    return named.isEmpty ? group.filter { $0.names.contains(where: isIn) } : named
  }

  /// The exercise that a text means.
  ///
  /// - Throws: `notFound` if there is none, with the nearest names; `invalidValue` with the candidates if the text is
  ///   ambiguous.
  func find(_ text: String) throws(JournalError) -> Found {
    let found = candidates(text)
    if found.count == 1 { return found[0] }
    guard found.isEmpty else {
      let some = found.prefix(8).map { Escaping.escaped($0.name) }.joined(separator: ", ")
      throw JournalError(
        .invalidValue, "\"\(Self.shown(text))\" can be several exercises: \(some). Name one of them.")
    }
    let nearest = ExerciseName.nearest(to: text, in: (offered + retired + builtIn).map(\.name))
    let guess: Message =
      nearest.isEmpty ? "" : "; the nearest is \(nearest.map { Escaping.escaped($0) }.joined(separator: ", "))"
    throw JournalError(
      .notFound,
      "There is no exercise \"\(Self.shown(text))\"\(guess). Define it\(by: .defineExercise, or: " first").")
  }

  private static func shown(_ text: String) -> String { Escaping.escaped(String(text.prefix(60))) }
}
