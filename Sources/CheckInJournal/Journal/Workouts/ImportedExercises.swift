internal import FoundationEssentials

/// Assigns an exercise to each name in an import.
///
/// Two names become one exercise only if the mapping or the user's own alias says so: if another name stands for a
/// built-in exercise, too, a name that is merely an alias of it becomes an exercise of its own.
struct ImportedExercises {
  private enum Target: Hashable {
    /// The number of an exercise in the journal.
    case known(Int)
    /// The identity of a built-in exercise that the journal doesn't have.
    case builtIn(UUID)
    /// The folded name of an exercise to define.
    case new(String)
  }

  /// The names whose sets were added, in the order in which they appeared.
  private(set) var used: [Journal.SessionImportOutcome.ImportedExercise] = []
  /// The number of exercises that were defined.
  private(set) var definedCount = 0

  private let mapping: [String: String]
  /// By folded name.
  private var targets: [String: Target] = [:]
  private var numbers: [Target: Int] = [:]
  /// The positions in ``used`` by folded name.
  private var usedIndices: [String: Int] = [:]

  /// - Parameters:
  ///   - drafts: The exercises of all sets in the import.
  ///   - mapping: The names of exercises in the journal by the names in the import that stand for them.
  ///   - known: The exercises of the journal.
  init(_ drafts: [ExerciseDraft], mapping: [String: String], known: [Exercise]) {
    let mapping = Dictionary(
      mapping.map { (ExerciseName.folded($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
    self.mapping = mapping
    let search = Search(known)
    var aliases: [String: Target] = [:]
    var claims: [Target: Int] = [:]
    for draft in Dictionary(drafts.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }).values {
      let name = ExerciseName.folded(draft.name)
      guard targets[name] == nil else { continue }
      if let mapped = mapping[name] {
        targets[name] =
          search.target(
            named: ExerciseName.folded(mapped), id: BuiltInExercises.identity(ofExerciseNamed: mapped)
          ).target
        continue
      }
      let (target, isAlias) = search.target(named: name, id: draft.id)
      targets[name] = target
      claims[target, default: 0] += 1
      if isAlias { aliases[name] = target }
    }
    for (name, target) in aliases where claims[target] ?? 0 > 1 { targets[name] = .new(name) }
  }

  /// Returns the number of the exercise that a set belongs to, which is defined if necessary.
  mutating func exercise(of draft: ExerciseDraft, _ command: inout WorkoutCommand) -> Int {
    let name = ExerciseName.folded(draft.name)
    let target = targets[name] ?? .new(name)
    if let index = usedIndices[name], let number = numbers[target] {
      used[index].setCount += 1
      return number
    }
    let definedBefore = definedCount
    let exercise = exercise(for: target, draft: draft, named: name, in: &command)
    numbers[target] = exercise.number
    usedIndices[name] = used.count
    used.append(
      .init(name: draft.name, exercise: exercise.name, isNew: definedCount > definedBefore, setCount: 1))
    return exercise.number
  }

  private mutating func exercise(
    for target: Target, draft: ExerciseDraft, named name: String, in command: inout WorkoutCommand
  ) -> Exercise {
    if let number = numbers[target], let exercise = command.offer(number) { return exercise }
    if case .known(let number) = target, let exercise = command.offer(number) { return exercise }
    definedCount += 1
    if case .builtIn(let id) = target, var builtIn = BuiltInExercises.all.first(where: { $0.id == id }) {
      builtIn.aliases.removeAll { alias in
        let alias = ExerciseName.folded(alias)
        return targets[alias] == .new(alias)
      }
      return command.define(builtIn)
    }
    var draft = draft
    if let mapped = mapping[name] {
      draft.name = mapped
      draft.id = BuiltInExercises.identity(ofExerciseNamed: mapped)
    }
    command.removeAlias(ExerciseName.folded(draft.name))
    return command.define(draft)
  }

  /// Finds exercises by their folded names.
  private struct Search {
    private var targets: [String: (target: Target, isAlias: Bool)] = [:]
    private var identities: [UUID: Target] = [:]

    init(_ known: [Exercise]) {
      let builtIn = Dictionary(
        BuiltInExercises.all.compactMap { draft in draft.id.map { ($0, draft) } },
        uniquingKeysWith: { first, _ in first })
      func spellings(_ draft: ExerciseDraft?) -> Set<String> { Set((draft?.aliases ?? []).map(ExerciseName.folded)) }
      for exercise in known { identities[exercise.id] = .known(exercise.number) }
      for exercise in known { add(exercise.name, for: .known(exercise.number), isAlias: false) }
      for exercise in known {
        let draft = builtIn[exercise.id]
        let others = draft == nil ? [] : spellings(draft).union(BuiltInExercises.otherMovements)
        for alias in exercise.aliases where !others.contains(ExerciseName.folded(alias)) {
          add(alias, for: .known(exercise.number), isAlias: false)
        }
      }
      for (id, draft) in builtIn { add(draft.name, for: identities[id] ?? .builtIn(id), isAlias: false) }
      for (id, draft) in builtIn {
        for alias in draft.aliases { add(alias, for: identities[id] ?? .builtIn(id), isAlias: true) }
      }
    }

    private mutating func add(_ name: String, for target: Target, isAlias: Bool) {
      let name = ExerciseName.folded(name)
      if targets[name] == nil { targets[name] = (target, isAlias) }
    }

    /// The exercise with this name, and `true` if the name is another spelling of a built-in exercise.
    func target(named name: String, id: UUID?) -> (target: Target, isAlias: Bool) {
      if let known = id.flatMap({ identities[$0] }) { return (known, false) }
      return targets[name] ?? (.new(name), false)
    }
  }
}
