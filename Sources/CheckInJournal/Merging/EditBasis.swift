/// The state that an editor shows before an edit, all from one point in time.
package struct EditBasis: Hashable, Sendable {
  /// The check-in.
  package let checkIn: CheckIn
  /// The version that identifies this state, whether or not the journal has other devices yet.
  package let version: CheckInVersion
  /// The check-in's conflicts.
  package let conflicts: [MergeConflict]

  init(_ checkIn: CheckIn, conflicts: [MergeConflict]) {
    self.checkIn = checkIn
    self.conflicts = conflicts
    version = CheckInVersion(of: checkIn, conflicts: conflicts)
  }
}
