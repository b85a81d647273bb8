public import struct FoundationEssentials.UUID

/// Something that devices have said differently of a check-in without knowing of each other.
///
/// What is shown is what the latest of them says, on every device; the others are kept here until an edit of the field,
/// by somebody who knew all of them, settles it.
///
/// ```swift
/// for conflict in try journal.conflicts() {
///   print(conflict.checkIn, conflict.field, conflict.candidates.map(\.value))
/// }
/// ```
public struct MergeConflict: Hashable, Sendable {
  /// A field of a check-in.
  public typealias Field = CheckInField

  /// The value that one device wrote.
  public struct Candidate: Hashable, Sendable {
    /// The identity of its journal.
    public var replica: UUID
    /// The name of the device.
    public var device: String
    /// The event in that journal's own log.
    public var sequence: UInt64
    /// As `export` writes it; `nil` for nothing. For ``CheckInField/discarded``, `true` or `false`.
    public var value: String?
    /// The event as people name it: `phone/12`.
    public var reference: String { "\(device)/\(sequence)" }
  }

  /// The number of the check-in, on this device.
  public var checkIn: Int
  /// As ``CheckIn/name``.
  public var name: String?
  /// The field that they changed differently: one of ``CheckInField/mergeable``. For ``CheckInField/discarded``, one
  /// discarded the check-in, and another changed it: it stays until it is discarded again, or edited.
  public var field: CheckInField
  /// In the order of all events: the last is the one that is shown.
  public var candidates: [Candidate]
}
