import CheckInJournal
import Foundation
import TestSupport

/// The events of a history that never was, one after the other: of 100 events 70 create a check-in, 10 edit one, 15
/// attach a photo, 3 take one away and 2 discard. Most changes concern one of the last 30 check-ins; of the others,
/// every older one is as likely.
///
/// About 5,000 check-ins fall in a month however long the history is: a longer one reaches further back.
struct HistoryGenerator {
  private enum Change { case edit, attachPhoto, clearPhoto, discard }

  private struct Condition: OptionSet {
    var rawValue: UInt8
    static let photo = Condition(rawValue: 1)
    static let discarded = Condition(rawValue: 2)
  }

  /// 5,000 in a month of the mean length.
  private static let millisecondsBetween = 525_949
  /// 20 November 2026, in the evening.
  private static let end: Int64 = 1_795_208_400_000
  private static let recentCount = 30

  private var random: RandomSource
  private let start: Int64
  private var sequence: UInt64 = 0
  private var conditions: [Condition] = []

  init(count: Int, seed: UInt64) {
    random = RandomSource(seed: seed)
    let expected = Int64(Double(count) * 0.7 + 4 * Double(count).squareRoot()) + 10
    start = Self.end - expected * Int64(Self.millisecondsBetween)
  }

  mutating func next() -> Event {
    sequence += 1
    let draw = random.number(1...100)
    switch draw {
    case ...70: return create()
    case ...80: return change(.edit)
    case ...95: return change(.attachPhoto)
    case ...98: return change(.clearPhoto)
    default: return change(.discard)
    }
  }

  /// The creation of a further check-in.
  mutating func nextCreated() -> Event {
    sequence += 1
    return create()
  }

  private mutating func created() -> Event.Created {
    let time = clock + Int64(random.number(0...300_000))
    let (zone, offset) = random.oneIn(20) ? ("Europe/London", 0) : ("Europe/Berlin", 60)
    return Event.Created(
      id: uuid(), time: CheckInTime(instantMilliseconds: time / 1000 * 1000, offsetMinutes: offset, timeZone: zone),
      type: random.element(of: ExerciseType.selectable), title: title(),
      calories: random.oneIn(2) ? random.number(80...900) : nil,
      location: random.oneIn(2) ? random.element(of: Self.places) : nil,
      notes: random.oneIn(8) ? random.element(of: Self.notes) : "")
  }

  /// The moment at which the next check-in falls.
  private var clock: Int64 { start + Int64(conditions.count) * Int64(Self.millisecondsBetween) }

  private mutating func create() -> Event {
    let created = created()
    conditions.append([])
    return event(conditions.count, .created(created))
  }

  private mutating func change(_ change: Change) -> Event {
    // Where none can be found to which it can be done, there is too little yet, and one is created.
    guard let number = checkIn(for: change) else { return create() }
    switch change {
    case .edit: return event(number, .edited(changes()))
    case .attachPhoto:
      conditions[number - 1].insert(.photo)
      let digest = Digest(random.bytes(Digest.byteCount)) ?? Digest(of: [])
      return event(
        number,
        .photoAttached(
          Photo(digest: digest, byteCount: random.number(90_000...1_900_000), width: 1536, height: 2048)))
    case .clearPhoto:
      conditions[number - 1].remove(.photo)
      return event(number, .photoCleared)
    case .discard:
      conditions[number - 1].insert(.discarded)
      return event(number, .discarded)
    }
  }

  private mutating func checkIn(for change: Change) -> Int? {
    let isRecent = !random.oneIn(10)
    for attempt in 1...1000 {
      let reach = isRecent ? Self.recentCount * attempt : conditions.count
      let number = conditions.count - random.number(0...max(0, min(reach, conditions.count) - 1))
      guard number > 0 else { return nil }
      let condition = conditions[number - 1]
      if !condition.contains(.discarded), change != .clearPhoto || condition.contains(.photo) { return number }
    }
    return nil
  }

  private mutating func changes() -> CheckInChanges {
    switch random.number(1...4) {
    case 1: CheckInChanges(title: title())
    case 2: CheckInChanges(calories: .set(random.number(80...900)))
    case 3: CheckInChanges(location: .set(random.element(of: Self.places)))
    default: CheckInChanges(notes: random.element(of: Self.notes))
    }
  }

  private mutating func event(_ number: Int, _ action: Event.Action) -> Event {
    Event(
      sequence: sequence, recordedAtMilliseconds: clock + Int64(random.number(300_000...500_000)), origin: .cli,
      checkIn: number, command: sequence, undoes: nil, action: action)
  }

  private mutating func uuid() -> UUID {
    var bytes = (random.next(), random.next())
    return withUnsafeMutableBytes(of: &bytes) { bytes in
      bytes[6] = bytes[6] & 0x0F | 0x40
      bytes[8] = bytes[8] & 0x3F | 0x80
      return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
  }

  private mutating func title() -> String {
    let title = random.element(of: Self.titles)
    return random.oneIn(3) ? "\(title) \(random.number(2...21)) km" : title
  }

  private static let titles = [
    "Morning run", "Evening run", "Lunch walk", "Long run, no hurry", "Intervals", "Hill repeats", "Tempo run",
    "Leg day", "Upper body", "Bench and rows", "Swim, easy", "Pull drills", "Bike to work", "Around the lake",
    "Stretching", "Slow flow", "Läufe am Fluss", "With the dog", "Recovery", "Race!",
  ]
  private static let places = [
    "Tempelhofer Feld", "Tiergarten", "Gym, 2nd floor", "Stadtbad Neukölln", "Home", "Regent's Park", "Müggelsee",
    "Canal path", "Grunewald", "Track",
  ]
  private static let notes = [
    "Felt strong.", "Tired legs, kept it short.", "Rain all the way.", "New shoes.", "Knee was fine today.",
  ]
}
