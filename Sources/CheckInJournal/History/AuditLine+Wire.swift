internal import EventLog

extension AuditLineWriter {
  /// Writes the line of an event, without the newline, from its fields in the log and from what its check-in was
  /// before. What it changed is what ``AuditEntry`` says: the difference between before and after.
  ///
  /// - Parameter timeline: as it was before the event. Where that does not have the check-in of an event that changes
  ///   one, the event contradicts those before it, and the line is of no use.
  @inline(__always)
  mutating func line(_ event: EventView, in bytes: RawSpan, before timeline: inout Timeline) {
    let heading = AuditHeading(event, in: bytes)
    begin(heading)
    if case .row(let writeWorkout) = form {
      if event.kind == .photoAttached { output.row(Photo(event.photo, in: bytes)) }
      if event.kind == .workout, let action = event.readWorkout(in: bytes) { return writeWorkout(action, output) }
      output.literal("{")
    }
    switch event.kind {
    case .created: created(event.fields, in: bytes)
    case .edited, .photoAttached, .photoCleared:
      if let place = try? timeline.locate(event.checkIn) {
        timeline.pages[place.page]?.writeChanges(of: event, in: bytes, at: place.row, to: &self)
      }
    case .discarded, .restored, .lost, .workout, .seen, .unknown: break
    }
    end(heading, workout: event.kind == .workout ? event.readWorkout(in: bytes)?.summary : nil)
  }

  /// A check-in that was not there before.
  @inline(__always)
  private mutating func created(_ fields: EventView.CheckInFields, in bytes: RawSpan) {
    func add(_ field: CheckInField, with value: AuditValue) {
      change(field, from: .none, in: bytes, to: value, in: bytes)
    }
    add(.type, with: .type(fields.type))
    if fields.title.isEmpty {
      legacyTitle.withRawSpan { change(.title, from: .none, in: bytes, to: .text($0), in: $1) }
    } else {
      add(.title, with: .text(fields.title))
    }
    add(.at, with: .time(of: fields))
    if !fields.timeZone.isEmpty { add(.timeZone, with: .text(fields.timeZone)) }
    for quantity in CheckInQuantity.allCases {
      if let value = fields[quantity] { add(.quantity(quantity), with: .number(value)) }
    }
    if fields.present.contains(.location) { add(.location, with: .text(fields.location)) }
    add(.notes, with: .text(fields.notes))
  }
}

extension MonthPage {
  /// Writes what an event that edits the check-in at `index`, or its photo, will change of it.
  ///
  /// Mutating, as is ``locate(_:)``, so that the page is looked at where it is and not copied for that.
  fileprivate mutating func writeChanges(
    of event: EventView, in bytes: RawSpan, at index: Int, to writer: inout AuditLineWriter
  ) {
    guard event.kind == .edited else {
      let old = photo(at: index)?.photo
      let new = event.kind == .photoAttached ? Photo(event.photo, in: bytes) : nil
      if old != new {
        writer.change(
          .photo, from: old.map { .photo($0) } ?? .none, in: bytes, to: new.map { .photo($0) } ?? .none, in: bytes)
      }
      return
    }
    let row = rows[index]
    guard let details = try? details(of: row) else { return }
    writeChanges(event.fields, in: bytes, row, details, to: &writer)
  }

  private func writeChanges(
    _ fields: EventView.CheckInFields, in bytes: RawSpan, _ row: CheckInRow, _ details: CheckInDetails,
    to writer: inout AuditLineWriter
  ) {
    let arena = arena.span.bytes
    if fields.present.contains(.type), fields.type != row.type {
      writer.change(.type, from: .type(row.type), in: arena, to: .type(fields.type), in: bytes)
    }
    // An empty title says nothing.
    if !fields.title.isEmpty {
      if details.title.isEmpty {
        legacyTitle.withRawSpan { title, legacy in
          writer.text(.title, from: title, in: legacy, to: fields.title, in: bytes)
        }
      } else {
        writer.text(.title, from: details.title, in: arena, to: fields.title, in: bytes)
      }
    }
    if fields.present.contains(.time) {
      let wasDayOnly = row.flags.contains(.dayOnly)
      let isDayOnly = fields.present.contains(.dayOnly)
      // Of a day alone, nothing else is shown.
      let isSame =
        wasDayOnly && isDayOnly
        ? floorDivide(Int(fields.localMilliseconds), by: 86_400_000)
          == floorDivide(Int(row.localMilliseconds), by: 86_400_000)
        : (fields.instantMilliseconds, fields.offsetMinutes, isDayOnly)
          == (row.instantMilliseconds, row.offsetMinutes, wasDayOnly)
      if !isSame {
        let old = AuditValue.time(
          localMilliseconds: row.localMilliseconds, offsetMinutes: Int(row.offsetMinutes), isDayOnly: wasDayOnly)
        writer.change(.at, from: old, in: arena, to: .time(of: fields), in: bytes)
      }
      let zone = zones[Int(row.zone)]
      writer.text(
        .timeZone, from: row.zone == 0 ? nil : ByteRange(start: 0, end: zone.count), in: zone.span.bytes,
        to: fields.timeZone.isEmpty ? nil : fields.timeZone, in: bytes)
    }
    for quantity in CheckInQuantity.allCases where fields.says(EventView.Presence(quantity)) {
      let old = details[quantity]
      let new = fields.cleared.contains(EventView.Presence(quantity)) ? nil : fields[quantity]
      if old == new { continue }
      writer.change(
        .quantity(quantity), from: old.map { .number($0) } ?? .none, in: arena, to: new.map { .number($0) } ?? .none,
        in: bytes)
    }
    if fields.says(.location) {
      writer.text(
        .location, from: details.location, in: arena,
        to: fields.cleared.contains(.location) ? nil : fields.location, in: bytes)
    }
    if fields.says(.notes) {
      writer.text(
        .notes, from: details.notes, in: arena, to: fields.cleared.contains(.notes) ? ByteRange() : fields.notes,
        in: bytes)
    }
  }
}

extension AuditValue {
  @inline(__always)
  fileprivate static func time(of fields: EventView.CheckInFields) -> AuditValue {
    time(
      localMilliseconds: fields.localMilliseconds, offsetMinutes: Int(fields.offsetMinutes),
      isDayOnly: fields.present.contains(.dayOnly))
  }

  @inline(__always)
  fileprivate static func time(localMilliseconds: Int64, offsetMinutes: Int, isDayOnly: Bool) -> AuditValue {
    isDayOnly
      ? .day(localMilliseconds: localMilliseconds)
      : .time(localMilliseconds: localMilliseconds, offsetMinutes: offsetMinutes)
  }
}

extension EventView {
  @inline(never)
  fileprivate func readWorkout(in bytes: RawSpan) -> WorkoutAction? {
    var event = self
    return try? event.workoutAction(in: bytes)
  }
}

extension EventView.CheckInFields {
  /// Returns `true` if an edit sets or clears an optional field. If it does both, clearing wins.
  fileprivate func says(_ field: EventView.Presence) -> Bool { !present.union(cleared).isDisjoint(with: field) }
}

extension AuditLineWriter {
  /// Writes what became of a text, unless it is the same for a reader: then nothing.
  fileprivate mutating func text(
    _ field: CheckInField, from before: ByteRange?, in old: RawSpan, to after: ByteRange?, in new: RawSpan
  ) {
    if let before, let after {
      if old.isSameText(before, as: after, in: new) { return }
    } else if before == nil, after == nil {
      return
    }
    change(field, from: before.map { .text($0) } ?? .none, in: old, to: after.map { .text($0) } ?? .none, in: new)
  }
}

extension RawSpan {
  /// Returns `true` if two texts are equal as strings are: identical bytes, or canonically equivalent.
  fileprivate func isSameText(_ range: ByteRange, as other: ByteRange, in bytes: RawSpan) -> Bool {
    let isEqual = extracting(range.start..<range.end).withUnsafeBytes { first in
      bytes.extracting(other.start..<other.end).withUnsafeBytes { second in first.elementsEqual(second) }
    }
    if isEqual { return true }
    // In ASCII no text is equivalent to another one.
    if isASCII(range), bytes.isASCII(other) { return false }
    return text(range) == bytes.text(other)
  }

  private func isASCII(_ range: ByteRange) -> Bool {
    extracting(range.start..<range.end).withUnsafeBytes { bytes in bytes.allSatisfy { $0 < 0x80 } }
  }
}

extension StaticString {
  /// Calls `body` with the text's bytes, and the range of all of them.
  fileprivate func withRawSpan(_ body: (ByteRange, RawSpan) -> Void) {
    let bytes = UnsafeRawBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
    body(ByteRange(start: 0, end: bytes.count), bytes.bytes)
  }
}

extension AuditHeading {
  init(_ event: EventView, in bytes: RawSpan) {
    self.init(
      sequence: event.sequence, recordedAtMilliseconds: event.recordedAtMilliseconds,
      origin: Event.Origin(recorded: event.origin), kind: event.kind,
      workout: event.kind == .workout ? WorkoutKind(rawValue: event.actionField) : nil,
      checkIn: min(event.checkIn, UInt64(Int.max)), command: event.command, undoes: event.undoes,
      device: event.device.isEmpty ? nil : bytes.text(event.device))
  }
}
