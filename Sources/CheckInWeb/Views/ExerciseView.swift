import CheckInJournal
import CheckInLanguage

/// A line over time without axes, in a field of 150 × 36.
struct Sparkline {
  var sparkPoints: String
  var endX: Int
  var endY: Int
  var sparkWords: String

  /// `nil` for fewer than two values.
  ///
  /// - Parameter values: kilograms.
  init?(_ values: [Double], figures: WorkoutFigures) {
    guard values.count > 1, let least = values.min(), let most = values.max() else { return nil }
    let places = values.enumerated().map { index, value in
      let height = most > least ? (value - least) / (most - least) : 0.5
      return (x: 4 + index * 138 / (values.count - 1), y: 32 - Int((height * 28).rounded()))
    }
    sparkPoints = places.map { "\($0.x),\($0.y)" }.joined(separator: " ")
    (endX, endY) = (places.last?.x ?? 0, places.last?.y ?? 0)
    sparkWords = figures.localization.words(
      "Estimated maximum of 12 weeks: from {first} to {last}",
      ["first": figures.sum(kilograms: values.first ?? 0), "last": figures.sum(kilograms: values.last ?? 0)])
  }
}

/// Values of an exercise's sessions as a graph, 600 × 200: a line or bars over three grid lines, with the months below.
struct ExerciseGraph {
  struct Mark {
    var markX: Int
    var markText: String
  }

  struct Line {
    var lineY: Int
    var lineTextY: Int
    var lineText: String
  }

  struct Bar {
    var barX: Int
    var barY: Int
    var barWidth: Int
    var barHeight: Int
    var barWords: String
    var isLatest: Bool
  }

  /// A value as a row of the table.
  struct Number {
    var numberDay: String
    var numberHref: String
    var numberText: String
  }

  private static let (left, right, top, bottom) = (56, 588, 16, 160)

  var graphID: String
  var graphTitle: String
  var graphDetail: String
  var graphWords: String
  var isLine: Bool
  var points = ""
  var area = ""
  var lastX = 0
  var lastY = 0
  var bars: [Bar] = []
  var lines: [Line] = []
  var marks: [Mark] = []
  /// The newest first.
  var numbers: [Number]

  /// - Parameters:
  ///   - occasions: ascending by day.
  ///   - kilograms: the value of one; those without are left out.
  ///   - isLine: a line, whose grid begins near the least value; or bars, which begin at zero.
  init?(
    _ occasions: some Collection<ExerciseHistory.Occasion>, kilograms: (ExerciseHistory.Occasion) -> Double?,
    id: String, title: String, detail: String, isLine: Bool, figures: WorkoutFigures
  ) {
    let (localization, words) = (figures.localization, figures.localization.words)
    let values = occasions.compactMap { one in
      kilograms(one).map { (occasion: one, amount: figures.amount(kilograms: $0), text: figures.sum(kilograms: $0)) }
    }
    guard let first = values.first, let last = values.last, let least = values.map(\.amount).min(),
      let most = values.map(\.amount).max(), most > 0
    else { return nil }
    (graphID, graphTitle, graphDetail, self.isLine) = (id, title, detail, isLine)
    graphWords = words.count(
      values.count, "{title}, {n} workout: from {first} to {last}", "{title}, {n} workouts: from {first} to {last}",
      ["title": title, "first": first.text, "last": last.text])
    numbers = values.reversed().map { value in
      Number(
        numberDay: localization.shortTitle(of: value.occasion.day), numberHref: "/sessions/\(value.occasion.session)",
        numberText: value.text)
    }
    let (left, right, top, bottom) = (Self.left, Self.right, Self.top, Self.bottom)
    let grid = Self.grid(from: isLine ? least : 0, to: most)
    func y(_ value: Double) -> Int {
      bottom - Int(((value - Double(grid[0])) / Double(grid[2] - grid[0]) * Double(bottom - top)).rounded())
    }
    lines = grid.map { value in
      Line(lineY: y(Double(value)), lineTextY: y(Double(value)) + 5, lineText: localization.number(value))
    }
    let step = Double(right - left) / Double(isLine ? max(1, values.count - 1) : values.count)
    func x(_ index: Int) -> Int { left + Int((Double(index) * step).rounded()) }
    var places: [(x: Int, y: Int)] = []
    var month: CivilMonth?
    for (index, value) in values.enumerated() {
      let place = (x: x(index), y: y(value.amount))
      let day = value.occasion.day
      if isLine {
        places.append(place)
      } else {
        // A few bars do not fill the width.
        let width = min(64, max(1, Int((step * 0.64).rounded())))
        bars.append(
          Bar(
            barX: place.x + (Int(step.rounded()) - width) / 2, barY: place.y, barWidth: width,
            barHeight: max(0, bottom - place.y), barWords: "\(localization.shortTitle(of: day)): \(value.text)",
            isLatest: index == values.count - 1))
      }
      // Names of months that would run into each other are left out.
      if day.month != month, marks.last.map({ place.x - $0.markX >= 72 }) ?? true, place.x <= right - 30 {
        marks.append(Mark(markX: bars.last?.barX ?? place.x, markText: localization.shortName(of: day.month)))
      }
      month = day.month
    }
    points = places.map { "\($0.x),\($0.y)" }.joined(separator: " ")
    if let first = places.first, let last = places.last {
      area = "\(first.x),\(bottom) \(points) \(last.x),\(bottom)"
      (lastX, lastY) = (last.x, last.y)
    }
  }

  /// Three round numbers at equal distances that hold the values between them.
  static func grid(from least: Double, to most: Double) -> [Int] {
    var scale = 1
    while true {
      for step in [1, 2, 3, 4, 5, 6, 8].map({ $0 * scale }) {
        let first = Int((least / Double(step)).rounded(.down)) * step
        if Double(first + 2 * step) >= most { return [first, first + step, first + 2 * step] }
      }
      scale *= 10
    }
  }
}

/// The page of an exercise.
struct ExerciseView {
  struct Record {
    var recordText: String
    var recordDay: String
    /// The workout that it was set in.
    var recordTitle: String?
    var recordHref: String
  }

  struct Best {
    var bestWeight: String
    var bestReps: Int
  }

  /// A workout with the exercise.
  struct Row {
    var rowHref: String
    var rowTitle: String
    var rowDetail: String
    var rowBest: String
  }

  /// The number of latest workouts in the graphs and the table.
  static let shownOccasions = 60
  /// The number of weights, and of workouts, that are shown before the others are collapsed.
  static let shownWeights = 6
  static let shownRows = 5

  var layout: PageLayout
  var number: Int
  var name: String
  /// The name in the form that renames it, with what is wrong with it.
  var newName: String
  var nameProblem: String?
  var summary: String
  var isEmpty: Bool
  var isRetired: Bool
  var record: Record?
  var estimate: String?
  var greatestVolume: String?
  var before: [Record]
  var hasBefore: Bool
  var graphs: [ExerciseGraph]
  /// At the heaviest weights, and at the others.
  var best: [Best]
  var lighter: [Best]
  var hasBest: Bool
  var hasLighter: Bool
  /// The latest workouts, newest first, and those before.
  var rows: [Row]
  var earlier: [Row]
  var hasEarlier: Bool
  /// A description of the shown workouts; `nil` if all are shown.
  var range: String?
  var details: String

  init(
    _ exercise: Exercise, statistics: ExerciseStatistics, history: ExerciseHistory, titles: [Int: String],
    today: CivilDay, figures: WorkoutFigures, layout: PageLayout
  ) {
    self.layout = layout
    let (localization, words) = (figures.localization, figures.localization.words)
    number = exercise.number
    name = shown(exercise.name)
    newName = exercise.name
    isRetired = exercise.isRetired
    isEmpty = statistics.sets == 0
    var summary = [figures.sets(statistics.sets)]
    if let first = history.occasions.first?.day {
      let month =
        first.month.year == today.month.year ? localization.name(of: first.month) : localization.title(of: first.month)
      summary = [words("{sets} since {month}", ["sets": summary[0], "month": month])]
    }
    if let last = statistics.last {
      summary.append(words("last {day}", ["day": localization.recent(last.day, today: today)]))
    }
    self.summary = summary.joined(separator: " · ")
    func day(_ day: CivilDay) -> String {
      day.month.year == today.month.year ? localization.date(of: day) : localization.shortTitle(of: day)
    }
    func record(_ record: PersonalRecord) -> Record {
      Record(
        recordText: figures.text(record, load: exercise.load), recordDay: day(record.day),
        recordTitle: titles[record.session].map { words("in {workout}", ["workout": shown($0)]) },
        recordHref: "/sessions/\(record.session)")
    }
    self.record = statistics.record.map(record)
    estimate = statistics.estimatedMaximum.map { figures.sum(kilograms: $0.kilograms) }
    greatestVolume = statistics.greatestVolume.map { figures.sum(kilograms: $0.volume.kilograms) }
    before = history.records.dropLast().suffix(3).reversed().map(record)
    hasBefore = !before.isEmpty
    let occasions = history.occasions.suffix(Self.shownOccasions)
    range =
      history.occasions.count > occasions.count
      ? words(
        "The latest {count} of {all} workouts",
        ["count": localization.number(occasions.count), "all": localization.number(history.occasions.count)]) : nil
    graphs = [
      ExerciseGraph(
        occasions, kilograms: \.estimatedKilograms, id: "maximum", title: words("Estimated maximum"),
        detail: words("Epley, from sets of at most 10 reps; an estimate"), isLine: true, figures: figures),
      ExerciseGraph(
        occasions, kilograms: { $0.volume.isZero ? nil : $0.volume.kilograms }, id: "volume", title: words("Volume"),
        detail: words("{unit} in each workout", ["unit": figures.unit.symbol]), isLine: false, figures: figures),
    ].compactMap { $0 }
    let all = statistics.bestReps.compactMap { best -> Best? in
      guard let weight = best.weight, let reps = best.reps else { return nil }
      return Best(bestWeight: figures.text(weight), bestReps: reps)
    }
    best = Array(all.prefix(Self.shownWeights))
    lighter = Array(all.dropFirst(Self.shownWeights))
    hasBest = !best.isEmpty
    hasLighter = !lighter.isEmpty
    let rows = occasions.reversed().map { one in
      var detail = [figures.sets(one.sets)]
      if !one.volume.isZero { detail.append(figures.sum(kilograms: one.volume.kilograms)) }
      return Row(
        rowHref: "/sessions/\(one.session)", rowTitle: localization.recent(one.day, today: today).capitalizedFirst,
        rowDetail: ([shown(one.title)] + detail).joined(separator: " · "),
        rowBest: one.best.map { figures.text($0, load: exercise.load) } ?? "–")
    }
    self.rows = Array(rows.prefix(Self.shownRows))
    earlier = Array(rows.dropFirst(Self.shownRows))
    hasEarlier = !earlier.isEmpty
    var details = [exercise.measure.label(words), exercise.load.label(words)]
    if !exercise.aliases.isEmpty {
      details.append(words("also {names}", ["names": localization.list(exercise.aliases.map(shown))]))
    }
    self.details = details.joined(separator: " · ")
  }
}
