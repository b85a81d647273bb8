/// A check-in with its version, both of one moment.
public struct VersionedCheckIn: Hashable, Sendable {
  /// The check-in.
  public var checkIn: CheckIn
  /// The expected version for an edit that is based on this check-in.
  public var version: CheckInVersion

  /// A check-in with a version, for tests and previews: a journal says which it has.
  public init(checkIn: CheckIn, version: CheckInVersion) {
    self.checkIn = checkIn
    self.version = version
  }
}
