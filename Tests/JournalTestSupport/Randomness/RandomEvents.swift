package import CheckInJournal
internal import EventLog
package import Foundation
internal import TestSupport

/// Random values of every field of an event, with the extremes more often than chance would have them.
package struct RandomEvents {
  private var generator: RandomSource

  package init(seed: UInt64) {
    generator = RandomSource(seed: seed)
  }

  /// Any event that the wire form can hold.
  package mutating func event(sequence: UInt64) -> Event {
    let isExclusive = generator.oneIn(2)
    return Event(
      sequence: sequence, recordedAtMilliseconds: signed(),
      origin: generator.element(of: Event.Origin.allCases), checkIn: natural(),
      command: isExclusive ? sequence : UInt64(max(1, natural())),
      undoes: generator.oneIn(3) ? UInt64(max(1, natural())) : nil,
      device: generator.oneIn(4) ? generator.element(of: ["phone", "Anna's laptop", "電話 \u{202E}\"\\", "\u{0}"]) : nil,
      action: action())
  }

  package mutating func action() -> Event.Action {
    switch generator.number(0...11) {
    case 0, 1: .created(created())
    case 2, 3: .edited(changes())
    case 4:
      .photoAttached(
        Photo(
          digest: Digest(of: generator.bytes(4)), byteCount: generator.number(0...Int(UInt32.max)),
          width: generator.number(0...65_535), height: generator.element(of: [0, 1, Int(UInt32.max)])))
    case 5: .photoCleared
    case 6: .discarded
    case 7: .lost
    case 8...10: .workout(workoutAction())
    default: .restored
    }
  }

  private mutating func workoutAction() -> WorkoutAction {
    var workouts = RandomWorkouts(seed: generator.next())
    return workouts.action()
  }

  package mutating func created() -> Event.Created {
    let title = text()
    return Event.Created(
      id: uuid(), time: time(), type: generator.element(of: ExerciseType.allCases),
      title: title.isEmpty ? "Title" : title, calories: generator.oneIn(2) ? natural() : nil,
      durationSeconds: generator.oneIn(4) ? short() : nil, distanceMetres: generator.oneIn(4) ? short() : nil,
      location: generator.oneIn(2) ? text() : nil, notes: text())
  }

  package mutating func changes() -> CheckInChanges {
    var changes = CheckInChanges()
    if generator.oneIn(2) { changes.time = time() }
    if generator.oneIn(2) { changes.type = generator.element(of: ExerciseType.allCases) }
    if generator.oneIn(2) { changes.title = text() }
    if generator.oneIn(2) { changes.calories = generator.oneIn(3) ? .clear : .set(natural()) }
    if generator.oneIn(4) { changes.durationSeconds = generator.oneIn(3) ? .clear : .set(short()) }
    if generator.oneIn(4) { changes.distanceMetres = generator.oneIn(3) ? .clear : .set(short()) }
    if generator.oneIn(2) { changes.location = generator.oneIn(3) ? .clear : .set(text()) }
    if generator.oneIn(2) { changes.notes = text() }
    return changes
  }

  package mutating func time() -> CheckInTime {
    let range = CheckInTime.instantRange
    let instant =
      generator.oneIn(4)
      ? generator.element(of: [0, 1, -1, range.lowerBound, range.upperBound])
      : Int64.random(in: range, using: &generator)
    return CheckInTime(
      instantMilliseconds: instant,
      offsetMinutes: generator.oneIn(4) ? generator.element(of: [-1439, 0, 1439]) : generator.number(-1439...1439),
      timeZone: generator.oneIn(2)
        ? nil : generator.element(of: ["Europe/Berlin", "America/Argentina/Ushuaia", "Ü/Ö"]),
      isTimeOfDayKnown: !generator.oneIn(4))
  }

  package mutating func uuid() -> UUID {
    generator.identity()
  }

  /// Empty, short, long, of one or many planes, with everything that text formats escape.
  package mutating func text() -> String {
    let pieces = [
      "", "Morning 5k", "Früh", "🏊‍♀️", "e\u{301}", "日本語", "\u{0}", "\n", "\t", "\"", "\\", "'", "}{", "\u{202E}",
      "\u{FFFF}",
      "\u{10FFFF}", "\r\n", "\u{7F}", "# no comment", "עברית",
    ]
    if generator.oneIn(30) { return String(repeating: "Lang ", count: generator.number(20...4000)) }
    return (0..<generator.number(0...4)).map { _ in generator.element(of: pieces) }.joined()
  }

  private mutating func natural() -> Int {
    switch generator.number(0...3) {
    case 0: generator.element(of: [0, 1, 127, 128, 16_383, 16_384, Int(UInt32.max), Int.max])
    default: generator.number(0...10_000)
    }
  }

  /// At most 32 bits.
  private mutating func short() -> Int { min(natural(), Int(UInt32.max)) }

  private mutating func signed() -> Int64 {
    switch generator.number(0...3) {
    case 0: generator.element(of: [0, 1, -1, 63, -64, 64, -65, .max, .min])
    default: Int64(generator.number(1_600_000_000_000...1_900_000_000_000))
    }
  }
}
