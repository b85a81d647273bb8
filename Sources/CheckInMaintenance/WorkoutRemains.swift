internal import EventLog
internal import FoundationEssentials

/// The workouts that a salvage restored or replaced, and those that are lost.
///
/// Numbers stay. Workouts that the snapshot shows are inserted before the events that depend on them. An exercise that
/// can't be read is replaced by a nameless one, because its sets and plans are worth more than its name. In the same
/// way, a session gets a new start if sets of it are left. Plans and sessions of which nothing is left are lost.
struct WorkoutRemains {
  /// Put in from the snapshot: later events that it has seen are passed over.
  fileprivate(set) var recovered: Set<WorkoutSubject> = []
  /// In the log, and brought up to what the snapshot shows.
  fileprivate(set) var completed: Set<WorkoutSubject> = []
  /// Exercises whose definition is lost.
  fileprivate(set) var namelessExercises: Set<Int> = []
  /// Sessions whose start is lost, and of which sets are left.
  fileprivate(set) var startlessSessions: Set<Int> = []
  fileprivate(set) var lostPlans: Set<Int> = []
  fileprivate(set) var lostSessions: Set<Int> = []
  /// Events on what is lost, or in contradiction to others.
  var omittedCount = 0
  /// Numbers of a discarded plan and a discarded session without content, which keep those up to them from being given
  /// again.
  fileprivate(set) var heldPlan: Int?
  fileprivate(set) var heldSession: Int?
  /// Events that are missing since it was last known which number comes next.
  fileprivate var missingSincePlan: UInt64 = 0
  fileprivate var missingSinceSession: UInt64 = 0
  /// The clock on which a lost start is reported.
  fileprivate var latestStart: CheckInTime?

  mutating func noteMissing(_ count: UInt64) {
    missingSincePlan = min(missingSincePlan &+ min(count, .max / 4), .max / 4)
    missingSinceSession = min(missingSinceSession &+ min(count, .max / 4), .max / 4)
  }

  /// Returns `true` if a subject, or its session, was restored from the snapshot.
  ///
  /// Its events up to the snapshot's last event are skipped.
  func hasTaken(_ subject: WorkoutSubject) -> Bool {
    if case .set(let reference) = subject, recovered.contains(.session(reference.session)) { return true }
    return recovered.contains(subject)
  }

  /// Returns `true` if the new journal would have no workouts except those that only reserve numbers.
  func isEmpty(_ timeline: Timeline) -> Bool {
    var training = timeline.training
    guard let directory = try? training.directory() else { return true }
    return directory.exercises.allSatisfy { namelessExercises.contains($0.exercise.number) }
      && directory.plans.allSatisfy { $0.number == heldPlan }
      && directory.sessions.allSatisfy { Int($0.number) == heldSession }
  }

  /// Returns the saved items as readable text; `nil` for a journal without workouts.
  func summary(_ timeline: Timeline) -> Message? {
    var training = timeline.training
    guard !isEmpty(timeline), let directory = try? training.directory() else { return nil }
    let planCount = directory.plans.count - (heldPlan == nil ? 0 : 1)
    let sessionCount = directory.sessions.count - (heldSession == nil ? 0 : 1)
    return """
      \(pluralized(directory.exercises.count, "exercise")), \(pluralized(planCount, "plan")) and \
      \(pluralized(sessionCount, "session")) saved with their numbers.
      """
  }

  /// Returns the losses and the restored items as readable text, without any of the user's content.
  ///
  /// - Parameter snapshotSequence: The sequence number of the snapshot's last event.
  func sentences(asOf snapshotSequence: UInt64) -> [Message] {
    var sentences: [Message] = []
    if !recovered.isEmpty {
      sentences.append(
        "Workouts that cannot be read in the log any more, but the snapshot still shows as of event "
          + "\(snapshotSequence): \(Self.list(recovered)).")
    }
    if !completed.isEmpty {
      sentences.append(
        "Changes to workouts that the log lost, and the snapshot still shows: of \(Self.list(completed)).")
    }
    if !namelessExercises.isEmpty {
      sentences.append(
        """
        The definition of exercise \(SalvagePlan.ranges(Array(namelessExercises))) cannot be read, nor does a \
        snapshot show it: its sets are kept under a name such as "\(Self.exerciseName) \
        \(namelessExercises.min() ?? 0)". Give it its own name back\(by: .renameExercise).
        """)
    }
    if !startlessSessions.isEmpty {
      sentences.append(
        "The start of session \(SalvagePlan.ranges(Array(startlessSessions))) cannot be read: the sets that are left "
          + "are kept under the title \"\(Self.sessionTitle)\", at the time of the first.")
    }
    let lost = Self.list(Set(lostPlans.map { .plan($0) } + lostSessions.map { .session($0) }))
    if !lost.isEmpty {
      sentences.append("Lost: \(lost). Neither the log nor a snapshot says anything of it any more.")
    }
    for (noun, number) in [("plan", heldPlan), ("session", heldSession)] {
      guard let number else { continue }
      sentences.append(
        "The numbers of \(noun)s up to \(number) are not given again: events that are lost may have given them. A "
          + "discarded \(noun) without content holds them.")
    }
    if omittedCount > 0 {
      sentences.append(
        "\(pluralized(omittedCount, "event")) on workouts left out: of what is lost, or in contradiction to others.")
    }
    return sentences
  }

  static let exerciseName = "Lost exercise"
  static let sessionTitle = "Lost session"
  static let planName = "Lost plan"
  /// So many numbers that follow one another can be lost.
  fileprivate static let maximumGap = 10_000

  /// `exercise 2 to 3, plan 1, session 5, sets of session 6, the active plan`.
  private static func list(_ subjects: Set<WorkoutSubject>) -> String {
    var numbers: [String: Set<Int>] = [:]
    var others: Set<String> = []
    var markCount = 0
    for subject in subjects {
      switch subject {
      case .exercise(let number): numbers["exercise", default: []].insert(number)
      case .plan(let number): numbers["plan", default: []].insert(number)
      case .session(let number): numbers["session", default: []].insert(number)
      case .set(let reference): numbers["sets of session", default: []].insert(reference.session)
      case .link(let checkIn): numbers["the session of check-in", default: []].insert(checkIn)
      case .activePlan: others.insert("the active plan")
      case .reminder: others.insert("the reminder")
      case .goal(let subject): others.insert("the goal of \(subject.name)")
      case .dayMark: markCount += 1
      }
    }
    if markCount > 0 { others.insert("the marks of \(pluralized(markCount, "day"))") }
    return
      (numbers.sorted { $0.key < $1.key }.map { "\($0.key) \(SalvagePlan.ranges(Array($0.value)))" }
      + others.sorted()).joined(separator: ", ")
  }
}

extension SalvagePlan {
  /// An action as it can follow in the new journal, with what it builds upon put in before it.
  ///
  /// - Parameter milliseconds: when it was recorded.
  /// - Returns: `nil` where it says nothing any more.
  mutating func fitted(_ action: WorkoutAction, recordedAt milliseconds: Int64) -> WorkoutAction? {
    guard fillExercises(upTo: action.highestExercise) else { return nil }
    switch action {
    case .planCreated(let new):
      guard fillPlans(upTo: new.number - 1) else { return nil }
      workouts.missingSincePlan = 0
    case .planEdited(let number, _), .planDiscarded(let number), .planRestored(let number):
      guard fillPlans(upTo: number) else { return nil }
    case .planActivated(let number?):
      // It took the place of the one before, whatever it was.
      guard fillPlans(upTo: number), isPresent(.plan(number)) else { return .planActivated(nil) }
    case .sessionStarted(var new):
      guard fillSessions(upTo: new.number - 1) else { return nil }
      workouts.missingSinceSession = 0
      workouts.latestStart = new.start
      if let plan = new.plan {
        guard fillPlans(upTo: plan.number) else { return nil }
        new.plan = known(plan)
      }
      return .sessionStarted(new)
    case .setLogged(let new):
      guard fillSessions(upTo: new.reference.session) else { return nil }
      if !isPresent(.session(new.reference.session)) {
        startSession(new.reference.session, at: new.atMilliseconds ?? milliseconds)
      }
      fillSets(of: new.reference.session, upTo: new.reference.number - 1)
    case .setEdited(let reference, _), .setRemoved(let reference), .setRestored(let reference):
      guard fillSessions(upTo: reference.session) else { return nil }
      fillSets(of: reference.session, upTo: reference.number)
    case .sessionEdited(let number, _), .sessionCompleted(let number, _), .sessionReopened(let number),
      .sessionDiscarded(let number), .sessionRestored(let number), .checkInLinked(session: let number):
      guard fillSessions(upTo: number) else { return nil }
    case .exerciseDefined, .exerciseEdited, .exerciseRetired, .exerciseRestored, .planActivated(nil), .checkInUnlinked,
      .reminderSet, .reminderCleared, .goalSet, .goalCleared, .dayMarked, .dayUnmarked:
      break
    }
    return action
  }

  /// Puts in what the snapshot shows of workouts and the log does not say, once.
  mutating func completeWorkoutsFromSnapshot() {
    // What cannot be read of it is as if it were not there.
    guard var past = snapshot?.training, let directory = try? past.directory() else { return }
    _ = fillExercises(upTo: directory.lastExercise)
    _ = fillPlans(upTo: directory.lastPlan)
    _ = fillSessions(upTo: directory.lastSession)
    workouts.missingSincePlan = 0
    workouts.missingSinceSession = 0
    var subjects: [WorkoutSubject] = directory.exercises.map { .exercise($0.exercise.number) }
    subjects += directory.plans.map { .plan($0.number) }
    for place in directory.sessions {
      let number = Int(place.number)
      subjects.append(.session(number))
      let sets = (try? past.storedSession(number))?.sets ?? []
      fillSets(of: number, upTo: sets.last?.number ?? 0)
      subjects += sets.map { .set(WorkoutAction.SetReference(session: number, number: $0.number)) }
    }
    subjects += [.activePlan, .reminder]
    let goals = directory.goals + ((try? timeline.training.directory().goals) ?? [])
    subjects += Set(goals.map(\.subject)).sorted().map { .goal($0) }
    let marks = directory.marks + ((try? timeline.training.directory().marks) ?? [])
    subjects += Set(marks.map(\.day)).sorted().map { .dayMark($0) }
    let links = directory.links + ((try? timeline.training.directory().links) ?? [])
    for checkIn in Set(links.map { Int($0.checkIn) }).sorted() { subjects.append(.link(checkIn: checkIn)) }
    // What was put in is looked at, too: a plan may have been brought back to what a session remembers of it.
    for subject in subjects {
      guard var actions = try? timeline.training.actions(making: subject, asIn: &past), !actions.isEmpty else {
        continue
      }
      actions.removeAll { !isPossible($0) }
      let sequence = timeline.directory.sequence
      add(actions.map { .workout($0) }, to: subject.checkIn)
      if timeline.directory.sequence > sequence, !workouts.hasTaken(subject) { workouts.completed.insert(subject) }
    }
    // Later sessions name the plans as they are here.
    guard let present = try? timeline.training.directory() else { return }
    for plan in directory.plans {
      guard let shown = plan.versions.last, let index = present.planIndex(plan.number),
        let version = present.plans[index].versions.last
      else { continue }
      sequences[shown.sequence] = version.sequence
    }
  }

  /// Holds the numbers that lost events have given, or may have.
  mutating func holdWorkoutNumbers() {
    guard let directory = try? timeline.training.directory() else { return }
    let held = (
      plan: Self.highest(workouts.lostPlans, after: directory.lastPlan, missing: workouts.missingSincePlan),
      session: Self.highest(workouts.lostSessions, after: directory.lastSession, missing: workouts.missingSinceSession)
    )
    if let number = held.plan {
      let new = WorkoutAction.NewPlan(number: number, id: UUID(), name: WorkoutRemains.planName, items: [])
      add([.workout(.planCreated(new)), .workout(.planDiscarded(number))], to: 0)
      workouts.heldPlan = number
    }
    if let number = held.session {
      var start = workouts.latestStart ?? CheckInTime(instantMilliseconds: now, offsetMinutes: 0)
      start.isTimeOfDayKnown = false
      let draft = SessionDraft(start: start, title: WorkoutRemains.sessionTitle)
      let new = WorkoutAction.NewSession(number: number, id: UUID(), draft, plan: nil)
      add([.workout(.sessionStarted(new)), .workout(.sessionDiscarded(number))], to: 0)
      workouts.heldSession = number
    }
  }

  /// The highest number that was given after the last one; `nil` where none was.
  private static func highest(_ lost: Set<Int>, after last: Int, missing: UInt64) -> Int? {
    var highest = max(last, lost.max() ?? 0)
    // A journal that never had any is not to get one for events that have nothing to do with it.
    if highest > 0 { highest += Int(min(missing, maximumHeldCount)) }
    return highest > last ? min(highest, Int(UInt32.max)) : nil
  }

  // MARK: Filling

  /// - Returns: `false` for a number that no journal gets to, which is damage itself.
  private mutating func fillExercises(upTo number: Int) -> Bool {
    guard let last = try? timeline.training.directory().lastExercise, number > last else { return true }
    guard number - last <= WorkoutRemains.maximumGap else { return false }
    for missing in last + 1...number {
      if let shown = try? snapshot?.training.exercise(missing) {
        let draft = ExerciseDraft(
          name: shown.name, aliases: shown.aliases, measure: shown.measure, load: shown.load)
        let new = WorkoutAction.NewExercise(number: missing, id: shown.id, draft)
        add([.workout(.exerciseDefined(new))] + (shown.isRetired ? [.workout(.exerciseRetired(missing))] : []), to: 0)
        workouts.recovered.insert(.exercise(missing))
      } else {
        let draft = ExerciseDraft(name: "\(WorkoutRemains.exerciseName) \(missing)")
        add([.workout(.exerciseDefined(WorkoutAction.NewExercise(number: missing, id: UUID(), draft)))], to: 0)
        workouts.namelessExercises.insert(missing)
      }
    }
    return true
  }

  /// - Returns: `false` for a number that no journal gets to.
  private mutating func fillPlans(upTo number: Int) -> Bool {
    guard let last = try? timeline.training.directory().lastPlan, number > last else { return true }
    guard number - last <= WorkoutRemains.maximumGap else { return false }
    for missing in last + 1...number {
      let directory = try? snapshot?.training.directory()
      guard let entry = directory?.planIndex(missing).flatMap({ directory?.plans[$0] }),
        let first = entry.versions.first
      else {
        workouts.lostPlans.insert(missing)
        continue
      }
      _ = fillExercises(upTo: entry.versions.flatMap(\.items).map(\.exercise).max() ?? 0)
      let new = WorkoutAction.NewPlan(number: missing, id: entry.id, name: first.name, items: first.items)
      add([.workout(.planCreated(new))], to: 0)
      sequences[first.sequence] = timeline.directory.sequence
      for version in entry.versions.dropFirst() { edit(missing, to: version) }
      if entry.isDiscarded { add([.workout(.planDiscarded(missing))], to: 0) }
      workouts.recovered.insert(.plan(missing))
    }
    return true
  }

  private mutating func edit(_ plan: Int, to version: TrainingDirectory.PlanEntry.Version) {
    add([.workout(.planEdited(plan, WorkoutAction.PlanChanges(name: version.name, items: version.items)))], to: 0)
    sequences[version.sequence] = timeline.directory.sequence
  }

  /// - Returns: `false` for a number that no journal gets to.
  private mutating func fillSessions(upTo number: Int) -> Bool {
    guard let last = try? timeline.training.directory().lastSession, number > last else { return true }
    guard number - last <= WorkoutRemains.maximumGap, number <= UInt32.max else { return false }
    for missing in last + 1...number {
      guard let shown = try? snapshot?.training.storedSession(missing) else {
        workouts.lostSessions.insert(missing)
        continue
      }
      _ = fillExercises(upTo: shown.sets.map(\.exercise).max() ?? 0)
      if let plan = shown.plan { _ = fillPlans(upTo: plan.number) }
      let draft = SessionDraft(
        start: shown.start, title: shown.title, note: shown.note)
      var actions: [WorkoutAction] = [
        .sessionStarted(
          WorkoutAction.NewSession(number: missing, id: shown.id, draft, plan: shown.plan.flatMap { known($0) }))
      ]
      for set in shown.sets { actions += set.actions(in: missing) }
      if shown.state == .completed {
        actions.append(.sessionCompleted(missing, endMilliseconds: shown.endMilliseconds))
      }
      if shown.isDiscarded { actions.append(.sessionDiscarded(missing)) }
      add(actions.map { .workout($0) }, to: 0)
      workouts.recovered.insert(.session(missing))
      workouts.latestStart = shown.start
    }
    return true
  }

  /// Puts in the sets of a session that the snapshot shows, and that come after the last one that is there.
  private mutating func fillSets(of session: Int, upTo number: Int) {
    guard !workouts.recovered.contains(.session(session)),
      let present = try? timeline.training.storedSession(session), present.sets.last?.number ?? 0 < number,
      let shown = try? snapshot?.training.storedSession(session)
    else { return }
    for set in shown.sets where set.number > present.sets.last?.number ?? 0 && set.number <= number {
      guard fillExercises(upTo: set.exercise) else { continue }
      add(set.actions(in: session).map { .workout($0) }, to: 0)
      workouts.recovered.insert(.set(WorkoutAction.SetReference(session: session, number: set.number)))
    }
  }

  /// Starts a session of which only sets are left.
  private mutating func startSession(_ number: Int, at milliseconds: Int64) {
    let start = CheckInTime(
      instantMilliseconds: milliseconds, offsetMinutes: workouts.latestStart?.offsetMinutes ?? 0,
      timeZone: workouts.latestStart?.timeZone)
    let draft = SessionDraft(start: start, title: WorkoutRemains.sessionTitle)
    add([.workout(.sessionStarted(WorkoutAction.NewSession(number: number, id: UUID(), draft, plan: nil)))], to: 0)
    guard isPresent(.session(number)) else { return }
    workouts.latestStart = start
    workouts.startlessSessions.insert(number)
    workouts.lostSessions.remove(number)
  }

  // MARK: Looking

  /// Returns a session's plan reference with the new journal's version.
  ///
  /// Returns `nil` if neither the log nor the snapshot has that version of the plan.
  private mutating func known(_ plan: WorkoutSession.PlanReference) -> WorkoutSession.PlanReference? {
    guard let directory = try? timeline.training.directory(), let index = directory.planIndex(plan.number) else {
      return nil
    }
    if let version = sequences[plan.version],
      directory.plans[index].versions.contains(where: { $0.sequence == version })
    {
      return WorkoutSession.PlanReference(number: plan.number, version: version)
    }
    // The edit that made it is lost, but the snapshot has kept what sessions name.
    let shown = try? snapshot?.training.directory()
    let entry = shown?.planIndex(plan.number).flatMap { shown?.plans[$0] }
    guard let version = entry?.versions.first(where: { $0.sequence == plan.version }) else { return nil }
    _ = fillExercises(upTo: version.items.map(\.exercise).max() ?? 0)
    edit(plan.number, to: version)
    return sequences[plan.version].map { WorkoutSession.PlanReference(number: plan.number, version: $0) }
  }

  private mutating func isPresent(_ subject: WorkoutSubject) -> Bool {
    guard let directory = try? timeline.training.directory() else { return false }
    switch subject {
    case .plan(let number): return directory.planIndex(number) != nil
    case .session(let number): return directory.sessionIndex(number) != nil
    case .exercise, .activePlan, .set, .link, .reminder, .goal, .dayMark: return true
    }
  }

  /// Returns `true` if the new journal contains the item that the action refers to.
  private mutating func isPossible(_ action: WorkoutAction) -> Bool {
    switch action {
    case .planActivated(let number?): isPresent(.plan(number))
    case .checkInLinked(session: let number): isPresent(.session(number))
    default: true
    }
  }
}

extension WorkoutSubject {
  /// The check-in that an event on it concerns; 0 for none.
  fileprivate var checkIn: Int { if case .link(let checkIn) = self { checkIn } else { 0 } }
}

extension WorkoutAction {
  /// The highest number of an exercise that has to be there before; 0 for none.
  fileprivate var highestExercise: Int {
    if case .exerciseDefined(let new) = self { return new.number - 1 }
    let numbers = numbers
    let used = numbers.used.map { if case .exercise(let number) = $0 { number } else { 0 } }
    return max(numbers.own.exercise ?? 0, used.max() ?? 0)
  }
}

extension ExerciseSet {
  /// Returns the actions that add this set to a session that doesn't have it.
  fileprivate func actions(in session: Int) -> [WorkoutAction] {
    let reference = WorkoutAction.SetReference(session: session, number: number)
    let new = WorkoutAction.NewSet(
      reference, id: id, exercise: exercise, entry: entry, atMilliseconds: atMilliseconds)
    return [.setLogged(new)] + (isRemoved ? [.setRemoved(reference)] : [])
  }
}
