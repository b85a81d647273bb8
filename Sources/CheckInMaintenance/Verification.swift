public import EventLog

/// The result of rereading every byte of a journal.
///
/// ```swift
/// let verification = try Journal.verify(at: path)
/// print(verification.problems)  // [] where everything is sound
/// ```
public struct Verification: Sendable {
  /// The findings for one segment.
  public struct Segment: Hashable, Sendable {
    /// `00000000000000000001.lz4`
    public var file: String
    /// The number of its first event, which names it.
    public var firstSequence: UInt64
    /// The number of events in the segment.
    public var events: Int
    /// Bytes, decompressed.
    public var contentBytes: Int
    /// SHA-256 of the decompressed content.
    public var digest: Digest
  }

  /// The findings for the photos.
  public struct Photos: Hashable, Sendable {
    /// Files whose content is what their name says.
    public var present = 0
    /// Photos of check-ins that have no file.
    public var missing = 0
    /// Files whose content is not what their name says.
    public var damaged = 0
    /// Erased on purpose, which is nothing wrong.
    public var purged = 0
    /// Photos of other devices of the group that have not come here, which is nothing wrong; not among ``missing``.
    public var awaited = 0
  }

  /// Bytes behind the log's end, of a write that was cut off and that nobody was promised.
  public struct Torn: Hashable, Sendable {
    /// `00000000000000000001.lz4`
    public var segment: String
    /// The offset of the torn bytes in the segment's file.
    public var offset: Int
    /// The number of torn bytes.
    public var bytes: Int
  }

  /// The relation of the snapshot to a replay of the whole log.
  public enum Snapshot: String, Sendable {
    /// All but `differs` are nothing wrong: it is a cache, and holds something else than the log comes to.
    case matches, behind, absent, invalid, differs
  }

  /// The number of events in the log.
  public var events = 0
  /// The log's files, in their order.
  public var segments: [Segment] = []
  /// `nil` where the log cannot be read to its end.
  public var receipt: Receipt?
  /// Of photos that check-ins have.
  public var photos = Photos()
  /// The condition of the snapshot.
  public var snapshot = Snapshot.absent
  /// Bytes behind the log's end that nobody was promised; `nil` for none.
  public var torn: Torn?
  /// Everything that is wrong, in sentences.
  public var problems: [String] { problemAdvice.map(\.text) }
  /// The conditions that lose no data yet but should be fixed, as readable text.
  public var warnings: [String] { warningAdvice.map(\.text) }
  /// The recovery suggestions for ``problems`` and ``warnings``, each once.
  public var remedies: [JournalRemedy] {
    (problemAdvice + warningAdvice).flatMap(\.remedies).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
  /// ``problems``, in which a program can put its own names for what may be done.
  package var problemAdvice: [Message] = []
  /// ``warnings``, in which a program can put its own names for what may be done.
  package var warningAdvice: [Message] = []
  /// The gravest problem, as an error; `nil` where there is none.
  public var failure: JournalError?

  /// A Boolean value that indicates whether the journal has no problems.
  ///
  /// A torn tail that was never acknowledged is not a problem.
  public var isSound: Bool { problemAdvice.isEmpty }

  mutating func add(_ error: JournalError) {
    problemAdvice.append(error.advice)
    failure = failure ?? error
  }
}

extension Journal {
  /// ``CheckInJournal/Verification``, where another module has a `Verification`.
  public typealias Verification = CheckInMaintenance.Verification
}
