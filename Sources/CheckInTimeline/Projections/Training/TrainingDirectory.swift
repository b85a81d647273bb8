package import FoundationEssentials

/// The upper level of the training: what can be answered without looking at any session. Small, whatever the length of
/// the history.
package struct TrainingDirectory: Hashable {
  package struct ExerciseEntry: Hashable {
    package var exercise: Exercise
    /// `nil` where something was taken away since they were computed.
    var statistics: ExerciseStatistics? = ExerciseStatistics()
  }

  package struct PlanEntry: Hashable {
    /// The content of a plan from one event to the next.
    package struct Version: Hashable {
      /// The event that created the version.
      package var sequence: UInt64
      package var name: String
      package var items: [PlanItem]
      /// `true` if a session was started from the version, which must therefore be kept.
      var isReferenced = false
    }

    package var number: Int
    package var id: UUID
    /// Those that sessions were started from, and the present one, which is the last. At least one.
    package var versions: [Version]
    package var isDiscarded = false
    var sequence: UInt64
  }

  /// The month of the page that contains a session.
  package struct SessionPlace: Hashable {
    package var number: UInt32
    var month: CivilMonth
  }

  /// A month that has, or had, sessions.
  package struct Month: Hashable {
    package var month: CivilMonth
    /// The sessions that count, and what was done in them; `nil` where what counts has changed since they were summed
    /// up.
    var totals: TrainingTotals? = TrainingTotals()
  }

  /// The link from a check-in to its session.
  package struct Link: Hashable {
    package var checkIn: UInt32
    package var session: UInt32
  }

  /// Ascending by number.
  package var exercises: [ExerciseEntry] = []
  /// Ascending by number.
  package var plans: [PlanEntry] = []
  package var activePlan: Int?
  /// Ascending by number.
  package var sessions: [SessionPlace] = []
  /// Ascending.
  package var months: [Month] = []
  /// Those that are open and not discarded, ascending.
  var openSessions: [Int] = []
  /// Ascending by check-in.
  package var links: [Link] = []
  package var reminder: Reminder?
  /// Ascending by subject, of which each has one at the most.
  package var goals: [Goal] = []
  /// Ascending by day.
  package var marks: [DayMark] = []
  /// The highest numbers that this journal's own log has given, where what had them may be one with what another
  /// replica created; 0 without other replicas.
  var given = Given()
  /// Sessions that several replicas started.
  var mergedSessions = MergedSessions()

  struct Given: Hashable {
    var exercise = 0
    var plan = 0
    var session = 0
  }

  package var isEmpty: Bool { self == TrainingDirectory() }

  // Numbers ascend, so all of these are logarithmic.

  func exerciseIndex(_ number: Int) -> Int? {
    let index = exercises.insertionIndex(in: exercises.indices) { $0.exercise.number < number }
    return index < exercises.count && exercises[index].exercise.number == number ? index : nil
  }

  package func exercise(_ number: Int) -> Exercise? { exerciseIndex(number).map { exercises[$0].exercise } }

  /// The identity of a plan; `nil` if there is none with the number.
  package func planID(_ number: Int) -> UUID? { planIndex(number).map { plans[$0].id } }

  package func planIndex(_ number: Int) -> Int? {
    let index = plans.insertionIndex(in: plans.indices) { $0.number < number }
    return index < plans.count && plans[index].number == number ? index : nil
  }

  package func sessionIndex(_ number: Int) -> Int? {
    let index = sessions.insertionIndex(in: sessions.indices) { Int($0.number) < number }
    return index < sessions.count && Int(sessions[index].number) == number ? index : nil
  }

  /// The month's place, or where it belongs.
  package func monthIndex(_ month: CivilMonth) -> (index: Int, isPresent: Bool) {
    let index = months.insertionIndex(in: months.indices) { $0.month < month }
    return (index, index < months.count && months[index].month == month)
  }

  /// The session that a check-in names.
  package func session(ofCheckIn number: Int) -> Int? {
    let index = linkIndex(number)
    return index.isPresent ? Int(links[index.index].session) : nil
  }

  /// The check-in that names a session, the first of several. Linear.
  package func checkIn(ofSession number: Int) -> Int? {
    links.first { Int($0.session) == number }.map { Int($0.checkIn) }
  }

  func linkIndex(_ checkIn: Int) -> (index: Int, isPresent: Bool) {
    let index = links.insertionIndex(in: links.indices) { Int($0.checkIn) < checkIn }
    return (index, index < links.count && Int(links[index].checkIn) == checkIn)
  }

  /// The place of a subject's goal, or where it belongs.
  func goalIndex(_ subject: Goal.Subject) -> (index: Int, isPresent: Bool) {
    let index = goals.insertionIndex(in: goals.indices) { $0.subject < subject }
    return (index, index < goals.count && goals[index].subject == subject)
  }

  /// The index of a day's mark, or the one at which to insert it.
  func markIndex(_ day: CivilDay) -> (index: Int, isPresent: Bool) {
    let index = marks.insertionIndex(in: marks.indices) { $0.day < day }
    return (index, index < marks.count && marks[index].day == day)
  }

  package func mark(of day: CivilDay) -> DayMark? {
    let index = markIndex(day)
    return index.isPresent ? marks[index.index] : nil
  }

  package func goal(_ subject: Goal.Subject) -> Goal? {
    let index = goalIndex(subject)
    return index.isPresent ? goals[index.index] : nil
  }

  /// The highest number of this journal's own.
  package var lastExercise: Int { max(given.exercise, exercises.place(after: 1, \.exercise.number).last) }
  package var lastPlan: Int { max(given.plan, plans.place(after: 1, \.number).last) }
  package var lastSession: Int { max(given.session, sessions.place(after: 1, \.intNumber).last) }
}

extension TrainingDirectory.SessionPlace {
  var intNumber: Int { Int(number) }
}

extension Array {
  /// Returns the insertion index for a replica's next number, and the replica's highest number.
  ///
  /// Elements must ascend by number. The highest number is 0 if the replica has assigned none.
  ///
  /// - Parameter number: Any of that replica's numbers; see ``ReplicaNumber``.
  func place(after number: Int, _ path: KeyPath<Element, Int>) -> (index: Int, last: Int) {
    let numbers = ReplicaNumber.range(of: number)
    if let last = last?[keyPath: path], last <= numbers.upperBound {
      return (count, last >= numbers.lowerBound ? last : 0)
    }
    let index = insertionIndex(in: indices) { $0[keyPath: path] <= numbers.upperBound }
    guard index > 0, case let last = self[index - 1][keyPath: path], last >= numbers.lowerBound else {
      return (index, 0)
    }
    return (index, last)
  }
}

/// A month with completed sessions, and what was done in them.
///
/// ```swift
/// for one in try journal.trainingTotals() { print(one.month, one.totals.volume.kilograms) }
/// ```
public struct MonthTrainingTotals: Hashable, Sendable {
  /// The month that is counted.
  public var month: CivilMonth
  /// The totals of the month.
  public var totals: TrainingTotals

  /// These figures, for tests and previews.
  public init(month: CivilMonth, totals: TrainingTotals) {
    self.month = month
    self.totals = totals
  }
}

/// Sessions that count, and what was done in them.
///
/// ```swift
/// for one in try journal.trainingTotals() { print(one.month, one.totals.sessions) }
/// ```
public struct TrainingTotals: Hashable, Sendable {
  /// The number of sessions.
  public internal(set) var sessions = 0
  /// The number of sets that count.
  public internal(set) var sets = 0
  /// The duration, in seconds, of the sessions with a known start and end.
  public internal(set) var seconds = 0
  /// The total volume of all sets.
  public internal(set) var volume = Volume()

  init() {}

  init(sessions: Int, sets: Int, seconds: Int, volume: Volume) {
    self.sessions = sessions
    self.sets = sets
    self.seconds = seconds
    self.volume = volume
  }

  static func += (left: inout TrainingTotals, right: TrainingTotals) {
    left.sessions += right.sessions
    left.sets += right.sets
    left.seconds &+= right.seconds
    left.volume += right.volume
  }

  static func -= (left: inout TrainingTotals, right: TrainingTotals) {
    left.sessions -= right.sessions
    left.sets -= right.sets
    left.seconds &-= right.seconds
    left.volume -= right.volume
  }
}
