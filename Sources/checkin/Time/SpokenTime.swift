import CheckInJournal

/// A time as people say it: `now`, `yesterday 18:00`, `monday`, `07:10`, `2026-11-21T07:10+01:00`.
struct SpokenTime {
  var time: CheckInTime
  /// What the person should know about how the words were read.
  var notes: [String]

  static let forms = """
    Times: now, today 07:10, yesterday 18:00, monday 07:15 (the latest past one), 07:10, 2026-11-21 (at 12:00), \
    2026-11-21T07:10, 2026-11-21T07:10+01:00
    """

  /// What the words name, before what they leave open is filled in.
  enum Reading {
    case now
    /// A day, a time of day in milliseconds since midnight, or both.
    case local(day: SpokenDay?, clock: Int?)
    case written(WrittenTime)
  }

  /// Where, and beside what, words are read.
  struct Setting {
    /// Milliseconds since 1970, a whole second.
    var now: Int64
    /// The day that `today` and the like are counted from.
    var today: CivilDay
    /// The zone of times without an offset.
    var zone: LocalTimeZone
    /// The time that is changed: it keeps its day or its time of day where only the other is named.
    var kept: CheckInTime?
  }

  /// Reads the words.
  static func read(_ words: String) -> Result<Reading, CommandFailure> {
    let text = words.collapsed.lowercased()
    let parts = text.split(separator: " ").map(String.init)
    if parts == ["now"] { return .success(.now) }
    if parts.count == 1, let clock = milliseconds(ofClock: parts[0]) { return .success(.local(day: nil, clock: clock)) }
    if let first = parts.first, let day = SpokenDay(first), parts.count <= 2 {
      let clock = parts.count == 2 ? milliseconds(ofClock: parts[1]) : nil
      if parts.count == 1 || clock != nil { return .success(.local(day: day, clock: clock)) }
    }
    return WrittenTime(text).map { .success(.written($0)) } ?? .failure(unknown(words))
  }

  /// The moment that was meant.
  init(_ reading: Reading, in setting: Setting) {
    let zone = setting.zone
    switch reading {
    case .now: self.init(time: zone.time(atInstant: setting.now), notes: [])
    case .local(let day, let clock): self = Self.resolve(day, clock, setting)
    case .written(let written):
      let (time, reading) = zone.resolve(written)
      self.init(time: time, notes: Self.notes(for: reading, of: written.localMilliseconds, as: time))
    }
  }

  private init(time: CheckInTime, notes: [String]) {
    self.time = time
    self.notes = notes
  }

  /// Whether the word names a day and a time may follow it.
  static func isDay(_ word: String) -> Bool { SpokenDay(word.lowercased()) != nil }

  /// Whether the word is a time of day.
  static func isClock(_ word: String) -> Bool { milliseconds(ofClock: word) != nil }

  private static func resolve(_ day: SpokenDay?, _ clock: Int?, _ setting: Setting) -> SpokenTime {
    let (today, zone) = (setting.today, setting.zone)
    let millisecondsOfDay = clock ?? setting.kept?.millisecondsOfDay ?? 12 * 3_600_000
    var spoken: SpokenTime
    switch day {
    case nil: spoken = local(setting.kept?.day ?? today, at: millisecondsOfDay, zone: zone)
    case .today: spoken = local(today, at: millisecondsOfDay, zone: zone)
    case .yesterday: spoken = local(today.adding(days: -1), at: millisecondsOfDay, zone: zone)
    case .day(let day): spoken = local(day, at: millisecondsOfDay, zone: zone)
    case .latest(let weekday):
      let daysAgo = (today.weekday.rawValue - weekday.rawValue + 7) % 7
      let day = today.adding(days: -daysAgo)
      spoken = local(day, at: millisecondsOfDay, zone: zone)
      if spoken.time.instantMilliseconds > setting.now {
        spoken = local(day.adding(days: -7), at: millisecondsOfDay, zone: zone)
      }
    }
    if clock == nil, setting.kept == nil {
      spoken.notes.insert("No time of day was given: 12:00 was taken.", at: 0)
    }
    return spoken
  }

  private static func local(_ day: CivilDay, at millisecondsOfDay: Int, zone: LocalTimeZone) -> SpokenTime {
    let local = Int64(day.dayNumber) * 86_400_000 + Int64(millisecondsOfDay)
    let (time, reading) = zone.resolve(localMilliseconds: local)
    return SpokenTime(time: time, notes: notes(for: reading, of: local, as: time))
  }

  /// What a person should know about how a local time was read; nothing, where it stands on the clock once.
  ///
  /// - Parameter localMilliseconds: the time that was written, counted as if it were UTC.
  static func notes(
    for reading: LocalTimeZone.Reading, of localMilliseconds: Int64, as time: CheckInTime
  ) -> [String] {
    let asked = CheckInTime(instantMilliseconds: localMilliseconds, offsetMinutes: 0)
    let place = time.timeZone ?? "this zone"
    switch reading {
    case .exact: return []
    case .gap:
      let taken = time.day == asked.day ? time.clock : "\(time.day) \(time.clock)"
      return [
        "The clock in \(place) skips \(asked.clock) on \(asked.day): it was read with the offset before the gap, "
          + "as \(taken) \(time.offset)."
      ]
    case .overlap:
      return [
        "The clock in \(place) shows \(asked.clock) twice on \(asked.day): the first of the two was taken, "
          + "\(time.offset). To choose, write the offset."
      ]
    }
  }

  private static func unknown(_ words: String) -> CommandFailure {
    let parts = words.split(whereSeparator: { "/.".contains($0) })
    if parts.count >= 2, parts.count <= 3, parts.allSatisfy({ Int($0) != nil }) {
      return .usage(
        "\"\(words)\" could be a day first or a month first: write the date as YYYY-MM-DD", hint: forms)
    }
    return .usage("\"\(words)\" is not a time that is understood", hint: forms)
  }

  /// Milliseconds since midnight of `7:10`, `07:10` or `07:10:30`.
  private static func milliseconds(ofClock word: String) -> Int? {
    guard let match = word.wholeMatch(of: /([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?/), let hour = Int(match.1),
      let minute = Int(match.2), let second = Int(match.3 ?? "0"), hour < 24, minute < 60, second < 60
    else { return nil }
    return ((hour * 60 + minute) * 60 + second) * 1000
  }
}
