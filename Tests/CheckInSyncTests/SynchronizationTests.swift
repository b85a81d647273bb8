import CheckInJournal
import CheckInSync
import EventLog
import FoundationEssentials
import Testing

/// A device against a place that answers whatever it likes.
struct SynchronizationTests {
  private static let group = UUID()
  private static let phone = UUID()
  private let encryption = RemoteEncryption(group: Self.group, key: GroupKey())
  private let laptop = FakeLogs()
  private let remote = FakeRemote()

  init() {
    remote.create(encryption.descriptor(salt: Digest(of: [])).bytes, of: Self.group)
  }

  private func sync(_ syncState: SyncState = SyncState()) throws -> (SyncReport, SyncState) {
    var synchronization = try Synchronization(
      of: laptop, with: remote, encryption: encryption, name: "laptop", syncState: syncState)
    return (synchronization.run(), synchronization.syncState)
  }

  /// Chunks of the phone's log, at the place.
  private func phoneWrites(_ count: UInt64) throws {
    let log = FakeLogs(me: Self.phone)
    for sequence in 1...count {
      log.write(1)
      let chunk = try #require(log.chunk(of: Self.phone, after: sequence - 1))
      remote.chunks[Self.phone, default: []].append(try encryption.encrypt(chunk))
    }
  }

  @Test func everythingIsCarriedOnce() throws {
    laptop.write(3)
    try phoneWrites(4)
    let (first, syncState) = try sync()
    #expect(first.problems.isEmpty)
    #expect(first.sentEvents == 3)
    #expect(first.received.map(\.events) == [4])
    #expect(syncState.acknowledged == 3)
    let (second, _) = try sync(syncState)
    #expect(second.sentEvents == 0 && second.received.isEmpty && second.problems.isEmpty)
    #expect(remote.pushes == 1 && remote.confirmations == 0)
  }

  @Test func whatWasNotAcknowledgedIsConfirmedAndNotRead() throws {
    laptop.write(2)
    remote.losesAnswers = true
    let (first, syncState) = try sync()
    #expect(first.problems.count == 1)
    #expect(syncState.acknowledged == 0)
    remote.losesAnswers = false
    remote.refusesConfirmation = true
    #expect(try sync(syncState).1.acknowledged == 0)
    remote.refusesConfirmation = false
    let (last, confirmed) = try sync(syncState)
    #expect(last.problems.isEmpty && last.sentEvents == 0)
    #expect(confirmed.acknowledged == 2)
    #expect(remote.confirmations == 2)
  }

  @Test func anotherLogOfTheSameReplicaStopsItAlone() throws {
    laptop.write(2)
    let syncState = try sync().1
    try phoneWrites(1)
    laptop.rewriteLast()
    let (report, kept) = try sync(syncState)
    #expect(report.problems.count == 1)
    #expect(report.problems.first?.remedies == [.forkJournal])
    #expect(report.received.map(\.events) == [1])
    #expect(kept.acknowledged == 2 && remote.pushes == 1)
  }

  @Test func aCopyOfTheJournalIsRefused() throws {
    laptop.write(3)
    let syncState = try sync().1
    laptop.forget(2)
    let report = try sync(syncState).0
    #expect(report.problems.first?.message.contains("events 2 to 3") == true)
    #expect(remote.pushes == 1)
  }

  @Test func whatThePlaceLostIsSentAgain() throws {
    laptop.write(3)
    let syncState = try sync().1
    remote.chunks[laptop.me] = nil
    let (report, filled) = try sync(syncState)
    #expect(report.notes.contains { $0.contains("has lost events 1 to 3") })
    #expect(report.sentEvents == 3 && filled.acknowledged == 3)
  }

  @Test(arguments: FakeRemote.Lie.allCases) func liesAreNeverTaken(lie: FakeRemote.Lie) throws {
    try phoneWrites(4)
    remote.lie = lie
    let (report, _) = try sync()
    #expect(!report.problems.isEmpty || !report.notes.isEmpty)
    #expect(laptop.appended == 0)
    remote.lie = nil
    #expect(try sync().0.received.map(\.events) == [4])
  }

  @Test func aPushThatWasUnderWayStillIsNoFork() throws {
    laptop.write(2)
    let early = try #require(laptop.chunk(of: laptop.me, after: 0))
    laptop.write(3)
    // The first push of two events was given up on, and becomes visible when all five are sent.
    remote.meanwhile = { try remote.chunks[laptop.me] = [encryption.encrypt(early)] }
    let (report, syncState) = try sync()
    #expect(report.problems.isEmpty)
    #expect(syncState.acknowledged == 5 && remote.confirmations == 1)
    #expect(remote.chunks[laptop.me]?.map(\.head.sequence) == [2, 5])
  }

  @Test func twoThatPushAtOnceAreAFork() throws {
    laptop.write(2)
    let clone = FakeLogs(me: laptop.me)
    clone.write(2)
    clone.rewriteLast()
    remote.meanwhile = {
      remote.chunks[laptop.me] = [try encryption.encrypt(try #require(clone.chunk(of: clone.me, after: 0)))]
    }
    let (report, syncState) = try sync()
    #expect(report.problems.first?.remedies == [.forkJournal])
    #expect(syncState.acknowledged == 0 && remote.pushes == 0)
  }

  @Test func aForkFarBackIsNoDamage() throws {
    try phoneWrites(4)
    #expect(try sync().0.received.map(\.events) == [4])
    let other = FakeLogs(me: Self.phone)
    other.write(4)
    other.rewriteLast()
    var chunks = [try encryption.encrypt(try #require(other.chunk(of: Self.phone, after: 0)))]
    other.write(1)
    chunks.append(try encryption.encrypt(try #require(other.chunk(of: Self.phone, after: 4))))
    remote.chunks[Self.phone] = chunks
    let problem = try #require(try sync().0.problems.first)
    #expect(problem.message.contains("event 4 twice") && problem.remedies == [.forkJournal])
  }

  @Test(arguments: [0, .max, .max - 1, 1 << 62] as [UInt64]) func impossibleNumbersAreRefused(number: UInt64) throws {
    try phoneWrites(2)
    remote.claimedSequence = number
    let report = try sync().0
    #expect(report.received.isEmpty && (!report.problems.isEmpty || !report.notes.isEmpty))
    // Of its own log, a device believes nothing of the kind.
    laptop.write(1)
    remote.chunks = [laptop.me: [try encryption.encrypt(try #require(laptop.chunk(of: laptop.me, after: 0)))]]
    #expect(throws: JournalError.self) { try sync() }
  }

  @Test func ownEventsGoBeforeOthersAreRead() throws {
    laptop.write(2)
    try phoneWrites(2)
    remote.failsToListOthers = true
    let (report, syncState) = try sync()
    #expect(report.problems.map(\.code) == [.inputOutput])
    #expect(report.sentEvents == 2 && syncState.acknowledged == 2)
    remote.failsToListOthers = false
    #expect(try sync(syncState).0.received.map(\.events) == [2])
  }

  /// A chunk of the phone whose frames state so much content.
  private func claim(_ byteCount: Int, after sequence: UInt64 = 0) throws -> RemoteChunk {
    let frame = try FrameEncoder.frame(of: [UInt8](repeating: 1, count: 1 << 20))
    let body = [[UInt8]](repeating: frame, count: byteCount >> 20).flatMap(\.self)
    let known = try #require(logDigest(sequence))
    return try encryption.encrypt(
      ReplicaChunk(
        replica: Self.phone, firstSequence: sequence + 1, lastSequence: sequence + 1, previousDigest: known,
        digest: Digest(of: [UInt8](0..<UInt8(sequence)) + body), body: body))
  }

  private func logDigest(_ sequence: UInt64) -> Digest? { Digest(of: [UInt8](0..<UInt8(sequence))) }

  @Test func whatUnpacksToTooMuchIsRefusedBeforeItIsUnpacked() throws {
    laptop.write(1)
    try phoneWrites(2)
    var syncState = try sync().1
    remote.chunks[Self.phone]?.append(try claim(17 << 20, after: 2))
    let (report, next) = try sync(syncState)
    #expect(report.problems.map(\.code) == [.refusedInput] && report.received.isEmpty)
    let problem = try #require(report.problems.first?.message)
    #expect(problem.contains("Events 3 to 3") && problem.contains("17 MiB"))
    remote.chunks[Self.phone]?.removeLast()
    remote.chunks[Self.phone]?.append(try claim(16 << 20, after: 2))
    let taken = try sync(next)
    #expect(taken.0.problems.isEmpty && taken.0.received.map(\.events) == [1])
    syncState = taken.1
    #expect(syncState.sizes[Self.phone]?.byteCount == 16 << 20)
  }

  @Test func aLogAndAGroupHaveALimit() throws {
    laptop.write(1)
    try phoneWrites(2)
    let tablet = FakeLogs()
    tablet.write(1)
    remote.chunks[tablet.me] = [try encryption.encrypt(try #require(tablet.chunk(of: tablet.me, after: 0)))]
    let before = try sync().1
    remote.chunks[Self.phone]?.append(try claim(1 << 20, after: 2))
    func problems(_ sizes: [UUID: Int]) throws -> [String] {
      var syncState = before
      for (replica, size) in sizes { syncState.sizes[replica]?.byteCount = size }
      let report = try sync(syncState).0
      #expect(report.received.isEmpty && report.sentEvents == 0)
      return report.problems.map(\.message)
    }
    let limit = 1 << 30
    #expect(try problems([Self.phone: limit]).first?.contains("has more than 1024 MiB") == true)
    #expect(try problems([laptop.me: limit, tablet.me: limit]).first?.contains("The logs of this group have") == true)
    // The sender keeps to it, too.
    remote.chunks[Self.phone]?.removeLast()
    laptop.write(1)
    #expect(try problems([laptop.me: limit + 1]).first?.contains("Events from 2 on were not sent") == true)
  }

  @Test func photosTravelOnceAndAreWaitedFor() throws {
    laptop.write(2)
    try phoneWrites(3)
    let (mine, theirs): ([UInt8], [UInt8]) = ([1, 2], [3, 4])
    laptop.named = [laptop.me: [(2, Digest(of: mine))], Self.phone: [(3, Digest(of: theirs))]]
    laptop.files = [Digest(of: mine): mine]
    let (first, syncState) = try sync()
    #expect(first.sentPhotos == 1 && first.missingPhotos == 1)
    // Nothing else has happened, and still the photo is taken when it has come.
    let name = encryption.name(ofPhoto: Digest(of: theirs))
    remote.photos[name] = try encryption.encrypt(photo: theirs, Digest(of: theirs))
    let (second, complete) = try sync(syncState)
    #expect(second.receivedPhotos == 1 && second.missingPhotos == 0 && second.sentPhotos == 0)
    #expect(laptop.files[Digest(of: theirs)] == theirs)
    let last = try sync(complete).0
    #expect(last.receivedPhotos == 0 && last.sentPhotos == 0)
  }

  @Test func aSyncWithNothingNewAsksOnce() throws {
    laptop.write(2)
    try phoneWrites(2)
    let syncState = try sync().1
    let before = remote.stateCount
    _ = try sync(syncState)
    #expect(remote.stateCount == before + 1 && remote.pushes == 1 && remote.confirmations == 0)
    #expect(remote.otherRequests == 0)
  }

  @Test func aCopyThatIsDamagedIsNamedOnceAndHoldsUpNothingElse() throws {
    laptop.write(2)
    try phoneWrites(3)
    #expect(try sync().0.problems.isEmpty)
    let tablet = FakeLogs()
    tablet.write(4)
    let chunk = try #require(tablet.chunk(of: tablet.me, after: 0))
    remote.chunks[tablet.me] = [try encryption.encrypt(chunk)]
    let photo: [UInt8] = [1, 2]
    laptop.named = [tablet.me: [(2, Digest(of: photo))]]
    remote.photos[encryption.name(ofPhoto: Digest(of: photo))] = try encryption.encrypt(photo: photo, Digest(of: photo))
    laptop.write(1)
    laptop.damaged = [Self.phone]
    let (report, syncState) = try sync()
    #expect(report.problems.map(\.code) == [.damaged])
    let message = try #require(report.problems.first?.message)
    #expect(message.contains("The copy of ") && message.contains("peers/\(Self.phone.uuidString)"))
    #expect(report.sentEvents == 1 && report.received.map(\.events) == [4] && report.receivedPhotos == 1)
    #expect(syncState.photosSeen[tablet.me] == 4 && remote.manifestWrites == 2)
    laptop.damaged = []
    #expect(try sync(syncState).0.problems.isEmpty)
  }

  @Test func aHoleIsWaitedFor() throws {
    try phoneWrites(4)
    let missing = remote.chunks[Self.phone]?.remove(at: 1)
    let first = try sync().0
    #expect(first.received.map(\.events) == [1])
    #expect(first.notes.contains { $0.contains("Events after 1") })
    remote.chunks[Self.phone]?.insert(try #require(missing), at: 1)
    #expect(try sync().0.received.map(\.events) == [3])
  }
}

/// Logs in memory: the body of a chunk is the numbers of its events, and what they say.
final class FakeLogs: ReplicaLogs {
  let me: UUID
  private(set) var appended = 0
  /// Those whose logs cannot be read.
  var damaged: Set<UUID> = []
  private var events: [UUID: [UInt8]] = [:]

  init(me: UUID = UUID()) {
    self.me = me
  }

  func write(_ count: Int) {
    for _ in 0..<count {
      let number = UInt8(events[me]?.count ?? 0)
      events[me, default: []].append(number)
    }
  }

  func rewriteLast() {
    let last = events[me]?.removeLast() ?? 0
    events[me]?.append(last ^ 0x80)
  }

  func forget(_ count: Int) { events[me]?.removeLast(count) }

  func chunk(of replica: UUID, after sequence: UInt64) -> ReplicaChunk? {
    guard let all = events[replica], all.count > sequence else { return nil }
    return ReplicaChunk(
      replica: replica, firstSequence: sequence + 1, lastSequence: UInt64(all.count),
      previousDigest: Digest(of: all.prefix(Int(sequence))), digest: Digest(of: all),
      body: Array(all.dropFirst(Int(sequence))))
  }

  func finishRecovery() {}

  func end(of replica: UUID) throws(JournalError) -> ReplicaPosition? {
    if damaged.contains(replica) { throw JournalError(.damaged, "It is damaged.") }
    return events[replica].map { ReplicaPosition(sequence: UInt64($0.count), digest: Digest(of: $0)) }
  }

  func replicas() -> [UUID] { Array(events.keys) }

  func digest(of replica: UUID, at sequence: UInt64) -> Digest? {
    let all = events[replica] ?? []
    return sequence <= all.count ? Digest(of: all.prefix(Int(sequence))) : nil
  }

  func forEachChunk(
    of replica: UUID, after sequence: UInt64, _ body: (ReplicaChunk) throws(JournalError) -> Void
  ) throws(JournalError) {
    if let chunk = chunk(of: replica, after: sequence) { try body(chunk) }
  }

  func append(_ chunk: ReplicaChunk) throws(JournalError) -> PeerLog.Outcome {
    let all = events[chunk.replica] ?? []
    guard chunk.firstSequence == UInt64(all.count) + 1, chunk.previousDigest == Digest(of: all) else {
      return .fork(at: chunk.firstSequence)
    }
    guard Digest(of: all + chunk.body) == chunk.digest else { throw JournalError(.damaged, "It is damaged.") }
    events[chunk.replica] = all + chunk.body
    appended += 1
    return .appended
  }

  /// Photos by the event that names them; `nil` for one whose file is not here.
  var named: [UUID: [(sequence: UInt64, digest: Digest)]] = [:]
  var files: [Digest: [UInt8]] = [:]

  private var purged: [PurgedPhotos.Record] = []

  func purge(_ photo: Digest) {
    purged.append(
      PurgedPhotos.Record(
        sha256: photo.hexadecimal, purgedAt: "2026-11-20T12:00:00Z", bytes: 0, sequence: UInt64(events[me]?.count ?? 0),
        others: [:]))
  }

  func missingPhotos(of replica: UUID, after sequence: UInt64, purges: GroupPurges) -> [Digest] {
    photos(of: replica, after: sequence, purges: purges).filter { files[$0] == nil }
  }

  func photos(of replica: UUID, after sequence: UInt64, purges: GroupPurges) -> [Digest] {
    (named[replica] ?? []).filter { $0.sequence > sequence && !purges.photos.contains($0.digest) }.map(\.digest)
  }

  func purgedPhotos() -> [PurgedPhotos.Record] { purged }
  func adopt(_ purges: GroupPurges) {}

  func check(_ chunk: ReplicaChunk) throws(JournalError) {
    guard chunk.firstSequence == 1, Digest(of: chunk.body) == chunk.digest else {
      throw JournalError(.damaged, "It is damaged.")
    }
  }

  func presentPhotos() -> Set<Digest> { Set(files.keys) }
  func photo(_ digest: Digest) -> [UInt8]? { files[digest] }
  func store(photo: [UInt8]) { files[Digest(of: photo)] = photo }
}

/// A place in memory, which may lie.
final class FakeRemote: Remote {
  enum Lie: CaseIterable {
    case nothing, otherReplica, otherSequences, otherBody, otherToken, swapped, emptyRange
  }

  let name = "the place"
  var chunks: [UUID: [RemoteChunk]] = [:]
  var lie: Lie?
  /// Whether pushes are done, and the answer does not arrive.
  var losesAnswers = false
  var refusesConfirmation = false
  private(set) var pushes = 0
  private(set) var confirmations = 0
  private var descriptor: [UInt8] = []
  private var manifests: [UUID: [UInt8]] = [:]
  private(set) var manifestWrites = 0
  var photos: [Digest: [UInt8]] = [:]
  /// What a push finds there that its device did not see: called once, before the push is looked at.
  var meanwhile: (() throws -> Void)?
  /// What is said to be the last event of every log, if not the truth.
  var claimedSequence: UInt64?
  private(set) var stateCount = 0
  /// Requests since the state was asked for last.
  private(set) var otherRequests = 0

  func create(_ descriptor: [UInt8], of group: UUID) { self.descriptor = descriptor }

  /// Whether the others cannot be read.
  var failsToListOthers = false

  func state(of me: UUID?) -> RemoteState? {
    stateCount += 1
    otherRequests = 0
    return RemoteState(descriptor: descriptor, me: replicas.first { $0.id == me })
  }

  func replicas(besides me: UUID?, first known: Set<UUID>) throws(JournalError) -> RemoteReplicas {
    if failsToListOthers { throw JournalError(.inputOutput, "The others cannot be read.") }
    return RemoteReplicas(replicas.filter { $0.id != me })
  }

  private var replicas: [RemoteState.Replica] {
    Set(chunks.keys).union(manifests.keys).map { id in
      var head = chunks[id]?.last?.head
      if let claimedSequence { head?.sequence = claimedSequence }
      return RemoteState.Replica(id: id, head: head, manifest: manifests[id])
    }
  }

  func push(_ chunk: RemoteChunk, after head: RemoteHead?) throws(JournalError) {
    if let meanwhile {
      self.meanwhile = nil
      try? meanwhile()
    }
    guard chunks[chunk.replica]?.last?.head == head else {
      throw JournalError(.busy, "Something else is there.")
    }
    chunks[chunk.replica, default: []].append(chunk)
    pushes += 1
    otherRequests += 1
    if losesAnswers { throw JournalError(.inputOutput, "The connection is broken.") }
  }

  func confirm(_ head: RemoteHead, after acknowledged: UInt64, of replica: UUID) throws(JournalError) {
    confirmations += 1
    otherRequests += 1
    if refusesConfirmation { throw JournalError(.inputOutput, "The standby is away.") }
  }

  func chunks(of replica: UUID, after sequence: UInt64, byteCount: Int) -> [RemoteChunk] {
    otherRequests += 1
    var found = (chunks[replica] ?? []).filter { $0.head.sequence > sequence }
    switch lie {
    case nil: break
    case .nothing: found = []
    case .otherReplica: for index in found.indices { found[index].replica = UUID() }
    case .otherSequences: for index in found.indices { found[index].head.sequence += 1 }
    case .otherBody: for index in found.indices { found[index].body[0] ^= 1 }
    case .otherToken: for index in found.indices { found[index].head.token = Digest(of: []) }
    case .swapped:
      if found.count > 1 {
        let body = found[0].body
        found[0].body = found[1].body
        found[1].body = body
      }
    case .emptyRange: for index in found.indices { found[index].head.sequence = 0 }
    }
    return found
  }

  func write(manifest: [UInt8], of replica: UUID) {
    otherRequests += 1
    manifests[replica] = manifest
    manifestWrites += 1
  }

  func photoNames() -> Set<Digest> {
    otherRequests += 1
    return Set(photos.keys)
  }

  func push(photo: [UInt8], named name: Digest, from replica: UUID) { photos[name] = photo }
  func remove(photo name: Digest, from replica: UUID) -> Bool { photos.removeValue(forKey: name) != nil }

  func photo(named name: Digest, where isWhole: ([UInt8]) -> Bool) -> [UInt8]? {
    otherRequests += 1
    return photos[name].flatMap { isWhole($0) ? $0 : nil }
  }
}
