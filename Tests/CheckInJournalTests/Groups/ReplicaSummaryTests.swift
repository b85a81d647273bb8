import EventLog
import Foundation
import Testing

@testable import CheckInJournal

/// What a device is told of the events that came, and what they may take.
@Suite("Chunks that came, summarised and measured")
struct ReplicaSummaryTests {
  private let phone: JournalDevice
  private let laptop: JournalDevice

  init() throws {
    laptop = try JournalDevice(clock: 1_700_000_000_000)
    phone = try JournalDevice(clock: 1_700_000_000_000)
    try laptop.create("Of the laptop")
    try laptop.deliver(to: phone)
    try phone.journal.refresh()
    try Group(
      me: Group.Replica(journal: laptop.replica(), name: "laptop"),
      replicas: [Group.Replica(journal: phone.replica(), name: "phone")], place: "/place"
    ).write(inJournalAt: "/journal", laptop.fileSystem)
  }

  private func chunks(after sequence: UInt64 = 0) throws -> [ReplicaChunk] {
    var chunks = try phone.journal.ownLog.chunks(after: sequence)
    var all: [ReplicaChunk] = []
    while let chunk = try chunks.next() { all.append(chunk) }
    return all
  }

  private func summary(after sequence: UInt64) throws -> ReplicaSummary {
    var summary = ReplicaSummary()
    // From the beginning, as a remote may hand on what is known already.
    for chunk in try chunks() { summary.add(chunk, after: sequence) }
    try phone.deliver(to: laptop)
    try laptop.journal.refresh()
    let replica = try phone.replica()
    summary.name { laptop.journal.shown($0, inLogOf: replica) }
    return summary
  }

  @Test("New items are counted, and changes of others are named as here")
  func counted() throws {
    try phone.create("Known")
    let known = phone.journal.sequence
    try phone.create("New")
    try phone.create("Discarded at once")
    try phone.journal.edit(2, with: CheckInChanges(title: "Edited at once"))
    try phone.journal.discard([3])
    let other = try #require(phone.journal.peerLogs().first.map { _ in ReplicaNumber(ordinal: 0, number: 1).rawValue })
    try phone.journal.edit(other, with: CheckInChanges(title: "Changed", notes: "long"))
    try phone.journal.edit(1, with: CheckInChanges(calories: .set(3)))
    try phone.journal.edit(1, with: CheckInChanges(location: .set("Lake")))
    try phone.journal.discard([1])
    let summary = try summary(after: known)
    #expect(summary.checkIns == 1 && summary.sessions == 0 && summary.otherChanges == 0)
    #expect(summary.changes.map { $0.name?.description } == ["1", "phone/1"])
    #expect(summary.changes.map(\.fields) == [[.title, .notes], [.calories, .location]])
    #expect(summary.changes.map(\.presence) == [nil, .discarded] && summary.unlistedChanges == 0)
  }

  @Test("Of many changes, few are named and the rest is counted")
  func bounded() throws {
    for number in 1...20 { try phone.create("\(number)") }
    let known = phone.journal.sequence
    for number in 1...20 { try phone.journal.edit(number, with: CheckInChanges(notes: "\(number)")) }
    let summary = try summary(after: known)
    #expect(summary.changes.map { $0.name?.description } == ["phone/1", "phone/2", "phone/3"])
    #expect(summary.unlistedChanges == 17 && summary.checkIns == 0)
  }

  @Test("Chunks have a limit of their content, however little they take compressed")
  func measured() throws {
    let notes = String(repeating: "The same line again. ", count: 49_000)
    for number in 1...24 {
      try phone.create("\(number)")
      try phone.journal.edit(number, with: CheckInChanges(notes: notes))
    }
    let all = try chunks()
    #expect(all.count > 1)
    for chunk in all {
      #expect(chunk.contentByteCount <= ReplicaChunk.maximumContentByteCount)
      #expect(chunk.body.count < 1 << 20)
      var content = 0
      var offset = 0
      let body = chunk.body.span.bytes
      while case .frame(let byteCount, _) = FrameFormat.inspect(body, at: offset) {
        content += FrameDecoder().content(of: body.extracting(offset..<offset + byteCount))?.count ?? 0
        offset += byteCount
        if offset == chunk.body.count { break }
      }
      #expect(chunk.contentByteCount == content)
      var longer = chunk
      longer.body += [4, 0x22, 7]
      #expect(longer.contentByteCount == content)
    }
    let total = all.map(\.contentByteCount).reduce(0, +)
    #expect(total > 22 << 20)
  }
}
