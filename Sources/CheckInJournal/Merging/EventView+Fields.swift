internal import EventLog

extension EventView {
  /// The fields of a check-in that the event writes.
  var writtenFields: [CheckInField] {
    switch kind {
    case .edited:
      let written = fields.present.union(fields.cleared)
      return CheckInField.editable.filter { written.contains(Presence($0)) }
    case .photoAttached, .photoCleared: return [.photo]
    default: return []
    }
  }

  /// The fields that the event changes: those that it writes, and ``CheckInField/discarded``.
  var saidFields: Set<CheckInField> {
    switch kind {
    case .created: Set(CheckInField.mergeable)
    // A link restores a check-in that another device has discarded without knowing of it.
    case .discarded, .restored, .workout: [.discarded]
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
    for quantity in CheckInQuantity.allCases where fields[quantity] == nil {
      change.fields.cleared.insert(Presence(quantity))
    }
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
  func value(of field: CheckInField) -> FieldRegisters.Value {
    guard let self else { return FieldRegisters.Value(text: nil) }
    let text: String? =
      switch field {
      case .type: self.type.name
      case .title: self.title
      case .at: self.time.written
      case .timeZone: self.time.timeZone
      case .quantity(let quantity): self.fields[quantity].map(String.init)
      case .location: self.location
      case .notes: self.notes
      case .photo: self.photo?.digest.hexadecimal
      case .discarded: String(self.isDiscarded)
      }
    return FieldRegisters.Value(text: text)
  }
}
