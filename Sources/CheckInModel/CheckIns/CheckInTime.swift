/// The time of a check-in: an instant, together with the local time that its creator saw.
///
/// The offset is fixed when the check-in is recorded, so its ``day`` is the same on every machine and never changes,
/// wherever it is read.
///
/// ```swift
/// // 18:00 in Berlin, in winter.
/// let time = CheckInTime(instantMilliseconds: 1_763_744_400_000, offsetMinutes: 60, timeZone: "Europe/Berlin")
/// ```
public struct CheckInTime: Hashable, Sendable {
  /// Milliseconds since 1970-01-01 00:00 UTC.
  public var instantMilliseconds: Int64

  /// Local time minus UTC, in minutes.
  public var offsetMinutes: Int

  /// The IANA zone (`Europe/Berlin`), or `nil` where only the offset is known.
  public var timeZone: String?

  /// A Boolean value that indicates whether the time of day is known.
  ///
  /// If only the day is known, the time is the start of that day.
  public var isTimeOfDayKnown: Bool

  /// The offsets that a check-in may have: those of RFC 3339.
  public static let offsetRange = -1439...1439

  /// The instants whose local date lies in the years 1...9999 at every offset.
  public static let instantRange: ClosedRange<Int64> = -62_135_510_400_000...253_402_214_399_999

  /// An instant, or the nearest one in ``instantRange``.
  package static func nearestInstant(to milliseconds: Int64) -> Int64 {
    min(max(milliseconds, instantRange.lowerBound), instantRange.upperBound)
  }

  /// An instant with the offset and the zone that its maker's clock had.
  public init(
    instantMilliseconds: Int64, offsetMinutes: Int, timeZone: String? = nil, isTimeOfDayKnown: Bool = true
  ) {
    self.instantMilliseconds = instantMilliseconds
    self.offsetMinutes = offsetMinutes
    self.timeZone = timeZone
    self.isTimeOfDayKnown = isTimeOfDayKnown
  }

  /// The local time, counted as if it were UTC: milliseconds since 1970-01-01 00:00 on the local clock.
  public var localMilliseconds: Int64 { instantMilliseconds &+ Int64(offsetMinutes) &* 60_000 }

  /// The civil date at the recorded offset.
  public var day: CivilDay {
    CivilDay(dayNumber: floorDivide(Int(localMilliseconds), by: 86_400_000))
  }

  /// Local time of day, in milliseconds since midnight: 0..<86,400,000.
  public var millisecondsOfDay: Int {
    Int(localMilliseconds) - floorDivide(Int(localMilliseconds), by: 86_400_000) * 86_400_000
  }
}
