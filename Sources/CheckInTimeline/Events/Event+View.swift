internal import EventLog
internal import FoundationEssentials
internal import Platform

extension Event {
  /// Copies the event out of the buffer that it was read in.
  package init(_ view: EventView, in bytes: RawSpan) {
    self.init(
      sequence: view.sequence, recordedAtMilliseconds: view.recordedAtMilliseconds,
      origin: Origin(recorded: view.origin),
      checkIn: Int(truncatingIfNeeded: min(view.checkIn, UInt64(Int.max))), command: view.command,
      undoes: view.undoes, device: view.device.isEmpty ? nil : bytes.text(view.device),
      action: Action(view, in: bytes))
  }
}

extension Event.Origin {
  /// The origin that the log names; one that a newer version wrote is not specified here.
  package init(recorded number: UInt8) {
    self = Self(rawValue: number) ?? .unspecified
  }
}

extension Event.Action {
  package init(_ view: EventView, in bytes: RawSpan) {
    switch view.kind {
    case .created: self = .created(Event.Created(view, in: bytes))
    case .edited: self = .edited(CheckInChanges(view, in: bytes))
    case .photoAttached: self = .photoAttached(Photo(view.photo, in: bytes))
    case .photoCleared: self = .photoCleared
    case .discarded: self = .discarded
    case .restored: self = .restored
    case .lost: self = .lost
    case .seen:
      self = (try? Seen(view.message, in: bytes)).map { .seen($0) } ?? .unknown(field: UInt64(view.actionField))
    case .workout:
      var view = view
      self = (try? view.workoutAction(in: bytes)).map { .workout($0) } ?? .unknown(field: UInt64(view.actionField))
    case .unknown: self = .unknown(field: UInt64(view.actionField))
    }
  }
}

extension Event.Created {
  /// Fields that an older version did not record take their defaults: the one place where such events are upcast.
  init(_ view: EventView, in bytes: RawSpan) {
    let read = view.fields
    var fields = CheckInFields(
      type: read.type, title: read.title.isEmpty ? legacyTitle.description : bytes.text(read.title),
      time: CheckInTime(read, in: bytes),
      location: read.present.contains(.location) ? bytes.text(read.location) : nil, notes: bytes.text(read.notes))
    for quantity in CheckInQuantity.allCases { fields[quantity] = read[quantity].map { Int(clamping: $0) } }
    self.init(id: UUID(read.id, in: bytes), fields: fields)
  }
}

extension CheckInChanges {
  init(_ view: EventView, in bytes: RawSpan) {
    let fields = view.fields
    self.init()
    if fields.present.contains(.time) { time = CheckInTime(fields, in: bytes) }
    if fields.present.contains(.type) { type = fields.type }
    if fields.present.contains(.title) { title = bytes.text(fields.title) }
    if fields.present.contains(.location) { location = .set(bytes.text(fields.location)) }
    if fields.present.contains(.notes) { notes = bytes.text(fields.notes) }
    for quantity in CheckInQuantity.allCases {
      if let value = fields[quantity] { self[quantity] = .set(Int(clamping: value)) }
    }
    // A field that is both set and cleared is cleared.
    for (_, field) in CheckInField.clearable where !fields.cleared.isDisjoint(with: EventView.Presence(field)) {
      write(field, from: .empty)
    }
  }
}

extension CheckInTime {
  init(_ fields: EventView.CheckInFields, in bytes: RawSpan) {
    self.init(
      instantMilliseconds: fields.instantMilliseconds, offsetMinutes: Int(fields.offsetMinutes),
      timeZone: fields.timeZone.isEmpty ? nil : bytes.text(fields.timeZone),
      isTimeOfDayKnown: !fields.present.contains(.dayOnly))
  }
}

extension Photo {
  package init(_ fields: EventView.PhotoFields, in bytes: RawSpan) {
    self.init(
      digest: Digest(fields.digest, in: bytes) ?? Digest(of: []), byteCount: Int(fields.byteCount),
      width: Int(fields.width), height: Int(fields.height))
  }
}
