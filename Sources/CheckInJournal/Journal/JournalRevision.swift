/// A number that grows whenever the count of events that are shown is another.
struct JournalRevision {
  private var eventCount: UInt64 = 0
  private var lost: UInt64 = 0

  mutating func next(eventCount count: UInt64) -> UInt64 {
    if count < eventCount { lost += eventCount - count + 1 }
    eventCount = count
    return count + lost
  }
}
