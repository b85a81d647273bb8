public import FoundationEssentials

extension CheckInTime {
  /// The local time at an instant. What is less than a millisecond is cut off.
  ///
  /// ```swift
  /// let time = CheckInTime(Date())
  /// ```
  ///
  /// - Parameter date: one of the years 1 to 9999; another is taken for the nearest one in them.
  public init(_ date: Date, in zone: LocalTimeZone = .current) {
    self = zone.time(atInstant: date.milliseconds)
  }

  /// The present moment, cut to a whole second as the command records it.
  ///
  /// ```swift
  /// try journal.create(CheckInDraft(type: .run, title: "Morning 5k", time: .now()))
  /// ```
  public static func now(in zone: LocalTimeZone = .current) -> CheckInTime {
    let milliseconds = Date().milliseconds
    return zone.time(atInstant: milliseconds - milliseconds % 1000)
  }

  /// The instant, whatever the offset. Setting it keeps the offset and the zone.
  public var instant: Date {
    get { Date(timeIntervalSince1970: Double(instantMilliseconds) / 1000) }
    set { instantMilliseconds = newValue.milliseconds }
  }
}

extension CivilDay {
  /// The day that a clock in the zone shows at an instant.
  ///
  /// - Parameter date: as for ``CheckInTime/init(_:in:)``.
  public init(_ date: Date, in zone: LocalTimeZone = .current) {
    self = CheckInTime(date, in: zone).day
  }

  /// The present day.
  ///
  /// ```swift
  /// let statistics = try journal.statistics(today: .today())
  /// ```
  public static func today(in zone: LocalTimeZone = .current) -> CivilDay { CivilDay(Date(), in: zone) }

  /// The first instant of the day in a zone: its midnight, or where the clock skips that, the moment after.
  public func start(in zone: LocalTimeZone = .current) -> Date {
    midnight(in: zone).instant
  }

  /// The time with which the day begins; see ``start(in:)``.
  package func midnight(in zone: LocalTimeZone) -> CheckInTime {
    zone.resolve(localMilliseconds: Int64(clamping: dayNumber) &* 86_400_000).time
  }
}

extension Date {
  /// Milliseconds since 1970, rounded down, in the years that a check-in may lie in.
  fileprivate var milliseconds: Int64 {
    let range = CheckInTime.instantRange
    let milliseconds = (timeIntervalSince1970 * 1000).rounded(.down)
    // A date that is no number is as good as the first one.
    guard milliseconds > Double(range.lowerBound) else { return range.lowerBound }
    return milliseconds < Double(range.upperBound) ? Int64(milliseconds) : range.upperBound
  }
}
