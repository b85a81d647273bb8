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
  /// Where the workout can be linked to a check-in.
  var canLink: Bool
  var candidates: [Candidate]
  var hasCandidates: Bool
  var addHref: String

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
          setText: figures.short(set.entry),
          setWords: words(
            "Edit set {number}: {set}", ["number": set.shownNumber, "set": figures.description(set.entry)]),
          setNote: set.entry.note.isEmpty ? nil : shown(set.entry.note)))
    }
    hasSets = !groups.isEmpty
    canLink = session.checkIn == nil && !session.isDiscarded && session.state == .completed
    candidates = []
    if canLink {
      for checkIn in try journal.checkIns(from: session.day, to: session.day)
      where try journal.session(ofCheckIn: checkIn.number) == nil {
        candidates.append(
          Candidate(
            candidateNumber: checkIn.number,
            candidateText: localization.timeOfDay(of: checkIn.time)
              + " \(shown(checkIn.title)), \(localization.name(of: checkIn.type))"))
      }
    }
    hasCandidates = !candidates.isEmpty
    addHref = "/add?day=\(session.day)"
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
  /// What is there now, of the fields in which the input differs from it.
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
  func session(_ request: Request, _ context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    let query = try FormFields(queryOf: request)
    let view = try await access.run { journal -> SessionView? in
      var layout = layout("", .workouts, of: journal)
      let session = try journal.existingSession(number)
      guard session.state == .completed || session.isDiscarded else { return nil }
      layout.title = shown(session.title)
      layout.notice = notice(query, journal, back: "/sessions/\(number)")
      return try SessionView(session, of: journal, figures: figures, layout: layout)
    }
    // An undo can open a workout again.
    guard let view else {
      let undone = query["notice"].flatMap { Self.undone.contains($0) ? $0 : nil }
      return Self.redirect("/session" + (undone.map { "?notice=\($0)" } ?? ""))
    }
    return html("workout", view)
  }

  // MARK: Title, note, times

  func editSessionForm(_ context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    let session = try await access.run { try $0.existingSession(number) }
    guard !session.isDiscarded else { return Self.redirect("/sessions/\(number)") }
    return html("workout-form", try await sessionForm(session))
  }

  private func sessionForm(_ session: WorkoutSession) async throws -> SessionFormView {
    try await access.run(isFresh: false) { journal in
      SessionFormView(
        layout: layout(words("Edit the workout"), .workouts, of: journal, isLive: false), number: session.number,
        expect: session.editVersion.description, title: session.title, note: session.note,
        start: CheckInForm.text(of: session.start),
        end: session.endMilliseconds.map { Self.clockText($0, of: session) }, hasTimes: session.start.isTimeOfDayKnown,
        cancel: Self.path(of: session))
    }
  }

  func editSession(_ request: Request, _ context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    let fields = try await form(request)
    guard let expected = fields["expect"].flatMap(WorkoutVersion.init) else {
      throw HTTPError(.badRequest, message: "The form is not one of ours.")
    }
    let session = try await access.run { try $0.existingSession(number) }
    do {
      let edit = try await access.run { journal in
        let changes = try Self.changes(fields, to: session)
        return try journal.editSession(number, changes, expecting: expected)
      }
      return Self.redirect(
        Self.path(of: edit.session), notice: "changed", after: edit.isChanged ? edit.session.sequence : nil)
    } catch let error as JournalError {
      var view = try await sessionForm(session)
      let theirs = view
      // After a conflict the next attempt overwrites what is there now, since it was shown.
      if error.code != .conflict { view.expect = expected.description }
      view.title = fields["title"] ?? ""
      view.note = (fields["note"] ?? "").replacing("\r\n", with: "\n")
      view.start = fields["start"] ?? view.start
      view.end = view.end == nil ? nil : fields["end"] ?? view.end
      view.hasProblems = true
      view.problems = error.messages
      if error.code == .conflict {
        view.problems = [
          words(
            "Changed meanwhile to {workout}, so nothing was saved. Save again to keep your input.",
            ["workout": "\(shown(session.title)), \(figures.sets(session.sets.count))"])
        ]
        view.problems += view.differences(from: theirs, words)
      }
      return html("workout-form", view, status: error.httpStatus)
    }
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

  func discardSession(_ request: Request, _ context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    _ = try await form(request)
    let sequence = try await access.run { journal in
      let linked = try journal.existingSession(number).checkIn
      let session = try journal.discardSession(number)
      return max(session.sequence, try linked.map { try journal.existingCheckIn($0).sequence } ?? 0)
    }
    return Self.redirect("/sessions/\(number)", notice: "discarded", after: sequence)
  }

  func restoreSession(_ request: Request, _ context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    _ = try await form(request)
    let session = try await access.run { try $0.restoreSession(number) }
    return Self.redirect(Self.path(of: session), notice: "restored", after: session.sequence)
  }

  func linkSession(_ request: Request, _ context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    let fields = try await form(request)
    guard let checkIn = fields["check-in"].flatMap(Int.init), checkIn > 0 else {
      throw HTTPError(.badRequest, message: "The form is not one of ours.")
    }
    let event = try await access.run { try $0.link(session: number, toCheckIn: checkIn) }
    return Self.redirect("/sessions/\(number)", notice: "linked", after: event)
  }

  func unlinkSession(_ request: Request, _ context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    _ = try await form(request)
    let event = try await access.run { journal -> UInt64? in
      guard let checkIn = try journal.existingSession(number).checkIn else { return nil }
      try journal.unlink(checkIn: checkIn)
      return try journal.existingCheckIn(checkIn).sequence
    }
    return Self.redirect("/sessions/\(number)", notice: "unlinked", after: event)
  }

  // MARK: Sets

  private static func setNumber(_ context: WebContext) throws -> Int {
    guard let number = context.parameters.get("set").flatMap(Int.init), number > 0 else { throw notFound }
    return number
  }

  /// The form of a set as it is; `nil` for one that cannot be changed, since its session is discarded.
  ///
  /// - Throws: 404 where there is no such set.
  private func setEdit(_ number: Int, _ set: Int, isFresh: Bool = true) async throws -> SetEditView? {
    try await access.run(isFresh: isFresh) { journal in
      let session = try journal.existingSession(number)
      if session.isDiscarded { return nil }
      guard let stored = session.sets.first(where: { $0.number == set }) else {
        throw HTTPError(.notFound, message: words("This set is not there, or was removed."))
      }
      let exercise = try journal.existingExercise(stored.exercise)
      let title = words("Edit set {number}", ["number": stored.shownNumber])
      return SetEditView(
        layout: layout(title, .workouts, of: journal, isLive: false),
        session: number, setNumber: set, number: stored.shownNumber,
        expect: stored.editVersion.description, exercise: shown(exercise.name),
        cancel: Self.path(of: session, afterSet: set),
        form: SetFormView(
          ExerciseSetForm(stored.entry, figures: figures), of: exercise, prefix: "set", localization: localization))
    }
  }

  func setForm(_ context: WebContext) async throws -> Response {
    let (number, set) = (try Self.number(context), try Self.setNumber(context))
    guard let view = try await setEdit(number, set) else { return Self.redirect("/sessions/\(number)") }
    return html("set", view)
  }

  func editSet(_ request: Request, _ context: WebContext) async throws -> Response {
    let (number, set) = (try Self.number(context), try Self.setNumber(context))
    let fields = try await form(request)
    guard let expected = fields["expect"].flatMap(WorkoutVersion.init) else {
      throw HTTPError(.badRequest, message: "The form is not one of ours.")
    }
    let form = ExerciseSetForm(fields, unit: access.unit)
    let read = form.entry()
    let (entry, messages) = (read.entry, read.messages)
    var failure: JournalError?
    if messages.isEmpty {
      do {
        let edit = try await access.run {
          try $0.editSet(set, ofSession: number, to: entry, expecting: expected)
        }
        return Self.redirect(
          Self.path(of: edit.session, afterSet: set), notice: "changed",
          after: edit.isChanged ? edit.session.sequence : nil)
      } catch let error as JournalError {
        failure = error
      }
    }
    guard var view = try await setEdit(number, set, isFresh: false) else { return Self.redirect("/sessions/\(number)") }
    let isConflict = failure?.code == .conflict
    let (exercise, theirs) = try await access.run(isFresh: false) { journal in
      let stored = try journal.existingSession(number).sets.first { $0.number == set }
      return (try journal.existingExercise(stored?.exercise ?? 0), stored.map { figures.description($0.entry) })
    }
    view.form = SetFormView(form, of: exercise, prefix: "set", messages: messages, localization: localization)
    if isConflict {
      view.theirs = theirs
    } else {
      view.expect = expected.description
      view.problems = messages.map { words($0.text) } + (failure?.messages ?? [])
      view.hasProblems = true
    }
    return html("set", view, status: failure?.httpStatus ?? .unprocessableContent)
  }

  func removeSet(_ request: Request, _ context: WebContext) async throws -> Response {
    let (number, set) = (try Self.number(context), try Self.setNumber(context))
    _ = try await form(request)
    let (path, sequence) = try await access.run { journal in
      let path = Self.path(of: try journal.existingSession(number), afterSet: set)
      return (path, try journal.removeSet(set, ofSession: number).sequence)
    }
    return Self.redirect(path, notice: "removed", after: sequence)
  }
}
