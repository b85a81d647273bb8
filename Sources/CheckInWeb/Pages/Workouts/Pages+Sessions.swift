import CheckInInterchange
import CheckInJournal
import CheckInLanguage
import CheckInViewModels
import HTTPTypes
import Hummingbird

/// A workout that is not open any more.
struct SessionView {
  struct Group {
    var groupName: String
    var groupHref: String
    var sets: [Set]
  }

  struct Set {
    var setHref: String
    var setLabel: String
    var setText: String
    var setWords: String
    var setNote: String?
  }

  /// A check-in of the same day, which could name the workout.
  struct Candidate {
    var candidateNumber: Int
    var candidateText: String
  }

  var layout: PageLayout
  var number: Int
  var title: String
  var when: String
  var dayHref: String
  var figures: [LastWorkoutView.Figure]
  var note: String?
  var planName: String?
  var planHref: String?
  var checkInHref: String?
  var checkInText: String?
  var checkInNumber: Int?
  var isDiscarded: Bool
  var isOpen: Bool
  var hasSets: Bool
  var groups: [Group]
  /// `true` if the workout can be linked to a check-in.
  var canLink: Bool
  var candidates: [Candidate]
  var hasCandidates: Bool

  init(
    _ session: WorkoutSession, of journal: Journal, figures: WorkoutFigures, layout: PageLayout
  ) throws(JournalError) {
    self.layout = layout
    let (localization, words) = (figures.localization, figures.localization.words)
    number = session.number
    title = shown(session.title)
    var when = localization.title(of: session.day)
    if session.start.isTimeOfDayKnown {
      let end = session.endMilliseconds.map { LocalTimeZone(of: session.start).time(atInstant: $0) }
      when += ", " + ([session.start] + (end.map { [$0] } ?? [])).map(localization.clock).joined(separator: "–")
    }
    self.when = when
    dayHref = "/days/\(session.day)"
    let totals = try journal.totals(of: session)
    self.figures = []
    if let seconds = session.durationSeconds {
      self.figures.append(LastWorkoutView.Figure(value: figures.minutes(seconds), label: words("Duration")))
    }
    if !totals.volume.isZero {
      self.figures.append(
        LastWorkoutView.Figure(value: figures.sum(kilograms: totals.volume.kilograms), label: words("Volume")))
    }
    self.figures.append(LastWorkoutView.Figure(value: localization.number(totals.sets), label: words("Sets")))
    note = session.note.isEmpty ? nil : shown(session.note)
    if let reference = session.plan {
      planName = try journal.plan(reference).map { shown($0.name) }
      planHref = "/plans/\(reference.number)"
    }
    if let number = session.checkIn {
      let checkIn = try journal.existingCheckIn(number)
      checkInNumber = number
      checkInHref = "/check-ins/\(number)"
      checkInText = "\(shown(checkIn.title)), \(localization.name(of: checkIn.type))"
    }
    isDiscarded = session.isDiscarded
    isOpen = session.state == .open
    let names = try WorkoutNames(journal)
    groups = []
    var exercise: Int?
    var normal = 0
    for set in session.sets {
      if set.exercise != exercise {
        groups.append(
          Group(groupName: shown(names.exercise(set.exercise)), groupHref: "/exercises/\(set.exercise)", sets: []))
        (exercise, normal) = (set.exercise, 0)
      }
      if set.entry.kind != .warmUp { normal += 1 }
      groups[groups.count - 1].sets.append(
        Set(
          setHref: "/sessions/\(session.number)/sets/\(set.number)",
          setLabel: set.entry.kind.letter(words) ?? String(normal),
          setText: figures.short(set.entry, isRecorded: true),
          setWords: words(
            "Edit set {number}: {set}",
            ["number": set.shownNumber, "set": figures.description(set.entry, isRecorded: true)]),
          setNote: set.entry.note.isEmpty ? nil : shown(set.entry.note)))
    }
    hasSets = !groups.isEmpty
    canLink = session.checkIn == nil && !session.isDiscarded && session.state == .completed
    candidates = []
    if canLink {
      for checkIn in try journal.checkIns(from: session.day, to: session.day)
      where try journal.session(ofCheckIn: checkIn.number) == nil {
        candidates.append(
          Candidate(candidateNumber: checkIn.number, candidateText: Self.text(of: checkIn, localization)))
      }
    }
    hasCandidates = !candidates.isEmpty
  }

  /// The time of day, the title and the type of a check-in.
  static func text(of checkIn: CheckIn, _ localization: Localization) -> String {
    localization.timeOfDay(of: checkIn.time) + " \(shown(checkIn.title)), \(localization.name(of: checkIn.type))"
  }
}

/// The form with a workout's title, note and times.
struct SessionFormView {
  var layout: PageLayout
  var number: Int
  var expect: String
  var title: String
  var note: String
  var start: String
  /// `nil` while it is open.
  var end: String?
  var hasTimes: Bool
  var cancel: String
  var hasProblems = false
  var problems: [String] = []
}

extension SessionFormView {
  /// Returns the current value of each field that differs from the input, with the field's label.
  fileprivate func differences(from present: SessionFormView, _ words: Words) -> [String] {
    func time(_ text: String) -> String { text.replacing("T", with: " ") }
    let fields: [(label: String, input: String, present: String)] = [
      (words("Title"), title, present.title), (words("Beginning"), time(start), time(present.start)),
      (words("End"), time(end ?? ""), time(present.end ?? "")), (words("Note"), note, present.note),
    ]
    return fields.filter { $0.input != $0.present }
      .map { "\($0.label): \($0.present.isEmpty ? "–" : shown($0.present))" }
  }
}

/// The form of a set that is there.
struct SetEditView {
  var layout: PageLayout
  var session: Int
  /// By which the journal knows it.
  var setNumber: Int
  /// As people name it: `2`, `phone/2`.
  var number: String
  var expect: String
  var exercise: String
  var cancel: String
  var form: SetFormView
  var hasProblems = false
  var problems: [String] = []
  /// The set as others have left it.
  var theirs: String?
}

extension Pages {
  func session(_ request: Request, in context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    let query = try FormFields(queryOf: request)
    let view = try await access.run { journal -> SessionView? in
      var layout = layout("", section: .workouts, of: journal)
      let session = try journal.existingSession(number)
      guard session.state == .completed || session.isDiscarded else { return nil }
      layout.title = shown(session.title)
      layout.notice = notice(for: query, in: journal, back: "/sessions/\(number)")
      layout.showConflicts(of: journal, words) { $0.isOfSession(number) }
      return try SessionView(session, of: journal, figures: figures, layout: layout)
    }
    // An undo can open a workout again.
    guard let view else {
      let undone = query["notice"].flatMap { Self.undone.contains($0) ? $0 : nil }
      return Self.redirect("/session" + (undone.map { "?notice=\($0)" } ?? ""))
    }
    return html("workout", with: view)
  }

  // MARK: Title, note, times

  func editSessionForm(_ context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    let session = try await access.run { try $0.existingSession(number) }
    guard !session.isDiscarded else { return Self.redirect("/sessions/\(number)") }
    return html("workout-form", with: try await sessionForm(session))
  }

  private func sessionForm(_ session: WorkoutSession) async throws -> SessionFormView {
    try await access.run(isFresh: false) { journal in
      SessionFormView(
        layout: layout(words("Edit the workout"), section: .workouts, of: journal, isLive: false),
        number: session.number,
        expect: session.editVersion.description, title: session.title, note: session.note,
        start: CheckInForm.text(of: session.start),
        end: session.endMilliseconds.map { Self.clockText($0, of: session) }, hasTimes: session.start.isTimeOfDayKnown,
        cancel: Self.path(of: session))
    }
  }

  func editSession(_ form: SentForm, in journal: Journal) throws -> Redirection {
    let expected = try form.required("expect", as: WorkoutVersion.init)
    let changes = try Self.changes(form.fields, to: try journal.existingSession(form.number))
    let edit = try journal.editSession(form.number, with: changes, expecting: expected)
    return Redirection(
      Self.path(of: edit.session), notice: "changed", after: edit.isChanged ? edit.session.sequence : nil)
  }

  /// The form as it was sent, with an error.
  func editSessionForm(_ form: SentForm, error: JournalError) async throws -> Response {
    let session = try await access.run(isFresh: false) { try $0.existingSession(form.number) }
    var view = try await sessionForm(session)
    let theirs = view
    // After a conflict the next attempt overwrites what is there now, since it was shown.
    if error.code != .conflict { view.expect = form["expect"] ?? view.expect }
    view.title = form["title"] ?? ""
    view.note = (form["note"] ?? "").replacing("\r\n", with: "\n")
    view.start = form["start"] ?? view.start
    view.end = view.end == nil ? nil : form["end"] ?? view.end
    view.hasProblems = true
    view.problems = error.messages.map { words($0) }
    if error.code == .conflict {
      view.problems = [
        words(
          "Changed meanwhile to {workout}, so nothing was saved. Save again to keep your input.",
          ["workout": "\(shown(session.title)), \(figures.sets(session.sets.count))"])
      ]
      view.problems += view.differences(from: theirs, words)
    }
    return html("workout-form", with: view, status: error.httpStatus)
  }

  /// Times that are still as they were shown keep their seconds.
  private static func changes(
    _ fields: FormFields, to session: WorkoutSession
  ) throws(JournalError) -> SessionChanges {
    let note = (fields["note"] ?? "").split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var changes = SessionChanges(title: fields["title"] ?? "", note: note.joined(separator: "\n"))
    let zone = LocalTimeZone(of: session.start)
    func time(_ text: String) throws(JournalError) -> CheckInTime {
      guard let written = WrittenTime(text) else { throw JournalError(.invalidValue, CheckInForm.timeNotUnderstood) }
      return zone.resolve(written).time
    }
    guard session.start.isTimeOfDayKnown else { return changes }
    if let start = fields["start"], start != CheckInForm.text(of: session.start) {
      changes.start = try time(start)
    }
    if let end = fields["end"], let present = session.endMilliseconds, end != clockText(present, of: session) {
      changes.endMilliseconds = .set(try time(end).instantMilliseconds)
    }
    return changes
  }

  /// The page of a session: the open one has its own.
  static func path(of session: WorkoutSession) -> String {
    isOpen(session) ? "/session" : "/sessions/\(session.number)"
  }

  /// The page of a session, with the exercise of a set at hand.
  private static func path(of session: WorkoutSession, afterSet number: Int) -> String {
    let exercise = session.sets.first { $0.number == number }?.exercise
    return path(of: session) + (isOpen(session) ? exercise.map { "?exercise=\($0)" } ?? "" : "")
  }

  static func isOpen(_ session: WorkoutSession) -> Bool { session.state == .open && !session.isDiscarded }

  // MARK: Discarding, links

  static func discardSession(_ form: SentForm, in journal: Journal) throws -> Redirection {
    let linked = try journal.existingSession(form.number).checkIn
    let session = try journal.discardSession(form.number)
    let sequence = max(session.sequence, try linked.map { try journal.existingCheckIn($0).sequence } ?? 0)
    return Redirection("/sessions/\(form.number)", notice: "discarded", after: sequence)
  }

  func checkIn(ofSession form: SentForm, in journal: Journal) throws -> Redirection {
    let completion = try journal.linkCheckIn(.linkedOrAdded(type: access.sessionType), toSession: form.number)
    return Redirection(
      "/sessions/\(form.number)", notice: completion.link == .added ? "added" : "linked",
      after: completion.link == .unchanged ? nil : completion.sequence)
  }

  static func unlinkSession(_ form: SentForm, in journal: Journal) throws -> Redirection {
    var sequence: UInt64?
    if let checkIn = try journal.existingSession(form.number).checkIn {
      try journal.unlink(checkIn: checkIn)
      sequence = try journal.existingCheckIn(checkIn).sequence
    }
    return Redirection("/sessions/\(form.number)", notice: "unlinked", after: sequence)
  }

  // MARK: Sets

  /// The form of a set as it is; `nil` for one that cannot be changed, since its session is discarded.
  ///
  /// - Throws: 404 where there is no such set.
  private func setEdit(session number: Int, set: Int, isFresh: Bool = true) async throws -> SetEditView? {
    try await access.run(isFresh: isFresh) { journal in
      let session = try journal.existingSession(number)
      if session.isDiscarded { return nil }
      guard let stored = session.sets.first(where: { $0.number == set }) else {
        throw HTTPError(.notFound, message: words("This set is not there, or was removed."))
      }
      let exercise = try journal.existingExercise(stored.exercise)
      let title = words("Edit set {number}", ["number": stored.shownNumber])
      return SetEditView(
        layout: layout(title, section: .workouts, of: journal, isLive: false),
        session: number, setNumber: set, number: stored.shownNumber,
        expect: stored.editVersion.description, exercise: shown(exercise.name),
        cancel: Self.path(of: session, afterSet: set),
        form: SetFormView(
          ExerciseSetForm(stored.entry, figures: figures), of: exercise, prefix: "set", localization: localization))
    }
  }

  func setForm(_ context: WebContext) async throws -> Response {
    let (number, set) = (try Self.number(context), try Self.number(context, named: "set"))
    guard let view = try await setEdit(session: number, set: set) else { return Self.redirect("/sessions/\(number)") }
    return html("set", with: view)
  }

  func editSet(_ form: SentForm, in journal: Journal) throws -> Redirection {
    let expected = try form.required("expect", as: WorkoutVersion.init)
    let read = ExerciseSetForm(form.fields, unit: access.unit).entry()
    guard read.messages.isEmpty else {
      throw JournalError(.invalidValue, read.messages[0].message, messages: read.messages.map(\.message))
    }
    let edit = try journal.editSet(form.set, ofSession: form.number, to: read.entry, expecting: expected)
    return Redirection(
      Self.path(of: edit.session, afterSet: form.set), notice: "changed",
      after: edit.isChanged ? edit.session.sequence : nil)
  }

  /// The form as it was sent, with an error.
  func setForm(_ form: SentForm, error: JournalError) async throws -> Response {
    let (number, set) = (form.number, form.set)
    guard var view = try await setEdit(session: number, set: set, isFresh: false) else {
      return Self.redirect("/sessions/\(number)")
    }
    let (exercise, theirs) = try await access.run(isFresh: false) { journal in
      let stored = try journal.existingSession(number).sets.first { $0.number == set }
      return (
        try journal.existingExercise(stored?.exercise ?? 0),
        stored.map { figures.description($0.entry, isRecorded: true) }
      )
    }
    let input = ExerciseSetForm(form.fields, unit: access.unit)
    let messages = input.entry().messages
    view.form = SetFormView(input, of: exercise, prefix: "set", messages: messages, localization: localization)
    if error.code == .conflict {
      view.theirs = theirs
    } else {
      view.expect = form["expect"] ?? view.expect
      view.problems = (messages.isEmpty ? error.messages : messages.map(\.message)).map { words($0) }
      view.hasProblems = true
    }
    return html("set", with: view, status: error.httpStatus)
  }

  static func removeSet(_ form: SentForm, in journal: Journal) throws -> Redirection {
    let path = path(of: try journal.existingSession(form.number), afterSet: form.set)
    let session = try journal.removeSet(form.set, ofSession: form.number)
    return Redirection(path, notice: "removed", after: session.sequence)
  }
}
