package import EventLog
package import FoundationEssentials
internal import Synchronization

/// A journal of check-ins: the one public door. Commands in, events and answers out.
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
  /// What a journal is opened for.
  public enum Access: Sendable {
    /// Nothing is written, ever. Every answer is of the moment of opening, or of the latest ``Journal/refresh()``.
    case readOnly
    /// The journal is created where there is none.
    case readWrite
  }

  /// Called now and then during long work with what is done and what there is in all: events.
  public typealias Progress = @Sendable (_ done: Int, _ total: Int) -> Void

  /// How a journal is opened.
  public struct Configuration: Sendable {
    /// Who issues the commands.
    public var origin: Event.Origin
    /// The name of the device that they are recorded on, which audits show; `nil` records none. At most 60 characters
    /// of it are taken.
    public var device: String?
    /// The clock that "in the future" is judged by: milliseconds since 1970. When an event is recorded is always taken
    /// from the system.
    public var now: @Sendable () -> Int64
    /// A segment with so many bytes on disk is closed, and the next begun.
    public var segmentByteLimit: Int
    /// How long to wait for another process that is writing.
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

  let directory: LogDirectory
  let access: Access
  let configuration: Configuration
  /// What ``revision`` was last.
  let lastRevision = Mutex(JournalRevision())
  /// What was read. Held shortly; never during a sync.
  let state: Mutex<JournalState>
  /// The writing side. Whoever holds it commits.
  let lease = Mutex(WriterLease())
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
    let loader = JournalLoader(directory: directory, progress: progress)
    var loaded = try loader.load()
    if !loaded.exists {
      guard access == .readWrite else { throw JournalError(.notFound, "There is no journal at \(path).") }
      try JournalCreation.create(
        in: directory, journalID: configuration.journalID ?? UUID(),
        lockTimeoutSeconds: configuration.lockTimeoutSeconds)
      loaded = try loader.load()
    }
    state = Mutex(loaded)
  }

  /// Sentences about what was found at opening that a person may want to know, such as why the whole log was replayed.
  public var openingMessages: [String] { state.withLock { $0.messages } }

  /// Sentences about caches that could not be written, so that the next start takes longer.
  public var closingMessages: [String] { state.withLock { $0.closingMessages } }

  /// Why nothing can be appended; `nil` where nothing stands against it. What could be read, is read.
  public var readOnlyReason: JournalError? { state.withLock { $0.problem?.error } }

  /// The sequence number of the latest event; 0 for an empty journal.
  public var sequence: UInt64 { state.withLock { $0.shownSequence } }

  /// The highest number that a check-in was given; 0 for an empty journal.
  public var lastNumber: Int { state.withLock { $0.past?.lastNumber ?? $0.timeline.directory.lastNumber } }
}

/// What a journal has read.
struct JournalState {
  /// What the journal's own log says alone.
  var timeline = Timeline()
  /// What the logs of the group come to, where there are others than the journal's own.
  var merged = MergedJournal()
  /// Why the logs of the group could not be merged; `nil` where they were, or there is no group. Until they are,
  /// nothing is shown: this journal's own log alone would misstate the group's.
  var mergeFailure: String?
  /// Sentences about copies of the others' logs that cannot be used, or not wholly.
  var peerMessages: [String] = []
  /// What other devices wrote that the own log says was here, and that is not here any more; `nil` where all is. What
  /// would be written of it without looking, as an undo is, would count as written by somebody who knew it.
  var missing: JournalError?
  /// How much of the others' logs was here; known only where there are no copies.
  var read = ReadOfOthers()
  /// The end of what was read.
  var position = LogPosition.start
  /// The last frame with events in it; `nil` for an empty log.
  var lastFrame: LogFrame?
  /// Of the last event's record, by which the log is known again; `nil` where that was not needed yet.
  var lastRecordDigest: Digest?
  var journalID: UUID?
  /// What HEAD said when the log was last read.
  var reading = HeadState.missing
  /// Whether there is a journal at all.
  var exists = false
  /// Why nothing can be appended.
  var problem: JournalProblem?
  /// Bytes behind the end that nobody was promised.
  var torn: TornTail?
  /// The reason why it is unknown whether ``torn`` was acknowledged; `nil` if it was not, or ``problem`` says so.
  var tornDoubt: JournalProblem?
  /// What was read behind the place that HEAD named: `nil` for nothing.
  var framesBeyondHead: FramesBeyondHead?
  var snapshot = SnapshotCondition.absent
  /// How far the log was reread, and what was found.
  var scrub = LogScrub.Record()
  /// The moment that the journal shows, and stays at; `nil` for the present.
  var past: PastMoment?
  var messages: [String] = []
  var closingMessages: [String] = []
}

extension JournalState {
  /// The last event that the journal shows.
  var shownSequence: UInt64 { past?.sequence ?? timeline.directory.sequence }

  /// How many events the journal shows, of all devices.
  var shownEventCount: UInt64 {
    past == nil && merged.isActive ? merged.writers.reduce(0) { $0 &+ $1.lastSequence } : shownSequence
  }

  /// Whether the logs of the group are not those that it was merged from. A copy that could not be used, or not wholly,
  /// may have been replaced by one that ends at the same event.
  func hasNews(_ logs: GroupLogs, own sequence: UInt64) -> Bool {
    if logs.ends(own: sequence) != merged.ends { return true }
    return merged.isComplete ? !merged.lineage.holds(merged.ends) : !logs.haveSameCopies(as: merged)
  }

  /// Runs a query of the timeline that the journal shows: the whole group's, if there is one.
  mutating func ask<Result>(_ body: (inout Timeline) throws -> Result) throws(JournalError) -> Result {
    if let mergeFailure { throw .inconsistent(mergeFailure) }
    return try withJournalErrors { try merged.isActive ? body(&merged.timeline) : body(&timeline) }
  }

  /// Takes note of a problem; the first one counts.
  mutating func note(_ kind: JournalProblem.Kind, _ error: JournalError) {
    note(JournalProblem(kind: kind, error: error))
  }

  mutating func note(_ problem: JournalProblem) {
    self.problem = self.problem ?? problem
  }

  /// Takes note of damage.
  mutating func note(_ kind: JournalProblem.Kind, _ message: String) {
    note(kind, JournalError(.damaged, message))
  }
}

/// A moment in the history of a journal.
struct PastMoment {
  /// The last event before it.
  let sequence: UInt64
  /// The highest number given until then.
  let lastNumber: Int
  /// Whether the timeline is that of the moment; otherwise it is the present one.
  let isReplayed: Bool
}

/// Why nothing can be appended to a journal.
struct JournalProblem: Hashable, Sendable {
  enum Kind: Sendable {
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

  var kind: Kind
  /// What was found.
  var finding: JournalMessage
  /// What a command says that cannot go on.
  var error: JournalError

  init(kind: Kind, error: JournalError) {
    self.kind = kind
    finding = error.advice
    self.error = error
    if kind != .notUnderstood {
      self.error = JournalError(
        error.code, advice: "\(error.advice) \(.repair, or: "a repair") tells what can be done.")
    }
  }
}

/// What became of the snapshot at opening.
enum SnapshotCondition {
  case absent
  case invalid(reason: String)
  /// The log says less than the snapshot: events were lost.
  case ahead
  case loaded(SnapshotStore)

  var store: SnapshotStore? {
    if case .loaded(let store) = self { store } else { nil }
  }
}
