/// The positions after the rows found last in each month, for lookups of ascending numbers.
///
/// In a month, the rows of ascending numbers follow each other. The cursor only says where to search first, so the
/// timeline may change between lookups.
package struct RowCursor {
  private struct Place {
    var page: Int32 = -1
    var nextRow: Int32 = 0
  }

  /// By the months that lie between the timeline's first and last.
  private var places: [Place]
  private let firstMonthNumber: Int

  package init(for directory: TimelineDirectory) {
    firstMonthNumber = directory.months.first?.month.monthNumber ?? 0
    let lastMonthNumber = directory.months.last?.month.monthNumber ?? -1
    places = Array(repeating: Place(), count: lastMonthNumber - firstMonthNumber + 1)
  }

  /// The place of the month's page, or `nil` if the directory does not have it.
  @inline(__always)
  mutating func page(of month: CivilMonth, in directory: TimelineDirectory) -> Int? {
    let offset = month.monthNumber - firstMonthNumber
    if places.indices.contains(offset) {
      let page = Int(places[offset].page)
      if directory.months.indices.contains(page), directory.months[page].month == month { return page }
    }
    let (page, isPresent) = directory.index(of: month)
    guard isPresent else { return nil }
    if places.indices.contains(offset) { places[offset].page = Int32(truncatingIfNeeded: page) }
    return page
  }

  /// Returns the probable index of the row with the month's next number.
  @inline(__always)
  func nextRow(in month: CivilMonth) -> Int {
    let offset = month.monthNumber - firstMonthNumber
    return places.indices.contains(offset) ? Int(places[offset].nextRow) : 0
  }

  /// Takes note that a row of the month was found.
  @inline(__always)
  mutating func setRow(_ row: Int, in month: CivilMonth) {
    let offset = month.monthNumber - firstMonthNumber
    if places.indices.contains(offset) { places[offset].nextRow = Int32(truncatingIfNeeded: row + 1) }
  }
}
