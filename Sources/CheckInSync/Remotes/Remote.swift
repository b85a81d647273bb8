public import CheckInJournal
public import EventLog
public import FoundationEssentials

/// A remote through which a group's devices exchange their logs: a folder or a database.
///
/// A remote sees UUIDs, sequence numbers, tokens and bodies. It doesn't know whether a body is encrypted; see
/// ``RemoteEncryption``. Its responses are untrusted until they have been checked against the logs.
///
/// Every value has one writer, the replica that it belongs to, so no transport can cause conflicts. Errors are
/// ``JournalError``: `inputOutput` if the remote can't be reached, read or written; `refusedInput` if its content is
/// damaged, contradicts the logs or belongs to another group; `newerVersion`; `invalidValue`. Their messages name the
/// remote and say what to do.
public protocol Remote: AnyObject {
  /// The remote's name in messages, such as `/media/stick/checkin`.
  var name: String { get }
  /// Rejects a remote that a group can't be created on, as far as a check without writing can tell.
  func requireVacancy() throws(JournalError)
  /// Sets up the remote for a group. It must not have a group yet.
  func create(_ descriptor: [UInt8], of group: UUID) throws(JournalError)
  /// Returns the remote's group, and a replica's own log there; `nil` if the remote has no group yet.
  ///
  /// Nothing of the other replicas is used, so none of them can prevent the replica from sending its events. A remote
  /// for which a round trip takes long may read them already, for ``replicas(besides:first:)``.
  func state(of replica: UUID?) throws(JournalError) -> RemoteState?
  /// Returns the other replicas at the remote, after ``state(of:)``.
  ///
  /// - Parameter known: The replicas to look at first, if the remote has more than ``RemoteLimits/replicaCount``.
  /// - Throws: `inputOutput` if the remote can't be read. A fault in one replica's data is one of its
  ///   ``RemoteState/Replica/faults``.
  func replicas(besides me: UUID?, first known: Set<UUID>) throws(JournalError) -> RemoteReplicas
  /// Appends a chunk to a replica's log after `head`.
  ///
  /// The method returns once the chunk is as durable as the remote can make it. A chunk that is already present is
  /// acknowledged again by another write, never just because it was found.
  ///
  /// - Parameter head: The end of the replica's log at the remote before the push; `nil` if the remote has no log of
  ///   it.
  /// - Throws: `busy` if the log at the remote no longer ends with `head`; the remote's state shows the reason.
  func push(_ chunk: RemoteChunk, after head: RemoteHead?) throws(JournalError)
  /// Ensures that a replica's log up to `head` and its photos are as durable as after ``push(_:after:)``.
  ///
  /// - Parameter acknowledged: The last event that ``push(_:after:)`` acknowledged. Later events are checked again.
  /// - Throws: `busy` if some of it is missing; the state then shows what is missing.
  func confirm(_ head: RemoteHead, after acknowledged: UInt64, of replica: UUID) throws(JournalError)
  /// Checks the chunk that ends at `head`, before the replica's log is reported as a fork.
  ///
  /// A remote may know a chunk only by a part of it.
  ///
  /// - Returns: The chunk's fault; `nil` if it has none.
  func damage(behind head: RemoteHead, of replica: UUID) throws(JournalError) -> JournalError?
  /// Returns the chunks of a replica's log after an event, in order.
  ///
  /// They contain about `byteCount` bytes in total, and at least one chunk if there is one. The first chunk may start
  /// with events up to `sequence`.
  ///
  /// - Returns: An empty array if the next events haven't arrived at the remote yet.
  func chunks(of replica: UUID, after sequence: UInt64, byteCount: Int) throws(JournalError) -> [RemoteChunk]
  /// Writes a replica's card: the information for the other replicas besides its log.
  func write(manifest: [UInt8], of replica: UUID) throws(JournalError)
  /// Returns the names of the photos at the remote.
  func photoNames() throws(JournalError) -> Set<Digest>
  /// Adds a photo. An existing photo of the same name stays.
  func push(photo: [UInt8], named name: Digest, from replica: UUID) throws(JournalError)
  /// Removes a replica's copy of a photo, if there is one. The copies of other replicas stay.
  ///
  /// - Returns: `true` if there was one.
  func remove(photo name: Digest, from replica: UUID) throws(JournalError) -> Bool
  /// Returns a photo's bytes.
  ///
  /// If several devices have pushed copies of the photo, the first copy that `isWhole` accepts is returned.
  ///
  /// - Returns: `nil` if no copy of that name is accepted.
  func photo(named name: Digest, where isWhole: ([UInt8]) -> Bool) throws(JournalError) -> [UInt8]?
}

extension Remote {
  /// Accepts every remote, because a database has room for any number of groups.
  public func requireVacancy() throws(JournalError) {}

  /// Returns `nil`, because a database knows each chunk by its whole content.
  public func damage(behind head: RemoteHead, of replica: UUID) throws(JournalError) -> JournalError? { nil }
}

/// The end of a replica's log at a remote, with a token that identifies the log's content up to that event.
public struct RemoteHead: Hashable, Sendable {
  public var sequence: UInt64
  public var token: Digest

  public init(sequence: UInt64, token: Digest) {
    self.sequence = sequence
    self.token = token
  }
}

/// A chunk of a replica's log as stored at a remote.
public struct RemoteChunk: Hashable, Sendable {
  public var replica: UUID
  public var firstSequence: UInt64
  /// The chunk's last event, and the token of the log up to it.
  public var head: RemoteHead
  public var body: [UInt8]

  public init(replica: UUID, firstSequence: UInt64, head: RemoteHead, body: [UInt8]) {
    self.replica = replica
    self.firstSequence = firstSequence
    self.head = head
    self.body = body
  }
}

/// The state of a remote.
public struct RemoteState: Hashable, Sendable {
  /// A replica of the group.
  public struct Replica: Hashable, Sendable {
    public var id: UUID
    /// The end of its log; `nil` if none of it is at the remote.
    public var head: RemoteHead?
    /// The ends of chunks that don't connect to the head: they follow a gap, or are incomplete or damaged.
    public var strays: [RemoteHead]
    /// The replica's card; `nil` if it hasn't written one yet.
    public var manifest: [UInt8]?
    /// The faults in its data, which the head and the manifest don't include.
    package var faults: [JournalError] = []
    /// Sentences to the user about data of it that hasn't arrived yet.
    package var notes: [Message] = []

    public init(id: UUID, head: RemoteHead? = nil, strays: [RemoteHead] = [], manifest: [UInt8]? = nil) {
      self.id = id
      self.head = head
      self.strays = strays
      self.manifest = manifest
    }

    /// Checks that the log can be as long as the remote states.
    ///
    /// - Parameter remote: The remote's name, for the error.
    func requireLimits(at remote: String) throws(JournalError) {
      guard head.map({ (1...RemoteLimits.sequence).contains($0.sequence) }) ?? true else {
        throw JournalError(.refusedInput, "\(remote) names events that no log can have.")
      }
    }
  }

  public var descriptor: [UInt8]
  /// The replica that was asked for; `nil` if the remote has nothing of it.
  public var me: Replica?
  /// Sentences to the user about findings at the remote.
  package var notes: [Message]

  package init(descriptor: [UInt8], me: Replica? = nil, notes: [Message] = []) {
    self.descriptor = descriptor
    self.me = me
    self.notes = notes
  }
}

/// The replicas at a remote besides the one that asks.
public struct RemoteReplicas: Hashable, Sendable {
  public var all: [RemoteState.Replica]
  /// Sentences to the user about findings at the remote.
  package var notes: [Message]

  package init(_ all: [RemoteState.Replica] = [], notes: [Message] = []) {
    self.all = all
    self.notes = notes
  }
}

/// The limits of data from a remote, checked before memory is allocated.
package enum RemoteLimits {
  /// The maximum size of a chunk's body, in bytes.
  ///
  /// It fits an encrypted chunk that still had room when a frame of the largest size was added.
  package static let chunkByteCount = 16 << 20
  package static let photoByteCount = 4 << 20
  package static let manifestByteCount = 64 << 10
  package static let descriptorByteCount = 64 << 10
  /// The maximum number of other replicas that are read. A group has ``CheckInJournal/Group/maximumReplicaCount``.
  package static let replicaCount = 1000
  /// The maximum size of the decompressed content of a replica's log, in bytes.
  package static let logContentByteCount = 1 << 30
  /// The maximum size of the decompressed content of all logs of a group, in bytes.
  package static let groupContentByteCount = 2 << 30
  /// The last event that a log can have. Sequence numbers up to it can be added to without an overflow check.
  package static let sequence = HeadFormat.numberLimit - 1
  /// The number of bytes to push or pull at a time.
  package static let stepByteCount = 1 << 20
}
