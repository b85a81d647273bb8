import CheckInJournal
import CheckInMaintenance
import CheckInSync
import EventLog
import Foundation
import TestSupport

/// Devices that sync as `checkin sync` does, with disks that fail and a folder that all of them reach, or that
/// something carries from one to the other.
final class SimulatedSync {
  final class Device {
    let index: Int
    /// What it is called, until it is forked.
    var name: String
    let disk: SimulatedFileSystem
    /// Where its folder is: on a drive that all reach, or on its own disk.
    let folder: SimulatedFileSystem
    let clock: SimulatedClock
    /// Its journal as it was once.
    var backup: Backup?
    /// Whether its journal has been taken back to a backup: what only it had may be lost.
    var isRestored = false
    /// Which of the journals that write as one it is.
    var isClone = false

    init(index: Int, disk: SimulatedFileSystem, folder: SimulatedFileSystem?, clock: Int64) {
      self.index = index
      self.name = "device-\(index)"
      self.disk = disk
      self.folder = folder ?? disk
      self.clock = SimulatedClock(clock)
    }
  }

  struct Backup {
    var files: [String: [UInt8]]
    var sequence: UInt64
  }

  /// A check-in that was acknowledged to the person who entered it.
  struct Promise {
    var title: String
    var device: Int
    /// Its event in the log of that device.
    var sequence: UInt64
    /// The place has acknowledged it.
    var isSafe = false
  }

  /// Something wrong that the laws have to notice.
  enum PlantedFault: CaseIterable {
    /// The drive loses what it has acknowledged.
    case forgetfulDrive
    /// A disk loses what was acknowledged.
    case forgetfulDisk
    /// One device's pieces never reach another.
    case withheld
    /// Nothing at the place tells of what a restored backup has forgotten.
    case unseenFork
    /// What is synced once more is written once more.
    case restless
    /// A photo arrives as another one.
    case lostPhoto

    /// What the law says that has to notice it.
    var objection: String {
      switch self {
      case .forgetfulDrive: "the place has lost"
      case .forgetfulDisk: "acknowledged"
      case .withheld: "does not come to rest"
      case .unseenFork: "was not refused"
      case .restless: "changed something"
      case .lostPhoto: "lacks photos"
      }
    }
  }

  static let journalPath = "/journal"
  static let folderPath = "/place"
  private static let keyPath = "/key"

  let fault: PlantedFault?
  /// The drive that all devices reach; `nil` where each has a folder of its own, which something carries.
  let drive: SimulatedFileSystem?
  private let isEncrypted: Bool
  private(set) var devices: [Device] = []
  private(set) var promises: [Promise] = []
  /// Whether a person took away what was damaged.
  private(set) var hasDamage = false
  var random: RandomSource

  init(seed: UInt64, fault: PlantedFault? = nil) throws {
    self.fault = fault
    random = RandomSource(seed: seed)
    drive = random.oneIn(2) || fault == .forgetfulDrive ? SimulatedFileSystem() : nil
    isEncrypted = random.oneIn(3)
    for index in 0..<random.number(2...4) {
      let device = Device(
        index: index, disk: SimulatedFileSystem(), folder: drive,
        clock: 1_700_000_000_000 + Int64(random.number(-20...20)) * 31_557_600_000)
      try device.disk.createDirectories(Self.folderPath)
      devices.append(device)
      var configuration = configuration(device)
      configuration.journalID = random.identity()
      try Journal(at: Self.journalPath, configuration: configuration).close()
    }
    try drive?.createDirectories(Self.folderPath)
    try create()
  }

  // MARK: Journals

  func configuration(_ device: Device) -> Journal.Configuration {
    var configuration = Journal.Configuration(in: device.disk, lockTimeoutSeconds: 0.05)
    configuration.segmentByteLimit = 2000
    configuration.recordedAt = { [clock = device.clock] in clock.now }
    return configuration
  }

  func open(_ device: Device) throws(JournalError) -> Journal {
    try Journal(at: Self.journalPath, configuration: configuration(device))
  }

  func membership(_ device: Device) -> GroupMembership {
    GroupMembership(ofJournalAt: Self.journalPath, device.disk) { [folder = device.folder] (address) in
      FolderRemote(fileSystem: folder, path: address.text)
    }
  }

  func isMember(_ device: Device) throws(JournalError) -> Bool {
    try Group(inJournalAt: Self.journalPath, device.disk) != nil
  }

  private var key: GroupMembership.KeySource { isEncrypted ? .file(Self.keyPath) : .none }

  /// The first device makes the group, perhaps with the power failing on the way.
  private func create() throws {
    let device = devices[0]
    let address = RemoteAddress.folder(Self.folderPath)
    if random.oneIn(2) {
      planFailure(of: random.oneIn(2) ? device.disk : device.folder)
      _ = try? membership(device).creation(at: address, as: device.name, key: key).enter()
      crash(device)
      if let drive { crashDrive(drive) }
    }
    if try !isMember(device) { try createOrJoin(address, device) }
    if isEncrypted {
      for other in devices { other.disk.replace(Self.keyPath, by: device.disk.content(of: Self.keyPath)) }
    }
  }

  /// Where the power failed between the place and the journal, the group is there already.
  private func createOrJoin(_ address: RemoteAddress, _ device: Device) throws(JournalError) {
    let made = Result { () throws(JournalError) in
      try membership(device).creation(at: address, as: device.name, key: key).enter()
    }
    guard case .failure(let error) = made else { return }
    guard error.message.contains("has a group already") else { throw error }
    _ = try membership(device).joining(address, as: device.name, key: key).enter()
  }

  // MARK: What happens

  /// One thing happens on one device, or between two.
  func step() throws {
    let device = random.element(of: devices)
    device.clock.now += Int64(random.element(of: [0, 1, 5, 60_000]))
    if random.oneIn(30) { device.clock.now -= 3_600_000 }
    switch random.number(0...13) {
    case 0...3: try write(on: device)
    case 4...6: try sync(device)
    case 7: try failWhileSyncing(device)
    case 8: try failWhileWriting(on: device)
    case 9: if let drive { try pullOut(drive, during: device) } else { try carry() }
    case 10 where device.backup == nil: try keepBackup(of: device)
    case 11 where random.oneIn(4) && !hasDamage: try restore(device)
    case 12 where random.oneIn(4): try clone(device)
    case 13 where random.oneIn(3): damage()
    default: try carry()
    }
  }

  private var nextText = 0

  /// A person enters something on a device; what is refused, as it may be, changes nothing.
  func write(on device: Device) throws {
    let journal = try open(device)
    defer { try? journal.close() }
    nextText += 1
    do {
      try perform(on: journal, of: device)
    } catch let error as JournalError where [.invalidValue, .notFound, .conflict].contains(error.code) {}
  }

  private func perform(on journal: Journal, of device: Device) throws {
    let (kind, jpeg) = (random.number(0...5), [0xFF, 0xD8, 0xFF] + random.bytes(random.number(10...3000)))
    let numbers = journal.numbers.flatMap { $0 }
    let number = numbers.isEmpty ? 0 : random.element(of: numbers)
    switch numbers.isEmpty ? 0 : kind {
    case 0...2:
      let title = "\(device.name) \(nextText)"
      try journal.create(
        CheckInDraft(
          id: random.identity(), type: .run, title: title, time: CheckInTime(instantMilliseconds: 0, offsetMinutes: 0)))
      let end = try ReplicaLog(Self.journalPath, in: device.disk).lastSequence() ?? 0
      promises.append(Promise(title: title, device: device.index, sequence: end))
    case 3: try journal.edit(number, with: CheckInChanges(notes: "notes \(nextText)"))
    case 4: try journal.attachPhoto(jpeg, width: 4, height: 3, to: number)
    default: try journal.edit(number, with: CheckInChanges(calories: .set(nextText)))
    }
  }

  /// A sync, after joining where the device is in no group yet. Throws whatever keeps it from syncing.
  func joinOrSync(_ device: Device) throws(JournalError) -> SyncReport {
    if try !isMember(device) {
      _ = try membership(device).joining(.folder(Self.folderPath), as: device.name, key: key).enter()
    }
    return try membership(device).sync()
  }

  /// The same, where it may turn out that it cannot be done.
  @discardableResult
  func sync(_ device: Device) throws -> SyncReport? {
    let report: SyncReport
    do throws(JournalError) {
      report = try joinOrSync(device)
    } catch {
      guard [.notFound, .inputOutput, .busy, .refusedInput, .damaged].contains(error.code) else { throw error }
      return nil
    }
    try note(report, of: device)
    return report
  }

  /// What the place has acknowledged is safe from now on, whatever becomes of the device.
  private func note(_ report: SyncReport, of device: Device) throws {
    let acknowledged = SyncState(ofJournalAt: Self.journalPath, device.disk).acknowledged
    let isForked = report.problems.contains { Self.isRefusal($0) }
    guard !isForked, !device.isClone else { return }
    for index in promises.indices
    where promises[index].device == device.index && promises[index].sequence <= acknowledged {
      promises[index].isSafe = true
    }
  }

  /// Whether a sync says that two journals write as this one.
  static func isRefusal(_ problem: JournalError) -> Bool {
    problem.message.contains("written as this device") || problem.message.contains("write as the same one")
  }

  // MARK: Faults

  private func planFailure(of fileSystem: SimulatedFileSystem) {
    let first = fileSystem.operationCount + random.number(1...80)
    fileSystem.plan([SimulatedFault(.error(5), from: first)], seed: random.next())
  }

  /// The power of a device fails and comes back.
  private func crash(_ device: Device) {
    device.disk.crash(seed: random.next())
    if fault == .forgetfulDisk {
      for (path, content) in device.disk.files() where path.hasPrefix(Self.journalPath + "/log/") && !content.isEmpty {
        device.disk.replace(path, by: Array(content.dropLast(content.count / 2)))
      }
    }
  }

  private func crashDrive(_ drive: SimulatedFileSystem) {
    drive.crash(seed: random.next())
    guard fault == .forgetfulDrive else { return }
    for path in drive.files().keys where path.hasSuffix(".chunk") { drive.erase(path) }
  }

  private func failWhileSyncing(_ device: Device) throws {
    if random.oneIn(3) {
      // One operation fails, once.
      let one = device.disk.operationCount + random.number(1...200)
      device.disk.plan([SimulatedFault(.error(random.element(of: [5, 28])), at: one)], seed: random.next())
      defer { device.disk.plan([]) }
      try sync(device)
      return
    }
    planFailure(of: device.disk)
    try sync(device)
    crash(device)
    try requireSafe(device)
  }

  private func failWhileWriting(on device: Device) throws {
    planFailure(of: device.disk)
    do { try write(on: device) } catch {}
    crash(device)
  }

  /// The drive is pulled out while a device syncs.
  private func pullOut(_ drive: SimulatedFileSystem, during device: Device) throws {
    planFailure(of: drive)
    try sync(device)
    crashDrive(drive)
    for device in devices { try requireSafe(device) }
  }

  /// Checks that the place has what it acknowledged.
  ///
  /// - Throws: `damaged` where it has not.
  private func requireSafe(_ device: Device) throws {
    guard !hasDamage, !device.isClone, try isMember(device) else { return }
    let acknowledged = SyncState(ofJournalAt: Self.journalPath, device.disk).acknowledged
    guard acknowledged > 0 else { return }
    let replica = try ReplicaLog(Self.journalPath, in: device.disk).replica()
    let state = try FolderRemote(fileSystem: device.folder, path: Self.folderPath).state(of: replica)
    let there = state?.me?.head?.sequence ?? 0
    if there < acknowledged {
      throw JournalError(.damaged, "the place has lost events after \(there) of \(device.name), of \(acknowledged)")
    }
  }

  /// Journals as files, while nobody writes them.
  private func files(of device: Device) -> [String: [UInt8]] {
    device.disk.files().filter { $0.key.hasPrefix(Self.journalPath + "/") }
  }

  private func keepBackup(of device: Device) throws {
    guard !device.isClone, try isMember(device) else { return }
    device.backup = Backup(
      files: files(of: device), sequence: try ReplicaLog(Self.journalPath, in: device.disk).lastSequence() ?? 0)
  }

  /// A device's journal is taken back to a backup, and perhaps goes on from there.
  private func restore(_ device: Device) throws {
    guard let backup = device.backup, !hasClone else { return }
    for path in files(of: device).keys where backup.files[path] == nil { device.disk.erase(path) }
    try put(backup.files, on: device.disk)
    device.isRestored = true
    promises.removeAll { $0.device == device.index && $0.sequence > backup.sequence && !$0.isSafe }
    // The next ones count anew.
    for index in promises.indices where promises[index].device == device.index { promises[index].isSafe = true }
    if fault == .unseenFork {
      let replica = try ReplicaLog(Self.journalPath, in: device.disk).replica()?.uuidString ?? ""
      for path in device.folder.files().keys where path.contains(replica) { device.folder.erase(path) }
      hidden.insert(device.index)
    }
  }

  /// The devices whose other selves were hidden from them.
  private(set) var hidden: Set<Int> = []

  private var hasClone: Bool { devices.contains { $0.isClone } }

  private func put(_ files: [String: [UInt8]], on disk: SimulatedFileSystem) throws {
    for (path, content) in files {
      try disk.createDirectories(parent(of: path))
      disk.replace(path, by: content)
    }
  }

  /// A device's directory is copied to another machine, which goes on as the same device.
  private func clone(_ source: Device) throws {
    guard let drive, devices.count < 5, !source.isRestored, !hasDamage, !hasClone, try isMember(source)
    else { return }
    let device = Device(index: devices.count, disk: SimulatedFileSystem(), folder: drive, clock: source.clock.now)
    try put(files(of: source), on: device.disk)
    if isEncrypted { device.disk.replace(Self.keyPath, by: source.disk.content(of: Self.keyPath)) }
    device.name = source.name
    (device.isClone, source.isClone) = (true, true)
    (device.backup, source.backup) = (nil, nil)
    devices.append(device)
  }

  /// A byte changes on its way, or where it lies.
  private func damage() {
    guard !devices.contains(where: { $0.isRestored || $0.isClone }) else { return }
    let device = random.element(of: devices)
    let paths = device.folder.files().filter { isFromElsewhere($0.key, device) && !$0.value.isEmpty }.keys.sorted()
    guard !paths.isEmpty else { return }
    let path = random.element(of: paths)
    var content = device.folder.content(of: path)
    content[random.number(0...content.count - 1)] ^= UInt8(random.number(1...255))
    device.folder.replace(path, by: content)
    hasDamage = true
  }

  /// Whether something else than the device's own disk has made a file of a folder: a drive, or what carries it.
  private func isFromElsewhere(_ path: String, _ device: Device) -> Bool {
    path.hasPrefix(Self.folderPath + "/replicas/") && (drive != nil || owner(of: path) != device.index)
  }

  // MARK: The carrier

  /// Whose file it is.
  private func owner(of path: String) -> Int? {
    guard path.hasPrefix(Self.folderPath + "/replicas/") else { return 0 }
    return owners[String(path.split(separator: "/")[2])]
  }

  /// By the identities of journals, which device has written as them.
  private var owners: [String: Int] = [:]

  /// Some files of one folder come to another, late, in any order, and perhaps in part.
  private func carry() throws {
    guard drive == nil else { return }
    let (source, target) = (random.element(of: devices), random.element(of: devices))
    try carry(from: source, to: target) { random.oneIn(2) }
  }

  /// Everything comes everywhere.
  func carryAll() throws {
    guard drive == nil else { return }
    for source in devices {
      for target in devices { try carry(from: source, to: target) { true } }
    }
  }

  private func carry(from source: Device, to target: Device, _ comes: () -> Bool) throws {
    guard source !== target else { return }
    for device in devices {
      if let replica = try ReplicaLog(Self.journalPath, in: device.disk).replica() {
        owners[replica.uuidString] = device.index
      }
    }
    for (path, content) in source.folder.files().sorted(by: { $0.key < $1.key })
    where path.hasPrefix(Self.folderPath + "/") && !path.hasSuffix(".new") {
      let there = target.disk.files()[path]
      // Whoever writes a file has its latest version. Of the others, one may have it that another lacks.
      let owner = owner(of: path)
      guard there == nil || there != content && owner == source.index && owner != target.index else { continue }
      if fault == .withheld, target.index == 1, path.hasSuffix(".chunk") { continue }
      let isWhole = comes() || owner == target.index
      if !isWhole, random.oneIn(2) { continue }
      try target.disk.createDirectories(parent(of: path))
      var content = isWhole ? content : Array(content.prefix(random.number(0...content.count)))
      if fault == .lostPhoto, path.hasSuffix(".photo") { content = [] }
      target.disk.replace(path, by: content)
    }
  }

  /// A person forks the journal that a sync has refused.
  func fork(_ device: Device) throws {
    forkCount += 1
    let name = "fork-\(forkCount)"
    _ = try JournalFork(ofJournalAt: Self.journalPath, as: name, random.identity(), configuration(device))
    device.name = name
    // The other one is the only one now.
    for device in devices { device.isClone = false }
  }

  private var forkCount = 0

  /// A person takes away what a sync has called damaged; what carries the folder takes it away everywhere.
  func removeDamaged(namedBy problems: [JournalError], on device: Device) -> Bool {
    var isChanged = false
    for path in device.folder.files().keys where path.hasPrefix(Self.folderPath + "/replicas/") {
      guard problems.contains(where: { $0.message.contains(path + " is damaged. Remove it there") }) else { continue }
      for other in devices where other.folder.files()[path] != nil { other.folder.erase(path) }
      isChanged = true
    }
    return isChanged
  }
}
