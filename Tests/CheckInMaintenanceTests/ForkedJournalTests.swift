import CheckInJournal
import CheckInMaintenance
import Foundation
import TestSupport
import Testing

/// A journal that was copied and given an identity of its own, among the devices that knew it.
@Suite("What a fork was copied from counts once")
struct ForkedJournalTests {
  private let directory: TemporaryDirectory
  private static let time = CheckInTime(instantMilliseconds: 1_700_000_000_000, offsetMinutes: 60)

  init() throws { directory = try TemporaryDirectory() }

  private struct Shown: Equatable {
    var checkIns: [UUID: [String]] = [:]
    var conflicts = 0
    var plans: [String] = []
    var exercises = 0
    var sessions: [String] = []
  }

  private static func shown(_ journal: Journal) throws -> Shown {
    try journal.refresh()
    var shown = Shown(conflicts: journal.conflicts().count)
    for number in journal.numbers.flatMap({ $0 }) {
      guard let checkIn = try journal.checkIn(number), checkIn.number == number else { continue }
      shown.checkIns[checkIn.id] = [checkIn.title, checkIn.notes, String(checkIn.isDiscarded)]
    }
    shown.plans = try journal.plans().map { "\($0.name) \($0.id)" }.sorted()
    shown.exercises = try journal.exercises().count
    shown.sessions = try journal.completedSessions().map { session in
      "\(session.title) \(session.id) \(session.state) \(session.sets.count)"
    }.sorted()
    return shown
  }

  private static func deliver(_ source: Journal, to target: Journal) throws {
    let copy = target.peerLog(of: try #require(try source.ownLog.replica()))
    var chunks = try source.ownLog.chunks(after: try copy.log.lastSequence() ?? 0)
    while let chunk = try chunks.next() { #expect(try copy.append(chunk) == .appended) }
  }

  private static func create(_ title: String, _ journal: Journal) throws {
    _ = try journal.create(CheckInDraft(type: .run, title: title, time: time))
  }

  private static func train(_ title: String, _ journal: Journal, plan: Bool = true) throws {
    if plan { _ = try journal.createPlan(name: title, try PlanText.parse("Dip / 3x8", unit: .kilograms)) }
    _ = try journal.startSession(SessionDraft(start: time, title: title))
    _ = try journal.log(
      try SetNotation.parse("80x10 85x8", unit: .kilograms), exercise: "bench", at: time, isTimeGiven: true)
    try journal.completeSession(endMilliseconds: time.instantMilliseconds + 3_600_000)
  }

  @Test("An audit says everything once, also where a fork's log comes before it is refreshed")
  func audit() throws {
    let (laptop, phone) = (directory.path + "/laptop", directory.path + "/phone")
    let (original, third) = (try Journal(at: laptop), try Journal(at: phone))
    try Group(
      me: Group.Replica(journal: try #require(try original.ownLog.replica()), name: "laptop"), place: "/nowhere"
    )
    .write(inJournalAt: laptop)
    for title in ["first", "second"] { try Self.create(title, original) }
    try Self.create("the phone's", third)
    try Self.deliver(original, to: third)
    try third.refresh()
    try original.close()
    try FileManager.default.copyItem(atPath: laptop, toPath: directory.path + "/copy")
    _ = try JournalFork(ofJournalAt: directory.path + "/copy", as: "copy")
    let fork = try Journal(at: directory.path + "/copy")
    func titles() throws -> [String] {
      var titles: [String] = []
      try third.audit { entry in if case .created(let created) = entry.event.action { titles.append(created.title) } }
      return titles.sorted()
    }
    let before = try titles()
    #expect(before == ["first", "second", "the phone's"])
    try Self.create("by the copy", fork)
    try Self.deliver(fork, to: third)
    #expect(try titles() == before)
    try third.refresh()
    #expect(try titles() == ["by the copy"] + before)
  }

  @Test("All devices show what was there before, in whatever order they meet, and write on", arguments: 0..<6)
  func meet(order: Int) throws {
    let (laptop, phone) = (directory.path + "/laptop", directory.path + "/phone")
    let original = try Journal(at: laptop)
    let third = try Journal(at: phone)
    let names = [("laptop", original), ("phone", third)]
    for (index, (name, journal)) in names.enumerated() {
      let other = names[1 - index]
      try Group(
        me: Group.Replica(journal: try #require(try journal.ownLog.replica()), name: name),
        replicas: [Group.Replica(journal: try #require(try other.1.ownLog.replica()), name: other.0)],
        place: "/nowhere"
      ).write(inJournalAt: directory.path + "/" + name)
    }
    try Self.create("the phone's", third)
    try Self.deliver(third, to: original)
    try original.refresh()
    for title in ["kept", "edited", "gone"] { try Self.create(title, original) }
    try original.edit(2, with: CheckInChanges(title: "edited twice", notes: "new"))
    try original.discard([3])
    try original.edit(try #require(original.numbers.last).lowerBound, with: CheckInChanges(notes: "from the laptop"))
    try Self.train("before", original)
    let before = try Self.shown(original)
    try original.close()
    try FileManager.default.copyItem(atPath: laptop, toPath: directory.path + "/copy")
    _ = try JournalFork(ofJournalAt: directory.path + "/copy", as: "copy")
    let fork = try Journal(at: directory.path + "/copy")
    #expect(try Self.shown(fork) == before)
    let devices = [original, fork, third]
    var pairs: [(Journal, Journal)] = []
    for source in devices { for target in devices where target !== source { pairs.append((source, target)) } }
    pairs = Array(pairs[order...] + pairs[..<order])
    func deliverAll() throws {
      for (source, target) in pairs {
        try Self.deliver(source, to: target)
        try target.refresh()
      }
    }
    try deliverAll()
    for device in devices { #expect(try Self.shown(device) == before) }
    // All write on: in what was copied, and anew.
    for (index, device) in devices.enumerated() {
      try Self.create("later \(index)", device)
      try Self.train("later \(index)", device)
    }
    try deliverAll()
    try fork.edit(2, with: CheckInChanges(title: "by the fork"))
    try deliverAll()
    try original.edit(2, with: CheckInChanges(title: "by the original"))
    try deliverAll()
    let after = try Self.shown(original)
    #expect(after.checkIns.count == before.checkIns.count + 3 && after.conflicts == 0)
    #expect(after.plans.count == before.plans.count + 3 && after.sessions.count == before.sessions.count + 3)
    #expect(after.checkIns.values.contains { $0[0] == "by the original" })
    for device in devices {
      #expect(try Self.shown(device) == after)
      try device.close()
    }
    for name in ["laptop", "phone", "copy"] {
      #expect(try Self.shown(Journal(at: directory.path + "/" + name, for: .readOnly)) == after)
    }
  }
}
