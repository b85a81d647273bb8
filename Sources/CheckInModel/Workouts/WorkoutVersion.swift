/// A version of a session, a set or a plan, passed as the expected version of an edit.
///
/// ```swift
/// let session = try journal.existingSession(3)
/// try journal.editSession(3, with: SessionChanges(title: "Push"), expecting: session.editVersion)
/// ```
///
/// The sequence number of the latest event alone doesn't identify a version among several devices, as
/// ``CheckInVersion`` explains.
///
/// A version is valid only on the device that created it.
public struct WorkoutVersion: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The sequence number of its latest event.
  public let sequence: UInt64
  /// Of what an edit can change; `nil` where that is not asked for.
  package let values: UInt64?

  /// Something whose latest event has this number, whatever it shows.
  public init(sequence: UInt64) {
    self.init(sequence: sequence, values: nil)
  }

  public init(integerLiteral sequence: UInt64) { self.init(sequence: sequence) }

  package init(sequence: UInt64, values: UInt64?) {
    self.sequence = sequence
    self.values = values
  }
}

extension WorkoutVersion: LosslessStringConvertible {
  /// As people and programs pass it on: `17`, or `17-9f86d081884c7d65`.
  public var description: String { VersionText(sequence: sequence, digests: [values]).description }

  /// Reads what ``description`` writes; `nil` for everything else.
  public init?(_ description: String) {
    guard let text = VersionText(description), text.digests.count <= 1 else { return nil }
    self.init(sequence: text.sequence, values: text.digests.first)
  }
}

extension WorkoutVersion: Codable {
  /// Reads ``description``.
  ///
  /// - Throws: `DecodingError` for everything else.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value("a version of a workout") { Self($0) }
  }

  /// Writes ``description``.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}
