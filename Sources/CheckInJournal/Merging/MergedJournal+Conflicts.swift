internal import FoundationEssentials

extension MergedJournal {
  /// At least those with conflicts.
  private var conflictingRegisters: [MergeConflict.Subject: FieldRegisters] {
    var all = registers.filter(\.value.hasConflicts)
    for subject in storedRegisters.conflicting { all[subject] = storedRegisters[subject] }
    return all
  }

  /// Returns all conflicts: those of check-ins, and then those about workouts, by fields.
  func conflicts() -> [MergeConflict] {
    conflictingRegisters.sorted { order(of: $0.key) < order(of: $1.key) }.flatMap { conflicts(of: $0.key, $0.value) }
  }

  /// Returns the place of a subject in the list, which is the same on every device.
  private func order(of subject: MergeConflict.Subject) -> (kind: UInt64, place: Int, set: Int) {
    let (code, training) = (subject.code, timeline.training)
    return switch subject {
    case .checkIn(let number): (code.kind, timeline.recordingOrder.place(of: number), 0)
    case .exercise(let number): (code.kind, training.exerciseOrder.place(of: number), 0)
    case .plan(let number): (code.kind, training.planOrder.place(of: number), 0)
    case .session(let number): (code.kind, training.sessionOrder.place(of: number), 0)
    case .set(let reference):
      (
        code.kind, training.sessionOrder.place(of: reference.session),
        RecordingOrder(ranks: ranks).place(of: reference.number)
      )
    case .activePlan, .reminder, .goal, .dayMark: (code.kind, Int(clamping: code.number), 0)
    }
  }

  /// Returns a stored value as people read it: with the names of exercises and plans, and the IDs of sessions and
  /// check-ins, in place of identities.
  private func readable(_ value: String, of field: String) -> String {
    var timeline = timeline
    func shown(_ number: Int?) -> String? { number.map { name(of: $0) ?? String($0) } }
    switch field {
    case MergeConflict.sessionLinkField:
      return UUID(uuidString: value).flatMap { shown((try? timeline.number(of: $0)) ?? nil) } ?? value
    case WorkoutAction.linkField:
      return UUID(uuidString: value).flatMap { shown((try? timeline.training.sessionNumbers())?[$0]) } ?? value
    case WorkoutAction.planField:
      let plans = (try? timeline.training.plans()) ?? []
      return plans.first { $0.id.uuidString == value }?.name ?? value
    case WorkoutAction.exerciseField, WorkoutAction.itemsField:
      return ((try? timeline.training.exercises()) ?? []).reduce(value) {
        $0.replacing($1.id.uuidString, with: $1.name)
      }
    default: return value
    }
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
        said = (register.fields[field] ?? []).map { one in
          candidate(one.write, value: (one.value?.text).map { readable($0, of: field) })
        }
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
    case .activePlan, .reminder, .goal, .dayMark: nil
    }
  }

  /// Returns a function that looks up the fields in conflict. It keeps only the write histories, not the timeline.
  func conflictingFieldsOfSubjects() -> (MergeConflict.Subject) -> Set<String> {
    let (registers, storedRegisters) = (registers, storedRegisters)
    let sessions = timeline.training.mergedSessions
    return { subject in
      let subject: MergeConflict.Subject =
        switch subject {
        case .session(let number): .session(sessions.resolved(session: number))
        case .set(let reference): .set(sessions.resolved(reference))
        default: subject
        }
      return (registers[subject] ?? storedRegisters[subject])?.conflictingFields ?? []
    }
  }

  /// Returns `true` if one device discarded a check-in, and another changed it.
  func hasDiscardConflict(_ number: Int) -> Bool {
    register(of: .checkIn(number))?.conflictingFields.contains(CheckInField.discarded.rawValue) ?? false
  }

  /// The fields of a check-in whose present value an edit has to write, too, since that resolves a conflict: those that
  /// devices wrote differently, and all where one discarded the check-in.
  func conflictingFields(of number: Int) -> Set<CheckInField> {
    if hasDiscardConflict(number) { return Set(CheckInField.mergeable) }
    let fields = register(of: .checkIn(number))?.conflictingFields ?? []
    return Set(fields.compactMap { CheckInField(mergeable: $0) })
  }
}
