extension Array {
  /// Where an element stands or belongs among ascending ones: the first place in `range` whose element does not come
  /// before it, or the range's end. Logarithmic.
  @inline(__always)
  func insertionIndex(in range: Range<Int>, _ comesBefore: (Element) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if comesBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
