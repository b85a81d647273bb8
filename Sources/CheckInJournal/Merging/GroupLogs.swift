package import EventLog
package import FoundationEssentials

/// The logs that a journal's view of its group is made of: its own up to a place, and the copies of the others' as far
/// as their HEADs say.
package struct GroupLogs {
  /// A copy of another's log.
  package struct Peer {
    package var replica: UUID
    package var name: String
    package var directory: LogDirectory
    var head: Head
  }

  /// A copy as it was found, by which it is known again: one that was replaced is another, also if it ends with the
  /// same event.
  struct CopyState: Sendable {
    private let head: Head
    private let headFile: any File

    /// - Returns: `nil` where HEAD has gone.
    init?(_ peer: Peer) {
      guard let file = peer.directory.headFile else { return nil }
      (head, headFile) = (peer.head, file)
    }

    func isSame(as peer: Peer) -> Bool {
      head == peer.head && (try? headFile.isNamed(peer.directory.headPath)) == true
    }
  }

  let directory: LogDirectory
  let journalID: UUID
  private let devices: GroupDevices
  package private(set) var peers: [Peer] = []
  /// The ordinals that the journal's own log has given: no two replicas have the same.
  private var named: [UUID: Int] = [:]
  /// Those that an earlier view gave, and no log yet.
  private var proposed: [UUID: Int] = [:]
  /// The logs that start with the same events, as far as they were compared.
  var lineage = Lineage()
  /// The problems of peer logs: copies that can't be used or can't be read to their ends, and copies that are missing.
  package private(set) var problems: [PeerProblem] = []
  /// Those of which there are segments, and no HEAD.
  package private(set) var headless: Set<UUID> = []
  /// `true` if the logs end at the positions of a merged state that has already read them up to there.
  private var isOfView = false

  /// - Parameter checksGroupFile: `true` to look for a group even if there are no copies, which may all be missing.
  /// - Returns: `nil` if there are no copies, and none is missing. If there are copies that can't be used,
  ///   ``problems`` has the reasons, and ``peers`` may be empty.
  /// - Throws: `inputOutput`.
  package init?(
    _ directory: LogDirectory, journalID: UUID?, checksGroupFile: Bool = true
  ) throws(JournalError) {
    guard let journalID else { return nil }
    let logs = try PeerLog.all(inJournalAt: directory.path, directory.fileSystem).filter { $0.replica != journalID }
    if logs.isEmpty {
      guard checksGroupFile, try Group.hasFile(inJournalAt: directory.path, directory.fileSystem) else { return nil }
    }
    self.directory = directory
    self.journalID = journalID
    let devices = GroupDevices(inJournalIn: directory)
    self.devices = devices
    if let failure = devices.failure { problems.append(PeerProblem(error: failure)) }
    for log in logs {
      let name = devices.name(of: log.replica)
      do throws(JournalError) {
        var head = try log.log.head()
        if head == nil, try log.hasSegments() {
          // HEAD comes after the first segment, and perhaps just now.
          head = try log.log.head()
          if head == nil, try !log.isBeingWritten() {
            headless.insert(log.replica)
            problems.append(PeerProblem(replica: log.replica, error: Self.lacksHead(name)))
          }
        }
        guard let head else { continue }
        guard head.journalID == log.replica else {
          throw JournalError(.damaged, "It holds the log of another journal.")
        }
        peers.append(Peer(replica: log.replica, name: name, directory: log.log.directory, head: head))
      } catch {
        guard error.code == .damaged else { throw error }
        problems.append(
          PeerProblem(replica: log.replica, error: error.describingPeerLog(of: log.replica, device: name)))
      }
    }
    let known = Set(peers.map(\.replica) + problems.compactMap(\.replica))
    problems += try devices.missingCopies(otherThan: known, of: journalID, in: directory)
    // In the order in which they became known, and the rest by their identities.
    func place(_ peer: Peer) -> (Int, String) { (devices.place(of: peer.replica), peer.replica.uuidString) }
    peers.sort { place($0) < place($1) }
    if peers.isEmpty, problems.isEmpty { return nil }
  }

  /// The logs as a view of them has them, to where it ends: what has come since is no part of what it shows. Folding
  /// them throws `damaged` where one cannot be read to there any more: nothing is said of a part of what was shown.
  ///
  /// - Returns: `nil` for a view of one log.
  /// - Throws: `damaged` where a log of the view is not there any more; `inputOutput`.
  init?(_ directory: LogDirectory, journalID: UUID?, asIn merged: MergedJournal) throws(JournalError) {
    guard merged.isActive else { return nil }
    let logs = try GroupLogs(directory, journalID: journalID)
    for (writer, events) in zip(merged.writers, merged.events).dropFirst() where events.end.position.sequence > 0 {
      if let logs, logs.peers.contains(where: { $0.replica == writer.replica }) { continue }
      let problem = logs?.problems.first { $0.replica == writer.replica }
      throw problem?.error ?? Self.lacksHead(writer.name)
    }
    guard let logs else { return nil }
    self = logs
    useOrdinals(of: merged)
    limit(to: merged)
    isOfView = true
  }

  private static func lacksHead(_ name: String) -> JournalError {
    JournalError(
      .damaged, "The copy of \(name)'s log is not whole, so nothing of it is shown. Sync: then it is copied anew.")
  }

  /// Returns the messages about all copies except those of some replicas.
  package func messages(exceptOf replicas: Set<UUID>) -> [Message] {
    problems.filter { problem in !(problem.replica.map { replicas.contains($0) } ?? false) }.map(\.error.advice)
  }

  /// Returns the error of a replica's copy; `nil` if the copy has no problem.
  func problem(of replica: UUID) -> JournalError? { problems.first { $0.replica == replica }?.error }

  /// Returns `true` if the copies are those that an incomplete merged state was built from.
  func haveSameCopies(as merged: MergedJournal) -> Bool {
    merged.copies.count == peers.count && peers.allSatisfy { merged.copies[$0.replica]?.isSame(as: $0) ?? false }
  }

  /// Returns the directory of a replica's log; `nil` if this journal has no copy of it.
  func directory(of replica: UUID) -> LogDirectory? {
    replica == journalID ? directory : peers.first { $0.replica == replica }?.directory
  }

  /// Returns `true` if a merged state has the same devices, with the same names.
  func haveSameWriters(as merged: MergedJournal) -> Bool {
    writers().elementsEqual(merged.writers) { $0.replica == $1.replica && $0.name == $1.name }
  }

  /// Reads the others' logs to where a view of the group ends, and no further; those that it has not are left out.
  mutating func limit(to merged: MergedJournal) {
    peers = peers.compactMap { peer in
      guard let writer = merged.writers.firstIndex(where: { $0.replica == peer.replica }) else { return nil }
      var peer = peer
      peer.head.position = merged.events[writer].end.position
      return peer
    }
  }

  /// Returns the last event of each log, which shows whether there are remote changes.
  func ends(own: UInt64) -> [UUID: UInt64] {
    var ends = [journalID: own]
    for peer in peers { ends[peer.replica] = peer.head.position.sequence }
    return ends
  }

  /// The end of a merged state.
  enum Limit: Hashable {
    case end
    /// Just after an event of this journal's own; 0 for before all events.
    case own(UInt64)
    /// After the last event that was recorded at or before a time, in milliseconds since 1970.
    case recorded(Int64)
  }

  /// Folds all events in their order.
  ///
  /// The fold starts again from the first event, with ``MergedJournal/isAtStart``, if a log names a device otherwise
  /// than was assumed, or begins with the events of another log.
  ///
  /// - Parameters:
  ///   - end: The position in the own log after which nothing is read.
  ///   - body: Applies an event to the state after all events before it.
  /// - Throws: The errors of `body`; `inputOutput`.
  mutating func merged(
    upTo end: LogPosition, until limit: Limit = .end,
    _ body: (inout MergedJournal, MergeSource) throws(JournalError) -> Void = { $0.apply($1) }
  ) throws(JournalError) -> MergedJournal {
    while true {
      let writers = writers()
      try findCommonPrefixes(writers.map(\.replica), upTo: end)
      let count = try eventCount(writers, upTo: end, limit)
      let sources = try sources(writers, upTo: end)
      var merged = MergedJournal(writers: writers, lineage: lineage)
      merged.ends = ends(own: end.sequence)
      merged.limit = limit
      var order = try MergeOrder(sources, replicas: writers.map(\.replica), lineage)
      var taken = 0
      while taken < count, merged.otherOrdinal == nil, let source = try order.next() {
        if isOfView, let failed = order.failed, let error = Self.error(of: failed, merged) { throw error }
        if case .own(let last) = limit, merged.ownSequence >= last { break }
        try body(&merged, source)
        taken += 1
      }
      if let other = merged.otherOrdinal {
        // Each time one more is known, so this ends.
        guard named[other.replica] == nil, !named.values.contains(other.ordinal) else {
          throw JournalError(
            .damaged,
            "The log says of two devices that the numbers of one, and of the other, are the same: "
              + "\(GroupDevices.shortName(of: other.replica)) is one of them. Restore the log from a backup.")
        }
        named[other.replica] = other.ordinal
        continue
      }
      lineage = merged.lineage
      if !lineage.newClaims.isEmpty { continue }
      note(sources, with: &merged)
      if !merged.isComplete {
        for peer in peers { merged.copies[peer.replica] = CopyState(peer) }
      }
      if isOfView, let error = sources.lazy.compactMap({ Self.error(of: $0, merged) }).first { throw error }
      return merged
    }
  }

  /// Takes over the ordinals that are known from an earlier view, and which logs begin with the same events. Ordinals
  /// that the log had not given by then hold only as long as it gives them to nobody else.
  ///
  /// - Parameter isOfSnapshot: whether only those are taken that the log has given: without the snapshot, nobody knows
  ///   the others.
  mutating func useOrdinals(of merged: MergedJournal, isOfSnapshot: Bool = false) {
    lineage = merged.lineage
    for (index, writer) in merged.writers.enumerated().dropFirst() {
      if merged.writers[0].ordinals[index - 1] == writer.replica {
        named[writer.replica] = index - 1
      } else if !isOfSnapshot, peers.contains(where: { $0.replica == writer.replica }) {
        proposed[writer.replica] = index - 1
      }
    }
  }

  /// This journal, and the others by their ordinals: those that its log has given, those of an earlier view, and the
  /// lowest that are free.
  func writers() -> [(replica: UUID, name: String)] {
    var replicas: [Int: UUID] = [:]
    for (replica, ordinal) in named { replicas[ordinal] = replica }
    let unnamed = peers.filter { named[$0.replica] == nil }
    var placed: Set<UUID> = []
    for peer in unnamed {
      guard let ordinal = proposed[peer.replica], replicas[ordinal] == nil else { continue }
      replicas[ordinal] = peer.replica
      placed.insert(peer.replica)
    }
    for peer in unnamed where !placed.contains(peer.replica) {
      guard let free = (0..<ReplicaNumber.ordinalCount).first(where: { replicas[$0] == nil }) else { break }
      replicas[free] = peer.replica
    }
    var writers = [(replica: journalID, name: devices.name(of: journalID))]
    for ordinal in 0..<((replicas.keys.max() ?? -1) + 1) {
      // One whose log is not here, or was never named.
      let replica = replicas[ordinal] ?? UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(ordinal)))
      writers.append((replica, devices.name(of: replica)))
    }
    return writers
  }

  private func sources(
    _ writers: [(replica: UUID, name: String)], upTo end: LogPosition
  ) throws(JournalError) -> [MergeSource] {
    var sources = [try MergeSource(directory, journalID: journalID, upTo: end, writer: 0)]
    for (index, writer) in writers.enumerated().dropFirst() {
      guard let peer = peers.first(where: { $0.replica == writer.replica }) else { continue }
      sources.append(try MergeSource(peer.directory, journalID: peer.replica, upTo: peer.head.position, writer: index))
    }
    return sources
  }

  /// Returns the number of events in the total order up to the limit, as far as their times decide it.
  ///
  /// Without a limit by time, returns `Int.max`.
  private func eventCount(
    _ writers: [(replica: UUID, name: String)], upTo end: LogPosition, _ limit: Limit
  ) throws(JournalError) -> Int {
    guard case .recorded(let milliseconds) = limit else { return .max }
    var order = try MergeOrder(try sources(writers, upTo: end), replicas: writers.map(\.replica), lineage)
    var (count, last) = (0, 0)
    while let source = try order.next() {
      count += 1
      if source.event.recordedAtMilliseconds <= milliseconds { last = count }
    }
    return last
  }

  /// Takes note of how far logs were read, and of those that were not.
  mutating func note(_ sources: [MergeSource], with merged: inout MergedJournal) {
    for peer in peers where !merged.writers.contains(where: { $0.replica == peer.replica }) {
      let message: Message =
        "What \(peer.name) writes is left out here: a device tells \(ReplicaNumber.ordinalCount) others apart, and "
        + "\(peer.name) is one more. Leave the group on \(peer.name), and write with a device that is shown here."
      problems.append(PeerProblem(replica: peer.replica, error: JournalError(.refusedInput, message)))
    }
    for source in sources {
      merged.events[source.writer].append(source.places)
      merged.events[source.writer].end = source.end
      if let frame = source.lastFrame { merged.events[source.writer].lastFrame = frame }
      if source.failure != nil { merged.isComplete = false }
      if source.notUnderstoodCount > 0 { merged.isUnderstood = false }
      guard source.writer > 0 else { continue }
      let writer = merged.writers[source.writer]
      if let error = Self.error(of: source, merged) {
        problems.append(PeerProblem(replica: writer.replica, error: error))
        // What cannot be read of it may be about the same.
        if !isOfView, merged.limit == .end { merged.missing = merged.missing ?? error }
      } else if source.notUnderstoodCount > 0 {
        let message: Message =
          "A newer version of checkin writes on \(writer.name): what this one does not understand is left out here. "
          + "Use the newer version."
        problems.append(PeerProblem(replica: writer.replica, error: JournalError(.newerVersion, message)))
      }
    }
    if !isOfView, merged.limit == .end { noteMissing(&merged) }
  }

  /// Takes note of what was here, as the own log says, and is not any more.
  private mutating func noteMissing(_ merged: inout MergedJournal) {
    for (index, writer) in merged.writers.enumerated().dropFirst() where merged.read[index] > writer.lastSequence {
      merged.isComplete = false
      let problem = problem(of: writer.replica)
      let missing = VersionVector.missing(
        writer.replica, of: devices, last: merged.read[index], here: writer.lastSequence,
        isCopyHere: problem != nil || peers.contains { $0.replica == writer.replica })
      guard let missing else { continue }
      let error = problem ?? JournalError(.damaged, missing)
      merged.missing = merged.missing ?? error
      if problem == nil { problems.append(PeerProblem(replica: writer.replica, error: error)) }
    }
  }

  /// Returns the error that prevented a log from being read to its end, with the name of its device.
  private static func error(of source: MergeSource, _ merged: MergedJournal) -> JournalError? {
    guard let failure = source.failure, source.writer > 0 else { return source.failure }
    let writer = merged.writers[source.writer]
    return failure.describingPeerLog(of: writer.replica, device: writer.name)
  }
}
