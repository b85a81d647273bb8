import CheckInMaintenance
import EventLog
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInModel

@Suite("News that comes while a command is at work misleads nobody")
struct ConcurrentNewEventsTests {
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

  private func conflict(_ field: CheckInField, of checkIn: Int) throws -> MergeConflict {
    try #require(laptop.journal.conflicts().first { $0.checkIn == checkIn && $0.checkInField == field })
  }

  @Test("What was written meanwhile comes where it belongs", arguments: [true, false], [1, -1])
  func order(isStored: Bool, hours: Int64) throws {
    try laptop.journal.keepViewOfGroup(always: true)
    let journal = isStored ? try laptop.anotherProcess() : laptop.journal
    try journal.edit(9, with: CheckInChanges(title: "opens the log"))
    #expect(journal.state.withLock { $0.merged.hasHistory } != isStored)
    phone.clock.now += hours * 3_600_000
    laptop.clock.now += 60_000
    try phone.journal.edit(try there(3), with: CheckInChanges(title: "by the phone", notes: "by the phone"))
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
    try journal.edit(3, with: CheckInChanges(title: "by the laptop"))
    laptop.fileSystem.observe(nil)
    #expect(news.hasHappened)
    let (held, end) = journal.state.withLock { ($0.merged, $0.position) }
    var logs = try #require(try GroupLogs(journal.directory, journalID: laptop.replica()))
    logs.useOrdinals(of: held)
    #expect(try held.difference(from: logs.merged(upTo: end)) == nil)
    #expect(try journal.checkIn(3)?.title == (hours > 0 ? "by the phone" : "by the laptop"))
    #expect(try journal.checkIn(3)?.notes == "by the phone")
    #expect(journal.conflicts().map(\.field) == ["title"])
    // Nor is anything else kept for the next start.
    try journal.keepViewOfGroup(always: true)
    let next = try laptop.anotherProcess()
    #expect(try next.checkIn(3) == journal.checkIn(3) && next.conflicts() == journal.conflicts())
  }

  @Test("Nothing is settled by whoever has not seen all of it", arguments: [true, false])
  func settle(isLate: Bool) throws {
    try laptop.journal.edit(3, with: CheckInChanges(title: "by the laptop"))
    try phone.journal.edit(try there(3), with: CheckInChanges(title: "by the phone"))
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
    try tablet.journal.edit(number, with: CheckInChanges(title: "by the tablet"))
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
    let error = #expect(throws: JournalError.self) { try laptop.journal.resolve(conflict, with: mine) }
    laptop.fileSystem.observe(nil)
    #expect(reading.hasHappened && laptop.meanwhile.hasHappened)
    #expect(error?.code == .conflict && laptop.journal.sequence == before)
    let values = try self.conflict(.title, of: 3).candidates.map(\.value)
    #expect(Set(values) == ["by the laptop", "by the phone", "by the tablet"])
  }

  @Test(
    "An edit is refused if what another device recorded before it has arrived since",
    arguments: [CheckInChanges(title: "by the phone"), CheckInChanges(notes: "by the phone")])
  func version(changes: CheckInChanges) throws {
    try phone.journal.edit(try there(3), with: changes)
    laptop.clock.now += 3_600_000
    try laptop.journal.edit(3, with: CheckInChanges(notes: "by the laptop"))
    let known = try laptop.journal.versionedCheckIn(3)
    #expect(CheckInVersion(known.version.description) == known.version)
    #expect(try laptop.anotherProcess().versionedCheckIn(3) == known)
    try exchange()
    let present = try laptop.journal.versionedCheckIn(3)
    #expect(present.checkIn.sequence == known.checkIn.sequence && present.version != known.version)
    #expect(present.checkIn.title == changes.title ?? known.checkIn.title && present.checkIn.notes == "by the laptop")
    let before = laptop.journal.sequence
    let late = CheckInChanges(title: known.checkIn.title, notes: "and more")
    let error = #expect(throws: JournalError.self) {
      try laptop.journal.edit(3, with: late, expecting: known.version)
    }
    #expect(error?.code == .conflict && laptop.journal.sequence == before)
    #expect(laptop.journal.conflicts().isEmpty == (changes.notes == nil))
    try laptop.journal.edit(3, with: CheckInChanges(notes: "and more"), expecting: present.version)
    // A version of before the group says no more than a sequence number.
    try laptop.journal.edit(3, with: late, expecting: CheckInVersion(sequence: laptop.journal.sequence))
    #expect(try laptop.journal.checkIn(3)?.title == known.checkIn.title)
  }

  @Test("What is compared with the present ends where the present does")
  func differences() throws {
    let start = Journal.PointInTime.sequence(laptop.journal.sequence)
    try phone.journal.edit(try there(3), with: CheckInChanges(title: "by the phone"))
    try laptop.journal.edit(4, with: CheckInChanges(title: "by the laptop"))
    try phone.deliver(to: laptop)
    let differences = try #require(try laptop.journal.differencesOfGroup(from: start, to: nil))
    #expect(differences.map(\.after.number) == [4])
    try laptop.journal.refresh()
    #expect(try laptop.journal.differencesOfGroup(from: start, to: nil)?.count == 2)
  }

  @Test("An undo says which commands it passed over, since they changed nothing that is shown")
  func undo() throws {
    try laptop.journal.edit(3, with: CheckInChanges(title: "by the laptop"))
    laptop.clock.now += 3_600_000
    try laptop.journal.edit(4, with: CheckInChanges(title: "before"))
    try phone.journal.edit(try there(3), with: CheckInChanges(title: "by the phone"))
    try exchange()
    let conflict = try conflict(.title, of: 3)
    let shown = try #require(conflict.candidates.last)
    try #require(try laptop.journal.checkIn(3)?.title == shown.value)
    #expect(try laptop.journal.resolve(conflict, with: shown).isChanged == false)
    let settled = laptop.journal.sequence
    // Whoever wants to take back this one takes back no other.
    let error = #expect(throws: JournalError.self) { try laptop.journal.undo(expecting: settled) }
    #expect(error?.code == .invalidValue && laptop.journal.sequence == settled)
    let reversal = try laptop.journal.undo()
    #expect(reversal.checkIns == [4] && reversal.passedOver == [settled])
    #expect(try laptop.journal.redo().passedOver.isEmpty)
  }

  @Test("What is taken back becomes what it was by all that is known when it is", arguments: [true, false])
  func undoMeanwhile(isAlone: Bool) throws {
    try phone.journal.edit(try there(3), with: CheckInChanges(notes: "by the phone"))
    laptop.clock.now += 3_600_000
    try laptop.journal.edit(3, with: CheckInChanges(notes: "by the laptop"))
    let edit = laptop.journal.sequence
    laptop.meanwhile.plan { [phone, laptop] in
      #expect(throws: Never.self) {
        try phone.deliver(to: laptop)
        try laptop.journal.refresh()
      }
    }
    let reversal = isAlone ? try laptop.journal.undo(event: edit) : try laptop.journal.undo()
    #expect(laptop.meanwhile.hasHappened && reversal.command == edit)
    #expect(try laptop.journal.checkIn(3)?.notes == "by the phone")
  }

  @Test("Nothing is said or taken back by a part of what is shown", arguments: [true, false])
  func damaged(isGone: Bool) throws {
    let start = laptop.journal.sequence
    try phone.create("of the phone")
    try exchange()
    let number = try #require(laptop.journal.numbers.last).lowerBound + 1
    try #require(try laptop.journal.checkIn(number)?.title == "of the phone")
    try laptop.journal.edit(number, with: CheckInChanges(title: "by the laptop"))
    let before = laptop.journal.sequence
    var audit: [AuditEntry] = []
    try laptop.journal.audit(AuditFilter()) { audit.append($0) }
    let copy = laptop.journal.peerLog(of: try phone.replica()).log.directory.path
    let segments = laptop.fileSystem.files().keys.filter { $0.hasPrefix(copy) && $0.hasSuffix("lz4") }
    let segment = try #require(segments.max())
    let bytes = laptop.fileSystem.content(of: segment)
    if isGone {
      laptop.fileSystem.erase(segment)
    } else {
      laptop.fileSystem.replace(segment, by: bytes.dropLast(20) + bytes.suffix(20).map { $0 ^ 0x55 })
    }
    func isRefused(_ body: () throws -> Void) {
      let error = #expect(throws: JournalError.self) { try body() }
      #expect(error?.code == .damaged || error?.code == .inputOutput, "\(String(describing: error))")
      // Each says which copy it is.
      #expect(error?.message.contains("The copy of ") == true, "\(String(describing: error))")
    }
    isRefused { try laptop.journal.undo() }
    isRefused { try laptop.journal.undo(event: before) }
    isRefused { _ = try laptop.journal.differencesOfGroup(from: .sequence(start), to: nil) }
    var entries: [AuditEntry] = []
    isRefused { try laptop.journal.audit(AuditFilter()) { entries.append($0) } }
    #expect(Array(audit.prefix(entries.count)) == entries)
    #expect(laptop.journal.sequence == before)
    #expect(try laptop.journal.checkIn(number)?.title == "by the laptop")
    laptop.fileSystem.replace(segment, by: bytes)
    #expect(try laptop.journal.undo().checkIns == [number])
    #expect(try laptop.journal.checkIn(number)?.title == "of the phone")
  }

  @Test("A copy whose HEAD is gone is said to be so, and taken anew", arguments: [true, false])
  func headless(isViewed: Bool) throws {
    let number = try #require(laptop.journal.numbers.last).lowerBound
    try laptop.journal.edit(number, with: CheckInChanges(title: "by the laptop"))
    let (before, shown) = (laptop.journal.sequence, try laptop.journal.checkIns().count)
    let copy = laptop.journal.peerLog(of: try phone.replica()).log.directory.path
    for path in laptop.fileSystem.files().keys where path.hasPrefix(copy) && path.hasSuffix("HEAD") {
      laptop.fileSystem.erase(path)
    }
    let journal = isViewed ? laptop.journal : try laptop.anotherProcess()
    if isViewed {
      let error = #expect(throws: JournalError.self) { try journal.undo() }
      #expect(error?.code == .notFound && error?.message.contains("of another device") == true)
      #expect(journal.sequence == before)
    }
    let messages = journal.messagesOfPeers
    #expect(messages.count == 1 && messages.allSatisfy { $0.text.contains("The copy of ") })
    #expect(try journal.checkIns().count == shown - 1)
    let verification = try Journal.verify(
      at: "/journal", in: laptop.fileSystem, checksSnapshot: true, checksPhotos: false)
    #expect(verification.warnings.contains { $0.contains("has no HEAD") })
    // This journal's own log says that it was here.
    #expect(verification.problems.contains { $0.contains("was, up to event") }, "\(verification.problems)")
    try phone.deliver(to: laptop)
    try journal.refresh()
    #expect(try journal.messagesOfPeers.isEmpty && journal.checkIns().count == shown)
    #expect(try journal.undo().checkIns.count == 1)
  }

  @Test("Whoever takes back what was done last takes back nothing that was done before an undo")
  func undoOfUndo() throws {
    try laptop.journal.edit(3, with: CheckInChanges(title: "first"))
    try laptop.journal.edit(4, with: CheckInChanges(title: "second"))
    try laptop.journal.undo()
    let undone = laptop.journal.sequence
    let error = #expect(throws: JournalError.self) { try laptop.journal.undo(expecting: undone) }
    #expect(error?.code == .invalidValue && laptop.journal.sequence == undone)
    #expect(try laptop.journal.checkIn(3)?.title == "first")
    #expect(try laptop.journal.undo().checkIns == [3])
  }

  @Test("An edit of a workout is refused if what another device recorded before it has arrived since")
  func workouts() throws {
    let plan = try laptop.journal.createPlan(name: "Push", PlanText.parse("Bench press / 3x8", unit: .kilograms))
    let started = CheckInTime(instantMilliseconds: 1_600_000_000_000, offsetMinutes: 0)
    let session = try laptop.journal.startSession(SessionDraft(start: started, title: "Morning"))
    try laptop.journal.log([SetEntry(reps: 8)], exercise: "Bench press", at: started)
    try exchange()
    let devicePlan = try #require(try phone.journal.plans().first)
    let deviceSession = try #require(try phone.journal.openSession())
    try phone.journal.editPlan(devicePlan.number, name: "by the phone")
    let deviceSet = try #require(deviceSession.sets.first)
    try phone.journal.editSet(deviceSet.number, ofSession: deviceSession.number, to: SetEntry(reps: 9))
    try phone.journal.editSession(deviceSession.number, with: SessionChanges(note: "by the phone"))
    laptop.clock.now += 3_600_000
    let items = try PlanText.parse("Bench press / 5x5", unit: .kilograms)
    try laptop.journal.editPlan(plan.number, items)
    try laptop.journal.editSet(1, ofSession: session.number, to: SetEntry(reps: 8, note: "slow"))
    try laptop.journal.editSession(session.number, with: SessionChanges(title: "Evening"))
    let (knownPlan, known) = (
      try laptop.journal.existingPlan(plan.number), try laptop.journal.existingSession(session.number)
    )
    let knownSet = try #require(known.sets.first)
    for version in [knownPlan.editVersion, known.editVersion, knownSet.editVersion] {
      #expect(WorkoutVersion(version.description) == version)
    }
    try exchange()
    #expect(try laptop.journal.existingPlan(plan.number).version == knownPlan.version)
    #expect(try laptop.journal.existingSession(session.number).sequence == known.sequence)
    let before = laptop.journal.sequence
    func isRefused(_ body: () throws -> Void) {
      let error = #expect(throws: JournalError.self) { try body() }
      #expect(error?.code == .conflict, "\(String(describing: error))")
    }
    isRefused { try laptop.journal.editPlan(plan.number, name: "late", expecting: knownPlan.editVersion) }
    isRefused {
      try laptop.journal.editSession(session.number, with: SessionChanges(note: "late"), expecting: known.editVersion)
    }
    isRefused {
      try laptop.journal.editSet(
        1, ofSession: session.number, to: SetEntry(reps: 7), expecting: knownSet.editVersion)
    }
    #expect(laptop.journal.sequence == before)
    // Numbers of other devices' events are greater than all of this one's, and say nothing of what came later.
    let deviceEvent = WorkoutVersion(sequence: ReplicaSequence(ordinal: 0, sequence: 3).rawValue)
    isRefused { try laptop.journal.editPlan(plan.number, name: "late", expecting: deviceEvent) }
    let present = try laptop.journal.existingPlan(plan.number)
    #expect(present.name == "by the phone")
    try laptop.journal.editPlan(plan.number, name: "late", expecting: present.editVersion)
  }

  @Test("That a check-in stays settles nothing else of it")
  func keep() throws {
    try laptop.journal.edit(3, with: CheckInChanges(title: "by the laptop"))
    try laptop.journal.discard([3])
    try phone.journal.edit(try there(3), with: CheckInChanges(title: "by the phone"))
    try exchange()
    let conflict = try conflict(.discarded, of: 3)
    let title = try self.conflict(.title, of: 3)
    let kept = try #require(conflict.candidates.first { $0.value == "false" })
    #expect(try !laptop.journal.resolve(conflict, with: kept).isChanged)
    #expect(try !laptop.journal.existingCheckIn(3).isDiscarded)
    #expect(laptop.journal.conflicts() == [title])
    try exchange()
    #expect(phone.journal.conflicts().map(\.candidates) == [title.candidates])
    #expect(try laptop.update().whole.conflicts() == [title])
  }
}
