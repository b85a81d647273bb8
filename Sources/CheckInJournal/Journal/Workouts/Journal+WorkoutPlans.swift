internal import FoundationEssentials

extension Journal {
  // MARK: Questions

  /// All plans, ascending by number, without those that were discarded unless they are asked for.
  public func plans(discarded: Bool = false) throws(JournalError) -> [WorkoutPlan] {
    try read { timeline in try timeline.training.plans().filter { $0.isDiscarded == discarded } }
  }

  /// The plan with this number, discarded or not.
  ///
  /// - Throws: `notFound`.
  public func existingPlan(_ number: Int) throws(JournalError) -> WorkoutPlan {
    try read { try $0.training.requiredPlan(number) }
  }

  /// The plan that is active; `nil` for none.
  public func activePlan() throws(JournalError) -> WorkoutPlan? {
    try read { try $0.training.activePlan() }
  }

  /// The plan as it was when a session was started from it.
  public func plan(_ reference: WorkoutSession.PlanReference) throws(JournalError) -> WorkoutPlan? {
    try read { try $0.training.plan(reference) }
  }

  /// A plan's items with the names of their exercises, as ``PlanText`` writes them.
  public func entries(of plan: WorkoutPlan) throws(JournalError) -> [PlanText.Entry] {
    let names = Dictionary(try exercises().map { ($0.number, $0.name) }, uniquingKeysWith: { first, _ in first })
    return plan.items.map { PlanText.Entry(exercise: names[$0.exercise] ?? "", $0.prescription) }
  }

  // MARK: Commands

  /// Records a plan. Exercises that are built in are defined with it.
  ///
  /// - Throws: `invalidValue` with everything that is wrong, or where a name matches several exercises; `notFound`
  ///   for an exercise that is not known; what committing throws.
  @discardableResult
  public func createPlan(name: String, _ entries: [PlanText.Entry]) throws(JournalError) -> WorkoutPlan {
    let name = Validation.trimmed(name)
    let (number, _) = try commitWorkout { timeline, command throws(JournalError) in
      let items = try command.items(entries)
      let messages = WorkoutValidation.messages(planName: name, items: items)
      guard messages.isEmpty else { throw JournalError.invalid(messages) }
      let last = try timeline.training.directory().lastPlan
      command.add(.planCreated(WorkoutAction.NewPlan(number: last + 1, id: UUID(), name: name, items: items)))
      return last + 1
    }
    return try existingPlan(number)
  }

  /// Changes a plan. Only what differs is recorded; sessions that were started from it keep the plan as it was.
  ///
  /// - Parameter expected: where given, the edit is refused if the plan's name or items were changed since; see
  ///   ``WorkoutPlan/editVersion``.
  /// - Throws: `conflict` for that; as ``createPlan(name:_:)``; `notFound`; `invalidValue` for a plan that is
  ///   discarded.
  @discardableResult
  public func editPlan(
    _ number: Int, name: String? = nil, _ entries: [PlanText.Entry]? = nil, expecting expected: WorkoutVersion? = nil
  ) throws(JournalError) -> PlanEdit {
    let name = name.map(Validation.trimmed)
    let (_, lastEvent) = try commitWorkout { timeline, command throws(JournalError) in
      let plan = try timeline.training.changeablePlan(number)
      try WorkoutCommand.expect(expected, present: plan.editVersion, of: "Plan \(plan.shownNumber)")
      let items: [PlanItem]? = if let entries { try command.items(entries) } else { nil }
      let messages = WorkoutValidation.messages(planName: name, items: items)
      guard messages.isEmpty else { throw JournalError.invalid(messages) }
      let changes = WorkoutAction.PlanChanges(
        name: name == plan.name ? nil : name, items: items == plan.items ? nil : items)
      command.add(
        .planEdited(number, WorkoutAction.PlanChanges(name: name, items: items)),
        differing: .planEdited(number, changes))
    }
    return PlanEdit(plan: try existingPlan(number), isChanged: lastEvent != nil)
  }

  /// Makes a plan the active one, in place of the one that was; `nil` for none.
  ///
  /// - Returns: the sequence number of the event; `nil` where it was so already.
  /// - Throws: `notFound`; `invalidValue` for a plan that is discarded; what committing throws.
  @discardableResult
  public func usePlan(_ number: Int?) throws(JournalError) -> UInt64? {
    let (_, lastEvent) = try commitWorkout { timeline, command throws(JournalError) in
      if let number { _ = try timeline.training.changeablePlan(number) }
      let active = try timeline.training.directory().activePlan
      if active != number || command.isInConflict(.activePlan) { command.add(.planActivated(number)) }
    }
    return lastEvent
  }

  /// Discards a plan; where it is the active one, none is active then.
  ///
  /// - Throws: `notFound`; `invalidValue` where it is discarded already; what committing throws.
  @discardableResult
  public func discardPlan(_ number: Int) throws(JournalError) -> WorkoutPlan {
    _ = try commitWorkout { timeline, command throws(JournalError) in
      let plan = try timeline.training.requiredPlan(number)
      guard !plan.isDiscarded else {
        throw JournalError(.invalidValue, "Plan \(plan.shownNumber) is discarded already.")
      }
      try command.add(discarding: .planDiscarded(number), in: &timeline.training)
    }
    return try existingPlan(number)
  }

  /// Brings a discarded plan back. It is not active.
  ///
  /// - Throws: `notFound`; `invalidValue` where it is not discarded; what committing throws.
  @discardableResult
  public func restorePlan(_ number: Int) throws(JournalError) -> WorkoutPlan {
    _ = try commitWorkout { timeline, command throws(JournalError) in
      let plan = try timeline.training.requiredPlan(number)
      guard plan.isDiscarded || command.hasDiscardConflict(.plan(number)) else {
        throw JournalError(.invalidValue, "Plan \(plan.shownNumber) is not discarded.")
      }
      command.add(.planRestored(number))
    }
    return try existingPlan(number)
  }
}
