import EventLog
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CheckInJournal

@Suite("News that comes while a command is at work misleads nobody")
struct NewsMeanwhileTests {
  private let laptop: JournalDevice
  private let phone: JournalDevice

  init() throws {
    laptop = try JournalDevice(clock: 1_700_000_000_000)
    phone = try JournalDevice(clock: 1_700_000_000_500)
    for number in 1...9 { try laptop.create("laptop \(number)") }
    try phone.create("phone")
    try exchange()
  }

  private func exchange() throws {
    for (source, target) in [(laptop, phone), (phone, laptop)] {
      try source.deliver(to: target)
      try target.journal.refresh()
    }
  }

  /// The number on the phone of a check-in of the laptop's.
  private func there(_ number: Int) throws -> Int {
    try #require(phone.journal.numbers.last).lowerBound + number - 1
  }

  private func conflict(_ field: MergeConflict.Field, of checkIn: Int) throws -> MergeConflict {
    try #require(laptop.journal.conflicts().first { $0.checkIn == checkIn && $0.field == field })
  }

  @Test("What was written meanwhile comes where it belongs", arguments: [true, false], [1, -1])
  func order(isStored: Bool, hours: Int64) throws {
    try laptop.journal.keepViewOfGroup(always: true)
    let journal = isStored ? try laptop.anotherProcess() : laptop.journal
    try journal.edit(9, CheckInChanges(title: "opens the log"))
    #expect(journal.state.withLock { $0.merged.hasHistory } != isStored)
    phone.clock.now += hours * 3_600_000
    laptop.clock.now += 60_000
    try phone.journal.edit(try there(3), CheckInChanges(title: "by the phone", notes: "by the phone"))
    let news = Once()
    news.plan { [phone, laptop] in
      #expect(throws: Never.self) {
        try phone.deliver(to: laptop)
        try journal.refresh()
      }
    }
    laptop.fileSystem.observe { operation, path in
      if operation == .write, path.hasPrefix("/journal/log/"), path.hasSuffix("lz4") { news.happen() }
    }
    try journal.edit(3, CheckInChanges(title: "by the laptop"))
    laptop.fileSystem.observe(nil)
    #expect(news.hasHappened)
    let (held, end) = journal.state.withLock { ($0.merged, $0.position) }
    var logs = try #require(try GroupLogs(journal.directory, laptop.replica()))
    logs.useOrdinals(of: held)
    #expect(try held.difference(from: logs.merged(upTo: end)) == nil)
    #expect(try journal.checkIn(3)?.title == (hours > 0 ? "by the phone" : "by the laptop"))
    #expect(try journal.checkIn(3)?.notes == "by the phone")
    #expect(journal.conflicts().map(\.field) == [.title])
    // Nor is anything else kept for the next start.
    try journal.keepViewOfGroup(always: true)
    let next = try laptop.anotherProcess()
    #expect(try next.checkIn(3) == journal.checkIn(3) && next.conflicts() == journal.conflicts())
  }

  @Test("Nothing is settled by whoever has not seen all of it", arguments: [true, false])
  func settle(isLate: Bool) throws {
    try laptop.journal.edit(3, CheckInChanges(title: "by the laptop"))
    try phone.journal.edit(try there(3), CheckInChanges(title: "by the phone"))
    try exchange()
    let conflict = try conflict(.title, of: 3)
    let tablet = try JournalDevice(clock: 1_600_000_000_000)
    // It knows the check-in, and neither of the edits.
    let copy = tablet.journal.peerLog(of: try laptop.replica())
    var chunks = try laptop.journal.ownLog.chunks(after: 0, byteLimit: 1)
    while let chunk = try chunks.next(), chunk.lastSequence <= 9 { #expect(try copy.append(chunk) == .appended) }
    try tablet.journal.refresh()
    let number = try #require(tablet.journal.numbers.last).lowerBound + 2
    try #require(try tablet.journal.checkIn(number)?.title == "laptop 3")
    try tablet.journal.edit(number, CheckInChanges(title: "by the tablet"))
    let news: @Sendable () -> Void = { [tablet, laptop] in
      #expect(throws: Never.self) {
        try tablet.deliver(to: laptop)
        try laptop.journal.refresh()
      }
    }
    let reading = Once()
    if isLate {
      laptop.meanwhile.plan(news)
    } else {
      reading.plan(news)
      laptop.fileSystem.observe { operation, path in if path.contains("/peers/") { reading.happen() } }
    }
    let before = laptop.journal.sequence
    let mine = try #require(conflict.candidates.first { $0.value == "by the phone" })
    let error = #expect(throws: JournalError.self) { try laptop.journal.settle(conflict, with: mine) }
    laptop.fileSystem.observe(nil)
    #expect(reading.hasHappened && laptop.meanwhile.hasHappened)
    #expect(error?.code == .conflict && laptop.journal.sequence == before)
    let values = try self.conflict(.title, of: 3).candidates.map(\.value)
    #expect(Set(values) == ["by the laptop", "by the phone", "by the tablet"])
  }

  @Test("That a check-in stays settles nothing else of it")
  func keep() throws {
    try laptop.journal.edit(3, CheckInChanges(title: "by the laptop"))
    try laptop.journal.discard([3])
    try phone.journal.edit(try there(3), CheckInChanges(title: "by the phone"))
    try exchange()
    let conflict = try conflict(.discarded, of: 3)
    let title = try self.conflict(.title, of: 3)
    let kept = try #require(conflict.candidates.first { $0.value == "false" })
    let edit = try laptop.journal.settle(conflict, with: kept)
    #expect(!edit.isChanged && !edit.checkIn.isDiscarded)
    #expect(laptop.journal.conflicts() == [title])
    try exchange()
    #expect(phone.journal.conflicts().map(\.candidates) == [title.candidates])
    #expect(try laptop.update().whole.conflicts() == [title])
  }
}
