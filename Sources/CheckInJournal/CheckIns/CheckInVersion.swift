/// What a check-in was at a moment, for an edit to say what it is based on.
///
/// ```swift
/// let known = try journal.versionedCheckIn(17)
/// try journal.edit(17, CheckInChanges(calories: .set(340)), expecting: known.version)
/// ```
///
/// Alone, the sequence number of its latest event says that. Among several devices it does not: an event that was
/// recorded earlier on another device can arrive later, and changes the check-in although its latest event is the same.
/// There, a version names what the check-in shows, and what devices have said differently of it, as well.
///
/// It holds on the device that it comes from.
public struct CheckInVersion: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The sequence number of the check-in's latest event.
  public let sequence: UInt64
  /// Of what it shows; `nil` where that is not asked for.
  let values: UInt64?
  /// Of what devices have said differently; `nil` for nothing.
  let contested: UInt64?

  /// A check-in whose latest event has this number, whatever it shows.
  public init(sequence: UInt64) {
    self.sequence = sequence
    values = nil
    contested = nil
  }

  public init(integerLiteral sequence: UInt64) { self.init(sequence: sequence) }

  init(sequence: UInt64, values: UInt64, contested: UInt64?) {
    self.sequence = sequence
    self.values = values
    self.contested = contested
  }
}

extension CheckInVersion: LosslessStringConvertible {
  /// As people and programs pass it on: `17`, or among several devices `17-9f86d081884c7d65`, with `-` and 16 more
  /// digits where something was said differently.
  public var description: String { VersionText(sequence: sequence, digests: [values, contested]).description }

  /// Reads what ``description`` writes; `nil` for everything else.
  public init?(_ description: String) {
    guard let text = VersionText(description), text.digests.count <= 2 else { return nil }
    sequence = text.sequence
    values = text.digests.first
    contested = text.digests.count > 1 ? text.digests[1] : nil
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
