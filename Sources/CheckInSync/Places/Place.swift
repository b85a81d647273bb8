public import CheckInJournal
public import EventLog
public import FoundationEssentials

/// Where the devices of a group leave their logs for each other: a folder, or a database.
///
/// A place sees identities, sequence numbers, tokens and bodies. Whether a body is sealed is not its business: see
/// ``PlaceSeal``. Whatever it answers is hostile until it was checked against the logs.
///
/// Every value has one writer, the replica that it belongs to, so that no transport can conflict. Errors are
/// ``JournalError``: `inputOutput` where the place cannot be reached, read or written; `refusedInput` for what is
/// damaged there, contradicts the logs or is of another group; `newerVersion`; `invalidValue`. Their messages name the
/// place and what to do.
public protocol Place: AnyObject {
  /// The place in words: `/media/stick/checkin`
  var name: String { get }
  /// Refuses a place where no group can be made, as far as that can be told without making one.
  func requireVacancy() throws(JournalError)
  /// Makes a place of a group. It must not be one yet.
  func create(_ descriptor: [UInt8], of group: UUID) throws(JournalError)
  /// What the place holds, in one round trip; `nil` where it is no place of a group yet.
  func state() throws(JournalError) -> PlaceState?
  /// Adds to a replica's log what follows `head`, and returns once it is as safe there as the place keeps anything.
  ///
  /// A piece that is there already is acknowledged again, by a write, and never because it was seen.
  ///
  /// - Parameter head: what the place held of the replica before; `nil` for nothing.
  /// - Throws: `busy` where the place does not end with `head` any more: its state then tells why.
  func push(_ chunk: PlaceChunk, after head: PlaceHead?) throws(JournalError)
  /// Makes sure that what the place holds of a replica, its log up to `head` and its photos, is as safe as what
  /// ``push(_:after:)`` returned for.
  ///
  /// - Parameter acknowledged: the last event that it returned for; what comes later is looked at anew.
  /// - Throws: `busy` where not all of it is there any more: the state then tells what is missing.
  func confirm(_ head: PlaceHead, after acknowledged: UInt64, of replica: UUID) throws(JournalError)
  /// Looks at what says that a replica's log goes to `head`, before somebody is accused by it: a place may know of a
  /// piece by a part of it.
  ///
  /// - Returns: what is wrong with it; `nil` where nothing is.
  func damage(behind head: PlaceHead, of replica: UUID) throws(JournalError) -> JournalError?
  /// The pieces of a replica's log that lead on from an event, in order, about `byteCount` bytes and at least one piece
  /// where there is one. The first may begin with events up to `sequence`.
  ///
  /// - Returns: nothing where what follows has not arrived at the place yet.
  func chunks(of replica: UUID, after sequence: UInt64, byteCount: Int) throws(JournalError) -> [PlaceChunk]
  /// Writes what the others are to know of a replica besides its log.
  func write(card: [UInt8], of replica: UUID) throws(JournalError)
  /// The names of the photos that are there.
  func photoNames() throws(JournalError) -> Set<Digest>
  /// Adds a photo. One that is there stays.
  func push(photo: [UInt8], named name: Digest, from replica: UUID) throws(JournalError)
  /// A photo's bytes. Several devices may have left it: the first copy that `isWhole` says yes to.
  ///
  /// - Returns: `nil` where there is none of that name.
  func photo(named name: Digest, where isWhole: ([UInt8]) -> Bool) throws(JournalError) -> [UInt8]?
}

extension Place {
  /// A place that is a database has room for any number of groups.
  public func requireVacancy() throws(JournalError) {}

  /// A place that is a database knows of each piece by all of it.
  public func damage(behind head: PlaceHead, of replica: UUID) throws(JournalError) -> JournalError? { nil }
}

/// How far a replica's log reaches at a place. The token stands for the digest of the log up to there.
public struct PlaceHead: Hashable, Sendable {
  public var sequence: UInt64
  public var token: Digest

  public init(sequence: UInt64, token: Digest) {
    self.sequence = sequence
    self.token = token
  }
}

/// A piece of a replica's log as a place holds it.
public struct PlaceChunk: Hashable, Sendable {
  public var replica: UUID
  public var firstSequence: UInt64
  /// The last event, and the token of the log up to it.
  public var head: PlaceHead
  public var body: [UInt8]

  public init(replica: UUID, firstSequence: UInt64, head: PlaceHead, body: [UInt8]) {
    self.replica = replica
    self.firstSequence = firstSequence
    self.head = head
    self.body = body
  }
}

/// What a place holds.
public struct PlaceState: Hashable, Sendable {
  /// One replica of the group.
  public struct Replica: Hashable, Sendable {
    public var id: UUID
    /// `nil` where nothing of its log is there.
    public var head: PlaceHead?
    /// The ends of pieces that do not lead on from the head: behind a hole, incomplete or damaged.
    public var strays: [PlaceHead]
    /// What it wrote about itself; `nil` for nothing yet.
    public var card: [UInt8]?

    public init(id: UUID, head: PlaceHead? = nil, strays: [PlaceHead] = [], card: [UInt8]? = nil) {
      self.id = id
      self.head = head
      self.strays = strays
      self.card = card
    }
  }

  public var descriptor: [UInt8]
  public var replicas: [Replica]
  /// Sentences about what was found there that a person may want to know.
  package var notes: [JournalMessage]

  package init(descriptor: [UInt8], replicas: [Replica], notes: [JournalMessage] = []) {
    self.descriptor = descriptor
    self.replicas = replicas
    self.notes = notes
  }

  /// Refuses what no group can have, before anything is made of the replicas.
  ///
  /// - Parameter place: its name, for the error.
  func requireLimits(at place: String) throws(JournalError) {
    guard replicas.count <= PlaceLimits.replicaCount else {
      throw JournalError(.invalidValue, "\(place) names more than \(PlaceLimits.replicaCount) replicas.")
    }
    guard replicas.allSatisfy({ $0.head.map { (1...PlaceLimits.sequence).contains($0.sequence) } ?? true }) else {
      throw JournalError(.refusedInput, "\(place) names events that no log can have.")
    }
  }
}

/// The limits of what is taken from a place, checked before memory is.
package enum PlaceLimits {
  /// A chunk's body: a frame of the largest size in a chunk that had room left, sealed.
  package static let chunkByteCount = 16 << 20
  package static let photoByteCount = 4 << 20
  package static let cardByteCount = 64 << 10
  package static let descriptorByteCount = 64 << 10
  package static let replicaCount = 1000
  /// The last event that a log can have; numbers up to there can be added to without a check.
  package static let sequence = HeadFormat.numberLimit - 1
  /// How much is pushed or pulled at a time.
  package static let stepByteCount = 1 << 20
}
