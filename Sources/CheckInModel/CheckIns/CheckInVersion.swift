/// A version of a check-in, used as the expected version of an edit.
///
/// ```swift
/// let known = try journal.versionedCheckIn(17)
/// try journal.edit(17, with: CheckInChanges(calories: .set(340)), expecting: known.version)
/// ```
///
/// On a single device, the sequence number of the check-in's latest event identifies a version. In a group it doesn't:
/// an event that was recorded earlier on another device can arrive later, and changes the check-in although its latest
/// event stays the same. In a group, a version therefore also contains digests of the check-in's values and of its
/// conflicts.
///
/// A version is valid only on the device that created it.
public struct CheckInVersion: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The sequence number of the check-in's latest event.
  public let sequence: UInt64
  /// The digest of the check-in's values; `nil` if they aren't compared.
  package let values: UInt64?
  /// The digest of the conflicting edits; `nil` if there are none.
  package let conflicts: UInt64?

  /// Creates the version of a check-in with this latest event, regardless of its values.
  public init(sequence: UInt64) {
    self.sequence = sequence
    values = nil
    conflicts = nil
  }

  public init(integerLiteral sequence: UInt64) { self.init(sequence: sequence) }

  package init(sequence: UInt64, values: UInt64, conflicts: UInt64?) {
    self.sequence = sequence
    self.values = values
    self.conflicts = conflicts
  }
}

extension CheckInVersion: LosslessStringConvertible {
  /// As people and programs pass it on: `17`, or among several devices `17-9f86d081884c7d65`, with `-` and 16 more
  /// digits where something was said differently.
  public var description: String { VersionText(sequence: sequence, digests: [values, conflicts]).description }

  /// Reads what ``description`` writes; `nil` for everything else.
  public init?(_ description: String) {
    guard let text = VersionText(description), text.digests.count <= 2 else { return nil }
    sequence = text.sequence
    values = text.digests.first
    conflicts = text.digests.count > 1 ? text.digests[1] : nil
  }
}

extension CheckInVersion: Codable {
  /// Reads ``description``.
  ///
  /// - Throws: `DecodingError` for everything else.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value("a version of a check-in") { Self($0) }
  }

  /// Writes ``description``.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

/// A check-in with its version, both of one moment.
public struct VersionedCheckIn: Hashable, Sendable {
  /// The check-in.
  public var checkIn: CheckIn
  /// The expected version for an edit that is based on this check-in.
  public var version: CheckInVersion

  /// A check-in with a version, for tests and previews: a journal says which it has.
  public init(checkIn: CheckIn, version: CheckInVersion) {
    self.checkIn = checkIn
    self.version = version
  }
}
