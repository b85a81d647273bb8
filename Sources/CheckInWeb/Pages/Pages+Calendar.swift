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

  func day(_ request: Request, in context: WebContext) async throws -> Response {
    guard let day = context.parameters.get("day").flatMap({ CivilDay($0) }) else { throw Self.notFound }
    let query = try FormFields(queryOf: request)
    return html("day", with: try await dayView(day) { notice(for: query, in: $0, back: "/days/\(day)") })
  }

  /// Adds the forms that mark the days of a day's page.
  func addDayMarks(to routes: inout LocalizedRoutes) {
    routes.command("/days/mark") { _, form, journal in
      let day = try form.required("day") { CivilDay($0) }
      let kind = try form.required("kind") { DayMark.Kind(name: $0) }
      let sequence = journal.sequence
      try journal.mark(try Self.days(from: day, until: form["until"] ?? ""), as: kind, note: form["note"])
      return Redirection(
        "/days/\(day)", notice: "marked", after: journal.sequence > sequence ? journal.sequence : nil)
    } refusal: { pages, form, error in
      guard let day = form["day"].flatMap({ CivilDay($0) }) else { throw error }
      var view = try await pages.dayView(day) { _ in nil }
      (view.hasProblems, view.problems) = (true, error.messages.map { pages.words($0) })
      return pages.html("day", with: view, status: error.httpStatus)
    }
    routes.command("/days/unmark") { _, form, journal in
      let day = try form.required("day") { CivilDay($0) }
      let removed = try journal.unmark([day])
      return Redirection("/days/\(day)", notice: "unmarked", after: removed.isEmpty ? nil : journal.sequence)
    }
  }

  /// The days from one to the last, which is the same if it is empty.
  private static func days(from first: CivilDay, until text: String) throws -> [CivilDay] {
    guard let last = text.isEmpty ? first : CivilDay(text), first <= last else {
      throw JournalError(.invalidValue, "Enter a last day that doesn't come before \(first)")
    }
    return (first.dayNumber...last.dayNumber).map { CivilDay(dayNumber: $0) }
  }

  private func dayView(
    _ day: CivilDay, notice: @escaping @Sendable (Journal) -> PageLayout.Notice?
  ) async throws -> DayView {
    try await access.run { [access, localization] journal in
      let title = localization.title(of: day, today: access.today).capitalizedFirst
      var layout = layout(title, section: .months, of: journal)
      layout.isWide = false
      layout.notice = notice(journal)
      layout.showConflicts(of: journal, words) { $0 == .dayMark(day) }
      return DayView(
        day, checkIns: try journal.checkIns(from: day, to: day), mark: try journal.dayMarks(from: day, to: day).first,
        streak: try journal.streak(around: day), today: access.today, localization: localization, layout: layout)
    }
  }

  func year(_ context: WebContext) async throws -> Response {
    guard let text = context.parameters.get("year"), let year = Int(text), String(year) == text,
      (1...9999).contains(year)
    else { throw Self.notFound }
    let view = try await access.run { [access, localization] journal in
      let layout = layout(String(year), section: .year, of: journal)
      let filter = CheckInFilter(
        from: CivilDay(year: year, month: 1, day: 1), to: CivilDay(year: year, month: 12, day: 31))
      return YearView(
        year, counts: try journal.dayCounts(inYear: year), marks: try journal.dayMarks(inYear: year),
        streak: try journal.statistics(today: access.today, matching: filter).longestStreak,
        types: try journal.typeCounts(inYear: year), today: access.today, localization: localization, layout: layout)
    }
    return html("year", with: view)
  }
}
