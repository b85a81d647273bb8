import CheckInJournal

/// A time in words: `now`, `yesterday 18:00`, `monday`, `07:10`, `2026-11-21T07:10+01:00`.
struct TimeExpression {
  var time: CheckInTime
  /// What the user should know about how the words were read.
  var notes: [String]

  static let forms = """
    Times: now, today 07:10, yesterday 18:00, monday 07:15 (the latest past one), 07:10, 2026-11-21 (at 12:00), \
    2026-11-21T07:10, 2026-11-21T07:10+01:00
    """

  /// A day in words.
  enum Day {
    case today
    case yesterday
    case day(CivilDay)
    /// The latest past day with this name.
    case latest(Weekday)

    /// Reads `today`, `yesterday`, a weekday or its first three letters, or `2026-11-21`, in lower case.
    init?(_ word: String) {
      switch word {
      case "today": self = .today
      case "yesterday": self = .yesterday
      default:
        if let day = CivilDay(word) {
          self = .day(day)
        } else if let weekday = Weekday.allCases.first(where: {
          $0.name.lowercased() == word || $0.name.lowercased().prefix(3) == word
        }) {
          self = .latest(weekday)
        } else {
          return nil
        }
      }
    }
  }

  /// What the words say, before what they leave open is filled in.
  enum Reading {
    case now
    /// A day, a time of day in milliseconds since midnight, or both.
    case local(day: Day?, clock: Int?)
    case written(WrittenTime)
  }

  /// What words are relative to.
  struct Setting {
    /// Milliseconds since 1970, a whole second.
    var now: Int64
    /// The day that `today` and the like are counted from.
    var today: CivilDay
    /// The zone of times without an offset.
    var zone: LocalTimeZone
    /// The time that is being changed: it keeps its day, or its time of day, if only the other is named.
    var kept: CheckInTime?
  }

  /// Reads the words.
  static func read(_ words: String) -> Result<Reading, CommandFailure> {
    let text = words.collapsed.lowercased()
    let parts = text.split(separator: " ").map(String.init)
    if parts == ["now"] { return .success(.now) }
    if parts.count == 1, let clock = milliseconds(ofClock: parts[0]) { return .success(.local(day: nil, clock: clock)) }
    if let first = parts.first, let day = Day(first), parts.count <= 2 {
      let clock = parts.count == 2 ? milliseconds(ofClock: parts[1]) : nil
      if parts.count == 1 || clock != nil { return .success(.local(day: day, clock: clock)) }
    }
    return WrittenTime(text).map { .success(.written($0)) } ?? .failure(unknown(words))
  }

  /// The time that was meant.
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
  static func isDay(_ word: String) -> Bool { Day(word.lowercased()) != nil }

  /// Whether the word is a time of day.
  static func isClock(_ word: String) -> Bool { milliseconds(ofClock: word) != nil }

  private static func resolve(_ day: Day?, _ clock: Int?, _ setting: Setting) -> TimeExpression {
    let (today, zone) = (setting.today, setting.zone)
    let millisecondsOfDay = clock ?? setting.kept?.millisecondsOfDay ?? 12 * 3_600_000
    var expression: TimeExpression
    switch day {
    case nil: expression = local(setting.kept?.day ?? today, at: millisecondsOfDay, zone: zone)
    case .today: expression = local(today, at: millisecondsOfDay, zone: zone)
    case .yesterday: expression = local(today.adding(days: -1), at: millisecondsOfDay, zone: zone)
    case .day(let day): expression = local(day, at: millisecondsOfDay, zone: zone)
    case .latest(let weekday):
      let daysAgo = (today.weekday.rawValue - weekday.rawValue + 7) % 7
      let day = today.adding(days: -daysAgo)
      expression = local(day, at: millisecondsOfDay, zone: zone)
      if expression.time.instantMilliseconds > setting.now {
        expression = local(day.adding(days: -7), at: millisecondsOfDay, zone: zone)
      }
    }
    if clock == nil, setting.kept == nil {
      expression.notes.insert("No time of day was given: 12:00 was taken.", at: 0)
    }
    return expression
  }

  private static func local(_ day: CivilDay, at millisecondsOfDay: Int, zone: LocalTimeZone) -> TimeExpression {
    let local = Int64(day.dayNumber) * 86_400_000 + Int64(millisecondsOfDay)
    let (time, reading) = zone.resolve(localMilliseconds: local)
    return TimeExpression(time: time, notes: notes(for: reading, of: local, as: time))
  }

  /// What the user should know about how a local time was read; nothing if the clock shows it exactly once.
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

extension String {
  /// The words of the text with one space between them, and none at the ends.
  var collapsed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
