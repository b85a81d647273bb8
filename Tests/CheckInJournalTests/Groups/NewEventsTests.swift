import EventLog
import Foundation
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInModel

/// News of other devices, taken in without folding everything again.
@Suite("News is merged by the check-ins that it concerns")
struct NewEventsTests {
  private let laptop: JournalDevice
  private let phone: JournalDevice

  init() throws {
    laptop = try JournalDevice(clock: 1_700_000_000_000)
    phone = try JournalDevice(clock: 1_700_000_000_500)
    for number in 0..<100 { try laptop.create("laptop \(number)") }
    try phone.create("phone")
    try laptop.deliver(to: phone)
    try phone.deliver(to: laptop)
    for device in [laptop, phone] { try device.journal.refresh() }
  }

  @Test("What comes before events that are here changes its check-in alone, and all is as if it had come in time")
  func late() throws {
    // On the phone it is long before what the laptop has written since.
    for number in [3, 50, 97] {
      try phone.journal.edit(
        try #require(phone.journal.numbers.last).lowerBound + number - 1,
        with: CheckInChanges(title: "late \(number)", distanceMetres: .set(number), notes: "from the phone"))
    }
    try phone.create("late")
    laptop.clock.now += 1_000_000
    try laptop.journal.edit(50, with: CheckInChanges(title: "contested"))
    try laptop.journal.discard([97])
    try laptop.create("later")
    try phone.deliver(to: laptop)
    let (held, isUpdated, whole) = try laptop.update()
    #expect(isUpdated)
    #expect(held.difference(from: whole) == nil)
    #expect(Set(held.conflicts().map(\.checkIn)) == [50, 97])
    try laptop.journal.refresh()
    #expect(try laptop.journal.checkIn(3)?.notes == "from the phone")
    #expect(try laptop.journal.checkIn(50)?.title == "contested")
  }

  @Test("What only a fold of everything can tell is left to that")
  func unusual() throws {
    let identity = UUID()
    for device in [phone, laptop] {
      device.clock.now += 1_000_000
      try device.journal.create(
        CheckInDraft(
          id: identity, type: .run, title: "on both",
          time: CheckInTime(instantMilliseconds: 1_600_000_000_000, offsetMinutes: 0)))
    }
    try phone.deliver(to: laptop)
    #expect(try !laptop.update().isUpdated)
    try laptop.journal.refresh()
    #expect(try laptop.update().held.difference(from: laptop.update().whole) == nil)
  }
}
