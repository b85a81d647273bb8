import CheckInJournal
import CheckInLanguage
import HTTPTypes
import Hummingbird

extension Pages {
  func exercise(_ request: Request, _ context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    return html("exercise", try await exerciseView(number, try FormFields(queryOf: request)))
  }

  private func exerciseView(_ number: Int, _ query: FormFields) async throws -> ExerciseView {
    try await access.run { [access] journal in
      var layout = layout("", .workouts, of: journal)
      let exercise = try journal.existingExercise(number)
      layout.title = shown(exercise.name)
      layout.notice = notice(query, journal, back: "/exercises/\(number)")
      let history = try journal.exerciseHistory(of: number)
      let titles = Dictionary(
        history.occasions.map { ($0.session, $0.title) }, uniquingKeysWith: { first, _ in first })
      return ExerciseView(
        exercise, try journal.statistics(ofExercise: number), history, titles: titles, today: access.today,
        figures: figures, layout: layout)
    }
  }

  /// Defines an exercise that somebody has asked for in the open workout, and goes on with it there.
  func defineExercise(_ request: Request) async throws -> Response {
    let fields = try await form(request)
    let measure = Exercise.Measure.allCases.first { $0.name == fields["measures"] } ?? .weightAndReps
    let load = Exercise.Load.allCases.first { $0.name == fields["load"] } ?? .external
    do {
      let exercise = try await access.run {
        try $0.defineExercise(ExerciseDraft(name: fields["name"] ?? "", measure: measure, load: load))
      }
      return Self.redirect("/session?exercise=\(exercise.number)", notice: "defined", after: exercise.sequence)
    } catch let error as JournalError {
      return try await sessionPage(refusing: fields["name"] ?? "", error)
    }
  }

  func renameExercise(_ request: Request, _ context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    let fields = try await form(request)
    let name = fields["name"] ?? ""
    do {
      let edit = try await access.run { try $0.editExercise(number, ExerciseChanges(name: name)) }
      let last = edit.isChanged ? edit.exercise.sequence : nil
      return Self.redirect("/exercises/\(number)", notice: "changed", after: last)
    } catch let error as JournalError where error.code != .notFound {
      var view = try await exerciseView(number, FormFields())
      view.layout.isLive = false
      view.newName = name
      view.nameProblem = error.messages.map { words($0) }.joined(separator: " ")
      return html("exercise", view, status: error.httpStatus)
    }
  }
}
