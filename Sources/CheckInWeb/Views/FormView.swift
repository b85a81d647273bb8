import CheckInJournal
import CheckInLanguage
import CheckInViewModels

/// The form of a new or an existing check-in.
struct FormView {
  struct TypeChoice {
    /// The value that the form submits.
    var name: String
    /// The label that the user sees.
    var label: String
    var slug: String
    var isChosen: Bool
  }

  /// A title that was used before, with its type.
  struct Suggestion {
    var title: String
    var type: String
    /// The form filled in with it, for browsers that run no script.
    var href: String
  }

  /// The input of an optional number.
  struct Quantity {
    var name: String
    var label: String
    var value: String
    /// `true` if only digits are entered.
    var isNumeric: Bool
    /// Examples of what can be entered.
    var placeholder: String?
    var problem: String?
  }

  struct Problem {
    /// The part of the form that it belongs to.
    var target: String
    var text: String
  }

  /// A field that two people changed.
  struct Versions {
    var label: String
    var before: String
    var theirs: String
    var mine: String
  }

  var layout: PageLayout
  var action: String
  /// The name under which the browser keeps unsaved input.
  var draft: String
  /// The identity of a new check-in, so that sending the form twice creates only one.
  var id: String?
  /// The version that an edit is based on.
  var expect: String?
  /// The day that was asked for, which a draft does not change.
  var day: String?
  var types: [TypeChoice]
  var suggestions: [Suggestion] = []
  var hasSuggestions = false
  var title: String
  var time: String
  /// The latest time that can be chosen.
  var latest: String
  var zone: String
  /// The zone that the time is read in, for the form to send back; empty if it has no name.
  var zoneName: String
  var quantities: [Quantity]
  var location: String
  var notes: String
  /// `true` if the optional fields are expanded.
  var isMoreOpen: Bool
  /// The names of the optional fields, or the location if only that is filled in.
  var more: String
  /// The address of the existing or chosen photo.
  var preview: String?
  var pending: String?
  var canRemove = false
  /// `true` if the existing photo will be removed.
  var isPhotoRemoved = false
  /// `true` if the check-in was discarded since the form was opened.
  var isDiscarded = false
  var save: String
  var cancel: String

  var hasProblems = false
  var problems: [Problem] = []
  var typeProblem: String?
  var titleProblem: String?
  var timeProblem: String?
  var locationProblem: String?
  var notesProblem: String?
  var photoProblem: String?
  var hasConflict = false
  var conflict: [Versions] = []
  /// The fields that only others changed.
  var taken: String?

  init(
    _ form: CheckInForm, layout: PageLayout, action: String, draft: String, save: String, cancel: String,
    now: CheckInTime, localization: Localization
  ) {
    self.layout = layout
    self.action = action
    self.draft = draft
    self.save = save
    self.cancel = cancel
    types = ExerciseType.selectable.map { type in
      TypeChoice(
        name: type.name, label: localization.name(of: type), slug: type.slug,
        isChosen: ExerciseType(name: form.type) == type)
    }
    title = form.title
    time = form.time
    latest = CheckInForm.text(of: now)
    zone = now.timeZone ?? "UTC\(now.offset)"
    zoneName = now.timeZone ?? ""
    let words = localization.words
    quantities = CheckInQuantity.allCases.map { quantity in
      Quantity(
        name: quantity.rawValue, label: words(quantity.formLabel), value: form[.quantity(quantity)],
        isNumeric: quantity.row.unit == .kilocalories, placeholder: Self.placeholder(quantity.row.unit))
    }
    location = form.location
    notes = form.notes
    isMoreOpen = CheckInField.optional.contains { $0 != .location && !form[$0].isEmpty }
    more =
      form.location.isEmpty || isMoreOpen
      ? words("Calories, duration, distance, location, notes") : shown(form.location)
  }

  private static func placeholder(_ unit: CheckInQuantity.Unit) -> String? {
    switch unit {
    case .kilocalories: nil
    case .seconds: "45m, 1:30:00"
    case .metres: "5km, 3.1mi"
    }
  }

  /// Offers titles that were used before.
  mutating func suggest(_ titles: [RecentTitle], day: CivilDay?) {
    suggestions = titles.map { recent in
      Suggestion(
        title: shown(recent.checkIn.title), type: recent.checkIn.type.name,
        href: "/add?again=\(recent.checkIn.number)" + (day.map { "&day=\($0)" } ?? ""))
    }
    hasSuggestions = !suggestions.isEmpty
  }

  /// Shows what is wrong: all of it above the form, and each beside its field.
  ///
  /// - Parameter failure: an error that has nothing to do with what was entered.
  mutating func show(_ messages: [CheckInForm.Problem], failure: JournalError?, in words: Words) {
    problems = messages.map { Problem(target: $0.field.inputName, text: words($0.message)) }
    problems += (failure?.messages ?? []).map { Problem(target: "form", text: words($0)) }
    hasProblems = !problems.isEmpty
    func text(_ field: CheckInField) -> String? {
      let texts = messages.filter { $0.field == field }.map { words($0.message) }
      return texts.isEmpty ? nil : texts.joined(separator: ". ")
    }
    typeProblem = text(.type)
    titleProblem = text(.title)
    timeProblem = text(.at)
    for (index, quantity) in CheckInQuantity.allCases.enumerated() {
      quantities[index].problem = text(.quantity(quantity))
    }
    locationProblem = text(.location)
    notesProblem = text(.notes)
    photoProblem = text(.photo)
    if messages.contains(where: { CheckInField.optional.contains($0.field) }) { isMoreOpen = true }
  }

  /// Shows the present values beside the entered ones, for the fields that both sides changed.
  mutating func show(
    _ edit: CheckInEdit.Conflict, removesPhoto: Bool, unit: DistanceUnit, _ localization: Localization
  ) {
    let words = localization.words
    hasConflict = true
    isPhotoRemoved = removesPhoto
    let (mine, theirs) = (edit.sent, CheckInForm(edit.current.checkIn))
    let before = edit.base.map(CheckInForm.init)
    /// Returns each device's value of a field; `nil` if the field is not in conflict.
    func said(of field: CheckInField) -> String? {
      guard let conflict = edit.current.conflicts.first(where: { $0.checkInField == field }) else {
        return nil
      }
      return conflict.candidates
        .map { "\($0.device): \(shown(ConflictingField.text($0.value, of: conflict, unit, localization)))" }
        .joined(separator: "; ")
    }
    conflict = CheckInField.editable.filter(edit.merge.contested.contains).map { field in
      func value(_ form: CheckInForm?) -> String {
        guard let form, !form[field].isEmpty else { return "–" }
        return shown(field == .at ? form[field].replacing("T", with: " ") : form[field])
      }
      return Versions(
        label: words(field.label), before: value(before), theirs: said(of: field) ?? value(theirs), mine: value(mine))
    }
    if edit.isPhotoInConflict {
      let (known, present) = (edit.base?.photo, edit.current.checkIn.photo)
      conflict.append(
        Versions(
          label: words(CheckInField.photo.label), before: known == nil ? "–" : words("a photo"),
          theirs: said(of: .photo)
            ?? (present == nil ? "–" : (known == nil ? words("a photo") : words("another photo"))),
          mine: removesPhoto ? "–" : words("the photo below")))
    }
    let labels = edit.merge.taken.map { words($0.label) }
    taken = labels.isEmpty ? nil : labels.joined(separator: ", ").lowercased()
  }
}

/// A recent combination of type and title, which the user can check in again.
struct RecentTitle: Equatable {
  /// The newest check-in of this type and title.
  var checkIn: CheckIn
}

extension Journal {
  /// So many of the newest check-ins are looked at.
  private static let recentCount = 200

  /// The types and titles of the newest check-ins, each once, the newest first.
  func recentTitles(limit: Int) throws(JournalError) -> [RecentTitle] {
    var found: [RecentTitle] = []
    for checkIn in try checkIns(limit: Self.recentCount) where checkIn.type != .unknown {
      if found.count == limit { break }
      if found.contains(where: { $0.checkIn.type == checkIn.type && $0.checkIn.title == checkIn.title }) { continue }
      found.append(RecentTitle(checkIn: checkIn))
    }
    return found
  }
}
