import ArgumentParser
import CheckInJournal

/// The order of a list: `title`, `calories:desc`.
struct ListOrder: ExpressibleByArgument {
  enum Key: String, CaseIterable {
    case time, title, type, calories, location, number
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

  /// Check-ins that come newest first in this order. Those that have nothing to be ordered by come last in either
  /// direction, and those that are alike stay newest first.
  func sorted(_ checkIns: [CheckIn]) -> [CheckIn] {
    switch key {
    case .time: isDescending ? checkIns : checkIns.reversed()
    case .title: sorted(checkIns) { $0.title.orderedText }
    case .type: sorted(checkIns) { $0.type.name }
    case .calories: sorted(checkIns) { $0.calories }
    case .location: sorted(checkIns) { $0.location?.orderedText }
    case .number: sorted(checkIns) { $0.number }
    }
  }

  private func sorted<Value: Comparable>(_ checkIns: [CheckIn], by value: (CheckIn) -> Value?) -> [CheckIn] {
    let keyed = checkIns.enumerated().map { (value: value($0.element), place: $0.offset, checkIn: $0.element) }
    return keyed.sorted { left, right in
      guard let leftValue = left.value, let rightValue = right.value else {
        if (left.value == nil) != (right.value == nil) { return left.value != nil }
        return left.place < right.place
      }
      if leftValue == rightValue { return left.place < right.place }
      return isDescending ? leftValue > rightValue : leftValue < rightValue
    }.map(\.checkIn)
  }
}

extension String {
  /// What texts are ordered by: case and accents make no difference.
  fileprivate var orderedText: String { SearchWords.folded(self) }
}
