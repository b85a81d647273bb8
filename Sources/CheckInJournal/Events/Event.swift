public import struct FoundationEssentials.UUID

/// One action on a check-in or in the workouts, as the log keeps it for ever.
///
/// ```swift
/// try journal.audit { entry in
///   if case .discarded = entry.event.action { print(entry.event.checkIn) }
/// }
/// ```
public struct Event: Hashable, Sendable {
  /// Who issued a command. Raw values are those of `event_log.proto`.
  public enum Origin: UInt8, CaseIterable, Sendable {
    case unspecified = 0
    case cli = 1
    case web = 2
    case `import` = 3
    case library = 4

    /// The name that audits show: `cli`.
    public var name: String {
      switch self {
      case .unspecified: "unspecified"
      case .cli: "cli"
      case .web: "web"
      case .import: "import"
      case .library: "library"
      }
    }
  }

  /// What was done.
  public enum Action: Hashable, Sendable {
    case created(Created)
    /// Only what changed.
    case edited(CheckInChanges)
    case photoAttached(Photo)
    case photoCleared
    case discarded
    case restored
    /// The check-in was lost with a damaged log that was salvaged: nothing is known of it, and its number is not given
    /// again.
    case lost
    /// From here on the log's events know another replica's, up to one of them.
    case seen(Seen)
    /// An action on an exercise, a plan, a session or a set, or on the session that a check-in names.
    case workout(WorkoutAction)
    /// Something that a newer version wrote; the number of its field in the schema, 0 where there is none.
    case unknown(field: UInt64)
  }

  /// The fields of a new check-in.
  public struct Created: Hashable, Sendable {
    public var id: UUID
    public var time: CheckInTime
    public var type: ExerciseType
    public var title: String
    public var calories: Int?
    /// How long it took, in seconds.
    public var durationSeconds: Int?
    /// How far it went, in metres.
    public var distanceMetres: Int?
    public var location: String?
    public var notes: String

    public init(
      id: UUID, time: CheckInTime, type: ExerciseType, title: String, calories: Int? = nil,
      durationSeconds: Int? = nil, distanceMetres: Int? = nil, location: String? = nil, notes: String = ""
    ) {
      self.id = id
      self.time = time
      self.type = type
      self.title = title
      self.calories = calories
      self.durationSeconds = durationSeconds
      self.distanceMetres = distanceMetres
      self.location = location
      self.notes = notes
    }
  }

  /// 1, 2, 3 and so on without a gap.
  public var sequence: UInt64
  /// When it was written: milliseconds since 1970-01-01 UTC, from the system's clock.
  public var recordedAtMilliseconds: Int64
  public var origin: Origin
  /// The number of the check-in that it concerns; 0 for none.
  public var checkIn: Int
  /// The first sequence number of the command that it belongs to: its own where the command is this event alone.
  public var command: UInt64
  /// The command that this one reverses, where it is an undo or a redo.
  public var undoes: UInt64?
  /// The name of the device that it was recorded on, as its owner gave it; `nil` where none was given.
  public var device: String?
  public var action: Action

  /// An event, for the tests of a projection: a journal makes its own.
  ///
  /// - Parameters:
  ///   - checkIn: the number of the check-in that it concerns; 0 for none.
  ///   - command: the first event of its command; `nil` for itself.
  public init(
    sequence: UInt64, recordedAtMilliseconds: Int64 = 0, origin: Origin = .library, checkIn: Int,
    command: UInt64? = nil, undoes: UInt64? = nil, device: String? = nil, action: Action
  ) {
    self.sequence = sequence
    self.recordedAtMilliseconds = recordedAtMilliseconds
    self.origin = origin
    self.checkIn = checkIn
    self.command = command ?? sequence
    self.undoes = undoes
    self.device = device
    self.action = action
  }
}

extension Event.Action {
  /// The name that audits show: `photoAttached`.
  public var name: String {
    if case .workout(let action) = self { action.kind.name } else { kind.name }
  }

  var kind: EventKind {
    switch self {
    case .created: .created
    case .edited: .edited
    case .photoAttached: .photoAttached
    case .photoCleared: .photoCleared
    case .discarded: .discarded
    case .restored: .restored
    case .lost: .lost
    case .seen: .seen
    case .workout: .workout
    case .unknown: .unknown
    }
  }
}

/// The title of a check-in from before titles were recorded.
package let legacyTitle: StaticString = "Legacy Check-in"
