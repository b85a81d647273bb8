import CheckInJournal
import CheckInMaintenance
import EventLog
import JournalTestSupport
import TestSupport
import Testing

/// One command undone out of its turn, against a model: what the check-ins were after each command.
@Suite("Undoing any one command")
struct UndoOneTests {
  private let configuration: Journal.Configuration

  init() {
    var configuration = Journal.Configuration(now: { RandomHistory.now }, segmentByteLimit: 20_000)
    configuration.fileSystem = SimulatedFileSystem()
    self.configuration = configuration
  }

  /// The fields of a check-in, as texts.
  private typealias Fields = [String: String]

  private func fields(_ checkIn: CheckIn) -> Fields {
    [
      "type": checkIn.type.name, "title": checkIn.title, "time": checkIn.time.description,
      "zone": checkIn.time.timeZone ?? "", "calories": checkIn.calories.map(String.init) ?? "",
      "location": checkIn.location ?? "", "notes": checkIn.notes, "photo": checkIn.photo?.digest.hexadecimal ?? "",
      "discarded": "\(checkIn.isDiscarded)",
    ]
  }

  private func state(_ journal: Journal) throws -> [Int: Fields] {
    let all = try journal.checkIns() + journal.checkIns(discarded: true)
    return Dictionary(uniqueKeysWithValues: all.map { ($0.number, fields($0)) })
  }

  /// What undoing the step between two states alone leads to; `nil` where that must be refused.
  private func model(
    undoing before: [Int: Fields], _ after: [Int: Fields], in now: [Int: Fields]
  ) -> [Int: Fields]? {
    var result = now
    for (number, then) in after where before[number] != then {
      guard let present = now[number] else { return nil }
      if let past = before[number] {
        var fields = Set(then.keys.filter { then[$0] != past[$0] })
        if !fields.isDisjoint(with: ["time", "zone"]) { fields.formUnion(["time", "zone"]) }
        guard fields.union(["discarded"]).allSatisfy({ present[$0] == then[$0] }) else { return nil }
        for field in fields { result[number]?[field] = past[field] }
      } else {
        guard present == then else { return nil }
        result[number]?["discarded"] = "true"
      }
    }
    return result
  }

  @Test("Any command is undone alone, or refused, as a model says; and a plain undo takes that back", arguments: 0..<8)
  func againstTheModel(_ run: Int) throws {
    var generator = RandomSource(seed: TestSettings.seed &+ UInt64(run))
    var history = RandomHistory(seed: TestSettings.seed &+ 1000 &+ UInt64(run))
    let journal = try Journal(at: "/journal", configuration: configuration)
    var steps: [(sequence: UInt64, before: [Int: Fields], after: [Int: Fields])] = []
    var (undone, refused) = (0, 0)
    var now: [Int: Fields] = [:]
    func step(_ body: () throws -> Void) throws {
      let sequence = journal.sequence
      try body()
      guard journal.sequence > sequence else { return }
      let after = try state(journal)
      steps.append((generator.element(of: Array(sequence + 1...journal.sequence)), now, after))
      now = after
    }
    for _ in 0..<120 {
      let numbers = now.keys.sorted()
      let active = numbers.filter { now[$0]?["discarded"] == "false" }
      let place = "CHECKIN_SEED=\(TestSettings.seed), run \(run), after event \(journal.sequence)"
      switch generator.number(0...9) {
      case 0, 1: try step { _ = try journal.create(history.draft()) }
      case 2, 3:
        guard let number = active.randomElement(using: &generator) else { continue }
        var changes = CheckInChanges()
        if generator.oneIn(2) { changes.title = "Title \(generator.number(0...2))" }
        if generator.oneIn(2) { changes.calories = generator.oneIn(2) ? .clear : .set(generator.number(0...2)) }
        if generator.oneIn(3) { changes.notes = "Notes \(generator.number(0...2))" }
        if generator.oneIn(3) {
          changes.time = CheckInTime(instantMilliseconds: Int64(generator.number(0...2)), offsetMinutes: 60)
        }
        try step { _ = try journal.edit(number, with: changes) }
      case 4:
        guard let number = active.randomElement(using: &generator) else { continue }
        try step {
          _ = try journal.attachPhoto(
            [0xFF, 0xD8, 0xFF, UInt8(generator.number(1...3))], width: 1, height: 1, to: number)
        }
      case 5:
        let some = active.filter { _ in generator.oneIn(4) }
        guard !some.isEmpty else { continue }
        try step { _ = try journal.discard(some) }
      case 6:
        let some = numbers.filter { !active.contains($0) && generator.oneIn(3) }
        guard !some.isEmpty else { continue }
        try step { _ = try journal.restore(some) }
      default:
        guard let target = steps.randomElement(using: &generator) else { continue }
        let expected = model(undoing: target.before, target.after, in: now)
        let events = journal.sequence
        guard let expected, expected != now else {
          let error = #expect(throws: JournalError.self, "\(place), undoing \(target.sequence)") {
            try journal.undo(event: target.sequence)
          }
          #expect(error?.code == .invalidValue)
          #expect(journal.sequence == events)
          refused += 1
          continue
        }
        let before = now
        try step { try journal.undo(event: target.sequence) }
        try #require(now == expected, "\(place), undoing \(target.sequence)")
        undone += 1
        if generator.oneIn(2) {
          try step { try journal.undo() }
          try #require(now == before, "\(place), taking back the undoing of \(target.sequence)")
        }
      }
    }
    #expect(undone > 3 && refused > 3)
    try journal.close()
    #expect(try Journal.verify(at: "/journal", in: configuration.fileSystem).problems == [])
  }

  @Test func itIsSaidWhatDepends() throws {
    let journal = try Journal(at: "/journal", configuration: configuration)
    let time = CheckInTime(instantMilliseconds: 0, offsetMinutes: 0)
    try journal.create(CheckInDraft(type: .run, title: "First", time: time))
    try journal.edit(1, with: CheckInChanges(title: "Second"))
    try journal.edit(1, with: CheckInChanges(title: "Third", calories: .set(5)))
    try journal.edit(1, with: CheckInChanges(location: .set("Park")))
    func refusal(_ sequence: UInt64) -> String {
      do {
        try journal.undo(event: sequence)
        return ""
      } catch {
        return error.message
      }
    }
    #expect(
      refusal(2) == "Command 2 cannot be undone alone, since later events depend on it: "
        + "event 3 changed the title of check-in 1.")
    #expect(
      refusal(1) == "Command 1 cannot be undone alone, since later events depend on it: "
        + "event 2 changed the title of check-in 1; event 3 changed the title, calories of check-in 1; "
        + "event 4 changed the location of check-in 1.")
    #expect(refusal(9) == "The journal has no event 9 yet; the latest is 4.")
    #expect(refusal(0) == "The journal has no event 0; the latest is 4.")
    #expect(try journal.undo(event: 3).action == .edited)
    #expect(try journal.checkIn(1)?.title == "Second")
    #expect(try journal.checkIn(1)?.location == "Park")
    #expect(refusal(3).contains("event 5 changed the title, calories of check-in 1"))
    #expect(try journal.undo(event: 2).command == 2)
    try journal.discard([1])
    #expect(refusal(4).contains("event 7 discarded check-in 1"))
    try journal.undo()
    try journal.undo()
    #expect(try journal.checkIn(1)?.title == "Second")
    #expect(refusal(7).contains("Command 7 is undone already, by event 8"))
  }

  @Test func workoutsAreUndoneOutOfTurnWhereNothingElseWasDoneToThem() throws {
    let journal = try Journal(at: "/journal", configuration: configuration)
    let time = CheckInTime(instantMilliseconds: 0, offsetMinutes: 0)
    func log(_ weight: Int) throws -> UInt64 {
      try journal.log(
        SetNotation.parse("\(weight)x5", unit: .kilograms), exercise: "Bench Press", at: time, isTimeGiven: true)
      return journal.sequence
    }
    let first = try log(80)
    let second = try log(90)
    try journal.setGoal(Goal(.days, count: 3, each: .week))
    let third = try log(100)
    #expect(throws: JournalError.self, "the session that it began has other sets") { try journal.undo(event: first) }
    #expect(try journal.undo(event: second).workout == "setLogged")
    func sets() throws -> [Int] {
      try journal.existingSession(1).sets.filter { !$0.isRemoved }.map(\.number)
    }
    #expect(try sets() == [1, 3])
    try journal.undo()
    #expect(try sets() == [1, 2, 3])
    // What was undone is in nobody's way.
    let goals = try journal.goals()
    #expect(goals.count == 1)
    try journal.undo(event: second + 1)
    #expect(try journal.goals().isEmpty)
    try journal.discardSession(1)
    #expect(throws: JournalError.self) { try journal.undo(event: third) }
    try journal.undo()
    #expect(try journal.undo(event: third).workout == "setLogged")
  }
}
