import JournalTestSupport
import Synchronization
import TestSupport

@testable import CheckInJournal
@testable import CheckInMaintenance
@testable import CheckInModel
@testable import EventLog

/// A small log of several segments, whole, to be damaged in every way.
struct LogUnderTest {
  /// What a damaged log may turn out to be.
  enum Class: Hashable {
    /// Every event is there, and nothing stands against writing.
    case complete
    /// The last events are missing without an alarm: allowed only where nobody was promised them.
    case shorter(by: Int)
    /// The last events are missing, and the verification reports that they may have been acknowledged.
    case doubtful(by: Int)
    /// Read-only, with the reason told.
    case alarm
    /// As if no journal had been created yet.
    case absent
  }

  static let headPath = Trial.path + "/HEAD"

  let trial: Trial
  let disk: SimulatedDisk
  /// HEAD after each command, and the number of events then.
  private(set) var heads: [(events: Int, content: [UInt8])] = []
  /// What a journal that stays open has read: before the first header, and after each command.
  private(set) var states: [JournalState] = []
  let events: [Event]
  /// The segments' paths with their content, in order.
  let segments: [(path: String, content: [UInt8])]

  init(_ commands: [TrialCommand], segmentByteLimit: Int = 300) throws {
    trial = Trial(commands, segmentByteLimit: segmentByteLimit)
    let fileSystem = SimulatedFileSystem()
    let journal = try trial.open(fileSystem)
    states = [JournalState(journalID: journal.state.withLock { $0.journalID }, exists: true)]
    for command in commands {
      try command.perform(on: journal)
      // Not closed, which would save a snapshot: the log alone is to be damaged, and everything is to be read.
      _ = try journal.finishRecovery()
      states.append(journal.state.withLock { $0 })
      heads.append((Int(journal.sequence), fileSystem.content(of: Self.headPath)))
    }
    events = try journal.replay(AllEvents.self).events
    disk = fileSystem.disk
    let files = fileSystem.files()
    segments = files.keys.filter { $0.hasSuffix(".lz4") }.sorted().map { ($0, files[$0] ?? []) }
  }

  /// Judges a damaged log.
  ///
  /// - Returns: its class, and everything that may not be whatever the class: events that are not the original ones,
  ///   reading that writes, a verification that says otherwise, an alarm that does not stop writing.
  func judge(_ fileSystem: SimulatedFileSystem, tryWriting: Bool = true) throws -> (Class, problems: [String]) {
    CaseCount.add()
    var problems: [String] = []
    let before = fileSystem.files()
    defer { if fileSystem.files() != before { problems.append("reading changed the directory") } }
    let journal: Journal
    do {
      journal = try trial.open(fileSystem, for: .readOnly)
    } catch {
      return (.absent, error.code == .notFound ? [] : ["thrown: \(error)"])
    }
    let count = Int(journal.sequence)
    let reason = journal.readOnlyReason
    if count > events.count { return (.alarm, ["\(count) events were read, of \(events.count)"]) }
    do throws(JournalError) {
      if try journal.replay(AllEvents.self).events != Array(events.prefix(count)) { problems.append("events differ") }
    } catch {
      if reason == nil { problems.append("replaying threw: \(error)") }
    }
    let verification = try Journal.verify(at: Trial.path, in: fileSystem)
    let missingCount = events.count - count
    if reason == nil, !verification.isSound, verification.torn != nil { return (.doubtful(by: missingCount), problems) }
    if verification.isSound != (reason == nil) { problems.append("the verification says otherwise") }
    if reason == nil { return (missingCount == 0 ? .complete : .shorter(by: missingCount), problems) }
    if tryWriting {
      let writer = try trial.open(fileSystem)
      if (try? TrialCommand.create(title: "Refused").perform(on: writer)) != nil { problems.append("it was written") }
    }
    if fileSystem.files() != before { problems.append("the alarm did not keep the directory as it was") }
    return (.alarm, problems)
  }

  /// The log with one file replaced.
  func replacing(_ path: String, by content: [UInt8]) -> SimulatedFileSystem {
    let fileSystem = SimulatedFileSystem(disk)
    fileSystem.replace(path, by: content)
    return fileSystem
  }
}
