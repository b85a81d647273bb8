extension RecordingOrder {
  func place(of row: CheckInRow) -> CheckInPlace {
    CheckInPlace(localMilliseconds: row.localMilliseconds, recording: place(of: row.number))
  }

  func place(of checkIn: CheckIn) -> CheckInPlace {
    CheckInPlace(localMilliseconds: checkIn.time.localMilliseconds, recording: place(of: checkIn.number))
  }

  /// Returns `true` if a row comes before another in newest-first order.
  func isNewer(_ row: CheckInRow, than other: CheckInRow) -> Bool {
    let (mine, others) = (row.localMilliseconds, other.localMilliseconds)
    return mine != others ? mine > others : place(of: row.number) > place(of: other.number)
  }

  /// Returns `true` if a session is later than another, by local start and then by recording order.
  func isLater(_ session: WorkoutSession, than other: WorkoutSession) -> Bool {
    (session.start.localMilliseconds, place(of: session.number))
      > (other.start.localMilliseconds, place(of: other.number))
  }
}
