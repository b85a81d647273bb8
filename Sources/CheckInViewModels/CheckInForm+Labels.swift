package import CheckInJournal
package import CheckInLanguage

extension CheckInField {
  /// The label of the field in a form.
  package var label: Phrase {
    switch self {
    case .type: Phrase("Exercise type")
    case .title: Phrase("Title")
    case .at, .timeZone: Phrase("Date and time")
    case .quantity(let quantity): quantity.label
    case .location: Phrase("Location")
    case .notes: Phrase("Notes")
    case .photo: Phrase("Photo")
    case .discarded: Phrase("Discarded or kept")
    }
  }

  /// The name of the field's input in a form.
  package var inputName: String { self == .at ? "time" : rawValue }
}
