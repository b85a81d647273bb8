import CheckInJournal
import CheckInLanguage
import CheckInViewModels
import Hummingbird

extension Pages {
  func home(_ request: Request) async throws -> Response {
    let query = try FormFields(queryOf: request)
    let wanted = try Self.month(query["month"])
    let view = try await access.run { [access, localization] journal in
      var layout = layout(words("Home"), section: .home, of: journal)
      let today = access.today
      let screen = HomeViewModel(
        journal: journal, zone: access.zone, firstWeekday: localization.firstWeekday, localization: localization,
        now: { access.clock.milliseconds })
      if let error = screen.error { throw error }
      layout.notice = notice(for: query, in: journal, back: wanted.map { "/?month=\($0)" } ?? "/")
      layout.clearsDraft = query["notice"] == "added"
      return try HomeView(
        journal, month: min(wanted ?? today.month, today.month), screen: screen, start: try workoutStart(journal),
        lastWorkout: try lastWorkout(of: screen, in: journal), today: today, unit: access.distanceUnit,
        localization: localization, layout: layout)
    }
    return html("home", with: view)
  }

  /// A month of an address.
  static func month(_ text: String?) throws -> CivilMonth? {
    try text.map { text in
      guard let month = CivilMonth(text) else { throw notFound }
      return month
    }
  }
}
