import Foundation

@testable import CheckInJournal
@testable import CheckInModel
@testable import CheckInTimeline

extension SimulatedGroup {
  /// What a device shows in an order, or as the latest of several, by identities that all devices share. Everything in
  /// the simulation takes place at the same time, so that nothing but how it was recorded decides.
  struct ShownOrder: Hashable {
    var checkIns: [UUID] = []
    var discarded: [UUID] = []
    var oldestFirst: [UUID] = []
    /// Page by page.
    var found: [UUID] = []
    /// From one neighbour to the next.
    var passed: [UUID] = []
    var newestOfDays: [UUID] = []
    var sessions: [UUID] = []
    var openSessions: [UUID] = []
    /// Those that were done, the latest first.
    var exercises: [UUID] = []
    var allExercises: [UUID] = []
    var plans: [UUID] = []
    /// By their check-ins.
    var conflicts: [UUID?] = []
    /// Of each exercise the sets that are its records, and the sessions that were last or greatest.
    var records: [[UUID?]] = []

    /// What comes in another order; `nil` if nothing does.
    func difference(from other: ShownOrder) -> String? {
      let lists: [(String, KeyPath<ShownOrder, [UUID]>)] = [
        ("check-ins", \.checkIns), ("discarded check-ins", \.discarded), ("check-ins, oldest first", \.oldestFirst),
        ("what is found", \.found), ("neighbours", \.passed), ("newest of days", \.newestOfDays),
        ("sessions", \.sessions), ("open sessions", \.openSessions), ("exercises", \.exercises),
        ("all exercises", \.allExercises), ("plans", \.plans),
      ]
      for (name, path) in lists where self[keyPath: path] != other[keyPath: path] { return name }
      if conflicts != other.conflicts { return "conflicts" }
      return records == other.records ? nil : "records"
    }

    /// What does not fit together on one device; `nil` where everything does.
    var problem: String? {
      if passed != checkIns { return "neighbours come in another order than the list" }
      if oldestFirst != checkIns.reversed() { return "the oldest first is another order than the newest first" }
      if found != checkIns.filter({ Set(found).contains($0) }) { return "what is found comes in another order" }
      return nil
    }
  }

  func shownOrder(_ device: Device) throws -> ShownOrder {
    let journal = try journal(device)
    var shown = ShownOrder()
    let checkIns = try journal.checkIns()
    shown.checkIns = checkIns.map(\.id)
    if fault == .numberedTies {
      shown.checkIns = checkIns.sorted { $0.number > $1.number }.map(\.id)
    }
    shown.discarded = try journal.checkIns(discarded: true).map(\.id)
    shown.oldestFirst = try journal.checkIns.sorted(by: .oldestFirst).fetch().map(\.id)
    var place: CheckInPlace?
    repeat {
      let page = try journal.search(CheckInFilter(words: SearchWords("notes")), after: place, limit: 2)
      shown.found += page.checkIns.map(\.id)
      place = page.next.flatMap { CheckInPlace($0.description) }
    } while place != nil
    var next = checkIns.first
    while let one = next, shown.passed.count <= checkIns.count {
      shown.passed.append(one.id)
      next = try journal.neighbours(of: one).before
    }
    for month in try journal.months() {
      shown.newestOfDays += try journal.calendar(of: month.month).days.map(\.newest.id)
    }
    let sessions = try journal.completedSessions(limit: .max)
    shown.sessions = sessions.map(\.id)
    shown.openSessions = try journal.read { try $0.training.openSessions().map(\.id) }
    shown.allExercises = try journal.exercises().map(\.id)
    shown.plans = try journal.plans(discarded: false).map(\.id) + journal.plans(discarded: true).map(\.id)
    for conflict in journal.conflicts() {
      if let number = conflict.checkIn { shown.conflicts.append(try journal.checkIn(number)?.id) }
    }
    let executed = try journal.executedExercises()
    shown.exercises = executed.map(\.exercise.id)
    shown.records = executed.map { one in
      let statistics = one.statistics
      func session(_ number: Int?) -> UUID? { sessions.first { $0.number == number }?.id }
      func set(_ record: PersonalRecord?) -> UUID? {
        sessions.first { $0.number == record?.session }?.sets.first { $0.number == record?.set }?.id
      }
      return [
        session(statistics.last?.session), session(statistics.greatestVolume?.session), set(statistics.record),
        set(statistics.estimatedMaximum?.set),
      ] + statistics.bestReps.map(set)
    }
    return shown
  }
}
