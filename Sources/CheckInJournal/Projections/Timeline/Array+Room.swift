extension Array {
  /// Makes room for further elements. An array that doubles would leave a third of a long history's memory unused.
  mutating func reserveRoom(for further: Int) {
    if capacity - count < further { reserveCapacity(count + Swift.max(further, count / 4)) }
  }
}
