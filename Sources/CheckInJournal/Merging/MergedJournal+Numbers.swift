internal import EventLog
internal import FoundationEssentials

// What another log numbers as its own, with the numbers of this journal.
extension MergedJournal {
  /// The event that a source has, with the numbers that this journal has for it and what it concerns; `nil` if there
  /// is none.
  func local(_ source: MergeSource) -> EventView? { local(source.event, of: source.writer) }

  /// Returns the qualified ID of an item that another device created: `phone/17`; `nil` for local items.
  func name(of number: Int) -> String? { timeline.others?.names.name(of: number) }

  /// Returns the present number of a check-in: devices may have united it with another check-in.
  func resolved(_ number: Int) -> Int {
    UInt32(exactly: number).flatMap { timeline.others?.resolved($0) }.map(Int.init) ?? number
  }

  /// The event with the numbers that this journal has for what it concerns; `nil` if there is none.
  func local(_ event: EventView, of writer: Int) -> EventView? {
    guard writer > 0 else { return event }
    var event = event
    func encoded(_ sequence: UInt64) -> UInt64 {
      ReplicaSequence(ordinal: writer - 1, sequence: sequence).rawValue
    }
    event.sequence = encoded(event.sequence)
    if event.commandOrZero > 0 { event.commandOrZero = encoded(event.commandOrZero) }
    event.undoes = event.undoes.map(encoded)
    if event.checkIn > 0 {
      guard let number = Int(exactly: event.checkIn), let own = self.number(number, of: writer) else { return nil }
      event.checkIn = UInt64(own)
    }
    return event
  }

  /// The number that this journal has for a number in a writer's log; `nil` if there is none.
  func number(_ number: Int, of writer: Int) -> Int? {
    guard writer > 0 else { return number }
    if let code = ReplicaNumber(number) {
      guard let replica = writers[writer].ordinals[code.ordinal], let index = indexes[replica] else { return nil }
      return index == 0 ? code.number : ReplicaNumber(ordinal: index - 1, number: code.number).rawValue
    }
    guard (1...ReplicaNumber.maximumNumber).contains(number) else { return nil }
    return ReplicaNumber(ordinal: writer - 1, number: number).rawValue
  }

  /// The action with the numbers that this journal has for what it creates and concerns; `nil` if there is none for one
  /// of them.
  func local(_ action: WorkoutAction, of writer: Int) -> WorkoutAction? {
    action.renumbered { subject, number in
      guard let given = self.number(number, of: writer) else { return nil }
      let own = lineage.counting(subject, number: given)
      if case .exercise = subject { return exercises[own] ?? own }
      return own
    } sequence: { sequence in
      if writer == 0 { return lineage.counting(sequence: sequence) }
      guard let code = ReplicaSequence(sequence) else {
        return lineage.counting(
          sequence: ReplicaSequence(ordinal: writer - 1, sequence: sequence).rawValue)
      }
      guard let replica = writers[writer].ordinals[code.ordinal], let index = indexes[replica] else { return nil }
      return index == 0
        ? code.sequence
        : lineage.counting(sequence: ReplicaSequence(ordinal: index - 1, sequence: code.sequence).rawValue)
    }
  }
}
