/// What an editor shows before somebody changes it, all of one moment.
package struct EditBasis: Hashable, Sendable {
  /// The check-in.
  package let checkIn: CheckIn
  /// What names this state, whether or not there are other devices yet.
  package let version: CheckInVersion
  /// What devices have said differently of it.
  package let conflicts: [MergeConflict]

  init(_ checkIn: CheckIn, _ conflicts: [MergeConflict]) {
    self.checkIn = checkIn
    self.conflicts = conflicts
    version = CheckInVersion(of: checkIn, conflicts: conflicts)
  }
}
