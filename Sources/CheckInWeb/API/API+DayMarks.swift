import CheckInInterchange
import CheckInJournal
import Hummingbird

/// The marks of days without training.
extension API {
  private static let kindNames = DayMark.Kind.allCases.map(\.name).joined(separator: ", ")

  func addDayMarks(to routes: inout Routes) {
    routes.get("/api/rest") { request, _ in
      let filter = try Self.filter(try FormFields(queryOf: request))
      return try await respond { journal in
        let marks = try journal.dayMarks(from: filter.from, to: filter.to)
        return .json { marks.write(to: &$0) }
      }
    }
    routes.post("/api/rest") { request, _ in
      try check(request)
      let body = try await RequestObject(request, allowing: ["from", "to", "kind", "note"])
      let days = try Self.days(body)
      let kind = try body.text("kind", mustBe: "one of \(Self.kindNames)") { name in
        DayMark.Kind.allCases.first { $0.name == name }
      }
      let note = try body.text("note")
      return try await respond { journal in
        let marks = try journal.mark(days, as: kind ?? .rest, note: note)
        return .json { marks.write(to: &$0) }
      }
    }
    routes.post("/api/rest/remove") { request, _ in
      try check(request)
      let days = try Self.days(try await RequestObject(request, allowing: ["from", "to"]))
      return try await respond { journal in
        let removed = try journal.unmark(days)
        return .json { removed.write(to: &$0) }
      }
    }
  }

  /// The days from the first to the last; only the first if there is no last.
  private static func days(_ body: RequestObject) throws -> [CivilDay] {
    let first = try body.text("from", mustBe: "a day such as 2026-11-21") { CivilDay($0) }
    let last = try body.text("to", mustBe: "a day such as 2026-11-21") { CivilDay($0) } ?? first
    guard let first, let last else { throw JournalError(.invalidValue, "The member from is missing") }
    guard first <= last else { throw JournalError(.invalidValue, "The member to comes before from") }
    try Journal.requireMarkable(dayCount: last.dayNumber - first.dayNumber + 1)
    return (first.dayNumber...last.dayNumber).map { CivilDay(dayNumber: $0) }
  }
}
