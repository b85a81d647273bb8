internal import CheckInJournal
internal import FoundationEssentials

/// The time zones of a calendar: which one each check-in's time is written in, and the rules of all of them.
///
/// A recorded offset is never contradicted. A zone's name is used where the rules that this system knows for it give
/// that offset at that instant; else the offset stands for itself, as a zone without changes.
struct CalendarZones {
  /// The zone that a time is written in.
  enum Zone: Hashable {
    case utc
    case named(String)
    case offset(minutes: Int)

    /// The name that a `TZID` gives it; `nil` for UTC, which has none.
    var name: String? {
      switch self {
      case .utc: nil
      case .named(let name): name
      case .offset(let minutes):
        "UTC" + CheckInTime(instantMilliseconds: 0, offsetMinutes: minutes).description.suffix(6)
      }
    }
  }

  /// Calendar programs count from 1601; what lies before it, or has no local time of its own, is written in UTC.
  private static let firstInstant: Int64 = -11_644_473_600_000

  private var known: [String: ZoneRules?] = [:]
  /// The first and the last instant of the times in a zone.
  private var spans: [Zone: ClosedRange<Int64>] = [:]
  /// The zone that was asked for last: most times that follow are in the same.
  private var recent: (name: String, rules: ZoneRules?)?
  /// The names of the offsets that were asked for, by their minutes.
  private var offsetNames: [Int: String] = [:]

  /// Takes note of a time, so that the rules of its zone are written.
  mutating func note(_ time: CheckInTime) {
    widen(zone(of: time), toInclude: time.instantMilliseconds...time.instantMilliseconds)
  }

  /// Takes note of the times that others took note of.
  mutating func note(_ others: CalendarZones) {
    known.merge(others.known) { mine, _ in mine }
    for (zone, span) in others.spans { widen(zone, toInclude: span) }
  }

  private mutating func widen(_ zone: Zone, toInclude more: ClosedRange<Int64>) {
    let span = spans[zone] ?? more
    spans[zone] = min(span.lowerBound, more.lowerBound)...max(span.upperBound, more.upperBound)
  }

  /// The zone that a time is written in.
  mutating func zone(of time: CheckInTime) -> Zone {
    guard time.instantMilliseconds > Self.firstInstant + 86_400_000 else { return .utc }
    if let name = time.timeZone, !name.isEmpty, let rules = rules(of: name), rules.shows(time) { return .named(name) }
    return time.offsetMinutes == 0 ? .utc : .offset(minutes: time.offsetMinutes)
  }

  /// ``Zone/name`` of a zone, which is put together once.
  mutating func name(of zone: Zone) -> String? {
    guard case .offset(let minutes) = zone else { return zone.name }
    if let name = offsetNames[minutes] { return name }
    let name = zone.name
    offsetNames[minutes] = name
    return name
  }

  private mutating func rules(of name: String) -> ZoneRules? {
    if let recent, recent.name == name { return recent.rules }
    let rules = known[name] ?? LocalTimeZone(identifier: name).map { ZoneRules($0) }
    known[name] = .some(rules)
    recent = (name, rules)
    return rules
  }

  /// Writes the rules of the zones that were taken note of (RFC 5545, section 3.6.5).
  func write(to writer: CalendarWriter) {
    for (zone, span) in spans.sorted(by: { ($0.key.name ?? "") < ($1.key.name ?? "") }) {
      guard let name = zone.name else { continue }
      writer.line("BEGIN", "VTIMEZONE")
      writer.text("TZID", name)
      switch zone {
      case .utc: break
      case .offset(let minutes): Self.write(nil, from: minutes * 60, to: minutes * 60, writer)
      case .named: write((known[name] ?? nil)?.zone, during: span, to: writer)
      }
      writer.line("END", "VTIMEZONE")
    }
  }

  private func write(_ rules: LocalTimeZone?, during span: ClosedRange<Int64>, to writer: CalendarWriter) {
    guard let rules else { return }
    var offset = rules.offsetSeconds(at: span.lowerBound)
    Self.write(nil, from: offset, to: offset, writer)
    for instant in rules.offsetChanges(in: span) {
      let next = rules.offsetSeconds(at: instant)
      Self.write(instant, from: offset, to: next, writer)
      offset = next
    }
  }

  /// Writes one change of an offset, in seconds; `nil` stands for the offset that the zone begins with.
  private static func write(_ instant: Int64?, from: Int, to: Int, _ writer: CalendarWriter) {
    let kind = to > from ? "DAYLIGHT" : "STANDARD"
    writer.line("BEGIN", kind)
    let start = instant.map { $0 + Int64(from) * 1000 } ?? firstInstant
    writer.time("DTSTART", localMilliseconds: start)
    writer.line("TZOFFSETFROM", offset(from))
    writer.line("TZOFFSETTO", offset(to))
    writer.line("END", kind)
  }

  /// `+0530`; with seconds where there are some, as in a town's mean time.
  private static func offset(_ seconds: Int) -> String {
    func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    let size = abs(seconds)
    let text = (seconds < 0 ? "-" : "+") + digits(size / 3600) + digits(size / 60 % 60)
    return size % 60 == 0 ? text : text + digits(size % 60)
  }
}

/// A zone, and in which stretches of time it keeps one offset.
private final class ZoneRules {
  /// So long is a stretch.
  private static let stretch: Int64 = 32 * 86_400_000

  let zone: LocalTimeZone
  /// For each stretch the offset in seconds that the zone has throughout, and two days before and after it; `nil` where
  /// it changes.
  private var steadyOffsets: [Int64: Int?] = [:]

  init(_ zone: LocalTimeZone) {
    self.zone = zone
  }

  /// Returns `true` if the zone's clock shows a time with its offset.
  ///
  /// If the clock shows a local time twice, the time alone means the first occurrence; the offset identifies the
  /// second.
  func shows(_ time: CheckInTime) -> Bool {
    if let offset = steadyOffset(at: time.instantMilliseconds) { return offset == time.offsetMinutes * 60 }
    return zone.offsetSeconds(at: time.instantMilliseconds) == time.offsetMinutes * 60
      && zone.resolve(localMilliseconds: time.localMilliseconds).time.instantMilliseconds == time.instantMilliseconds
  }

  /// The offset at an instant; `nil` where a change is near, or may be.
  private func steadyOffset(at instant: Int64) -> Int? {
    let index = instant / Self.stretch - (instant < 0 ? 1 : 0)
    if let known = steadyOffsets[index] { return known }
    let twoDays: Int64 = 2 * 86_400_000
    let span = index * Self.stretch - twoDays...(index + 1) * Self.stretch + twoDays
    let offset = zone.offsetChanges(in: span).isEmpty ? zone.offsetSeconds(at: instant) : nil
    steadyOffsets[index] = .some(offset)
    return offset
  }
}

extension LocalTimeZone {
  /// The instants within `span` from which on the offset is another one, in milliseconds since 1970, ascending.
  ///
  /// Takes a look at every day of the span: no zone has changed twice in one.
  func offsetChanges(in span: ClosedRange<Int64>) -> [Int64] {
    var changes: [Int64] = []
    var before = span.lowerBound
    while before < span.upperBound {
      let after = min(before + 86_400_000, span.upperBound)
      if offsetSeconds(at: before) != offsetSeconds(at: after) {
        var (low, high) = (before / 1000, after / 1000)
        let old = offsetSeconds(at: before)
        while low + 1 < high {
          let middle = low + (high - low) / 2
          if offsetSeconds(at: middle * 1000) == old { low = middle } else { high = middle }
        }
        changes.append(high * 1000)
      }
      before = after
    }
    return changes
  }
}
