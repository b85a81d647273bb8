package import CheckInJournal
package import CheckInLanguage

extension CheckInForm.Field {
  /// What people read beside it.
  package var label: Phrase {
    switch self {
    case .type: Phrase("Exercise type")
    case .title: Phrase("Title")
    case .time: Phrase("Date and time")
    case .calories: Phrase("Calories")
    case .duration: Phrase("Duration")
    case .distance: Phrase("Distance")
    case .location: Phrase("Location")
    case .notes: Phrase("Notes")
    case .photo: Phrase("Photo")
    }
  }

  /// The field of the form for what devices can say differently; `nil` for what is no field of it.
  package init?(_ field: MergeConflict.Field) { self.init(rawValue: field == .at ? "time" : field.rawValue) }
}
