internal import CheckInJournal

/// The days whose check-ins are wanted.
struct WantedDays {
  var from: CivilDay?
  var to: CivilDay?

  var isEverything: Bool { from == nil && to == nil }

  func contains(_ day: CivilDay) -> Bool {
    from.map { $0 <= day } ?? true && to.map { day <= $0 } ?? true
  }
}
