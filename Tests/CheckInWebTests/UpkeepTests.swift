import CheckInJournal
import Foundation
import TestSupport
import Testing

@testable import CheckInWeb

@Suite("What is done while the page is served")
struct UpkeepTests {
  @Test("The snapshot is saved, and damage to old events is noticed, without anybody asking")
  func snapshotAndDamage() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/journal"
    let access = try JournalAccess(path: path, environment: WebClient.environment)
    try await access.run { journal in
      let time = CheckInTime(instantMilliseconds: 1_760_000_000_000, offsetMinutes: 60)
      let drafts = (1...400).map { CheckInDraft(id: UUID(), type: .run, title: "Session \($0)", time: time) }
      _ = try journal.importCheckIns(drafts)
    }
    try await withThrowingTaskGroup { group in
      group.addTask { try await Upkeep(access: access, pause: .milliseconds(5)).run() }
      try await suspendUntil("the snapshot is saved") { directory.exists("journal/snapshot.sqlite") }
      #expect(try await access.run { $0.readOnlyReason } == nil)

      let name = "journal/log/00000000000000000001.lz4"
      var bytes = try directory.read(name)
      bytes[bytes.count / 2] ^= 1
      try directory.write(bytes, to: name)
      try await suspendUntil("the damage is noticed") { access.answer { $0.readOnlyReason } != nil }
      #expect(access.answer { $0.readOnlyReason }?.code == .damaged)
      group.cancelAll()
    }
    try await access.close()
  }

  @Test("A journal that disappears under the page is not shown as an empty one")
  func disappearance() async throws {
    let directory = try TemporaryDirectory()
    let access = try JournalAccess(path: directory.path + "/journal", environment: WebClient.environment)
    try await access.run { journal in
      let time = CheckInTime(instantMilliseconds: 1_760_000_000_000, offsetMinutes: 60)
      try journal.create(CheckInDraft(type: .run, title: "x", time: time))
    }
    try directory.remove("journal")
    await #expect(throws: JournalError.self) { try await access.run { $0.lastNumber } }
    try? await access.maintain(scrubbing: 1)
    await #expect(throws: JournalError.self) { try await access.run { $0.lastNumber } }
    try await access.close()
  }
}
