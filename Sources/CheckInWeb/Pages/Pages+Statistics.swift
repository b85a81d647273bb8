import CheckInJournal
import CheckInLanguage
import CheckInViewModels
import Hummingbird

extension Pages {
  func statistics() async throws -> Response {
    let view = try await access.run { [access, localization] journal in
      let layout = layout(words("Statistics"), section: .statistics, of: journal)
      let today = access.today
      let figures = try StatisticsFigures(journal: journal, today: today, firstWeekday: localization.firstWeekday)
      let goals = try journal.goals(today: today, firstWeekday: localization.firstWeekday)
      return StatisticsView(
        figures, goals: goals, layout: layout, today: today, unit: access.distanceUnit, localization: localization)
    }
    return html("stats", with: view)
  }
}
