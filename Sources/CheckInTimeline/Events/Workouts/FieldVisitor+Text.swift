internal import EventLog

extension WorkoutAction {
  /// A field that an action writes, by the name of its member in JSON, with the value as text; `nil` for none.
  package typealias WrittenField = (name: String, value: String?)

  /// The name of the field that links a check-in to its session.
  package static let linkField = SessionField.session.member
  /// The name of the field of the active plan.
  package static let planField = PlanField.plan.member
  /// The name of the field of a set that names its exercise.
  package static let exerciseField = SetField.exercise.member
  /// The name of the field of a plan that lists its exercises.
  package static let itemsField = PlanField.items.member
  /// The name of the field that says whether an exercise is retired.
  private static let retiredField = "retired"
  /// The name of the only field of the reminder.
  private static let reminderField = "reminder"
  /// The name of the only field of a day's mark.
  private static let markField = "mark"

  /// The fields that the action writes of something that exists, or of something with the same name or identity.
  ///
  /// - Parameter name: Returns the text for the number of an exercise, a plan or a session.
  package func writtenFields(_ name: (NumberedSubject, Int) -> String) -> [WrittenField] {
    withoutActuallyEscaping(name) { name in
      var collector = FieldTextCollector(name: name)
      func fields(of message: some FieldMessage) -> [WrittenField] {
        _ = collector.visited(message)
        return collector.fields
      }
      switch self {
      case .exerciseDefined(let new): return fields(of: ExerciseChanges(defining: new))
      case .exerciseEdited(_, let changes): return fields(of: changes)
      case .exerciseRetired: return [(Self.retiredField, String(true))]
      case .exerciseRestored: return [(Self.retiredField, String(false))]
      case .planEdited(_, let changes): return fields(of: changes)
      case .planActivated(let plan): return [(PlanField.plan.member, plan.map { name(.plan, $0) })]
      case .sessionEdited(_, let changes): return fields(of: changes)
      case .sessionCompleted(_, let end): return [(SessionField.end.member, end.map(\.text) ?? "")]
      case .sessionReopened: return [(SessionField.end.member, nil)]
      case .setEdited(_, let changes): return fields(of: changes)
      case .checkInLinked(let session): return [(Self.linkField, name(.session, session))]
      case .checkInUnlinked: return [(Self.linkField, nil)]
      case .reminderSet(let reminder): return [(Self.reminderField, reminder.text)]
      case .reminderCleared: return [(Self.reminderField, nil)]
      case .goalSet(let goal): return [(GoalField.type.member, goal.target)]
      case .dayMarked(let mark): return [(Self.markField, mark.text)]
      case .dayUnmarked: return [(Self.markField, nil)]
      case .planCreated, .planDiscarded, .planRestored, .sessionStarted, .sessionDiscarded, .sessionRestored,
        .setLogged, .setRemoved, .setRestored, .goalCleared:
        return []
      }
    }
  }

  /// Returns the action that writes only some of the fields; `nil` if it writes none of them.
  ///
  /// The definition of an exercise becomes an edit of an exercise that exists.
  ///
  /// - Parameters:
  ///   - exercise: The number of that exercise.
  ///   - isWritten: Returns `true` for the name of a field to be written.
  package func limited(ofExercise exercise: Int = 0, to isWritten: (String) -> Bool) -> WorkoutAction? {
    guard writtenFields({ String($1) }).contains(where: { isWritten($0.name) }) else { return nil }
    return withoutActuallyEscaping(isWritten) { isWritten in
      var picker = FieldPicker(isKept: isWritten)
      switch self {
      case .exerciseDefined(let new):
        return .exerciseEdited(exercise, picker.visited(ExerciseChanges(defining: new)))
      case .exerciseEdited(let number, let changes): return .exerciseEdited(number, picker.visited(changes))
      case .planEdited(let number, let changes): return .planEdited(number, picker.visited(changes))
      case .sessionEdited(let number, let changes): return .sessionEdited(number, picker.visited(changes))
      case .setEdited(let reference, let changes): return .setEdited(reference, picker.visited(changes))
      default: return self
      }
    }
  }
}

extension ExerciseChanges {
  /// The changes that make any exercise the one that is defined, apart from its number.
  package init(defining new: WorkoutAction.NewExercise) {
    self.init(name: new.name, aliases: new.aliases, measure: new.measure, load: new.load)
  }
}

extension Int64 {
  /// An instant in milliseconds since 1970, in UTC.
  fileprivate var text: String { CheckInTime(instantMilliseconds: self, offsetMinutes: 0).description }
}

extension Reminder {
  fileprivate var text: String {
    let days = weekdays.sorted { $0.rawValue < $1.rawValue }.map(\.name).joined(separator: " ")
    return "\(days) \(minuteOfDay / 60):\(twoDigits(minuteOfDay % 60))"
  }
}

/// Collects the fields of a message that have a value or are cleared.
private struct FieldTextCollector: FieldVisitor {
  typealias Failure = Never

  let name: (WorkoutAction.NumberedSubject, Int) -> String
  var fields: [WorkoutAction.WrittenField] = []

  mutating func visit<Value: FieldValue>(_ value: inout Value?, isCleared: inout Bool, _ field: WorkoutField) {
    if value != nil || isCleared { fields.append((field.member, value.map(Self.text))) }
  }

  mutating func list<Message: FieldMessage>(_ messages: inout [Message]?, as field: WorkoutField) {
    guard let items = messages as? [PlanItem] else { return }
    let entries = items.map { PlanText.Entry(exercise: name(.exercise, $0.exercise), $0.prescription) }
    fields.append((field.member, PlanText.text(entries, unit: .kilograms)))
  }

  mutating func number(_ number: inout Int?, of subject: WorkoutAction.NumberedSubject, _ field: WorkoutField) {
    if let number { fields.append((field.member, name(subject, number))) }
  }

  private static func text(_ value: some FieldValue) -> String {
    switch value {
    case let text as String: return text
    case let texts as [String]: return texts.joined(separator: ", ")
    case let value as any NamedValue: return value.name
    case let time as CheckInTime: return time.written
    case let instant as Int64: return instant.text
    default: return String(describing: value)
    }
  }
}

/// Leaves only some fields of an edit.
private struct FieldPicker: FieldVisitor {
  typealias Failure = Never

  let isKept: (String) -> Bool

  func visit<Value: FieldValue>(_ value: inout Value?, isCleared: inout Bool, _ field: WorkoutField) {
    if !isKept(field.member) { (value, isCleared) = (nil, false) }
  }

  func list<Message: FieldMessage>(_ messages: inout [Message]?, as field: WorkoutField) {
    if !isKept(field.member) { messages = nil }
  }

  func number(_ number: inout Int?, of subject: WorkoutAction.NumberedSubject, _ field: WorkoutField) {
    if !isKept(field.member) { number = nil }
  }
}
