import EventLog
import Foundation
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInModel

/// By which numbers a journal names what others created.
@Suite("Each device of a group has an ordinal of its own")
struct OrdinalTests {
  private static func titles(_ journal: Journal) throws -> Set<String> {
    Set(try journal.numbers.flatMap { $0 }.compactMap { try journal.checkIn($0)?.title })
  }

  private static func device(_ index: Int) throws -> JournalDevice {
    let device = try JournalDevice(clock: 1_700_000_000_000 + Int64(index))
    try device.create("device \(index)")
    return device
  }

  @Test("An ordinal that another process has given is taken over, whoever was thought to have it", arguments: 2...6)
  func givenElsewhere(count: Int) throws {
    let own = try Self.device(0)
    let others = try (1...count).map { try Self.device($0) }
    try Group(
      me: Group.Replica(journal: try own.replica(), name: "own"),
      replicas: others.enumerated().map { Group.Replica(journal: try $1.replica(), name: "other-\($0)") },
      place: "/nowhere"
    ).write(inJournalAt: "/journal", own.fileSystem)
    // The last that the group has is the first to be heard of.
    for other in others.reversed() {
      try other.deliver(to: own)
      try own.journal.refresh()
    }
    let process = try own.anotherProcess()
    try process.create(
      CheckInDraft(
        type: .run, title: "own", time: CheckInTime(instantMilliseconds: 1_600_000_000_000, offsetMinutes: 0)))
    try process.close()
    let all = Set((0...count).map { "device \($0)" } + ["own"])
    try own.journal.refresh()
    #expect(try Self.titles(own.journal) == all)
    let (held, _, whole) = try own.update()
    #expect(held.difference(from: whole) == nil)
    #expect(Set(held.writers.map(\.replica)) == Set(try ([own] + others).map { try $0.replica() }))
    // It writes on, and so does everybody else.
    for device in [own] + others { try device.create("later") }
    for other in others { try other.deliver(to: own) }
    try own.journal.refresh()
    try own.create("last")
    #expect(try Self.titles(own.journal) == all.union(["later", "last"]))
    #expect(own.journal.numbers.joined().count == 2 * count + 4)
    #expect(try Self.titles(own.anotherProcess()) == all.union(["later", "last"]))
  }

  @Test("What is to be written by a number that another process has given otherwise meanwhile is refused")
  func namedMeanwhile() throws {
    let own = try Self.device(0)
    let others = try (1...2).map { try Self.device($0) }
    try Group(
      me: Group.Replica(journal: try own.replica(), name: "own"),
      replicas: try [("a", others[0]), ("b", others[1])].map { name, device in
        Group.Replica(journal: try device.replica(), name: name)
      },
      place: "/nowhere"
    ).write(inJournalAt: "/journal", own.fileSystem)
    try others[1].deliver(to: own)
    try own.journal.refresh()
    let number = try #require(own.journal.number(1, on: "b"))
    #expect(try own.journal.checkIn(number)?.title == "device 2")
    // Another process hears of both, and names them in the group's order.
    try others[0].deliver(to: own)
    let process = try own.anotherProcess()
    try process.create(
      CheckInDraft(
        type: .run, title: "own", time: CheckInTime(instantMilliseconds: 1_600_000_000_000, offsetMinutes: 0)))
    try process.close()
    #expect(throws: JournalError.self) { try own.journal.edit(number, with: CheckInChanges(title: "changed")) }
    try own.journal.refresh()
    #expect(try Self.titles(own.journal) == ["device 0", "device 1", "device 2", "own"])
    try own.journal.edit(try #require(own.journal.number(1, on: "b")), with: CheckInChanges(title: "changed"))
    #expect(try Self.titles(own.journal) == ["device 0", "device 1", "changed", "own"])
  }

  @Test("A log that gives one ordinal to two devices is damaged, and nothing is left out silently")
  func givenTwice() throws {
    let own = try Self.device(0)
    let others = try [1, 2].map { try Self.device($0) }
    let seen = try others.map { other in
      let end = try #require(try other.journal.ownLog.end())
      return Seen(replica: try other.replica(), position: end, clock: HybridClock(), ordinal: 5)
    }
    _ = try own.journal.commit { _ in Plan(events: seen.map { (.noCheckIn, .seen($0)) }) }
    for other in others { try other.deliver(to: own) }
    #expect(throws: JournalError.self) { try own.journal.refresh() }
  }

  @Test("A device that cannot be told apart any more is named")
  func tooMany() throws {
    let own = try Self.device(0)
    let others = try (1...(ReplicaNumber.ordinalCount + 1)).map { try Self.device($0) }
    for other in others { try other.deliver(to: own) }
    let last = try #require(try others.map { try $0.replica() }.max { $0.uuidString < $1.uuidString })
    let journal = try own.anotherProcess()
    #expect(try Self.titles(journal).count == ReplicaNumber.ordinalCount + 1)
    let messages = journal.openingMessages.map(\.text)
    #expect(messages.filter { $0.contains(last.uuidString.lowercased().prefix(8)) }.count == 1)
    #expect(messages.filter { $0.contains("left out") }.count == 1)
  }
}
