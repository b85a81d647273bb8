import CheckInJournal
import CheckInViewModels

/// The form of a check-in, new or there already.
struct FormView {
  struct TypeChoice {
    var name: String
    var slug: String
    var isChosen: Bool
  }

  struct Problem {
    /// The part of the form that it belongs to.
    var target: String
    var text: String
  }

  /// A field in two versions.
  struct Versions {
    var label: String
    var theirs: String
    var mine: String
    var differs: Bool
  }

  var shell: Shell
  var action: String
  /// What the browser keeps unsaved input under.
  var draft: String
  /// The identity of a new check-in, so that sending the form twice makes one.
  var id: String?
  /// The event that an edit is based on.
  var expect: UInt64?
  /// The time that an edit began with.
  var shownTime: String?
  var types: [TypeChoice]
  var title: String
  var time: String
  /// The latest time that may be chosen.
  var latest: String
  var zone: String
  var calories: String
  var location: String
  var notes: String
  /// The address of the photo that is there or was chosen.
  var preview: String?
  var pending: String?
  var canRemove = false
  var save: String
  var cancel: String

  var hasProblems = false
  var problems: [Problem] = []
  var typeProblem: String?
  var titleProblem: String?
  var timeProblem: String?
  var caloriesProblem: String?
  var locationProblem: String?
  var notesProblem: String?
  var photoProblem: String?
  var hasConflict = false
  var conflict: [Versions] = []

  init(_ form: CheckInForm, shell: Shell, action: String, draft: String, save: String, cancel: String, now: CheckInTime)
  {
    self.shell = shell
    self.action = action
    self.draft = draft
    self.save = save
    self.cancel = cancel
    types = ExerciseType.selectable.map { type in
      TypeChoice(name: type.name, slug: type.slug, isChosen: ExerciseType(name: form.type) == type)
    }
    title = form.title
    time = form.time
    latest = CheckInForm.text(of: now)
    zone = (now.timeZone.map { "Local time in \($0)" } ?? "Local time, UTC\(now.offset)")
    calories = form.calories
    location = form.location
    notes = form.notes
  }

  /// Shows what is wrong: all of it above the form, and each beside its field.
  mutating func show(_ messages: [CheckInForm.Message]) {
    hasProblems = !messages.isEmpty
    problems = messages.map { Problem(target: $0.field.rawValue, text: $0.text) }
    func text(_ field: CheckInForm.Field) -> String? {
      let texts = messages.filter { $0.field == field }.map(\.text)
      return texts.isEmpty ? nil : texts.joined(separator: ". ")
    }
    typeProblem = text(.type)
    titleProblem = text(.title)
    timeProblem = text(.time)
    caloriesProblem = text(.calories)
    locationProblem = text(.location)
    notesProblem = text(.notes)
    photoProblem = text(.photo)
  }

  /// Shows what is there now beside what was entered.
  mutating func show(_ mine: CheckInForm, against current: CheckIn) {
    let theirs = CheckInForm(current)
    hasConflict = true
    expect = current.sequence
    let pairs: [(String, String, String)] = [
      ("Exercise", theirs.type, mine.type), ("Title", theirs.title, mine.title),
      ("Date and time", theirs.time.replacing("T", with: " "), mine.time.replacing("T", with: " ")),
      ("Calories", theirs.calories, mine.calories), ("Location", theirs.location, mine.location),
      ("Notes", theirs.notes, mine.notes),
    ]
    conflict = pairs.map { label, theirs, mine in
      Versions(
        label: label, theirs: theirs.isEmpty ? "–" : shown(theirs), mine: mine.isEmpty ? "–" : shown(mine),
        differs: theirs != mine)
    }
  }
}
