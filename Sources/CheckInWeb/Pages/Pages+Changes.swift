import CheckInJournal
import CheckInLanguage
import Hummingbird

extension Pages {
  private static let changesOnPage = 25

  func changes(_ request: Request) async throws -> Response {
    let query = try FormFields(queryOf: request)
    let today = access.today
    let wanted = try query["at"].map { text in
      guard let day = CivilDay(text) else { throw Self.notFound }
      return day
    }
    let before = try query["before"].map { text in
      guard let sequence = UInt64(text) else { throw Self.notFound }
      return sequence
    }
    guard let day = wanted, day < today else {
      return html(
        "changes", with: try await access.run { try changesView($0, of: $0, on: today, before: before, query) })
    }
    // The last moment of the day here.
    let end = day.adding(days: 1).midnight(in: access.zone).instantMilliseconds
    let view = try await access.run(asOf: .recorded(end - 1)) { past, present in
      try changesView(past, of: present, on: day, before: before, query)
    }
    return html("changes", with: view)
  }

  /// - Parameters:
  ///   - journal: as it is shown.
  ///   - present: as it is now.
  private func changesView(
    _ journal: Journal, of present: Journal, on day: CivilDay, before: UInt64?, _ query: FormFields
  ) throws -> ChangesView {
    let today = access.today
    let isPast = day < today
    var layout = layout(words("Changes"), section: .changes, of: present, isLive: before == nil)
    layout.notice = notice(for: query, in: present, back: "/audit")
    var list = ChangeList(
      journal, localization: localization, zone: access.zone, unit: access.distanceUnit,
      weightUnit: access.unit)
    let end = min(before.map { $0 - min($0, 1) } ?? journal.sequence, journal.sequence)
    let rest = try list.add(upTo: end, count: Self.changesOnPage)
    if !isPast, end == present.sequence, present.readOnlyReason == nil, try isUndoable(end, of: present) {
      list.offerUndo(end)
    }
    let recorded = try present.firstRecordedMilliseconds().map { access.zone.time(atInstant: $0).day } ?? today
    let first = min(recorded, today)
    let shownDay = max(day, first)
    let statistics = try journal.statistics(today: day)
    let bars = ChangesView.bars(from: first, to: today, try present.activeDays(from: first, to: today), shown: shownDay)
    let address = isPast ? "/audit?at=\(day)&" : "/audit?"
    func step(_ other: CivilDay) -> String { other < today ? "/audit?at=\(other)" : "/audit" }
    return ChangesView(
      layout: layout, day: day.description,
      dayTitle: isPast ? localization.title(of: day).capitalizedFirst : words("Today"),
      firstDay: first.description, lastDay: today.description, lastOffset: today.dayNumber - first.dayNumber,
      offset: shownDay.dayNumber - first.dayNumber, canSlide: first < today, summary: summary(statistics, day: day),
      isPast: isPast, earlier: day > first ? step(day.adding(days: -1)) : nil,
      later: isPast ? step(max(day, first.adding(days: -1)).adding(days: 1)) : nil, bars: bars,
      barsWidth: bars.count * 10, labels: ChangesView.labels(from: first, to: today, localization),
      month: try MonthView(
        try journal.calendar(of: day.month), in: journal, current: statistics.currentStreak,
        today: isPast ? day : today, localization: localization, isPast: isPast),
      days: list.days(today: today), isEmpty: list.changes.isEmpty,
      older: rest > 0 ? "\(address)before=\(rest + 1)" : nil, token: token.text)
  }

  private func summary(_ statistics: Statistics, day: CivilDay) -> String {
    var parts = [words.count(statistics.total, "{n} check-in", "{n} check-ins")]
    if let streak = statistics.currentStreak {
      parts.append(words.count(streak.days, "{n} day in a row", "{n} days in a row"))
    }
    let age = access.today.dayNumber - day.dayNumber
    if age == 1 { parts.append(words("yesterday")) }
    if age > 1 { parts.append(words.count(age, "{n} day ago", "{n} days ago")) }
    return parts.joined(separator: " · ")
  }

  /// Returns `true` if the journal's last event can be undone and is not an undo itself.
  private func isUndoable(_ sequence: UInt64, of journal: Journal) throws -> Bool {
    var isUndoable = false
    guard sequence > 0 else { return false }
    // What other devices recorded about the same time comes with it.
    try journal.audit(from: sequence, to: sequence) { entry in
      guard entry.event.sequence == sequence else { return }
      isUndoable =
        switch entry.event.action {
        case .lost, .seen, .unknown: false
        default: entry.event.undoes == nil
        }
    }
    return isUndoable
  }
}
