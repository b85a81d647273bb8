public import EventLog

/// What rereading every byte of a journal found.
///
/// ```swift
/// let verification = try Journal.verify(at: path)
/// print(verification.problems)  // [] where everything is sound
/// ```
public struct Verification: Sendable {
  /// What was found in one segment.
  public struct Segment: Hashable, Sendable {
    /// `00000000000000000001.lz4`
    public var file: String
    public var firstSequence: UInt64
    public var events: Int
    /// Bytes, decompressed.
    public var contentBytes: Int
    /// SHA-256 of the decompressed content.
    public var digest: Digest
  }

  /// What was found among the photos.
  public struct Photos: Hashable, Sendable {
    public var present = 0
    public var missing = 0
    public var damaged = 0
    /// Erased on purpose, which is nothing wrong.
    public var purged = 0
  }

  /// Bytes behind the log's end, of a write that was cut off and that nobody was promised.
  public struct Torn: Hashable, Sendable {
    /// `00000000000000000001.lz4`
    public var segment: String
    public var offset: Int
    public var bytes: Int
  }

  /// How the snapshot stands to a replay of the whole log.
  public enum Snapshot: String, Sendable {
    case matches, behind, absent, invalid, differs
  }

  public var events = 0
  public var segments: [Segment] = []
  /// `nil` where the log cannot be read to its end.
  public var receipt: Receipt?
  public var photos = Photos()
  public var snapshot = Snapshot.absent
  public var torn: Torn?
  /// Everything that is wrong, in sentences.
  public var problems: [String] = []
  /// What is no loss yet, and should be mended, in sentences.
  public var warnings: [String] = []
  /// The gravest problem, as an error; `nil` where there is none.
  public var failure: JournalError?

  /// Whether nothing is wrong. A torn tail that nobody was promised is nothing wrong.
  public var isSound: Bool { problems.isEmpty }

  mutating func add(_ error: JournalError) {
    problems.append(error.message)
    failure = failure ?? error
  }
}
