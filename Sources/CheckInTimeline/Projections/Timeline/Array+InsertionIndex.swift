extension Array {
  /// Returns the index of an element among ascending elements, or the index at which to insert it.
  ///
  /// This is the first index in `range` with an element that doesn't come before the given one, or the end of the
  /// range.
  ///
  /// - Complexity: O(log *n*), where *n* is the length of the range.
  @inline(__always)
  package func insertionIndex(in range: Range<Int>, _ comesBefore: (Element) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if comesBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
