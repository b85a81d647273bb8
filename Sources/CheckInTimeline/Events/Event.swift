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
    /// Nobody said; none that this version writes.
    case unspecified = 0
    /// The command.
    case cli = 1
    /// The page.
    case web = 2
    /// An import of a file.
    case `import` = 3
    /// A program that uses this library.
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

  /// An event type, with its data.
  public enum Action: Hashable, Sendable {
    /// A check-in was created, with these fields.
    case created(Created)
    /// A check-in was edited; contains only the changed fields.
    case edited(CheckInChanges)
    /// A photo was attached, and replaced any earlier one.
    case photoAttached(Photo)
    /// The photo was removed.
    case photoCleared
    /// The check-in was discarded.
    case discarded
    /// The check-in was restored.
    case restored
    /// The check-in was lost when a damaged log was salvaged.
    ///
    /// Its fields are unknown, and its number is never reused.
    case lost
    /// A causality record: the log's following events observed another replica's log up to an event.
    case seen(Seen)
    /// An action on an exercise, a plan, a session or a set, or on the session that a check-in names.
    case workout(WorkoutAction)
    /// An event from a newer version; the number of its field in the schema, or 0 if there is none.
    case unknown(field: UInt64)
  }

  /// The fields of a new check-in.
  @dynamicMemberLookup
  public struct Created: Hashable, Sendable {
    /// See ``CheckIn/id``.
    public var id: UUID
    /// The type, title, time and all else that the user entered.
    public var fields: CheckInFields

    /// Creates the event of a new check-in.
    public init(id: UUID, fields: CheckInFields) {
      self.id = id
      self.fields = fields
    }

    /// The fields of a new check-in, for the tests of a projection.
    public init(
      id: UUID, time: CheckInTime, type: ExerciseType, title: String, calories: Int? = nil,
      durationSeconds: Int? = nil, distanceMetres: Int? = nil, location: String? = nil, notes: String = ""
    ) {
      let fields = CheckInFields(
        type: type, title: title, time: time, calories: calories, durationSeconds: durationSeconds,
        distanceMetres: distanceMetres, location: location, notes: notes)
      self.init(id: id, fields: fields)
    }

    /// A field, as a property: `title`.
    @inlinable public subscript<Value>(dynamicMember member: WritableKeyPath<CheckInFields, Value>) -> Value {
      get { fields[keyPath: member] }
      set { fields[keyPath: member] = newValue }
    }
  }

  /// 1, 2, 3 and so on without a gap.
  public var sequence: UInt64
  /// The time of recording, in milliseconds since 1970-01-01 UTC, from the system clock.
  public var recordedAtMilliseconds: Int64
  /// Who issued its command.
  public var origin: Origin
  /// The number of the check-in that it concerns; 0 for none.
  public var checkIn: Int
  /// The first sequence number of the command that it belongs to: its own where the command is this event alone.
  public var command: UInt64
  /// The command that this one reverses, where it is an undo or a redo.
  public var undoes: UInt64?
  /// The name of the device that it was recorded on, as its owner gave it; `nil` where none was given.
  public var device: String?
  /// The event type, with its data.
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

  package var kind: EventKind {
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

/// The title of a check-in from before titles were recorded.
package let legacyTitle: StaticString = "Legacy Check-in"
