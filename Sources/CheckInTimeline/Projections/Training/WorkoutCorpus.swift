internal import FoundationEssentials

/// The part of the ``Fingerprint``'s corpus that is about workouts: every action, and every edge of records and sums.
enum WorkoutCorpus {
  /// - Parameter sequence: the event before the first of these.
  static func actions(after sequence: UInt64) -> [(action: WorkoutAction, checkIn: Int)] {
    var actions: [(action: WorkoutAction, checkIn: Int)] = []
    func add(_ action: WorkoutAction, checkIn: Int = 0) { actions.append((action, checkIn)) }
    func id(_ number: UInt8) -> UUID {
      UUID(uuid: (16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, number))
    }
    func define(_ number: Int, named name: String, measure: Exercise.Measure = .weightAndReps, load: Exercise.Load) {
      add(
        .exerciseDefined(
          WorkoutAction.NewExercise(
            number: number, id: id(UInt8(number)),
            ExerciseDraft(name: name, aliases: [name + "s"], measure: measure, load: load))))
    }
    func start(_ number: Int, at local: String, isTimeOfDayKnown: Bool = true, plan: UInt64? = nil) {
      var start = time(local)
      start.isTimeOfDayKnown = isTimeOfDayKnown
      add(
        .sessionStarted(
          WorkoutAction.NewSession(
            number: number, id: id(UInt8(100 + number)),
            SessionDraft(start: start, title: "Push A", note: "wet"),
            plan: plan.map { WorkoutSession.PlanReference(number: 1, version: $0) })))
    }
    func log(session: Int, exercise: Int, sets texts: [String], from first: Int = 1) {
      for (index, text) in texts.enumerated() {
        guard let entry = try? SetNotation.parse(text, unit: .kilograms).first else { continue }
        add(
          .setLogged(
            WorkoutAction.NewSet(
              WorkoutAction.SetReference(session: session, number: first + index), id: id(UInt8(index)),
              exercise: exercise, entry: entry, atMilliseconds: index == 0 ? 0 : nil)))
      }
    }
    func time(_ local: String) -> CheckInTime {
      CheckInTime(instantMilliseconds: WrittenTime(local)?.localMilliseconds ?? 0, offsetMinutes: 0, timeZone: "UTC")
    }
    let second = WorkoutAction.SetReference(session: 1, number: 2)
    var heavier = SetChanges()
    heavier.weight = Weight(thousandths: 220_500, unit: .pounds).map { .set($0) }
    heavier.rpe = .clear

    define(1, named: "Bench Press", measure: .weightAndReps, load: .external)
    define(2, named: "Plank", measure: .duration, load: .bodyweight)
    define(2, named: "Taken", measure: .reps, load: .external)
    define(4, named: "Assisted Dip", measure: .weightAndReps, load: .external)
    add(.exerciseEdited(4, ExerciseChanges(name: "Assisted Pull-up", aliases: [], load: .assisted)))
    add(.exerciseRetired(2))
    add(.exerciseRestored(2))
    let prescription = Prescription(
      sets: 3, target: .reps(8...10), weight: Weight(thousandths: 80_000, unit: .kilograms), rpe: RPE(halves: 17),
      restSeconds: 120, superset: 1, isWarmUp: false)
    add(
      .planCreated(
        WorkoutAction.NewPlan(number: 1, id: id(50), name: "Push A", items: [PlanItem(exercise: 1, prescription)])))
    let version = sequence + UInt64(actions.count)
    add(.planActivated(1))
    start(1, at: "2024-02-29T18:00", plan: version)
    add(
      .planEdited(
        1,
        WorkoutAction.PlanChanges(
          name: "Push B", items: [PlanItem(exercise: 2, Prescription(sets: 1, target: .seconds(60)))])))
    log(session: 1, exercise: 1, sets: ["w40x10", "80x10@8", "100x6", "100x6", "d60x12", "220.4lbx7"])
    log(session: 1, exercise: 2, sets: ["1:30", "f1:00"], from: 7)
    log(session: 1, exercise: 4, sets: ["40x8", "20x5"], from: 9)
    log(session: 1, exercise: 1, sets: ["1x1"])
    add(.setEdited(second, heavier))
    add(.setRemoved(WorkoutAction.SetReference(session: 1, number: 4)))
    add(.sessionCompleted(1, endMilliseconds: time("2024-02-29T19:02").instantMilliseconds))
    add(.checkInLinked(session: 1), checkIn: 1)
    start(2, at: "2024-03-01T00:00", isTimeOfDayKnown: false)
    log(session: 2, exercise: 1, sets: ["100x6", "5kmx25:00"])
    add(.sessionCompleted(2, endMilliseconds: nil))
    add(.sessionReopened(2))
    add(.sessionCompleted(2, endMilliseconds: nil))
    add(.setRestored(WorkoutAction.SetReference(session: 1, number: 4)))
    start(3, at: "2024-03-02T10:00")
    add(
      .sessionEdited(3, SessionChanges(start: time("2024-04-01T10:00"), title: "Legs", note: "")))
    log(session: 3, exercise: 1, sets: ["200x1"])
    add(.sessionDiscarded(3))
    add(.sessionRestored(3))
    add(.sessionEdited(1, SessionChanges(endMilliseconds: .clear)))
    add(.checkInLinked(session: 2), checkIn: 2)
    add(.checkInUnlinked, checkIn: 2)
    add(.checkInLinked(session: 99), checkIn: 2)
    add(.planDiscarded(1))
    add(.planRestored(1))
    add(.planActivated(nil))
    add(.planActivated(9))
    if let reminder = Reminder(weekdays: [.monday, .friday], minuteOfDay: 18 * 60) { add(.reminderSet(reminder)) }
    add(.reminderCleared)
    add(.goalSet(Goal(.type(.strengthTraining), count: 3, each: .week)))
    add(.goalSet(Goal(.days, count: 20, each: .month)))
    add(.goalSet(Goal(.type(.strengthTraining), count: 12, each: .month)))
    add(.goalSet(Goal(.type(.run), count: 1, each: .week)))
    add(.goalCleared(.type(.run)))
    add(.goalCleared(.type(.swim)))
    add(.goalSet(Goal(.sum(.distance, of: .run), count: 100_000, each: .year)))
    add(.goalSet(Goal(.sum(.distance, of: .run), count: 40_000, each: .day)))
    add(.goalSet(Goal(.sum(.duration, of: nil), count: 18_000, each: .week)))
    add(.goalSet(Goal(.sum(.calories, of: nil), count: 2_000, each: .day)))
    add(.goalCleared(.sum(.duration, of: nil)))
    for (offset, kind) in DayMark.Kind.allCases.enumerated() {
      add(.dayMarked(DayMark(CivilDay(dayNumber: 19_780 + offset), kind: kind, note: offset == 1 ? "Flu" : nil)))
    }
    add(.dayMarked(DayMark(CivilDay(dayNumber: 19_780), kind: .injured, note: "Knee")))
    add(.dayMarked(DayMark(CivilDay(dayNumber: -1))))
    add(.dayUnmarked(CivilDay(dayNumber: -1)))
    add(.dayUnmarked(CivilDay(dayNumber: 5)))
    return actions
  }
}
