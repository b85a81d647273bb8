import CheckInInterchange
import CheckInJournal
import CheckInLanguage
import CheckInViewModels
import FoundationEssentials
import HTTPTypes
import Hummingbird

struct PlanView {
  struct Item {
    var itemHref: String
    var itemName: String
    /// `3 × 8–10 · 80kg`; several for one exercise.
    var itemSets: [String]
    /// Rest and superset.
    var itemDetail: String?
  }

  var layout: PageLayout
  var number: Int
  var name: String
  var detail: String
  var isActive: Bool
  var isDiscarded: Bool
  var items: [Item]
  var startID: String

  init(_ plan: WorkoutPlan, names: WorkoutNames, figures: WorkoutFigures, layout: PageLayout) {
    self.layout = layout
    let words = figures.localization.words
    number = plan.number
    name = shown(plan.name)
    isActive = plan.isActive
    isDiscarded = plan.isDiscarded
    let sets = plan.items.reduce(0) { $0 + $1.prescription.sets }
    detail =
      figures.exercises(Set(plan.items.map(\.exercise)).count) + " · " + figures.sets(sets)
      + (plan.isActive ? " · " + words("active") : "")
    items = []
    var previous: PlanItem?
    for item in plan.items {
      let text = figures.text(item.prescription)
      if let previous, previous.exercise == item.exercise, let last = items.indices.last {
        items[last].itemSets.append(text)
      } else {
        var details: [String] = []
        if let letter = item.prescription.superset.map(PlanText.letter) {
          details.append(words("superset {letter}", ["letter": letter]))
        }
        if let rest = item.prescription.restSeconds {
          details.append(words("rest {time}", ["time": figures.duration(rest)]))
        }
        items.append(
          Item(
            itemHref: "/exercises/\(item.exercise)", itemName: shown(names.exercise(item.exercise)), itemSets: [text],
            itemDetail: details.isEmpty ? nil : details.joined(separator: " · ")))
      }
      previous = item
    }
    startID = UUID().uuidString
  }
}

/// The form of a new or an existing plan: rows to fill in, or the plan's text.
struct PlanFormView {
  struct Row {
    var index: Int
    var rowNumber: Int
    /// The row's name, as the labels of its buttons contain it.
    var rowName: String
    var rowExercise: String
    var rowSets: String
    var rowRest: String
    var rowSuperset: String
    var isFirst: Bool
    var isLast: Bool
    var isWrong: Bool
    /// `true` if the exercise field receives the focus next.
    ///
    /// The two properties below are the same for the row's buttons.
    var focusesExercise: Bool
    var focusesUp: Bool
    var focusesDown: Bool
  }

  struct Problem {
    var target: String
    var text: String
  }

  var layout: PageLayout
  var action: String
  var cancel: String
  /// The version that an edit is based on.
  var expect: String?
  var name = ""
  var isText = false
  var text = ""
  var rows: [Row] = []
  var names: [String] = []
  /// The last change to the rows, as readable text.
  var rowsStatus: String?
  var hasProblems = false
  var problems: [Problem] = []
  /// The plan as others have left it, while this one was being edited.
  var theirs: String?
  var theirName: String?
  var unit: String

  mutating func show(_ rows: PlanRows, in words: Words, outcome: PlanRows.Outcome? = nil, wrong: Int? = nil) {
    rowsStatus = outcome?.status
    self.rows = rows.rows.enumerated().map { index, row in
      Row(
        index: index, rowNumber: index + 1, rowName: rows.name(of: index, words), rowExercise: row.exercise,
        rowSets: row.sets, rowRest: row.rest, rowSuperset: row.superset, isFirst: index == 0,
        isLast: index == rows.rows.count - 1, isWrong: index == wrong,
        focusesExercise: outcome?.focus == "exercise-\(index)", focusesUp: outcome?.focus == "up-\(index)",
        focusesDown: outcome?.focus == "down-\(index)")
    }
  }
}

extension Pages {
  private static let newPlanRows = 3

  func plan(_ request: Request, in context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    let query = try FormFields(queryOf: request)
    let view = try await access.run { journal in
      var layout = layout("", section: .workouts, of: journal)
      let plan = try journal.existingPlan(number)
      layout.title = CheckInWeb.shown(plan.name)
      layout.notice = notice(for: query, in: journal, back: "/plans/\(number)")
      layout.showConflicts(of: journal, words) { $0 == .plan(number) || $0 == .activePlan && plan.isActive }
      let names = try WorkoutNames(journal)
      return PlanView(plan, names: names, figures: figures, layout: layout)
    }
    return html("plan", with: view)
  }

  func newPlanForm() async throws -> Response { html("plan-form", with: try await planForm(nil)) }

  func createPlan(_ form: SentForm) async throws -> Response {
    try await savePlan(form.fields, number: nil) { journal, name, entries throws(JournalError) in
      try journal.createPlan(name: name, entries)
    }
  }

  func editPlanForm(_ context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    let plan = try await access.run { try $0.existingPlan(number) }
    guard !plan.isDiscarded else { return Self.redirect("/plans/\(number)") }
    return html("plan-form", with: try await planForm(number))
  }

  func editPlan(_ form: SentForm) async throws -> Response {
    let expected = try form.required("expect", as: WorkoutVersion.init)
    return try await savePlan(form.fields, number: form.number) { journal, name, entries throws(JournalError) in
      try journal.editPlan(form.number, name: name, entries, expecting: expected).plan
    }
  }

  /// The plan in a submitted form: as rows, or as text.
  private struct PlanInput: Sendable {
    var name: String
    var rows: PlanRows?
    var text: String

    init(_ fields: FormFields) {
      name = fields["name"] ?? ""
      rows = PlanRows(fields)
      text = rows?.text ?? fields["text"] ?? ""
    }
  }

  /// Saves what the form says, or shows it again: changed by one of its buttons, or with what is wrong.
  private func savePlan(
    _ fields: FormFields, number: Int?,
    _ save: @escaping @Sendable (Journal, String, [PlanText.Entry]) throws(JournalError) -> WorkoutPlan
  ) async throws -> Response {
    let input = PlanInput(fields)
    if let button = fields["do"] { return try await changedForm(input, by: button, fields, number) }
    do {
      let plan = try await access.run { [access] journal in
        var messages = WorkoutValidation.messages(for: ExerciseDraft(name: Validation.trimmed(input.name)))
        do throws(JournalError) {
          let entries = try PlanText.parse(input.text, unit: access.unit)
          if messages.isEmpty { return try save(journal, input.name, entries) }
        } catch {
          guard !messages.isEmpty, error.code == .invalidValue else { throw error }
          messages += error.messages
        }
        throw JournalError(.invalidValue, messages[0], messages: messages)
      }
      let seen = fields["expect"].flatMap(WorkoutVersion.init)?.sequence ?? 0
      let isNew = number == nil || ReplicaSequence.hasChanged(since: seen, latest: plan.version)
      return Redirection("/plans/\(plan.number)", notice: "planned", after: isNew ? plan.sequence : nil).response
    } catch let error as JournalError {
      var view = try await planForm(number, isFresh: false)
      var wrong: Int?
      if error.code == .conflict {
        (view.theirName, view.theirs) = (view.name, view.text)
      } else {
        // The form goes on from where it began, so that it cannot overwrite what others do meanwhile.
        if number != nil { view.expect = fields["expect"] }
        view.hasProblems = true
        view.problems = error.messages.map { message in
          guard input.rows != nil, let (line, reason) = PlanText.placed(message) else {
            let isName = [WorkoutValidation.nameMissing, WorkoutValidation.nameTooLong].contains(message)
            return PlanFormView.Problem(
              target: isName ? "name" : input.rows == nil ? "text" : "rows", text: words(message))
          }
          wrong = line - 1
          return PlanFormView.Problem(
            target: "exercise-\(line - 1)",
            text: words("Exercise {number}", ["number": String(line)]) + ": " + words(reason))
        }
      }
      return html("plan-form", with: shown(input, in: view, wrong: wrong), status: error.httpStatus)
    }
  }

  /// The form with what it held when one of its buttons was pressed. Nothing is saved.
  private func changedForm(
    _ input: PlanInput, by button: String, _ fields: FormFields, _ number: Int?
  ) async throws -> Response {
    var input = input
    var outcome: PlanRows.Outcome?
    switch button {
    case "text": input.rows = nil
    case "rows": input.rows = PlanRows(text: input.text)
    default:
      guard let command = PlanRows.Command(button) else { throw SentForm.foreign }
      outcome = input.rows?.perform(command, words: words)
    }
    var view = try await planForm(number, isFresh: false)
    if number != nil { view.expect = fields["expect"] }
    return html("plan-form", with: shown(input, in: view, outcome: outcome))
  }

  private func shown(
    _ input: PlanInput, in view: PlanFormView, outcome: PlanRows.Outcome? = nil, wrong: Int? = nil
  ) -> PlanFormView {
    var view = view
    view.name = input.name
    view.isText = input.rows == nil
    view.text = input.text
    if let rows = input.rows { view.show(rows, in: words, outcome: outcome, wrong: wrong) }
    return view
  }

  /// The form with the plan as it is; empty for a new one.
  private func planForm(_ number: Int?, isFresh: Bool = true) async throws -> PlanFormView {
    try await access.run(isFresh: isFresh) { [access] journal in
      let layout = layout(
        number == nil ? words("New plan") : words("Edit the plan"), section: .workouts, of: journal, isLive: false)
      var view = PlanFormView(layout: layout, action: "/plans/new", cancel: "/workouts", unit: access.unit.symbol)
      view.names = try Self.offeredNames(journal).map(CheckInWeb.shown)
      if let number {
        let plan = try journal.existingPlan(number)
        (view.action, view.cancel) = ("/plans/\(number)/edit", "/plans/\(number)")
        view.expect = plan.editVersion.description
        view.name = plan.name
        view.text = PlanText.text(try journal.entries(of: plan), unit: access.unit)
        view.show(PlanRows(text: view.text), in: words)
      } else {
        view.show(PlanRows(count: Self.newPlanRows), in: words)
      }
      return view
    }
  }
}
