import EventLog
import Foundation
import Synchronization
import TestSupport

@testable import CheckInJournal
@testable import CheckInModel
@testable import CheckInTimeline

extension SimulatedGroup {
  /// What does not hold in a group's life; `nil` where everything does.
  static func problem(seed: UInt64, fault: PlantedFault? = nil) -> String? {
    do {
      let group = try SimulatedGroup(seed: seed, fault: fault)
      for step in 0..<group.random.number(10...40) {
        try group.step()
        if group.random.oneIn(6) {
          let device = group.random.element(of: group.devices)
          try group.journal(device).refresh()
          if let problem = try difference(group, device) { return "after step \(step): \(problem)" }
        }
      }
      try group.deliverAll()
      let (first, workouts) = (try group.shown(group.devices[0]), try group.shownTraining(group.devices[0]))
      let order = try group.shownOrder(group.devices[0])
      if let problem = order.problem { return problem }
      for device in group.devices {
        if let problem = try difference(group, device) { return "at the end: \(problem)" }
        guard try group.shown(device) == first, try group.shownTraining(device) == workouts else {
          return "\(device.name) shows something else than the first device"
        }
        if let difference = try group.shownOrder(device).difference(from: order) {
          return "\(device.name) shows \(difference) in another order"
        }
        for other in group.devices where other !== device {
          let (copy, own) = (try group.journal(device).peerLog(of: other.replica).log, try group.journal(other).ownLog)
          if try copy.end() ?? .start != own.end() { return "\(device.name) has not all of \(other.name)'s log" }
        }
      }
      if let problem = try group.meetClone() { return problem }
      // Once more: nothing is new.
      let before = group.devices.map { $0.fileSystem.files() }
      try group.deliverAll()
      if fault == .rewritten, let path = before[0].keys.filter({ $0.contains("/peers/") }).min() {
        group.devices[0].fileSystem.replace(path, by: (before[0][path] ?? []) + [0])
      }
      if group.devices.map({ $0.fileSystem.files() }) != before { return "a second delivery changed something" }
      // Opened again, with the snapshot and without.
      for device in group.devices {
        try group.journal(device).close()
        device.journal = nil
        guard try group.shown(device) == first, try group.shownTraining(device) == workouts else {
          return "\(device.name) shows something else when it is opened again"
        }
        if let difference = try group.shownOrder(device).difference(from: order) {
          return "\(device.name) shows \(difference) in another order when it is opened again"
        }
        device.journal = nil
        for snapshot in ["/snapshot.sqlite", "/peers/snapshot.sqlite"]
        where device.fileSystem.files()[SimulatedGroup.path + snapshot] != nil {
          device.fileSystem.erase(SimulatedGroup.path + snapshot)
        }
        if fault == .trustedSnapshot { try group.journal(device).discard([1]) }
        guard try group.shown(device) == first, try group.shownTraining(device) == workouts else {
          return "\(device.name) shows something else without its snapshot"
        }
        if let difference = try group.shownOrder(device).difference(from: order) {
          return "\(device.name) shows \(difference) in another order without its snapshot"
        }
      }
      return nil
    } catch {
      return "thrown: \(error)"
    }
  }

  /// What does not hold where the power of a device fails while it takes in what others wrote and writes something
  /// itself, at each operation of its disk in turn; `nil` where everything does.
  static func problemOfPower(seed: UInt64) -> String? {
    do {
      for operation in 1... {
        let group = try SimulatedGroup(seed: seed)
        for _ in 0..<15 { try group.step() }
        let (device, source) = (group.devices[0], group.devices[1])
        try group.deliver(from: source, to: device)
        let isDone = try group.failPower(of: device, atOperation: operation) { journal in
          try group.deliver(from: source, to: device)
          try journal.refresh()
          try journal.create(
            CheckInDraft(type: .run, title: "Home", time: CheckInTime(instantMilliseconds: 0, offsetMinutes: 0)))
          try journal.refresh()
          if seed % 2 == 0 { try journal.keepViewOfGroup(always: true) }
        }
        if let problem = try difference(group, device) { return "at operation \(operation): \(problem)" }
        try group.deliverAll()
        for device in group.devices {
          if let problem = try difference(group, device) { return "after operation \(operation): \(problem)" }
        }
        if isDone { return nil }
      }
      return nil
    } catch {
      return "thrown: \(error)"
    }
  }

  /// Undoes a device's latest command: what another device said last stays as it is.
  ///
  /// - Throws: `internalFault` where it does not.
  func undo(on device: Device) throws(JournalError) {
    do {
      let journal = try journal(device)
      let (before, writers) = (try shown(device), GroupModel.lastWriters(try present(device), rank: rank))
      try journal.undo()
      if fault == .undoneOthers,
        let checkIn = try journal.numbers.joined().lazy.compactMap({ try journal.checkIn($0) }).first(where: {
          writers[$0.id]?[.title].map { $0 != device.index } ?? false
        })
      {
        try journal.edit(checkIn.number, with: CheckInChanges(title: checkIn.title + "!"))
      }
      // A fork's first events are those of the journal that it was copied from.
      if hasForks { return }
      let after = try shown(device)
      for (id, checkIn) in before {
        for (field, value) in checkIn.values where after[id]?.values[field] != value {
          guard let writer = writers[id]?[field], writer != device.index else { continue }
          throw JournalError(
            .internalFault,
            "\(device.name) has undone what \(devices[writer].name) said of the \(field.rawValue) of \(id.uuidString)")
        }
      }
    } catch {
      throw (error as? JournalError) ?? JournalError(.internalFault, "\(error)")
    }
  }

  /// What a device holds otherwise than all logs, folded from the beginning, come to.
  private static func staleness(_ group: SimulatedGroup, _ device: SimulatedGroup.Device) throws -> String? {
    let journal = try group.journal(device)
    // As another process would find it: by the snapshot, where there is one.
    let reader = try Journal(at: path, for: .readOnly, configuration: journal.configuration)
    return try staleness(group, device, journal) ?? staleness(group, device, reader)
  }

  private static func staleness(
    _ group: SimulatedGroup, _ device: SimulatedGroup.Device, _ journal: Journal
  ) throws -> String? {
    var (merged, end, replica) = journal.state.withLock { ($0.merged, $0.position, $0.journalID) }
    guard merged.isActive, var logs = try GroupLogs(journal.directory, journalID: replica) else { return nil }
    logs.useOrdinals(of: merged)
    let snapshot = GroupSnapshot(directory: journal.directory)
    if let difference = try snapshot.differences(journalID: replica)?.first {
      return "\(device.name)'s snapshot differs: \(difference)"
    }
    if let stored = try snapshot.view(of: logs),
      group.fault == .staleSnapshot || group.fault == .staleForkSnapshot && !stored.lineage.claims.isEmpty
    {
      merged = stored
    }
    let limit = group.fault == .forgottenNews ? GroupLogs.Limit.own(merged.ownSequence / 2) : .end
    let whole = try logs.merged(upTo: end, until: limit)
    if let difference = merged.difference(from: whole) {
      return "\(device.name) holds other \(difference) than all logs come to"
    }
    return try indexProblem(device, journal)
  }

  /// Returns an answer that the history of the merged state gives otherwise than a fold of all logs.
  private static func indexProblem(_ device: SimulatedGroup.Device, _ journal: Journal) throws -> String? {
    guard var group = try journal.indexedGroup() else { return nil }
    var all: [AuditEntry] = []
    try journal.emit(AuditSelection(), progress: nil, usesIndex: false) { all.append($0) }
    if let last = try group.lastEntries(7), last != all.suffix(7) { return "\(device.name) audits other last events" }
    for number in journal.numbers.joined() {
      guard let checkIn = try journal.checkIn(number), checkIn.number == number,
        let entries = try group.entries(ofCheckIn: number), entries != all.filter({ $0.event.checkIn == number })
      else { continue }
      return "\(device.name) audits other events of check-in \(number)"
    }
    let (end, journalID) = journal.state.withLock { ($0.position, $0.journalID) }
    let own = all.filter { ReplicaSequence($0.event.sequence) == nil }
    for command in Set(own.map(\.event.command)).sorted().suffix(5) {
      var survey = ReversalSurvey(command: command, root: command)
      _ = try journal.forEachEvent(from: .start, until: end, journalID) { event, bytes in
        survey.visit(event, in: bytes)
        return !survey.isFinished
      }
      guard let past = try group.past(of: survey),
        let folded = try? journal.pastOfGroup(of: survey, end, journalID, usesIndex: false),
        past.checkIns != folded.checkIns || past.after != folded.after || past.changedByPeers != folded.changedByPeers
      else { continue }
      return "\(device.name) would undo command \(command) otherwise"
    }
    return nil
  }

  private static func difference(_ group: SimulatedGroup, _ device: SimulatedGroup.Device) throws -> String? {
    if let problem = try staleness(group, device) { return problem }
    // What was copied has two numbers, which the model of workouts does not translate.
    if !group.hasForks, let other = try group.shownTraining(device).difference(from: group.expectedTraining(device)) {
      return "\(device.name) shows other workouts: \(other)"
    }
    let (shown, expected) = (try group.shown(device), try group.expected(device))
    guard shown != expected else { return nil }
    for id in Set(shown.keys).union(expected.keys).sorted(by: { $0.uuidString < $1.uuidString })
    where shown[id] != expected[id] {
      return "\(device.name) shows \(id) as \(shown[id].map { "\($0)" } ?? "nothing"), not as "
        + "\(expected[id].map { "\($0)" } ?? "nothing")"
    }
    return nil
  }
}
