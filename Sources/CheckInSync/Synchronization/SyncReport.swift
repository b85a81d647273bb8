public import CheckInJournal
public import FoundationEssentials

/// What a sync has carried, and what stopped it.
public struct SyncReport: Sendable {
  /// Events that came of another replica.
  public struct Received: Hashable, Sendable {
    public var replica: UUID
    /// What the replica calls itself; its identity where that is not known.
    public var name: String
    public var events: UInt64
  }

  /// Events of this device that went to the place.
  public internal(set) var sentEvents: UInt64 = 0
  /// What came, in the order of names.
  public internal(set) var received: [Received] = []
  public internal(set) var sentPhotos = 0
  public internal(set) var receivedPhotos = 0
  /// Photos that events name and that have not arrived at the place yet.
  public internal(set) var missingPhotos = 0
  /// Sentences that a person may want to know.
  public var notes: [String] { noteAdvice.map(\.text) }
  /// ``notes``, in which a program can put its own names for what may be done.
  package internal(set) var noteAdvice: [JournalMessage] = []
  /// What stopped the sync, or the sync of one replica. The rest was synced all the same.
  public internal(set) var problems: [JournalError] = []

  public init() {}
}
