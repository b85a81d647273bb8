import CheckInJournal
import CheckInViewModels

/// A line over time without axes, in a field of 150 × 36.
struct Sparkline {
  var sparkPoints: String
  var endX: Int
  var endY: Int
  var sparkWords: String

  /// `nil` for fewer than two values.
  init?(_ values: [Double]) {
    guard values.count > 1, let least = values.min(), let most = values.max() else { return nil }
    let places = values.enumerated().map { index, value in
      let height = most > least ? (value - least) / (most - least) : 0.5
      return (x: 4 + index * 138 / (values.count - 1), y: 32 - Int((height * 28).rounded()))
    }
    sparkPoints = places.map { "\($0.x),\($0.y)" }.joined(separator: " ")
    (endX, endY) = (places.last?.x ?? 0, places.last?.y ?? 0)
    sparkWords =
      "Estimated maximum of 12 weeks: from \(WorkoutFigures.kilograms(values.first ?? 0)) to "
      + WorkoutFigures.kilograms(values.last ?? 0)
  }
}

/// Values of an exercise's sessions as a graph, 600 × 200: a line or bars, with the months below.
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

  private static let (left, right, top, bottom) = (56, 588, 16, 160)

  var graphWords: String
  var points = ""
  var area = ""
  var lastX = 0
  var lastY = 0
  var bars: [Bar] = []
  var lines: [Line] = []
  var marks: [Mark] = []

  /// - Parameters:
  ///   - values: a session each, ascending by day.
  ///   - isBars: bars, which begin at zero; or a line, which begins at the least value.
  init?(_ values: [(day: CivilDay, kilograms: Double)], title: String, isBars: Bool) {
    guard let least = values.map(\.kilograms).min(), let most = values.map(\.kilograms).max(), most > 0 else {
      return nil
    }
    let floor = isBars ? 0 : (least == most ? max(0, least - 1) : least)
    let ceiling = most == floor ? most + 1 : most
    graphWords =
      "\(title), \(pluralized(values.count, "workout")): from \(WorkoutFigures.kilograms(values[0].kilograms)) to "
      + "\(WorkoutFigures.kilograms(values[values.count - 1].kilograms)). The table below has each of them."
    let (left, right, top, bottom) = (Self.left, Self.right, Self.top, Self.bottom)
    func y(_ value: Double) -> Int {
      bottom - Int(((value - floor) / (ceiling - floor) * Double(bottom - top)).rounded())
    }
    for share in [0, 0.5, 1] {
      let value = floor + (ceiling - floor) * share
      let text = WorkoutFigures.grouped(Int(value.rounded()))
      lines.append(Line(lineY: y(value), lineTextY: y(value) + 5, lineText: text))
    }
    let step = Double(right - left) / Double(isBars ? values.count : max(1, values.count - 1))
    func x(_ index: Int) -> Int { left + Int((Double(index) * step).rounded()) }
    var places: [(x: Int, y: Int)] = []
    var month: CivilMonth?
    for (index, value) in values.enumerated() {
      let place = (x: x(index), y: y(value.kilograms))
      if isBars {
        let width = max(1, Int((step * 0.64).rounded()))
        bars.append(
          Bar(
            barX: place.x + Int((step * 0.18).rounded()), barY: place.y, barWidth: width,
            barHeight: max(0, bottom - place.y),
            barWords: "\(value.day.shortTitle): \(WorkoutFigures.kilograms(value.kilograms))",
            isLatest: index == values.count - 1))
      } else {
        places.append(place)
      }
      // Names of months that would run into each other are left out.
      if value.day.month != month, marks.last.map({ place.x - $0.markX >= 64 }) ?? true, place.x <= right - 30 {
        marks.append(Mark(markX: place.x, markText: String(value.day.month.name.prefix(3))))
      }
      month = value.day.month
    }
    points = places.map { "\($0.x),\($0.y)" }.joined(separator: " ")
    if let first = places.first, let last = places.last {
      area = "\(first.x),\(bottom) \(points) \(last.x),\(bottom)"
      (lastX, lastY) = (last.x, last.y)
    }
  }
}

/// The page of an exercise.
struct ExerciseView {
  struct Record {
    var recordText: String
    var recordWhen: String
    var recordHref: String
  }

  struct Best {
    var bestWeight: String
    var bestReps: Int
  }

  /// A workout, as a row of the table with the numbers.
  struct Row {
    var rowHref: String
    var rowDay: String
    var rowBest: String
    var rowMaximum: String
    var rowVolume: String
    var rowSets: Int
  }

  /// How many of the latest workouts the graphs and the table show.
  static let shownOccasions = 60
  /// How many weights are shown before the others are folded away.
  static let shownWeights = 6

  var layout: PageLayout
  var number: Int
  var name: String
  var summary: String
  var isEmpty: Bool
  var isRetired: Bool
  var record: Record?
  var estimate: String?
  var greatestVolume: String?
  var before: [Record]
  var hasBefore: Bool
  var maximumGraph: ExerciseGraph?
  var volumeGraph: ExerciseGraph?
  /// At the heaviest weights, and at the others.
  var best: [Best]
  var lighter: [Best]
  var hasBest: Bool
  var hasLighter: Bool
  var rows: [Row]
  /// Which workouts are shown, where there are more.
  var range: String?
  var details: String

  init(
    _ exercise: Exercise, _ statistics: ExerciseStatistics, _ history: ExerciseHistory, titles: [Int: String],
    today: CivilDay, unit: Weight.Unit, layout: PageLayout
  ) {
    self.layout = layout
    number = exercise.number
    name = shown(exercise.name)
    isRetired = exercise.isRetired
    isEmpty = statistics.sets == 0
    let first = history.occasions.first?.day
    summary =
      pluralized(statistics.sets, "set") + (first.map { " since \($0.month.title)" } ?? "")
      + (statistics.last.map { " · last \(RelativeDay.text($0.day, today: today))" } ?? "")
    func record(_ record: PersonalRecord) -> Record {
      Record(
        recordText: record.text,
        recordWhen: record.day.shortTitle + (titles[record.session].map { ", in \(shown($0))" } ?? ""),
        recordHref: "/sessions/\(record.session)")
    }
    self.record = statistics.record.map(record)
    estimate = statistics.estimatedMaximum.map { WorkoutFigures.kilograms($0.kilograms) }
    greatestVolume = statistics.greatestVolume.map { WorkoutFigures.kilograms($0.volume.kilograms) }
    before = history.records.dropLast().suffix(3).reversed().map(record)
    hasBefore = !before.isEmpty
    let occasions = history.occasions.suffix(Self.shownOccasions)
    range =
      history.occasions.count > occasions.count
      ? "The latest \(occasions.count) of \(history.occasions.count) workouts" : nil
    maximumGraph = ExerciseGraph(
      occasions.compactMap { one in one.estimatedKilograms.map { (one.day, $0) } }, title: "Estimated maximum",
      isBars: false)
    volumeGraph = ExerciseGraph(
      occasions.map { ($0.day, $0.volume.kilograms) }, title: "Volume", isBars: true)
    let all = statistics.bestReps.compactMap { best -> Best? in
      guard let weight = best.weight, let reps = best.reps else { return nil }
      return Best(bestWeight: weight.description, bestReps: reps)
    }
    best = Array(all.prefix(Self.shownWeights))
    lighter = Array(all.dropFirst(Self.shownWeights))
    hasBest = !best.isEmpty
    hasLighter = !lighter.isEmpty
    rows = occasions.reversed().map { one in
      Row(
        rowHref: "/sessions/\(one.session)", rowDay: one.day.shortTitle, rowBest: one.best?.text ?? "–",
        rowMaximum: one.estimatedKilograms.map(WorkoutFigures.kilograms) ?? "–",
        rowVolume: one.volume.isZero ? "–" : WorkoutFigures.kilograms(one.volume.kilograms), rowSets: one.sets)
    }
    let also = exercise.aliases.isEmpty ? "" : " · also \(exercise.aliases.map(shown).joined(separator: ", "))"
    details = "\(exercise.measure.label) · \(exercise.load.label.lowercased())\(also)"
  }
}
