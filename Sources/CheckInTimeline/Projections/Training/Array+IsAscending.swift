extension Array where Element: Comparable {
  /// `true` if each element is less than the next.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the array.
  var isAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}
