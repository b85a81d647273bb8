import CheckInJournal
import CheckInLanguage

/// A time in words: `now`, `yesterday 18:00`, `7am`, `2h ago`, `last monday noon`, `2026-11-21T07:10+01:00`.
struct TimeExpression {
  var time: CheckInTime
  /// Notes to the user about the interpretation of the words.
  var notes: [Message]

  static let forms = forms(dayAlone: " (the time stays unknown)")
  /// The accepted forms if a day without a time keeps the time of day.
  static let formsOfEdit = forms(dayAlone: "")
  /// The accepted forms if a day without a time means the whole day.
  static let formsOfPast = forms(dayAlone: " (the whole day)")

  private static func forms(dayAlone: String) -> Message { "Times: \(examples(dayAlone))" }

  private static func examples(_ dayAlone: String) -> String {
    """
    now, today 7am, yesterday 18:00, monday 07:15 (the latest past one), last monday, 3 days ago, 2h ago, \
    07:10, noon, 21 Nov, 2026-11-21\(dayAlone), 2026-11-21T07:10, 2026-11-21T07:10+01:00
    """
  }

  /// The most words that a time has, as in `on 21 November 2025 at 6:30 pm`.
  static let maximumWordCount = 7

  /// The parsed words, before missing parts are filled in.
  enum Reading {
    case now
    /// A day, a time of day in milliseconds since midnight, or both.
    case local(day: DayExpression?, clock: Int?)
    /// So many milliseconds before now.
    case ago(Int64)
    case written(WrittenTime)

    /// `nil` where none was named.
    var day: DayExpression? {
      if case .local(let day, _) = self { day } else { nil }
    }

    /// `true` for the present moment or day, which a new check-in has anyway.
    var isToday: Bool {
      switch self {
      case .now, .local(day: .daysAgo(0), clock: nil): true
      default: false
      }
    }
  }

  /// The context that words are interpreted in.
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

  /// The words that may precede a day or a time of day, as in `yesterday at 7am`.
  private static let joiningWords: Set = ["at", "on", "@"]

  /// Reads the words. The forms are what a failure names.
  static func read(_ words: String, forms: Message = forms) -> Result<Reading, CommandFailure> {
    let text = words.collapsed.lowercased()
    var parts = text.dayWords
    guard let last = parts.last, !joiningWords.contains(last) else { return .failure(unknown(words, forms: forms)) }
    parts.removeAll { joiningWords.contains($0) }
    if parts == ["now"] { return .success(.now) }
    if let duration = duration(ago: parts) { return .success(.ago(duration)) }
    if let clock = milliseconds(ofClock: parts) { return .success(.local(day: nil, clock: clock)) }
    if let day = DayExpression(parts) { return .success(.local(day: day, clock: nil)) }
    for count in 1..<max(2, parts.count) {
      let (first, second) = (Array(parts.prefix(count)), Array(parts.dropFirst(count)))
      if let day = DayExpression(first), let clock = milliseconds(ofClock: second) {
        return .success(.local(day: day, clock: clock))
      }
      if let clock = milliseconds(ofClock: first), let day = DayExpression(second) {
        return .success(.local(day: day, clock: clock))
      }
    }
    return WrittenTime(text).map { .success(.written($0)) } ?? .failure(unknown(words, forms: forms))
  }

  /// The words that `words` begins with and that mean a time, as many as do.
  static func prefix(of words: ArraySlice<String>) -> ArraySlice<String>? {
    (1...maximumWordCount).reversed().lazy.filter { $0 <= words.count }.map { words.prefix($0) }.first { words in
      if case .success = read(words.joined(separator: " ")) { true } else { false }
    }
  }

  /// Words at the end of a title that mean a time, or might.
  struct InTitle {
    var words: ArraySlice<String>
    /// The forms to write for that time.
    ///
    /// Ambiguous words have several forms, such as `7am` and `7pm` for `at 7`.
    var forms: [String]
    /// `true` if the words can only mean a time.
    ///
    /// A weekday, `noon` or `18:30` alone may be part of the title, and so may a day in the future or long ago.
    var isMeant: Bool
  }

  /// Before what follows these, a title has not ended.
  private static let wordsInTitles = Localization.ofProcess.wordsBeforeDays

  /// Returns the time at the end of a title, or `nil` if the title doesn't end with one.
  ///
  /// A title that has no other words is kept.
  static func suffix(ofTitle words: [String], today: CivilDay) -> InTitle? {
    var possible: InTitle?
    for suffix in (1...maximumWordCount).reversed().filter({ $0 <= words.count }).map({ words.suffix($0) }) {
      guard case .success(let reading) = read(suffix.joined(separator: " ")) else {
        possible = possible ?? ofHourAlone(suffix)
        continue
      }
      let forms = [suffix.drop { joiningWords.contains($0.lowercased()) }.joined(separator: " ")]
      func time(isMeant: Bool) -> InTitle { InTitle(words: suffix, forms: forms, isMeant: isMeant) }
      if suffix.count == words.count {
        // In quotes, it is meant to be the title.
        return suffix.contains { $0.contains(" ") } ? nil : reading.isToday ? nil : time(isMeant: false)
      }
      let before = words.dropLast(suffix.count).last?.lowercased() ?? ""
      let isOfTitle = wordsInTitles.contains(before)
      switch reading {
      case .ago, .local(day: _?, clock: _?), .written, .local(day: .daysAgo(2...), clock: nil),
        .local(day: .monthsAgo, clock: nil):
        return time(isMeant: true)
      case .local(day: nil, clock: _?) where isClock(suffix): return time(isMeant: true)
      // `5/5` is a score as well.
      case _ where isOfTitle || suffix.last?.contains("/") == true: continue
      case .local(day: .daysAgo(1), clock: nil), .local(day: .previous, clock: nil): return time(isMeant: true)
      // It is what was meant anyway.
      case _ where reading.isToday: continue
      case .now: continue
      case .local(day: let day?, clock: nil):
        let day = day.day(today: today)
        let isRecent = day <= today && day >= today.adding(days: -183)
        if case .date = reading.day, isRecent { return time(isMeant: true) }
        if case .day = reading.day, day <= today { return time(isMeant: true) }
        possible = possible ?? time(isMeant: false)
      case .local(day: nil, clock: _): possible = possible ?? time(isMeant: false)
      }
    }
    return possible
  }

  /// `true` if words that are read as a time of day can mean nothing else: `7am`, or `at 18:00`.
  ///
  /// `at 5:00` can be a pace.
  private static func isClock(_ words: ArraySlice<String>) -> Bool {
    guard let last = words.last?.lowercased() else { return false }
    let isAt = words.first.map { ["at", "@"].contains($0.lowercased()) } ?? false
    return last.hasSuffix("m") || isAt && last.wholeMatch(of: /[0-9]{2}:[0-9]{2}(:[0-9]{2})?/) != nil
  }

  /// Returns the time of `at 7` or `yesterday at 7`, which can be in the morning or in the evening.
  private static func ofHourAlone(_ words: ArraySlice<String>) -> InTitle? {
    guard let (before, hour) = hourAlone(words.joined(separator: " ")) else { return nil }
    let day = before.filter { !joiningWords.contains($0) }
    guard !day.isEmpty || ["at", "@"].contains(before.last) else { return nil }
    let clocks = hour > 12 ? ["\(hour):00"] : ["\(hour)am", "\(hour)pm"]
    return InTitle(words: words, forms: clocks.map { (day + [$0]).joined(separator: " ") }, isMeant: false)
  }

  /// Returns the hour at the end of `yesterday at 7`, and the words before it; `nil` for other words.
  private static func hourAlone(_ text: String) -> (before: [String], hour: Int)? {
    let words = text.collapsed.lowercased().dayWords
    guard words.count > 1, let last = words.last, let hour = Int(last), (1...23).contains(hour),
      case .success = read((words.dropLast() + ["noon"]).joined(separator: " "))
    else { return nil }
    return (words.dropLast(), hour)
  }

  /// The time that was meant.
  init(_ reading: Reading, in setting: Setting) {
    let zone = setting.zone
    switch reading {
    case .now: self.init(time: zone.time(atInstant: setting.now), notes: [])
    case .ago(let milliseconds):
      // To the minute, as such words are meant.
      let instant = (setting.now - milliseconds) / 60_000 * 60_000
      self.init(time: zone.time(atInstant: max(instant, CheckInTime.instantRange.lowerBound)), notes: [])
    case .local(let day, let clock): self = Self.resolve(day, at: clock, in: setting)
    case .written(let written):
      let resolution = zone.resolve(written)
      self.init(
        time: resolution.time,
        notes: Self.notes(for: resolution.reading, of: written.localMilliseconds, as: resolution.time))
    }
  }

  private init(time: CheckInTime, notes: [Message]) {
    self.time = time
    self.notes = notes
  }

  private static func resolve(_ day: DayExpression?, at clock: Int?, in setting: Setting) -> TimeExpression {
    let (today, zone) = (setting.today, setting.zone)
    let meant = day?.day(today: today) ?? setting.kept?.day ?? today
    guard let millisecondsOfDay = clock ?? setting.kept?.millisecondsOfDay else {
      var time = meant.midnight(in: zone)
      time.isTimeOfDayKnown = false
      return TimeExpression(time: time, notes: [])
    }
    var expression = local(meant, at: millisecondsOfDay, zone: zone)
    if case .latest = day, expression.time.instantMilliseconds > setting.now {
      expression = local(meant.adding(days: -7), at: millisecondsOfDay, zone: zone)
    }
    if clock == nil, let kept = setting.kept { expression.time.isTimeOfDayKnown = kept.isTimeOfDayKnown }
    return expression
  }

  private static func local(_ day: CivilDay, at millisecondsOfDay: Int, zone: LocalTimeZone) -> TimeExpression {
    let local = Int64(day.dayNumber) * 86_400_000 + Int64(millisecondsOfDay)
    let resolution = zone.resolve(localMilliseconds: local)
    return TimeExpression(
      time: resolution.time, notes: notes(for: resolution.reading, of: local, as: resolution.time))
  }

  /// Returns notes to the user about the interpretation of a local time.
  ///
  /// - Parameter localMilliseconds: The local time as written, in milliseconds since 1970 as if it were UTC.
  /// - Returns: An empty array if the clock shows the time exactly once.
  static func notes(
    for reading: LocalTimeZone.Reading, of localMilliseconds: Int64, as time: CheckInTime
  ) -> [Message] {
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

  private static func unknown(_ words: String, forms: Message) -> CommandFailure {
    if let (_, number) = hourAlone(words) {
      return number > 12
        ? .usage("\"\(words)\" names an hour alone: write \(number):00", hint: forms)
        : .usage(
          "\"\(words)\" could be in the morning or in the evening: write \(number)am, \(number)pm or \(number):00",
          hint: forms)
    }
    let parts = words.split(whereSeparator: { "/.".contains($0) })
    if parts.count >= 2, parts.count <= 3, parts.allSatisfy({ Int($0) != nil }) {
      return .usage(
        "\"\(words)\" could be a day first or a month first: write the date as YYYY-MM-DD", hint: forms)
    }
    return .usage("\"\(words)\" is not a time that is understood", hint: forms)
  }

  /// Milliseconds since midnight of `7:10`, `07:10:30`, `7am`, `6:30 pm`, `noon` or `midnight`.
  private static func milliseconds(ofClock words: [String]) -> Int? {
    switch words {
    case ["noon"]: return 12 * 3_600_000
    case ["midnight"]: return 0
    default: break
    }
    let pattern = /([0-9]{1,2})(?::([0-9]{2})(?::([0-9]{2}))?)?(am|pm)?/
    guard words.count == 1 || (words.count == 2 && ["am", "pm"].contains(words[1])),
      let match = words.joined().wholeMatch(of: pattern), var hour = Int(match.1),
      let minute = Int(match.2 ?? "0"), let second = Int(match.3 ?? "0"), minute < 60, second < 60
    else { return nil }
    if let half = match.4 {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (half == "pm" ? 12 : 0)
    } else if match.2 == nil {
      return nil
    }
    return hour < 24 ? ((hour * 60 + minute) * 60 + second) * 1000 : nil
  }

  /// Milliseconds of `2h ago`, `90 min ago`, `an hour ago`.
  private static func duration(ago words: [String]) -> Int64? {
    guard words.count >= 2, words.last == "ago" else { return nil }
    let text = words.dropLast().joined(separator: " ")
    if text == "an hour" { return 3_600_000 }
    guard let match = text.wholeMatch(of: /([0-9]{1,5}) ?(h|hr|hrs|hour|hours|m|min|mins|minute|minutes)/),
      let count = Int64(match.1)
    else { return nil }
    return count * (match.2.hasPrefix("h") ? 3_600_000 : 60_000)
  }
}

extension String {
  /// The words of the text with one space between them, and none at the ends.
  var collapsed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
