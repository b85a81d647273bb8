import CheckInJournal
import CheckInLanguage
import CheckInViewModels
import Hummingbird

struct MonthsView {
  var layout: PageLayout
  var isEmpty: Bool
  var greeting: String
  /// `412 check-ins since September 2025`.
  var summary: String
  var months: [MonthView]
  /// The page of the months before those.
  var earlierMonths: String?
}

extension Pages {
  /// The number of months on one page.
  private static let monthsOnPage = 6

  func months(_ request: Request) async throws -> Response {
    let before = try Self.month(FormFields(queryOf: request)["before"])
    let view = try await access.run { [access, localization] journal in
      let layout = layout(words("Months"), section: .months, of: journal)
      let months = try journal.months()
      let statistics = try journal.statistics(today: access.today)
      let all = months.lazy.map(\.month).filter { month in before.map { month < $0 } ?? true }
      let page = Array(all.prefix(Self.monthsOnPage))
      let views = try page.map {
        try MonthView(
          try journal.calendar(of: $0), in: journal, current: statistics.currentStreak, today: access.today,
          localization: localization)
      }
      return MonthsView(
        layout: layout, isEmpty: views.isEmpty, greeting: words("Your journal starts with one check-in"),
        summary: summary(
          words.count(
            statistics.total, "{n} check-in", "{n} check-ins", ["n": localization.number(statistics.total)]),
          since: months.last?.month),
        months: views, earlierMonths: all.count > page.count ? page.last.map { "/months?before=\($0)" } : nil)
    }
    return html("months", with: view)
  }

  /// `412 check-ins since September 2025`.
  func summary(_ things: String, since first: CivilMonth?) -> String {
    guard let first else { return things }
    return words("{things} since {month}", ["things": things, "month": localization.title(of: first)])
  }

  func day(_ context: WebContext) async throws -> Response {
    guard let day = context.parameters.get("day").flatMap({ CivilDay($0) }) else { throw Self.notFound }
    let view = try await access.run { [access, localization] journal in
      let title = localization.title(of: day, today: access.today).capitalizedFirst
      var layout = layout(title, section: .months, of: journal)
      layout.isWide = false
      return DayView(
        day, checkIns: try journal.checkIns(from: day, to: day), streak: try journal.streak(around: day),
        today: access.today,
        localization: localization, layout: layout)
    }
    return html("day", with: view)
  }

  func year(_ context: WebContext) async throws -> Response {
    guard let text = context.parameters.get("year"), let year = Int(text), String(year) == text,
      (1...9999).contains(year)
    else { throw Self.notFound }
    let view = try await access.run { [access, localization] journal in
      let layout = layout(String(year), section: .year, of: journal)
      return YearView(
        year, counts: try journal.dayCounts(inYear: year), types: try journal.typeCounts(inYear: year),
        today: access.today,
        localization: localization, layout: layout)
    }
    return html("year", with: view)
  }
}
