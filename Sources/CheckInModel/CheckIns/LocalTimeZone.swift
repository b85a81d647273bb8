public import Foundation

/// The time zone in which a person writes and reads times.
///
/// Foundation takes a `TZ` that it does not know for GMT; here that is an error, because a check-in keeps its offset
/// for ever.
///
/// ```swift
/// let zone = LocalTimeZone(identifier: "Europe/Berlin")
/// let time = zone?.time(atInstant: 1_763_744_400_000)
/// ```
public struct LocalTimeZone: Sendable {
  /// The way in which a local time was interpreted.
  public enum Reading: Hashable, Sendable {
    /// The clock shows the time exactly once.
    case exact
    /// The clock skips the time; the offset before the gap applies, so 02:30 becomes 03:30.
    case gap
    /// The clock shows the time twice; the first of the two is used.
    case overlap
  }

  /// The point in time that a local time was interpreted as.
  public struct Resolution: Hashable, Sendable {
    /// The point in time, with the clock's offset at that time.
    public var time: CheckInTime
    /// The way in which the local time was interpreted.
    public var reading: Reading

    /// Creates a resolution from a point in time and its interpretation.
    public init(time: CheckInTime, reading: Reading) {
      self.time = time
      self.reading = reading
    }
  }

  /// The IANA name (`Europe/Berlin`), as the system writes it; `nil` for a zone that has an offset only.
  public let identifier: String?
  private let rules: Rules

  private enum Rules {
    case zone(TimeZone)
    /// Local time minus UTC, in seconds.
    case offset(Int)
  }

  /// The zone with an IANA name, or `nil` where there is none of that name.
  public init?(identifier: String) {
    guard let zone = Self.zone(named: identifier) else { return nil }
    self.init(identifier: identifier, rules: .zone(zone))
  }

  /// Foundation's zone; of one without an IANA name, its rules alone.
  public init(_ zone: TimeZone) {
    self.init(identifier: Self.zone(named: zone.identifier) == nil ? nil : zone.identifier, rules: .zone(zone))
  }

  /// The zone that a check-in was recorded in: that of its name, where this machine knows it and it has the recorded
  /// offset then; else the recorded offset, at all times and with the same name.
  public init(of time: CheckInTime) {
    if let name = time.timeZone, let zone = LocalTimeZone(identifier: name),
      zone.time(atInstant: time.instantMilliseconds).offsetMinutes == time.offsetMinutes
    {
      self = zone
    } else {
      self.init(identifier: time.timeZone, rules: .offset(time.offsetMinutes * 60))
    }
  }

  private init(identifier: String?, rules: Rules) {
    self.identifier = identifier
    self.rules = rules
  }

  /// Coordinated Universal Time.
  public static let utc = LocalTimeZone(identifier: "UTC", rules: .offset(0))

  /// `true` if the zone is ``utc``.
  package var isUTC: Bool { identifier == Self.utc.identifier }

  /// The zone of this process: that of ``system(environment:)``; UTC where `TZ` names one that is not known.
  public static var current: LocalTimeZone {
    (try? system(environment: ProcessInfo.processInfo.environment)) ?? .utc
  }

  /// The zone of `TZ`, else of `/etc/localtime`, else of `/etc/timezone`, else UTC.
  ///
  /// Throws ``JournalError/Code/invalidValue`` where `TZ` names a zone that is not known. A POSIX zone without rules
  /// (`UTC0`, `<+03>-3`) is understood; one with rules for summer time (`CET-1CEST`) is refused.
  public static func system(environment: [String: String]) throws(JournalError) -> LocalTimeZone {
    guard let setting = environment["TZ"] else {
      for name in [nameBehindLink("/etc/localtime"), nameInFile("/etc/timezone")] {
        if let name, let zone = LocalTimeZone(identifier: name) { return zone }
      }
      #if canImport(Darwin)
        // An app may not see these files.
        return LocalTimeZone(.current)
      #else
        return .utc
      #endif
    }
    let name = setting.hasPrefix(":") ? String(setting.dropFirst()) : setting
    if name.isEmpty { return .utc }
    if let zone = fixedOffsetZone(name) { return zone }
    let identifier = name.hasPrefix("/") ? nameBehindLink(name) ?? nameInPath(name) : name
    if let identifier, let zone = LocalTimeZone(identifier: identifier) { return zone }
    throw JournalError(
      .invalidValue,
      "TZ names a time zone that is not known here: \"\(setting)\". Set it to an IANA name such as Europe/Berlin.")
  }

  /// The local time at an instant, in milliseconds since 1970. An offset with seconds is rounded to minutes.
  public func time(atInstant milliseconds: Int64) -> CheckInTime {
    let minutes = Self.minutes(offsetSeconds(at: milliseconds))
    return CheckInTime(instantMilliseconds: milliseconds, offsetMinutes: minutes, timeZone: identifier)
  }

  /// The instant at which the clock shows a local time, counted as if it were UTC.
  ///
  /// An offset with seconds (a town's mean time, before there were zones) is rounded to minutes; the local time stays.
  public func resolve(localMilliseconds local: Int64) -> Resolution {
    // Local time and UTC differ by less than a day, so these two lie on either side of a change that is near.
    let before = offsetSeconds(at: local - 86_400_000)
    let after = offsetSeconds(at: local + 86_400_000)
    let offsets = Set([before, after]).filter { offsetSeconds(at: local - Int64($0) * 1000) == $0 }
    // The greater offset gives the earlier instant.
    guard let offset = offsets.max() else {
      return Resolution(time: time(atInstant: local - Int64(before) * 1000), reading: .gap)
    }
    let minutes = Self.minutes(offset)
    let time = CheckInTime(
      instantMilliseconds: local - Int64(minutes) * 60_000, offsetMinutes: minutes, timeZone: identifier)
    return Resolution(time: time, reading: offsets.count > 1 ? .overlap : .exact)
  }

  /// The moment that somebody wrote. A written offset is kept; the zone is then named only where it agrees.
  public func resolve(_ written: WrittenTime) -> Resolution {
    guard let offset = written.offsetMinutes else { return resolve(localMilliseconds: written.localMilliseconds) }
    let instant = written.localMilliseconds - Int64(offset) * 60_000
    let agrees = Self.minutes(offsetSeconds(at: instant)) == offset
    let time = CheckInTime(
      instantMilliseconds: instant, offsetMinutes: offset, timeZone: agrees ? identifier : nil)
    return Resolution(time: time, reading: .exact)
  }

  /// Local time minus UTC.
  package func offsetSeconds(at milliseconds: Int64) -> Int {
    switch rules {
    case .zone(let zone): zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(milliseconds) / 1000))
    case .offset(let seconds): seconds
    }
  }

  private static func minutes(_ seconds: Int) -> Int {
    Int((Double(seconds) / 60).rounded())
  }
}

extension LocalTimeZone {
  /// Foundation reads `GMT+5` as east of Greenwich and the system as west of it; only names without that doubt pass.
  private static func zone(named name: String) -> TimeZone? {
    guard !name.hasPrefix("GMT+"), !name.hasPrefix("GMT-"), !name.hasPrefix("UTC+"), !name.hasPrefix("UTC-") else {
      return nil
    }
    return TimeZone(identifier: name)
  }

  /// A POSIX zone without summer time: a name of letters or in angle brackets, then hours west of Greenwich.
  private static func fixedOffsetZone(_ text: String) -> LocalTimeZone? {
    // Making the pattern takes longer than most names are worth.
    guard text.utf8.last.map({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) ?? false else { return nil }
    let pattern = /(?:<[A-Za-z0-9+\-]+>|[A-Za-z]{3,})([+\-]?)([0-9]{1,2})(?::([0-9]{2}))?/
    guard let match = text.wholeMatch(of: pattern), let hours = Int(match.2), hours < 24,
      let minutes = Int(match.3 ?? "0"), minutes < 60
    else { return nil }
    let west = hours * 3600 + minutes * 60
    return LocalTimeZone(identifier: nil, rules: .offset(match.1 == "-" ? west : -west))
  }

  private static func nameBehindLink(_ path: String) -> String? {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: path)).flatMap(nameInPath)
  }

  private static func nameInFile(_ path: String) -> String? {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    return Validation.trimmed(String(decoding: data.prefix(256), as: UTF8.self))
  }

  private static func nameInPath(_ path: String) -> String? {
    guard let directory = path.range(of: "/zoneinfo/") else { return nil }
    let name = path[directory.upperBound...]
    for variant in ["posix/", "right/"] where name.hasPrefix(variant) { return String(name.dropFirst(variant.count)) }
    return String(name)
  }
}
