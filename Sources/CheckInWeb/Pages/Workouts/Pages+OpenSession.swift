import CheckInJournal
import CheckInLanguage
import CheckInViewModels
import FoundationEssentials
import HTTPTypes
import Hummingbird

/// The page that is shown if no workout is open.
struct NoSessionView {
  var layout: PageLayout
  var start: WorkoutStartView
  /// The messages about a rejected form for a workout that is already over.
  var problems: [String]
  var hasProblems: Bool
}

extension Pages {
  /// A rejected form for the open workout.
  ///
  /// The page shows its messages, and the form as it was sent.
  private struct Refused {
    var status = HTTPResponse.Status.unprocessableContent
    var form: ExerciseSetForm?
    var messages: [ExerciseSetForm.Problem] = []
    var problems: [String] = []
    var notation: String?
    var formID: String?
  }

  func openSession(_ request: Request) async throws -> Response {
    let query = try FormFields(queryOf: request)
    return try await sessionPage(query["exercise"], name: query["name"], query: query)
  }

  /// - Parameters:
  ///   - number: the number of the exercise at hand, as it was sent.
  ///   - name: the name of one that may be new.
  private func sessionPage(
    _ number: String?, name: String?, query: FormFields? = nil, refused: Refused? = nil
  ) async throws -> Response {
    enum Shown: Sendable {
      case none(NoSessionView)
      case open(OpenSessionView)
    }
    let shown: Shown = try await access.run(isFresh: refused == nil) { [access] journal in
      var layout = layout(words("Workout"), section: .workouts, of: journal)
      let back = number.map { "/session?exercise=\($0)" } ?? "/session"
      layout.notice = query.flatMap { notice(for: $0, in: journal, back: back) }
      guard let session = try journal.openSession() else {
        let problems = refused?.problems ?? []
        return .none(
          NoSessionView(
            layout: layout, start: try workoutStart(journal), problems: problems, hasProblems: !problems.isEmpty))
      }
      layout.showConflicts(of: journal, words) { $0.isOfSession(session.number) }
      let (chosen, unknown) = try chosenExercise(number: number, name: name, in: journal)
      let open = try OpenSession(session, chosen: chosen, of: journal)
      // Others may have logged a set since.
      let after = query?["after"].flatMap(UInt64.init) ?? session.sets.last?.sequence
      if query?["notice"] == "logged", let chosen,
        let set = session.sets.first(where: { $0.sequence == after && $0.exercise == chosen.number })
      {
        layout.notice?.text = words(
          "Logged: {exercise} {set}",
          ["exercise": CheckInWeb.shown(chosen.name), "set": figures.description(set.entry)])
      }
      var records: [Int: PersonalRecord] = [:]
      if let at = open.current {
        let number = open.groups[at].exercise.number
        records[number] = try journal.statistics(ofExercise: number).record
      }
      var view = OpenSessionView(
        open, form: refused?.form, messages: refused?.messages ?? [], names: try Self.offeredNames(journal),
        now: access.clock.milliseconds, figures: figures, layout: layout, records: records)
      view.wanted = unknown == nil ? "" : name ?? ""
      view.unknown = unknown
      view.problems = refused?.problems ?? []
      view.hasProblems = !view.problems.isEmpty
      view.isGoingOn = query?["notice"] == "logged"
      if let notation = refused?.notation {
        view.current?.notation = notation
        view.current?.isNotationOpen = true
      }
      if let id = refused?.formID { view.current?.formID = id }
      return .open(view)
    }
    switch shown {
    case .none(let view): return html("no-session", with: view, status: refused?.status ?? .ok)
    case .open(let view): return html("session", with: view, status: refused?.status ?? .ok)
    }
  }

  /// The page with the reason why an exercise could not be defined.
  func openSession(_ form: SentForm, error: JournalError) async throws -> Response {
    let refused = Refused(status: error.httpStatus, problems: error.messages.map { words($0) })
    return try await sessionPage(nil, name: form["name"] ?? "", refused: refused)
  }

  /// The exercise that an address or a form names; or what there is to say about a name that nobody knows.
  private func chosenExercise(
    number: String?, name: String?, in journal: Journal
  ) throws -> (Exercise?, OpenSessionView.Unknown?) {
    if let number { return (try journal.existingExercise(Int(number) ?? 0), nil) }
    guard let name, name.contains(where: { !$0.isWhitespace }) else { return (nil, nil) }
    do throws(JournalError) {
      return (try journal.exercise(named: name), nil)
    } catch {
      guard error.code == .notFound || error.code == .invalidValue else { throw error }
      // A text that can be no name is like none, and comparing it with all of them takes long.
      let isShort = name.utf8.count <= 10 * WorkoutValidation.maximumNameCharacters
      let names = isShort ? try Self.offeredNames(journal) : []
      // Either several are meant, or none.
      var near = names.filter { ExerciseName.match(name, among: [[$0]]) != .none }
      if error.code == .notFound || near.isEmpty { near = ExerciseName.nearest(to: name, in: names) }
      let others = near.prefix(8).map { near in
        OpenSessionView.Other(
          name: shown(near), href: "/session?name=\(FormFields.encoded(near))", detail: "", isDone: false)
      }
      return (
        nil,
        OpenSessionView.Unknown(
          name: shown(name), nearest: others, hasNearest: !others.isEmpty,
          measures: Exercise.Measure.allCases.map { Choice(value: $0.name, label: $0.label(words), isChosen: false) },
          loads: Exercise.Load.allCases.map { Choice(value: $0.name, label: $0.label(words), isChosen: false) })
      )
    }
  }

  /// The names of the exercises that one can choose from: those of the journal, then those that are built in.
  static func offeredNames(_ journal: Journal) throws -> [String] {
    let exercises = try journal.exercises()
    let known = Set(exercises.map(\.id))
    let builtIn = BuiltInExercises.all.filter { draft in draft.id.map { !known.contains($0) } ?? true }
    return exercises.filter { !$0.isRetired }.map(\.name) + builtIn.map(\.name)
  }

  func startSession(_ form: SentForm, in journal: Journal) throws -> Redirection {
    if try journal.openSession() != nil { return Redirection("/session", notice: "open") }
    let plan = try form["plan"].flatMap(Int.init).map { try journal.existingPlan($0) }
    let draft = SessionDraft(
      id: form["id"].flatMap { UUID(uuidString: $0) }, start: access.presentTime,
      title: plan?.name ?? Journal.untitledSession, plan: plan?.number)
    return Redirection("/session", notice: "started", after: try journal.startSession(draft).sequence)
  }

  /// Logs what the form's fields say, or a text in the notation of sets.
  func logSets(_ form: SentForm) async throws -> Response {
    var refused = Refused()
    refused.formID = form["id"]
    var entries: [SetEntry] = []
    do throws(JournalError) {
      if let text = form["sets"] {
        refused.notation = text
        entries = try SetNotation.parse(text, unit: access.unit)
      } else {
        let set = ExerciseSetForm(form.fields, unit: access.unit)
        refused.form = set
        let read = set.entry()
        refused.messages = read.messages
        refused.problems = read.messages.map { words($0.message) }
        entries = [read.entry]
      }
    } catch {
      refused.problems = error.messages.map { words($0) }
    }
    guard refused.problems.isEmpty else {
      return try await sessionPage(form["exercise"], name: form["name"], refused: refused)
    }
    do {
      let id = form["id"].flatMap { UUID(uuidString: $0) }
      let (number, name) = (form["exercise"].flatMap(Int.init), form["name"])
      let session = form["session"].flatMap(Int.init)
      let sets = refused.notation
      let logged = try await access.run { [access, entries] journal in
        let text = try number.map { try journal.existingExercise($0).name } ?? name ?? ""
        // A form that is sent again has logged its sets.
        let open = try journal.openSession()
        if let sets, open?.sets.contains(where: { $0.id == id }) != true {
          _ = try journal.sets(sets, ofExercise: text, unit: access.unit)
        }
        return try journal.log(entries, exercise: text, at: access.presentTime, id: id, session: session)
      }
      let after = logged.isNew ? logged.session.sequence : nil
      guard Self.isOpen(logged.session) else {
        // The same form was taken before the workout was finished.
        return Redirection("/sessions/\(logged.session.number)", notice: "logged").response
      }
      return Redirection("/session?exercise=\(logged.exercise.number)", notice: "logged", after: after).response
    } catch let error as JournalError {
      refused.status = error.httpStatus
      refused.problems = error.messages.map { words($0) }
      return try await sessionPage(form["exercise"], name: form["name"], refused: refused)
    }
  }

  // MARK: The end

  func finishForm() async throws -> Response {
    let view = try await access.run { [access] journal in
      try finishView(in: journal) { open in
        FinishView.Input(
          checksIn: true, type: access.sessionType.name, title: open.title,
          end: Self.clockText(open.lastMoment(now: access.clock.wholeSecond), of: open))
      }
    }
    guard let view else { return Self.redirect("/session") }
    return html("finish", with: view)
  }

  /// `nil` where no workout is open.
  private func finishView(
    in journal: Journal, input: (WorkoutSession) -> FinishView.Input
  ) throws -> FinishView? {
    let layout = layout(words("Finish the workout"), section: .workouts, of: journal, isLive: false)
    guard let open = try journal.openSession() else { return nil }
    return FinishView(
      open, totals: try journal.totals(of: open), linked: try journal.suitableCheckIn(forSession: open.number),
      input: input(open), figures: figures, layout: layout)
  }

  func finishSession(_ form: SentForm, in journal: Journal) throws -> Redirection {
    let number = form["session"].flatMap(Int.init)
    guard let open = try journal.openSession(), number == open.number else {
      // It is finished or discarded already: by the same form, or elsewhere.
      guard let number, number > 0 else { throw Self.notFound }
      return Redirection("/sessions/\(number)")
    }
    let input = FinishView.Input(form)
    guard let end = Self.end(input.end, of: open, now: access.clock.wholeSecond) else {
      throw JournalError(.invalidValue, CheckInForm.timeNotUnderstood)
    }
    let type = ExerciseType(name: input.type).flatMap { $0 == .unknown ? nil : $0 }
    guard !input.checksIn || type != nil else { throw JournalError(.invalidValue, Validation.typeMissing) }
    let checkIn: SessionCheckIn? = input.checksIn ? type.map { .linkedOrAdded(type: $0, title: input.title) } : nil
    let completion = try journal.completeSession(open.number, endMilliseconds: end, checkIn: checkIn)
    let notice =
      switch completion.link {
      case nil: "finished"
      case .added: "finished-added"
      case .linked, .unchanged: "finished-linked"
      }
    return Redirection("/sessions/\(completion.session.number)", notice: notice, after: completion.sequence)
  }

  /// The form that finishes a workout as it was sent, with an error.
  func finishForm(_ form: SentForm, error: JournalError) async throws -> Response {
    let view = try await access.run(isFresh: false) { journal in
      var view = try finishView(in: journal) { _ in FinishView.Input(form) }
      view?.problems = error.messages.map { words($0) }
      view?.hasProblems = true
      return view
    }
    guard let view else { throw error }
    return html("finish", with: view, status: error.httpStatus)
  }

  /// The local time of an instant, to the minute, on the clock that the session started by.
  static func clockText(_ instant: Int64, of session: WorkoutSession) -> String {
    CheckInForm.text(of: LocalTimeZone(of: session.start).time(atInstant: instant))
  }

  /// The instant that a form means. The end as it was shown keeps its seconds.
  private static func end(_ text: String, of open: WorkoutSession, now: Int64) -> Int64? {
    let usual = open.lastMoment(now: now)
    if text == clockText(usual, of: open) { return usual }
    guard let written = WrittenTime(text) else { return nil }
    return LocalTimeZone(of: open.start).resolve(written).time.instantMilliseconds
  }
}

extension Journal.SessionCompletion {
  /// The sequence of the command's last event.
  var sequence: UInt64 { max(session.sequence, checkIn?.sequence ?? 0) }
}

/// The form that finishes the open workout.
struct FinishView {
  struct Input: Sendable {
    var checksIn: Bool
    var type: String
    var title: String
    /// Local time, to the minute.
    var end: String
  }

  var layout: PageLayout
  var number: Int
  var workout: String
  var figures: String
  var isEmpty: Bool
  var checksIn: Bool
  var types: [Choice]
  /// The name of the chosen type, for a form that offers no choice.
  var type: String
  var checkInTitle: String
  /// The check-in of the day that the workout is linked to; `nil` if one is added.
  var linkedText: String?
  var end: String
  var hasProblems = false
  var problems: [String] = []

  init(
    _ open: WorkoutSession, totals: TrainingTotals, linked: CheckIn?, input: Input, figures: WorkoutFigures,
    layout: PageLayout
  ) {
    self.layout = layout
    number = open.number
    workout = shown(open.title)
    self.figures = figures.summary(totals, seconds: nil)
    isEmpty = open.sets.isEmpty
    checksIn = input.checksIn
    types = ExerciseType.selectable.map {
      Choice(value: $0.name, label: figures.localization.name(of: $0), isChosen: $0.name == input.type)
    }
    type = input.type
    checkInTitle = input.title
    linkedText = linked.map { SessionView.text(of: $0, figures.localization) }
    end = input.end
  }
}

extension FinishView.Input {
  init(_ form: SentForm) {
    self.init(
      checksIn: form["check-in"] == "yes", type: form["type"] ?? "", title: form["title"] ?? "", end: form["end"] ?? "")
  }
}
