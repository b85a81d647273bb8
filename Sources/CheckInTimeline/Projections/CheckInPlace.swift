/// A place in the order of check-ins: by local time, and at the same time as they were recorded. None needs to be
/// there.
///
/// In a group, of check-ins that different devices created for the same time, those of one device come after those of
/// the other, in the same way on both.
///
/// ```swift
/// let newestFirst = try journal.checkIns(limit: 100)
/// let place = journal.place(of: newestFirst[0])
/// print(CheckInPlace(place.description) == place)  // true
/// ```
public struct CheckInPlace: Hashable, Comparable, Sendable, LosslessStringConvertible {
  /// Milliseconds since 1970-01-01 00:00 on the clock that the check-in's maker read.
  public let localMilliseconds: Int64
  /// See ``RecordingOrder/place(of:)-(UInt32)``.
  let recording: Int

  package init(localMilliseconds: Int64, recording: Int) {
    self.localMilliseconds = localMilliseconds
    self.recording = recording
  }

  /// Reads what ``description`` writes; `nil` for anything else.
  public init?(_ description: String) {
    let parts = description.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 2, let milliseconds = Int64(parts[0]), milliseconds.magnitude < 1_000_000_000_000_000,
      let recording = Int(parts[1]), recording >= 0
    else { return nil }
    self.init(localMilliseconds: milliseconds, recording: recording)
  }

  public var description: String { "\(localMilliseconds)_\(recording)" }

  /// The civil date that it belongs to.
  public var day: CivilDay { CivilDay(dayNumber: floorDivide(Int(localMilliseconds), by: 86_400_000)) }

  public static func < (left: CheckInPlace, right: CheckInPlace) -> Bool {
    (left.localMilliseconds, left.recording) < (right.localMilliseconds, right.recording)
  }
}

extension RecordingOrder {
  func place(of row: CheckInRow) -> CheckInPlace {
    CheckInPlace(localMilliseconds: row.localMilliseconds, recording: place(of: row.number))
  }

  package func place(of checkIn: CheckIn) -> CheckInPlace {
    CheckInPlace(localMilliseconds: checkIn.time.localMilliseconds, recording: place(of: checkIn.number))
  }

  /// Returns `true` if a row comes before another in newest-first order.
  func isNewer(_ row: CheckInRow, than other: CheckInRow) -> Bool {
    let (mine, others) = (row.localMilliseconds, other.localMilliseconds)
    return mine != others ? mine > others : place(of: row.number) > place(of: other.number)
  }

  /// Returns `true` if a session is later than another, by local start and then by recording order.
  package func isLater(_ session: WorkoutSession, than other: WorkoutSession) -> Bool {
    (session.start.localMilliseconds, place(of: session.number))
      > (other.start.localMilliseconds, place(of: other.number))
  }
}
