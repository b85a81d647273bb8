extension MergedJournal {
  /// At least those with conflicts.
  private var conflictingRegisters: [UInt32: CheckInRegisters] {
    var all = registers
    for number in storedRegisters.conflicting { all[number] = storedRegisters[number] }
    return all
  }

  /// What devices have said differently, by check-ins and fields.
  func conflicts() -> [MergeConflict] {
    func candidate(_ write: CheckInRegisters.Write, _ value: String?) -> MergeConflict.Candidate {
      MergeConflict.Candidate(
        replica: writers[write.writer].replica, device: writers[write.writer].name, sequence: write.sequence,
        value: value)
    }
    var conflicts: [MergeConflict] = []
    for (number, register) in conflictingRegisters {
      for field in register.contestedFields {
        let candidates = register.fields[field] ?? []
        conflicts.append(
          MergeConflict(
            checkIn: Int(number), name: name(of: Int(number)), field: field,
            candidates: candidates.map { candidate($0.write, $0.value?.text) }))
      }
      if !register.contests.isEmpty {
        // By what is the same on every device.
        func candidates(_ writes: [CheckInRegisters.Write], _ value: String) -> [MergeConflict.Candidate] {
          Set(writes).sorted { (ranks[$0.writer], $0.sequence) < (ranks[$1.writer], $1.sequence) }
            .map { candidate($0, value) }
        }
        conflicts.append(
          MergeConflict(
            checkIn: Int(number), name: name(of: Int(number)), field: .discarded,
            candidates: candidates(register.contests.map(\.discard), "true")
              + candidates(register.contests.map(\.change), "false")))
      }
    }
    let order = MergeConflict.Field.allCases
    return conflicts.sorted {
      ($0.checkIn, order.firstIndex(of: $0.field) ?? 0) < ($1.checkIn, order.firstIndex(of: $1.field) ?? 0)
    }
  }

  /// The fields of a check-in that devices have said differently.
  func contestedFields(of number: Int) -> Set<MergeConflict.Field> {
    let number = UInt32(clamping: number)
    return (registers[number] ?? storedRegisters[number])?.contestedFields ?? []
  }
}
