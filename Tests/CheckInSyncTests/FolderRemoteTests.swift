import CheckInJournal
import CheckInSync
import EventLog
import Foundation
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
    _ = try remote.state()
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
    let error = #expect(throws: JournalError.self) { try sync(laptop) }
    #expect(error?.code == .refusedInput && error?.message.contains("symbolic link") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere).isEmpty)
  }
}
