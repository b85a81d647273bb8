extension MergedJournal {
  /// At least those with conflicts.
  private var conflictingRegisters: [MergeConflict.Subject: FieldRegisters] {
    var all = registers.filter(\.value.hasConflicts)
    for subject in storedRegisters.conflicting { all[subject] = storedRegisters[subject] }
    return all
  }

  /// Returns all conflicts: those of check-ins, and then those about workouts, by fields.
  func conflicts() -> [MergeConflict] {
    let order = timeline.recordingOrder
    return conflictingRegisters.sorted { $0.key.code.isBefore($1.key.code, in: order) }
      .flatMap { conflicts(of: $0.key, $0.value) }
  }

  /// Returns the conflicts of a check-in, or about workouts, by fields.
  func conflicts(of subject: MergeConflict.Subject) -> [MergeConflict] {
    register(of: subject).map { conflicts(of: subject, $0) } ?? []
  }

  private func conflicts(of subject: MergeConflict.Subject, _ register: FieldRegisters) -> [MergeConflict] {
    func candidate(_ write: FieldRegisters.Write, value: String?) -> MergeConflict.Candidate {
      MergeConflict.Candidate(
        replica: writers[write.writer].replica, device: writers[write.writer].name, sequence: write.sequence,
        value: value)
    }
    // By what is the same on every device.
    func candidates(_ writes: [FieldRegisters.Write], value: String) -> [MergeConflict.Candidate] {
      Set(writes).sorted { (ranks[$0.writer], $0.sequence) < (ranks[$1.writer], $1.sequence) }
        .map { candidate($0, value: value) }
    }
    let conflicting = register.conflictingFields
    let ofCheckIns = CheckInField.mergeable.map(\.rawValue)
    let discarded = CheckInField.discarded.rawValue
    return (ofCheckIns + conflicting.subtracting(ofCheckIns).sorted()).compactMap { field in
      var said: [MergeConflict.Candidate] = []
      if field == discarded {
        said =
          candidates(register.discardConflicts.map(\.discard), value: "true")
          + candidates(register.discardConflicts.map(\.change), value: "false")
      } else if conflicting.contains(field) {
        said = (register.fields[field] ?? []).map { candidate($0.write, value: $0.value?.text) }
      }
      if said.isEmpty { return nil }
      let sessionName: String? = if case .set(let reference) = subject { name(of: reference.session) } else { nil }
      return MergeConflict(
        subject: subject, name: name(of: subject), sessionName: sessionName, field: field, candidates: said)
    }
  }

  /// The qualified ID of a subject that another device created.
  private func name(of subject: MergeConflict.Subject) -> String? {
    switch subject {
    case .checkIn(let number), .exercise(let number), .plan(let number), .session(let number): name(of: number)
    case .set(let reference): name(of: reference.number)
    case .activePlan, .reminder, .goal: nil
    }
  }

  /// Returns a function that looks up the fields in conflict. It keeps only the write histories, not the timeline.
  func conflictingFieldsOfSubjects() -> (MergeConflict.Subject) -> Set<String> {
    let (registers, storedRegisters) = (registers, storedRegisters)
    return { subject in
      guard let register = registers[subject] ?? storedRegisters[subject] else { return [] }
      let discarded = register.discardConflicts.isEmpty ? [] : [CheckInField.discarded.rawValue]
      return register.conflictingFields.union(discarded)
    }
  }

  /// Returns `true` if one device discarded a check-in, and another changed it.
  func hasDiscardConflict(_ number: Int) -> Bool {
    register(of: .checkIn(number)).map { !$0.discardConflicts.isEmpty } ?? false
  }

  /// The fields of a check-in whose present value an edit has to write, too, since that resolves a conflict: those that
  /// devices wrote differently, and all where one discarded the check-in.
  func conflictingFields(of number: Int) -> Set<CheckInField> {
    guard let register = register(of: .checkIn(number)) else { return [] }
    if !register.discardConflicts.isEmpty { return Set(CheckInField.mergeable) }
    return Set(register.conflictingFields.compactMap { CheckInField(mergeable: $0) })
  }
}
