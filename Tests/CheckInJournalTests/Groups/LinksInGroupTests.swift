import CheckInJournal
import Foundation
import TestSupport
import Testing

@testable import CheckInModel

/// What a device says of another's check-in reaches a third one before the check-in does, whether that one has the
/// beginning of the other's log or nothing of it.
@Suite("Links between what several devices wrote")
struct LinksInGroupTests {
  @Test(
    "A session has no check-in where that is not here yet, and has it as soon as it is",
    arguments: [false, true])
  func early(hasHeard: Bool) throws {
    let (phone, laptop, desk) = (
      try JournalDevice(clock: 1_700_000_000_000), try JournalDevice(clock: 1_700_000_001_000),
      try JournalDevice(clock: 1_700_000_002_000)
    )
    try phone.create("Run")
    if hasHeard { try phone.deliver(to: desk) }
    try phone.create("Legs")
    try phone.deliver(to: laptop)
    try laptop.journal.refresh()
    let start = CheckInTime(instantMilliseconds: 1_600_000_000_000, offsetMinutes: 60)
    let session = try laptop.journal.startSession(SessionDraft(start: start, title: "Gym"))
    try laptop.journal.completeSession(endMilliseconds: start.instantMilliseconds + 3_600_000)
    let checkIn = try #require(laptop.journal.numbers.last?.last)
    try laptop.journal.link(session: session.number, toCheckIn: checkIn)

    try laptop.deliver(to: desk)
    try desk.journal.refresh()
    let early = try #require(try desk.journal.completedSessions(limit: 1).first)
    #expect(early.id == session.id && early.checkIn == nil)

    try phone.deliver(to: desk)
    try desk.journal.refresh()
    let known = try #require(try desk.journal.completedSessions(limit: 1).first)
    #expect(try known.checkIn.flatMap { try desk.journal.checkIn($0) }?.title == "Legs")
    let (held, _, whole) = try desk.update()
    #expect(held.difference(from: whole) == nil)
  }
}
