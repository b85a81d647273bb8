/// An event as it stands in a buffer of decompressed log: numbers are read out, texts are places in the buffer.
///
/// Replay reads millions of these, so none of it lives on the heap. Whoever keeps one longer than its buffer turns it
/// into an ``Event``.
package struct EventView {
  /// The whole message, as it stands in the buffer.
  var record = ByteRange()
  var sequence: UInt64 = 0
  var recordedAtMilliseconds: Int64 = 0
  var origin: UInt64 = 0
  var checkIn: UInt64 = 0
  /// 0 where the event is a command of its own.
  var commandOrZero: UInt64 = 0
  var undoes: UInt64?
  var kind = EventKind.unknown
  /// The action's field number; 0 where there is none.
  var actionField: UInt64 = 0
  /// Whether it says something that this version does not know: an action, a field or an enumerated value.
  var isNotUnderstood = false
  var fields = CheckInFields()
  var photo = PhotoFields()

  /// The first sequence number of its command.
  var command: UInt64 { commandOrZero == 0 ? sequence : commandOrZero }

  /// The fields of `Created` and `Edited`.
  struct CheckInFields {
    var present: Presence = []
    var cleared: Presence = []
    var id = ByteRange()
    var instantMilliseconds: Int64 = 0
    var offsetMinutes: Int64 = 0
    var timeZone = ByteRange()
    var type = ExerciseType.unknown
    var title = ByteRange()
    var calories: UInt64 = 0
    var location = ByteRange()
    var notes = ByteRange()

    /// The civil date of the time.
    var day: CivilDay {
      CheckInTime(instantMilliseconds: instantMilliseconds, offsetMinutes: Int(offsetMinutes)).day
    }
  }

  struct Presence: OptionSet {
    var rawValue: UInt16
    static let time = Presence(rawValue: 1 << 2)
    static let offset = Presence(rawValue: 1 << 3)
    static let type = Presence(rawValue: 1 << 5)
    static let title = Presence(rawValue: 1 << 6)
    static let calories = Presence(rawValue: 1 << 7)
    static let location = Presence(rawValue: 1 << 8)
    static let notes = Presence(rawValue: 1 << 9)
  }

  struct PhotoFields {
    var digest = ByteRange()
    var byteCount: UInt64 = 0
    var width: UInt64 = 0
    var height: UInt64 = 0
  }

  init() {}
}
