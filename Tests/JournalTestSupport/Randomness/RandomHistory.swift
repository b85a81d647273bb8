package import CheckInJournal
internal import EventLog
internal import Foundation
package import TestSupport

/// Random commands, given to a journal and to a list of check-ins at the same time.
package struct RandomHistory {
  package var generator: RandomSource
  /// The check-ins that the journal has to have, by their numbers.
  package private(set) var checkIns: [CheckIn] = []
  /// The number of the last event.
  package private(set) var sequence: UInt64 = 0
  /// Where the journal answered a command with something else than was expected.
  package private(set) var problems: [String] = []

  /// Every check-in lies before this.
  package static let now: Int64 = 1_900_000_000_000

  package init(seed: UInt64) {
    generator = RandomSource(seed: seed)
  }

  /// One command. What the journal refuses, it has to refuse.
  package mutating func step(_ journal: Journal) throws {
    let number = generator.number(1...max(1, checkIns.count))
    switch generator.number(0...19) {
    case 0...7: try create(journal)
    case 8...12: try edit(journal, number)
    case 13, 14: try discard(journal)
    case 15: try restore(journal, number)
    case 16, 17: try attach(journal, number)
    case 18: try clear(journal, number)
    default: try importSome(journal)
    }
  }

  private mutating func create(_ journal: Journal) throws {
    var draft = draft()
    if generator.oneIn(12), let known = checkIns.randomElement(using: &generator) {
      draft.id = known.id
      let answer = try journal.create(draft)
      expect(answer.checkIn, known)
      expect(answer.isNew, false)
      return
    }
    let created = append(draft)
    let answer = try journal.create(draft)
    expect(answer.checkIn, created)
    expect(answer.isNew, true)
  }

  private mutating func edit(_ journal: Journal, _ number: Int) throws {
    guard number <= checkIns.count else { return }
    let other = draft()
    var changes = CheckInChanges()
    if generator.oneIn(3) { changes.type = other.type }
    if generator.oneIn(3) { changes.title = other.title }
    if generator.oneIn(2) { changes.time = other.time }
    if generator.oneIn(3) { changes.calories = other.calories.map { .set($0) } ?? .clear }
    if generator.oneIn(4) { changes.durationSeconds = other.durationSeconds.map { .set($0) } ?? .clear }
    if generator.oneIn(4) { changes.distanceMetres = other.distanceMetres.map { .set($0) } ?? .clear }
    if generator.oneIn(3) { changes.location = other.location.map { .set($0) } ?? .clear }
    if generator.oneIn(3) { changes.notes = other.notes }
    let old = checkIns[number - 1]
    guard !old.isDiscarded else { return refuses { _ = try journal.edit(number, with: changes) } }
    var new = old
    new.type = changes.type ?? new.type
    new.title = changes.title ?? new.title
    new.time = changes.time ?? new.time
    if let calories = changes.calories { new.calories = calories.value }
    if let duration = changes.durationSeconds { new.durationSeconds = duration.value }
    if let distance = changes.distanceMetres { new.distanceMetres = distance.value }
    if let location = changes.location { new.location = location.value }
    new.notes = changes.notes ?? new.notes
    if new != old { store(&new) }
    let known = CheckInVersion(sequence: old.sequence)
    let answer = try journal.edit(number, with: changes, expecting: generator.oneIn(2) ? known : nil)
    expect(answer.checkIn, new)
    expect(answer.isChanged, new != old)
    if new != old { refuses { _ = try journal.edit(number, with: CheckInChanges(title: "Late"), expecting: known) } }
  }

  private mutating func discard(_ journal: Journal) throws {
    let numbers = checkIns.filter { !$0.isDiscarded }.map(\.number).shuffled(using: &generator).prefix(2)
    guard let first = numbers.first else { return }
    for number in numbers {
      var checkIn = checkIns[number - 1]
      checkIn.isDiscarded = true
      store(&checkIn)
    }
    expect(try journal.discard(numbers + [first]), numbers.map { checkIns[$0 - 1] })
    refuses { _ = try journal.discard([first]) }
  }

  private mutating func restore(_ journal: Journal, _ number: Int) throws {
    guard number <= checkIns.count, checkIns[number - 1].isDiscarded else {
      return refuses { _ = try journal.restore(number) }
    }
    var checkIn = checkIns[number - 1]
    checkIn.isDiscarded = false
    store(&checkIn)
    expect(try journal.restore(number), checkIn)
  }

  private mutating func attach(_ journal: Journal, _ number: Int) throws {
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF] + generator.bytes(generator.number(0...2))
    guard number <= checkIns.count, !checkIns[number - 1].isDiscarded else {
      return refuses { _ = try journal.attachPhoto(jpeg, width: 1, height: 1, to: number) }
    }
    var checkIn = checkIns[number - 1]
    let photo = Photo(digest: Digest(of: jpeg), byteCount: jpeg.count, width: generator.number(1...9), height: 7)
    if checkIn.photo != photo {
      checkIn.photo = photo
      store(&checkIn)
    }
    expect(try journal.attachPhoto(jpeg, width: photo.width, height: 7, to: number), checkIn)
  }

  private mutating func clear(_ journal: Journal, _ number: Int) throws {
    guard number <= checkIns.count, !checkIns[number - 1].isDiscarded,
      checkIns[number - 1].photo != nil
    else { return refuses { _ = try journal.clearPhoto(of: number) } }
    var checkIn = checkIns[number - 1]
    checkIn.photo = nil
    store(&checkIn)
    expect(try journal.clearPhoto(of: number), checkIn)
  }

  private mutating func importSome(_ journal: Journal) throws {
    var drafts = (0..<generator.number(0...5)).map { _ in draft() }
    let count = drafts.count
    let known = checkIns.first
    for draft in drafts { _ = append(draft) }
    // Known identities are passed over, within the batch as well.
    drafts += drafts.prefix(1)
    if let known {
      drafts.insert(CheckInDraft(id: known.id, type: .run, title: "Known", time: known.time), at: 0)
    }
    expect(try journal.importCheckIns(drafts).added, count)
  }

  // MARK: What is expected

  private mutating func append(_ draft: CheckInDraft) -> CheckIn {
    sequence += 1
    let checkIn = CheckIn(
      number: checkIns.count + 1, id: draft.id ?? UUID(), type: draft.type ?? .run, title: draft.title,
      time: draft.time, calories: draft.calories, durationSeconds: draft.durationSeconds,
      distanceMetres: draft.distanceMetres, location: draft.location, notes: draft.notes, sequence: sequence)
    checkIns.append(checkIn)
    return checkIn
  }

  private mutating func store(_ checkIn: inout CheckIn) {
    sequence += 1
    checkIn.sequence = sequence
    checkIns[checkIn.number - 1] = checkIn
  }

  private mutating func expect<Value: Equatable>(_ value: Value, _ expected: Value) {
    if value != expected { problems.append("\(value), not \(expected)") }
  }

  private mutating func refuses(_ command: () throws -> Void) {
    do {
      try command()
      problems.append("a command was not refused")
    } catch {}
  }

  /// Often on the same days: around the ends of months and leap days, at every offset.
  package mutating func draft() -> CheckInDraft {
    let month = CivilMonth(monthNumber: 2023 * 12 + generator.number(10...28))
    let day =
      generator.oneIn(3)
      ? month.firstDay.adding(days: generator.number(0...27)) : month.lastDay.adding(days: generator.number(-1...1))
    let offset = generator.element(of: [-720, -600, -300, 0, 60, 60, 60, 330, 765, 840])
    let local = Int64(day.dayNumber) * 86_400_000 + Int64(generator.number(0...95)) * 900_000
    let texts = ["Morning 5k", "Früh 🏊‍♀️", "x", "Zeile\nzwei", "日本"]
    return CheckInDraft(
      id: generator.identity(),
      type: generator.element(of: ExerciseType.selectable), title: generator.element(of: texts),
      time: CheckInTime(
        instantMilliseconds: local - Int64(offset) * 60_000 + (generator.oneIn(5) ? 59_999 : 0), offsetMinutes: offset,
        timeZone: generator.element(of: [nil, "Europe/Berlin", "Pacific/Auckland"]),
        isTimeOfDayKnown: !generator.oneIn(5)),
      calories: generator.oneIn(2) ? generator.number(0...900) : nil,
      durationSeconds: generator.oneIn(3) ? generator.element(of: [1, 127, 128, 5400, 1_000_000]) : nil,
      distanceMetres: generator.oneIn(3) ? generator.element(of: [1, 800, 5000, 42_195, 10_000_000]) : nil,
      location: generator.oneIn(2) ? generator.element(of: texts) : nil,
      notes: generator.oneIn(2) ? generator.element(of: texts) : "")
  }
}
