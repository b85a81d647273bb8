package import FoundationEssentials

/// The events that a command appends, validated against the current state.
package struct Plan: Sendable {
  package enum Target: Hashable, Sendable {
    case checkIn(Int)
    /// The check-in that the event creates.
    case new
    /// The check-in that the last event before it with the target `new` creates.
    case lastCreated
    /// None: the event is about workouts.
    case noCheckIn
  }

  /// A part of the journal that a command depends on.
  ///
  /// The commands of one commit have no keys in common, so each can be validated against the state before all of them.
  package enum Key: Hashable, Sendable {
    case checkIn(Int)
    case identity(UUID)
    /// Everything about workouts, which are few.
    case workouts
    /// Depends on everything.
    case everything
  }

  package var events: [(target: Target, action: Event.Action)] = []
  package var keys: Set<Key> = []
  var origin: Event.Origin?
  /// The command that this one reverses.
  var undoes: UInt64?
  /// JPEGs that have to be durable before the events. They are stored while the lock is held, so that no other process
  /// can take them for photos that no event names.
  var photos: [[UInt8]] = []
  /// Check-ins that the answer is about although nothing is appended for them.
  var unchanged: [Int] = []

  package init(
    events: [(target: Target, action: Event.Action)] = [], keys: Set<Key> = [], origin: Event.Origin? = nil,
    undoes: UInt64? = nil, photos: [[UInt8]] = [], unchanged: [Int] = []
  ) {
    self.events = events
    self.keys = keys
    self.origin = origin
    self.undoes = undoes
    self.photos = photos
    self.unchanged = unchanged
  }

  /// Commands with more events than this are cut into several frames.
  static let maximumFrameEventCount = 10_000

  /// `true` if the events may be cut into several frames.
  ///
  /// That is so if one frame can't hold them, or for an import, which can be repeated.
  var isBulk: Bool { origin == .import || events.count > Self.maximumFrameEventCount }

  /// `true` if the plan is committed by itself: it depends on everything, or requires several writes.
  var isExclusive: Bool { keys.contains(.everything) || isBulk }

  typealias Preparation = @Sendable (inout JournalState) throws(JournalError) -> Plan
}

/// The outcome of a command.
package struct CommitOutcome: Sendable {
  /// The check-ins of the events, in their order, then those that are unchanged.
  var checkIns: [Int]
  var eventCount: Int
  /// The last of the events; `nil` for none.
  var lastEvent: UInt64?
}
