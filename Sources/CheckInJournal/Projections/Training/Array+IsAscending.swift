extension Array where Element: Comparable {
  /// Whether every element is less than the next. Linear.
  var isAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}
