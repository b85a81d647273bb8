import CheckInJournal
import Foundation
import TestSupport

@testable import CheckInModel
@testable import CheckInTimeline

extension SimulatedGroup {
  private static let start = CheckInTime(instantMilliseconds: 1_600_000_000_000, offsetMinutes: 60)
  private static let exercises = ["bench", "squat", "dip", "of our own"]

  /// Something that a person does about workouts; what the journal refuses, as it may, changes nothing.
  func train(on journal: Journal) throws(JournalError) {
    let text = "text \(random.number(0...9))"
    let plans = try journal.plans(discarded: false).map(\.number) + journal.plans(discarded: true).map(\.number)
    let sessions = try Self.sessions(journal)
    let plan = plans.isEmpty ? 0 : random.element(of: plans)
    let session = sessions.isEmpty ? nil : random.element(of: sessions)
    let number = session?.number ?? 0
    let set = (session?.sets.isEmpty ?? true) ? nil : session.map { random.element(of: $0.sets) }
    let exercise = random.element(of: Self.exercises)
    let (drawn, other) = (random.number(1...3), random.oneIn(2))
    let checkIns = journal.numbers.flatMap { $0 }
    let checkIn = checkIns.isEmpty ? 0 : random.element(of: checkIns)
    let entries = [PlanText.Entry(exercise: other ? "bench" : "dip", Prescription(sets: drawn, target: .reps(8...10)))]
    switch random.number(0...17) {
    case 0, 1: try journal.createPlan(name: text, entries)
    case 2: try journal.editPlan(plan, name: text)
    case 3: try journal.editPlan(plan, entries)
    case 4: try journal.usePlan(other ? plan : nil)
    case 5: if other { try journal.discardPlan(plan) } else { try journal.restorePlan(plan) }
    case 6, 7:
      try journal.startSession(
        SessionDraft(id: identity(among: 3), start: Self.start, title: text, plan: plan > 0 ? plan : nil))
    case 8, 9, 10:
      try journal.log(
        [Self.entry(drawn)], exercise: exercise, at: Self.start, isTimeGiven: true, id: identity(among: 9))
    case 11: try journal.completeSession(endMilliseconds: Self.start.instantMilliseconds + 3_600_000)
    case 12: try journal.editSession(number, with: SessionChanges(title: text))
    case 13: if other { try journal.discardSession(number) } else { try journal.restoreSession(number) }
    case 14:
      if let set { try journal.editSet(set.number, ofSession: number, to: Self.entry(drawn), exercise: exercise) }
    case 15:
      guard let set else { break }
      if set.isRemoved {
        try journal.restoreSet(set.number, ofSession: number)
      } else {
        try journal.removeSet(set.number, ofSession: number)
      }
    case 16:
      if other { try journal.link(session: number, toCheckIn: checkIn) } else { try journal.unlink(checkIn: checkIn) }
    default: try register(drawn, other, journal)
    }
  }

  /// What a person sets once for the whole journal, and the exercises themselves.
  private func register(_ drawn: Int, _ other: Bool, _ journal: Journal) throws(JournalError) {
    let days = (0...drawn % 3).map { CivilDay(dayNumber: 20_000 + $0) }
    switch random.number(0...4) {
    case 4 where other: _ = try journal.unmark(days)
    case 4: _ = try journal.mark(days, as: DayMark.Kind.allCases[drawn % 4], note: drawn % 5 == 0 ? "Alps" : nil)
    case 0 where other: _ = try journal.clearGoal(of: .days)
    case 0: _ = try journal.setGoal(Goal(.days, count: drawn, each: .week))
    case 1: try journal.setReminder(other ? nil : Reminder(weekdays: [.monday], minuteOfDay: drawn))
    case 2: _ = try journal.defineExercise(ExerciseDraft(name: "of our own"))
    default:
      guard let exercise = try journal.exercises().last else { return }
      if other {
        try journal.editExercise(exercise.number, with: ExerciseChanges(name: "name \(drawn)"))
      } else if exercise.isRetired {
        try journal.restoreExercise(exercise.number)
      } else {
        try journal.retireExercise(exercise.number)
      }
    }
  }

  /// One that other devices draw, too, as an import of the same file gives it on all of them; or none.
  private func identity(among count: Int) -> UUID? {
    if random.oneIn(2) { return nil }
    return UUID(uuidString: "00000000-0000-4000-8000-00000000000\(random.number(1...count))")
  }

  private static func entry(_ reps: Int) -> SetEntry {
    SetEntry(weight: Weight("80", unit: .kilograms), reps: reps)
  }

  /// All of them, with the sets that were removed.
  private static func sessions(_ journal: Journal) throws(JournalError) -> [WorkoutSession] {
    try journal.read { timeline in
      var sessions: [WorkoutSession] = []
      for number in try timeline.training.sessionNumbers().values.sorted() {
        if let session = try timeline.training.storedSession(number) { sessions.append(session) }
      }
      return sessions
    }
  }

  // MARK: What is seen

  /// What a device shows of workouts.
  func shownTraining(_ device: Device) throws -> GroupModel.Training {
    let journal = try journal(device)
    var shown = GroupModel.Training()
    let exercises = try journal.exercises()
    shown.exercises = Dictionary(uniqueKeysWithValues: exercises.map { ($0.id, $0.name) })
    shown.retired = Set(exercises.filter(\.isRetired).map(\.id))
    let identities = Dictionary(uniqueKeysWithValues: exercises.map { ($0.number, $0.id) })
    func modelled(_ plan: WorkoutPlan) throws -> GroupModel.Training.Plan {
      let items = try plan.items.map { item in
        guard let id = identities[item.exercise] else { throw JournalError(.internalFault, "a plan of no exercise") }
        return GroupModel.Training.Item(exercise: id, prescription: item.prescription)
      }
      return GroupModel.Training.Plan(name: plan.name, items: items, isDiscarded: plan.isDiscarded)
    }
    for plan in try journal.plans(discarded: false) + journal.plans(discarded: true) {
      shown.plans[plan.id] = try modelled(plan)
      if plan.isActive { shown.activePlan = plan.id }
    }
    var sessions: [Int: UUID] = [:]
    for session in try Self.sessions(journal) {
      sessions[session.number] = session.id
      var one = GroupModel.Training.Session(
        title: session.title, isCompleted: session.state == .completed, isDiscarded: session.isDiscarded)
      if let reference = session.plan {
        guard var plan = try journal.plan(reference) else { throw JournalError(.internalFault, "a plan is not there") }
        plan.isDiscarded = false
        one.plan = try modelled(plan)
      }
      for set in session.sets where fault != .unloggedSets {
        guard let id = identities[set.exercise] else { throw JournalError(.internalFault, "a set of no exercise") }
        one.sets.append(
          GroupModel.Training.Set(id: set.id, exercise: id, entry: set.entry, isRemoved: set.isRemoved))
      }
      shown.sessions[session.id] = one
    }
    var checkIns: [Int: UUID] = [:]
    for number in journal.numbers.flatMap({ $0 }) {
      if let checkIn = try journal.checkIn(number) { checkIns[checkIn.number] = checkIn.id }
      guard let checkIn = try journal.checkIn(number), checkIn.number == number,
        let session = try journal.session(ofCheckIn: number)
      else { continue }
      shown.links[checkIn.id] = sessions[session]
    }
    for goal in try journal.goals() { shown.goals[goal.subject] = goal }
    for mark in try journal.dayMarks() { shown.marks[mark.day] = mark }
    shown.reminder = try journal.reminder()
    let plans = try journal.plans(discarded: false) + journal.plans(discarded: true)
    for conflict in journal.conflicts() {
      let subject: GroupModel.Training.Subject? =
        switch conflict.subject {
        case .checkIn(let number):
          conflict.field == "session" ? checkIns[number].map { .checkIn($0) } : nil
        case .exercise(let number): identities[number].map { .exercise($0) }
        case .plan(let number): plans.first { $0.number == number }.map { .plan($0.id) }
        case .session(let number): sessions[number].map { .session($0) }
        case .set(let reference):
          try journal.read { timeline in
            try timeline.training.storedSession(reference.session)?.sets.first { $0.number == reference.number }
          }.map { .set($0.id) }
        case .activePlan: .activePlan
        case .reminder: .reminder
        case .goal(let subject): .goal(subject)
        case .dayMark(let day): .dayMark(day)
        }
      guard let subject else {
        if conflict.checkIn == nil {
          throw JournalError(.internalFault, "a conflict of nothing, about the \(conflict.field)")
        }
        continue
      }
      shown.conflicts.insert(GroupModel.Training.Conflict(subject: subject, field: conflict.field))
    }
    return shown
  }
}
