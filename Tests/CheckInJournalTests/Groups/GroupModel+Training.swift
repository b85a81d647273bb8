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
    var reminder: Reminder?

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
        ?? difference(goals, expected.goals) ?? "what is retired or active, or the reminder"
    }
  }

  /// - Parameter rank: the place of each replica among those of all, by their identities.
  static func training(_ logs: [[Event]], rank: [Int]) -> Training {
    var builder = TrainingBuilder()
    let order = order(logs, rank: rank)
    let creators = creators(order)
    for event in order {
      guard case .workout(let action, let checkIn) = event.kind else { continue }
      if let creator = event.creator, creators[checkIn]?.contains(creator) != true { continue }
      builder.take(action, checkIn: checkIn, version: version(event))
    }
    return builder.training
  }

  /// What a plan that was started from is remembered by.
  private static func version(_ event: Event) -> UInt64 {
    ReplicaSequence(ordinal: event.replica, sequence: event.sequence).rawValue
  }
}

/// Numbers in actions are those of ``SimulatedGroup/everybodys(_:of:)``, the same for all devices.
private struct TrainingBuilder {
  typealias Training = GroupModel.Training

  var training = Training()
  private var exercises: [Int: UUID] = [:]
  private var plans: [Int: UUID] = [:]
  private var versions: [UInt64: Training.Plan] = [:]
  private var sessions: [Int: UUID] = [:]
  /// By the identity of their session, which has a number of each device that started it.
  private var sets: [UUID: [Int: UUID]] = [:]

  private func items(_ items: [PlanItem]) -> [Training.Item]? {
    let known = items.compactMap { item in
      exercises[item.exercise].map { Training.Item(exercise: $0, prescription: item.prescription) }
    }
    return known.count == items.count ? known : nil
  }

  mutating func take(_ action: WorkoutAction, checkIn: UUID?, version: UInt64) {
    switch action {
    case .exerciseDefined(let new):
      exercises[new.number] = new.id
      if training.exercises[new.id] == nil { training.exercises[new.id] = new.name }
    case .exerciseEdited(let number, let changes):
      guard let id = exercises[number], let name = changes.name else { return }
      training.exercises[id] = name
    case .exerciseRetired(let number): if let id = exercises[number] { training.retired.insert(id) }
    case .exerciseRestored(let number): if let id = exercises[number] { training.retired.remove(id) }
    case .planCreated(let new):
      guard let items = items(new.items) else { return }
      plans[new.number] = new.id
      training.plans[new.id] = Training.Plan(name: new.name, items: items)
      versions[version] = training.plans[new.id]
    case .planEdited(let number, let changes):
      guard let id = plans[number] else { return }
      if let changed = changes.items {
        guard let items = items(changed) else { return }
        training.plans[id]?.items = items
      }
      if let name = changes.name { training.plans[id]?.name = name }
      versions[version] = training.plans[id]
      versions[version]?.isDiscarded = false
    case .planActivated(let number):
      guard let number else {
        training.activePlan = nil
        return
      }
      if let id = plans[number] { training.activePlan = id }
    case .planDiscarded(let number): if let id = plans[number] { training.plans[id]?.isDiscarded = true }
    case .planRestored(let number): if let id = plans[number] { training.plans[id]?.isDiscarded = false }
    case .sessionStarted(let new):
      if training.sessions[new.id] != nil {
        // Another device started it, too, and this one does not know whether it was discarded.
        sessions[new.number] = new.id
        training.sessions[new.id]?.isDiscarded = false
        return
      }
      var session = Training.Session(title: new.title)
      if let plan = new.plan {
        guard let version = versions[plan.version] else { return }
        session.plan = version
      }
      sessions[new.number] = new.id
      training.sessions[new.id] = session
    case .sessionEdited(let number, let changes):
      change(number) { $0.title = changes.title ?? $0.title }
    case .sessionCompleted(let number, _): change(number) { $0.isCompleted = true }
    case .sessionReopened(let number): change(number) { $0.isCompleted = false }
    case .sessionDiscarded(let number): change(number) { $0.isDiscarded = true }
    case .sessionRestored(let number): change(number) { $0.isDiscarded = false }
    case .setLogged(let new):
      guard let exercise = exercises[new.exercise], let session = sessions[new.reference.session] else { return }
      sets[session, default: [:]][new.reference.number] = new.id
      change(new.reference.session) { session in
        if let index = session.sets.firstIndex(where: { $0.id == new.id }) {
          session.sets[index].isRemoved = false
          return
        }
        session.sets.append(Training.Set(id: new.id, exercise: exercise, entry: new.entry))
      }
    case .setEdited(let reference, let changes):
      if let exercise = changes.exercise, exercises[exercise] == nil { return }
      let exercise = changes.exercise.flatMap { exercises[$0] }
      change(reference) { set in
        var whole = ExerciseSet(number: 1, id: set.id, exercise: 1, entry: set.entry, sequence: 1)
        changes.apply(to: &whole)
        set.entry = whole.entry
        set.exercise = exercise ?? set.exercise
      }
    case .setRemoved(let reference): change(reference) { $0.isRemoved = true }
    case .setRestored(let reference): change(reference) { $0.isRemoved = false }
    case .checkInLinked(let number):
      guard let checkIn, let session = sessions[number] else { return }
      // A session is named by one check-in at most.
      training.links = training.links.filter { $0.value != session }
      training.links[checkIn] = session
    case .checkInUnlinked: if let checkIn { training.links[checkIn] = nil }
    case .reminderSet(let reminder): training.reminder = reminder
    case .reminderCleared: training.reminder = nil
    case .goalSet(let goal): training.goals[goal.subject] = goal
    case .goalCleared(let subject): training.goals[subject] = nil
    }
  }

  private mutating func change(_ reference: WorkoutAction.SetReference, _ body: (inout Training.Set) -> Void) {
    guard let session = sessions[reference.session], let id = sets[session]?[reference.number] else { return }
    change(reference.session) { session in
      for index in session.sets.indices where session.sets[index].id == id { body(&session.sets[index]) }
    }
  }

  private mutating func change(_ number: Int, _ body: (inout Training.Session) -> Void) {
    guard let id = sessions[number], var session = training.sessions[id] else { return }
    body(&session)
    training.sessions[id] = session
  }
}
