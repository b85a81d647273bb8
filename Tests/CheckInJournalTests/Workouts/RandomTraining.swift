import Foundation
import JournalTestSupport
import TestSupport

@testable import CheckInJournal
@testable import CheckInModel
@testable import CheckInTimeline

/// Random commands about workouts, and a few about check-ins, given to a journal and to a naive model at the same time.
struct RandomTraining {
  var random: RandomWorkouts
  /// The model: everything that was ever made, what was discarded, retired and removed included.
  private(set) var exercises: [Exercise] = []
  private(set) var plans: [WorkoutPlan] = []
  private(set) var active: Int?
  private(set) var sessions: [WorkoutSession] = []
  private(set) var items: [Int: [PlanItem]] = [:]
  private(set) var links: [Int: Int] = [:]
  private(set) var discardedCheckIns: [Bool] = []
  private(set) var reminder: Reminder?
  private(set) var goals: [Goal.Subject: Goal] = [:]
  private(set) var marks: [CivilDay: DayMark] = [:]
  /// Where the journal answered a command with something else than was expected.
  private(set) var problems: [String] = []

  init(seed: UInt64) {
    random = RandomWorkouts(seed: seed)
  }

  /// What the journal has to show.
  var answers: WorkoutAnswers {
    var answers = WorkoutAnswers()
    answers.exercises = exercises.filter { !$0.isRetired }
    answers.plans = plans.filter { !$0.isDiscarded }
    for index in answers.plans.indices { answers.plans[index].isActive = active == answers.plans[index].number }
    answers.activePlan = active
    let shown = sessions.map { session in
      var session = session
      session.sets.removeAll { $0.isRemoved }
      session.checkIn = links.filter { $0.value == session.number }.keys.min()
      return session
    }
    answers.sessions = shown.filter { !$0.isDiscarded }
    answers.items = items.filter { number, _ in !sessions[number - 1].isDiscarded }
    for session in shown where session.state == .completed && !session.isDiscarded {
      var totals = answers.totals[session.day.month] ?? TrainingTotals()
      totals.sessions += 1
      totals.seconds += session.durationSeconds ?? 0
      for set in session.sets where set.entry.kind != .warmUp {
        totals.sets += 1
        if exercises[set.exercise - 1].load != .assisted, let weight = set.entry.weight, let reps = set.entry.reps {
          totals.volume.add(weight, repetitions: reps)
        }
      }
      answers.totals[session.day.month] = totals
      for number in Set(session.sets.map(\.exercise)) {
        var statistics = answers.statistics[number] ?? ExerciseStatistics()
        statistics.add(session, exercise: number, load: exercises[number - 1].load, RecordingOrder())
        answers.statistics[number] = statistics
      }
    }
    answers.statistics = answers.statistics.filter { $0.value.sets > 0 }
    answers.openSession = open?.number
    answers.completed = shown.filter { $0.state == .completed && !$0.isDiscarded }
      .sorted { ($0.start.localMilliseconds, $0.number) > ($1.start.localMilliseconds, $1.number) }.map(\.number)
    answers.reminder = reminder
    answers.marks = marks.values.sorted { $0.day < $1.day }
    answers.goals = Goal.Subject.selectable.compactMap { goals[$0] }
    answers.forgetSequences()
    return answers
  }

  private var open: WorkoutSession? { sessions.first { $0.state == .open && !$0.isDiscarded } }

  // MARK: Commands

  /// One command. What the journal refuses, it has to refuse.
  mutating func step(_ journal: Journal) throws {
    switch random.generator.number(0...29) {
    case 0, 1: try define(journal)
    case 2: try editExercise(journal)
    case 3: try retire(journal)
    case 4, 5: try plan(journal)
    case 6: try usePlan(journal)
    case 7: try discardPlan(journal)
    case 8, 9: try start(journal)
    case 10...14: try log(journal)
    case 15, 16: try complete(journal)
    case 17: try editSession(journal)
    case 18: try discardSession(journal)
    case 19, 20: try changeSet(journal)
    case 21: try checkIn(journal)
    case 22, 23: try link(journal)
    case 24: try importSome(journal)
    case 25, 26: try setGoal(journal)
    case 27, 28: try markDays(journal)
    default:
      reminder =
        random.generator.oneIn(3) ? nil : Reminder(weekdays: [.monday], minuteOfDay: random.generator.number(0...1439))
      try journal.setReminder(reminder)
    }
  }

  private mutating func markDays(_ journal: Journal) throws {
    let first = CivilDay(dayNumber: 20_000 + random.generator.number(0...9))
    let days = (0..<random.generator.number(1...4)).map { first.adding(days: $0) }
    if random.generator.oneIn(3) {
      expect(try journal.unmark(days), days.compactMap { marks[$0] })
      for day in days { marks[day] = nil }
      return
    }
    let kind = random.generator.element(of: DayMark.Kind.allCases)
    let note = random.generator.oneIn(3) ? "Alps" : nil
    let expected = days.map { DayMark($0, kind: kind, note: note) }
    expect(try journal.mark(days.reversed(), as: kind, note: note.map { " \($0) " }), expected)
    for mark in expected { marks[mark.day] = mark }
  }

  private mutating func setGoal(_ journal: Journal) throws {
    let subject = random.generator.element(of: Goal.Subject.selectable)
    if random.generator.oneIn(3) {
      expect(try journal.clearGoal(of: subject), goals[subject] != nil)
      goals[subject] = nil
      return
    }
    let goal = Goal(
      subject, count: random.generator.number(1...7), each: random.generator.element(of: [.week, .month, .year]))
    if random.generator.oneIn(4) {
      let other = Goal(subject, count: goal.count % 7 + 1, each: goal.period)
      if goals[subject] != goal, goals[subject] != other {
        refuses { try journal.setGoal(goal, replacing: other) }
      }
      refuses { try journal.setGoal(Goal(subject, count: 0, each: goal.period)) }
    }
    expect(try journal.setGoal(goal), goals[subject] != goal)
    goals[subject] = goal
  }

  private mutating func refuses(_ command: () throws -> Void) {
    do {
      try command()
      problems.append("a command was not refused")
    } catch {}
  }

  private mutating func expect<Value: Equatable>(_ value: Value, _ expected: Value) {
    if value != expected { problems.append("\(value), not \(expected)") }
  }

  private mutating func define(_ journal: Journal) throws {
    let name = "Exercise \(exercises.count + 1)"
    if let taken = exercises.randomElement(using: &random.generator), random.generator.oneIn(4) {
      return refuses { try journal.defineExercise(ExerciseDraft(name: taken.name.uppercased())) }
    }
    let exercise = try journal.defineExercise(
      ExerciseDraft(name: " \(name) ", load: random.generator.element(of: Exercise.Load.allCases)))
    expect(exercise.name, name)
    expect(exercise.number, exercises.count + 1)
    exercises.append(exercise)
  }

  private mutating func editExercise(_ journal: Journal) throws {
    guard let old = exercises.randomElement(using: &random.generator) else {
      return refuses { try journal.editExercise(1, with: ExerciseChanges(name: "None")) }
    }
    let changes = ExerciseChanges(
      aliases: random.generator.oneIn(2) ? ["Alias \(old.number)"] : nil,
      load: random.generator.oneIn(2) ? random.generator.element(of: Exercise.Load.allCases) : nil)
    var new = old
    new.aliases = changes.aliases ?? new.aliases
    new.load = changes.load ?? new.load
    expect(try journal.editExercise(old.number, with: changes).isChanged, new != old)
    exercises[old.number - 1] = new
  }

  private mutating func retire(_ journal: Journal) throws {
    guard let exercise = exercises.randomElement(using: &random.generator) else { return }
    if exercise.isRetired {
      refuses { try journal.retireExercise(exercise.number) }
      try journal.restoreExercise(exercise.number)
    } else {
      refuses { try journal.restoreExercise(exercise.number) }
      try journal.retireExercise(exercise.number)
    }
    exercises[exercise.number - 1].isRetired.toggle()
  }

  private mutating func entries() -> [(PlanText.Entry, PlanItem)] {
    (0..<random.generator.number(1...3)).map { _ in
      let exercise = random.generator.element(of: exercises)
      let prescription = random.prescription()
      exercises[exercise.number - 1].isRetired = false
      return (PlanText.Entry(exercise: exercise.name, prescription), PlanItem(exercise: exercise.number, prescription))
    }
  }

  private mutating func plan(_ journal: Journal) throws {
    guard !exercises.isEmpty else {
      let entry = PlanText.Entry(exercise: "No such thing", Prescription(sets: 1, target: .reps(1...1)))
      return refuses { try journal.createPlan(name: "Plan", [entry]) }
    }
    let shown = plans.filter { !$0.isDiscarded }
    guard let old = shown.randomElement(using: &random.generator), random.generator.oneIn(2) else {
      let entries = entries()
      let plan = try journal.createPlan(name: "Plan \(plans.count + 1)", entries.map(\.0))
      expect(plan.items, entries.map(\.1))
      plans.append(plan)
      return
    }
    let entries = entries()
    plans[old.number - 1].items = entries.map(\.1)
    if random.generator.oneIn(2) { plans[old.number - 1].name = "Renamed \(old.number)" }
    try journal.editPlan(old.number, name: plans[old.number - 1].name, entries.map(\.0))
  }

  private mutating func usePlan(_ journal: Journal) throws {
    guard let plan = plans.randomElement(using: &random.generator) else {
      try journal.usePlan(nil)
      return
    }
    guard !plan.isDiscarded else { return refuses { try journal.usePlan(plan.number) } }
    active = random.generator.oneIn(4) ? nil : plan.number
    try journal.usePlan(active)
  }

  private mutating func discardPlan(_ journal: Journal) throws {
    guard let plan = plans.randomElement(using: &random.generator) else { return }
    if plan.isDiscarded {
      refuses { try journal.discardPlan(plan.number) }
      try journal.restorePlan(plan.number)
    } else {
      try journal.discardPlan(plan.number)
      if active == plan.number { active = nil }
    }
    plans[plan.number - 1].isDiscarded.toggle()
  }

  private mutating func time() -> CheckInTime {
    let local = 1_700_000_000_000 + Int64(random.generator.number(0...2400)) * 3_600_000
    let offset = random.generator.element(of: [0, 60, -600])
    return CheckInTime(
      instantMilliseconds: local - Int64(offset) * 60_000, offsetMinutes: offset,
      isTimeOfDayKnown: !random.generator.oneIn(5))
  }

  private mutating func start(_ journal: Journal) throws {
    let time = time()
    guard open == nil else { return refuses { try journal.startSession(SessionDraft(start: time, title: "Second")) } }
    let plan = plans.filter { !$0.isDiscarded }.randomElement(using: &random.generator)
    let session = try journal.startSession(
      SessionDraft(start: time, title: "Session", plan: plan?.number))
    expect(session.number, sessions.count + 1)
    sessions.append(session)
    items[session.number] = plan?.items
  }

  private mutating func log(_ journal: Journal) throws {
    guard let exercise = exercises.randomElement(using: &random.generator) else {
      return refuses {
        try journal.log(
          [SetEntry(reps: 5)], exercise: "bench", at: CheckInTime(instantMilliseconds: .max, offsetMinutes: 0))
      }
    }
    let entries = (0..<random.generator.number(1...3)).map { _ in
      SetEntry(
        kind: random.generator.element(of: SetEntry.Kind.allCases),
        weight: random.generator.oneIn(5) ? nil : random.weight(),
        reps: random.generator.number(1...12))
    }
    let earlier = open
    var time = time()
    if let start = earlier?.start.instantMilliseconds, time.instantMilliseconds < start {
      let early = time
      refuses { try journal.log(entries, exercise: exercise.name, at: early, isTimeGiven: true) }
      time.instantMilliseconds = start
    }
    let logged = try journal.log(entries, exercise: exercise.name.lowercased(), at: time, isTimeGiven: true)
    exercises[exercise.number - 1].isRetired = false
    expect(logged.isNewSession, earlier == nil)
    expect(logged.exercise.number, exercise.number)
    if earlier == nil {
      var session = logged.session
      session.sets = []
      sessions.append(session)
      if let followed = session.plan { items[session.number] = plans[followed.number - 1].items }
    }
    let last = sessions[logged.session.number - 1].sets.count
    expect(logged.sets, (1...entries.count).map { last + $0 })
    for (number, entry) in zip(logged.sets, entries) {
      let answered = logged.session.sets.first { $0.number == number }
      expect(answered?.entry, entry)
      if let answered { sessions[logged.session.number - 1].sets.append(answered) }
    }
  }

  private mutating func complete(_ journal: Journal) throws {
    guard let open else { return refuses { try journal.completeSession(endMilliseconds: RandomHistory.now) } }
    let end = open.start.instantMilliseconds + Int64(random.generator.number(0...9000)) * 1000
    refuses { try journal.completeSession(endMilliseconds: open.start.instantMilliseconds - 1) }
    let draft = random.generator.oneIn(2) ? CheckInDraft(type: .gym, title: "", time: open.start) : nil
    let completion = try journal.completeSession(endMilliseconds: end, checkIn: draft.map { .added($0) })
    let (session, checkIn) = (completion.session, completion.checkIn)
    expect(session.number, open.number)
    sessions[open.number - 1].state = .completed
    sessions[open.number - 1].endMilliseconds = end
    guard draft != nil else { return }
    for (number, linked) in links where linked == open.number { links[number] = nil }
    discardedCheckIns.append(false)
    links[discardedCheckIns.count] = open.number
    expect(checkIn?.number, discardedCheckIns.count)
    expect(checkIn?.title, open.title)
  }

  private mutating func editSession(_ journal: Journal) throws {
    guard let session = sessions.randomElement(using: &random.generator) else { return }
    var changes = SessionChanges(title: "Edited")
    if random.generator.oneIn(2) {
      var start = time()
      start.instantMilliseconds = min(start.instantMilliseconds, session.endMilliseconds ?? .max)
      changes.start = start
    }
    guard !session.isDiscarded else { return refuses { try journal.editSession(session.number, with: changes) } }
    try journal.editSession(session.number, with: changes)
    sessions[session.number - 1].title = "Edited"
    if let start = changes.start { sessions[session.number - 1].start = start }
  }

  private mutating func discardSession(_ journal: Journal) throws {
    guard let session = sessions.randomElement(using: &random.generator) else { return }
    if session.isDiscarded {
      guard session.state == .completed || open == nil else {
        return refuses { try journal.restoreSession(session.number) }
      }
      try journal.restoreSession(session.number)
    } else {
      try journal.discardSession(session.number)
      links = links.filter { $0.value != session.number }
    }
    sessions[session.number - 1].isDiscarded.toggle()
  }

  private mutating func changeSet(_ journal: Journal) throws {
    let filled = sessions.filter { !$0.sets.isEmpty }
    guard let session = filled.randomElement(using: &random.generator),
      let set = session.sets.randomElement(using: &random.generator)
    else { return }
    guard !session.isDiscarded else { return refuses { try journal.removeSet(set.number, ofSession: session.number) } }
    let (row, column) = (session.number - 1, set.number - 1)
    if set.isRemoved {
      refuses { try journal.removeSet(set.number, ofSession: session.number) }
      try journal.restoreSet(set.number, ofSession: session.number)
      sessions[row].sets[column].isRemoved = false
    } else if random.generator.oneIn(2) {
      try journal.removeSet(set.number, ofSession: session.number)
      sessions[row].sets[column].isRemoved = true
    } else {
      let entry = SetEntry(weight: random.weight(), reps: random.generator.number(1...12), note: "slow")
      let exercise = exercises.filter { !$0.isRetired }.randomElement(using: &random.generator)
      try journal.editSet(set.number, ofSession: session.number, to: entry, exercise: exercise?.name)
      sessions[row].sets[column].entry = entry
      sessions[row].sets[column].exercise = exercise?.number ?? set.exercise
    }
  }

  private mutating func checkIn(_ journal: Journal) throws {
    let number = random.generator.number(1...discardedCheckIns.count + 1)
    guard number <= discardedCheckIns.count else {
      try journal.create(CheckInDraft(type: .run, title: "Morning 5k", time: time()))
      return discardedCheckIns.append(false)
    }
    if discardedCheckIns[number - 1] { try journal.restore(number) } else { try journal.discard([number]) }
    discardedCheckIns[number - 1].toggle()
  }

  private mutating func link(_ journal: Journal) throws {
    let number = random.generator.number(1...discardedCheckIns.count + 1)
    guard number <= discardedCheckIns.count else { return refuses { try journal.unlink(checkIn: number) } }
    if links[number] != nil, random.generator.oneIn(2) {
      links[number] = nil
      return try journal.unlink(checkIn: number)
    }
    guard let session = sessions.randomElement(using: &random.generator) else { return }
    let isTaken = links.contains { $0.value == session.number && $0.key != number }
    guard !session.isDiscarded, !discardedCheckIns[number - 1], !isTaken else {
      return refuses { try journal.link(session: session.number, toCheckIn: number) }
    }
    links[number] = session.number
    try journal.link(session: session.number, toCheckIn: number)
  }

  private mutating func importSome(_ journal: Journal) throws {
    guard let exercise = exercises.randomElement(using: &random.generator) else { return }
    let draft = ExerciseDraft(id: exercise.id, name: "Whatever")
    let imported = (0..<random.generator.number(1...2)).map { _ in
      ImportedSession(
        SessionDraft(id: random.uuid(), start: time(), title: "Imported"),
        sets: (0..<random.generator.number(0...3)).map { _ in
          ImportedSession.Set(id: random.uuid(), exercise: draft, entry: random.entry())
        })
    }
    let outcome = try journal.importSessions(imported)
    expect(outcome.added, imported.count)
    expect(try journal.importSessions(imported).duplicates, imported.count)
    for one in imported {
      if !one.sets.isEmpty { exercises[exercise.number - 1].isRetired = false }
      var session = WorkoutSession(
        number: sessions.count + 1, id: one.draft.id ?? UUID(), start: one.draft.start,
        title: "Imported", state: .completed, sequence: 0)
      for (index, set) in one.sets.enumerated() {
        session.sets.append(
          ExerciseSet(number: index + 1, id: set.id, exercise: exercise.number, entry: set.entry, sequence: 0))
      }
      sessions.append(session)
    }
  }
}
