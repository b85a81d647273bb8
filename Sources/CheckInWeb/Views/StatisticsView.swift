import CheckInJournal
import CheckInLanguage
import CheckInViewModels

/// The page of statistics, in words and pictures.
struct StatisticsView {
  struct Figure {
    var id: String
    var value: String
    var unit: String?
    var label: String
  }

  /// Two bars, one above the other, and what is between them in words.
  struct Comparison {
    struct Bar {
      var label: String
      var href: String
      var count: String
      /// Of 100.
      var width: Int
      var isCurrent: Bool
    }

    var id: String
    var title: String
    var subtitle: String
    var bars: [Bar]
    /// The sentence that compares them, around ``more`` or ``fewer``.
    var start: String
    var more: String?
    var fewer: String?
    var end: String
  }

  struct TypeRow {
    var slug: String
    var name: String
    var href: String
    var count: String
    var percent: String
    /// Of the most frequent type's, for the bar.
    var width: Int
  }

  /// A row of a table: what it is of, where that is shown, and its numbers.
  struct Row {
    var name: String
    var href: String
    var values: [String]
  }

  var layout: PageLayout
  var isEmpty: Bool
  var greeting: String
  var since: String?
  var figures: [Figure]
  var comparisons: [Comparison]
  var rings: [RingView]
  var hasRings: Bool
  var monthsSubtitle: String
  var months: BarGraph
  var monthRows: [Row]
  var weekdays: BarGraph
  var weekdayRows: [Row]
  var types: [TypeRow]
  var hasMeasures: Bool
  var measuresSubtitle: String
  /// The durations, distances, and paces or speeds by type.
  var measureRows: [Row]
  var hoursSubtitle: String?
  var hours: BarGraph
  var hourRows: [Row]
  var hasCalories: Bool
  var calories: LineGraph
  var calorieRows: [Row]

  init(
    _ figures: StatisticsFigures, goals: [GoalProgress], layout: PageLayout, today: CivilDay,
    unit: DistanceUnit, localization: Localization
  ) {
    self.layout = layout
    let words = localization.words
    let statistics = figures.statistics
    isEmpty = statistics.total == 0
    greeting = words("Your journal starts with one check-in")
    since = statistics.firstDay.map { words("Since {day}", ["day": localization.title(of: $0)]) }
    func number(_ value: Int) -> String { localization.number(value) }
    func days(_ count: Int) -> String { words.count(count, "day", "days") }
    let (current, longest) = (statistics.currentStreak?.days ?? 0, statistics.longestStreak?.days ?? 0)
    self.figures = [
      Figure(
        id: "total", value: number(statistics.total),
        label: words.count(statistics.total, "check-in", "check-ins")),
      Figure(
        id: "days", value: number(statistics.days),
        label: words.count(statistics.days, "day with one", "days with one")),
      Figure(id: "current", value: number(current), unit: days(current), label: words("current streak")),
      Figure(id: "longest", value: number(longest), unit: days(longest), label: words("best streak")),
    ]
    if let without = statistics.withoutMarks {
      let (current, longest) = (without.currentStreak?.days ?? 0, without.longestStreak?.days ?? 0)
      self.figures += [
        Figure(
          id: "current-unmarked", value: number(current), unit: days(current),
          label: words("current streak without marks")),
        Figure(
          id: "longest-unmarked", value: number(longest), unit: days(longest),
          label: words("best streak without marks")),
      ]
    }
    if figures.calories > 0 {
      self.figures.append(
        Figure(id: "calories", value: number(figures.calories), unit: "kcal", label: words("calories")))
    }
    comparisons = [
      Self.week(figures.week, today: today, localization), Self.month(figures.month, today: today, localization),
    ]

    rings = GoalRing.rings(goals, in: localization, unit: unit).enumerated().map { RingView($1, place: $0) }
    hasRings = !rings.isEmpty

    monthsSubtitle = words("Days with a check-in; {month} so far", ["month": localization.name(of: today.month)])
    months = BarGraph(
      "wide",
      items: figures.months.map {
        BarGraph.Item(count: $0.days, label: localization.shortName(of: $0.month), isCurrent: $0.month == today.month)
      }, width: 760, height: 196, showsValues: true, share: 62, numbers: localization)
    monthRows = figures.months.reversed().map { month in
      Row(
        name: localization.title(of: month.month), href: "/?month=\(month.month)",
        values: [number(month.days), number(month.checkIns)])
    }

    let year = "since=\(figures.yearStart)"
    weekdays = BarGraph(
      "narrow",
      items: figures.weekdays.map { BarGraph.Item(count: $0.checkIns, label: localization.initials(of: $0.value)) },
      width: 340, height: 186, showsValues: true, share: 64, numbers: localization)
    weekdayRows = figures.weekdays.map { row in
      Row(
        name: localization.name(of: row.value), href: "/search?weekday=\(row.value.rawValue)&\(year)",
        values: [number(row.checkIns)])
    }

    let most = statistics.types.first?.count ?? 1
    types = statistics.types.map { type, count in
      TypeRow(
        slug: type.slug, name: localization.name(of: type), href: "/search?type=\(type.slug)", count: number(count),
        percent: localization.percent(Self.share(count, of: statistics.total)),
        width: max(1, Self.share(count, of: most)))
    }

    let measured = [CheckInQuantity.duration, .distance]
    func sum(_ sums: QuantitySums, of quantity: CheckInQuantity, among count: Int) -> String? {
      guard sums[quantity].checkIns > 0 else { return nil }
      let value = localization.text(sums[quantity].total, of: quantity, in: unit)
      return localization.text(value, of: sums[quantity], among: count)
    }
    var sums = QuantitySums()
    for group in figures.types { sums.add(group.sums) }
    measuresSubtitle =
      measured.compactMap { quantity in
        sum(sums, of: quantity, among: statistics.total).map { "\(words(quantity.label)) \($0)" }
      }
      .joined(separator: ", ")
    measureRows = figures.types.compactMap { group in
      guard case .type(let type) = group.key else { return nil }
      let values = measured.map { sum(group.sums, of: $0, among: group.checkIns) }
      guard values.contains(where: { $0 != nil }) else { return nil }
      let rate = localization.rate(of: group.sums, for: type, in: unit)
      return Row(
        name: localization.name(of: type), href: "/search?type=\(type.slug)",
        values: (values + [rate]).map { $0 ?? "–" })
    }
    hasMeasures = !measureRows.isEmpty

    hoursSubtitle = figures.busiestHours.map { hours in
      words(
        "Most often between {from} and {to}",
        [
          "from": localization.label(ofHour: hours.lowerBound),
          "to": localization.label(ofHour: (hours.upperBound + 1) % 24),
        ])
    }
    let shown = Self.shownHours(figures.hours.map(\.checkIns))
    hours = BarGraph(
      "hours",
      items: shown.map { hour in
        BarGraph.Item(
          count: figures.hours[hour].checkIns, label: hour % 3 == 0 ? localization.label(ofHour: hour) : nil)
      }, width: 560, height: 104, showsValues: false, share: 62, numbers: localization)
    hourRows = shown.map { hour in
      Row(
        name: words(
          "From {from} to {to}",
          ["from": localization.label(ofHour: hour), "to": localization.label(ofHour: (hour + 1) % 24)]),
        href: "/search?hour=\(hour)&\(year)", values: [number(figures.hours[hour].checkIns)])
    }

    hasCalories = figures.months.contains { $0.calories > 0 }
    calories = LineGraph(
      figures.months.enumerated().map { index, month in
        (month.calories, index % 2 == 0 ? localization.shortName(of: month.month) : nil)
      }, numbers: localization)
    calorieRows = figures.months.reversed().map { month in
      Row(
        name: localization.title(of: month.month),
        href: "/search?since=\(month.month.firstDay)&until=\(month.month.lastDay)", values: [number(month.calories)])
    }
  }

  private static func week(
    _ week: StatisticsFigures.Comparison, today: CivilDay, _ localization: Localization
  ) -> Comparison {
    let words = localization.words
    let weekday = localization.name(of: today.weekday)
    let subtitle =
      week.from == today
      ? words("Check-ins, {day}", ["day": weekday])
      : words("Check-ins, {from} to {to}", ["from": localization.name(of: week.from.weekday), "to": weekday])
    let sentence =
      week.difference == 0
      ? words("As many as by {day} last week", ["day": weekday])
      : words.count(
        abs(week.difference), "{more} check-in than by {day} last week", "{more} check-ins than by {day} last week",
        ["day": weekday])
    return comparison(
      "week", title: words("This week"), subtitle: subtitle, figures: week,
      labels: (words("This week"), words("Last week")), sentence: sentence, today: today,
      in: localization)
  }

  private static func month(
    _ month: StatisticsFigures.Comparison, today: CivilDay, _ localization: Localization
  ) -> Comparison {
    let words = localization.words
    let last = month.daysBefore.upperBound
    let date = localization.date(of: last)
    let sentence =
      month.difference == 0
      ? words("As many as by {day}", ["day": date])
      : words.count(
        abs(month.difference), "{more} day than by {day}", "{more} days than by {day}", ["day": date])
    let subtitle =
      today.dayOfMonth == 1
      ? words("Days, the 1st")
      : words("Days, {from} to {to}", ["from": localization.date(of: month.from), "to": localization.date(of: today)])
    return comparison(
      "month", title: words("This month"), subtitle: subtitle, figures: month,
      labels: (localization.name(of: today.month), localization.name(of: last.month)), sentence: sentence, today: today,
      in: localization)
  }

  private static func comparison(
    _ id: String, title: String, subtitle: String, figures: StatisticsFigures.Comparison,
    labels: (now: String, before: String), sentence: String, today: CivilDay, in localization: Localization
  ) -> Comparison {
    let words = localization.words
    let most = max(1, figures.now, figures.before)
    func bar(_ label: String, count: Int, days: ClosedRange<CivilDay>, isCurrent: Bool) -> Comparison.Bar {
      Comparison.Bar(
        label: label, href: "/search?since=\(days.lowerBound)&until=\(days.upperBound)",
        count: localization.number(count), width: share(count, of: most), isCurrent: isCurrent)
    }
    let difference = figures.difference
    // What stands for the difference is shown in another way than the sentence around it.
    let place = sentence.firstRange(of: "{more}")
    return Comparison(
      id: id, title: title, subtitle: subtitle,
      bars: [
        bar(labels.now, count: figures.now, days: figures.from...today, isCurrent: true),
        bar(labels.before, count: figures.before, days: figures.daysBefore, isCurrent: false),
      ],
      start: String(sentence[..<(place?.lowerBound ?? sentence.endIndex)]),
      more: difference > 0 ? words("{n} more", ["n": localization.number(difference)]) : nil,
      fewer: difference < 0 ? words("{n} fewer", ["n": localization.number(-difference)]) : nil,
      end: place.map { String(sentence[$0.upperBound...]) } ?? "")
  }

  /// From the first hour with check-ins to the last, at least from 6 to 21.
  private static func shownHours(_ counts: [Int]) -> ClosedRange<Int> {
    let first = counts.firstIndex { $0 > 0 } ?? 6
    let last = counts.lastIndex { $0 > 0 } ?? 21
    return min(6, first)...max(21, last)
  }

  /// In percent, rounded.
  private static func share(_ count: Int, of total: Int) -> Int {
    Int((Double(count) * 100 / Double(max(1, total))).rounded())
  }
}
