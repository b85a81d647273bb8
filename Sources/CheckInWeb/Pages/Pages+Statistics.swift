import CheckInJournal
import CheckInLanguage
import Hummingbird

struct StatisticsView {
  struct TypeRow {
    var slug: String
    var name: String
    var count: Int
    /// Of all check-ins.
    var percent: Int
    /// Of the most frequent type's, for the bar.
    var width: Int
  }

  struct MonthRow {
    var name: String
    var href: String
    var summary: String
    var percent: Int
  }

  var layout: PageLayout
  var total: Int
  var days: Int
  var current: String
  var longest: String
  var range: String?
  var types: [TypeRow]
  var months: [MonthRow]
}

struct AuditView {
  var layout: PageLayout
  var at: UInt64
  var last: UInt64
  var isPast: Bool
  var earlier: String?
  var later: String?
  var total: Int
  var days: Int
  var longest: String
  var month: MonthView
  var entries: [EntryView]
  var older: String?
}

extension Pages {
  private static let entriesOnPage: UInt64 = 50

  func statistics() async throws -> Response {
    let view = try await access.run { [access] journal in
      let layout = layout("Statistics", .statistics, of: journal)
      let statistics = try journal.statistics(today: access.today)
      let most = statistics.types.first?.count ?? 1
      let rows = statistics.types.map { type, count in
        StatisticsView.TypeRow(
          slug: type.slug, name: type.name, count: count,
          percent: Int((Double(count) * 100 / Double(max(1, statistics.total))).rounded()),
          width: max(1, Int((Double(count) * 100 / Double(max(1, most))).rounded())))
      }
      let months = try journal.months().prefix(24).map { month in
        StatisticsView.MonthRow(
          name: month.month.title, href: "/?month=\(month.month)",
          summary: "\(month.days) of \(month.month.dayCount) days, \(pluralized(month.checkIns, "check-in"))",
          percent: Int(month.percentage.rounded()))
      }
      let range = statistics.firstDay.flatMap { first in
        statistics.lastDay.map { "From \(first.title) to \($0.title)" }
      }
      return StatisticsView(
        layout: layout, total: statistics.total, days: statistics.days,
        current: Self.text(statistics.currentStreak), longest: Self.text(statistics.longestStreak), range: range,
        types: rows, months: Array(months))
    }
    return html("stats", view)
  }

  func audit(_ request: Request) async throws -> Response {
    let query = try FormFields(queryOf: request)
    let last = try await access.run { $0.sequence }
    let at = try Self.sequence(query["at"], upTo: last) ?? last
    let to = try Self.sequence(query["to"], upTo: at) ?? at
    let view =
      try await
      (at == last
      ? access.run { try auditView($0, to: to, last: last) }
      : access.run(asOf: at) { try auditView($0, to: to, last: last) })
    return html("audit", view)
  }

  /// The log up to an event, and the journal as it was then.
  private func auditView(_ journal: Journal, to: UInt64, last: UInt64) throws -> AuditView {
    let at = min(journal.sequence, last)
    let from = to > Self.entriesOnPage ? to - Self.entriesOnPage + 1 : 1
    var entries: [EntryView] = []
    if to > 0 { try journal.audit(from: from, to: to) { entries.append(EntryView($0, isLinked: true)) } }
    let statistics = try journal.statistics(today: access.today)
    let month = statistics.lastDay?.month ?? access.today.month
    let isPast = at < last
    var layout = layout("Changes", .changes, of: journal, isLive: to == at)
    layout.sequence = last
    return AuditView(
      layout: layout, at: at, last: last, isPast: isPast, earlier: at > 0 ? "/audit?at=\(at - 1)" : nil,
      later: isPast ? "/audit?at=\(at + 1)" : nil, total: statistics.total, days: statistics.days,
      longest: Self.text(statistics.longestStreak),
      month: try MonthView(
        try journal.calendar(of: month), in: journal, current: statistics.currentStreak, today: access.today,
        localization: localization, isPast: isPast),
      entries: entries.reversed(),
      older: from > 1 ? "/audit?at=\(at)&to=\(from - 1)" : nil)
  }

  private static func sequence(_ text: String?, upTo last: UInt64) throws -> UInt64? {
    guard let text else { return nil }
    guard let sequence = UInt64(text), sequence <= last else { throw notFound }
    return sequence
  }

  private static func text(_ streak: Streak?) -> String { pluralized(streak?.days ?? 0, "day") }
}
