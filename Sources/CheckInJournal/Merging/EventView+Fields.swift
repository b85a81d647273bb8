internal import EventLog

extension EventView {
  /// The fields of a check-in that the event writes.
  var writtenFields: [MergeConflict.Field] {
    switch kind {
    case .edited:
      let written = fields.present.union(fields.cleared)
      var all: [MergeConflict.Field] = []
      if written.contains(.type) { all.append(.type) }
      if written.contains(.title) { all.append(.title) }
      if written.contains(.time) { all.append(.at) }
      if written.contains(.calories) { all.append(.calories) }
      if written.contains(.duration) { all.append(.duration) }
      if written.contains(.distance) { all.append(.distance) }
      if written.contains(.location) { all.append(.location) }
      if written.contains(.notes) { all.append(.notes) }
      return all
    case .photoAttached, .photoCleared: return [.photo]
    default: return []
    }
  }

  /// What the event says of its check-in: the fields that it writes, and whether it is discarded.
  var saidFields: Set<MergeConflict.Field> {
    switch kind {
    case .created: Set(MergeConflict.Field.allCases)
    case .discarded, .restored: [.discarded]
    default: Set(writtenFields)
    }
  }

  /// A creation as the change that it is of a check-in which is there already: of every field.
  var asChange: EventView {
    var change = self
    change.kind = .edited
    change.fields.id = ByteRange()
    change.fields.details = nil
    change.fields.present.formUnion([.time, .offset, .type])
    if !fields.title.isEmpty { change.fields.present.insert(.title) }
    if !fields.present.contains(.calories) { change.fields.cleared.insert(.calories) }
    if !fields.present.contains(.duration) { change.fields.cleared.insert(.duration) }
    if !fields.present.contains(.distance) { change.fields.cleared.insert(.distance) }
    if !fields.present.contains(.location) { change.fields.cleared.insert(.location) }
    if fields.notes.isEmpty {
      change.fields.present.remove(.notes)
      change.fields.cleared.insert(.notes)
    } else {
      change.fields.present.insert(.notes)
    }
    return change
  }
}

extension CheckIn? {
  /// A field's value in words, as exports have it.
  func value(of field: MergeConflict.Field) -> CheckInRegisters.Value {
    guard let self else { return CheckInRegisters.Value(text: nil) }
    let text: String? =
      switch field {
      case .type: self.type.name
      case .title: self.title
      case .at: self.time.written
      case .calories: self.calories.map(String.init)
      case .duration: self.durationSeconds.map(String.init)
      case .distance: self.distanceMetres.map(String.init)
      case .location: self.location
      case .notes: self.notes
      case .photo: self.photo?.digest.hexadecimal
      case .discarded: String(self.isDiscarded)
      }
    return CheckInRegisters.Value(text: text)
  }
}
