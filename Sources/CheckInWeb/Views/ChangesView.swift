import CheckInJournal
import CheckInLanguage

/// The page of changes: what was done, and the journal as it was on a day.
struct ChangesView {
  struct Bar {
    var x: Int
    var y: Int
    var height: Int
    /// `true` if the bar is after the shown day.
    var isLater: Bool
  }

  var layout: PageLayout
  /// The day that is shown, and the days that can be chosen.
  var day: String
  var dayTitle: String
  var firstDay: String
  var lastDay: String
  /// The days that can be chosen, counted from 0.
  var lastOffset: Int
  var offset: Int
  var canSlide: Bool
  var summary: String
  var isPast: Bool
  var earlier: String?
  var later: String?
  var bars: [Bar]
  var barsWidth: Int
  var labels: [String]
  var month: MonthView
  var days: [ChangeView.Day]
  var isEmpty: Bool
  var older: String?
  var token: String

  static let barHeight = 44
  private static let barCount = 38
  /// The width of a bar's place.
  private static let barStep = 10

  /// Bars of about as many days each, with how many of those had a check-in.
  static func bars(from first: CivilDay, to last: CivilDay, _ days: Set<CivilDay>, shown: CivilDay) -> [Bar] {
    let total = last.dayNumber - first.dayNumber + 1
    let size = (total + barCount - 1) / barCount
    var counts = [Int](repeating: 0, count: (total + size - 1) / size)
    for day in days { counts[(day.dayNumber - first.dayNumber) / size] += 1 }
    let most = max(1, counts.max() ?? 1)
    return counts.enumerated().map { index, count in
      let height = count == 0 ? 1 : max(3, barHeight * count / most)
      return Bar(
        x: index * barStep + 1, y: barHeight - height, height: height,
        isLater: first.dayNumber + index * size > shown.dayNumber)
    }
  }

  /// Up to five names of months at even distances, the last of them today.
  static func labels(from first: CivilDay, to last: CivilDay, _ localization: Localization) -> [String] {
    let total = last.dayNumber - first.dayNumber
    guard total > 0 else { return [localization.words("Today")] }
    var labels: [String] = []
    var year: Int?
    for quarter in 0..<4 where total >= 120 || quarter == 0 {
      let month = first.adding(days: total * quarter / 4).month
      let name = localization.shortName(of: month)
      labels.append(month.year == year ? name : "\(name) \(month.year)")
      year = month.year
    }
    return labels + [localization.words("Today")]
  }
}
