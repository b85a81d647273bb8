import CheckInJournal
import CheckInLanguage
import CheckInViewModels

/// The page of conflicting edits from the group's devices, which the user resolves.
struct ConflictsView {
  struct Choice {
    var value: String
    /// The address of the thumbnail, if it is a photo.
    var thumbnail: String?
    /// `phone · yesterday 18:02`
    var detail: String
    var isShown: Bool
    var reference: String
    /// The accessibility label of the button.
    var button: String
  }

  struct Conflict {
    var id: String
    var number: Int
    /// As people name it: `17`, `phone/17`.
    var shownNumber: String
    var checkInTitle: String
    var label: String
    var field: String
    var seen: String
    var choices: [Choice]
    /// `true` if the check-in is discarded, so the user must restore it first.
    var isOfDiscarded: Bool
  }

  var layout: PageLayout
  var conflicts: [Conflict]
  var hasConflicts: Bool
  /// The number of conflicts that are not shown, as readable text; `nil` for none.
  var more: String?
  /// `true` if the conflict of a submitted form has changed since.
  var isStale = false
  var problems: [String] = []
  var hasProblems = false

  init(_ fields: [ConflictingField], count: Int, in localization: Localization, layout: PageLayout) {
    let words = localization.words
    self.layout = layout
    conflicts = fields.map { field in
      let title = shown(field.checkIn.title)
      return Conflict(
        id: field.id, number: field.conflict.checkIn, shownNumber: field.checkIn.shownNumber, checkInTitle: title,
        label: field.label, field: field.conflict.field.rawValue, seen: field.seen,
        choices: field.choices.map { Choice($0, of: field, title: title, words) },
        isOfDiscarded: field.checkIn.isDiscarded)
    }
    hasConflicts = !conflicts.isEmpty
    if count > fields.count {
      more = words.count(count - fields.count, "{n} more comes after these.", "{n} more come after these.")
    }
  }
}

extension ConflictsView.Choice {
  init(_ choice: ConflictingField.Choice, of field: ConflictingField, title: String, _ words: Words) {
    value = shown(choice.text)
    if field.conflict.field == .photo, let digest = choice.candidate.value { thumbnail = "/thumbnails/\(digest)" }
    detail = [choice.candidate.device, choice.recorded].compactMap { $0 }.joined(separator: " · ")
    isShown = choice.isShown
    reference = choice.candidate.reference
    button = words(
      "Choose {value} of {device} as {field} of {title}",
      ["value": value, "device": choice.candidate.device, "field": field.label, "title": title])
  }
}
