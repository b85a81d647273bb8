/// Findings with the same message, which are reported once.
package enum RepeatedMessages {
  /// The largest number of equal messages that are reported one by one.
  static let maximumSingleCount = 5
  /// The largest number of numbers and ranges in a list.
  static let maximumRangeCount = 12

  /// Returns the findings in groups with the same message, in the order of their first appearance.
  ///
  /// Up to five findings with the same message stay single.
  package static func groups<Finding, Message: Hashable>(
    of findings: [Finding], by message: (Finding) -> Message
  ) -> [[Finding]] {
    let counts = findings.reduce(into: [:]) { $0[message($1), default: 0] += 1 }
    var groups: [[Finding]] = []
    var indices: [Message: Int] = [:]
    for finding in findings {
      let message = message(finding)
      if let index = indices[message] {
        groups[index].append(finding)
      } else {
        if counts[message] ?? 0 > maximumSingleCount { indices[message] = groups.count }
        groups.append([finding])
      }
    }
    return groups
  }
}

extension Words {
  /// A list of ascending numbers: `2-400, 402`. After twelve numbers and ranges, it ends with `and 17 more`.
  package func list(ofNumbers numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, number - last.upperBound <= 1 {
        ranges[ranges.count - 1] = last.lowerBound...max(number, last.upperBound)
      } else {
        ranges.append(number...number)
      }
    }
    let list = ranges.prefix(RepeatedMessages.maximumRangeCount).map { range in
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
    }.joined(separator: ", ")
    let rest = ranges.dropFirst(RepeatedMessages.maximumRangeCount).reduce(0) { $0 + $1.count }
    let words = self
    return rest == 0 ? list : words.count(rest, "{list} and {n} more", "{list} and {n} more", ["list": list])
  }
}
