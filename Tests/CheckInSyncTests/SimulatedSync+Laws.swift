import CheckInJournal
import CheckInSync
import EventLog
import Foundation
import TestSupport

extension SimulatedSync {
  /// What does not hold in a group's life; `nil` where everything does.
  static func problem(seed: UInt64, fault: PlantedFault? = nil) -> String? {
    do {
      let group = try SimulatedSync(seed: seed, fault: fault)
      for _ in 0..<group.random.number(10...40) { try group.step() }
      if let problem = try group.settle() { return problem }
      if let problem = try group.difference() { return problem }
      // Once more: nothing is new.
      let before = group.durable()
      for device in group.devices { try group.sync(device) }
      if fault == .restless, let path = before.keys.filter({ $0.contains("/peers/") }).min() {
        let device = group.devices[Int(path.prefix(1)) ?? 0]
        device.disk.replace(String(path.dropFirst()), by: (before[path] ?? []) + [0])
      }
      let after = group.durable()
      if let path = Set(before.keys).union(after.keys).first(where: { before[$0] != after[$0] }) {
        return "a second sync changed something: \(path)"
      }
      return nil
    } catch {
      return "thrown: \(error)"
    }
  }

  /// Everything is carried and synced until nothing is new. A person does what the syncs say.
  ///
  /// - Returns: why that does not end; `nil` where it does.
  private func settle() throws -> String? {
    var last = ""
    for _ in 0..<12 {
      let before = durable()
      var isNews = false
      for device in devices {
        try carryAll()
        let isRefused = try isForked(device)
        let report: SyncReport
        do throws(JournalError) {
          if try !isMember(device) { isNews = true }
          report = try joinOrSync(device)
        } catch {
          isNews = true
          last = "\(device.name): \(error)"
          _ = removeDamaged(namedBy: [error], on: device)
          continue
        }
        let refusals = report.problems.filter(Self.isRefusal)
        if isRefused, refusals.isEmpty { return "a fork of \(device.name) was not refused: \(report)" }
        if !refusals.isEmpty {
          try fork(device)
          isNews = true
          continue
        }
        if removeDamaged(namedBy: report.problems, on: device) { isNews = true }
        if !report.problems.isEmpty || report.missingPhotos > 0 { last = "\(device.name): \(report)" }
        let isQuiet = report.problems.isEmpty && report.sentEvents == 0 && report.received.isEmpty
        if !isQuiet || report.sentPhotos + report.receivedPhotos > 0 {
          isNews = true
          last = "\(device.name): \(report)"
        }
      }
      // What devices say of themselves is no event, but may be news to another.
      if durable() != before { isNews = true }
      if !isNews {
        if let missing = try missing() {
          last = missing
        } else {
          return nil
        }
      }
    }
    return "does not come to rest: \(last)"
  }

  /// Whether the place has events that were written as this device and that its log lacks.
  private func isForked(_ device: Device) throws -> Bool {
    guard let replica = try ReplicaLog(Self.journalPath, in: device.disk).replica() else { return false }
    if hidden.contains(device.index) { return true }
    // After a power cut HEAD may know of less than was acknowledged.
    try Journal.finishRecovery(at: Self.journalPath, configuration: configuration(device))
    let remote = FolderRemote(fileSystem: device.folder, path: Self.folderPath)
    guard let head = try? remote.state(of: replica)?.me?.head,
      try remote.damage(behind: head, of: replica) == nil
    else { return false }
    return try ReplicaLog(Self.journalPath, in: device.disk).lastSequence() ?? 0 < head.sequence
  }

  /// Whose log a device has not all of.
  private func missing() throws -> String? {
    for device in devices {
      for other in devices where other !== device {
        let original = ReplicaLog(Self.journalPath, in: other.disk)
        guard let replica = try original.replica() else { return "\(other.name) has no log" }
        // A clone that has written nothing is no other device.
        let own = ReplicaLog(Self.journalPath, in: device.disk)
        let isClone = try own.replica() == replica
        let copy = isClone ? own : PeerLog(of: replica, inJournalAt: Self.journalPath, device.disk).log
        if try copy.end() ?? .start != original.end() { return "\(device.name) has not all of \(other.name)'s log" }
      }
    }
    return nil
  }

  /// What a device shows.
  private struct Shown: Equatable {
    var checkIns: [UUID: CheckIn]
    var conflicts: [MergeConflict]
  }

  private func shown(_ device: Device) throws -> Shown {
    let journal = try open(device)
    defer { try? journal.close() }
    var shown = Shown(checkIns: [:], conflicts: journal.conflicts())
    var ids: [Int: UUID] = [:]
    for checkIn in try journal.checkIns() {
      ids[checkIn.number] = checkIn.id
      var one = checkIn
      // Each device has numbers of its own.
      (one.number, one.sequence, one.name) = (0, 0, nil)
      shown.checkIns[checkIn.id] = one
    }
    shown.conflicts = shown.conflicts.map { conflict in
      var one = conflict
      (one.subject, one.name) = (.checkIn(0), conflict.checkIn.flatMap { ids[$0] }?.uuidString)
      for index in one.candidates.indices {
        // What was copied is said to be of either of two journals.
        (one.candidates[index].device, one.candidates[index].sequence) = ("", 0)
        one.candidates[index].replica = conflict.candidates[0].replica
      }
      return one
    }
    shown.conflicts.sort { ($0.name ?? "", $0.field) < ($1.name ?? "", $1.field) }
    return shown
  }

  /// What devices that have everything show otherwise than each other, or not at all.
  private func difference() throws -> String? {
    let first = try shown(devices[0])
    for device in devices {
      let shown = try shown(device)
      if shown != first { return "\(device.name) shows something else than the first: \(shown) \(first)" }
      let titles = Set(shown.checkIns.values.map(\.title))
      if let lost = promises.first(where: { !titles.contains($0.title) }) {
        return "\(device.name) has lost an acknowledged event: \(lost)"
      }
      // A photo that only a journal had that was taken back is lost with it.
      guard !devices.contains(where: \.isRestored) else { continue }
      let photos = PhotoFiles(ofJournalAt: Self.journalPath, device.disk)
      for case let photo? in shown.checkIns.values.map(\.photo) where try photos.read(photo.digest) == nil {
        return "\(device.name) lacks photos"
      }
    }
    return nil
  }

  /// What the devices have, but for caches and for when they did it.
  private func durable() -> [String: [UInt8]] {
    var all: [String: [UInt8]] = [:]
    for device in devices {
      for fileSystem in [device.disk, device.folder] {
        for (path, content) in fileSystem.files()
        where !path.hasSuffix("/" + Group.syncFileName) && !path.contains("snapshot.sqlite") {
          all["\(device.index)" + path] = content
        }
      }
    }
    return all
  }
}
