/// The field numbers of `event_log.proto`, used by writer and reader.
package enum EventField {
  static let sequence: UInt64 = 1
  static let recordedAt: UInt64 = 2
  package static let origin: UInt64 = 3
  package static let checkIn: UInt64 = 4
  static let command: UInt64 = 5
  static let undoes: UInt64 = 6
  /// Above the numbers of all actions, so that it comes after the action: readers from before it take whatever comes
  /// first, and is none of theirs, for the action.
  static let device: UInt64 = 64
}

/// The action's field number in `Event`.
package enum EventKind: UInt8 {
  /// No action, or one that a newer version wrote.
  case unknown = 0
  case created = 8
  case edited = 9
  case photoAttached = 10
  case photoCleared = 11
  case discarded = 12
  case restored = 13
  case lost = 14
  /// A causality record: the position up to which the following events observed another replica's log.
  case seen = 65
  /// Any ``WorkoutKind``. The number is no field's.
  case workout = 255

  /// Those of events that concern a check-in alone.
  package static let ofCheckIns: [EventKind] = [
    .created, .edited, .photoAttached, .photoCleared, .discarded, .restored, .lost,
  ]

  /// The name that audits show; those of a workout show that of its ``WorkoutKind``.
  package var name: String {
    switch self {
    case .unknown: "unknown"
    case .created: "created"
    case .edited: "edited"
    case .photoAttached: "photoAttached"
    case .photoCleared: "photoCleared"
    case .discarded: "discarded"
    case .restored: "restored"
    case .lost: "lost"
    case .seen: "seen"
    case .workout: "workout"
    }
  }

  /// `true` if the event changes fields of the check-in. Discarding and restoring don't.
  package var changesFields: Bool {
    switch self {
    case .created, .edited, .photoAttached, .photoCleared: true
    case .discarded, .restored, .lost, .seen, .workout, .unknown: false
    }
  }
}

enum PhotoField {
  static let digest: UInt64 = 1
  static let byteCount: UInt64 = 2
  static let width: UInt64 = 3
  static let height: UInt64 = 4
}

/// The fields of `Seen`.
enum SeenField {
  static let replica: UInt64 = 1
  static let sequence: UInt64 = 2
  static let digest: UInt64 = 3
  static let clock: UInt64 = 4
  static let counter: UInt64 = 5
  static let ordinal: UInt64 = 6
  static let continues: UInt64 = 7
}
