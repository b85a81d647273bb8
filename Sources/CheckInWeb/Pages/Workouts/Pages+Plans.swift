import CheckInInterchange
import CheckInJournal
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

  init(_ plan: WorkoutPlan, names: WorkoutNames, unit: Weight.Unit, layout: PageLayout) {
    self.layout = layout
    number = plan.number
    name = shown(plan.name)
    isActive = plan.isActive
    isDiscarded = plan.isDiscarded
    let sets = plan.items.reduce(0) { $0 + $1.prescription.sets }
    detail =
      "\(pluralized(Set(plan.items.map(\.exercise)).count, "exercise")) · \(pluralized(sets, "set"))"
      + (plan.isActive ? " · active" : "")
    let figures = WorkoutFigures(unit: unit)
    items = []
    var previous: PlanItem?
    for item in plan.items {
      let text = figures.text(item.prescription)
      if let previous, previous.exercise == item.exercise, let last = items.indices.last {
        items[last].itemSets.append(text)
      } else {
        var details: [String] = []
        if let letter = item.prescription.superset.map(PlanText.letter) { details.append("superset \(letter)") }
        if let rest = item.prescription.restSeconds { details.append("rest \(WorkoutFigures.duration(rest))") }
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

/// The form of a new or an existing plan.
struct PlanFormView {
  var layout: PageLayout
  var action: String
  var cancel: String
  /// The version that an edit is based on.
  var expect: UInt64?
  var name: String
  var text: String
  var hasProblems = false
  var problems: [String] = []
  /// The plan as others have left it, while this one was being edited.
  var theirs: String?
  var theirName: String?
}

extension Pages {
  /// Bytes of a form with a plan: 200 items with long names.
  private static let planFormBytes = 1 << 20

  func plan(_ request: Request, _ context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    let query = try FormFields(queryOf: request)
    let view = try await access.run { [access] journal in
      var layout = layout("", .workouts, of: journal)
      let plan = try journal.existingPlan(number)
      layout.title = shown(plan.name)
      layout.notice = notice(query, journal, back: "/plans/\(number)")
      let names = try WorkoutNames(journal)
      return PlanView(plan, names: names, unit: access.unit, layout: layout)
    }
    return html("plan", view)
  }

  func newPlanForm() async throws -> Response { html("plan-form", try await planForm(nil)) }

  func createPlan(_ request: Request) async throws -> Response {
    let fields = try await form(request, upTo: Self.planFormBytes)
    return try await savePlan(fields, nil) { journal, name, entries throws(JournalError) in
      try journal.createPlan(name: name, entries)
    }
  }

  func editPlanForm(_ context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    let plan = try await access.run { try $0.existingPlan(number) }
    guard !plan.isDiscarded else { return Self.redirect("/plans/\(number)") }
    return html("plan-form", try await planForm(number))
  }

  func editPlan(_ request: Request, _ context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    let fields = try await form(request, upTo: Self.planFormBytes)
    guard let expected = fields["expect"].flatMap(UInt64.init) else {
      throw HTTPError(.badRequest, message: "The form is not one of ours.")
    }
    return try await savePlan(fields, number) { journal, name, entries throws(JournalError) in
      try journal.editPlan(number, name: name, entries, expecting: expected).plan
    }
  }

  /// Saves what the form says, or shows it again with what is wrong.
  private func savePlan(
    _ fields: FormFields, _ number: Int?,
    _ save: @escaping @Sendable (Journal, String, [PlanText.Entry]) throws(JournalError) -> WorkoutPlan
  ) async throws -> Response {
    let (name, text) = (fields["name"] ?? "", fields["text"] ?? "")
    do {
      let plan = try await access.run { [access] journal in
        var messages = WorkoutValidation.messages(for: ExerciseDraft(name: Validation.trimmed(name)))
        do throws(JournalError) {
          let entries = try PlanText.parse(text, unit: access.unit)
          if messages.isEmpty { return try save(journal, name, entries) }
        } catch {
          guard !messages.isEmpty, error.code == .invalidValue else { throw error }
          messages += error.messages
        }
        throw JournalError(.invalidValue, messages[0], messages: messages)
      }
      return Self.redirect("/plans/\(plan.number)?notice=planned&after=\(plan.sequence)")
    } catch let error as JournalError {
      var view = try await planForm(number, isFresh: false)
      let isConflict = error.code == .conflict
      if isConflict {
        (view.theirName, view.theirs) = (view.name, view.text)
      } else {
        // The form goes on from where it began, so that it cannot overwrite what others do meanwhile.
        if number != nil { view.expect = fields["expect"].flatMap(UInt64.init) }
        view.hasProblems = true
        view.problems = error.pageMessages
      }
      (view.name, view.text) = (name, text)
      return html("plan-form", view, status: error.httpStatus)
    }
  }

  /// The form with the plan as it is; empty for a new one.
  private func planForm(_ number: Int?, isFresh: Bool = true) async throws -> PlanFormView {
    try await access.run(isFresh: isFresh) { [access] journal in
      let layout = layout(number == nil ? "New plan" : "Edit the plan", .workouts, of: journal, isLive: false)
      guard let number else {
        return PlanFormView(layout: layout, action: "/plans/new", cancel: "/workouts", name: "", text: "")
      }
      let plan = try journal.existingPlan(number)
      return PlanFormView(
        layout: layout, action: "/plans/\(number)/edit", cancel: "/plans/\(number)", expect: plan.version,
        name: plan.name, text: PlanText.text(try journal.entries(of: plan), unit: access.unit))
    }
  }

  func usePlan(_ request: Request, _ context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    _ = try await form(request)
    let sequence = try await access.run { journal in
      try journal.usePlan(number)
      return try journal.existingPlan(number).sequence
    }
    return Self.redirect("/plans/\(number)?notice=used&after=\(sequence)")
  }

  func deactivatePlan(_ request: Request, _ context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    _ = try await form(request)
    let sequence = try await access.run { journal in
      if try journal.existingPlan(number).isActive { try journal.usePlan(nil) }
      return journal.sequence
    }
    return Self.redirect("/plans/\(number)?notice=unused&after=\(sequence)")
  }

  func discardPlan(_ request: Request, _ context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    _ = try await form(request)
    let sequence = try await access.run { try $0.discardPlan(number).sequence }
    return Self.redirect("/plans/\(number)?notice=discarded&after=\(sequence)")
  }

  func restorePlan(_ request: Request, _ context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    _ = try await form(request)
    let sequence = try await access.run { try $0.restorePlan(number).sequence }
    return Self.redirect("/plans/\(number)?notice=restored&after=\(sequence)")
  }
}
