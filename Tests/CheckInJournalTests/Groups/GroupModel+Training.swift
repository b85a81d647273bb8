import CheckInJournal
import Foundation

@testable import CheckInModel
@testable import CheckInTimeline

extension GroupModel {
  /// What a group's logs come to about workouts: all that was ever said, in the order of all events, the latest last.
  /// What names something that is not there yet says nothing.
  struct Training: Hashable {
    struct Item: Hashable {
      var exercise: UUID
      var prescription: Prescription
    }

    struct Plan: Hashable {
      var name: String
      var items: [Item]
      var isDiscarded = false
    }

    struct Set: Hashable {
      var id: UUID
      var exercise: UUID
      var entry: SetEntry
      var isRemoved = false
    }

    struct Session: Hashable {
      var title: String
      var isCompleted = false
      var isDiscarded = false
      /// As it was when the session was started from it.
      var plan: Plan?
      /// In the order in which they were logged.
      var sets: [Set] = []
    }

    /// The names of exercises, and of those that are retired.
    var exercises: [UUID: String] = [:]
    var retired: Swift.Set<UUID> = []
    var plans: [UUID: Plan] = [:]
    var activePlan: UUID?
    var sessions: [UUID: Session] = [:]
    /// Which session a check-in names, by the check-in's identity.
    var links: [UUID: UUID] = [:]
    var goals: [Goal.Subject: Goal] = [:]
    var marks: [CivilDay: DayMark] = [:]
    var reminder: Reminder?
    /// The fields that devices wrote differently.
    var conflicts: Swift.Set<Conflict> = []

    /// Something about workouts, by what is the same on every device.
    enum Subject: Hashable {
      case exercise(UUID)
      case plan(UUID)
      case session(UUID)
      case set(UUID)
      case activePlan, reminder
      case goal(Goal.Subject)
      case dayMark(CivilDay)
      case checkIn(UUID)
    }

    /// A field that was written differently, or `discarded`.
    struct Conflict: Hashable {
      var subject: Subject
      var field: String
    }

    /// What differs from what is expected; `nil` if nothing does.
    func difference(from expected: Training) -> String? {
      func difference<Key, Value: Equatable>(_ mine: [Key: Value], _ others: [Key: Value]) -> String? {
        for key in Swift.Set(mine.keys).union(others.keys) where mine[key] != others[key] {
          return "\(key): \(mine[key].map { "\($0)" } ?? "nothing"), not \(others[key].map { "\($0)" } ?? "nothing")"
        }
        return nil
      }
      if self == expected { return nil }
      return difference(exercises, expected.exercises) ?? difference(plans, expected.plans)
        ?? difference(sessions, expected.sessions) ?? difference(links, expected.links)
        ?? difference(goals, expected.goals) ?? difference(marks, expected.marks)
        ?? (conflicts == expected.conflicts ? nil : "conflicts \(conflicts), not \(expected.conflicts)")
        ?? "what is retired or active, or the reminder"
    }
  }

  /// - Parameter rank: the place of each replica among those of all, by their identities.
  static func training(_ logs: [[Event]], rank: [Int]) -> Training {
    var builder = builder(logs, rank: rank)
    builder.decide()
    return builder.training
  }

  /// The events that link a check-in to a session that is there, or take a link away.
  static func links(_ logs: [[Event]], rank: [Int]) -> Swift.Set<Event> { builder(logs, rank: rank).links }

  private static func builder(_ logs: [[Event]], rank: [Int]) -> TrainingBuilder {
    let order = order(logs, rank: rank)
    var builder = TrainingBuilder(knowledge: Knowledge(order, logs, Copies(logs, rank: rank)), rank: rank)
    let creators = creators(order)
    for event in order {
      guard case .workout(let action, let checkIn) = event.kind else { continue }
      if let creator = event.creator, creators[checkIn]?.contains(creator) != true { continue }
      builder.take(action, checkIn: checkIn, version: version(event), event)
    }
    return builder
  }

  /// What a plan that was started from is remembered by.
  private static func version(_ event: Event) -> UInt64 {
    ReplicaSequence(ordinal: event.replica, sequence: event.sequence).rawValue
  }
}

/// Numbers in actions are those of ``SimulatedGroup/everybodys(_:of:)``, the same for all devices.
private struct TrainingBuilder {
  typealias Training = GroupModel.Training
  typealias Event = GroupModel.Event

  let knowledge: GroupModel.Knowledge
  let rank: [Int]
  var training = Training()
  private(set) var links: Set<Event> = []
  /// The event that defined each exercise, and the latest event about it.
  private var definitions: [UUID: Event] = [:]
  private var latest: [UUID: Event] = [:]
  private var exercises: [Int: UUID] = [:]
  private var plans: [Int: UUID] = [:]
  private var versions: [UInt64: Training.Plan] = [:]
  private var sessions: [Int: UUID] = [:]
  /// By the identity of their session, which has a number of each device that started it.
  private var sets: [UUID: [Int: UUID]] = [:]
  /// The events that change something, or use it, and those that discard it.
  private var changes: [Training.Subject: [Event]] = [:]
  private var discards: [Training.Subject: [Event]] = [:]
  /// The values that were written, in words.
  private var writes: [Training.Conflict: [(event: Event, value: String)]] = [:]

  init(knowledge: GroupModel.Knowledge, rank: [Int]) {
    (self.knowledge, self.rank) = (knowledge, rank)
  }

  private func items(_ items: [PlanItem]) -> [Training.Item]? {
    let known = items.compactMap { item in
      exercises[item.exercise].map { Training.Item(exercise: $0, prescription: item.prescription) }
    }
    return known.count == items.count ? known : nil
  }

  mutating func take(_ action: WorkoutAction, checkIn: UUID?, version: UInt64, _ event: Event) {
    func write(_ value: (some Any)?, _ field: String, of subject: Training.Subject) {
      writes[Training.Conflict(subject: subject, field: field), default: []]
        .append((event, value.map { "\($0)" } ?? "nothing"))
    }
    func change(_ subjects: Training.Subject...) {
      for subject in subjects { changes[subject, default: []].append(event) }
    }
    func discard(_ subject: Training.Subject) { discards[subject, default: []].append(event) }
    switch action {
    case .exerciseDefined(let new):
      guard training.exercises[new.id] == nil else {
        exercises[new.number] = united[new.id] ?? new.id
        return
      }
      if let same = united[new.id] ?? sameExercise(new.name, event) {
        exercises[new.number] = same
        if united[new.id] != nil { return }
        united[new.id] = same
        write(new.name, "name", of: .exercise(same))
        if training.retired.remove(same) != nil { write(false, "retired", of: .exercise(same)) }
        latest[same] = event
        return
      }
      exercises[new.number] = new.id
      training.exercises[new.id] = new.name
      definitions[new.id] = event
      latest[new.id] = event
      write(new.name, "name", of: .exercise(new.id))
    case .exerciseEdited(let number, let changes):
      guard let id = exercises[number] else { return }
      latest[id] = event
      guard let name = changes.name else { return }
      training.exercises[id] = name
      write(name, "name", of: .exercise(id))
    case .exerciseRetired(let number), .exerciseRestored(let number):
      guard let id = exercises[number] else { return }
      let isRetired = action == .exerciseRetired(number)
      if isRetired { training.retired.insert(id) } else { training.retired.remove(id) }
      write(isRetired, "retired", of: .exercise(id))
      latest[id] = event
    case .planCreated(let new):
      guard let items = items(new.items) else { return }
      plans[new.number] = new.id
      training.plans[new.id] = Training.Plan(name: new.name, items: items)
      versions[version] = training.plans[new.id]
      change(.plan(new.id))
    case .planEdited(let number, let changes):
      guard let id = plans[number] else { return }
      if let changed = changes.items {
        guard let items = items(changed) else { return }
        training.plans[id]?.items = items
        write(items, "items", of: .plan(id))
      }
      if let name = changes.name {
        training.plans[id]?.name = name
        write(name, "name", of: .plan(id))
      }
      versions[version] = training.plans[id]
      change(.plan(id))
    case .planActivated(let number):
      if let number {
        guard let id = plans[number] else { return }
        change(.plan(id))
      }
      training.activePlan = number.flatMap { plans[$0] }
      write(training.activePlan, "plan", of: .activePlan)
    case .planDiscarded(let number): if let id = plans[number] { discard(.plan(id)) }
    case .planRestored(let number): if let id = plans[number] { change(.plan(id)) }
    case .sessionStarted(let new):
      if training.sessions[new.id] != nil {
        // Another device started it, too, and this one does not know whether it was discarded.
        sessions[new.number] = new.id
        change(.session(new.id))
        if let plan = new.plan, let id = plans[plan.number] { change(.plan(id)) }
        return
      }
      var session = Training.Session(title: new.title)
      if let plan = new.plan {
        guard let version = versions[plan.version] else { return }
        session.plan = version
        if let id = plans[plan.number] { change(.plan(id)) }
      }
      sessions[new.number] = new.id
      training.sessions[new.id] = session
      change(.session(new.id))
    case .sessionEdited(let number, let changes):
      guard let id = sessions[number] else { return }
      if let title = changes.title { training.sessions[id]?.title = title }
      if let title = changes.title { write(title, "title", of: .session(id)) }
      change(.session(id))
    case .sessionCompleted(let number, let end):
      guard let id = sessions[number] else { return }
      training.sessions[id]?.isCompleted = true
      write(end, "end", of: .session(id))
      change(.session(id))
    case .sessionReopened(let number):
      guard let id = sessions[number] else { return }
      training.sessions[id]?.isCompleted = false
      write("open", "end", of: .session(id))
      change(.session(id))
    case .sessionDiscarded(let number): if let id = sessions[number] { discard(.session(id)) }
    case .sessionRestored(let number):
      guard let id = sessions[number] else { return }
      change(.session(id))
      if !training.links.values.contains(id) { unlink(id, event) }
    case .setLogged(let new):
      guard let exercise = exercises[new.exercise], let session = sessions[new.reference.session] else { return }
      sets[session, default: [:]][new.reference.number] = new.id
      if !(training.sessions[session]?.sets.contains { $0.id == new.id } ?? true) {
        training.sessions[session]?.sets.append(Training.Set(id: new.id, exercise: exercise, entry: new.entry))
      }
      change(.session(session), .set(new.id))
    case .setEdited(let reference, let changes):
      if let exercise = changes.exercise, exercises[exercise] == nil { return }
      guard let (session, id) = set(reference) else { return }
      let exercise = changes.exercise.flatMap { exercises[$0] }
      for index in training.sessions[session]?.sets.indices ?? 0..<0 {
        guard var set = training.sessions[session]?.sets[index], set.id == id else { continue }
        var whole = ExerciseSet(number: 1, id: set.id, exercise: 1, entry: set.entry, sequence: 1)
        changes.apply(to: &whole)
        set.entry = whole.entry
        set.exercise = exercise ?? set.exercise
        training.sessions[session]?.sets[index] = set
      }
      if let exercise { write(exercise, "exercise", of: .set(id)) }
      if let reps = changes.reps { write(reps, "reps", of: .set(id)) }
      if let weight = changes.weight { write(weight, "weight", of: .set(id)) }
      change(.session(session), .set(id))
    case .setRemoved(let reference): if let (_, id) = set(reference) { discard(.set(id)) }
    case .setRestored(let reference):
      if let (session, id) = set(reference) { change(.session(session), .set(id)) }
    case .checkInLinked(let number):
      guard let checkIn, let session = sessions[number] else { return }
      links.insert(event)
      if let left = training.links[checkIn], left != session { unlink(left, event) }
      // A session is named by one check-in at most.
      training.links = training.links.filter { $0.value != session }
      training.links[checkIn] = session
      write(session, "session", of: .checkIn(checkIn))
      write(checkIn, "checkIn", of: .session(session))
      change(.session(session))
    case .checkInUnlinked:
      guard let checkIn else { return }
      links.insert(event)
      write(UUID?.none, "session", of: .checkIn(checkIn))
      if let session = training.links[checkIn] { unlink(session, event) }
      training.links[checkIn] = nil
    case .reminderSet(let reminder):
      training.reminder = reminder
      write(reminder, "reminder", of: .reminder)
    case .reminderCleared:
      training.reminder = nil
      write(Reminder?.none, "reminder", of: .reminder)
    case .goalSet(let goal):
      training.goals[goal.subject] = goal
      write(goal, "goal", of: .goal(goal.subject))
      change(.goal(goal.subject))
    case .goalCleared(let subject): discard(.goal(subject))
    case .dayMarked(let mark):
      training.marks[mark.day] = mark
      write(mark, "mark", of: .dayMark(mark.day))
    case .dayUnmarked(let day):
      training.marks[day] = nil
      write(DayMark?.none, "mark", of: .dayMark(day))
    }
  }

  /// The exercises that several devices defined with one name, by the identities that do not count.
  private var united: [UUID: UUID] = [:]

  /// The exercise that has a name, and that the writer of an event did not know.
  private func sameExercise(_ name: String, _ event: Event) -> UUID? {
    func place(_ id: UUID) -> (Int, UInt64) {
      definitions[id].map { (rank[$0.replica], $0.sequence) } ?? (0, 0)
    }
    return training.exercises.keys
      .filter { id in training.exercises[id] == name && !(latest[id].map { knowledge.knew(event, $0) } ?? true) }
      .min { place($0) < place($1) }
  }

  /// A session has no check-in any more, if the writer of the event knew the one that it had.
  private mutating func unlink(_ session: UUID, _ event: Event) {
    let field = Training.Conflict(subject: .session(session), field: "checkIn")
    let latest = knowledge.latest((writes[field] ?? []).map { (event: $0.event, value: $0.event) })
    if latest.allSatisfy({ knowledge.knew(event, $0) }) { writes[field, default: []].append((event, "nothing")) }
  }

  private func set(_ reference: WorkoutAction.SetReference) -> (session: UUID, set: UUID)? {
    guard let session = sessions[reference.session], let id = sets[session]?[reference.number] else { return nil }
    return (session, id)
  }

  /// Decides what is discarded, and what devices have said differently.
  mutating func decide() {
    func isDiscarded(_ subject: Training.Subject) -> Bool {
      knowledge.isDiscarded(by: discards[subject] ?? [], changes: changes[subject] ?? [])
    }
    for id in training.plans.keys { training.plans[id]?.isDiscarded = isDiscarded(.plan(id)) }
    for id in training.sessions.keys {
      training.sessions[id]?.isDiscarded = isDiscarded(.session(id))
      for index in training.sessions[id]?.sets.indices ?? 0..<0 {
        guard let set = training.sessions[id]?.sets[index] else { continue }
        training.sessions[id]?.sets[index].isRemoved = isDiscarded(.set(set.id))
      }
    }
    for subject in training.goals.keys where isDiscarded(.goal(subject)) { training.goals[subject] = nil }
    for (field, values) in writes where Set(knowledge.latest(values)).count > 1 { training.conflicts.insert(field) }
    for (subject, discards) in discards
    where knowledge.isContested(by: discards, changes: changes[subject] ?? []) {
      training.conflicts.insert(Training.Conflict(subject: subject, field: "discarded"))
    }
  }
}
