extension Event {
  /// The time at which the event was recorded, in UTC: `2026-11-21T06:53:01.123Z`.
  ///
  /// A time outside the years 1 to 9999 is shown as the nearest time in that range.
  package var recordedAt: String {
    let output = OutputBytes()
    output.time(utcMilliseconds: recordedAtMilliseconds)
    return output.text
  }
}
