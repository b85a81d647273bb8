/// The sessions that started in one month, those that were discarded included, and their sets, those that were removed
/// included.
package struct SessionPage: Hashable, Sendable {
  let month: CivilMonth
  /// Ascending by number.
  package var sessions: [WorkoutSession] = []
  /// `true` if the page differs from the snapshot.
  var isChanged = true

  init(month: CivilMonth) {
    self.month = month
  }

  func index(of number: Int) -> Int? {
    let index = sessions.insertionIndex(in: sessions.indices) { $0.number < number }
    return index < sessions.count && sessions[index].number == number ? index : nil
  }

  mutating func insert(_ session: WorkoutSession) {
    let index = sessions.insertionIndex(in: sessions.indices) { $0.number < session.number }
    sessions.insert(session, at: index)
    isChanged = true
  }
}

extension WorkoutSession {
  /// The place of a set. Logarithmic where all sets are of one device, which numbers them as it logs them.
  func setIndex(_ number: Int) -> Int? {
    let index = sets.insertionIndex(in: sets.indices) { $0.number < number }
    return index < sets.count && sets[index].number == number ? index : sets.lastIndex { $0.number == number }
  }

  /// The number of the set that a device logged last in this session; 0 for none. Of a session that several devices
  /// started, see ``highestSet(ofDeviceWith:)``: there, sets have the places that the first of them gave them.
  ///
  /// - Parameter number: any of the device's numbers; see ``ReplicaNumber``.
  func lastSet(ofDeviceWith number: Int) -> Int {
    let numbers = ReplicaNumber.range(of: number)
    return sets.last { numbers.contains($0.number) }?.number ?? 0
  }

  /// The highest number of a set that a device logged in this session; 0 for none. Linear.
  ///
  /// - Parameter number: any of the device's numbers; see ``ReplicaNumber``.
  package func highestSet(ofDeviceWith number: Int) -> Int {
    let numbers = ReplicaNumber.range(of: number)
    return sets.reduce(0) { numbers.contains($1.number) ? max($0, $1.number) : $0 }
  }
}
