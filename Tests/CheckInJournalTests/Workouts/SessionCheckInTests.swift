import CheckInJournal
import Foundation
import JournalTestSupport
import TestSupport
import Testing

/// A finished workout is a check-in: one of its day, or a new one.
@Suite("The check-in of a finished session")
struct SessionCheckInTests {
  private let directory: TemporaryDirectory
  private let journal: Journal

  init() throws {
    directory = try TemporaryDirectory()
    journal = try Journal(at: directory.path + "/journal")
  }

  private static func time(_ clock: String, day: String = "2025-11-21") throws -> CheckInTime {
    let local = try #require(WrittenTime("\(day)T\(clock)")).localMilliseconds
    return CheckInTime(instantMilliseconds: local - 3_600_000, offsetMinutes: 60)
  }

  @discardableResult
  private func add(
    _ type: ExerciseType, _ title: String, at clock: String = "07:00", day: String = "2025-11-21"
  ) throws -> Int {
    try journal.create(CheckInDraft(type: type, title: title, time: try Self.time(clock, day: day)))
    return try #require(try journal.checkIns().first { $0.title == title }).number
  }

  /// Starts and finishes a session at 18:00.
  @discardableResult
  private func train(
    _ title: String = "Push A", at clock: String = "18:00", day: String = "2025-11-21",
    checkIn: SessionCheckIn? = .linkedOrAdded(), on journal: Journal? = nil
  ) throws -> Journal.SessionCompletion {
    let journal = journal ?? self.journal
    let start = try Self.time(clock, day: day)
    try journal.startSession(SessionDraft(start: start, title: title))
    try journal.log([SetEntry(reps: 8)], exercise: "pull-up", at: start, isTimeGiven: true)
    return try journal.completeSession(endMilliseconds: start.instantMilliseconds + 3_600_000, checkIn: checkIn)
  }

  @Test("Finishing adds a check-in with the session's title and start")
  func adds() throws {
    let completion = try train()
    let checkIn = try #require(completion.checkIn)
    #expect(completion.link == .added && completion.session.checkIn == checkIn.number)
    #expect(checkIn.type == .strengthTraining && checkIn.title == "Push A")
    #expect(checkIn.time == (try Self.time("18:00")))
    #expect(try journal.session(ofCheckIn: checkIn.number) == completion.session.number)
    #expect(try journal.hasTrained(on: checkIn.day))
    #expect(try train(day: "2025-11-22", checkIn: .linkedOrAdded(type: .gym, title: "Legs")).checkIn?.title == "Legs")
    #expect(try journal.existingCheckIn(2).type == .gym)
  }

  @Test(
    "A check-in of the day is linked instead, if its type stands for a workout",
    arguments: [ExerciseType.gym, .strengthTraining])
  func links(type: ExerciseType) throws {
    let number = try add(type, "Before")
    #expect(try journal.suitableCheckIn(forSession: try train(checkIn: nil).session.number)?.number == number)
    let completion = try journal.linkCheckIn(toSession: 1)
    #expect(completion.link == .linked && completion.checkIn?.number == number)
    #expect(completion.checkIn?.title == "Before" && completion.session.checkIn == number)
    #expect(try journal.statistics(today: try Self.time("18:00").day).total == 1)
  }

  @Test("A check-in of another type or day, a discarded one, and one with a session stay as they are")
  func others() throws {
    try add(.run, "Run")
    try add(.gym, "Day before", day: "2025-11-20")
    try journal.discard([try add(.gym, "Discarded")])
    let first = try train()
    #expect(first.link == .added && first.checkIn?.number == 4)
    let second = try train("Pull A", at: "20:00")
    #expect(second.link == .added && second.checkIn?.number == 5, "two workouts on one day are two check-ins")
    #expect(try journal.existingSession(first.session.number).checkIn == 4)
  }

  @Test("Of several check-ins, the one closest to the workout is linked")
  func closest() throws {
    try add(.gym, "Morning", at: "07:00")
    try add(.strengthTraining, "Evening", at: "18:20")
    try add(.gym, "Night", at: "22:00")
    #expect(try train().checkIn?.title == "Evening")
    #expect(try train("Second").checkIn?.title == "Night")
    #expect(try train("Third").checkIn?.title == "Morning")
  }

  @Test("A session without a check-in gets one later; again, nothing changes")
  func later() throws {
    let completion = try train(checkIn: nil)
    #expect(completion.checkIn == nil && completion.link == nil)
    #expect(try !journal.hasTrained(on: completion.session.day))
    #expect(try journal.linkCheckIn(toSession: 1).link == .added)
    #expect(try journal.hasTrained(on: completion.session.day))
    let sequence = journal.sequence
    let again = try journal.linkCheckIn(.linkedOrAdded(type: .run), toSession: 1)
    #expect(again.link == .unchanged && again.checkIn?.number == 1 && journal.sequence == sequence)
    #expect(throws: JournalError.self) { try journal.linkCheckIn(toSession: 2) }
    try journal.startSession(SessionDraft(start: try Self.time("20:00"), title: "Open"))
    #expect(throws: JournalError.self) { try journal.linkCheckIn(toSession: 2) }
    try journal.discardSession(1)
    #expect(throws: JournalError.self) { try journal.linkCheckIn(toSession: 1) }
  }

  @Test("A check-in with an identity is added once; the one that has it already is linked")
  func identity() throws {
    let id = UUID()
    let added = try train(checkIn: .linkedOrAdded(type: .yoga, id: id))
    #expect(added.link == .added && added.checkIn?.id == id && added.checkIn?.type == .yoga)
    try journal.unlink(checkIn: 1)
    let again = try journal.linkCheckIn(.linkedOrAdded(type: .yoga, id: id), toSession: 1)
    #expect(again.link == .linked && again.checkIn?.number == 1)
    let second = try train("Second", at: "20:00", checkIn: .linkedOrAdded(type: .yoga, id: id))
    #expect(second.link == .added && second.checkIn?.id != id, "the first session has it")
    try journal.discard([1])
    let other = try journal.linkCheckIn(.linkedOrAdded(type: .yoga, id: id), toSession: 1)
    #expect(other.link == .added && other.checkIn?.id != id, "it is discarded")
  }

  @Test("An open session that is linked already keeps its check-in, unless that is discarded")
  func linkedBefore() throws {
    let number = try add(.run, "Warm-up")
    let start = try Self.time("18:00")
    try journal.startSession(SessionDraft(start: start, title: "Push A"))
    try journal.link(session: 1, toCheckIn: number)
    let end = start.instantMilliseconds + 60_000
    let kept = try journal.completeSession(endMilliseconds: end, checkIn: .linkedOrAdded())
    #expect(kept.link == .unchanged && kept.checkIn?.number == number)
    try journal.discard([number])
    let other = try journal.linkCheckIn(toSession: 1)
    #expect(other.link == .added && other.checkIn?.number == 2)
    #expect(try journal.session(ofCheckIn: number) == nil)
  }

  @Test("The session and its check-in are one undo step", arguments: [false, true])
  func undo(isLinked: Bool) throws {
    if isLinked { try add(.gym, "Before") }
    try train()
    _ = try journal.undo()
    let open = try #require(try journal.openSession())
    #expect(open.checkIn == nil && open.sets.count == 1)
    #expect(try journal.checkIns().map(\.title) == (isLinked ? ["Before"] : []))
    #expect(try journal.session(ofCheckIn: 1) == nil)
    _ = try journal.redo()
    #expect(try journal.openSession() == nil && journal.existingSession(1).checkIn == 1)
    #expect(try journal.existingCheckIn(1).isDiscarded == false)
  }

  @Test("A restored session has no check-in; checking in links the one that it had")
  func restored() throws {
    try train()
    try journal.discardSession(1)
    #expect(try journal.session(ofCheckIn: 1) == nil && !journal.existingCheckIn(1).isDiscarded)
    #expect(try journal.restoreSession(1).checkIn == nil)
    let completion = try journal.linkCheckIn(toSession: 1)
    #expect(completion.link == .linked && completion.checkIn?.number == 1)
  }

  @Test("What is wrong with the check-in or the end finishes nothing")
  func refused() throws {
    let start = try Self.time("18:00")
    try journal.startSession(SessionDraft(start: start, title: "Push A"))
    let sequence = journal.sequence
    let long = SessionCheckIn.linkedOrAdded(title: String(repeating: "x", count: 101))
    for (end, checkIn) in [
      (start.instantMilliseconds, long), (start.instantMilliseconds - 1, .linkedOrAdded()),
      (start.instantMilliseconds, .linkedOrAdded(type: .unknown)),
    ] as [(Int64, SessionCheckIn)] {
      #expect(throws: JournalError.self) { try journal.completeSession(endMilliseconds: end, checkIn: checkIn) }
    }
    #expect(journal.sequence == sequence)
  }

  @Test("A set after midnight belongs to the open session, and the check-in to the day on which it began")
  func midnight() throws {
    let start = try Self.time("23:30")
    try journal.startSession(SessionDraft(start: start, title: "Late"))
    let after = try Self.time("00:15", day: "2025-11-22")
    for isTimeGiven in [false, true] {
      let logged = try journal.log([SetEntry(reps: 8)], exercise: "pull-up", at: after, isTimeGiven: isTimeGiven)
      #expect(!logged.isNewSession && logged.session.number == 1)
    }
    let completion = try journal.completeSession(
      endMilliseconds: after.instantMilliseconds, checkIn: .linkedOrAdded())
    #expect(completion.checkIn?.day == start.day && completion.session.sets.count == 2)
    #expect(try !journal.hasTrained(on: after.day))
  }

  @Test("A check-in that another device recorded is linked, and both devices show the same")
  func group() throws {
    for name in ["laptop", "phone"] { try Journal(at: directory.path + "/" + name).close() }
    let devices = try TwoDevices(laptop: directory.path + "/laptop", phone: directory.path + "/phone")
    let laptop = try Journal(at: devices.laptop)
    try laptop.create(CheckInDraft(type: .gym, title: "Evening", time: try Self.time("18:05")))
    try devices.sync()
    let phone = try Journal(at: devices.phone)
    let completion = try train(on: phone)
    #expect(completion.link == .linked && completion.checkIn?.title == "Evening")
    try devices.sync()
    try laptop.refresh()
    #expect(try laptop.completedSessions().first?.checkIn == 1)
    #expect(laptop.conflicts() == [])
    let second = try train("Second", at: "20:00", on: laptop)
    #expect(second.link == .added && second.checkIn?.title == "Second")
  }
}
