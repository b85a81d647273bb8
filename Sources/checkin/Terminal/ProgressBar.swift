import CheckInJournal
import CheckInLanguage
import Synchronization

/// A line on standard error that shows how far long work has come, with its rate and the time left.
///
/// It appears after half a second, so that short work leaves no trace.
final class ProgressBar: Sendable {
  private struct State {
    var lastDrawn: ContinuousClock.Instant?
    var isVisible = false
  }

  private let label: String
  private let unit: String
  private let style: Style
  /// Columns of the terminal.
  private let width: Int
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  init(label: String, unit: String, style: Style, width: Int) {
    self.label = label
    self.unit = unit
    self.style = style
    self.width = width
  }

  /// Redraws the bar, at most ten times a second.
  func report(done: Int, total: Int) {
    let now = ContinuousClock.now
    guard total > 0, now - start > .milliseconds(500) else { return }
    state.withLock { state in
      if let last = state.lastDrawn, now - last < .milliseconds(100) { return }
      state.lastDrawn = now
      state.isVisible = true
      // One column stays free: filling the last one can make the terminal move on to the next line.
      let line = line(done: done, total: total, elapsed: now - start)
      Messages.put("\r" + DisplayWidth.cut(line, to: width - 1, ellipsis: "") + "\u{1b}[K")
    }
  }

  /// Removes the bar.
  func finish() {
    state.withLock { state in
      if state.isVisible { Messages.put("\r\u{1b}[K") }
      state.isVisible = false
    }
  }

  /// The bar with its figures, as many as the terminal has room for.
  private func line(done: Int, total: Int, elapsed: Duration) -> String {
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    let rate = Double(done) / seconds
    let fraction = Double(done) / Double(total)
    let percent = "\(Int(fraction * 100)) %"
    let barWidth = min(24, max(0, width - 1 - DisplayWidth.of("\(label)  \(percent)")))
    var figures = ["\(label) \(style.bar(fraction, width: barWidth)) \(percent)", "\(Int(rate)) \(unit)/s"]
    if rate > 0 {
      let left = Int((Double(max(0, total - done)) / rate).rounded(.up))
      figures.append(style.words("{n} s left", ["n": String(left)]))
    }
    while figures.count > 1, DisplayWidth.of(figures.joined(separator: "  ")) >= width { figures.removeLast() }
    return figures.joined(separator: "  ")
  }
}
