import CheckInInterchange
import CheckInJournal
import NIOCore

/// One page of the list of check-ins, newest first.
struct CheckInList {
  static let defaultLimit = 100
  static let maximumLimit = 1000
  /// A page ends after this many bytes, however few check-ins it has: notes alone can take a megabyte.
  private static let pageByteLimit = 4_000_000
  /// The number of check-ins that are read at a time.
  private static let step = 100

  var filter: CheckInFilter
  var limit = Self.defaultLimit
  /// The end of the previous page; `nil` for the first page.
  var after: CheckInPlace?

  /// Writes the page as an array.
  ///
  /// - Returns: The start of the next page; `nil` after the last.
  func write(from journal: Journal, to json: inout JSONWriter) throws -> CheckInPlace? {
    var place = after
    var count = 0
    var hasMore = false
    try json.array { json in
      while true {
        // One more than wanted shows whether there is another page.
        let found = try journal.search(filter, after: place, limit: min(Self.step, limit + 1 - count))
        for checkIn in found.checkIns {
          guard count < limit, json.byteCount < Self.pageByteLimit else {
            hasMore = true
            return
          }
          checkIn.write(to: &json)
          count += 1
          place = journal.place(of: checkIn)
        }
        guard let next = found.next else { return }
        place = next
      }
    }
    return hasMore ? place : nil
  }

  /// The address of the page that begins at a place.
  func address(after place: CheckInPlace) -> String {
    var fields = ["limit=\(limit)", "after=\(place.description)"]
    if let from = filter.from { fields.append("from=\(from)") }
    if let to = filter.to { fields.append("to=\(to)") }
    if let type = filter.types.first { fields.append("type=" + type.name.replacing(" ", with: "%20")) }
    if filter.isDiscarded { fields.append("discarded=true") }
    return "/api/check-ins?" + fields.joined(separator: "&")
  }
}
