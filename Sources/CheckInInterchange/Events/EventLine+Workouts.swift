internal import CheckInJournal
internal import FoundationEssentials

// Fields are called as in the objects that the command answers with, and numbers stand for exercises, plans, sessions
// and sets. Distances are in millimetres and weights in text, so that nothing is rounded.
extension EventLine {
  /// Writes the members of an action's fields.
  static func write(_ action: WorkoutAction, to json: inout JSONWriter) {
    switch action {
    case .exerciseDefined(let new):
      json["exercise"] = new.number
      json["id"] = new.id
      json["name"] = new.name
      json["aliases"] = new.aliases
      json["measures"] = new.measure.name
      json["load"] = new.load.name
    case .exerciseEdited(let number, let changes):
      json["exercise"] = number
      if let name = changes.name { json["name"] = name }
      if let aliases = changes.aliases { json["aliases"] = aliases }
      if let measure = changes.measure { json["measures"] = measure.name }
      if let load = changes.load { json["load"] = load.name }
    case .exerciseRetired(let number), .exerciseRestored(let number): json["exercise"] = number
    case .planCreated(let new):
      json["plan"] = new.number
      json["id"] = new.id
      json["name"] = new.name
      write(new.items, to: &json)
    case .planEdited(let number, let changes):
      json["plan"] = number
      if let name = changes.name { json["name"] = name }
      if let items = changes.items { write(items, to: &json) }
    case .planActivated(let number):
      json["plan"] = number
    case .planDiscarded(let number), .planRestored(let number): json["plan"] = number
    case .sessionStarted(let new):
      json["session"] = new.number
      json["id"] = new.id
      write(session: new.start, to: &json)
      json["title"] = new.title
      json["note"] = new.note
      json.object("plan", new.plan) { json, plan in
        json["number"] = plan.number
        json["version"] = plan.version
      }
    case .sessionEdited(let number, let changes):
      json["session"] = number
      if let start = changes.start { write(session: start, to: &json) }
      if let end = changes.endMilliseconds { json.instant("end", end.value) }
      if let title = changes.title { json["title"] = title }
      if let note = changes.note { json["note"] = note }
    case .sessionCompleted(let number, let end):
      json["session"] = number
      json.instant("end", end)
    case .sessionReopened(let number), .sessionDiscarded(let number), .sessionRestored(let number),
      .checkInLinked(session: let number):
      json["session"] = number
    case .setLogged(let new): write(new, to: &json)
    case .setEdited(let reference, let changes):
      write(reference, to: &json)
      write(changes, to: &json)
    case .setRemoved(let reference), .setRestored(let reference): write(reference, to: &json)
    case .reminderSet(let reminder):
      json["weekdays"] = reminder.weekdays.sorted { $0.rawValue < $1.rawValue }.map(\.name)
      json["minuteOfDay"] = reminder.minuteOfDay
    case .goalSet(let goal):
      json["goal"] = goal.subject.name
      json["count"] = goal.count
      json["period"] = goal.period.name
    case .goalCleared(let subject): json["goal"] = subject.name
    case .checkInUnlinked, .reminderCleared: break
    }
  }

  private static func write(session start: CheckInTime, to json: inout JSONWriter) {
    json["start"] = start
    json["timeZone"] = start.timeZone
    json["timeKnown"] = start.isTimeOfDayKnown
  }

  private static func write(_ items: [PlanItem], to json: inout JSONWriter) {
    json.objects("items", of: items) { json, item in
      json["exercise"] = item.exercise
      write(item.prescription, to: &json)
    }
  }

  private static func write(_ prescription: Prescription, to json: inout JSONWriter) {
    json["sets"] = prescription.sets
    switch prescription.target {
    case .reps(let range):
      json.object("reps") { json in
        json["from"] = range.lowerBound
        json["to"] = range.upperBound
      }
    case .seconds(let seconds): json["seconds"] = seconds
    case .millimetres(let distance): json["millimetres"] = distance
    }
    json["weight"] = prescription.weight
    json["rpe"] = prescription.rpe?.value
    json["rest"] = prescription.restSeconds
    json["superset"] = prescription.superset
    json["warmUp"] = prescription.isWarmUp
  }

  private static func write(_ reference: WorkoutAction.SetReference, to json: inout JSONWriter) {
    json["session"] = reference.session
    json["set"] = reference.number
  }

  private static func write(_ new: WorkoutAction.NewSet, to json: inout JSONWriter) {
    write(new.reference, to: &json)
    json["id"] = new.id
    json["exercise"] = new.exercise
    json["kind"] = new.entry.kind.name
    json["weight"] = new.entry.weight
    json["reps"] = new.entry.reps
    json["seconds"] = new.entry.seconds
    json["millimetres"] = new.entry.millimetres
    json["rpe"] = new.entry.rpe?.value
    json["note"] = new.entry.note
    json.instant("at", new.atMilliseconds)
  }

  private static func write(_ changes: SetChanges, to json: inout JSONWriter) {
    if let exercise = changes.exercise { json["exercise"] = exercise }
    if let kind = changes.kind { json["kind"] = kind.name }
    if let weight = changes.weight { json["weight"] = weight.value }
    for (name, change) in [
      ("reps", changes.reps), ("seconds", changes.seconds), ("millimetres", changes.millimetres),
    ] {
      guard let change else { continue }
      json[name] = change.value
    }
    if let rpe = changes.rpe { json["rpe"] = rpe.value?.value }
    if let note = changes.note { json["note"] = note }
    if let at = changes.atMilliseconds { json.instant("at", at.value) }
  }
}

extension JSONWriter {
  fileprivate mutating func instant(_ name: String, _ milliseconds: Int64?) {
    self[name] = milliseconds.map { CheckInTime(instantMilliseconds: $0, offsetMinutes: 0) }
  }
}

// MARK: - Reading

extension EventLine {
  /// Whether an action is one on workouts.
  static func isOfWorkouts(_ name: String) -> Bool { allowedMembers[name] != nil }

  private static let start = ["start", "timeZone", "timeKnown"]
  private static let set = [
    "session", "set", "exercise", "kind", "weight", "reps", "seconds", "millimetres", "rpe", "note", "at",
  ]
  private static let item = [
    "exercise", "sets", "reps", "seconds", "millimetres", "weight", "rpe", "rest", "superset", "warmUp",
  ]

  /// The members of each action's fields.
  private static let allowedMembers: [String: [String]] = [
    "exerciseDefined": ["exercise", "id", "name", "aliases", "measures", "load"],
    "exerciseEdited": ["exercise", "name", "aliases", "measures", "load"],
    "exerciseRetired": ["exercise"], "exerciseRestored": ["exercise"],
    "planCreated": ["plan", "id", "name", "items"], "planEdited": ["plan", "name", "items"],
    "planActivated": ["plan"], "planDiscarded": ["plan"], "planRestored": ["plan"],
    "sessionStarted": ["session", "id", "title", "note", "plan"] + start,
    "sessionEdited": ["session", "end", "title", "note"] + start,
    "sessionCompleted": ["session", "end"], "sessionReopened": ["session"], "sessionDiscarded": ["session"],
    "sessionRestored": ["session"],
    "setLogged": set + ["id"], "setEdited": set, "setRemoved": ["session", "set"], "setRestored": ["session", "set"],
    "checkInLinked": ["session"], "checkInUnlinked": [],
    "reminderSet": ["weekdays", "minuteOfDay"], "reminderCleared": [],
    "goalSet": ["goal", "count", "period"], "goalCleared": ["goal"],
  ]

  /// Reads an action on workouts; `nil` where the name is not that of one.
  ///
  /// - Throws: `EventHistory.Fault.invalid` with the reason why the members are no such action.
  static func workoutAction(_ name: String, _ members: Members) throws -> WorkoutAction? {
    guard let allowed = allowedMembers[name] else { return nil }
    // Actions without fields: an empty object, or none.
    if allowed.isEmpty, !members.has("fields") {
      return name == "reminderCleared" ? .reminderCleared : .checkInUnlinked
    }
    let fields = try members.nested("fields", allowed: allowed)
    switch name {
    case "exerciseDefined":
      return .exerciseDefined(
        WorkoutAction.NewExercise(
          number: try fields.natural("exercise"), id: try fields.identity("id"),
          ExerciseDraft(
            name: try fields.required("name"), aliases: try fields.required("aliases"),
            measure: try fields.required("measures", \Exercise.Measure.name),
            load: try fields.required("load", \Exercise.Load.name))))
    case "exerciseEdited":
      return .exerciseEdited(
        try fields.natural("exercise"),
        ExerciseChanges(
          name: try fields.optional("name"), aliases: try fields.optional("aliases"),
          measure: try fields.optionalNamed("measures", \.name), load: try fields.optionalNamed("load", \.name)))
    case "exerciseRetired": return .exerciseRetired(try fields.natural("exercise"))
    case "exerciseRestored": return .exerciseRestored(try fields.natural("exercise"))
    case "planCreated":
      return .planCreated(
        WorkoutAction.NewPlan(
          number: try fields.natural("plan"), id: try fields.identity("id"), name: try fields.required("name"),
          items: try items(fields)))
    case "planEdited":
      return .planEdited(
        try fields.natural("plan"),
        WorkoutAction.PlanChanges(
          name: try fields.optional("name"), items: fields.has("items") ? try items(fields) : nil))
    case "planActivated": return .planActivated(try fields.optionalNatural("plan"))
    case "planDiscarded": return .planDiscarded(try fields.natural("plan"))
    case "planRestored": return .planRestored(try fields.natural("plan"))
    case "sessionStarted": return .sessionStarted(try newSession(fields))
    case "sessionEdited": return .sessionEdited(try fields.natural("session"), try sessionChanges(fields))
    case "sessionCompleted":
      return .sessionCompleted(try fields.natural("session"), endMilliseconds: try fields.optionalInstant("end"))
    case "sessionReopened": return .sessionReopened(try fields.natural("session"))
    case "sessionDiscarded": return .sessionDiscarded(try fields.natural("session"))
    case "sessionRestored": return .sessionRestored(try fields.natural("session"))
    case "setLogged":
      return .setLogged(
        WorkoutAction.NewSet(
          try reference(fields), id: try fields.identity("id"), exercise: try fields.natural("exercise"),
          entry: SetEntry(
            kind: try fields.required("kind", \SetEntry.Kind.name), weight: try weight(fields),
            reps: try fields.optionalNatural("reps"), seconds: try fields.optionalNatural("seconds"),
            millimetres: try fields.optionalNatural("millimetres"), rpe: try rpe(fields),
            note: try fields.required("note")), atMilliseconds: try fields.optionalInstant("at")))
    case "setEdited": return .setEdited(try reference(fields), try setChanges(fields))
    case "setRemoved": return .setRemoved(try reference(fields))
    case "setRestored": return .setRestored(try reference(fields))
    case "checkInLinked": return .checkInLinked(session: try fields.natural("session"))
    case "checkInUnlinked": return .checkInUnlinked
    case "reminderSet": return .reminderSet(try reminder(fields))
    case "goalSet":
      let count = try fields.natural("count")
      guard count > 0 else { throw EventHistory.Fault.invalid("A goal has a count from 1 on") }
      return .goalSet(
        Goal(try goalSubject(fields), count: count, each: try fields.required("period", \Goal.Period.name)))
    case "goalCleared": return .goalCleared(try goalSubject(fields))
    default: return .reminderCleared
    }
  }

  private static func newSession(_ fields: Members) throws -> WorkoutAction.NewSession {
    let plan = try fields.optionalNested("plan", allowed: ["number", "version"]).map { plan in
      WorkoutSession.PlanReference(number: try plan.natural("number"), version: try plan.required("version"))
    }
    return WorkoutAction.NewSession(
      number: try fields.natural("session"), id: try fields.identity("id"),
      SessionDraft(
        start: try sessionStart(fields), title: try fields.required("title"), note: try fields.required("note")),
      plan: plan)
  }

  private static func sessionStart(_ fields: Members) throws -> CheckInTime {
    var start = try fields.time("start")
    start.isTimeOfDayKnown = try fields.required("timeKnown")
    return start
  }

  private static func sessionChanges(_ fields: Members) throws -> SessionChanges {
    var changes = SessionChanges(title: try fields.optional("title"), note: try fields.optional("note"))
    if start.contains(where: fields.has) {
      changes.start = try sessionStart(fields)
    }
    changes.endMilliseconds = try change(fields, "end") { try fields.optionalInstant("end") }
    return changes
  }

  private static func items(_ fields: Members) throws -> [PlanItem] {
    try fields.array("items", allowed: item).map { item in
      let targets = try [
        item.optionalNested("reps", allowed: ["from", "to"]).map { Prescription.Target.reps(try range($0)) },
        item.optionalNatural("seconds").map { .seconds($0) },
        item.optionalNatural("millimetres").map { .millimetres($0) },
      ].compactMap { $0 }
      guard targets.count == 1 else {
        throw EventHistory.Fault.invalid("An item of a plan has one of reps, seconds and millimetres")
      }
      return PlanItem(
        exercise: try item.natural("exercise"),
        Prescription(
          sets: try item.natural("sets"), target: targets[0], weight: try weight(item), rpe: try rpe(item),
          restSeconds: try item.optionalNatural("rest"), superset: try item.optionalNatural("superset"),
          isWarmUp: try item.required("warmUp")))
    }
  }

  private static func range(_ fields: Members) throws -> ClosedRange<Int> {
    let (from, to) = (try fields.natural("from"), try fields.natural("to"))
    guard from <= to else { throw EventHistory.Fault.invalid("reps must be from the lower to the higher number") }
    return from...to
  }

  private static func reference(_ fields: Members) throws -> WorkoutAction.SetReference {
    WorkoutAction.SetReference(session: try fields.natural("session"), number: try fields.natural("set"))
  }

  private static func setChanges(_ fields: Members) throws -> SetChanges {
    var changes = SetChanges()
    if fields.has("exercise") { changes.exercise = try fields.natural("exercise") }
    changes.kind = try fields.optionalNamed("kind", \.name)
    changes.weight = try change(fields, "weight") { try weight(fields) }
    changes.reps = try change(fields, "reps") { try fields.optionalNatural("reps") }
    changes.seconds = try change(fields, "seconds") { try fields.optionalNatural("seconds") }
    changes.millimetres = try change(fields, "millimetres") { try fields.optionalNatural("millimetres") }
    changes.rpe = try change(fields, "rpe") { try rpe(fields) }
    changes.note = try fields.optional("note")
    changes.atMilliseconds = try change(fields, "at") { try fields.optionalInstant("at") }
    return changes
  }

  /// What an edit does to a field: nothing where it is not named, and null clears it.
  private static func change<Value>(
    _ fields: Members, _ name: String, _ value: () throws -> Value?
  ) rethrows -> CheckInChanges.Change<Value>? {
    guard fields.has(name) else { return nil }
    return try value().map { .set($0) } ?? .clear
  }

  private static func weight(_ fields: Members) throws -> Weight? {
    guard let written = try fields.optionalNested("weight", allowed: ["value", "unit"]) else { return nil }
    let (value, symbol): (String, String) = (try written.required("value"), try written.required("unit"))
    guard let weight = Weight.Unit(symbol: symbol).flatMap({ Weight(value, unit: $0) }) else {
      throw EventHistory.Fault.invalid(
        "A weight has a value with at most three decimals, in text, and a unit, kg or lb")
    }
    return weight
  }

  private static func rpe(_ fields: Members) throws -> RPE? {
    guard let value: Double = try fields.optional("rpe") else { return nil }
    guard let halves = Int(exactly: value * 2), let rpe = RPE(halves: halves) else {
      throw EventHistory.Fault.invalid("rpe must be from 1 to 10 in halves")
    }
    return rpe
  }

  private static func reminder(_ fields: Members) throws -> Reminder {
    let names: [String] = try fields.required("weekdays")
    let weekdays = Weekday.allCases.filter { names.contains($0.name) }
    guard weekdays.count == names.count,
      let reminder = Reminder(weekdays: Set(weekdays), minuteOfDay: try fields.natural("minuteOfDay"))
    else { throw EventHistory.Fault.invalid("A reminder has weekdays, such as Monday, and a minute of the day") }
    return reminder
  }

  private static func goalSubject(_ fields: Members) throws -> Goal.Subject {
    try fields.required("goal", \Goal.Subject.name)
  }
}

extension Members {
  /// The value that has the name in a member.
  fileprivate func required<Value: CaseIterable>(_ name: String, _ text: (Value) -> String) throws -> Value {
    guard let value: Value = try optionalNamed(name, text) else {
      throw EventHistory.Fault.invalid("The member \(name) is missing")
    }
    return value
  }
}
