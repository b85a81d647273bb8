internal import EventLog

/// Some of a journal's check-ins, ascending by number, as they were at a moment. Each is made when it is asked for,
/// which any thread may do.
package struct CheckInBatch: Sendable {
  /// The pages that they are on.
  private var pages: [MonthPage] = []
  private var places: [(page: Int32, row: Int32)] = []
  /// The number of the last; 0 if there is none.
  private(set) package var lastNumber = 0

  package var count: Int { places.count }

  /// Takes a page on.
  ///
  /// - Returns: its place, for ``append(_:inRow:ofPage:)``.
  mutating func append(_ page: MonthPage) -> Int32 {
    pages.append(page)
    return Int32(truncatingIfNeeded: pages.count - 1)
  }

  mutating func append(_ number: Int, inRow row: Int, ofPage page: Int32) {
    places.append((page, Int32(truncatingIfNeeded: row)))
    lastNumber = number
  }

  mutating func reserve(_ count: Int) { places.reserveCapacity(count) }

  /// Calls `body` with one check-in after the other.
  ///
  /// - Throws: what `body` throws, and no other is made after that; `damaged` if a page is, which none is that was read
  ///   whole.
  package func forEachCheckIn(_ body: (CheckIn) throws -> Void) throws {
    // Pages are looked at where they are, and not copied for each.
    let pages = pages.span
    for place in places {
      try body(pages[Int(place.page)].checkIn(at: Int(place.row)))
    }
  }
}
