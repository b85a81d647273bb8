internal import Glibc

/// What time it is, for validating and for asking.
///
/// `CHECKIN_NOW` stands in for the system's clock, so that scripts and tests get the same answers on every day. It is
/// an instant; which date that is depends on the zone alone, here as with the system's clock. So what is recorded now
/// is recorded today, and a day that is named in words is counted from the day that the answers call today.
package struct Clock: Sendable {
  private let standIn: Int64?

  /// - Throws: `invalidValue` where `CHECKIN_NOW` is not RFC 3339 with an offset.
  package init(environment: [String: String]) throws(JournalError) {
    guard let text = environment["CHECKIN_NOW"], !text.isEmpty else {
      standIn = nil
      return
    }
    guard let written = WrittenTime(text), let offset = written.offsetMinutes else {
      throw JournalError(
        .invalidValue,
        "CHECKIN_NOW must be a date and time of RFC 3339 with an offset, such as 2026-11-21T07:10:00+01:00, "
          + "and is \"\(text)\"")
    }
    standIn = written.localMilliseconds - Int64(offset) * 60_000
  }

  /// Milliseconds since 1970.
  package var milliseconds: Int64 {
    if let standIn { return standIn }
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Milliseconds since 1970, cut to a whole second: what `now` records.
  package var wholeSecond: Int64 {
    let milliseconds = milliseconds
    let remainder = milliseconds % 1000
    return milliseconds - (remainder < 0 ? remainder + 1000 : remainder)
  }

  /// The day that questions are asked on, in the zone where they are asked.
  package func today(in zone: LocalTimeZone) -> CivilDay { zone.time(atInstant: milliseconds).day }
}
