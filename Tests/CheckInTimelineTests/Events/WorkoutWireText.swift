import CheckInTimeline
import Foundation

/// Actions about workouts in the text form that `protoc --encode` reads, written from the schema alone.
enum WorkoutWireText {
  static func text(of action: WorkoutAction) -> String {
    switch action {
    case .exerciseDefined(let new):
      return "exercise_defined { exercise: \(new.number) id: \(quoted(new.id)) name: \(WireText.quoted(new.name)) "
        + (new.aliases.isEmpty ? "" : aliases(new.aliases))
        + "measure: \(name(of: new.measure)) load: \(name(of: new.load)) }\n"
    case .exerciseEdited(let number, let changes):
      return "exercise_edited { exercise: \(number) " + (changes.name.map { "name: \(WireText.quoted($0)) " } ?? "")
        + (changes.aliases.map(aliases) ?? "") + (changes.measure.map { "measure: \(name(of: $0)) " } ?? "")
        + (changes.load.map { "load: \(name(of: $0)) " } ?? "") + "}\n"
    case .exerciseRetired(let number): return "exercise_retired { exercise: \(number) }\n"
    case .exerciseRestored(let number): return "exercise_restored { exercise: \(number) }\n"
    case .planCreated(let new):
      return "plan_created { plan: \(new.number) id: \(quoted(new.id)) name: \(WireText.quoted(new.name)) "
        + new.items.map(text).joined() + "}\n"
    case .planEdited(let number, let changes):
      return "plan_edited { plan: \(number) " + (changes.name.map { "name: \(WireText.quoted($0)) " } ?? "")
        + (changes.items ?? []).map(text).joined() + "}\n"
    case .planActivated(let number): return "plan_activated { \(number.map { "plan: \($0)" } ?? "") }\n"
    case .planDiscarded(let number): return "plan_discarded { plan: \(number) }\n"
    case .planRestored(let number): return "plan_restored { plan: \(number) }\n"
    case .sessionStarted(let new):
      return "session_started { session: \(new.number) id: \(quoted(new.id)) "
        + text(of: new.start)
        + "title: \(WireText.quoted(new.title)) note: \(WireText.quoted(new.note)) "
        + (new.plan.map { "plan: \($0.number) plan_version: \($0.version) " } ?? "") + "}\n"
    case .sessionEdited(let number, let changes):
      var text = "session_edited { session: \(number) "
      if let start = changes.start { text += self.text(of: start) }
      if let title = changes.title { text += "title: \(WireText.quoted(title)) " }
      if let note = changes.note { text += "note: \(WireText.quoted(note)) " }
      if case .set(let end) = changes.endMilliseconds { text += "end_ms: \(end) " }
      return text + (changes.endMilliseconds == .clear ? "cleared: [END] " : "") + "}\n"
    case .sessionCompleted(let number, let end):
      return "session_completed { session: \(number) \(end.map { "end_ms: \($0) " } ?? "")}\n"
    case .sessionReopened(let number): return "session_reopened { session: \(number) }\n"
    case .sessionDiscarded(let number): return "session_discarded { session: \(number) }\n"
    case .sessionRestored(let number): return "session_restored { session: \(number) }\n"
    case .setLogged(let new):
      return "set_logged { \(text(of: new.reference)) id: \(quoted(new.id)) exercise: \(new.exercise) "
        + text(of: new.entry) + (new.atMilliseconds.map { "at_ms: \($0) " } ?? "") + "}\n"
    case .setEdited(let reference, let changes): return "set_edited { \(text(of: reference)) \(text(of: changes))}\n"
    case .setRemoved(let reference): return "set_removed { \(text(of: reference)) }\n"
    case .setRestored(let reference): return "set_restored { \(text(of: reference)) }\n"
    case .checkInLinked(let session): return "check_in_linked { session: \(session) }\n"
    case .checkInUnlinked: return "check_in_unlinked {}\n"
    case .reminderSet(let reminder):
      let days = reminder.weekdays.reduce(0) { $0 + (1 << ($1.rawValue - 1)) }
      return "reminder_set { days: \(days) minute_of_day: \(reminder.minuteOfDay) }\n"
    case .reminderCleared: return "reminder_cleared {}\n"
    case .goalSet(let goal):
      return "goal_set { \(text(of: goal.subject))count: \(goal.count) period: \(goal.period.name.uppercased()) }\n"
    case .goalCleared(let subject): return "goal_cleared { \(text(of: subject))}\n"
    case .dayMarked(let mark):
      return "day_marked { day: \(mark.day.dayNumber) kind: \(mark.kind.name.uppercased()) "
        + (mark.note.map { "note: \(WireText.quoted($0)) " } ?? "") + "}\n"
    case .dayUnmarked(let day): return "day_unmarked { day: \(day.dayNumber) }\n"
    }
  }

  private static func text(of subject: Goal.Subject) -> String {
    let type = subject.exerciseType.map { "type: \($0.name.uppercased().replacing(" ", with: "_")) " }
    let quantity: String? =
      switch subject.quantity {
      case nil: nil
      case .calories?: "quantity: CALORIES "
      case .duration?: "quantity: DURATION_SECONDS "
      case .distance?: "quantity: DISTANCE_METRES "
      }
    return (type ?? "") + (quantity ?? "")
  }

  private static func aliases(_ names: [String]) -> String {
    "aliases { \(names.map { "names: \(WireText.quoted($0)) " }.joined())} "
  }

  private static func text(of item: PlanItem) -> String {
    let prescription = item.prescription
    var text = "items { exercise: \(item.exercise) sets: \(prescription.sets) "
    switch prescription.target {
    case .reps(let range): text += "reps_from: \(range.lowerBound) reps_to: \(range.upperBound) "
    case .seconds(let seconds): text += "seconds: \(seconds) "
    case .millimetres(let distance): text += "millimetres: \(distance) "
    }
    if let weight = prescription.weight { text += self.text(of: weight) }
    if let rpe = prescription.rpe { text += "rpe_halves: \(rpe.halves) " }
    if let rest = prescription.restSeconds { text += "rest_seconds: \(rest) " }
    if let superset = prescription.superset { text += "superset: \(superset) " }
    return text + "warm_up: \(prescription.isWarmUp) } "
  }

  private static func text(of weight: Weight) -> String {
    "weight { thousandths: \(weight.thousandths) unit: \(weight.unit == .pounds ? "POUNDS" : "KILOGRAMS") } "
  }

  private static func text(of start: CheckInTime) -> String {
    "start_ms: \(start.instantMilliseconds) utc_offset_minutes: \(start.offsetMinutes) "
      + "time_zone: \(WireText.quoted(start.timeZone ?? "")) day_only: \(!start.isTimeOfDayKnown) "
  }

  private static func text(of reference: WorkoutAction.SetReference) -> String {
    "session: \(reference.session) set: \(reference.number)"
  }

  private static func text(of entry: SetEntry) -> String {
    var text = "kind: \(name(of: entry.kind)) "
    if let weight = entry.weight { text += self.text(of: weight) }
    if let reps = entry.reps { text += "reps: \(reps) " }
    if let seconds = entry.seconds { text += "seconds: \(seconds) " }
    if let distance = entry.millimetres { text += "millimetres: \(distance) " }
    if let rpe = entry.rpe { text += "rpe_halves: \(rpe.halves) " }
    return text + "note: \(WireText.quoted(entry.note)) "
  }

  private static func text(of changes: SetChanges) -> String {
    var text = ""
    var cleared: [String] = []
    func add<Value>(_ change: CheckInChanges.Change<Value>?, _ name: String, _ written: (Value) -> String) {
      switch change {
      case .set(let value): text += written(value)
      case .clear: cleared.append(name)
      case nil: break
      }
    }
    if let exercise = changes.exercise { text += "exercise: \(exercise) " }
    if let kind = changes.kind { text += "kind: \(name(of: kind)) " }
    add(changes.weight, "SET_WEIGHT") { self.text(of: $0) }
    add(changes.reps, "SET_REPS") { "reps: \($0) " }
    add(changes.seconds, "SET_SECONDS") { "seconds: \($0) " }
    add(changes.millimetres, "SET_MILLIMETRES") { "millimetres: \($0) " }
    add(changes.rpe, "SET_RPE") { "rpe_halves: \($0.halves) " }
    if let note = changes.note { text += "note: \(WireText.quoted(note)) " }
    add(changes.atMilliseconds, "SET_AT") { "at_ms: \($0) " }
    return text + "cleared: [\(cleared.joined(separator: ", "))] "
  }

  private static func name(of measure: Exercise.Measure) -> String {
    ["WEIGHT_AND_REPS", "REPS", "DURATION", "DISTANCE", "DISTANCE_AND_DURATION"][Int(measure.rawValue)]
  }

  private static func name(of load: Exercise.Load) -> String {
    ["EXTERNAL", "BODYWEIGHT", "ASSISTED"][Int(load.rawValue)]
  }

  private static func name(of kind: SetEntry.Kind) -> String {
    ["NORMAL", "WARM_UP", "DROP", "FAILURE"][Int(kind.rawValue)]
  }

  private static func quoted(_ id: UUID) -> String { WireText.quoted(withUnsafeBytes(of: id.uuid) { Array($0) }) }
}
