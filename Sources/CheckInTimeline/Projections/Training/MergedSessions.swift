/// Sessions that several devices of a group started, and sets that several logged, each with a number of its own for
/// the same: the numbers that they do not have here. An import of the same file on two devices makes such sessions.
package struct MergedSessions: Hashable {
  /// Sets of one session whose numbers follow each other, as those do that they have here.
  struct Sets: Hashable {
    /// The number of the first that it does not have here.
    var first: Int
    var count: Int
    /// The number that the first has here.
    var here: Int
  }

  /// By the numbers that sessions do not have, those that they have.
  private(set) var sessions: [Int: Int] = [:]
  /// By the sessions that are of several devices, which started them or logged sets of them.
  private(set) var sets: [Int: [Sets]] = [:]

  /// None.
  init() {}

  /// Restores the united sessions from a snapshot.
  ///
  /// - Returns: `nil` if a number leads to another number that is itself united.
  init?(sessions: [Int: Int], sets: [Int: [Sets]]) {
    guard sessions.values.allSatisfy({ sessions[$0] == nil }) else { return nil }
    self.sessions = sessions
    self.sets = sets
    for here in sessions.values { noteSeveralDevices(ofSession: here) }
  }

  package var isEmpty: Bool { sessions.isEmpty && sets.isEmpty }

  /// The number here of a session.
  package func resolved(session number: Int) -> Int { sessions[number] ?? number }

  /// The numbers here of a set and its session.
  package func resolved(_ reference: WorkoutAction.SetReference) -> WorkoutAction.SetReference {
    let session = resolved(session: reference.session)
    return WorkoutAction.SetReference(session: session, number: resolved(set: reference.number, of: session))
  }

  /// The number here of a set of a session that has its number here.
  func resolved(set number: Int, of session: Int) -> Int {
    guard let run = sets[session]?.first(where: { $0.first <= number && number - $0.first < $0.count }) else {
      return number
    }
    return run.here + (number - run.first)
  }

  /// Returns `true` if several devices started a session, or logged sets of it.
  ///
  /// - Parameter number: The number that the session has here.
  package func isOfSeveralDevices(session number: Int) -> Bool { sets[number] != nil }

  /// Records that several devices started a session, or logged sets of it.
  mutating func noteSeveralDevices(ofSession number: Int) { sets[number, default: []] += [] }

  /// Takes note that a session does not have a number here, but another.
  mutating func unite(session number: Int, with here: Int) {
    if let moved = sets.removeValue(forKey: number) {
      for (other, old) in sessions where old == number { sessions[other] = here }
      sets[here, default: []] += moved
    }
    sessions[number] = here
    noteSeveralDevices(ofSession: here)
  }

  /// Takes note that a set does not have a number here, but another.
  mutating func unite(set number: Int, with here: Int, of session: Int) {
    var runs: [Sets] = []
    for run in sets[session] ?? [] {
      guard run.here <= number, number - run.here < run.count else {
        runs.append(run)
        continue
      }
      // What led to the number leads to the other.
      let before = number - run.here
      let after = run.count - before - 1
      if before > 0 { runs.append(Sets(first: run.first, count: before, here: run.here)) }
      if after > 0 { runs.append(Sets(first: run.first + before + 1, count: after, here: number + 1)) }
      Self.add(run.first + before, as: here, to: &runs)
    }
    Self.add(number, as: here, to: &runs)
    sets[session] = runs
  }

  private static func add(_ number: Int, as here: Int, to runs: inout [Sets]) {
    let continued = runs.firstIndex { $0.first + $0.count == number && $0.here + $0.count == here }
    guard let continued else { return runs.append(Sets(first: number, count: 1, here: here)) }
    runs[continued].count += 1
  }
}
