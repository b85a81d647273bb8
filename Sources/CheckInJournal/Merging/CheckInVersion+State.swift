internal import EventLog
internal import FoundationEssentials

extension CheckInVersion {
  /// A check-in that shows just this.
  ///
  /// - Parameter conflicts: what devices have said differently of it.
  init(of checkIn: CheckIn, conflicts: [MergeConflict]) {
    var bytes: [UInt8] = []
    for conflict in conflicts {
      bytes += Array(conflict.field.utf8)
      for candidate in conflict.candidates {
        withUnsafeBytes(of: candidate.replica.uuid) { bytes += $0 }
        bytes.appendVarint(candidate.sequence)
      }
    }
    self.init(
      sequence: checkIn.sequence, values: Self.digest(of: checkIn),
      conflicts: conflicts.isEmpty ? nil : Digest(of: bytes).words.0.bigEndian)
  }

  /// Returns `true` if a check-in has the same values as this version; `nil` if it doesn't record them.
  package func isSame(as checkIn: CheckIn) -> Bool? { values.map { $0 == Self.digest(of: checkIn) } }

  /// Returns `true` if both versions have the same conflicts.
  package func hasSameConflicts(as other: CheckInVersion) -> Bool { conflicts == other.conflicts }

  private static func digest(of checkIn: CheckIn) -> UInt64 {
    var writer = WireWriter()
    for action in checkIn.restatement {
      writer.record(
        Event(sequence: 1, recordedAtMilliseconds: 0, origin: .library, checkIn: 1, command: 1, action: action))
    }
    return Digest(of: writer.bytes).words.0.bigEndian
  }
}

extension CheckIn {
  /// Actions that make any check-in this one.
  var restatement: [Event.Action] {
    [
      .edited(CheckInChanges(writing: fields)), photo.map { .photoAttached($0) } ?? .photoCleared,
      isDiscarded ? .discarded : .restored,
    ]
  }
}

/// The state that an editor shows before an edit, all from one point in time.
package struct BaseVersion: Hashable, Sendable {
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
