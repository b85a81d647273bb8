import CheckInJournal
import CheckInMaintenance
import EventLog
import Foundation
import JournalTestSupport
import TestSupport
import Testing

/// A replica's log is copied as it is, or not at all.
@Suite("Copies of other replicas' logs")
struct PeerLogTests {
  private static let path = "/other"
  private let source = SimulatedFileSystem()
  private let log: ReplicaLog
  private let end: ReplicaPosition
  private let replica: UUID

  init() throws {
    let trial = Trial(TrialCommand.mixture(20), segmentByteLimit: 600)
    #expect(trial.run(on: source).errors == [:])
    log = ReplicaLog(Trial.path, in: source)
    end = try #require(try log.end())
    replica = try #require(try log.replica())
  }

  private func chunks(after sequence: UInt64 = 0, byteLimit: Int = 1 << 20) throws -> [ReplicaChunk] {
    var chunks = try log.chunks(after: sequence, byteLimit: byteLimit)
    var all: [ReplicaChunk] = []
    while let chunk = try chunks.next() { all.append(chunk) }
    return all
  }

  private func peer(_ fileSystem: SimulatedFileSystem) throws -> PeerLog {
    try fileSystem.createDirectories(Self.path)
    return PeerLog(of: replica, inJournalAt: Self.path, fileSystem)
  }

  @Test("Chunks of any size come to the same log", arguments: [1, 200, 1 << 20])
  func copied(byteLimit: Int) throws {
    let peer = try peer(SimulatedFileSystem())
    for chunk in try chunks(byteLimit: byteLimit) {
      #expect(try peer.append(chunk) == .appended)
      #expect(try peer.append(chunk) == .known)
      #expect(try peer.log.end() == ReplicaPosition(sequence: chunk.lastSequence, digest: chunk.digest))
    }
    #expect(try peer.log.end() == end && peer.log.replica() == replica)
    for sequence in 0...end.sequence { #expect(try peer.log.digest(at: sequence) == log.digest(at: sequence)) }
    // And they can be handed on.
    let next = try self.peer(SimulatedFileSystem())
    var again = try peer.log.chunks(after: 0, byteLimit: 300)
    while let chunk = try again.next() { #expect(try next.append(chunk) == .appended) }
    #expect(try next.log.end() == end)
  }

  @Test("Chunks after any event, before and after the log was framed anew", arguments: [false, true])
  func resumed(isCompacted: Bool) throws {
    let all = try chunks(byteLimit: 1)
    if isCompacted {
      let journal = try Trial([]).open(source)
      _ = try journal.compact()
      try journal.close()
      #expect(try log.end() == end)
    }
    for sequence in 0..<end.sequence {
      let peer = try peer(SimulatedFileSystem())
      for chunk in all where chunk.lastSequence <= sequence { #expect(try peer.append(chunk) == .appended) }
      let there = try peer.log.end()?.sequence ?? 0
      // Some that are there come once more.
      for chunk in try chunks(after: there - min(there, 2), byteLimit: 400) { _ = try peer.append(chunk) }
      #expect(try peer.log.end() == end, "after event \(sequence)")
      #expect(try peer.append(try #require(chunks(after: sequence).first)) == .known)
    }
  }

  @Test("What does not continue the copy is refused, and changes nothing")
  func refused() throws {
    let fileSystem = SimulatedFileSystem()
    let peer = try peer(fileSystem)
    let all = try chunks(byteLimit: 300)
    try #require(all.count > 3)
    #expect(try peer.append(all[1]) == .gap(after: 0))
    #expect(try peer.append(all[0]) == .appended)
    let before = fileSystem.files()
    #expect(try peer.append(all[2]) == .gap(after: all[0].lastSequence))
    for index in all[1].body.indices {
      var damaged = all[1]
      damaged.body[index] ^= 0x10
      #expect(throws: JournalError.self, "byte \(index)") { try peer.append(damaged) }
    }
    var otherDigest = all[1]
    otherDigest.digest = all[0].digest
    #expect(throws: JournalError.self) { try peer.append(otherDigest) }
    var foreign = all[1]
    foreign.replica = UUID()
    #expect(throws: JournalError.self) { try peer.append(foreign) }
    #expect(fileSystem.files() == before)
    #expect(try peer.append(all[1]) == .appended)
  }

  @Test("No power cut takes back what others were given, wherever the writer was killed")
  func durable() throws {
    source.record()
    let journal = try Trial([]).open(source)
    try journal.create(
      CheckInDraft(type: .run, title: "Last", time: CheckInTime(instantMilliseconds: 0, offsetMinutes: 0)))
    try journal.close()
    var given: Set<UInt64> = []
    for moment in source.moments {
      let fileSystem = SimulatedFileSystem(moment.disk)
      let log = ReplicaLog(Trial.path, in: fileSystem)
      var chunks = try log.chunks(after: 0)
      var last: UInt64 = 0
      while let chunk = try chunks.next() { last = chunk.lastSequence }
      var choices = EverythingIsLost()
      fileSystem.crash(&choices)
      #expect(
        try ReplicaLog(Trial.path, in: fileSystem).lastSequence() ?? 0 >= last, "\(moment.operation) \(moment.path)")
      let restarted = try Trial([]).open(fileSystem)
      #expect(restarted.sequence >= last)
      try restarted.close()
      given.insert(last)
    }
    #expect(given == [end.sequence, end.sequence + 1])
  }

  @Test("A log with the same name that says something else is a fork, wherever it begins")
  func fork() throws {
    // A copy of the directory goes on by itself.
    let clone = SimulatedFileSystem(source.disk)
    for (fileSystem, title) in [(source, "Here"), (clone, "There")] {
      let journal = try Trial([]).open(fileSystem)
      try journal.create(
        CheckInDraft(type: .run, title: title, time: CheckInTime(instantMilliseconds: 0, offsetMinutes: 0)))
      try journal.create(
        CheckInDraft(type: .run, title: "Same", time: CheckInTime(instantMilliseconds: 0, offsetMinutes: 0)))
      try journal.close()
    }
    let other = ReplicaLog(Trial.path, in: clone)
    func chunk(after sequence: UInt64) throws -> ReplicaChunk {
      var chunks = try other.chunks(after: sequence)
      return try #require(try chunks.next())
    }
    let fileSystem = SimulatedFileSystem()
    let peer = try peer(fileSystem)
    for chunk in try chunks() { #expect(try peer.append(chunk) == .appended) }
    let before = fileSystem.files()
    let (first, last) = (end.sequence + 1, end.sequence + 2)
    #expect(try peer.append(chunk(after: 0)) == .fork(at: last))
    #expect(try peer.append(chunk(after: end.sequence)) == .fork(at: last))
    #expect(try peer.append(chunk(after: first)) == .fork(at: first))
    #expect(fileSystem.files() == before)
  }

  @Test("A crash after any operation leaves what was there, and the chunk can come again")
  func crashed() throws {
    let all = try chunks(byteLimit: 900)
    let fileSystem = SimulatedFileSystem()
    let peer = try peer(fileSystem)
    fileSystem.record()
    for (index, chunk) in all.enumerated() {
      #expect(try peer.append(chunk) == .appended)
      fileSystem.mark = index + 1
    }
    for moment in fileSystem.moments {
      for seed in 0..<4 {
        let crashed = SimulatedFileSystem(moment.disk)
        crashed.crash(seed: TestSettings.seed &+ UInt64(seed))
        let peer = try self.peer(crashed)
        let there = try peer.log.end() ?? .start
        let acknowledged = moment.mark == 0 ? 0 : all[moment.mark - 1].lastSequence
        #expect(there.sequence >= acknowledged, "after operation \(moment.number)")
        #expect(try log.digest(at: there.sequence) == there.digest)
        for chunk in all where chunk.lastSequence > there.sequence { _ = try peer.append(chunk) }
        #expect(try peer.log.end() == end, "after operation \(moment.number)")
      }
    }
  }
}
