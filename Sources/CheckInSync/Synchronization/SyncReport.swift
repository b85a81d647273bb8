public import CheckInJournal
public import FoundationEssentials

/// The result of a sync: the transferred events and photos, and the problems.
public struct SyncReport: Sendable {
  /// Events that came of another replica.
  public struct Received: Hashable, Sendable {
    public var replica: UUID
    /// The replica's own name; its UUID if the name is unknown.
    public var name: String
    public var events: UInt64
    /// The check-ins and workouts that the events create and change.
    package var summary = ReplicaSummary()
  }

  /// Events of this device that went to the place.
  public internal(set) var sentEvents: UInt64 = 0
  /// The received events, in the order of the replicas' names.
  public internal(set) var received: [Received] = []
  public internal(set) var sentPhotos = 0
  public internal(set) var receivedPhotos = 0
  /// This device's copies of purged photos that were removed from the place.
  public internal(set) var removedPhotos = 0
  /// Photos that events name and that have not arrived at the place yet.
  public internal(set) var missingPhotos = 0
  /// Sentences that a person may want to know.
  public var notes: [String] { noteAdvice.map(\.text) }
  /// ``notes``, in which a program can put its own names for what may be done.
  package internal(set) var noteAdvice: [Message] = []
  /// The errors that ended the sync, or the sync of one replica. The rest was synced anyway.
  public internal(set) var problems: [JournalError] = []

  public init() {}
}
