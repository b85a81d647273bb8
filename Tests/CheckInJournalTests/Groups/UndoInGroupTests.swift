import CheckInMaintenance
import Foundation
import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInModel

/// Undo takes back what this device did, and nothing that another device has said since, be it the same.
@Suite("Undo in a group")
struct UndoInGroupTests {
  private let directory: TemporaryDirectory
  private let devices: TwoDevices
  /// Creates check-in 1, titled A, as the first command that can be undone.
  private let laptop: Journal
  private let phone: Journal
  /// The check-in of the laptop as the phone knows it.
  private let number: Int

  init() throws {
    directory = try TemporaryDirectory()
    for name in ["laptop", "phone"] { try Journal(at: directory.path + "/" + name).close() }
    devices = try TwoDevices(laptop: directory.path + "/laptop", phone: directory.path + "/phone")
    laptop = try Journal(at: devices.laptop)
    _ = try laptop.create(TrialCommand.draft("A"))
    try devices.sync()
    phone = try Journal(at: devices.phone)
    number = try #require(phone.number(1, on: "laptop"))
  }

  /// Both have said something else of the title, and the phone settles it by what the laptop said.
  private func settle() throws -> (edit: UInt64, settled: UInt64) {
    try laptop.edit(1, with: CheckInChanges(title: "B"))
    let edit = laptop.sequence
    try phone.edit(number, with: CheckInChanges(title: "C"))
    try devices.sync()
    try phone.refresh()
    #expect(phone.conflicts().map(\.field) == ["title"])
    try phone.edit(number, with: CheckInChanges(title: "B"))
    let settled = phone.sequence
    try devices.sync()
    try laptop.refresh()
    #expect(laptop.conflicts() == [])
    #expect(try laptop.checkIn(1)?.title == "B")
    return (edit, settled)
  }

  @Test("What another device settled by the same value stays")
  func settledAlike() throws {
    let (edit, settled) = try settle()
    let alone = #expect(throws: JournalError.self) { try laptop.undo(event: edit) }
    let message = alone?.message ?? ""
    #expect(message.contains("phone/\(settled) changed the title of check-in 1"), "\(message)")
    #expect(throws: JournalError.self) { try laptop.undo(expecting: laptop.sequence) }
    #expect(try laptop.checkIn(1)?.title == "B")
    // Nothing of the edit is left to take back, and what comes before it was not meant.
    #expect(throws: JournalError.self) { try laptop.undo() }
    #expect(try laptop.checkIn(1)?.title == "B")
  }

  @Test("What another device did not touch is taken back")
  func otherFields() throws {
    try laptop.edit(1, with: CheckInChanges(title: "B", notes: "Mine"))
    try phone.edit(number, with: CheckInChanges(title: "C"))
    try devices.sync()
    try phone.refresh()
    try phone.edit(number, with: CheckInChanges(title: "B"))
    try devices.sync()
    try laptop.refresh()
    #expect(try laptop.undo().action == .edited)
    #expect(try laptop.checkIn(1)?.title == "B")
    #expect(try laptop.checkIn(1)?.notes == "")
  }

  @Test("What another device said stays, also where this one has said otherwise since and taken that back")
  func saidInBetween() throws {
    try laptop.edit(1, with: CheckInChanges(title: "B"))
    let edit = laptop.sequence
    try phone.edit(number, with: CheckInChanges(title: "B"))
    try devices.sync()
    try laptop.refresh()
    try laptop.edit(1, with: CheckInChanges(title: "Z"))
    #expect(try laptop.undo().action == .edited)
    #expect(try laptop.checkIn(1)?.title == "B")
    #expect(throws: JournalError.self) { try laptop.undo(event: edit) }
    #expect(throws: JournalError.self) { try laptop.undo() }
    #expect(try laptop.checkIn(1)?.title == "B")
  }

  @Test("What another device discarded stays so when an edit of before is undone")
  func discardedSince() throws {
    try laptop.edit(1, with: CheckInChanges(title: "B"))
    try devices.sync()
    try phone.refresh()
    try phone.discard([number])
    try devices.sync()
    try laptop.refresh()
    #expect(throws: JournalError.self) { try laptop.undo(expecting: laptop.sequence) }
    try devices.sync()
    try phone.refresh()
    #expect(try laptop.checkIn(1)?.isDiscarded == true && phone.checkIn(number)?.isDiscarded == true)
  }

  @Test("What another device restored stays restored")
  func restoredByBoth() throws {
    try laptop.discard([1])
    try devices.sync()
    try phone.refresh()
    try laptop.restore(1)
    try phone.restore(number)
    try devices.sync()
    try laptop.refresh()
    #expect(throws: JournalError.self) { try laptop.undo(expecting: laptop.sequence) }
    #expect(try laptop.checkIn(1)?.isDiscarded == false)
  }

  @Test("A photo that another device attached too is named where it is in the way")
  func samePhoto() throws {
    let photo = NewPhoto(jpeg: [0xFF, 0xD8, 0xFF, 0xE0, 1], width: 1, height: 1)
    try laptop.attachPhoto(photo, to: 1)
    let attached = laptop.sequence
    try devices.sync()
    try phone.refresh()
    try phone.clearPhoto(of: number)
    try phone.attachPhoto(photo, to: number)
    try devices.sync()
    try laptop.refresh()
    let error = #expect(throws: JournalError.self) { try laptop.undo(event: attached) }
    #expect(error?.message.contains("changed the photo of check-in 1") == true, "\(error?.message ?? "")")
  }

  @Test("A copy of a journal takes back what it had done before it was one")
  func afterFork() throws {
    try laptop.edit(1, with: CheckInChanges(title: "B"))
    try laptop.edit(1, with: CheckInChanges(title: "C"))
    try laptop.close()
    try devices.sync()
    let (copy, idle) = (directory.path + "/copy", directory.path + "/idle")
    for path in [copy, idle] {
      try FileManager.default.copyItem(atPath: devices.laptop, toPath: path)
      _ = try JournalFork(ofJournalAt: path, as: "tablet")
    }
    let tablet = try Journal(at: copy)
    #expect(try tablet.undo().action == .edited)
    #expect(try tablet.checkIn(1)?.title == "B")
    #expect(try tablet.undo().action == .edited)
    #expect(try tablet.checkIn(1)?.title == "A")
    // And so does the one that it was copied from, once it has the log of a copy.
    let twins = try TwoDevices(laptop: devices.laptop, phone: idle, names: ("laptop", "tablet"))
    try twins.sync()
    let again = try Journal(at: devices.laptop)
    #expect(try again.undo().action == .edited)
    #expect(try again.checkIn(1)?.title == "B")
  }

  @Test("What another device has changed since it was created is not discarded by an undo")
  func createdAndChanged() throws {
    try phone.edit(number, with: CheckInChanges(notes: "of the phone"))
    try devices.sync()
    try laptop.refresh()
    #expect(throws: JournalError.self) { try laptop.undo() }
    #expect(try laptop.checkIn(1)?.isDiscarded == false)
  }

  @Test("What another device has linked to a session since it was created is not discarded by an undo")
  func createdAndLinked() throws {
    let time = CheckInTime(instantMilliseconds: TrialCommand.draft("A").time.instantMilliseconds, offsetMinutes: 0)
    let session = try phone.startSession(SessionDraft(start: time, title: "Gym"))
    _ = try phone.link(session: session.number, toCheckIn: number)
    try devices.sync()
    try laptop.refresh()
    let created = try #require(try laptop.checkIn(1)).sequence
    #expect(throws: JournalError.self) { try laptop.undo() }
    #expect(throws: JournalError.self) { try laptop.undo(event: created) }
    #expect(try laptop.checkIn(1)?.isDiscarded == false)
  }

  @Test("What another device says at the moment of a command with several events stays")
  func betweenTheEvents() throws {
    for isFirst in [true, false] {
      let start: Int64 = 1_700_000_000_000
      let ids = [UUID(), UUID()].sorted { ($0.uuidString < $1.uuidString) == isFirst }
      let (laptop, phone) = (
        try JournalDevice(clock: start, journalID: ids[0]), try JournalDevice(clock: start, journalID: ids[1])
      )
      for number in 1...3 { try laptop.create("laptop \(number)") }
      try laptop.deliver(to: phone)
      try phone.journal.refresh()
      let first = try #require(phone.journal.numbers.last).lowerBound
      for device in [laptop, phone] { device.clock.now = start + 10_000 }
      try laptop.journal.discard([1, 2, 3])
      // Each is an event of the next moment.
      try phone.journal.edit(first, with: CheckInChanges(notes: "arm"))
      try phone.journal.edit(first + 2, with: CheckInChanges(notes: "knee"))
      try phone.deliver(to: laptop)
      try laptop.journal.refresh()
      try laptop.journal.undo()
      #expect(try laptop.journal.checkIn(2)?.isDiscarded == false)
      #expect(try laptop.journal.checkIn(1)?.fields.notes == "arm")
      #expect(try laptop.journal.checkIn(3)?.fields.notes == "knee")
    }
  }

  @Test("What another device discarded again stays discarded")
  func discardedAgain() throws {
    try laptop.discard([1])
    let discarded = laptop.sequence
    try devices.sync()
    try phone.refresh()
    try phone.restore(number)
    try phone.discard([number])
    try devices.sync()
    try laptop.refresh()
    #expect(throws: JournalError.self) { try laptop.undo(event: discarded) }
    #expect(throws: JournalError.self) { try laptop.undo(expecting: laptop.sequence) }
    #expect(try laptop.checkIn(1)?.isDiscarded == true)
  }

  @Test("A goal that another device set since stays")
  func goalOfAnother() throws {
    try laptop.setGoal(Goal(.days, count: 3, each: .week))
    try laptop.setGoal(Goal(.days, count: 4, each: .week))
    try devices.sync()
    try phone.refresh()
    try phone.setGoal(Goal(.days, count: 5, each: .week))
    try devices.sync()
    try laptop.refresh()
    #expect(throws: JournalError.self) { try laptop.undo() }
    #expect(throws: JournalError.self) { try laptop.undo(expecting: laptop.sequence) }
    #expect(try laptop.goals() == [Goal(.days, count: 5, each: .week)])
  }

  @Test("A session in which another device has logged since is not discarded, and its title is taken back")
  func sessionOfBoth() throws {
    let time = CheckInTime(instantMilliseconds: TrialCommand.draft("A").time.instantMilliseconds, offsetMinutes: 0)
    let session = try laptop.startSession(SessionDraft(start: time, title: "Gym"))
    _ = try laptop.editSession(session.number, with: SessionChanges(title: "Legs"))
    try devices.sync()
    try phone.refresh()
    _ = try phone.log([SetEntry(reps: 5)], exercise: "Burpee", at: time)
    try devices.sync()
    try laptop.refresh()
    #expect(try laptop.undo().workout == "sessionEdited")
    #expect(throws: JournalError.self) { try laptop.undo() }
    let now = try laptop.openSession()
    #expect(now?.number == session.number && now?.title == "Gym" && now?.sets.count == 1)
  }
}
