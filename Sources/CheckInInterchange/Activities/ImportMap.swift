public import CheckInJournal

/// The user's reading of a file: the columns' contents, the activities' exercise types, and the exercises of workouts.
///
/// ```swift
/// let map = try ImportMap(["at=Datum,title=Name", "Hike=Walk", "Meeting=none"])
/// let workouts = try ImportMap(["Bench Press (Barbell)=Bench Press"])
/// ```
public struct ImportMap: Sendable, Equatable {
  /// A field of check-ins or sets that a column can contain.
  public enum Field: String, CaseIterable, Sendable {
    /// The day and the time, or the day alone.
    case at
    /// The day, where the time has a column of its own.
    case date
    /// The time of the day, beside ``date``.
    case time
    /// The field of the same name.
    case type, title, calories, location, notes, id, timeZone, duration, distance
    /// A mark of whether the activity took place. Rows that deny it are left out.
    case done
    /// The repetitions of a set. A table with several of them a day has sets, which are not activities.
    case reps
  }

  /// The decimal separator of the file's numbers.
  public enum Decimal: String, Sendable {
    /// The sign before the decimals.
    case comma, point
  }

  /// By field: the column's name, and behind a colon its unit or the order of day and month where its name does not say
  /// them. `Distance#2` is the second of several columns of that name. An empty name leaves the field out. Of
  /// ``Field/type`` the name of an exercise type means every row.
  public private(set) var columns: [Field: String] = [:]
  /// `nil` where the numbers tell it themselves.
  public private(set) var decimal: Decimal?
  private struct MappedActivity: Sendable, Equatable {
    /// As it was written.
    var name: String
    /// The exercise type, or the exercise of a workout, as it was written.
    var target: String
    /// `nil` where it is left out, or for a target that is not a type.
    var type: ExerciseType? { ExerciseType(name: target) }
    var isLeftOut: Bool { target == ImportMap.nothing }
  }

  /// The target of an activity that is left out, instead of a type.
  private static let nothing = "none"

  /// By the activity's name, folded.
  private var activities: [String: MappedActivity] = [:]
  /// By the exercise's name, folded as exercises are.
  private var exercises: [String: MappedActivity] = [:]

  /// Nothing is said.
  public init() {}

  /// Reads texts such as `type=Activity,at=Date:dmy`, `Hike=Walk` and `Meeting=none`, each with one or more
  /// assignments. `Unknown=none` leaves out all that would become Unknown.
  ///
  /// - Throws: `JournalError` with `.invalidValue` for one that assigns nothing.
  public init(_ texts: [String]) throws(JournalError) {
    for text in texts {
      for (name, value) in try Self.assignments(text) { try assign(value, to: name) }
    }
  }

  /// A Boolean value that indicates whether the map is empty.
  public var isEmpty: Bool { self == ImportMap() }

  /// The activities of which something is said and that are not among others, as they were written.
  public func activities(notAmong names: [String]) -> [String] {
    let known = Set((names + [ExerciseType.unknown.name]).map { ActivityNames.folded($0) })
    return activities.filter { !known.contains($0.key) }.map(\.value.name).sorted()
  }

  /// The type that the person said an activity is; `nil` where nothing is said.
  func type(of activity: String) -> ExerciseType? { activities[ActivityNames.folded(activity)]?.type }

  /// Returns `true` if the user leaves out an activity.
  func leavesOut(_ activity: String) -> Bool {
    activities[ActivityNames.folded(activity)]?.isLeftOut ?? false
  }

  /// Checks the map of a file of activities.
  ///
  /// - Throws: `JournalError` with `.invalidValue` if an activity is mapped to something that is not an exercise type.
  func requireExerciseTypes() throws(JournalError) {
    let wrong = activities.values.filter { $0.type == nil && !$0.isLeftOut }
    guard let mapped = wrong.min(by: { $0.name < $1.name }) else { return }
    let fields = Field.allCases.map(\.rawValue).joined(separator: ", ")
    throw JournalError(
      .invalidValue,
      "--map cannot read '\(mapped.name)=\(mapped.target)': on the left is one of \(fields), or an activity with its "
        + "exercise type or none on the right, as in Hike=Walk.")
  }

  // MARK: Workouts

  /// The exercises by the names that stand for them.
  ///
  /// - Throws: `JournalError` with `.invalidValue` if the map says something about columns, or a name is not valid.
  func exerciseNames() throws(JournalError) -> [String: String] {
    guard columns.isEmpty, decimal == nil else {
      throw JournalError(
        .invalidValue,
        "The columns of this file are known, so --map assigns only exercises, as in "
          + "--map 'Bench Press (Barbell)=Bench Press'.")
    }
    var names: [String: String] = [:]
    for mapped in exercises.values where !mapped.isLeftOut {
      let messages = WorkoutValidation.messages(for: ExerciseDraft(name: mapped.target))
      guard messages.isEmpty else { throw JournalError(.invalidValue, messages.joined(separator: ". ")) }
      names[mapped.name] = mapped.target
    }
    return names
  }

  /// Returns `true` if sets of this exercise are left out.
  func leavesOut(exercise name: String) -> Bool { exercises[ExerciseName.folded(name)]?.isLeftOut ?? false }

  /// The exercises that are mapped and are not among others, as they were written.
  public func exercises(notAmong names: [String]) -> [String] {
    let known = Set(names.map(ExerciseName.folded))
    return exercises.filter { !known.contains($0.key) }.map(\.value.name).sorted()
  }

  /// A comma can stand in a name: behind a field it belongs to the column's, else to the activity's before the sign; at
  /// the end to what the last one is.
  private static func assignments(_ text: String) throws(JournalError) -> [(String, String)] {
    var assignments: [(name: String, value: String)] = []
    var pending = ""
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      if let sign = part.firstIndex(of: "=") {
        let name = Validation.trimmed(pending + part[..<sign])
        assignments.append((name, Validation.trimmed(String(part[part.index(after: sign)...]))))
        pending = ""
      } else if let last = assignments.last, field(named: last.name) != nil {
        assignments[assignments.count - 1].value += "," + part
      } else {
        pending += part + ","
      }
    }
    if !pending.isEmpty, !assignments.isEmpty {
      assignments[assignments.count - 1].value += "," + pending.dropLast()
      pending = ""
    }
    guard pending.isEmpty else {
      throw JournalError(
        .invalidValue, "--map needs what is to be read, and from where: --map at=Date,type=Activity, or Hike=Walk.")
    }
    return assignments
  }

  private static func field(named name: String) -> Field? {
    Field.allCases.first { $0.rawValue.lowercased() == name.lowercased() }
  }

  private mutating func assign(_ value: String, to name: String) throws(JournalError) {
    if name == "decimal" {
      guard let known = Decimal(rawValue: value) else {
        throw JournalError(.invalidValue, "--map decimal= is comma or point, not '\(value)'.")
      }
      decimal = known
    } else if let field = Self.field(named: name) {
      guard columns.updateValue(value, forKey: field) == nil else {
        throw JournalError(.invalidValue, "--map names two columns for \(field.rawValue).")
      }
    } else {
      guard !name.isEmpty, !value.isEmpty else {
        throw JournalError(
          .invalidValue, "--map needs a name on each side of '=', as in Hike=Walk, and has '\(name)=\(value)'.")
      }
      let mapped = MappedActivity(name: name, target: value)
      activities[ActivityNames.folded(name)] = mapped
      exercises[ExerciseName.folded(name)] = mapped
    }
  }
}
