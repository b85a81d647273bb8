import CheckInJournal
import EventLog
import Foundation
import TestSupport

/// What a generated history is like.
struct HistoryKind {
  /// Longer texts, several time zones, and a photo on every fourth check-in, as one event after it.
  var isRich = false
  /// Without them, their events are edits.
  var hasPhotos = true

  init() {}

  /// - Parameter name: `plain` or `rich`, or such as `rich-without-photos`.
  init(_ name: String) throws {
    let words = name.split(separator: "-", maxSplits: 1)
    guard let first = words.first, ["plain", "rich"].contains(first), words.count == 1 || words[1] == "without-photos"
    else { throw Unfit("There is no history called \(name).") }
    isRich = first == "rich"
    hasPhotos = words.count == 1
  }
}

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

  private let kind: HistoryKind
  private var random: RandomSource
  private let start: Int64
  private var sequence: UInt64 = 0
  private var conditions: [Condition] = []
  /// The newest of every fourth check-in that got its photo.
  private var lastPhoto = 0

  init(count: Int, seed: UInt64, kind: HistoryKind) {
    self.kind = kind
    random = RandomSource(seed: seed)
    let expected = Int64(Double(count) * 0.7 + 4 * Double(count).squareRoot()) + 10
    start = Self.end - expected * Int64(Self.millisecondsBetween)
  }

  mutating func next() -> Event {
    sequence += 1
    if kind.isRich { return nextOfRich() }
    let draw = random.number(1...100)
    switch draw {
    case ...70: return create()
    case ...80: return change(.edit)
    case ...95: return change(.attachPhoto)
    case ...98: return change(.clearPhoto)
    default: return change(.discard)
    }
  }

  /// Of 100 events about 68 create, 17 attach a photo to every fourth of these check-ins, 10 edit, 3 take a photo away
  /// and 2 discard.
  private mutating func nextOfRich() -> Event {
    if conditions.count % 4 == 0, let last = conditions.last, !last.contains(.discarded), lastPhoto < conditions.count {
      lastPhoto = conditions.count
      return change(kind.hasPhotos ? .attachPhoto : .edit, of: conditions.count)
    }
    switch random.number(1...83) {
    case ...68: return create()
    case ...78: return change(.edit)
    case ...81: return change(.clearPhoto)
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
    let (zone, offset) = zone()
    return Event.Created(
      id: uuid(), time: CheckInTime(instantMilliseconds: time / 1000 * 1000, offsetMinutes: offset, timeZone: zone),
      type: random.element(of: ExerciseType.selectable), title: title(),
      calories: random.oneIn(2) ? random.number(80...900) : nil,
      location: random.oneIn(2) ? random.element(of: Self.places) : nil,
      notes: notes())
  }

  private mutating func zone() -> (name: String, offset: Int) {
    if kind.isRich, random.oneIn(3) { return random.element(of: Self.zones) }
    return random.oneIn(20) ? ("Europe/London", 0) : ("Europe/Berlin", 60)
  }

  /// A rich history has some in two of three check-ins, of up to eight sentences.
  private mutating func notes() -> String {
    guard kind.isRich else { return random.oneIn(8) ? random.element(of: Self.notes) : "" }
    guard !random.oneIn(3) else { return "" }
    return (0..<random.number(1...8)).map { _ in random.element(of: Self.notes) }.joined(separator: " ")
  }

  /// The moment at which the next check-in falls.
  private var clock: Int64 { start + Int64(conditions.count) * Int64(Self.millisecondsBetween) }

  private mutating func create() -> Event {
    let created = created()
    conditions.append([])
    return event(conditions.count, .created(created))
  }

  private mutating func change(_ wanted: Change) -> Event {
    let change = kind.hasPhotos || wanted == .discard ? wanted : .edit
    // Where none can be found to which it can be done, there is too little yet, and one is created.
    guard let number = checkIn(for: change) else { return create() }
    return self.change(change, of: number)
  }

  private mutating func change(_ change: Change, of number: Int) -> Event {
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
    var title = random.element(of: Self.titles)
    if kind.isRich { title += ", " + random.element(of: Self.titles) }
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
  private static let zones = [
    ("America/New_York", -300), ("America/St_Johns", -210), ("Asia/Kathmandu", 345), ("Asia/Tokyo", 540),
    ("Australia/Adelaide", 630), ("Pacific/Honolulu", -600), ("", 120),
  ]
  private static let notes = [
    "Felt strong.", "Tired legs, kept it short.", "Rain all the way.", "New shoes.", "Knee was fine today.",
  ]
}
