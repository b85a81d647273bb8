import Foundation
import JournalTestSupport
import Synchronization
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInModel
@testable import CheckInTimeline

/// What a timeline cannot hold is refused when it is planned; and what it holds is little more than what is alive.
@Suite("Limits of the timeline")
struct TimelineCapacityTests {
  private func draft(_ title: String, zone: String? = nil, notes: String = "") -> CheckInDraft {
    CheckInDraft(
      type: .run, title: title,
      time: CheckInTime(instantMilliseconds: 1_700_000_000_000, offsetMinutes: 60, timeZone: zone), notes: notes)
  }

  private func memoryJournal() throws -> Journal { try Trial([]).open(SimulatedFileSystem()) }

  @Test("Edits of a long text leave at most as much waste as there is text")
  func waste() throws {
    let journal = try memoryJournal()
    let notes = String(repeating: "0123456789", count: 20_000)
    try journal.create(draft("Long", notes: notes))
    var largest = 0
    for calories in 1...60 {
      try journal.edit(1, with: CheckInChanges(calories: .set(calories)))
      largest = max(largest, try arenaByteCount(journal))
    }
    #expect(largest <= 2 * (notes.utf8.count + 100))
    // Moving to and fro between months leaves none behind either.
    for step in 0..<20 {
      let time = CheckInTime(instantMilliseconds: 1_700_000_000_000 - Int64(step % 2) * 3_000_000_000, offsetMinutes: 0)
      try journal.edit(1, with: CheckInChanges(time: time))
    }
    let total = try journal.read { timeline in timeline.pages.reduce(0) { $0 + ($1?.arena.count ?? 0) } }
    #expect(total <= 2 * (notes.utf8.count + 100) + 2 * 65_536)
    #expect(try journal.existingCheckIn(1).notes == notes)
  }

  private func arenaByteCount(_ journal: Journal) throws -> Int {
    try journal.read { $0.pages[0]?.arena.count ?? 0 }
  }

  @Test("Text beyond a month's limit is refused before anything is written")
  func texts() throws {
    let journal = try memoryJournal()
    try journal.create(draft("One", notes: String(repeating: "x", count: 1000)))
    func reserve(_ target: Plan.Target, _ action: Event.Action) throws {
      try journal.read { timeline in
        var capacity = TimelineCapacity(arenaByteLimit: 3000)
        try capacity.reserve([(target, action)], in: &timeline)
      }
    }
    func creation(_ count: Int) throws -> Event.Action {
      .created(
        try #require(Event.Created(draft("Two", notes: String(repeating: "y", count: count)), id: UUID())))
    }
    try reserve(.new, creation(500))
    let error = #expect(throws: JournalError.self) { try reserve(.new, creation(2500)) }
    #expect(error?.code == .invalidValue && error?.message.contains("2023-11") == true)
    #expect(throws: JournalError.self) {
      try reserve(.checkIn(1), .edited(CheckInChanges(notes: String(repeating: "z", count: 2500))))
    }
  }

  @Test("A month's 65,536th time zone is refused, and those that nobody uses any more do not count")
  func zones() throws {
    let journal = try memoryJournal()
    let drafts = (1...MonthPage.maximumZoneCount).map { number in
      var draft = draft("Session", zone: "Zone/\(number)")
      draft.id = UUID()
      return draft
    }
    #expect(try journal.importCheckIns(drafts).added == MonthPage.maximumZoneCount)
    let sequence = journal.sequence
    let error = #expect(throws: JournalError.self) { try journal.create(draft("One too many", zone: "Zone/New")) }
    #expect(error?.code == .invalidValue && error?.message.contains("time zones") == true)
    var more = draft("Session", zone: "Zone/Other")
    more.id = UUID()
    #expect(throws: JournalError.self) { try journal.importCheckIns([more]) }
    #expect(journal.sequence == sequence)
    try journal.create(draft("A zone that is there", zone: "Zone/7"))
    // Zone 1 goes out of use, so there is room for another.
    try journal.edit(1, with: CheckInChanges(time: draft("", zone: "Zone/2").time))
    try journal.create(draft("In its place", zone: "Zone/New"))
    #expect(try journal.existingCheckIn(journal.lastNumber).time.timeZone == "Zone/New")
    #expect(try journal.existingCheckIn(500).time.timeZone == "Zone/500")
    let replayed = try journal.loader.load()
    #expect(replayed.problem == nil && replayed.timeline.directory == journal.state.withLock { $0.timeline.directory })
  }

  @Test("A command whose texts are larger than a frame may be is written in several")
  func frames() throws {
    let fileSystem = SimulatedFileSystem()
    let journal = try Trial([], segmentByteLimit: 1 << 30).open(fileSystem)
    @Sendable func notes(_ letter: String) -> String { String(repeating: letter, count: 1_000_000) }
    for number in 1...7 { try journal.create(draft("\(number)", notes: notes("\(number)"))) }
    let outcome = try journal.commit { _ in
      Plan(
        events: (1...7).map { (.checkIn($0), .edited(CheckInChanges(notes: notes("\($0 + 1)")))) }, keys: [.everything])
    }
    #expect(outcome.eventCount == 7)
    try journal.close()
    #expect(try journal.loader.load().problem == nil)
    #expect(try journal.existingCheckIn(7).notes == notes("8"))
  }
}
