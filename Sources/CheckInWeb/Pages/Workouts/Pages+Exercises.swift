import CheckInJournal
import CheckInLanguage
import HTTPTypes
import Hummingbird

extension Pages {
  func exercise(_ request: Request, _ context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    return html("exercise", with: try await exerciseView(number, query: try FormFields(queryOf: request)))
  }

  private func exerciseView(_ number: Int, query: FormFields) async throws -> ExerciseView {
    try await access.run { [access] journal in
      var layout = layout("", section: .workouts, of: journal)
      let exercise = try journal.existingExercise(number)
      layout.title = shown(exercise.name)
      layout.notice = notice(for: query, in: journal, back: "/exercises/\(number)")
      layout.showConflicts(of: journal, words) { $0 == .exercise(number) }
      let history = try journal.exerciseHistory(of: number)
      let titles = Dictionary(
        history.occasions.map { ($0.session, $0.title) }, uniquingKeysWith: { first, _ in first })
      return ExerciseView(
        exercise, statistics: try journal.statistics(ofExercise: number), history: history, titles: titles,
        today: access.today,
        figures: figures, layout: layout)
    }
  }

  /// Defines an exercise that the user wants in the open workout.
  func defineExercise(_ form: SentForm, in journal: Journal) throws -> Redirection {
    let measure = Exercise.Measure.allCases.first { $0.name == form["measures"] } ?? .weightAndReps
    let load = Exercise.Load.allCases.first { $0.name == form["load"] } ?? .external
    let exercise = try journal.defineExercise(ExerciseDraft(name: form["name"] ?? "", measure: measure, load: load))
    return Redirection("/session?exercise=\(exercise.number)", notice: "defined", after: exercise.sequence)
  }

  func renameExercise(_ form: SentForm, in journal: Journal) throws -> Redirection {
    let edit = try journal.editExercise(form.number, with: ExerciseChanges(name: form["name"] ?? ""))
    let last = edit.isChanged ? edit.exercise.sequence : nil
    return Redirection("/exercises/\(form.number)", notice: "changed", after: last)
  }

  /// The exercise with the reason why it was not renamed.
  func exercise(_ form: SentForm, _ error: JournalError) async throws -> Response {
    guard error.code != .notFound else { throw error }
    var view = try await exerciseView(form.number, query: FormFields())
    view.layout.isLive = false
    view.newName = form["name"] ?? ""
    view.nameProblem = error.messages.map { words($0) }.joined(separator: " ")
    return html("exercise", with: view, status: error.httpStatus)
  }
}
