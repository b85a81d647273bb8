import ArgumentParser
import CheckInJournal

/// The order of a list: `title`, `calories:desc`.
struct ListOrder: ExpressibleByArgument {
  enum Key: String, CaseIterable {
    case time, title, type, calories, duration, distance, location, number
  }

  var key: Key
  var isDescending: Bool

  init?(argument: String) {
    let parts = argument.lowercased().split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let key = Key(rawValue: String(parts[0])) else { return nil }
    switch parts.count == 2 ? parts[1] : "asc" {
    case "asc": isDescending = false
    case "desc": isDescending = true
    default: return nil
    }
    self.key = key
  }

  static let forms = Key.allCases.flatMap { [$0.rawValue, $0.rawValue + ":desc"] }

  /// The order of the check-ins: those without a value come last, and those that are alike newest first.
  var order: CheckInOrder {
    switch key {
    case .time: isDescending ? .newestFirst : .oldestFirst
    case .title: .by(isDescending: isDescending) { $0.title.orderedText }
    case .type: .by(isDescending: isDescending) { $0.type.name }
    case .calories: .by(isDescending: isDescending) { $0.calories }
    case .duration: .by(isDescending: isDescending) { $0.fields[.duration] }
    case .distance: .by(isDescending: isDescending) { $0.fields[.distance] }
    case .location: .by(isDescending: isDescending) { $0.location?.orderedText }
    case .number: .by(isDescending: isDescending) { $0.number }
    }
  }
}

extension String {
  /// The text's sort key, which ignores case and accents.
  fileprivate var orderedText: String { SearchWords.folded(self) }
}
