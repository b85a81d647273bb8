import EventLog
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CheckInJournal

/// Something that happens once, whoever comes first.
final class Once: Sendable {
  private let body = Mutex<(@Sendable () -> Void)?>(nil)

  func plan(_ body: @escaping @Sendable () -> Void) { self.body.withLock { $0 = body } }

  func happen() {
    let planned = body.withLock { body in
      defer { body = nil }
      return body
    }
    planned?()
  }

  var hasHappened: Bool { body.withLock { $0 == nil } }
}

/// A device with a disk and a clock that are simulated, whose log others are given.
final class JournalDevice: Sendable {
  let fileSystem: SimulatedFileSystem
  let clock: SimulatedClock
  /// What happens once, when the journal takes the time of what it is about to write.
  let meanwhile = Once()
  let configuration: Journal.Configuration
  let journal: Journal

  /// - Parameters:
  ///   - journalID: the identity of the journal; `nil` for a random one.
  ///   - disk: a disk that the journal is on already.
  init(clock start: Int64, journalID: UUID? = nil, on disk: SimulatedDisk = SimulatedDisk()) throws {
    fileSystem = SimulatedFileSystem(disk)
    clock = SimulatedClock(start)
    var configuration = Journal.Configuration(segmentByteLimit: 4000, lockTimeoutSeconds: 0.05)
    configuration.fileSystem = fileSystem
    configuration.journalID = journalID
    configuration.recordedAt = { [clock, meanwhile] in
      meanwhile.happen()
      return clock.now
    }
    self.configuration = configuration
    journal = try Journal(at: "/journal", configuration: configuration)
  }

  /// The same journal as another process has it.
  func anotherProcess() throws -> Journal { try Journal(at: "/journal", configuration: configuration) }

  func replica() throws -> UUID { try #require(try journal.ownLog.replica()) }

  func create(_ title: String) throws {
    clock.now += 1000
    try journal.create(
      CheckInDraft(
        type: .run, title: title, time: CheckInTime(instantMilliseconds: 1_600_000_000_000, offsetMinutes: 0)))
  }

  func deliver(to other: JournalDevice) throws {
    let log = journal.ownLog
    let copy = other.journal.peerLog(of: try #require(try log.replica()))
    var chunks = try log.chunks(after: try copy.log.lastSequence() ?? 0)
    while let chunk = try chunks.next() { #expect(try copy.append(chunk) == .appended) }
  }

  /// What the journal holds once it has taken in what is new; whether that took no fold of everything; and what such
  /// a fold comes to.
  func update() throws -> (held: MergedJournal, isUpdated: Bool, whole: MergedJournal) {
    var (held, end, replica) = journal.state.withLock { ($0.merged, $0.position, $0.journalID) }
    var logs = try #require(try GroupLogs(journal.directory, journalID: replica))
    logs.useOrdinals(of: held)
    let isUpdated = try logs.update(&held, upTo: end)
    return (held, isUpdated, try logs.merged(upTo: end))
  }
}
