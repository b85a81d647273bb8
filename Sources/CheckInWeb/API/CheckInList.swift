import CheckInInterchange
import CheckInJournal
import NIOCore

/// One page of the list of check-ins, newest first.
struct CheckInList {
  static let defaultLimit = 100
  static let maximumLimit = 1000
  /// A page ends after this many bytes, however few check-ins it has: notes alone can take a megabyte.
  private static let pageByteLimit = 4_000_000
  /// How many are read at a time.
  private static let step = 100

  var from: CivilDay?
  var to: CivilDay?
  var type: ExerciseType?
  var isDiscarded = false
  var limit = Self.defaultLimit
  /// Where the page before this one ended.
  var after: CheckInPlace?

  /// Writes the page as an array.
  ///
  /// - Returns: where the next one begins; `nil` after the last.
  func write(from journal: Journal, to json: inout JSONWriter) throws -> CheckInPlace? {
    var place = after
    var count = 0
    var hasMore = false
    try json.array { json in
      reading: while true {
        // One more than wanted shows whether there is another page.
        let found = try checkIns(after: place, in: journal, limit: min(Self.step, limit + 1 - count))
        if found.isEmpty { break }
        for checkIn in found {
          guard count < limit, json.byteCount < Self.pageByteLimit else {
            hasMore = true
            break reading
          }
          checkIn.write(to: &json)
          count += 1
          place = journal.place(of: checkIn)
        }
      }
    }
    return hasMore ? place : nil
  }

  private func checkIns(after place: CheckInPlace?, in journal: Journal, limit: Int) throws -> [CheckIn] {
    guard let place else {
      return try journal.checkIns(from: from, to: to, types: types, discarded: isDiscarded, limit: limit)
    }
    var found: [CheckIn] = []
    if from.map({ $0 <= place.day }) ?? true, to.map({ place.day <= $0 }) ?? true {
      found = try journal.checkIns(from: place.day, to: place.day, types: types, discarded: isDiscarded)
        .filter { journal.place(of: $0) < place }
    }
    let before = place.day.adding(days: -1)
    if found.count < limit {
      found += try journal.checkIns(
        from: from, to: to.map { min($0, before) } ?? before, types: types, discarded: isDiscarded,
        limit: limit - found.count)
    }
    return Array(found.prefix(limit))
  }

  private var types: Set<ExerciseType> { type.map { [$0] } ?? [] }

  /// The address of the page that begins at a place.
  func address(after place: CheckInPlace) -> String {
    var fields = ["limit=\(limit)", "after=\(place.description)"]
    if let from { fields.append("from=\(from)") }
    if let to { fields.append("to=\(to)") }
    if let type { fields.append("type=" + type.name.replacing(" ", with: "%20")) }
    if isDiscarded { fields.append("discarded=true") }
    return "/api/check-ins?" + fields.joined(separator: "&")
  }
}
