package import EventLog
internal import FoundationEssentials

extension WireWriter {
  /// Appends the event as one record of the log.
  ///
  /// - Returns: the place of its message.
  @discardableResult
  package mutating func record(_ event: Event) -> ByteRange {
    message(field: LogField.record) { writer in
      writer.unsigned(event.sequence, field: EventField.sequence)
      writer.signed(event.recordedAtMilliseconds, field: EventField.recordedAt)
      writer.unsigned(UInt64(event.origin.rawValue), field: EventField.origin)
      writer.unsigned(UInt64(event.checkIn), field: EventField.checkIn)
      if event.command != event.sequence { writer.unsigned(event.command, field: EventField.command) }
      if let undoes = event.undoes { writer.presentUnsigned(undoes, field: EventField.undoes) }
      writer.action(event.action)
      if let device = event.device { writer.text(device, field: EventField.device) }
    }
  }

  private mutating func action(_ action: Event.Action) {
    switch action {
    case .created(let created): message(field: EventKind.created) { $0.created(created) }
    case .edited(let changes): message(field: EventKind.edited) { $0.edited(changes) }
    case .photoAttached(let photo):
      message(field: EventKind.photoAttached) { writer in
        writer.presentBytes(photo.digest.bytes, field: PhotoField.digest)
        writer.unsigned(UInt64(photo.byteCount), field: PhotoField.byteCount)
        writer.unsigned(UInt64(photo.width), field: PhotoField.width)
        writer.unsigned(UInt64(photo.height), field: PhotoField.height)
      }
    case .photoCleared: message(field: EventKind.photoCleared) { _ in }
    case .discarded: message(field: EventKind.discarded) { _ in }
    case .restored: message(field: EventKind.restored) { _ in }
    case .lost: message(field: EventKind.lost) { _ in }
    case .seen(let seen): message(field: EventKind.seen) { $0.seen(seen) }
    case .workout(let action): workout(action)
    case .unknown(let field):
      // Nobody can issue one; written for tests as the empty message of that field.
      message(field: field) { _ in }
    }
  }

  private mutating func message(field: EventKind, _ body: (inout WireWriter) -> Void) {
    message(field: UInt64(field.rawValue), body)
  }

  private mutating func created(_ created: Event.Created) {
    withUnsafeBytes(of: created.id.uuid) { presentBytes($0, field: CheckInField.id) }
    signed(created.time.instantMilliseconds, field: CheckInField.at)
    signed(Int64(created.time.offsetMinutes), field: CheckInField.offsetMinutes)
    text(created.time.timeZone ?? "", field: CheckInField.timeZone)
    unsigned(UInt64(created.type.rawValue), field: CheckInField.type)
    text(created.title, field: CheckInField.title)
    if let calories = created.calories { presentUnsigned(UInt64(calories), field: CheckInField.calories) }
    if let location = created.location { presentText(location, field: CheckInField.location) }
    text(created.notes, field: CheckInField.notes)
    measures(created.durationSeconds, created.distanceMetres)
    dayOnly(created.time)
  }

  private mutating func edited(_ changes: CheckInChanges) {
    if let time = changes.time {
      presentSigned(time.instantMilliseconds, field: CheckInField.at)
      presentSigned(Int64(time.offsetMinutes), field: CheckInField.offsetMinutes)
      presentText(time.timeZone ?? "", field: CheckInField.timeZone)
    }
    if let type = changes.type { presentUnsigned(UInt64(type.rawValue), field: CheckInField.type) }
    if let title = changes.title { presentText(title, field: CheckInField.title) }
    if case .set(let calories) = changes.calories { presentUnsigned(UInt64(calories), field: CheckInField.calories) }
    if case .set(let location) = changes.location { presentText(location, field: CheckInField.location) }
    if let notes = changes.notes, !notes.isEmpty { presentText(notes, field: CheckInField.notes) }

    var cleared = WireWriter()
    if changes.calories == .clear { cleared.varint(ClearedField.calories) }
    if changes.location == .clear { cleared.varint(ClearedField.location) }
    if changes.notes == "" { cleared.varint(ClearedField.notes) }
    if changes.durationSeconds == .clear { cleared.varint(ClearedField.duration) }
    if changes.distanceMetres == .clear { cleared.varint(ClearedField.distance) }
    if cleared.count > 0 { presentBytes(cleared.bytes, field: CheckInField.cleared) }
    measures(changes.durationSeconds?.value, changes.distanceMetres?.value)
    if let time = changes.time { dayOnly(time) }
  }

  private mutating func measures(_ durationSeconds: Int?, _ distanceMetres: Int?) {
    if let durationSeconds { presentUnsigned(UInt64(durationSeconds), field: CheckInField.duration) }
    if let distanceMetres { presentUnsigned(UInt64(distanceMetres), field: CheckInField.distance) }
  }

  private mutating func dayOnly(_ time: CheckInTime) {
    if !time.isTimeOfDayKnown { unsigned(1, field: CheckInField.dayOnly) }
  }
}
