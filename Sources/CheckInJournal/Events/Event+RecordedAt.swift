extension Event {
  /// When the event was recorded, in UTC: `2026-11-21T06:53:01.123Z`. A time outside the years 1 to 9999 is shown as
  /// the nearest one in them.
  package var recordedAt: String {
    let range = CheckInTime.instantRange
    let milliseconds = min(max(recordedAtMilliseconds, range.lowerBound), range.upperBound)
    let wholeSecond = milliseconds - (milliseconds % 1000 + 1000) % 1000
    let text = CheckInTime(instantMilliseconds: wholeSecond, offsetMinutes: 0).description.dropLast(6)
    let fraction = String(milliseconds - wholeSecond)
    return text + "." + String(repeating: "0", count: 3 - fraction.count) + fraction + "Z"
  }
}
