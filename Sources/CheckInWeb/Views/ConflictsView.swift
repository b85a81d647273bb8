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
    /// The address of the page that shows what the field belongs to.
    var href: String
    /// The ID of the check-in as people name it: `17`, `phone/17`; `nil` for a workout, whose title names it.
    var shownNumber: String?
    var title: String
    var label: String
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
      let title = shown(field.title)
      return Conflict(
        id: field.id, href: field.conflict.subject.href, shownNumber: field.checkIn?.shownNumber, title: title,
        label: field.label, seen: field.seen,
        choices: field.choices.map { Choice($0, of: field, title: title, words) },
        isOfDiscarded: field.checkIn?.isDiscarded ?? false)
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
    if field.conflict.checkInField == .photo, let digest = choice.candidate.value {
      thumbnail = "/thumbnails/\(digest)"
    }
    detail = [choice.candidate.device, choice.recorded].compactMap { $0 }.joined(separator: " · ")
    isShown = choice.isShown
    reference = choice.candidate.reference
    button = words(
      "Choose {value} of {device} as {field} of {title}",
      ["value": value, "device": choice.candidate.device, "field": field.label, "title": title])
  }
}

extension MergeConflict.Subject {
  /// Returns `true` for a session and its sets.
  func isOfSession(_ number: Int) -> Bool {
    switch self {
    case .session(number): true
    case .set(let reference): reference.session == number
    default: false
    }
  }

  /// The address of the page that shows the subject.
  fileprivate var href: String {
    switch self {
    case .checkIn(let number): "/check-ins/\(number)"
    case .exercise(let number): "/exercises/\(number)"
    case .plan(let number): "/plans/\(number)"
    case .session(let number): "/sessions/\(number)"
    case .set(let reference): "/sessions/\(reference.session)"
    case .activePlan, .reminder: "/workouts"
    case .goal: "/goals"
    case .dayMark(let day): "/days/\(day)"
    }
  }
}
