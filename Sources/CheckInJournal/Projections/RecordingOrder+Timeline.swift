extension RecordingOrder {
  func place(of row: CheckInRow) -> CheckInPlace {
    CheckInPlace(localMilliseconds: row.localMilliseconds, recording: place(of: row.number))
  }

  func place(of checkIn: CheckIn) -> CheckInPlace {
    CheckInPlace(localMilliseconds: checkIn.time.localMilliseconds, recording: place(of: checkIn.number))
  }

  /// Whether a row comes before another, the newest first.
  func isNewer(_ row: CheckInRow, than other: CheckInRow) -> Bool {
    let (mine, others) = (row.localMilliseconds, other.localMilliseconds)
    return mine != others ? mine > others : place(of: row.number) > place(of: other.number)
  }

  /// Whether a session was later than another: by their local starts, and then as they were recorded.
  func isLater(_ session: WorkoutSession, than other: WorkoutSession) -> Bool {
    (session.start.localMilliseconds, place(of: session.number))
      > (other.start.localMilliseconds, place(of: other.number))
  }
}
