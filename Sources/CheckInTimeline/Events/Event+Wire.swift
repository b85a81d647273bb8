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
    withUnsafeBytes(of: created.id.uuid) { presentBytes($0, field: CheckInFieldNumber.id) }
    let fields = created.fields
    signed(fields.time.instantMilliseconds, field: CheckInFieldNumber.at)
    signed(Int64(fields.time.offsetMinutes), field: CheckInFieldNumber.offsetMinutes)
    text(fields.time.timeZone ?? "", field: CheckInFieldNumber.timeZone)
    unsigned(UInt64(fields.type.rawValue), field: CheckInFieldNumber.type)
    text(fields.title, field: CheckInFieldNumber.title)
    quantities(CheckInQuantity.original, of: fields)
    if let location = fields.location { presentText(location, field: CheckInFieldNumber.location) }
    text(fields.notes, field: CheckInFieldNumber.notes)
    quantities(CheckInQuantity.added, of: fields)
    dayOnly(fields.time)
  }

  private mutating func edited(_ changes: CheckInChanges) {
    if let time = changes.time {
      presentSigned(time.instantMilliseconds, field: CheckInFieldNumber.at)
      presentSigned(Int64(time.offsetMinutes), field: CheckInFieldNumber.offsetMinutes)
      presentText(time.timeZone ?? "", field: CheckInFieldNumber.timeZone)
    }
    if let type = changes.type { presentUnsigned(UInt64(type.rawValue), field: CheckInFieldNumber.type) }
    if let title = changes.title { presentText(title, field: CheckInFieldNumber.title) }
    quantities(CheckInQuantity.original, of: changes.fields)
    if let location = changes.fields.location { presentText(location, field: CheckInFieldNumber.location) }
    if !changes.fields.notes.isEmpty { presentText(changes.fields.notes, field: CheckInFieldNumber.notes) }

    var cleared = WireWriter()
    for (number, field) in CheckInField.clearable where changes.written.contains(field) {
      if changes.fields.isCleared(field) { cleared.varint(number) }
    }
    if cleared.count > 0 { presentBytes(cleared.bytes, field: CheckInFieldNumber.cleared) }
    quantities(CheckInQuantity.added, of: changes.fields)
    if let time = changes.time { dayOnly(time) }
  }

  private mutating func quantities(_ quantities: [CheckInQuantity], of fields: CheckInFields) {
    for quantity in quantities {
      if let value = fields[quantity] { presentUnsigned(UInt64(value), field: quantity.wireNumber) }
    }
  }

  private mutating func dayOnly(_ time: CheckInTime) {
    if !time.isTimeOfDayKnown { unsigned(1, field: CheckInFieldNumber.dayOnly) }
  }
}
