package import CheckInJournal
internal import EventLog
internal import Foundation

/// A command whose events can be told from those of every other command of a trial.
package enum TrialCommand: Hashable, Sendable {
  case create(title: String)
  case edit(number: Int, notes: String)
  /// One event each, in one frame.
  case discard([Int])
  case restore(Int)
  /// A batch of new check-ins.
  case importing(titles: [String])
  /// Sets of a workout, one for each number of repetitions. The exercise and the session are recorded with them where
  /// they are not there yet.
  case log(exercise: String, repetitions: [Int])
  /// Completes the open session, with a check-in that names it: three events in one frame.
  case finish(title: String)
  /// So many runs a week; another count than before.
  case setGoal(Int)

  package func perform(on journal: Journal) throws(JournalError) {
    switch self {
    case .create(let title): try journal.create(Self.draft(title))
    case .edit(let number, let notes): try journal.edit(number, with: CheckInChanges(notes: notes))
    case .discard(let numbers): try journal.discard(numbers)
    case .restore(let number): try journal.restore(number)
    case .importing(let titles): try journal.importCheckIns(titles.map(Self.draft))
    case .log(let exercise, let repetitions):
      try journal.log(repetitions.map { SetEntry(reps: $0) }, exercise: exercise, at: Self.workoutStart)
    case .finish(let title):
      try journal.completeSession(
        endMilliseconds: Self.workoutStart.instantMilliseconds + 3_600_000, checkIn: .added(Self.draft(title)))
    case .setGoal(let count): try journal.setGoal(Goal(.type(.run), count: count, each: .week))
    }
  }

  /// What its events read as, the longest first where it depends on what was there before; see ``TrialEvents``.
  package var events: [[String]] {
    switch self {
    case .create(let title): return [["created \(title)"]]
    case .edit(let number, let notes): return [["edited \(number) \(notes)"]]
    case .discard(let numbers): return [numbers.map { "discarded \($0)" }]
    case .restore(let number): return [["restored \(number)"]]
    case .importing(let titles): return [titles.map { "created \($0)" }]
    case .log(let exercise, let repetitions):
      let sets = repetitions.map { "logged \($0)" }
      return [["defined \(exercise)", "started"] + sets, ["defined \(exercise)"] + sets, ["started"] + sets, sets]
    case .finish(let title): return [["completed", "created \(title)", "linked"]]
    case .setGoal(let count): return [["goal \(count)"]]
    }
  }

  /// When the sets of a trial were lifted.
  private static let workoutStart = CheckInTime(instantMilliseconds: 1_700_000_000_000, offsetMinutes: 60)

  /// A check-in whose every field follows from its title.
  package static func draft(_ title: String) -> CheckInDraft {
    let digest = Digest(of: title.utf8)
    let words = digest.bytes
    let id = words.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    return CheckInDraft(
      id: id, type: ExerciseType.selectable[Int(words[16]) % ExerciseType.selectable.count], title: title,
      time: CheckInTime(
        instantMilliseconds: 1_700_000_000_000 + Int64(words[17]) * 86_400_000, offsetMinutes: Int(words[18]) - 128,
        timeZone: words[19] % 2 == 0 ? "Europe/Berlin" : nil),
      calories: words[20] % 2 == 0 ? Int(words[20]) : nil, notes: "")
  }

  /// `count` commands of every kind.
  package static func mixture(_ count: Int) -> [TrialCommand] {
    let exercises = BuiltInExercises.all.filter { $0.measure == .weightAndReps }
    return (1...max(count, 1)).map { step in
      switch step % 10 {
      case 3: return .edit(number: 1, notes: "Notes \(step)")
      case 4:
        return .log(exercise: exercises[step % exercises.count].name, repetitions: [step, step + 1])
      case 5: return .importing(titles: (0..<3).map { "Imported \(step).\($0)" })
      case 6: return .discard([2, 1])
      case 7: return .restore(1)
      case 8: return .finish(title: "Workout \(step)")
      case 9: return .setGoal(step % 99 + 1)
      case 1 where step > 1: return .restore(2)
      default:
        return .create(title: "Session \(step)")
      }
    }
  }
}

/// The events of a log as texts that tell them apart.
package struct TrialEvents: Projection {
  package static let name = "trial events"
  package static let version = 1

  package private(set) var texts: [String] = []
  /// What they make of the check-ins, by number.
  private(set) var checkIns: [Int: TrialCheckIn] = [:]
  /// The repetitions of the sets of each session, by its number.
  private(set) var sessions: [Int: TrialSession] = [:]

  package init() {}

  package mutating func apply(_ event: Event) {
    switch event.action {
    case .created(let created):
      texts.append("created \(created.title)")
      checkIns[event.checkIn] = TrialCheckIn(title: created.title)
    case .edited(let changes):
      texts.append("edited \(event.checkIn) \(changes.notes ?? "")")
      checkIns[event.checkIn]?.notes = changes.notes ?? ""
    case .discarded:
      texts.append("discarded \(event.checkIn)")
      checkIns[event.checkIn]?.isDiscarded = true
    case .restored:
      texts.append("restored \(event.checkIn)")
      checkIns[event.checkIn]?.isDiscarded = false
    case .workout(.exerciseDefined(let exercise)): texts.append("defined \(exercise.name)")
    case .workout(.sessionStarted(let session)):
      texts.append("started")
      sessions[session.number] = TrialSession()
    case .workout(.setLogged(let set)):
      texts.append("logged \(set.entry.reps ?? 0)")
      sessions[set.reference.session]?.repetitions.append(set.entry.reps ?? 0)
    case .workout(.sessionCompleted(let session, _)):
      texts.append("completed")
      sessions[session]?.isCompleted = true
    case .workout(.checkInLinked(let session)):
      texts.append("linked")
      sessions[session]?.checkIn = event.checkIn
    case .workout(.goalSet(let goal)): texts.append("goal \(goal.count)")
    default: texts.append("\(event.action.name) \(event.checkIn)")
    }
  }
}

/// What commands of a trial can make of a check-in.
struct TrialCheckIn: Hashable {
  var title: String
  var notes = ""
  var isDiscarded = false
}

/// What commands of a trial can make of a session.
struct TrialSession: Hashable {
  var repetitions: [Int] = []
  var isCompleted = false
  var checkIn: Int?
}

extension TrialSession {
  init(_ session: WorkoutSession) {
    self.init(
      repetitions: session.sets.map { $0.entry.reps ?? 0 }, isCompleted: session.state == .completed,
      checkIn: session.checkIn)
  }
}

extension TrialCheckIn {
  init(_ checkIn: CheckIn) {
    self.init(title: checkIn.title, notes: checkIn.notes, isDiscarded: checkIn.isDiscarded)
  }
}

/// Every event of a log.
package struct AllEvents: Projection {
  package static let name = "all events"
  package static let version = 1

  package private(set) var events: [Event] = []

  package init() {}

  package mutating func apply(_ event: Event) {
    events.append(event)
  }
}
