package import CheckInJournal
internal import Foundation
internal import TestSupport

extension RandomWorkouts {
  private mutating func number() -> Int { generator.element(of: [1, 2, 3, 127, 128, 70_000, Int(UInt32.max)]) }

  private mutating func text() -> String {
    generator.text(of: ["Push", " ", "Früh", "🏋️", "\n", "\"", "\\", "", "日本"], upTo: 4)
  }

  private mutating func instant() -> Int64 {
    let range = CheckInTime.instantRange
    return generator.oneIn(4)
      ? generator.element(of: [0, -1, range.lowerBound, range.upperBound]) : Int64.random(in: range, using: &generator)
  }

  private mutating func start() -> CheckInTime {
    CheckInTime(
      instantMilliseconds: instant(), offsetMinutes: generator.element(of: [0, -1439, 1439, 60]),
      timeZone: generator.element(of: [nil, "Europe/Berlin"]), isTimeOfDayKnown: generator.oneIn(2))
  }

  private mutating func items() -> [PlanItem] {
    (0..<generator.number(1...3)).map { _ in PlanItem(exercise: number(), prescription()) }
  }

  private mutating func set() -> ExerciseSet {
    ExerciseSet(
      number: number(), id: uuid(), exercise: number(), entry: entry(),
      atMilliseconds: generator.oneIn(2) ? instant() : nil, sequence: 0)
  }

  private mutating func draft() -> ExerciseDraft {
    ExerciseDraft(
      name: text(), aliases: (0..<generator.number(0...2)).map { _ in text() },
      measure: generator.element(of: Exercise.Measure.allCases), load: generator.element(of: Exercise.Load.allCases))
  }

  private mutating func sessionChanges() -> SessionChanges {
    var changes = SessionChanges()
    if generator.oneIn(2) { changes.start = start() }
    if generator.oneIn(2) { changes.endMilliseconds = generator.oneIn(2) ? .clear : .set(instant()) }
    if generator.oneIn(2) { changes.title = text() }
    if generator.oneIn(2) { changes.note = text() }
    return changes
  }

  private mutating func exerciseChanges() -> ExerciseChanges {
    let draft = draft()
    return ExerciseChanges(
      name: generator.oneIn(2) ? draft.name : nil, aliases: generator.oneIn(2) ? draft.aliases : nil,
      measure: generator.oneIn(2) ? draft.measure : nil, load: generator.oneIn(2) ? draft.load : nil)
  }

  /// Any action that the wire form can hold.
  package mutating func action() -> WorkoutAction {
    let reference = WorkoutAction.SetReference(session: number(), number: number())
    switch generator.number(0...25) {
    case 0: return .exerciseDefined(WorkoutAction.NewExercise(number: number(), id: uuid(), draft()))
    case 1: return .exerciseEdited(number(), exerciseChanges())
    case 2: return .exerciseRetired(number())
    case 3: return .exerciseRestored(number())
    case 4: return .planCreated(WorkoutAction.NewPlan(number: number(), id: uuid(), name: text(), items: items()))
    case 5:
      return .planEdited(
        number(),
        WorkoutAction.PlanChanges(name: generator.oneIn(2) ? text() : nil, items: generator.oneIn(2) ? items() : nil))
    case 6: return .planActivated(generator.oneIn(2) ? number() : nil)
    case 7: return .planDiscarded(number())
    case 8: return .planRestored(number())
    case 9:
      return .sessionStarted(
        WorkoutAction.NewSession(
          number: number(), id: uuid(),
          SessionDraft(start: start(), title: text(), note: text()),
          plan: generator.oneIn(2)
            ? WorkoutSession.PlanReference(number: number(), version: UInt64(number())) : nil))
    case 10: return .sessionEdited(number(), sessionChanges())
    case 11: return .sessionCompleted(number(), endMilliseconds: generator.oneIn(2) ? instant() : nil)
    case 12: return .sessionReopened(number())
    case 13: return .sessionDiscarded(number())
    case 14: return .sessionRestored(number())
    case 15, 16:
      var set = set()
      set.entry.note = text()
      return .setLogged(
        WorkoutAction.NewSet(
          reference, id: set.id, exercise: set.exercise, entry: set.entry, atMilliseconds: set.atMilliseconds))
    case 17: return .setEdited(reference, SetChanges(from: set(), to: set()))
    case 18: return .setRemoved(reference)
    case 19: return .setRestored(reference)
    case 20: return .checkInLinked(session: number())
    case 21: return generator.oneIn(2) ? .checkInUnlinked : .reminderCleared
    case 22:
      return .goalSet(
        Goal(
          generator.element(of: Goal.Subject.allCases), count: generator.element(of: [1, 3, 31, 99, 70_000]),
          each: generator.element(of: Goal.Period.allCases)))
    case 23: return .goalCleared(generator.element(of: Goal.Subject.allCases))
    case 24:
      let range = CivilDay.calendarRange
      let day = CivilDay(dayNumber: generator.element(of: [range.lowerBound, -1, 0, 20_000, range.upperBound]))
      if generator.oneIn(3) { return .dayUnmarked(day) }
      let note = text()
      return .dayMarked(
        DayMark(day, kind: generator.element(of: DayMark.Kind.allCases), note: note.isEmpty ? nil : note))
    default:
      let days = Set(Weekday.allCases.filter { _ in generator.oneIn(3) } + [.friday])
      return Reminder(weekdays: days, minuteOfDay: generator.number(0...1439)).map { .reminderSet($0) }
        ?? .reminderCleared
    }
  }
}
