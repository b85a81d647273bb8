import EventLog
import Foundation
import JournalTestSupport
import Synchronization
import TestSupport

@testable import CheckInJournal
@testable import CheckInMaintenance
@testable import CheckInModel
@testable import CheckInTimeline

/// Devices with disks, clocks and a network, all simulated, that write a journal together.
final class SimulatedGroup {
  final class Device {
    let index: Int
    let fileSystem: SimulatedFileSystem
    let replica: UUID
    let name: String
    /// Milliseconds since 1970; may be years off, and is set back now and then.
    let clock: SimulatedClock
    var journal: Journal?
    /// How many of its own events are in the model.
    var modelled = 0

    init(index: Int, replica: UUID, clock: Int64, fileSystem: SimulatedFileSystem = SimulatedFileSystem()) {
      self.index = index
      self.fileSystem = fileSystem
      self.replica = replica
      name = "device-\(index)"
      self.clock = SimulatedClock(clock)
    }
  }

  static let path = "/journal"

  /// Something wrong that the laws have to notice.
  enum PlantedFault: CaseIterable {
    /// Nobody is thought to have known anybody.
    case forgottenKnowledge
    /// Events of the same moment come in another order.
    case otherOrder
    /// A power cut takes what was synced.
    case lostAfterCrash
    /// A device never gets a log's last event.
    case undelivered
    /// What comes a second time is written once more.
    case rewritten
    /// A copy takes over what a fork says.
    case takenFork
    /// Without its snapshot, a journal is another one.
    case trustedSnapshot
    /// What a device holds is what it held some events before.
    case forgottenNews
    /// A device shows no sets of the workouts that it has.
    case unloggedSets
    /// The group's snapshot is believed whatever the logs say.
    case staleSnapshot
    /// The group's snapshot is believed whatever the logs say, where one of them is a fork.
    case staleForkSnapshot
    /// Undo changes what another device said last.
    case undoneOthers
    /// What has the same time is ordered by each device's own numbers.
    case numberedTies

    /// What the law says that has to notice it.
    var objection: String {
      switch self {
      case .forgottenKnowledge, .otherOrder: "not as"
      case .lostAfterCrash: "lost an acknowledged event"
      case .undelivered: "has not all of"
      case .rewritten: "a second delivery changed something"
      case .takenFork: "a clone of"
      case .trustedSnapshot: "without its snapshot"
      case .forgottenNews, .staleSnapshot, .staleForkSnapshot: "than all logs come to"
      case .unloggedSets: "shows other workouts"
      case .undoneOthers: "undone what"
      case .numberedTies: "in another order"
      }
    }
  }

  let fault: PlantedFault?
  /// A device's directory as it was copied once, and how many events it had then.
  private var clone: (device: Device, disk: SimulatedDisk)?
  private(set) var devices: [Device] = []
  /// Whether a device was made of a copy of another.
  private(set) var hasForks = false
  /// What each device has written.
  private(set) var logs: [[GroupModel.Event]]
  /// What is known of each device's check-ins, by their numbers there.
  private var identities: [[Int: UUID]]
  private(set) var rank: [Int] = []
  var random: RandomSource

  init(seed: UInt64, fault: PlantedFault? = nil) throws {
    self.fault = fault
    random = RandomSource(seed: seed)
    let count = random.number(2...5)
    for index in 0..<count {
      let replica = random.identity()
      let years = Int64(random.oneIn(3) ? random.number(-20...20) : 0)
      devices.append(
        Device(index: index, replica: replica, clock: 1_700_000_000_000 + years * 31_557_600_000))
    }
    logs = Array(repeating: [], count: count)
    identities = Array(repeating: [:], count: count)
    rankDevices()
    for device in devices { try open(device) }
    for device in devices {
      let others = devices.filter { $0 !== device }.shuffled(using: &random)
      try Group(
        me: Group.Replica(journal: device.replica, name: device.name),
        replicas: others.map { Group.Replica(journal: $0.replica, name: $0.name) }, place: "/nowhere"
      ).write(inJournalAt: Self.path, device.fileSystem)
    }
  }

  private func rankDevices() {
    let order = devices.indices.sorted { [devices] in
      devices[$0].replica.uuidString < devices[$1].replica.uuidString
    }
    var rank = Array(repeating: 0, count: devices.count)
    for (place, index) in order.enumerated() { rank[index] = place }
    self.rank = fault == .otherOrder ? rank.map { devices.count - $0 } : rank
  }

  func open(_ device: Device) throws {
    var configuration = Journal.Configuration(segmentByteLimit: 2000, lockTimeoutSeconds: 0.05)
    configuration.fileSystem = device.fileSystem
    configuration.journalID = device.replica
    configuration.recordedAt = { [clock = device.clock] in clock.now }
    device.journal = try Journal(at: Self.path, configuration: configuration)
  }

  func journal(_ device: Device) throws -> Journal {
    if device.journal == nil { try open(device) }
    guard let journal = device.journal else { throw JournalError(.internalFault, "not open") }
    return journal
  }

  // MARK: What happens

  /// One thing happens on one device.
  func step() throws {
    let device = random.element(of: devices)
    device.clock.now += Int64(random.element(of: [0, 0, 1, 5, 60_000]))
    if random.oneIn(30) { device.clock.now -= 3_600_000 }
    switch random.number(0...9) {
    case 0...5: try command(on: device)
    case 6 where clone == nil: clone = (device, device.fileSystem.disk)
    case 7 where devices.count < 6 && random.oneIn(6): try fork(device)
    case 6...8: try deliver(from: random.element(of: devices), to: device)
    case 9 where random.oneIn(2): try reopen(device)
    default: try crash(device)
    }
  }

  private func command(on device: Device) throws {
    let journal = try journal(device)
    try journal.refresh()
    try perform(on: journal) { () throws(JournalError) in try self.undo(on: device) }
    try note(device)
  }

  /// Something that a person does; what the journal refuses, as it may, changes nothing.
  ///
  /// - Parameter undo: undoes something, where that is looked at.
  private func perform(on journal: Journal, undo: (() throws(JournalError) -> Void)? = nil) throws {
    let numbers = journal.numbers.flatMap { $0 }
    let kind = numbers.isEmpty ? 0 : random.number(0...9)
    let text = "text \(random.number(0...9))"
    let number = numbers.isEmpty ? 0 : random.element(of: numbers)
    let (calories, ofShared) = (random.number(0...3), random.oneIn(4))
    let shared = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, UInt8(random.number(0...3))))
    let drawn = random.identity()
    let isWorkout = random.oneIn(3)
    do throws(JournalError) {
      switch kind {
      case _ where isWorkout: try train(on: journal)
      case 0...2:
        try journal.create(
          CheckInDraft(
            id: ofShared ? shared : drawn, type: .run, title: text,
            time: CheckInTime(instantMilliseconds: 1_600_000_000_000, offsetMinutes: 60), calories: calories,
            durationSeconds: calories > 1 ? 300 : nil, notes: "notes"))
      case 3: try journal.edit(number, with: CheckInChanges(title: text))
      case 4: try journal.edit(number, with: CheckInChanges(notes: text))
      case 5 where ofShared:
        // What others have said differently is settled, perhaps by what is shown.
        guard let conflict = journal.conflicts().first(where: { $0.checkInField == .title }),
          let number = conflict.checkIn
        else { return }
        let said = conflict.candidates[calories % conflict.candidates.count].value
        try journal.edit(number, with: CheckInChanges(title: said ?? text))
      case 5:
        try journal.edit(number, with: CheckInChanges(title: text, calories: calories > 0 ? .set(calories) : .clear))
      case 6 where calories == 0:
        try journal.edit(number, with: CheckInChanges(durationSeconds: ofShared ? .clear : .set(600)))
      case 6: try journal.discard(ofShared && number != numbers[0] ? [number, numbers[0]] : [number])
      case 7: try journal.restore(number)
      case 8: if let undo { try undo() } else { try journal.undo() }
      default: try journal.redo()
      }
    } catch {
      guard [.invalidValue, .notFound, .conflict].contains(error.code) else { throw error }
    }
  }

  /// Reads what a device's own log says since, into the model.
  func note(_ device: Device) throws {
    let journal = try journal(device)
    var count = 0
    try journal.recordedEvents.forEachEvent { (event, _) throws(JournalError) in
      count += 1
      guard count > device.modelled else { return }
      device.modelled = count
      logs[device.index].append(modelled(event, of: device))
    }
  }

  private func modelled(_ event: Event, of device: Device) -> GroupModel.Event {
    var id: UUID? = event.checkIn > 0 ? identity(event.checkIn, of: device) : nil
    let creator = event.checkIn > 0 ? creator(event.checkIn, of: device) : nil
    var values: [GroupModel.Field: String] = [:]
    var kind = GroupModel.Event.Kind.change([:])
    var isCreation = false
    switch event.action {
    case .created(let created):
      id = created.id
      identities[device.index][event.checkIn] = created.id
      values = [
        .title: created.title, .notes: created.notes, .calories: created.calories.map(String.init) ?? "-",
        .duration: created.durationSeconds.map(String.init) ?? "-",
      ]
      kind = .change(values)
      isCreation = true
    case .edited(let changes):
      values[.title] = changes.title
      values[.notes] = changes.notes
      if let calories = changes.calories { values[.calories] = calories.value.map(String.init) ?? "-" }
      if let seconds = changes.durationSeconds { values[.duration] = seconds.value.map(String.init) ?? "-" }
      kind = .change(values)
    case .discarded: kind = .discard
    case .seen(let seen):
      let replica = devices.firstIndex { $0.replica == seen.replica } ?? 0
      ordinals[[device.index, seen.ordinal]] = replica
      let sequence = fault == .forgottenKnowledge ? 0 : seen.position.sequence
      kind = .seen(replica: replica, sequence: sequence, clock: seen.clock, continues: seen.continues)
    case .workout(let action):
      kind = .workout(everybodys(action, of: device), checkIn: id)
    default: break
    }
    return GroupModel.Event(
      replica: device.index, sequence: event.sequence, recordedAt: event.recordedAtMilliseconds, id: id,
      creator: creator, isCreation: isCreation, kind: kind, record: event.message)
  }

  /// Which device an ordinal means in a device's log.
  private var ordinals: [[Int]: Int] = [:]

  /// An action with numbers that are the same for all devices: each has its index for an ordinal.
  private func everybodys(_ action: WorkoutAction, of device: Device) -> WorkoutAction {
    action.renumbered { _, number in
      let code = ReplicaNumber(number)
      return creator(number, of: device).map { ReplicaNumber(ordinal: $0, number: code?.number ?? number).rawValue }
    } sequence: { sequence in
      let code = ReplicaSequence(sequence)
      let replica = code.map { ordinals[[device.index, $0.ordinal]] } ?? device.index
      return replica.map { ReplicaSequence(ordinal: $0, sequence: code?.sequence ?? sequence).rawValue }
    } ?? action
  }

  private func creator(_ number: Int, of device: Device) -> Int? {
    guard let code = ReplicaNumber(number) else { return device.index }
    return ordinals[[device.index, code.ordinal]]
  }

  private func identity(_ number: Int, of device: Device) -> UUID? {
    guard let code = ReplicaNumber(number) else { return identities[device.index][number] }
    return ordinals[[device.index, code.ordinal]].flatMap { identities[$0][code.number] }
  }

  /// Copies some of what a device has to another, perhaps in pieces, out of order, twice, or only in part.
  func deliver(from source: Device, to target: Device) throws {
    guard source !== target else { return }
    var chunks: [ReplicaChunk] = []
    for log in [try journal(source).ownLog] + (try journal(source).peerLogs().map(\.log)) {
      guard let replica = try log.replica(), replica != target.replica else { continue }
      let known = try journal(target).peerLog(of: replica).log.lastSequence() ?? 0
      var rest = try log.chunks(
        after: random.oneIn(4) ? 0 : min(known, try log.lastSequence() ?? 0),
        byteLimit: random.element(of: [1, 200, 1 << 20]))
      while let chunk = try rest.next() { chunks.append(chunk) }
    }
    if random.oneIn(5) { chunks.shuffle(using: &random) }
    if random.oneIn(5) { chunks += chunks }
    if random.oneIn(4) { chunks.removeLast(chunks.count / 2) }
    for chunk in chunks {
      if case .fork(let sequence) = try journal(target).peerLog(of: chunk.replica).append(chunk) {
        throw JournalError(.conflict, "\(target.name) finds a fork at event \(sequence)")
      }
    }
    if random.oneIn(2) { try journal(target).refresh() }
  }

  /// A device's journal is closed, perhaps with the group's snapshot saved, and opened again.
  private func reopen(_ device: Device) throws {
    let journal = try journal(device)
    if random.oneIn(2) { try journal.keepViewOfGroup(always: random.oneIn(2)) }
    try journal.close()
    device.journal = nil
    try open(device)
  }

  /// A device's directory is copied, perhaps as it was some time ago, perhaps writes on, and becomes a device itself.
  private func fork(_ source: Device) throws {
    let earlier = clone.flatMap { $0.device === source ? $0.disk : nil }
    let fileSystem = SimulatedFileSystem(earlier ?? source.fileSystem.disk)
    fileSystem.crash(seed: random.next())
    let replica = random.identity()
    let device = Device(
      index: devices.count, replica: replica, clock: source.clock.now + Int64(random.number(-9...9)),
      fileSystem: fileSystem)
    var configuration = Journal.Configuration(segmentByteLimit: 2000, lockTimeoutSeconds: 0.05)
    configuration.fileSystem = fileSystem
    configuration.recordedAt = { [clock = device.clock] in clock.now }
    let journal = try Journal(at: Self.path, configuration: configuration)
    for _ in 0..<random.number(0...3) { try perform(on: journal) }
    try journal.close()
    if journal.sequence == 0 { return }
    _ = try JournalFork(ofJournalAt: Self.path, as: device.name, replica, configuration)
    devices.append(device)
    logs.append([])
    identities.append([:])
    rankDevices()
    hasForks = true
    try open(device)
    try note(device)
  }

  /// The power fails on a device, in the middle of something or not.
  private func crash(_ device: Device) throws {
    try failPower(of: device, atOperation: random.number(1...60)) { journal in
      if random.oneIn(3) {
        try journal.keepViewOfGroup(always: true)
      } else if random.oneIn(2) {
        try journal.refresh()
        try perform(on: journal)
      } else {
        try deliver(from: random.element(of: devices), to: device)
      }
    }
  }

  /// The power of a device fails at some operation of its disk, or after what it did, and comes back.
  ///
  /// - Returns: whether the device had done all of it.
  /// - Throws: `damaged` where something is lost that was acknowledged.
  @discardableResult
  func failPower(of device: Device, atOperation count: Int, during body: (Journal) throws -> Void) throws -> Bool {
    let journal = try journal(device)
    let acknowledged = logs[device.index].count
    let first = device.fileSystem.operationCount + count
    device.fileSystem.plan([SimulatedFault(.error(5), from: first)], seed: random.next())
    var isDone = true
    do { try body(journal) } catch { isDone = false }
    isDone = isDone && device.fileSystem.operationCount < first
    device.journal = nil
    device.fileSystem.crash(seed: random.next())
    if fault == .lostAfterCrash {
      for (path, content) in device.fileSystem.files() where path.hasPrefix(Self.path + "/log/") && !content.isEmpty {
        device.fileSystem.replace(path, by: Array(content.dropLast(content.count / 2)))
      }
    }
    try open(device)
    // What was written and not acknowledged counts from now on.
    _ = try self.journal(device).finishRecovery()
    try note(device)
    if let reason = try self.journal(device).readOnlyReason { throw reason }
    let sequence = try self.journal(device).sequence
    if logs[device.index].count < acknowledged || Int(sequence) < acknowledged {
      throw JournalError(.damaged, "\(device.name) lost an acknowledged event")
    }
    return isDone
  }

  /// Everybody gets everything.
  func deliverAll() throws {
    for source in devices {
      for target in devices where target !== source {
        var chunks = try journal(source).ownLog.chunks(after: 0)
        while let chunk = try chunks.next() {
          if fault == .undelivered, target === devices.last, source === devices.first { continue }
          let outcome = try journal(target).peerLog(of: source.replica).append(chunk)
          guard outcome == .appended || outcome == .known else {
            throw JournalError(.internalFault, "\(String(describing: outcome)) at \(target.name)")
          }
        }
      }
    }
    for device in devices { try journal(device).refresh() }
  }

  /// What a directory that was copied says, once both it and the one that it was copied from have gone on.
  ///
  /// - Returns: what is wrong with what came of it; `nil` where nothing is.
  func meetClone() throws -> String? {
    guard let (device, disk) = clone, let witness = devices.first(where: { $0 !== device }) else { return nil }
    let fileSystem = SimulatedFileSystem(disk)
    fileSystem.crash(seed: random.next())
    var configuration = Journal.Configuration(lockTimeoutSeconds: 0.05)
    configuration.fileSystem = fileSystem
    let journal = try Journal(at: Self.path, configuration: configuration)
    let start = journal.sequence
    try journal.create(
      CheckInDraft(
        type: .swim, title: "Written by the clone", time: CheckInTime(instantMilliseconds: 0, offsetMinutes: 0)))
    try journal.close()
    let copy = try self.journal(witness).peerLog(of: device.replica)
    guard let known = try copy.log.lastSequence(), known > start else { return nil }
    let (before, shownBefore) = (witness.fileSystem.files(), try shown(witness))
    for first in [0, start] {
      var chunks = try journal.ownLog.chunks(after: first)
      var outcome = PeerLog.Outcome.known
      while outcome == .known, let chunk = try chunks.next() { outcome = try copy.append(chunk) }
      guard case .fork = outcome else { return "a clone of \(device.name) is taken for it: \(outcome)" }
    }
    if fault == .takenFork {
      for path in witness.fileSystem.files().keys where path.contains("/peers/" + device.replica.uuidString) {
        witness.fileSystem.erase(path)
      }
      var chunks = try journal.ownLog.chunks(after: 0)
      while let chunk = try chunks.next() { _ = try copy.append(chunk) }
    }
    try self.journal(witness).refresh()
    guard witness.fileSystem.files() == before, try shown(witness) == shownBefore else {
      return "a clone of \(device.name) changed \(witness.name)"
    }
    return nil
  }

  // MARK: What is seen

  /// What a device shows.
  func shown(_ device: Device) throws -> [UUID: GroupModel.CheckIn] {
    let journal = try journal(device)
    var shown: [UUID: GroupModel.CheckIn] = [:]
    var identities: [Int: UUID] = [:]
    for number in journal.numbers.flatMap({ $0 }) {
      guard let checkIn = try journal.checkIn(number) else { continue }
      identities[checkIn.number] = checkIn.id
      var one = GroupModel.CheckIn(
        values: [
          .title: checkIn.title, .notes: checkIn.notes, .calories: checkIn.calories.map(String.init) ?? "-",
          .duration: checkIn.durationSeconds.map(String.init) ?? "-",
        ], isDiscarded: checkIn.isDiscarded)
      one.conflicts = [:]
      shown[checkIn.id] = one
    }
    for conflict in journal.conflicts() {
      guard let id = conflict.checkIn.flatMap({ identities[$0] }) else { continue }
      if conflict.isOfDiscard { shown[id]?.isContested = true }
      if let field = GroupModel.Field(rawValue: conflict.field) {
        shown[id]?.conflicts[field] = conflict.candidates.map { $0.value ?? "-" }
      }
    }
    return shown
  }

  /// What a device has to show: of its own log everything, of the others' what was delivered.
  func expected(_ device: Device) throws -> [UUID: GroupModel.CheckIn] {
    GroupModel.checkIns(try present(device), rank: rank)
  }

  /// What a device has to show of workouts.
  func expectedTraining(_ device: Device) throws -> GroupModel.Training {
    GroupModel.training(try present(device), rank: rank)
  }

  func present(_ device: Device) throws -> [[GroupModel.Event]] {
    var present: [[GroupModel.Event]] = []
    for other in devices {
      let copied = try journal(device).peerLog(of: other.replica).log.lastSequence() ?? 0
      let count = other === device ? logs[other.index].count : Int(copied)
      present.append(Array(logs[other.index].prefix(count)))
    }
    return present
  }
}
