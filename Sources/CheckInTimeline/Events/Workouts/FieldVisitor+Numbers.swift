extension WorkoutAction {
  /// Something about workouts that has a number.
  package enum NumberedSubject: Hashable {
    case exercise, plan, session
    /// By the other number of its session.
    case set(session: Int)

    /// The field of the number in the events that concern the subject.
    var field: WorkoutField {
      switch self {
      case .exercise: ExerciseField.exercise
      case .plan: PlanField.plan
      case .session: SessionField.session
      case .set: SetField.set
      }
    }
  }

  /// The action with other numbers for what it creates and concerns.
  ///
  /// - Parameters:
  ///   - number: Returns the other number, or `nil` if there is none.
  ///   - sequence: Returns the other sequence number of an event.
  /// - Returns: `nil` if there is none for one of its numbers.
  package func renumbered(
    _ number: (NumberedSubject, Int) -> Int?, sequence: (UInt64) -> UInt64?
  ) -> WorkoutAction? {
    withoutActuallyEscaping(number) { number in
      withoutActuallyEscaping(sequence) { sequence in
        var visitor = Renumbering(newNumber: number, newSequence: sequence)
        return try? visitor.visited(self)
      }
    }
  }

  /// The numbers of what the action creates and concerns, and also the plan that a session follows and the exercises of
  /// a plan.
  package var numbers: (own: Summary, used: [WorkoutSubject]) {
    var visitor = NumberCollector()
    _ = visitor.visited(self)
    return (visitor.own, visitor.used)
  }
}

/// Replaces the numbers of an action.
private struct Renumbering: FieldVisitor {
  /// There is no other number.
  struct Failure: Error {}

  let newNumber: (WorkoutAction.NumberedSubject, Int) -> Int?
  let newSequence: (UInt64) -> UInt64?

  func visit<Value: FieldValue>(_ value: inout Value?, isCleared: inout Bool, _ field: WorkoutField) {}

  mutating func list<Message: FieldMessage>(_ messages: inout [Message]?, as field: WorkoutField) throws(Failure) {
    for index in messages?.indices ?? 0..<0 { try messages?[index].visitFields(with: &self) }
  }

  func number(
    _ number: inout Int?, of subject: WorkoutAction.NumberedSubject, _ field: WorkoutField
  ) throws(Failure) {
    guard let old = number else { return }
    guard let new = newNumber(subject, old) else { throw Failure() }
    number = new
  }

  func plan(_ plan: inout WorkoutSession.PlanReference?) throws(Failure) {
    guard let old = plan else { return }
    guard let number = newNumber(.plan, old.number), let version = newSequence(old.version) else { throw Failure() }
    plan = WorkoutSession.PlanReference(number: number, version: version)
  }
}

private struct NumberCollector: FieldVisitor {
  typealias Failure = Never

  var own = WorkoutAction.Summary()
  var used: [WorkoutSubject] = []

  func visit<Value: FieldValue>(_ value: inout Value?, isCleared: inout Bool, _ field: WorkoutField) {}

  mutating func list<Message: FieldMessage>(_ messages: inout [Message]?, as field: WorkoutField) {
    for message in messages ?? [] {
      var visitor = NumberCollector()
      _ = visitor.visited(message)
      if let exercise = visitor.own.exercise { used.append(.exercise(exercise)) }
    }
  }

  mutating func number(_ number: inout Int?, of subject: WorkoutAction.NumberedSubject, _ field: WorkoutField) {
    switch subject {
    case .exercise: own.exercise = number
    case .plan: own.plan = number
    case .session: own.session = number
    case .set: own.set = number
    }
  }

  mutating func plan(_ plan: inout WorkoutSession.PlanReference?) {
    if let plan { used.append(.plan(plan.number)) }
  }
}
