internal import CheckInJournal
package import EventLog
internal import Foundation
internal import TestSupport

/// Random histories as the records of a log hold them: most events follow from the ones before, some contradict them,
/// some are of a newer version, and some are no events at all.
package struct RandomRecords {
  private var generator: RandomSource
  private var events: RandomEvents
  private var lastNumber = 0
  private var lost: Set<Int> = []
  private var lastExercise = 0
  private var lastSession = 0
  /// The latest set of each session.
  private var lastSets: [Int: Int] = [:]
  /// Of a hundred events so many are wrong.
  private let faultPercentage: Int

  package init(seed: UInt64, faultPercentage: Int) {
    generator = RandomSource(seed: seed)
    events = RandomEvents(seed: ~seed)
    self.faultPercentage = faultPercentage
  }

  /// The next records of a history, one after the other as in frames, from sequence number 1 on.
  package mutating func history(count: Int) -> RecordBatch {
    var content: [UInt8] = []
    var records: [ByteRange] = []
    for sequence in 1...UInt64(max(1, count)) {
      let message = message(sequence)
      content.append(0x0A)
      content.appendVarint(UInt64(message.count))
      records.append(ByteRange(start: content.count, end: content.count + message.count))
      content += message
    }
    return RecordBatch(content: content, records: records, firstSequence: 1)
  }

  /// An action about workouts that can follow the ones before; a wrong one cannot, most often.
  private mutating func workout(isWrong: Bool) -> WorkoutAction {
    var random = RandomWorkouts(seed: generator.next())
    let session = generator.number(1...max(1, lastSession)) + (isWrong ? 1000 : 0)
    let reference = WorkoutAction.SetReference(
      session: session, number: generator.number(1...max(1, lastSets[session] ?? 1)))
    switch generator.number(0...13) {
    case 0, 1:
      lastExercise += isWrong ? 0 : 1
      return .exerciseDefined(
        WorkoutAction.NewExercise(number: max(1, lastExercise), id: random.uuid(), ExerciseDraft(name: "Squat")))
    case 2, 3:
      lastSession += isWrong ? 0 : 1
      return .sessionStarted(
        WorkoutAction.NewSession(
          number: max(1, lastSession), id: random.uuid(), SessionDraft(start: nearTime(), title: "Legs"), plan: nil))
    case 4 where lastSession > 0: return .sessionCompleted(session, endMilliseconds: nil)
    case 5 where lastSession > 0:
      return .sessionEdited(session, SessionChanges(start: nearTime()))
    case 6 where lastSession > 0: return generator.oneIn(2) ? .sessionDiscarded(session) : .sessionRestored(session)
    case 7 where lastSession > 0 && lastNumber > lost.count:
      return generator.oneIn(3) ? .checkInUnlinked : .checkInLinked(session: session)
    case 8 where lastSets[session] ?? 0 > 0:
      return generator.oneIn(2) ? .setRemoved(reference) : .setRestored(reference)
    case 9 where generator.oneIn(2):
      let day = CivilDay(dayNumber: 19_780 + generator.number(0...9))
      guard !generator.oneIn(3) else { return .dayUnmarked(day) }
      return .dayMarked(DayMark(day, kind: generator.element(of: DayMark.Kind.allCases)))
    case 9:
      let subject = generator.element(of: [Goal.Subject.days, .type(.run), .sum(.distance, of: .run)])
      guard !generator.oneIn(3) else { return .goalCleared(subject) }
      return .goalSet(Goal(subject, count: generator.number(1...7), each: generator.element(of: [.week, .year])))
    default:
      guard lastSession > 0, lastExercise > 0 else { return .reminderCleared }
      lastSets[session, default: 0] += 1
      return .setLogged(
        WorkoutAction.NewSet(
          WorkoutAction.SetReference(session: session, number: lastSets[session] ?? 1), id: random.uuid(),
          exercise: generator.number(1...lastExercise), entry: random.entry()))
    }
  }

  private mutating func message(_ sequence: UInt64) -> [UInt8] {
    let isWrong = generator.number(1...100) <= faultPercentage
    var action = events.action()
    if generator.oneIn(20) { action = .unknown(field: UInt64(generator.element(of: [15, 20, 40, 63, 70]))) }
    var number = generator.oneIn(2) ? lastNumber - generator.number(0...3) : generator.number(0...lastNumber)
    number = max(1, number)
    if number > lastNumber || lost.contains(number) || generator.oneIn(3) { action = .created(events.created()) }
    switch action {
    case .created(var created):
      if !generator.oneIn(5) { created.time = nearTime() }
      action = .created(created)
      if !isWrong { lastNumber += 1 }
      number = isWrong ? generator.element(of: [0, lastNumber, lastNumber + 2, Int(UInt32.max), Int.max]) : lastNumber
    case .lost:
      lastNumber += 1
      number = lastNumber
      lost.insert(number)
    case .edited(var changes):
      if changes.time != nil, !generator.oneIn(5) { changes.time = nearTime() }
      action = .edited(changes)
      if isWrong, generator.oneIn(2) { number = generator.element(of: [0, lastNumber + 1, Int.max]) }
    case .workout:
      let workout = workout(isWrong: isWrong)
      action = .workout(workout)
      switch workout {
      case .checkInLinked, .checkInUnlinked: if isWrong, generator.oneIn(2) { number = lastNumber + 1 }
      default: number = 0
      }
    default:
      if isWrong, generator.oneIn(2) { number = generator.element(of: [0, lastNumber + 1, Int.max]) }
    }
    var event = events.event(sequence: isWrong && generator.oneIn(6) ? sequence + 1 : sequence)
    event.checkIn = number
    event.action = action
    var records = EventRecords()
    records.append(event)
    var message = Array(records[0])
    if generator.oneIn(12) { message += foreign(event) }
    if isWrong, generator.oneIn(3) {
      message[generator.number(0...message.count - 1)] = UInt8(generator.number(0...255))
    }
    return message
  }

  /// Fields that another writer might add at the end: unknown ones, or known ones again.
  private mutating func foreign(_ event: Event) -> [UInt8] {
    var writer = WireWriter()
    switch generator.number(0...3) {
    case 0: writer.presentUnsigned(7, field: 40)
    case 1: writer.presentText("newer", field: 7)
    case 2: writer.presentUnsigned(UInt64(event.checkIn), field: EventField.checkIn)
    default: writer.presentUnsigned(UInt64(generator.number(0...9)), field: EventField.origin)
    }
    return writer.bytes
  }

  /// A time in one of a few months, often near the end of one.
  private mutating func nearTime() -> CheckInTime {
    let month = CivilMonth(monthNumber: 24_286 + generator.number(0...3))
    let day = generator.oneIn(2) ? month.lastDay : month.firstDay.adding(days: generator.number(0...27))
    let zones = [nil, "Europe/Berlin", "Pacific/Auckland", "A", "B", "Zone/\(generator.number(0...30))"]
    return CheckInTime(
      instantMilliseconds: Int64(day.dayNumber) * 86_400_000 + Int64(generator.number(0...95)) * 900_000,
      offsetMinutes: generator.element(of: [-600, 0, 60, 60, 840]), timeZone: generator.element(of: zones))
  }
}

extension RecordBatch {
  /// The batch cut before each of the places, which ascend.
  package func cut(at places: [Int]) -> [RecordBatch] {
    zip([0] + places, places + [records.count]).map { start, end in
      let first = records[start..<end].first?.start ?? 0
      let last = records[start..<end].last?.end ?? first
      return RecordBatch(
        content: Array(content[first..<last]),
        records: records[start..<end].map { ByteRange(start: $0.start - first, end: $0.end - first) },
        firstSequence: firstSequence + UInt64(start))
    }
  }
}
