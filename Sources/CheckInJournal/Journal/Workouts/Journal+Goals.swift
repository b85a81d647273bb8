extension Journal {
  /// The goals, days first, then in the order in which types are offered.
  public func goals() throws(JournalError) -> [Goal] {
    try read { try $0.training.directory().goals }
  }

  /// The goals as ``goals()`` gives them, and how far each has come. Takes time proportional to the months of the
  /// longest streak of a type; nothing for a question that is asked again.
  ///
  /// - Parameters:
  ///   - today: the day whose week and month are meant.
  ///   - firstWeekday: the day that weeks start with.
  public func goals(today: CivilDay, firstWeekday: Weekday) throws(JournalError) -> [GoalProgress] {
    try read { try $0.goals(today: today, firstWeekday: firstWeekday) }
  }

  /// Returns `true` if goals count a day, that is, if it has a check-in.
  ///
  /// A reminder is silent on the same days; see ``Reminder/isDue(at:hasTrained:)``.
  public func hasTrained(on day: CivilDay) throws(JournalError) -> Bool { try read { $0.isCounted(day) } }

  /// Sets a goal, in place of the one that its subject has. Nothing is appended where it is so already.
  ///
  /// - Returns: whether it was not so already.
  /// - Throws: `invalidValue` for a goal that cannot be chosen; what committing throws.
  @discardableResult
  public func setGoal(_ goal: Goal) throws(JournalError) -> Bool { try putGoal(goal, of: goal.subject) }

  /// Sets a goal in place of another, or where `expected` is `nil` of none.
  ///
  /// - Throws: as ``setGoal(_:)``; `conflict` where its subject has another goal than is expected.
  @discardableResult
  public func setGoal(_ goal: Goal, replacing expected: Goal?) throws(JournalError) -> Bool {
    try putGoal(goal, of: goal.subject, replacing: .some(expected))
  }

  /// Clears the goal of a subject. Nothing is appended where there is none.
  ///
  /// - Returns: whether there was one.
  /// - Throws: what committing throws.
  @discardableResult
  public func clearGoal(of subject: Goal.Subject) throws(JournalError) -> Bool { try putGoal(nil, of: subject) }

  /// Clears a goal.
  ///
  /// - Throws: as ``clearGoal(of:)``; `conflict` where its subject has another goal, or none.
  public func clearGoal(_ expected: Goal) throws(JournalError) {
    try putGoal(nil, of: expected.subject, replacing: .some(expected))
  }

  /// - Parameter expected: what the subject's goal has to be; `nil` for whatever it is.
  @discardableResult
  private func putGoal(
    _ goal: Goal?, of subject: Goal.Subject, replacing expected: Goal?? = nil
  ) throws(JournalError) -> Bool {
    let messages = goal?.messages ?? []
    guard messages.isEmpty else { throw .invalid(messages) }
    let (_, lastEvent) = try commitWorkout { timeline, command throws(JournalError) in
      let present = try timeline.training.directory().goal(subject)
      guard present != goal || command.isInConflict(.goal(subject)) else { return }
      if let expected, present != expected {
        throw JournalError(
          .conflict,
          """
          The goal was changed in the meantime: it is now \
          \(present.map { Message(verbatim: $0.text) } ?? "no goal for \(subject.name)").
          """
        )
      }
      command.add(goal.map { .goalSet($0) } ?? .goalCleared(subject))
    }
    return lastEvent != nil
  }
}
