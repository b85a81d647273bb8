/// Pictures below the days of a week.
enum CellPicture {
  /// Terminal cells are about twice as high as wide, so this is a square.
  static let columnCount = 6
  static let rowCount = 3

  /// Room below a line of text with pictures in it, and the cursor behind them: as many lines as a picture is high, or
  /// none.
  ///
  /// The lines are there before anything is drawn on them, so that no picture makes the terminal scroll; and the
  /// cursor's place is kept around each, since terminals disagree on where a picture leaves it.
  ///
  /// - Parameter pictures: the column that each begins in, from 0, and what draws it.
  static func row(_ pictures: [(column: Int, sequence: String)]) -> String {
    guard !pictures.isEmpty else { return "" }
    let drawn = pictures.map { "\u{1b}[\($0.column + 1)G\u{1b}7\($0.sequence)\u{1b}8" }
    return String(repeating: "\n", count: rowCount) + "\u{1b}[\(rowCount)A" + drawn.joined() + "\r\u{1b}[\(rowCount)B"
  }
}
