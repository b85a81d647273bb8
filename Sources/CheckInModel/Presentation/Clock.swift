internal import Platform

/// The clock that check-ins are validated with, and that "today" comes from.
///
/// `CHECKIN_NOW` replaces the system's clock, so that scripts and tests get the same answers every day. It is an
/// instant; its date depends only on the zone, just as with the system's clock. So what is recorded now is recorded
/// today, and a day named in words counts from the day that answers call today.
package struct Clock: Sendable {
  private let fixedMilliseconds: Int64?

  /// - Throws: `invalidValue` if `CHECKIN_NOW` is not RFC 3339 with an offset.
  package init(environment: [String: String]) throws(JournalError) {
    guard let text = environment["CHECKIN_NOW"], !text.isEmpty else {
      fixedMilliseconds = nil
      return
    }
    guard let written = WrittenTime(text), let offset = written.offsetMinutes else {
      throw JournalError(
        .invalidValue,
        "CHECKIN_NOW must be a date and time of RFC 3339 with an offset, such as 2026-11-21T07:10:00+01:00, "
          + "and is \"\(text)\"")
    }
    fixedMilliseconds = written.localMilliseconds - Int64(offset) * 60_000
  }

  /// Milliseconds since 1970.
  package var milliseconds: Int64 {
    if let fixedMilliseconds { return fixedMilliseconds }
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Milliseconds since 1970, rounded down to a whole second: what `now` records.
  package var wholeSecond: Int64 {
    let milliseconds = milliseconds
    let remainder = milliseconds % 1000
    return milliseconds - (remainder < 0 ? remainder + 1000 : remainder)
  }

  /// The current day in a zone.
  package func today(in zone: LocalTimeZone) -> CivilDay { zone.time(atInstant: milliseconds).day }
}
