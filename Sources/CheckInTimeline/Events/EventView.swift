package import EventLog

/// An event as it stands in a buffer of decompressed log: numbers are read out, texts are places in the buffer.
///
/// Replay reads millions of these, so none of it lives on the heap, and it is kept small. Whoever keeps one longer than
/// its buffer turns it into an ``Event``.
package struct EventView: Equatable, Sendable {
  /// The whole message, as it stands in the buffer.
  package var record = ByteRange()
  package var sequence: UInt64 = 0
  package var recordedAtMilliseconds: Int64 = 0
  package var checkIn: UInt64 = 0
  /// 0 where the event is a command of its own.
  package var commandOrZero: UInt64 = 0
  package var undoes: UInt64?
  package var kind = EventKind.unknown
  /// The action's field number; 0 where there is none.
  package var actionField: UInt32 = 0
  /// The raw value of an ``Event/Origin``; 255 stands for all higher ones.
  package var origin: UInt8 = 0
  /// `true` if the event has a type, a field or an enumerated value that this version doesn't know.
  package var isNotUnderstood = false
  package var fields = CheckInFields()
  package var photo = PhotoFields()
  /// The message of a ``WorkoutAction`` or a ``Seen``, which is read when it is needed.
  package var message = ByteRange()
  /// The name of the device; empty where none was recorded.
  package var device = ByteRange()

  /// The first sequence number of its command.
  package var command: UInt64 { commandOrZero == 0 ? sequence : commandOrZero }

  /// The event's fields that were added to ``EventLogSchema`` after its first version.
  package var laterFields: LaterFields {
    var later: LaterFields = device.isEmpty ? [] : .device
    if !fields.present.union(fields.cleared).isDisjoint(with: .measures) { later.insert(.measures) }
    if fields.present.contains(.dayOnly) { later.insert(.dayOnly) }
    if kind == .workout, WorkoutKind.ofMarks.contains(actionField) { later.insert(.marks) }
    return later
  }

  /// The fields of `Created` and `Edited`.
  package struct CheckInFields: Equatable, Sendable {
    package var id = ByteRange()
    package var instantMilliseconds: Int64 = 0
    var calories: UInt64 = 0
    package var timeZone = ByteRange()
    package var title = ByteRange()
    package var location = ByteRange()
    package var notes = ByteRange()
    /// The bytes of the fields from the title on, if they come in their order, nothing is cleared, and none of them
    /// says nothing. Set only by a reader that found that out anyway.
    package var details: ByteRange?
    var durationSeconds: UInt32 = 0
    var distanceMetres: UInt32 = 0
    package var offsetMinutes: Int16 = 0
    package var present: Presence = []
    package var cleared: Presence = []
    package var type = ExerciseType.unknown

    /// The value of a quantity; `nil` if it is not set.
    package subscript(quantity: CheckInQuantity) -> UInt64? {
      guard present.contains(Presence(quantity)) else { return nil }
      return switch quantity {
      case .calories: calories
      case .duration: UInt64(durationSeconds)
      case .distance: UInt64(distanceMetres)
      }
    }

    /// Bytes of the texts, without the zone's name.
    var textByteCount: Int { title.count + location.count + notes.count }

    /// The local time, counted as if it were UTC.
    package var localMilliseconds: Int64 { instantMilliseconds &+ Int64(offsetMinutes) &* 60_000 }

    /// The civil date of the time.
    var day: CivilDay { CivilDay(dayNumber: floorDivide(Int(localMilliseconds), by: 86_400_000)) }
  }

  package struct Presence: OptionSet, Sendable {
    package var rawValue: UInt16
    package static let time = Presence(rawValue: 1 << 2)
    package static let offset = Presence(rawValue: 1 << 3)
    package static let type = Presence(rawValue: 1 << 5)
    package static let title = Presence(rawValue: 1 << 6)
    static let calories = Presence(rawValue: 1 << 7)
    package static let location = Presence(rawValue: 1 << 8)
    package static let notes = Presence(rawValue: 1 << 9)
    static let duration = Presence(rawValue: 1 << 11)
    static let distance = Presence(rawValue: 1 << 12)
    /// Says that the time of day is not known; never there without a time.
    package static let dayOnly = Presence(rawValue: 1 << 13)

    static let measures: Presence = [.duration, .distance]
    /// The fields that the details of a check-in consist of.
    static let details: Presence = [.title, .calories, .location, .notes, .duration, .distance]

    package init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    package init(_ quantity: CheckInQuantity) {
      switch quantity {
      case .calories: self = .calories
      case .duration: self = .duration
      case .distance: self = .distance
      }
    }

    /// The presence of an editable field; of others, nothing.
    package init(_ field: CheckInField) {
      switch field {
      case .type: self = .type
      case .title: self = .title
      case .at: self = .time
      case .quantity(let quantity): self.init(quantity)
      case .location: self = .location
      case .notes: self = .notes
      case .timeZone, .photo, .discarded: self = []
      }
    }

    /// The field with a number in `OptionalField`; `nil` if this version does not know it.
    @inline(__always)
    init?(clearedNumber: UInt64) {
      switch clearedNumber {
      case 1: self = .calories
      case 2: self = .location
      case 3: self = .notes
      case 4: self = .duration
      case 5: self = .distance
      default: return nil
      }
    }
  }

  package struct PhotoFields: Equatable, Sendable {
    var digest = ByteRange()
    var byteCount: UInt32 = 0
    var width: UInt32 = 0
    var height: UInt32 = 0
  }

  package init() {}

  /// The same event, where its bytes begin at `start`.
  func moved(to start: Int) -> EventView {
    var event = self
    func move(_ range: ByteRange) -> ByteRange {
      range.isEmpty
        ? ByteRange()
        : ByteRange(start: range.start - record.start + start, end: range.end - record.start + start)
    }
    event.record = ByteRange(start: start, end: start + record.count)
    event.fields.id = move(fields.id)
    event.fields.timeZone = move(fields.timeZone)
    event.fields.title = move(fields.title)
    event.fields.location = move(fields.location)
    event.fields.notes = move(fields.notes)
    event.fields.details = fields.details.map(move)
    event.photo.digest = move(photo.digest)
    event.message = move(message)
    event.device = move(device)
    return event
  }
}
