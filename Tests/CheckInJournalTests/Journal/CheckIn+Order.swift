import CheckInJournal

extension CheckIn {
  /// Whether it comes before another, the newest first, in a journal that is of no group.
  func isNewer(than other: CheckIn) -> Bool {
    (fields.time.localMilliseconds, number) > (other.time.localMilliseconds, other.number)
  }
}
