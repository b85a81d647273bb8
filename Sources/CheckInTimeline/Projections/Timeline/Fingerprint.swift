package import EventLog
internal import FoundationEssentials

/// The digest of what the timeline makes of a small corpus of events, with every action and every edge in it.
///
/// Changed logic changes the fingerprint, and with it the validity of every snapshot: nobody has to remember to raise a
/// version. It is a constant, since every command that opens a journal needs it; `FingerprintTests` computes it, and
/// says what it has to be.
package enum Fingerprint {
  package static let current = Digest(
    words: (0xaf3f_7a93_ed05_1932, 0xf671_6a0e_9705_fe3c, 0x4787_98bc_496c_89ed, 0x5b43_6455_3ec8_9494))

  /// Folds events into an empty timeline and digests everything that a snapshot would hold.
  ///
  /// The schema is part of the digest: a snapshot from a newer version that knows further events must not hide from an
  /// older version that the log has such events.
  static func digest(of events: [Event], schema: String = EventLogSchema.text) -> Digest {
    var writer = WireWriter()
    var timeline = Timeline()
    var hasher = SHA256Hasher()
    hasher.update(Array(schema.utf8).span.bytes)
    for event in events {
      writer.removeAll()
      writer.record(event)
      let bytes = writer.bytes.span.bytes
      var reader = WireReader(start: 0, end: writer.count)
      guard (try? reader.tag(in: bytes)) != nil, let range = try? reader.byteRange(in: bytes),
        let view = try? EventView(range, in: bytes), (try? timeline.apply(view, in: bytes)) != nil
      else {
        // An event that the logic refuses is part of what it does, too.
        hasher.update([UInt8(0xFF)].span.bytes)
        continue
      }
    }
    try? timeline.forEachPart { id, content in
      withUnsafeBytes(of: id.rawValue) { hasher.update(Array($0).span.bytes) }
      hasher.update(content.span.bytes)
    }
    hasher.update(answers(&timeline).span.bytes)
    return hasher.finalize()
  }

  /// Encodes results that are computed from the parts.
  ///
  /// Their computation is part of the logic as well.
  private static func answers(_ timeline: inout Timeline) -> [UInt8] {
    var writer = WireWriter()
    func put(_ numbers: Int?...) {
      for number in numbers { writer.presentSigned(Int64(number ?? -1), field: number == nil ? 1 : 2) }
    }
    let marked = (try? timeline.markedDays()) ?? []
    let statistics = timeline.statistics(today: CivilDay(dayNumber: 19_783), skipped: [], marked: marked)
    let streak = statistics.longestStreak
    put(statistics.total, statistics.days, streak?.from.dayNumber, streak?.to.dayNumber, streak?.restDays)
    for month in timeline.months() {
      put(month.month.monthNumber, month.checkIns, month.days)
      for day in (try? timeline.calendar(of: month.month).days) ?? [] {
        put(day.day.dayNumber, day.checkIns, day.newest.number)
      }
    }
    return writer.bytes
  }

  static let corpus: [Event] = {
    var events: [Event] = []
    func add(_ checkIn: Int, with action: Event.Action) {
      let sequence = UInt64(events.count + 1)
      events.append(
        Event(
          sequence: sequence, recordedAtMilliseconds: 1_700_000_000_000 + Int64(sequence), origin: .cli,
          checkIn: checkIn, command: sequence, undoes: nil, action: action))
    }
    func create(
      _ number: Int, at local: String, offset: Int = 0, zone: String? = nil, type: ExerciseType = .run,
      title: String = "Morning 5k", calories: Int? = nil, duration: Int? = nil, distance: Int? = nil,
      location: String? = nil, notes: String = "", isTimeOfDayKnown: Bool = true
    ) {
      let written = WrittenTime(local)?.localMilliseconds ?? 0
      let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8(truncatingIfNeeded: number)))
      add(
        number,
        with: .created(
          Event.Created(
            id: id,
            time: CheckInTime(
              instantMilliseconds: written - Int64(offset) * 60_000, offsetMinutes: offset, timeZone: zone,
              isTimeOfDayKnown: isTimeOfDayKnown),
            type: type, title: title, calories: calories, durationSeconds: duration, distanceMetres: distance,
            location: location, notes: notes)))
    }
    func at(_ local: String, isTimeOfDayKnown: Bool = true) -> CheckInTime {
      CheckInTime(
        instantMilliseconds: WrittenTime(local)?.localMilliseconds ?? 0, offsetMinutes: 0, timeZone: "UTC",
        isTimeOfDayKnown: isTimeOfDayKnown)
    }
    let photo = Photo(digest: Digest(of: [1, 2, 3]), byteCount: 3, width: 4, height: 5)

    create(1, at: "2024-02-28T23:59", offset: 60, zone: "Europe/Berlin", calories: 320, location: "Park", notes: "wet")
    create(2, at: "2024-02-29T00:00", offset: -600, zone: "Pacific/Honolulu", type: .swim, title: "Früh 🏊")
    create(3, at: "2024-02-29T00:00", offset: 780, type: .strengthTraining, title: "Same local time")
    create(4, at: "2024-03-01T12:00", type: .unknown, title: "")
    create(5, at: "2023-12-31T23:59", type: .yoga)
    create(6, at: "0001-01-02T00:00", type: .bike)
    create(99, at: "2024-03-02T00:00", type: .bike)
    add(7, with: .lost)
    add(9, with: .lost)
    create(8, at: "2024-03-03T00:00", type: .walk)
    add(7, with: .discarded)
    add(3, with: .photoAttached(photo))
    add(1, with: .edited(CheckInChanges(type: .gym, title: "Gym", calories: .clear, location: .clear, notes: "")))
    add(2, with: .edited(CheckInChanges(calories: .set(0), location: .set("Sea"), notes: "calm")))
    add(2, with: .edited(CheckInChanges(time: at("2024-02-29T08:00"))))
    add(5, with: .edited(CheckInChanges(time: at("2024-01-31T10:00"))))
    add(3, with: .edited(CheckInChanges(time: at("2024-03-31T10:00"), notes: "moved with its photo")))
    add(1, with: .photoAttached(photo))
    add(1, with: .photoCleared)
    add(4, with: .discarded)
    add(4, with: .discarded)
    add(4, with: .edited(CheckInChanges(title: "Edited while discarded")))
    add(2, with: .discarded)
    add(2, with: .restored)
    add(2, with: .restored)
    add(77, with: .discarded)
    create(9, at: "2024-03-04T00:00", calories: 1, duration: 2700, distance: 5000, notes: "measured")
    add(9, with: .edited(CheckInChanges(durationSeconds: .set(0), distanceMetres: .clear)))
    add(9, with: .edited(CheckInChanges(time: at("2024-04-04T00:00"), distanceMetres: .set(7))))
    add(8, with: .edited(CheckInChanges(durationSeconds: .clear, distanceMetres: .set(42_195))))
    create(10, at: "2024-03-05T00:00", duration: 60, notes: "day alone", isTimeOfDayKnown: false)
    create(11, at: "2024-03-06T00:00", isTimeOfDayKnown: false)
    add(11, with: .edited(CheckInChanges(time: at("2024-03-06T00:00"))))
    add(9, with: .edited(CheckInChanges(time: at("2024-04-05T00:00", isTimeOfDayKnown: false))))
    add(1, with: .unknown(field: 40))
    for (action, checkIn) in WorkoutCorpus.actions(after: UInt64(events.count)) { add(checkIn, with: .workout(action)) }
    return events
  }()
}
