import CheckInLanguage

/// A graph of bars, in the units of its picture. What it shows is told by words beside it.
struct BarGraph {
  struct Bar {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    var isCurrent: Bool
    /// The x-coordinate at which the bar's texts are centred.
    var middle: Int
    /// The text above the bar; `nil` for none.
    var value: String?
    var valueY: Int
    /// The text below the bar; `nil` for none.
    var label: String?
  }

  /// The data of one bar.
  struct Item {
    var count: Int
    var label: String?
    var isCurrent = false
  }

  /// The name of the picture's proportions in the style sheet.
  var name: String
  var width: Int
  var height: Int
  var base: Int
  var labelY: Int
  var bars: [Bar]

  /// - Parameters:
  ///   - showsValues: whether each bar has its number above it.
  ///   - share: how much of its place a bar takes, in percent.
  init(
    _ name: String, items: [Item], width: Int, height: Int, showsValues: Bool, share: Int,
    numbers: Localization
  ) {
    self.name = name
    self.width = width
    self.height = height
    base = height - 28
    labelY = height - 4
    let top = showsValues ? 22 : 4
    let most = max(1, items.map(\.count).max() ?? 1)
    let place = Double(width) / Double(max(1, items.count))
    let base = base
    bars = items.enumerated().map { index, item in
      let middle = Int((place * (Double(index) + 0.5)).rounded())
      let barWidth = max(2, Int(place * Double(share) / 100))
      let barHeight =
        item.count == 0 ? 0 : max(2, Int((Double(item.count) / Double(most) * Double(base - top)).rounded()))
      return Bar(
        x: middle - barWidth / 2, y: base - barHeight, width: barWidth, height: barHeight, isCurrent: item.isCurrent,
        middle: middle, value: showsValues && item.count > 0 ? numbers.number(item.count) : nil,
        valueY: base - barHeight - 6, label: item.label)
    }
  }
}

/// A graph of a line over evenly spaced places, with three lines across that say what the heights are.
struct LineGraph {
  struct Label {
    var x: Int
    var y: Int
    var text: String
  }

  struct Rule {
    var y: Int
    var textY: Int
    var text: String
  }

  static let width = 560
  static let height = 150
  private static let left = 96
  private static let right = 12
  private static let top = 12
  private static let bottom = 112

  var width = Self.width
  var height = Self.height
  var left = Self.left
  var line: String
  /// The line and what lies below it.
  var area: String
  var lastX: Int
  var lastY: Int
  var rules: [Rule]
  var labels: [Label]

  /// - Parameter points: at least one; a label of `nil` is left out.
  init(_ points: [(value: Int, label: String?)], numbers: Localization) {
    let step = Self.step(for: points.map(\.value).max() ?? 0)
    let greatest = 2 * step
    let gap = points.count > 1 ? Double(Self.width - Self.left - Self.right) / Double(points.count - 1) : 0
    func x(_ index: Int) -> Int { Self.left + Int((gap * Double(index)).rounded()) }
    func y(_ value: Int) -> Int {
      Self.bottom - Int((Double(value) / Double(greatest) * Double(Self.bottom - Self.top)).rounded())
    }
    let places = points.enumerated().map { "\(x($0.offset)),\(y($0.element.value))" }
    line = places.joined(separator: " ")
    area = "\(Self.left),\(Self.bottom) \(line) \(x(points.count - 1)),\(Self.bottom)"
    lastX = x(points.count - 1)
    lastY = y(points.last?.value ?? 0)
    rules = (0...2).map { Rule(y: y($0 * step), textY: y($0 * step) + 4, text: numbers.number($0 * step)) }
    labels = points.enumerated().compactMap { index, point in
      point.label.map { Label(x: x(index), y: Self.height - 8, text: $0) }
    }
  }

  /// A round number of which two are no less than the greatest value.
  private static func step(for greatest: Int) -> Int {
    var unit = 1
    while true {
      for factor in [1, 2, 5] where unit.multipliedReportingOverflow(by: factor * 2).partialValue >= greatest {
        return unit * factor
      }
      let (next, isTooGreat) = unit.multipliedReportingOverflow(by: 10)
      // Twice the step and its multiples must still be numbers.
      guard !isTooGreat, next < Int.max / 1000 else { return Int.max / 4 }
      unit = next
    }
  }
}
