import Foundation
import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInMaintenance
@testable import CheckInModel
@testable import CheckInTimeline
@testable import EventLog

/// Whatever a log loses of its workouts, the rest of them is kept under their numbers.
@Suite("Salvaging workouts")
struct WorkoutSalvageTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.path + "/journal" }
  private let configuration = Journal.Configuration(now: { RandomHistory.now })
  private static let segment = "journal/log/00000000000000000001.lz4"
  private static let snapshot = "journal/snapshot.sqlite"

  init() throws {
    directory = try TemporaryDirectory()
  }

  private static let time = CheckInTime(instantMilliseconds: 1_700_000_000_000, offsetMinutes: 60)

  /// Damages frames, the first of which holds the header.
  private func damage(_ lost: ClosedRange<Int>) throws {
    var bytes = try directory.read(Self.segment)
    let frames = Trial.frames(in: bytes)
    for index in lost { bytes[frames[index].lowerBound + 25] ^= 0x10 }
    try directory.write(bytes, to: Self.segment)
  }

  private func salvage() throws -> (Journal, [String]) {
    let repair = try Journal.diagnose(at: path)
    guard case .salvage(let target) = repair.remedy else {
      throw JournalError(.internalFault, "no salvage, but \(String(describing: repair.remedy))")
    }
    let report = try Journal.repair(at: path, repair)
    #expect(try Journal.verify(at: target).problems == [])
    return (try Journal(at: target, configuration: configuration), report.actions)
  }

  @Test("The sets that are left of a lost exercise and a lost start are kept, and can be given their names back")
  func setsAreLeft() throws {
    let journal = try Journal(at: path, configuration: configuration)
    for weight in [80, 90, 100] {
      let entry = SetEntry(weight: Weight(thousandths: weight * 1000, unit: .kilograms), reps: 6)
      try journal.log([entry], exercise: "bench", at: Self.time, isTimeGiven: true)
    }
    try journal.completeSession(endMilliseconds: Self.time.instantMilliseconds + 3_600_000)
    try journal.close()
    try? directory.remove(Self.snapshot)
    // The first set was logged with the exercise and the session.
    try damage(1...1)
    let (salvaged, actions) = try salvage()
    let session = try salvaged.existingSession(1)
    #expect(session.sets.map(\.number) == [2, 3] && session.state == .completed)
    #expect(session.day == Self.time.day)
    #expect(actions.contains { $0.contains("session 1") } && actions.contains { $0.contains("its own name back") })
    #expect(try salvaged.exercises().map(\.name) == ["Lost exercise 1"])
    try salvaged.editExercise(1, with: ExerciseChanges(name: "Bench Press"))
    #expect(try salvaged.statistics(ofExercise: 1).record?.text == "100.0kg × 6")
  }

  @Test("What the snapshot shows of workouts is brought back whole")
  func snapshotBringsBack() throws {
    var training = RandomTraining(seed: TestSettings.seed)
    let journal = try Journal(at: path, configuration: configuration)
    for _ in 0..<120 { try training.step(journal) }
    _ = try journal.rebuild()
    try journal.close()
    try damage(1...60)
    let (salvaged, _) = try salvage()
    #expect(
      try WorkoutAnswers(salvaged, lastSession: training.sessions.count) == training.answers,
      "CHECKIN_SEED=\(TestSettings.seed)")
  }

  /// Loses frames that follow one another, or a segment where there are several.
  private func loseSomething(_ random: inout RandomSource) throws {
    let segments = try directory.files().keys.filter { $0.hasSuffix(".lz4") }.sorted()
    if segments.count > 1 { return try directory.remove(random.element(of: segments)) }
    let frames = Trial.frames(in: try directory.read(Self.segment)).count
    let first = random.number(1...frames - 1)
    try damage(first...min(frames - 1, first + random.number(0...frames / 2)))
  }

  /// `CHECKIN_RUNS_LOSSES` sets the number of journals.
  @Test(
    "Whatever frames or segment are lost, what does not depend on them is there",
    arguments: 0..<TestSettings.runs("LOSSES", default: 12))
  func anything(_ run: Int) throws {
    var configuration = configuration
    if run % 4 == 0 { configuration.segmentByteLimit = 3000 }
    var training = RandomTraining(seed: TestSettings.seed &+ 300 &+ UInt64(run))
    let count = training.random.generator.number(30...200)
    let saved = training.random.generator.oneIn(2) ? training.random.generator.number(20...count) : nil
    var snapshot: (bytes: [UInt8], sequence: UInt64)?
    for commands in [saved ?? 0, count - (saved ?? 0)] {
      let journal = try Journal(at: path, configuration: configuration)
      for _ in 0..<commands { try training.step(journal) }
      if saved != nil, snapshot == nil { _ = try journal.rebuild() }
      try journal.close()
      if saved != nil, snapshot == nil { snapshot = (try directory.read(Self.snapshot), journal.sequence) }
    }
    if let snapshot {
      try directory.write(snapshot.bytes, to: Self.snapshot)
    } else {
      try? directory.remove(Self.snapshot)
    }
    let whole = try Journal(at: path, for: .readOnly, configuration: configuration)
    var events: [UInt64: Event] = [:]
    try whole.recordedEvents.forEachEvent { event, _ in events[event.sequence] = event }
    let before = try Remains(whole, sessions: training.sessions.count, checkIns: training.discardedCheckIns.count)

    try loseSomething(&training.random.generator)
    var readable: Set<UInt64> = []
    _ = try DamageSurvey(LogDirectory(fileSystem: DiskFileSystem(), path: path), lastSequence: nil) {
      record, bytes, _ in
      guard let view = try? EventView(record, in: bytes) else { return false }
      return readable.insert(view.sequence).inserted
    }
    // What the snapshot has seen is not lost.
    let lost = events.values.filter { !readable.contains($0.sequence) && $0.sequence > snapshot?.sequence ?? 0 }
    var subjects: Set<WorkoutSubject> = []
    for event in lost {
      if case .workout(let action) = event.action { subjects.insert(WorkoutSubject(action, checkIn: event.checkIn)) }
    }

    let place = "CHECKIN_SEED=\(TestSettings.seed), run \(run)"
    guard case .salvage = try Journal.diagnose(at: path).remedy else {
      return #expect(readable.count < 3, "\(place): nothing is left")
    }
    let (salvaged, actions) = try salvage()
    #expect(lost.isEmpty || actions.count > 2, "\(place): what is lost is said")
    let after = try Remains(salvaged, sessions: training.sessions.count, checkIns: training.discardedCheckIns.count)
    try before.expectSame(after, apartFrom: subjects, checkIns: Set(lost.map(\.checkIn)), place)

    // Numbers are not given again.
    while let open = try salvaged.openSession() { try salvaged.discardSession(open.number) }
    let session = try salvaged.startSession(SessionDraft(start: Self.time, title: "Next"))
    #expect(session.number > training.sessions.count || before.sessions.isEmpty, "\(place)")
    let entry = PlanText.Entry(exercise: "Deadlift", Prescription(sets: 3, target: .reps(5...5)))
    let plan = try salvaged.createPlan(name: "Next", [entry])
    #expect(plan.number > training.plans.count || after.plans.isEmpty, "\(place)")
    _ = try salvaged.rebuild()
    #expect(try salvaged.checkSnapshot().differences == [], "\(place)")
  }
}

/// The workouts of a journal, one by one, without sequence numbers.
private struct Remains {
  var exercises: [Int: Exercise] = [:]
  var plans: [Int: WorkoutPlan] = [:]
  var active: Int?
  var sessions: [Int: WorkoutSession] = [:]
  /// What the plan asked for when a session was started from it.
  var items: [Int: [PlanItem]] = [:]
  var links: [Int: Int] = [:]
  var reminder: Reminder?
  var goals: [Goal.Subject: Goal] = [:]
  var marks: [CivilDay: DayMark] = [:]

  init(_ journal: Journal, sessions count: Int, checkIns: Int) throws {
    for var exercise in try journal.exercises() {
      exercise.sequence = 0
      exercises[exercise.number] = exercise
    }
    for var plan in try journal.plans() + journal.plans(discarded: true) {
      (plan.sequence, plan.version, plan.isActive) = (0, 0, false)
      plans[plan.number] = plan
    }
    active = try journal.activePlan()?.number
    for number in stride(from: 1, through: count, by: 1) {
      guard var session = try? journal.existingSession(number) else { continue }
      if let plan = session.plan { items[number] = try journal.plan(plan)?.items }
      session.sequence = 0
      session.plan?.version = 0
      session.checkIn = nil
      for index in session.sets.indices { session.sets[index].sequence = 0 }
      sessions[number] = session
    }
    for checkIn in stride(from: 1, through: checkIns, by: 1) {
      links[checkIn] = try journal.session(ofCheckIn: checkIn)
    }
    reminder = try journal.reminder()
    for goal in try journal.goals() { goals[goal.subject] = goal }
    for mark in try journal.dayMarks() { marks[mark.day] = mark }
  }

  /// - Parameters:
  ///   - lost: what has lost an event.
  ///   - checkIns: those that have lost one.
  func expectSame(
    _ other: Remains, apartFrom lost: Set<WorkoutSubject>, checkIns: Set<Int>, _ place: String
  ) throws {
    for (number, exercise) in exercises where !lost.contains(.exercise(number)) {
      #expect(other.exercises[number] == exercise, "\(place): exercise \(number)")
    }
    for (number, plan) in plans where !lost.contains(.plan(number)) {
      #expect(other.plans[number] == plan, "\(place): plan \(number)")
    }
    if !lost.contains(.activePlan), active.map({ !lost.contains(.plan($0)) }) ?? true {
      #expect(other.active == active, "\(place)")
    }
    for (number, session) in sessions where !lost.contains(.session(number)) {
      func kept(_ session: WorkoutSession?) -> WorkoutSession? {
        var session = session
        session?.sets.removeAll {
          lost.contains(.set(WorkoutAction.SetReference(session: number, number: $0.number)))
        }
        return session
      }
      var (expected, found) = (kept(session), kept(other.sessions[number]))
      if let plan = session.plan?.number, lost.contains(.plan(plan)) {
        expected?.plan = nil
        found?.plan = nil
      } else {
        #expect(other.items[number] == items[number], "\(place): the plan of session \(number)")
      }
      #expect(found == expected, "\(place): session \(number)")
    }
    for (checkIn, session) in links where !checkIns.contains(checkIn) && !lost.contains(.session(session)) {
      #expect(other.links[checkIn] == session, "\(place): the session of check-in \(checkIn)")
    }
    if !lost.contains(.reminder) { #expect(other.reminder == reminder, "\(place)") }
    for subject in Goal.Subject.allCases where !lost.contains(.goal(subject)) {
      #expect(other.goals[subject] == goals[subject], "\(place): the goal of \(subject.name)")
    }
    for day in Set(marks.keys).union(other.marks.keys) where !lost.contains(.dayMark(day)) {
      #expect(other.marks[day] == marks[day], "\(place): the mark of \(day)")
    }
  }
}
