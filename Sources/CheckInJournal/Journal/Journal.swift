package import EventLog
package import FoundationEssentials
package import Synchronization

/// A journal of check-ins: the library's entry point for commands, events and queries.
///
/// ```swift
/// let journal = try Journal(at: "/home/me/.local/share/checkin")
/// let creation = try journal.create(
///   CheckInDraft(type: .run, title: "Morning 5k", time: CheckInTime(instantMilliseconds: now, offsetMinutes: 60)))
/// print(creation.checkIn.number, try journal.statistics(today: today).total)
/// try journal.close()
/// ```
///
/// Any number of threads may use one journal, and any number of processes may have the same directory open. A command
/// returns when its events are durable; commands that wait at the same time share one write and one sync.
///
/// Opening costs the snapshot's directory and the events since the snapshot, whatever the length of the history.
public final class Journal: Sendable {
  /// The kind of access that a journal is opened with.
  public enum Access: Sendable {
    /// Never writes. Every result is as of opening, or of the latest ``Journal/refresh()``.
    case readOnly
    /// Reads and writes. Creates the journal if it doesn't exist.
    case readWrite
  }

  /// Called now and then during long work with what is done and what there is in all: events.
  public typealias Progress = @Sendable (_ done: Int, _ total: Int) -> Void

  /// The options for opening a journal.
  public struct Configuration: Sendable {
    /// The source of the commands, which audits show.
    public var origin: Event.Origin
    /// The name of the device that they are recorded on, which audits show; `nil` records none. At most 60 characters
    /// of it are taken.
    public var device: String?
    /// The clock that "in the future" is judged by: milliseconds since 1970. When an event is recorded is always taken
    /// from the system.
    public var now: @Sendable () -> Int64
    /// A segment with so many bytes on disk is closed, and the next begun.
    public var segmentByteLimit: Int
    /// The time to wait for another process that is writing, in seconds.
    public var lockTimeoutSeconds: Double

    package var fileSystem: any FileSystem = DiskFileSystem()
    /// The system's clock, by which events are recorded.
    package var recordedAt: @Sendable () -> Int64 = Journal.systemMilliseconds
    /// A journal with fewer check-ins gets no index for searching: looking at all of them takes no longer.
    package var minimumIndexedCount = 16_384
    /// The identity of a journal that is created; `nil` draws a random one.
    package var journalID: UUID?

    /// The usual configuration, but for what is given.
    public init(
      origin: Event.Origin = .library, device: String? = nil,
      now: @escaping @Sendable () -> Int64 = Journal.systemMilliseconds, segmentByteLimit: Int = 64 << 20,
      lockTimeoutSeconds: Double = 5
    ) {
      self.origin = origin
      self.device = device
      self.now = now
      self.segmentByteLimit = segmentByteLimit
      self.lockTimeoutSeconds = lockTimeoutSeconds
    }

    /// The usual configuration, for a journal in some file system.
    package init(in fileSystem: any FileSystem, lockTimeoutSeconds: Double = 5) {
      self.init(lockTimeoutSeconds: lockTimeoutSeconds)
      self.fileSystem = fileSystem
    }
  }

  /// The device that the commands of the present task are recorded on, if it is another than
  /// ``Configuration/device``: a server's commands come from the devices of its clients.
  @TaskLocal package static var commandDevice: String?

  /// The system's clock: milliseconds since 1970-01-01 UTC.
  public static let systemMilliseconds: @Sendable () -> Int64 = {
    Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))
  }

  package let directory: LogDirectory
  package let access: Access
  /// `true` if opening created the journal.
  package let isNew: Bool
  package let configuration: Configuration
  /// The latest value of ``revision``.
  let lastRevision = Mutex(JournalRevision())
  /// The state that was read. The mutex is held only briefly, and never during a sync.
  package let state: Mutex<JournalState>
  /// The writing side. Whoever holds it commits.
  package let lease = Mutex(WriterLease())
  /// Set when HEAD has become durable, until somebody has looked whether the lock can be given back.
  let isUnlockWanted = Atomic(false)
  /// Thumbnails that are not in the cache yet.
  let newThumbnails = Mutex([Digest: [UInt8]]())
  /// The index for searching, as it was found last.
  let searchIndex = Mutex(SearchIndexState.unknown)
  /// Commands that wait for the next commit.
  let waiting = CommitQueue()
  /// Runs what tasks give to ``perform(_:)``.
  let blockingWork = BlockingWork()
  /// Sent whenever there may be something new.
  let changes = ChangeSignal()
  let watch = Mutex(SharedWatch())

  /// Opens the journal in the directory at `path`.
  ///
  /// - Throws: `notFound` where there is no journal and `access` is `readOnly`; `inputOutput`; `busy` where it has to
  ///   be created and somebody else is at it. Damage is not thrown: see ``readOnlyReason``.
  public init(
    at path: String, for access: Access = .readWrite, configuration: Configuration = Configuration(),
    progress: Progress? = nil
  ) throws(JournalError) {
    let directory = LogDirectory(
      fileSystem: configuration.fileSystem, path: path, for: access == .readWrite ? .readingAndWriting : .reading)
    self.directory = directory
    self.access = access
    self.configuration = configuration
    var loader = JournalLoader(directory: directory, progress: progress)
    loader.checksGroupFile = access == .readOnly
    var loaded = try loader.load()
    isNew = !loaded.exists
    if isNew {
      guard access == .readWrite else { throw JournalError(.notFound, "There is no journal at \(path).") }
      try JournalCreation.create(
        in: directory, journalID: configuration.journalID ?? UUID(),
        lockTimeoutSeconds: configuration.lockTimeoutSeconds)
      loaded = try loader.load()
    }
    state = Mutex(loaded)
  }

  /// Sentences about what was found at opening that a person may want to know, such as why the whole log was replayed,
  /// and about peer logs that can't be read completely.
  public var openingMessages: [Message] { state.withLock { $0.messages + $0.peerProblems.map(\.error.advice) } }

  /// ``openingMessages`` without those about peer logs.
  package var openingNotes: [Message] { state.withLock { $0.messages } }

  /// Sentences about caches that could not be written, so that the next start takes longer.
  public var closingMessages: [Message] { state.withLock { $0.closingMessages } }

  /// The reason why no events can be appended; `nil` if the journal can be written.
  ///
  /// Events that could be read are still available.
  public var readOnlyReason: JournalError? { state.withLock { $0.problem?.error } }

  /// The reasons why query results lack events, or may lack some; empty if the results are complete.
  ///
  /// The first is ``readOnlyReason``, if there is one. The others are problems of peer logs: the journal shows what it
  /// can read of them, and commands can still append to its own log. Say so wherever you show a result:
  ///
  /// ```swift
  /// for reason in journal.incompleteReasons { print("Incomplete: \(reason.message)") }
  /// print(try journal.statistics(today: today).total)
  /// ```
  ///
  /// A result from a snapshot is complete, even if a log has been damaged since: its events were checked when the
  /// snapshot was saved. Queries that must read the damaged part fail with `damaged`.
  ///
  /// - Complexity: O(1).
  public var incompleteReasons: [JournalError] { state.withLock { $0.incompleteReasons } }

  /// The sequence number of the latest event; 0 for an empty journal.
  public var sequence: UInt64 { state.withLock { $0.shownSequence } }

  /// The highest number that a check-in was given; 0 for an empty journal.
  public var lastNumber: Int { state.withLock { $0.past?.lastNumber ?? $0.timeline.directory.lastNumber } }
}

extension Journal {
  /// An empty journal in memory, for tests and previews: it takes the same commands and gives the same answers as one
  /// on a disk, and is gone with its last reference.
  ///
  /// ```swift
  /// let journal = try Journal.inMemory()
  /// try journal.create(CheckInDraft(type: .run, title: "Morning 5k", time: .now()))
  /// let statistics = try journal.statistics(today: .today())
  /// ```
  ///
  /// The log is the one that a disk would hold, in 200 bytes or so an event. There is no snapshot, since there is
  /// nothing to open again.
  ///
  /// - Throws: nothing that is to be expected.
  public static func inMemory(configuration: Configuration = Configuration()) throws(JournalError) -> Journal {
    var configuration = configuration
    configuration.fileSystem = MemoryFileSystem()
    return try Journal(at: "/journal", configuration: configuration)
  }
}

/// The state that a journal has read.
package struct JournalState {
  /// The state of the local log alone.
  package var timeline = Timeline()
  /// The merged state of the group's logs, if there are peer logs.
  package var merged = MergedJournal()
  /// The reason why the group's logs couldn't be merged; otherwise `nil`.
  ///
  /// Until they are merged, queries fail, because the local log alone would misstate the group's history.
  package var mergeFailure: Message?
  /// The problems of peer logs that can't be used, or not completely.
  var peerProblems: [PeerProblem] = []
  /// The error for missing peer events that the local log records as observed; otherwise `nil`.
  ///
  /// Commands that change fields unseen, such as an undo, fail with it, because their events would count as written
  /// with knowledge of the missing ones.
  var missing: JournalError?
  /// The version vector of the peer logs that were once read; known only if there are no copies now.
  var read = VersionVector()
  /// The end of what was read.
  package var position = LogPosition.start
  /// The last frame that contains events; `nil` for an empty log.
  package var lastFrame: LogFrame?
  /// Of the last event's record, by which the log is known again; `nil` where that was not needed yet.
  var lastRecordDigest: Digest?
  package var journalID: UUID?
  /// The contents of HEAD when the log was last read.
  package var reading = HeadState.missing
  /// `true` if the directory contains a journal, or the remains of one.
  package var exists = false
  /// The reason why no events can be appended; `nil` if the journal can be written.
  package var problem: JournalProblem?
  /// The unreadable bytes after the end of the log, never acknowledged unless ``tornDoubt`` is set.
  package var torn: TornTail?
  /// The reason why it is unknown whether ``torn`` was acknowledged; `nil` if it was not, or ``problem`` says so.
  package var tornDoubt: JournalProblem?
  /// The frames that were read after the position in HEAD; `nil` if there were none.
  var framesBeyondHead: FramesBeyondHead?
  package var snapshot = SnapshotCondition.absent
  /// The progress of rereading the log, and the problems that were found.
  package var scrub = LogScrub.Record()
  /// The moment that the journal shows, and stays at; `nil` for the present.
  package var past: PastPosition?
  var messages: [Message] = []
  var closingMessages: [Message] = []
}

extension JournalState {
  /// The reasons why the shown state lacks events, or may lack some.
  var incompleteReasons: [JournalError] { [problem?.error].compactMap(\.self) + peerProblems.map(\.error) }

  /// The last event that the journal shows.
  var shownSequence: UInt64 { past?.sequence ?? timeline.directory.sequence }

  /// The number of events that the journal shows, from all devices.
  var shownEventCount: UInt64 {
    past == nil && merged.isActive ? merged.writers.reduce(0) { $0 &+ $1.lastSequence } : shownSequence
  }

  /// Returns `true` if the group's logs have changed since they were merged.
  ///
  /// A copy that couldn't be used completely may have been replaced by one that ends at the same event.
  func hasNewEvents(_ logs: GroupLogs, own sequence: UInt64) -> Bool {
    if logs.ends(own: sequence) != merged.ends { return true }
    return merged.isComplete ? !merged.lineage.holds(merged.ends) : !logs.haveSameCopies(as: merged)
  }

  /// Runs a query of the timeline that the journal shows: the whole group's, if there is one.
  mutating func ask<Result>(_ body: (inout Timeline) throws -> Result) throws(JournalError) -> Result {
    if let mergeFailure { throw .inconsistent(mergeFailure) }
    return try withJournalErrors { try merged.isActive ? body(&merged.timeline) : body(&timeline) }
  }

  /// Takes note of a problem; the first one counts.
  mutating func note(_ kind: JournalProblem.Kind, error: JournalError) {
    note(JournalProblem(kind: kind, error: error))
  }

  package mutating func note(_ problem: JournalProblem) {
    self.problem = self.problem ?? problem
  }

  /// Takes note of damage.
  mutating func note(_ kind: JournalProblem.Kind, message: Message) {
    note(kind, error: JournalError(.damaged, message))
  }
}

/// A number that grows whenever the count of events that are shown is another.
struct JournalRevision {
  private var eventCount: UInt64 = 0
  private var lost: UInt64 = 0

  mutating func next(eventCount count: UInt64) -> UInt64 {
    if count < eventCount { lost += eventCount - count + 1 }
    eventCount = count
    return count + lost
  }
}

/// A moment in the history of a journal.
package struct PastPosition {
  /// The last event before it.
  let sequence: UInt64
  /// The highest number given until then.
  let lastNumber: Int
  /// `true` if the timeline is that of the point in time; `false` if it is still the present one.
  let isReplayed: Bool
}

/// The reason why no events can be appended to a journal.
package struct JournalProblem: Hashable, Sendable {
  package enum Kind: Sendable {
    /// Acknowledged events cannot be read, or are not there.
    case logDamaged
    /// There is no log at all, but something that belonged to one.
    case logMissing
    /// HEAD is missing, unreadable, or older than the log; or half of it is unreadable and the log ends with bytes that
    /// may have been acknowledged.
    case headDoubtful
    /// A newer version wrote something that this one does not understand.
    case notUnderstood
  }

  package var kind: Kind
  /// The problem that was found.
  package var finding: Message
  /// The error of a command that can't be performed because of the problem.
  package var error: JournalError

  package init(kind: Kind, error: JournalError) {
    self.kind = kind
    finding = error.advice
    self.error = error
    if kind != .notUnderstood {
      self.error = JournalError(
        error.code, "\(error.advice) \(.repair, or: "a repair") tells what can be done.")
    }
  }
}

/// Frames that were read after the place that HEAD named.
///
/// They may be acknowledged already, so they count. But they may also be what a writer is about to take back, because
/// the rest of them did not fit on the disk: other frames can come to stand there. So they are known by their content.
struct FramesBeyondHead {
  let start: LogPosition
  var hasher: SHA256Hasher? = SHA256Hasher()

  init(start: LogPosition) {
    self.start = start
  }

  /// Returns `true` if the log still has the same content from ``start`` to `end`.
  ///
  /// Reads that part of the log again.
  ///
  /// - Throws: `inputOutput`.
  func isUnchanged(in directory: LogDirectory, upTo end: LogPosition) throws(JournalError) -> Bool {
    var reader = try EventReader(directory, from: start, limit: end)
    var found = SHA256Hasher()
    while let batch = try reader.next() { found.update(batch) }
    return reader.scan.position == end && found.finalize() == hasher?.finalize()
  }
}

/// The outcome of loading the snapshot at opening.
package enum SnapshotCondition {
  case absent
  case invalid(reason: Message)
  /// The log ends before the snapshot: events were lost.
  case ahead
  case loaded(SnapshotStore)

  package var store: SnapshotStore? {
    if case .loaded(let store) = self { store } else { nil }
  }
}
