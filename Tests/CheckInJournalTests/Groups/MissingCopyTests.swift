import CheckInMaintenance
import EventLog
import Foundation
import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInModel
@testable import CheckInTimeline

/// What other devices wrote, was here, and is not here any more.
@Suite("Copies that have gone, or not wholly")
struct MissingCopyTests {
  private let directory: TemporaryDirectory
  private let devices: TwoDevices
  private let phoneID: UUID
  /// The laptop's event that changed the title from A to B, before the phone, which knew that, made it C.
  private let edit: UInt64

  init() throws {
    directory = try TemporaryDirectory()
    for name in ["laptop", "phone"] {
      let journal = try Journal(at: directory.path + "/" + name)
      _ = try journal.create(TrialCommand.draft(name))
      try journal.close()
    }
    devices = try TwoDevices(laptop: directory.path + "/laptop", phone: directory.path + "/phone")
    let laptop = try Journal(at: devices.laptop)
    try laptop.edit(1, with: CheckInChanges(title: "A"))
    try laptop.edit(1, with: CheckInChanges(title: "B"))
    edit = laptop.sequence
    try laptop.close()
    try devices.sync()
    let phone = try Journal(at: devices.phone)
    phoneID = try #require(try phone.ownLog.replica())
    try phone.edit(try #require(phone.number(1, on: "laptop")), with: CheckInChanges(title: "C"))
    try phone.close()
    try devices.sync()
    // From now on the laptop's log says that it knows of C.
    let again = try Journal(at: devices.laptop)
    _ = try again.create(TrialCommand.draft("after"))
    try again.close()
  }

  private var copy: String { PeerLog.path(of: phoneID, inJournalAt: devices.laptop) }

  private func laptop() throws -> Journal { try Journal(at: devices.laptop) }

  /// Whatever has become of the copy: it is said, nothing is undone as if nobody else had written, and a sync mends
  /// all.
  private func expectMissing(_ words: String) throws {
    let journal = try laptop()
    #expect(journal.openingMessages.contains { $0.text.contains(words) }, "\(journal.openingMessages)")
    #expect(journal.incompleteReasons.contains { $0.code == .damaged && $0.message.contains(words) })
    let error = #expect(throws: JournalError.self) { try journal.undo(event: edit) }
    #expect(error?.code == .damaged && error?.message.contains(words) == true, "\(error?.message ?? "")")
    // Writing goes on.
    _ = try journal.create(TrialCommand.draft("meanwhile"))
    try journal.close()
    #expect(try Journal.verify(at: devices.laptop).problems.contains { $0.contains("hone") || $0.contains("replica") })
    #expect(try Journal(at: devices.laptop, asOf: .sequence(edit)).openingMessages.contains { $0.text.contains(words) })
  }

  private func expectWhole() throws {
    let journal = try laptop()
    #expect(journal.openingMessages == [] && journal.readOnlyReason == nil && journal.incompleteReasons == [])
    #expect(try journal.checkIn(1)?.title == "C")
    // Nothing of the edit is shown any more, so nothing is there to undo.
    #expect(throws: JournalError.self) { try journal.undo(event: edit) }
    #expect(try journal.checkIn(1)?.title == "C")
    try journal.close()
    #expect(try Journal.verify(at: devices.laptop).problems == [])
  }

  @Test("A copy that was moved away")
  func gone() throws {
    try FileManager.default.moveItem(atPath: copy, toPath: directory.path + "/away")
    try expectMissing("The copy of phone's log is not here")
    try devices.sync()
    try expectWhole()
  }

  @Test("All copies, with their folder")
  func allGone() throws {
    try FileManager.default.removeItem(atPath: devices.laptop + "/" + PeerLog.directoryName)
    try expectMissing("The copy of phone's log is not here")
    try devices.sync()
    try expectWhole()
  }

  @Test("A copy that a sync stored, and of which no event of this journal knows")
  func goneBeforeWriting() throws {
    let reader = directory.path + "/reader"
    let journal = try Journal(at: reader)
    let own = try #require(try journal.ownLog.replica())
    try Group(
      me: Group.Replica(journal: own, name: "reader"), replicas: [Group.Replica(journal: phoneID, name: "phone")],
      place: directory.path + "/place"
    ).write(inJournalAt: reader)
    try journal.close()
    // The phone has sent nothing yet.
    var syncState = SyncState()
    try syncState.write(inJournalAt: reader, DiskFileSystem())
    #expect(try Journal(at: reader, for: .readOnly).incompleteReasons == [])
    syncState.photosSeen = [phoneID: 3]
    try syncState.write(inJournalAt: reader, DiskFileSystem())
    let reasons = try Journal(at: reader, for: .readOnly).incompleteReasons.map(\.message)
    #expect(reasons.count == 1 && reasons[0].contains("phone's log is not here, and it was, up to event 3"))
    #expect(try Journal.verify(at: reader).problems.contains(reasons[0]))
    syncState.photosSeen = [:]
    syncState.manifests = [own: ReplicaManifest(name: "reader", sequences: [phoneID: 5])]
    try syncState.write(inJournalAt: reader, DiskFileSystem())
    #expect(try Journal(at: reader, for: .readOnly).incompleteReasons.map(\.message).first?.contains("event 5") == true)
  }

  @Test("The local HEAD is missing or damaged: what the others wrote is shown nevertheless", arguments: [true, false])
  func withoutLocalHead(isMissing: Bool) throws {
    let shown = try laptop().checkIns().count
    let head = URL(fileURLWithPath: devices.laptop + "/HEAD")
    if isMissing { try FileManager.default.removeItem(at: head) } else { try Data(count: 8192).write(to: head) }
    let journal = try Journal(at: devices.laptop, for: .readOnly)
    #expect(try journal.checkIns().count == shown && journal.checkIn(1)?.title == "C")
    #expect(journal.incompleteReasons == [try #require(journal.readOnlyReason)])
    #expect(journal.lastEvent(of: phoneID) > 0)
  }

  @Test("A copy whose HEAD has gone: the segments are kept beside the new ones")
  func withoutHead() throws {
    let segment = try FileManager.default.contentsOfDirectory(atPath: copy + "/log")[0]
    let before = try directory.read("laptop/peers/\(phoneID.uuidString)/log/\(segment)")
    try FileManager.default.removeItem(atPath: copy + "/HEAD")
    try expectMissing("is not whole")
    try devices.sync()
    #expect(try directory.read("laptop/peers/\(phoneID.uuidString)/log-without-head/\(segment)") == before)
    try expectWhole()
  }

  @Test("A copy that is older than what was read of it")
  func older() throws {
    let older = PeerLog(of: phoneID, inJournalAt: directory.path + "/older")
    var chunks = try ReplicaLog(ofJournalAt: devices.phone).chunks(after: 0, byteLimit: 1)
    let first = try #require(try chunks.next())
    #expect(try older.append(first) == .appended)
    try FileManager.default.removeItem(atPath: copy)
    try FileManager.default.copyItem(atPath: older.log.directory.path, toPath: copy)
    try expectMissing("was here: what comes after is not shown")
    try devices.sync()
    try expectWhole()
  }

  @Test("A copy that is damaged in the middle, and mended while the journal is open")
  func damaged() throws {
    let segment = try FileManager.default.contentsOfDirectory(atPath: copy + "/log")[0]
    let path = "laptop/peers/\(phoneID.uuidString)/log/\(segment)"
    var bytes = try directory.read(path)
    let whole = bytes
    bytes[bytes.count / 2] ^= 1
    try Data(bytes).write(to: URL(fileURLWithPath: directory.path + "/" + path))
    // With the snapshot, the log is not read.
    try FileManager.default.removeItem(atPath: devices.laptop + "/peers/snapshot.sqlite")
    let open = try laptop()
    #expect(try open.checkIn(1)?.title != "C")
    try expectMissing("phone's log is damaged")
    try open.refresh()
    // The folder is moved away and copied anew: HEAD names the same event.
    try FileManager.default.removeItem(atPath: copy)
    try devices.sync()
    try open.refresh()
    #expect(try open.checkIn(1)?.title == "C")
    #expect(try directory.read(path).count == whole.count)
    try expectWhole()
  }

  @Test("A journal that no file calls one of a group says nothing of logs that it cannot get")
  func alone() throws {
    try FileManager.default.removeItem(atPath: devices.laptop + "/" + PeerLog.directoryName)
    try FileManager.default.removeItem(atPath: devices.laptop + "/" + Group.fileName)
    let journal = try laptop()
    #expect(journal.openingMessages == [])
    #expect(try journal.undo().checkIns == [2])
    try journal.close()
    #expect(try Journal.verify(at: devices.laptop).problems == [])
  }

  @Test("A damaged backup of a copy is the backup's, and no reason to touch the journal")
  func damagedBackup() throws {
    let backup = directory.path + "/backup"
    _ = try Journal.backUp(at: devices.laptop, to: backup)
    let head = PeerLog.path(of: phoneID, inJournalAt: backup) + "/HEAD"
    try Data(repeating: 7, count: 8192).write(to: URL(fileURLWithPath: head))
    let error = #expect(throws: JournalError.self) { try Journal.backUp(at: devices.laptop, to: backup) }
    #expect(error?.message.contains("out of the journal") == false && error?.message.contains(backup) == true)
  }

  @Test("A backup keeps all else")
  func backup() throws {
    let tablet = directory.path + "/tablet"
    let journal = try Journal(at: tablet)
    _ = try journal.create(TrialCommand.draft("tablet"))
    try journal.close()
    let tabletID = try #require(try ReplicaLog(ofJournalAt: tablet).replica())
    var chunks = try ReplicaLog(ofJournalAt: tablet).chunks(after: 0)
    let chunk = try #require(try chunks.next())
    #expect(try PeerLog(of: tabletID, inJournalAt: devices.laptop).append(chunk) == .appended)
    let segment = try FileManager.default.contentsOfDirectory(atPath: copy + "/log")[0]
    var bytes = try directory.read("laptop/peers/\(phoneID.uuidString)/log/\(segment)")
    bytes[bytes.count / 2] ^= 1
    try Data(bytes).write(to: URL(fileURLWithPath: copy + "/log/" + segment))
    let error = #expect(throws: JournalError.self) {
      try Journal.backUp(at: devices.laptop, to: directory.path + "/backup")
    }
    #expect(error?.code == .damaged && error?.message.contains("phone") == true)
    #expect(error?.message.hasSuffix("All else was backed up.") == true)
    #expect(try PeerLog(of: tabletID, inJournalAt: directory.path + "/backup").log.end()?.digest == chunk.digest)
    #expect(try Group(inJournalAt: directory.path + "/backup") != nil)
    let backedUp = try ReplicaLog(ofJournalAt: directory.path + "/backup").end()
    #expect(try backedUp == ReplicaLog(ofJournalAt: devices.laptop).end())
  }

  // MARK: Beside another device's copy

  /// Gives the laptop the copy of a third device, which its group names.
  private func addTablet() throws {
    let tablet = try Journal(at: directory.path + "/tablet")
    _ = try tablet.create(TrialCommand.draft("tablet"))
    try tablet.close()
    let log = ReplicaLog(ofJournalAt: directory.path + "/tablet")
    let replica = try #require(try log.replica())
    var chunks = try log.chunks(after: 0, byteLimit: 1 << 20)
    let chunk = try #require(try chunks.next())
    #expect(try PeerLog(of: replica, inJournalAt: devices.laptop).append(chunk) == .appended)
    var group = try #require(try Group(inJournalAt: devices.laptop))
    group.replicas.append(Group.Replica(journal: replica, name: "tablet"))
    try group.write(inJournalAt: devices.laptop)
    #expect(try laptop().checkIns().count == 4)
  }

  private func expectRefusal(_ words: String) throws {
    let journal = try laptop()
    #expect(journal.openingMessages.contains { $0.text.contains(words) }, "\(journal.openingMessages)")
    let error = #expect(throws: JournalError.self) { try journal.undo(event: edit) }
    #expect(error?.code == .damaged && error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test("One of two copies has gone, and the file that names the devices cannot be read", arguments: [true, false])
  func goneWithTheNames(isOnlyCopy: Bool) throws {
    if !isOnlyCopy { try addTablet() }
    try FileManager.default.removeItem(atPath: copy)
    try Data("{".utf8).write(to: URL(filePath: devices.laptop + "/" + Group.fileName))
    try expectRefusal("log is not here, and it was")
    #expect(try laptop().openingMessages.contains { $0.text.contains("does not say which group") })
  }

  @Test("One of two copies has lost its HEAD, and no file names its device")
  func withoutHeadOrName() throws {
    try addTablet()
    try FileManager.default.removeItem(atPath: copy + "/HEAD")
    try FileManager.default.removeItem(atPath: devices.laptop + "/" + Group.fileName)
    try expectRefusal("is not whole")
  }

  @Test("One of two copies has gone for ever, since no file names its device: nothing is said, and nothing stored")
  func goneForEver() throws {
    try addTablet()
    try FileManager.default.removeItem(atPath: copy)
    try FileManager.default.removeItem(atPath: devices.laptop + "/" + Group.fileName)
    let snapshot = devices.laptop + "/peers/snapshot.sqlite"
    try? FileManager.default.removeItem(atPath: snapshot)
    let journal = try laptop()
    #expect(journal.openingMessages == [])
    _ = try journal.undo()
    try journal.close()
    #expect(!FileManager.default.fileExists(atPath: snapshot))
  }
}
