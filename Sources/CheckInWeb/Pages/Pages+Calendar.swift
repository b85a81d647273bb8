import CheckInJournal
import CheckInLanguage
import CheckInViewModels
import Hummingbird

struct MonthsView {
  var layout: PageLayout
  var isEmpty: Bool
  /// `412 check-ins since September 2025`.
  var summary: String
  var months: [MonthView]
  /// The page of the months before those.
  var earlierMonths: String?
}

extension Pages {
  /// How many months one page shows.
  private static let monthsOnPage = 6

  func months(_ request: Request) async throws -> Response {
    let before = try Self.month(FormFields(queryOf: request)["before"])
    let view = try await access.run { [access, localization] journal in
      let layout = layout(words("Months"), .months, of: journal)
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
        layout: layout, isEmpty: views.isEmpty,
        summary: summary(statistics.total, "{n} check-in", "{n} check-ins", since: months.last?.month),
        months: views, earlierMonths: all.count > page.count ? page.last.map { "/months?before=\($0)" } : nil)
    }
    return html("months", view)
  }

  /// `412 check-ins since September 2025`.
  func summary(_ count: Int, _ one: String, _ other: String, since first: CivilMonth?) -> String {
    let things = words.count(count, one, other, ["n": localization.number(count)])
    guard let first else { return things }
    return words("{things} since {month}", ["things": things, "month": localization.title(of: first)])
  }

  func day(_ context: WebContext) async throws -> Response {
    guard let day = context.parameters.get("day").flatMap({ CivilDay($0) }) else { throw Self.notFound }
    let view = try await access.run { [access, localization] journal in
      let title = localization.title(of: day, today: access.today)
      return DayView(
        day, try journal.checkIns(from: day, to: day), streak: try journal.streak(around: day), today: access.today,
        localization: localization, layout: layout(title, .months, of: journal))
    }
    return html("day", view)
  }

  func year(_ context: WebContext) async throws -> Response {
    guard let text = context.parameters.get("year"), let year = Int(text), String(year) == text,
      (1...9999).contains(year)
    else { throw Self.notFound }
    let view = try await access.run { [access, localization] journal in
      let layout = layout(String(year), .year, of: journal)
      return YearView(
        year, try journal.dayCounts(inYear: year), types: try journal.typeCounts(inYear: year), today: access.today,
        localization: localization, layout: layout)
    }
    return html("year", view)
  }

  /// The message about what was done last: one of a fixed set, never a text from the address.
  ///
  /// - Parameter back: the page that an undo leads to; `nil` for home.
  func notice(_ query: FormFields, _ journal: Journal, back: String? = nil) -> PageLayout.Notice? {
    let texts = [
      "added": "Checked in", "changed": "Changed", "discarded": "Discarded", "restored": "Restored", "undone": "Undone",
      "started": "Workout started", "open": "This workout is open already", "logged": "Set logged",
      "removed": "Set removed", "finished": "Workout finished", "planned": "Plan saved",
      "used": "This plan is active now", "unused": "No plan is active now", "linked": "Check-in and workout are linked",
      "unlinked": "Check-in and workout are not linked any more", "imported": "Imported", "defined": "Exercise defined",
      "goal": "Goal set", "no-goal": "Goal cleared",
    ]
    guard let name = query["notice"], let text = name == "merged" ? merged(query) : texts[name] else { return nil }
    let sequence = query["after"].flatMap(UInt64.init)
    return PageLayout.Notice(
      text: text, undo: name != "undone" && sequence == journal.sequence ? sequence : nil, back: back)
  }

  /// The message about an edit that was merged with others' changes.
  private func merged(_ query: FormFields) -> String {
    let fields = (query["kept"] ?? "").split(separator: " ").compactMap { CheckInForm.Field(rawValue: String($0)) }
    let labels = fields.map(\.label).joined(separator: ", ").lowercased()
    return "Changed. What others changed in the meantime was kept: \(labels)"
  }
}
