/// Sessions that several devices of a group started with the same identity are one, and so are their sets: what the
/// first of all events made of them, with what all said later. On a device that started one it has the number that it
/// got there, on others that of the first.
extension Training {
  /// Those that are loaded.
  package var mergedSessions: MergedSessions { loadedDirectory?.mergedSessions ?? MergedSessions() }

  /// An action with the numbers that sessions and sets have here.
  package func resolved(_ action: WorkoutAction) -> WorkoutAction {
    let mergedSessions = mergedSessions
    if mergedSessions.isEmpty { return action }
    let resolved = action.renumbered { subject, number in
      switch subject {
      case .exercise, .plan: number
      case .session: mergedSessions.resolved(session: number)
      case .set(let session): mergedSessions.resolved(set: number, of: session)
      }
    } sequence: {
      $0
    }
    return resolved ?? action
  }

  /// Something with the number that it has here.
  package func resolved(_ subject: WorkoutSubject) -> WorkoutSubject {
    switch subject {
    case .session(let number): .session(mergedSessions.resolved(session: number))
    case .set(let reference): .set(mergedSessions.resolved(reference))
    default: subject
    }
  }

  /// Takes note that a device starts a session that is there. What it is by now stays, but for its being discarded:
  /// whoever starts it does not know of that.
  mutating func unite(
    _ new: WorkoutAction.NewSession, with present: Int, _ sequence: UInt64
  ) throws(JournalError) {
    guard let place = try locate(present) else { throw Self.missing(at: sequence, noun: "session", number: present) }
    let session = try page(at: place.page).sessions[place.session]
    let (other, here) = Self.numbers(new: new.number, present: present)
    if here != present { try renumber(session: present, at: place, as: here) }
    setNumber(here, ofSession: new.id)
    changeDirectory { $0.mergedSessions.unite(session: other, with: here) }
    sessionOrder.unite(UInt32(clamping: other), with: UInt32(clamping: here))
    try changeSession(here, at: sequence) { $0.isDiscarded = false }
    guard session.counts else { return }
    // Records name the session, and its place among those of the same time may be another.
    changeDirectory { directory in
      for exercise in Set(session.sets.map(\.exercise)) {
        if let index = directory.exerciseIndex(exercise) { directory.exercises[index].statistics = nil }
      }
    }
  }

  /// Returns `true` if other devices also started a session, or logged sets of it.
  ///
  /// - Parameter reference: The set that will be logged.
  mutating func isOfSeveralDevices(
    _ reference: WorkoutAction.SetReference, at place: (page: Int, session: Int)
  ) throws(JournalError) -> Bool {
    if try directory().mergedSessions.isOfSeveralDevices(session: reference.session) { return true }
    guard let last = try page(at: place.page).sessions[place.session].sets.last,
      !ReplicaNumber.range(of: reference.number).contains(last.number)
    else { return false }
    changeDirectory { $0.mergedSessions.noteSeveralDevices(ofSession: reference.session) }
    return true
  }

  /// As ``unite(_:with:_:)``, for a set of a session that is of several devices.
  ///
  /// - Returns: `false` if it is another one than those that are there.
  mutating func unite(_ new: WorkoutAction.NewSet, at sequence: UInt64) throws(JournalError) -> Bool {
    let reference = new.reference
    guard let place = try locate(reference.session) else {
      throw Self.missing(at: sequence, noun: "session", number: reference.session)
    }
    let session = try page(at: place.page).sessions[place.session]
    let last = session.highestSet(ofDeviceWith: reference.number)
    guard reference.number > last else {
      throw Self.numberInUse(at: sequence, noun: "set", number: reference.number, last: last)
    }
    guard let index = session.sets.firstIndex(where: { $0.id == new.id }) else { return false }
    let (other, here) = Self.numbers(new: reference.number, present: session.sets[index].number)
    try changeSession(reference.session, at: sequence) { session in
      session.sets[index].number = here
      session.sets[index].isRemoved = false
      session.sets[index].sequence = sequence
    }
    changeDirectory { $0.mergedSessions.unite(set: other, with: here, of: reference.session) }
    return true
  }

  /// Of two numbers the one that is not kept and the one that is: this journal's own, otherwise the present one.
  private static func numbers(new: Int, present: Int) -> (other: Int, here: Int) {
    ReplicaNumber(new) == nil && ReplicaNumber(present) != nil ? (present, new) : (new, present)
  }

  private mutating func renumber(
    session old: Int, at place: (page: Int, session: Int), as number: Int
  ) throws(JournalError) {
    guard let new = UInt32(exactly: number) else { return }
    changePage(at: place.page) { page in
      var session = page.sessions.remove(at: place.session)
      session.number = number
      page.insert(session)
    }
    changeDirectory { directory in
      if let index = directory.sessionIndex(old) {
        let month = directory.sessions.remove(at: index).month
        directory.sessions.insert(
          TrainingDirectory.SessionPlace(number: new, month: month),
          at: directory.sessions.place(after: number, \.intNumber).index)
      }
      if let index = directory.openSessions.firstIndex(of: old) {
        directory.openSessions.remove(at: index)
        directory.openSessions.insert(number, at: directory.openSessions.place(after: number, \.self).index)
      }
      for index in directory.links.indices where Int(directory.links[index].session) == old {
        directory.links[index].session = new
      }
    }
  }
}
