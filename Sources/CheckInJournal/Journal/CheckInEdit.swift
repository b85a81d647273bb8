/// An edit of one check-in, as a part of a command that edits several.
package struct CheckInEdit: Sendable {
  package var number: Int
  package var changes: Validated<CheckInChanges>
  /// The version that the edit is based on.
  package var version: CheckInVersion

  package init(number: Int, changes: Validated<CheckInChanges>, version: CheckInVersion) {
    self.number = number
    self.changes = changes
    self.version = version
  }
}
