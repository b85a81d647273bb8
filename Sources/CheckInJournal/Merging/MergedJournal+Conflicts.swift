extension MergedJournal {
  /// At least those with conflicts.
  private var conflictingRegisters: [UInt32: CheckInRegisters] {
    var all = registers
    for number in storedRegisters.conflicting { all[number] = storedRegisters[number] }
    return all
  }

  /// Returns all conflicts, by check-ins and fields.
  func conflicts() -> [MergeConflict] {
    let order = timeline.recordingOrder
    return conflictingRegisters.sorted { order.place(of: $0.key) < order.place(of: $1.key) }
      .flatMap { conflicts(of: Int($0.key), $0.value) }
  }

  /// Returns the conflicts of a check-in, by fields.
  func conflicts(of number: Int) -> [MergeConflict] {
    guard let known = UInt32(exactly: number), let register = registers[known] ?? storedRegisters[known] else {
      return []
    }
    return conflicts(of: number, register)
  }

  private func conflicts(of number: Int, _ register: CheckInRegisters) -> [MergeConflict] {
    func candidate(_ write: CheckInRegisters.Write, value: String?) -> MergeConflict.Candidate {
      MergeConflict.Candidate(
        replica: writers[write.writer].replica, device: writers[write.writer].name, sequence: write.sequence,
        value: value)
    }
    // By what is the same on every device.
    func candidates(_ writes: [CheckInRegisters.Write], value: String) -> [MergeConflict.Candidate] {
      Set(writes).sorted { (ranks[$0.writer], $0.sequence) < (ranks[$1.writer], $1.sequence) }
        .map { candidate($0, value: value) }
    }
    let conflicting = register.conflictingFields
    return CheckInField.mergeable.compactMap { field in
      var said: [MergeConflict.Candidate]
      if field == .discarded {
        said =
          candidates(register.discardConflicts.map(\.discard), value: "true")
          + candidates(register.discardConflicts.map(\.change), value: "false")
      } else {
        guard conflicting.contains(field) else { return nil }
        said = (register.fields[field] ?? []).map { candidate($0.write, value: $0.value?.text) }
      }
      if said.isEmpty { return nil }
      return MergeConflict(checkIn: number, name: name(of: number), field: field, candidates: said)
    }
  }

  /// The fields of a check-in that devices have said differently.
  func conflictingFields(of number: Int) -> Set<CheckInField> {
    let number = UInt32(clamping: number)
    return (registers[number] ?? storedRegisters[number])?.conflictingFields ?? []
  }
}
