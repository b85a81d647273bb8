internal import EventLog
internal import FoundationEssentials

extension Training {
  /// Brings the training up to an event whose kind is `workout`. The only place where anything of it changes.
  ///
  /// Nothing is changed where it throws: an event that contradicts the ones before it, or a snapshot that cannot be
  /// read.
  mutating func apply(_ event: EventView, in bytes: RawSpan) throws(JournalError) {
    var view = event
    let action: WorkoutAction
    do throws(WireError) {
      action = try view.workoutAction(in: bytes)
    } catch {
      throw .malformed("\(error.reason)")
    }
    try apply(action, sequence: event.sequence, checkIn: event.checkIn)
  }

  /// - Parameters:
  ///   - sequence: the event's.
  ///   - checkIn: the check-in that the event concerns; 0 for none.
  package mutating func apply(_ action: WorkoutAction, sequence: UInt64, checkIn: UInt64) throws(JournalError) {
    switch names == nil ? action : resolved(action) {
    case .exerciseDefined(let new): try define(new, at: sequence)
    case .exerciseEdited(let number, let changes):
      try changeExercise(number, at: sequence) { entry in
        entry.exercise.name = changes.name ?? entry.exercise.name
        entry.exercise.aliases = changes.aliases ?? entry.exercise.aliases
        entry.exercise.measure = changes.measure ?? entry.exercise.measure
        if let load = changes.load, load != entry.exercise.load {
          entry.exercise.load = load
          entry.statistics = nil
        }
      }
      // What assists is not lifted.
      if changes.load != nil { changeDirectory { $0.forgetTotals() } }
    case .exerciseRetired(let number): try changeExercise(number, at: sequence) { $0.exercise.isRetired = true }
    case .exerciseRestored(let number): try changeExercise(number, at: sequence) { $0.exercise.isRetired = false }
    case .planCreated(let new): try create(new, at: sequence)
    case .planEdited(let number, let changes): try editPlan(number, with: changes, at: sequence)
    case .planActivated(let number):
      if let number { try changePlan(number, at: sequence) { _ in } } else { _ = try directory() }
      changeDirectory { $0.activePlan = number }
    case .planDiscarded(let number): try changePlan(number, at: sequence) { $0.isDiscarded = true }
    case .planRestored(let number): try changePlan(number, at: sequence) { $0.isDiscarded = false }
    case .sessionStarted(let new): try start(new, sequence)
    case .sessionEdited(let number, let changes):
      guard try locate(number) != nil else { throw Self.missing(at: sequence, noun: "session", number: number) }
      // Before anything is changed, since it can turn out to be unreadable.
      if let start = changes.start { _ = try loadPage(start.day.month) }
      try changeSession(number, at: sequence) { session in
        session.start = changes.start ?? session.start
        if let end = changes.endMilliseconds { session.endMilliseconds = end.value }
        session.title = changes.title ?? session.title
        session.note = changes.note ?? session.note
      }
    case .sessionCompleted(let number, let end):
      try changeSession(number, at: sequence) { session in
        session.state = .completed
        session.endMilliseconds = end
      }
    case .sessionReopened(let number):
      try changeSession(number, at: sequence) { session in
        session.state = .open
        session.endMilliseconds = nil
      }
    case .sessionDiscarded(let number): try changeSession(number, at: sequence) { $0.isDiscarded = true }
    case .sessionRestored(let number): try changeSession(number, at: sequence) { $0.isDiscarded = false }
    case .setLogged(let new): try log(new, at: sequence)
    case .setEdited(let reference, let changes):
      if let exercise = changes.exercise { try requireExercise(exercise, at: sequence) }
      try changeSet(reference, at: sequence) { changes.apply(to: &$0) }
    case .setRemoved(let reference): try changeSet(reference, at: sequence) { $0.isRemoved = true }
    case .setRestored(let reference): try changeSet(reference, at: sequence) { $0.isRemoved = false }
    case .checkInLinked(let session): try link(checkIn, to: session, sequence)
    case .checkInUnlinked: try link(checkIn, to: nil, sequence)
    case .reminderSet(let reminder):
      _ = try directory()
      changeDirectory { $0.reminder = reminder }
    case .reminderCleared:
      _ = try directory()
      changeDirectory { $0.reminder = nil }
    case .goalSet(let goal): try setGoal(goal, of: goal.subject)
    case .goalCleared(let subject): try setGoal(nil, of: subject)
    case .dayMarked(let mark): try setMark(mark, of: mark.day)
    case .dayUnmarked(let day): try setMark(nil, of: day)
    }
  }

  private mutating func setMark(_ mark: DayMark?, of day: CivilDay) throws(JournalError) {
    _ = try directory()
    changeDirectory { directory in
      let (index, isPresent) = directory.markIndex(day)
      if isPresent { directory.marks.remove(at: index) }
      if let mark { directory.marks.insert(mark, at: index) }
    }
  }

  private mutating func setGoal(_ goal: Goal?, of subject: Goal.Subject) throws(JournalError) {
    _ = try directory()
    changeDirectory { directory in
      let (index, isPresent) = directory.goalIndex(subject)
      if isPresent { directory.goals.remove(at: index) }
      if let goal { directory.goals.insert(goal, at: index) }
    }
  }

  static func missing(at sequence: UInt64, noun: String, number: Int) -> JournalError {
    .inconsistent("event \(sequence) concerns \(noun) \(number), which does not exist")
  }

  static func numberInUse(at sequence: UInt64, noun: String, number: Int, last: Int) -> JournalError {
    .inconsistent("event \(sequence) creates \(noun) \(number), but there is \(noun) \(last)")
  }

  // MARK: Exercises and plans

  private mutating func define(_ new: WorkoutAction.NewExercise, at sequence: UInt64) throws(JournalError) {
    let (index, last) = try directory().exercises.place(after: new.number, \.exercise.number)
    guard new.number > last else {
      throw Self.numberInUse(at: sequence, noun: "exercise", number: new.number, last: last)
    }
    let exercise = Exercise(new, sequence: sequence)
    changeDirectory { $0.exercises.insert(TrainingDirectory.ExerciseEntry(exercise: exercise), at: index) }
  }

  private mutating func changeExercise(
    _ number: Int, at sequence: UInt64, _ body: (inout TrainingDirectory.ExerciseEntry) -> Void
  ) throws(JournalError) {
    guard let index = try directory().exerciseIndex(number) else {
      throw Self.missing(at: sequence, noun: "exercise", number: number)
    }
    changeDirectory { directory in
      body(&directory.exercises[index])
      directory.exercises[index].exercise.sequence = sequence
    }
  }

  private mutating func requireExercise(_ number: Int, at sequence: UInt64) throws(JournalError) {
    guard try directory().exerciseIndex(number) != nil else {
      throw Self.missing(at: sequence, noun: "exercise", number: number)
    }
  }

  private mutating func create(_ new: WorkoutAction.NewPlan, at sequence: UInt64) throws(JournalError) {
    let (index, last) = try directory().plans.place(after: new.number, \.number)
    guard new.number > last else { throw Self.numberInUse(at: sequence, noun: "plan", number: new.number, last: last) }
    for item in new.items { try requireExercise(item.exercise, at: sequence) }
    let version = TrainingDirectory.PlanEntry.Version(sequence: sequence, name: new.name, items: new.items)
    changeDirectory {
      $0.plans.insert(
        TrainingDirectory.PlanEntry(number: new.number, id: new.id, versions: [version], sequence: sequence), at: index)
    }
  }

  private mutating func editPlan(
    _ number: Int, with changes: WorkoutAction.PlanChanges, at sequence: UInt64
  ) throws(JournalError) {
    for item in changes.items ?? [] { try requireExercise(item.exercise, at: sequence) }
    try changePlan(number, at: sequence) { plan in
      guard var version = plan.versions.last else { return }
      if !version.isReferenced { plan.versions.removeLast() }
      version.isReferenced = false
      version.sequence = sequence
      version.name = changes.name ?? version.name
      version.items = changes.items ?? version.items
      plan.versions.append(version)
    }
  }

  private mutating func changePlan(
    _ number: Int, at sequence: UInt64, _ body: (inout TrainingDirectory.PlanEntry) -> Void
  ) throws(JournalError) {
    guard let index = try directory().planIndex(number) else {
      throw Self.missing(at: sequence, noun: "plan", number: number)
    }
    changeDirectory { directory in
      body(&directory.plans[index])
      directory.plans[index].sequence = sequence
    }
  }

  // MARK: Sessions and sets

  private mutating func start(_ new: WorkoutAction.NewSession, _ sequence: UInt64) throws(JournalError) {
    let directory = try directory()
    let (index, last) = directory.sessions.place(after: new.number, \.intNumber)
    guard new.number > last, let number = UInt32(exactly: new.number) else {
      throw Self.numberInUse(at: sequence, noun: "session", number: new.number, last: last)
    }
    if let present = sessionsByIdentity?[new.id] { return try unite(new, with: present, sequence) }
    var version: (plan: Int, version: Int)?
    if let reference = new.plan {
      guard let plan = directory.planIndex(reference.number),
        let place = directory.plans[plan].versions.firstIndex(where: { $0.sequence == reference.version })
      else { throw Self.missing(at: sequence, noun: "plan", number: reference.number) }
      version = (plan, place)
    }
    let month = new.start.day.month
    let page = try loadPage(month)
    changeDirectory { directory in
      directory.sessions.insert(TrainingDirectory.SessionPlace(number: number, month: month), at: index)
      directory.openSessions.insert(
        new.number, at: directory.openSessions.place(after: new.number, \.self).index)
      if let version { directory.plans[version.plan].versions[version.version].isReferenced = true }
    }
    changePage(at: page) { $0.insert(WorkoutSession(new, sequence: sequence)) }
    setNumber(new.number, ofSession: new.id)
  }

  private mutating func log(_ new: WorkoutAction.NewSet, at sequence: UInt64) throws(JournalError) {
    try requireExercise(new.exercise, at: sequence)
    let reference = new.reference
    guard let place = try locate(reference.session) else {
      throw Self.missing(at: sequence, noun: "session", number: reference.session)
    }
    if try isOfSeveralDevices(reference, at: place), try unite(new, at: sequence) { return }
    let last = try page(at: place.page).sessions[place.session].lastSet(ofDeviceWith: reference.number)
    guard reference.number > last else {
      throw Self.numberInUse(at: sequence, noun: "set", number: reference.number, last: last)
    }
    try changeSession(reference.session, at: sequence) { $0.sets.append(ExerciseSet(new, sequence: sequence)) }
  }

  private mutating func changeSet(
    _ reference: WorkoutAction.SetReference, at sequence: UInt64, _ body: (inout ExerciseSet) -> Void
  ) throws(JournalError) {
    guard let place = try locate(reference.session) else {
      throw Self.missing(at: sequence, noun: "session", number: reference.session)
    }
    guard let index = try page(at: place.page).sessions[place.session].setIndex(reference.number) else {
      throw .inconsistent(
        "event \(sequence) concerns set \(reference.number) of session \(reference.session), which does not exist")
    }
    try changeSession(reference.session, at: sequence) { session in
      body(&session.sets[index])
      session.sets[index].sequence = sequence
    }
  }

  /// Changes a session, and everything that is counted of it.
  mutating func changeSession(
    _ number: Int, at sequence: UInt64, _ body: (inout WorkoutSession) -> Void
  ) throws(JournalError) {
    guard let place = try locate(number) else { throw Self.missing(at: sequence, noun: "session", number: number) }
    let month = try page(at: place.page).month
    guard
      let (old, new) = changePage(
        at: place.page,
        { page -> (WorkoutSession?, WorkoutSession) in
          // A copy costs as much as the sets, so that logging into an open session makes none.
          let old = page.sessions[place.session].counts ? page.sessions[place.session] : nil
          body(&page.sessions[place.session])
          page.sessions[place.session].sequence = sequence
          return (old, page.sessions[place.session])
        })
    else { return }
    if new.day.month != month { try move(number, from: place, to: new.day.month) }
    let counted = new.counts ? new : nil
    if let old { count(old, in: month, -=) }
    if let counted { count(counted, in: new.day.month, +=) }
    let order = sessionOrder
    changeDirectory { directory in
      let index = directory.openSessions.insertionIndex(in: directory.openSessions.indices) { $0 < number }
      let isListed = index < directory.openSessions.count && directory.openSessions[index] == number
      let isOpen = new.state == .open && !new.isDiscarded
      if isOpen, !isListed { directory.openSessions.insert(number, at: index) }
      if !isOpen, isListed { directory.openSessions.remove(at: index) }
      directory.updateStatistics(from: old, to: counted, order)
    }
  }

  /// Brings a session's row into the page of another month.
  private mutating func move(
    _ number: Int, from place: (page: Int, session: Int), to month: CivilMonth
  ) throws(JournalError) {
    let source = try page(at: place.page).month
    // Loading the new month can move the places of those after it.
    let target = try loadPage(month)
    let index = try directory().monthIndex(source).index
    guard let session = changePage(at: index, { $0.sessions.remove(at: place.session) }) else { return }
    changePage(at: target) { $0.insert(session) }
    changeDirectory { directory in
      if let place = directory.sessionIndex(number) { directory.sessions[place].month = month }
    }
  }

  /// Counts a session in or out.
  private mutating func count(
    _ session: WorkoutSession, in month: CivilMonth, _ combine: (inout TrainingTotals, TrainingTotals) -> Void
  ) {
    changeDirectory { directory in
      let totals = directory.totals(of: session)
      let (index, isPresent) = directory.monthIndex(month)
      guard isPresent, var sum = directory.months[index].totals else { return }
      combine(&sum, totals)
      directory.months[index].totals = sum
    }
  }

  /// Takes note of the highest numbers that this journal's own log gives, see ``TrainingDirectory/given``.
  package mutating func noteGiven(_ action: WorkoutAction) {
    guard let (subject, number) = action.created else { return }
    changeDirectory { directory in
      switch subject {
      case .exercise: directory.given.exercise = max(directory.given.exercise, number)
      case .plan: directory.given.plan = max(directory.given.plan, number)
      case .session: directory.given.session = max(directory.given.session, number)
      case .set: break
      }
    }
  }

  /// Keeps what a plan asks for now, whether or not a session has been started from it.
  package mutating func keepPresentVersion(ofPlan number: Int) {
    changeDirectory { directory in
      guard let index = directory.planIndex(number), let last = directory.plans[index].versions.indices.last else {
        return
      }
      directory.plans[index].versions[last].isReferenced = true
    }
  }

  /// Takes note that a check-in has another number.
  package mutating func renumberLink(from old: UInt32, to number: UInt32) {
    changeDirectory { directory in
      let (index, isPresent) = directory.linkIndex(Int(old))
      guard isPresent else { return }
      let link = directory.links.remove(at: index)
      directory.links.insert(
        TrainingDirectory.Link(checkIn: number, session: link.session), at: directory.linkIndex(Int(number)).index)
    }
  }

  private mutating func link(_ checkIn: UInt64, to session: Int?, _ sequence: UInt64) throws(JournalError) {
    guard let number = UInt32(exactly: checkIn), number > 0 else {
      throw .inconsistent("event \(sequence) links no check-in")
    }
    let directory = try directory()
    if let session, directory.sessionIndex(session) == nil {
      throw Self.missing(at: sequence, noun: "session", number: session)
    }
    let isOfGroup = names != nil
    changeDirectory { directory in
      // No command links a second check-in, but two devices can, without knowing of each other: the later one holds.
      if isOfGroup, let session { directory.links.removeAll { Int($0.session) == session && $0.checkIn != number } }
      let (index, isPresent) = directory.linkIndex(Int(number))
      if isPresent { directory.links.remove(at: index) }
      guard let session else { return }
      directory.links.insert(
        TrainingDirectory.Link(checkIn: number, session: UInt32(truncatingIfNeeded: session)), at: index)
    }
  }
}

extension TrainingDirectory {
  /// Returns the totals that a session contributes.
  func totals(of session: WorkoutSession) -> TrainingTotals {
    var totals = TrainingTotals()
    totals.sessions = 1
    totals.seconds = session.durationSeconds ?? 0
    for set in session.sets where !set.isRemoved && set.entry.counts {
      totals.sets += 1
      let load = exerciseIndex(set.exercise).map { exercises[$0].exercise.load } ?? .external
      set.entry.addVolume(to: &totals.volume, load: load)
    }
    return totals
  }

  /// Takes note that sessions count otherwise than they did.
  fileprivate mutating func forgetTotals() {
    for index in months.indices where months[index].totals != TrainingTotals() { months[index].totals = nil }
  }

  /// Brings the statistics up to a session that counts differently than before; `nil` for one that does not count.
  fileprivate mutating func updateStatistics(
    from old: WorkoutSession?, to new: WorkoutSession?, _ order: RecordingOrder
  ) {
    guard old != nil || new != nil else { return }
    if let old, let new, old.sets == new.sets, old.start == new.start { return }
    for number in Set((old?.sets ?? []).map(\.exercise)).union((new?.sets ?? []).map(\.exercise)) {
      guard let index = exerciseIndex(number) else { continue }
      if old == nil, let new {
        let load = exercises[index].exercise.load
        exercises[index].statistics?.add(new, exercise: number, load: load, order)
      } else {
        exercises[index].statistics = nil
      }
    }
  }
}
