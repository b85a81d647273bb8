import CheckInJournal
import CheckInLanguage
import CheckInViewModels

/// The form of a new or an existing check-in.
struct FormView {
  struct TypeChoice {
    /// What the form sends.
    var name: String
    /// What people read.
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
  var calories: String
  var duration: String
  var distance: String
  var location: String
  var notes: String
  /// Whether the fields that few fill in are shown.
  var isMoreOpen: Bool
  /// What there is to fill in, or what is filled in.
  var more: String
  /// The address of the existing or chosen photo.
  var preview: String?
  var pending: String?
  var canRemove = false
  /// Whether the existing photo is to be removed.
  var isPhotoRemoved = false
  /// Whether the check-in was discarded since the form was opened.
  var isDiscarded = false
  var save: String
  var cancel: String

  var hasProblems = false
  var problems: [Problem] = []
  var typeProblem: String?
  var titleProblem: String?
  var timeProblem: String?
  var caloriesProblem: String?
  var durationProblem: String?
  var distanceProblem: String?
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
    calories = form.calories
    duration = form.duration
    distance = form.distance
    location = form.location
    notes = form.notes
    isMoreOpen = ![form.calories, form.duration, form.distance, form.notes].allSatisfy(\.isEmpty)
    let words = localization.words
    more =
      form.location.isEmpty || isMoreOpen
      ? words("Calories, duration, distance, location, notes") : shown(form.location)
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
  mutating func show(_ messages: [CheckInForm.Message], _ failure: JournalError?, _ words: Words) {
    problems = messages.map { Problem(target: $0.field.rawValue, text: words($0.text)) }
    problems += (failure?.messages ?? []).map { Problem(target: "form", text: words($0)) }
    hasProblems = !problems.isEmpty
    func text(_ field: CheckInForm.Field) -> String? {
      let texts = messages.filter { $0.field == field }.map { words($0.text) }
      return texts.isEmpty ? nil : texts.joined(separator: ". ")
    }
    typeProblem = text(.type)
    titleProblem = text(.title)
    timeProblem = text(.time)
    caloriesProblem = text(.calories)
    durationProblem = text(.duration)
    distanceProblem = text(.distance)
    locationProblem = text(.location)
    notesProblem = text(.notes)
    photoProblem = text(.photo)
    let hidden: Set<CheckInForm.Field> = [.calories, .duration, .distance, .location, .notes]
    if messages.contains(where: { hidden.contains($0.field) }) { isMoreOpen = true }
  }

  /// Shows the present values beside the entered ones, for the fields that both sides changed.
  mutating func show(
    _ contest: CheckInEdit.Contest, removesPhoto: Bool, unit: Weight.Unit, _ localization: Localization
  ) {
    let words = localization.words
    hasConflict = true
    isPhotoRemoved = removesPhoto
    let (mine, theirs) = (contest.sent, CheckInForm(contest.current.checkIn))
    let before = contest.base.map(CheckInForm.init)
    /// What each device says, where they differ.
    func said(of field: CheckInForm.Field) -> String? {
      guard let conflict = contest.current.conflicts.first(where: { CheckInForm.Field($0.field) == field }) else {
        return nil
      }
      return conflict.candidates
        .map { "\($0.device): \(shown(ContestedField.text($0.value, of: conflict.field, unit, localization)))" }
        .joined(separator: "; ")
    }
    conflict = CheckInForm.texts.filter { contest.merge.contested.contains($0.field) }.map { field, text in
      func value(_ form: CheckInForm?) -> String {
        guard let form, !form[keyPath: text].isEmpty else { return "–" }
        return shown(field == .time ? form[keyPath: text].replacing("T", with: " ") : form[keyPath: text])
      }
      return Versions(
        label: words(field.label), before: value(before), theirs: said(of: field) ?? value(theirs), mine: value(mine))
    }
    if contest.isPhotoContested {
      let (known, present) = (contest.base?.photo, contest.current.checkIn.photo)
      conflict.append(
        Versions(
          label: words(CheckInForm.Field.photo.label), before: known == nil ? "–" : words("a photo"),
          theirs: said(of: .photo)
            ?? (present == nil ? "–" : (known == nil ? words("a photo") : words("another photo"))),
          mine: removesPhoto ? "–" : words("the photo below")))
    }
    let labels = contest.merge.taken.map { words($0.label) }
    taken = labels.isEmpty ? nil : labels.joined(separator: ", ").lowercased()
  }
}
