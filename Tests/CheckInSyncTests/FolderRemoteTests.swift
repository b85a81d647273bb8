import CheckInJournal
import CheckInSync
import EventLog
import Foundation
import Glibc
import Testing

/// A folder that others write to as well.
struct FolderRemoteTests {
  private let folder = FileManager.default.temporaryDirectory.path + "/checkin-folder-\(UUID().uuidString)"
  private let group = UUID()
  private let encryption: RemoteEncryption
  private let laptop = FakeLogs()

  init() throws {
    encryption = RemoteEncryption(group: group, key: nil)
    try FolderRemote(path: folder).create(encryption.descriptor(salt: Digest(of: [])).bytes, of: group)
  }

  private func sync(_ logs: FakeLogs, _ syncState: SyncState = SyncState()) throws -> (SyncReport, SyncState) {
    var synchronization = try Synchronization(
      of: logs, with: FolderRemote(path: folder), encryption: encryption, name: "laptop", syncState: syncState)
    return (synchronization.run(), synchronization.syncState)
  }

  private func chunkPath(_ first: Int) -> String {
    let name = String(repeating: "0", count: 20 - String(first).count) + "\(first).chunk"
    return "\(folder)/replicas/\(laptop.me.uuidString)/\(name)"
  }

  private func clone(_ count: Int) -> FakeLogs {
    let clone = FakeLogs(me: laptop.me)
    clone.write(count)
    clone.rewriteLast()
    return clone
  }

  @Test func aLinkInPlaceOfAFileIsNotOpened() throws {
    let (file, link) = (folder + "/group.json", folder + "/link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    let fileSystem = DiskFileSystem()
    _ = try fileSystem.open(file, for: .reading)
    _ = try DiskFileSystem(followsLinks: true).open(link, for: .reading)
    for access in [FileAccess.reading, .readingAndWriting] {
      #expect(throws: FileError.self) { try fileSystem.open(link, for: access) }
    }
  }

  @Test func aChunkThatAppearsAfterTheStateIsKept() throws {
    let remote = FolderRemote(path: folder)
    _ = try remote.state(of: laptop.me)
    #expect(try sync(clone(2)).0.problems.isEmpty)
    let before = try Data(contentsOf: URL(filePath: chunkPath(1)))
    laptop.write(2)
    let chunk = try encryption.encrypt(try #require(laptop.chunk(of: laptop.me, after: 0)))
    let error = #expect(throws: JournalError.self) { try remote.push(chunk, after: nil) }
    #expect(error?.code == .busy)
    #expect(try Data(contentsOf: URL(filePath: chunkPath(1))) == before)
    #expect(try sync(laptop).0.problems.first?.remedies == [.forkJournal])
  }

  @Test func anIncompleteChunkOfAnotherIsKept() throws {
    #expect(try sync(clone(2)).0.problems.isEmpty)
    let part = try Data(contentsOf: URL(filePath: chunkPath(1))).dropLast(5)
    try part.write(to: URL(filePath: chunkPath(1)))
    laptop.write(2)
    #expect(try sync(laptop).0.problems.first?.remedies == [.forkJournal])
    #expect(try Data(contentsOf: URL(filePath: chunkPath(1))) == part)
  }

  @Test(arguments: [true, false]) func whatIsDamagedIsWrittenAgainBeforeItIsConfirmed(isCut: Bool) throws {
    laptop.write(2)
    var syncState = try sync(laptop).1
    laptop.write(2)
    _ = try sync(laptop)
    // The answer to the second push was not heard.
    syncState.acknowledged = 2
    let whole = try Data(contentsOf: URL(filePath: chunkPath(3)))
    var damaged = whole
    if isCut { damaged.removeLast() } else { damaged[105] ^= 1 }
    try damaged.write(to: URL(filePath: chunkPath(3)))
    let (report, last) = try sync(laptop, syncState)
    #expect(report.problems.isEmpty && last.acknowledged == 4)
    #expect(try Data(contentsOf: URL(filePath: chunkPath(3))) == whole)
  }

  @Test func linksAreNotFollowed() throws {
    laptop.write(2)
    let elsewhere = folder + "-elsewhere"
    try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: folder + "/replicas", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/replicas/\(laptop.me.uuidString)", withDestinationPath: elsewhere)
    let error = try sync(laptop).0.problems.first
    #expect(error?.code == .refusedInput && error?.message.contains("symbolic link") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere).isEmpty)
  }

  // MARK: - Faults in the data of others

  private static let someone = "00000000-0000-4000-8000-000000000001"

  private func entry(_ name: String, of replica: String = someone) -> String { "\(folder)/replicas/\(replica)/\(name)" }

  private func make(_ path: String, _ kind: Intruder) throws {
    try FileManager.default.createDirectory(atPath: parent(of: path), withIntermediateDirectories: true)
    try? FileManager.default.removeItem(atPath: path)
    switch kind {
    case .link: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/hostname")
    case .linkToItself: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
    case .directory: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    case .pipe: #expect(mkfifo(path, 0o600) == 0)
    case .garbage: try Data([UInt8](repeating: 7, count: 300)).write(to: URL(filePath: path))
    }
  }

  enum Intruder: CaseIterable { case link, linkToItself, directory, pipe, garbage }

  @Test(arguments: Intruder.allCases) func aFaultOfOneStopsNoOther(kind: Intruder) throws {
    let (phone, tablet) = (FakeLogs(), FakeLogs())
    for logs in [phone, tablet] {
      logs.write(2)
      #expect(try sync(logs).0.problems.isEmpty)
    }
    var syncState = SyncState()
    for name in ["00000000000000000001.chunk", "00000000000000000003.chunk", "card", "photos"] {
      let path = entry(name, of: phone.me.uuidString)
      let before = try? Data(contentsOf: URL(filePath: path))
      if name == "photos", kind == .directory { continue }
      try make(path, kind)
      laptop.write(1)
      let (report, next) = try sync(laptop, syncState)
      #expect(report.sentEvents > 0 && next.acknowledged > syncState.acknowledged, "\(kind) \(name)")
      if name == "card", kind == .garbage {
        #expect(report.problems.isEmpty && report.notes.contains { $0.contains("cannot be read") })
      } else {
        #expect(report.problems.map(\.code) == [.refusedInput], "\(kind) \(name): \(report)")
        #expect(report.problems.first?.message.contains(path) == true, "\(kind) \(name): \(report)")
      }
      #expect(laptop.replicas().contains(tablet.me))
      syncState = next
      try FileManager.default.removeItem(atPath: path)
      try before?.write(to: URL(filePath: path))
      let healed = try sync(laptop, syncState)
      #expect(healed.0.problems.isEmpty, "\(kind) \(name): \(healed.0)")
      syncState = healed.1
    }
  }

  @Test func strangersAreNoDevices() throws {
    for number in 1...1200 {
      let id = "00000000-0000-4000-8000-0000000\(10_000 + number)"
      try FileManager.default.createDirectory(atPath: entry("", of: id), withIntermediateDirectories: true)
      if number % 3 == 0 { try make(entry("card", of: id), .garbage) }
      if number % 3 == 1 { try make(entry("00000000000000000001.chunk", of: id), .garbage) }
    }
    let phone = FakeLogs(me: try #require(UUID(uuidString: "FFFFFFFF-FFFF-4FFF-8FFF-FFFFFFFFFFFF")))
    phone.write(2)
    #expect(try sync(phone).0.problems.isEmpty)
    laptop.write(1)
    var synchronization = try Synchronization(
      of: laptop, with: FolderRemote(path: folder), encryption: encryption, name: "laptop", syncState: SyncState())
    var introduced: [UUID] = []
    let report = synchronization.run { devices in
      introduced = devices.map(\.id)
      return Dictionary(devices.map { ($0.id, "phone") }) { first, _ in first }
    }
    #expect(report.problems.isEmpty && report.sentEvents == 1)
    #expect(introduced == [phone.me] && report.received.map(\.events) == [2])
    #expect(report.notes.contains { $0.contains("only 1000 of them are read") })
    #expect(report.notes.contains { $0.contains("not devices of this group") })
  }

  @Test func whatIsPurgedIsRemovedByItsSenderAndSentByNobody() throws {
    let photo: [UInt8] = [1, 2, 3]
    let digest = Digest(of: photo)
    let phone = FakeLogs()
    func file(_ logs: FakeLogs) -> String { entry("photos/\(digest.hexadecimal).photo", of: logs.me.uuidString) }
    laptop.write(2)
    laptop.named = [laptop.me: [(2, digest)]]
    laptop.files = [digest: photo]
    phone.write(1)
    phone.named = [laptop.me: [(2, digest)], phone.me: [(1, digest)]]
    phone.files = [digest: photo]
    var (mine, theirs) = (try sync(laptop).1, try sync(phone).1)
    #expect(FileManager.default.fileExists(atPath: file(laptop)))
    try FileManager.default.createDirectory(atPath: parent(of: file(phone)), withIntermediateDirectories: true)
    try Data(photo).write(to: URL(filePath: file(phone)))

    laptop.purge(digest)
    laptop.files = [:]
    let report: SyncReport
    (report, mine) = try sync(laptop, mine)
    #expect(report.removedPhotos == 1 && report.missingPhotos == 0 && report.receivedPhotos == 0)
    #expect(!FileManager.default.fileExists(atPath: file(laptop)))
    #expect(FileManager.default.fileExists(atPath: file(phone)))
    // The phone keeps its own file, and neither its copy at the place nor another comes back.
    theirs.photosSent = 0
    let other: SyncReport
    (other, theirs) = try sync(phone, theirs)
    #expect(other.removedPhotos == 1 && other.sentPhotos == 0 && phone.files[digest] == photo)
    #expect(!FileManager.default.fileExists(atPath: file(phone)))
    #expect(try sync(phone, theirs).0.removedPhotos == 0)
    #expect(try sync(laptop, mine).0.receivedPhotos == 0)
  }
}
