import CheckInJournal
import CheckInLanguage
import CheckInViewModels
import FoundationEssentials

/// The open workout: for each exercise what the plan asks for, the last time and today; one of them is at hand.
struct OpenSession {
  struct Group {
    var exercise: Exercise
    var planned: [Prescription] = []
    var last: [ExerciseSet] = []
    var today: [ExerciseSet] = []

    /// One set: what the plan asks for, what it was the last time, and what it is today.
    struct Slot {
      var isWarmUp: Bool
      var planned: Prescription?
      var before: ExerciseSet?
      var today: ExerciseSet?
    }

    /// The warm-ups, then the sets that count, each in their own order: a set that counts is never taken for a warm-up
    /// that was skipped.
    ///
    /// The slot at ``next`` is for the set that comes next.
    var slots: [Slot] {
      let asked = planned.flatMap { Array(repeating: $0, count: $0.sets) }
      var slots: [Slot] = []
      for isWarmUp in [true, false] {
        let asked = asked.filter { $0.isWarmUp == isWarmUp }
        let before = last.filter { $0.entry.counts != isWarmUp }
        let done = today.filter { $0.entry.counts != isWarmUp }
        for index in 0..<max(asked.count, before.count, done.count) {
          slots.append(
            Slot(
              isWarmUp: isWarmUp, planned: asked.dropFirst(index).first, before: before.dropFirst(index).first,
              today: done.dropFirst(index).first))
        }
      }
      if !slots.contains(where: isOpen) { slots.append(Slot(isWarmUp: slots.last?.isWarmUp ?? false)) }
      return slots
    }

    /// The index of the slot of the next set.
    var next: Int { slots.firstIndex(where: isOpen) ?? 0 }

    /// `true` if a set is still to come there. Nobody warms up after the first set that counts.
    private func isOpen(_ slot: Slot) -> Bool {
      slot.today == nil && !(slot.isWarmUp && today.contains { $0.entry.counts })
    }

    var isDone: Bool {
      !today.isEmpty && !slots.contains { isOpen($0) && (planned.isEmpty ? $0.before != nil : $0.planned != nil) }
    }

    /// Returns the likely next set.
    ///
    /// It repeats the matching set of the last workout, otherwise today's previous set of the same kind, otherwise the
    /// planned set.
    func proposal(_ figures: WorkoutFigures) -> ExerciseSetForm {
      let slot = slots[next]
      var entry = SetEntry()
      if let before = slot.before ?? today.last(where: { $0.entry.counts != slot.isWarmUp }) {
        entry = before.entry
      } else if let planned = slot.planned {
        entry = SetEntry(planned)
      }
      (entry.rpe, entry.note) = (nil, "")
      return ExerciseSetForm(entry, figures: figures)
    }
  }

  var session: WorkoutSession
  var totals: TrainingTotals
  /// As it was when the session was started.
  var plan: WorkoutPlan?
  var groups: [Group]
  /// The exercise at hand; `nil` where there is none yet.
  var current: Int?

  /// - Parameter chosen: the exercise that somebody asked for.
  init(_ session: WorkoutSession, chosen: Exercise?, of journal: Journal) throws(JournalError) {
    self.session = session
    totals = try journal.totals(of: session)
    plan = if let reference = session.plan { try journal.plan(reference) } else { nil }
    let known = Dictionary(try journal.exercises().map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
    groups = []
    for number in (plan?.items.map(\.exercise) ?? []) + session.sets.map(\.exercise)
    where !groups.contains(where: { $0.exercise.number == number }) {
      if let exercise = known[number] { groups.append(Group(exercise: exercise)) }
    }
    let isKnown = groups.contains { $0.exercise.number == chosen?.number }
    if let chosen, !isKnown { groups.append(Group(exercise: chosen)) }
    for index in groups.indices {
      let number = groups[index].exercise.number
      groups[index].planned = plan?.items.filter { $0.exercise == number }.map(\.prescription) ?? []
      groups[index].last = try journal.lastSets(ofExercise: number)?.sets ?? []
      groups[index].today = session.sets.filter { $0.exercise == number }
    }
    func index(of number: Int?) -> Int? { groups.firstIndex { $0.exercise.number == number } }
    let latest = index(of: session.sets.last?.exercise)
    current =
      index(of: chosen?.number) ?? latest.flatMap { groups[$0].isDone ? nil : $0 }
      ?? groups.firstIndex { !$0.isDone } ?? latest
  }
}

/// The page of the open workout.
struct OpenSessionView {
  struct Row {
    /// The set's number among those of its kind, or a letter for the kind.
    var label: String
    var labelWords: String
    var before: String?
    var today: String?
    var todayNote: String?
    /// The set that the form will log; `nil` for rows other than the current one.
    var proposed: String?
    var editHref: String?
    var editWords: String?
    var isAtHand: Bool
  }

  struct Current {
    var name: String
    var href: String?
    /// The address of the page with this exercise at hand, whatever is logged elsewhere.
    var here: String
    var detail: String?
    var rows: [Row]
    var hasRows: Bool
    var form: SetFormView
    /// The identity of the set that the form logs, so that sending it twice logs once.
    var formID: String
    var logText: String
    var again: Again?
    var rest: Rest
    var notation: String
    var notationID: String
    var notationProblem: String?
    var isNotationOpen: Bool
  }

  /// The pause until the next set.
  struct Rest {
    var restSeconds: Int
    var restText: String
    /// Since the set that was logged last, and which one that is; `nil` where it is not running.
    var restElapsed: Int?
    var restSet: String?
  }

  /// The set before, once more.
  struct Again {
    var text: String
    var words: String
    var sets: String
    var againID: String
  }

  struct Other {
    var name: String
    var href: String
    var detail: String
    var isDone: Bool
  }

  /// An exercise that nobody knows, with what can be done about it.
  struct Unknown {
    var name: String
    var nearest: [Other]
    var hasNearest: Bool
    var measures: [Choice]
    var loads: [Choice]
  }

  static let usualRestSeconds = 120

  var layout: PageLayout
  var number: Int
  var title: String
  var figures: String
  var note: String?
  var current: Current?
  var others: [Other]
  var hasOthers: Bool
  /// The text that was typed to choose an exercise.
  var wanted: String
  var unknown: Unknown?
  var names: [String]
  var hasProblems = false
  var problems: [String] = []
  /// `true` if a set was just logged, and the page continues with the next one.
  var isGoingOn = false

  init(
    _ open: OpenSession, form: ExerciseSetForm?, messages: [ExerciseSetForm.Problem], names: [String],
    now: Int64, figures: WorkoutFigures, layout: PageLayout, records: [Int: PersonalRecord]
  ) {
    self.layout = layout
    let session = open.session
    number = session.number
    title = shown(session.title)
    let seconds = Int(max(0, now &- session.start.instantMilliseconds) / 1000)
    self.figures = figures.summary(open.totals, seconds: session.start.isTimeOfDayKnown ? seconds : nil)
    note = session.note.isEmpty ? nil : shown(session.note)
    others = open.groups.enumerated().filter { $0.offset != open.current }.map { _, group in
      Other(
        name: shown(group.exercise.name), href: "/session?exercise=\(group.exercise.number)",
        detail: Self.detail(of: group, figures: figures), isDone: group.isDone)
    }
    hasOthers = !others.isEmpty
    wanted = ""
    self.names = names.map(shown)
    current = open.current.map { index in
      let group = open.groups[index]
      return Self.current(
        group, form: form ?? group.proposal(figures), messages, session: session, now: now, figures,
        record: records[group.exercise.number])
    }
  }

  private static func current(
    _ group: OpenSession.Group, form: ExerciseSetForm, _ messages: [ExerciseSetForm.Problem], session: WorkoutSession,
    now: Int64, _ figures: WorkoutFigures, record: PersonalRecord?
  ) -> Current {
    let words = figures.localization.words
    let exercise = group.exercise
    var detail = group.planned.filter { !$0.isWarmUp }.map(figures.text)
    if let record { detail.append(words("record {set}", ["set": figures.text(record, load: exercise.load)])) }
    let entry = form.entry().entry
    let rows = rows(group, proposed: figures.text(entry), session: session.number, figures)
    let next = (group.today.filter { $0.entry.kind != .warmUp }).count + 1
    let last = group.today.last?.entry
    return Current(
      name: shown(exercise.name), href: exercise.number > 0 ? "/exercises/\(exercise.number)" : nil,
      here: exercise.number > 0
        ? "/session?exercise=\(exercise.number)" : "/session?name=\(FormFields.encoded(exercise.name))",
      detail: detail.isEmpty ? nil : detail.joined(separator: " · "), rows: rows, hasRows: !rows.isEmpty,
      form: SetFormView(form, of: exercise, prefix: "log", messages: messages, localization: figures.localization),
      formID: UUID().uuidString,
      logText: entry.kind == .warmUp
        ? words("Log warm-up") : words("Log set {number}", ["number": String(next)]),
      again: last.map { last in
        Again(
          text: figures.text(last), words: words("Repeat {set}", ["set": figures.description(last)]),
          sets: SetNotation.text(last, unit: figures.unit), againID: UUID().uuidString)
      },
      rest: rest(group, session: session, now: now, figures), notation: "", notationID: UUID().uuidString,
      isNotationOpen: false)
  }

  /// The rest runs since the set that was logged last, so that it goes on wherever the page is opened.
  private static func rest(
    _ group: OpenSession.Group, session: WorkoutSession, now: Int64, _ figures: WorkoutFigures
  ) -> Rest {
    let seconds =
      group.slots[group.next].planned?.restSeconds ?? group.planned.last?.restSeconds ?? usualRestSeconds
    var rest = Rest(restSeconds: seconds, restText: figures.duration(seconds))
    let latest = session.sets.max { ($0.atMilliseconds ?? 0, $0.number) < ($1.atMilliseconds ?? 0, $1.number) }
    if let latest, let at = latest.atMilliseconds {
      let elapsed = (now &- at) / 1000
      if (0..<Int64(seconds)).contains(elapsed) {
        rest.restElapsed = Int(elapsed)
        rest.restSet = "\(session.number)-\(latest.number)"
      }
    }
    return rest
  }

  private static func rows(
    _ group: OpenSession.Group, proposed: String, session: Int, _ figures: WorkoutFigures
  ) -> [Row] {
    let words = figures.localization.words
    let next = group.next
    var normal = 0
    return group.slots.enumerated().map { index, slot in
      let (today, before) = (slot.today, slot.before)
      let usual = slot.planned == nil ? before?.entry.kind : nil
      let kind = today?.entry.kind ?? usual ?? (slot.isWarmUp ? .warmUp : .normal)
      if !slot.isWarmUp { normal += 1 }
      let isAtHand = index == next
      return Row(
        label: kind.letter(words) ?? String(normal),
        labelWords: kind == .normal ? words("Set {number}", ["number": String(normal)]) : kind.label(words),
        before: before.map { figures.text($0.entry) },
        today: today.map { figures.short($0.entry) },
        todayNote: today.flatMap { $0.entry.note.isEmpty ? nil : shown($0.entry.note) },
        proposed: isAtHand && !proposed.isEmpty ? proposed : nil,
        editHref: today.map { "/sessions/\(session)/sets/\($0.number)" },
        editWords: today.map {
          words("Edit set {number}: {set}", ["number": $0.shownNumber, "set": figures.description($0.entry)])
        },
        isAtHand: isAtHand)
    }
  }

  private static func detail(of group: OpenSession.Group, figures: WorkoutFigures) -> String {
    let words = figures.localization.words
    var parts = group.planned.filter { !$0.isWarmUp }.map(figures.text)
    func sets(_ sets: [ExerciseSet]) -> String { sets.map { figures.text($0.entry) }.joined(separator: ", ") }
    if !group.today.isEmpty {
      parts.append(words("today {sets}", ["sets": sets(group.today)]))
    } else if !group.last.isEmpty {
      parts.append(words("last {sets}", ["sets": sets(group.last.filter { $0.entry.kind != .warmUp })]))
    }
    return parts.isEmpty ? words("not done yet") : parts.joined(separator: " · ")
  }
}
