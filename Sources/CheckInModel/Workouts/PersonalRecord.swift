/// A set that is the best of its exercise in some respect, and where it is found.
///
/// ```swift
/// print(try journal.statistics(ofExercise: 1).record?.text ?? "")  // 100.0kg × 6
/// ```
public struct PersonalRecord: Hashable, Sendable {
  /// `nil` where the set has none.
  public var weight: Weight?
  /// `nil` where the set has none.
  public var reps: Int?
  /// The duration in seconds; `nil` if the set has none.
  public var seconds: Int?
  /// The distance in millimetres; `nil` if the set has none.
  public var millimetres: Int?
  /// The day of its session.
  public var day: CivilDay
  /// The number of its session.
  public var session: Int
  /// See ``WorkoutSession/numberInGroup``.
  public package(set) var sessionInGroup: String?
  /// Its number in the session.
  public var set: Int
  /// The event that logged it, or edited it last.
  public var sequence: UInt64
  /// The start of its session on its own clock; see ``CheckInTime/localMilliseconds``.
  package var localStartMilliseconds: Int64

  init(_ set: ExerciseSet, of session: WorkoutSession) {
    self.init(
      weight: set.entry.weight, reps: set.entry.reps, seconds: set.entry.seconds, millimetres: set.entry.millimetres,
      day: session.day, session: session.number, set: set.number, sequence: set.sequence,
      localStartMilliseconds: session.start.localMilliseconds)
    sessionInGroup = session.numberInGroup
  }

  package init(
    weight: Weight?, reps: Int?, seconds: Int?, millimetres: Int?, day: CivilDay, session: Int, set: Int,
    sequence: UInt64, localStartMilliseconds: Int64
  ) {
    self.weight = weight
    self.reps = reps
    self.seconds = seconds
    self.millimetres = millimetres
    self.day = day
    self.session = session
    self.set = set
    self.sequence = sequence
    self.localStartMilliseconds = localStartMilliseconds
  }

  /// `100.0kg × 6`; without a weight `12 reps`, `1:30`, `5km` or `5km in 25:00`.
  public var text: String {
    let weight = weight.map { decimalText($0.thousandths, fractionDigits: 3, minimum: 1) + $0.unit.symbol }
    var parts: [String] = weight.map { [$0] } ?? []
    if let reps { parts.append(weight == nil ? pluralized(reps, "rep") : String(reps)) }
    if let millimetres {
      let time = seconds.map { " in " + WorkoutWords.duration($0) } ?? ""
      parts.append(WorkoutWords.distance(millimetres) + time)
    } else if let seconds {
      parts.append(WorkoutWords.duration(seconds))
    }
    return parts.joined(separator: " × ")
  }

  /// Returns `true` if this set replaces another set of the same exercise as the record.
  ///
  /// The first difference decides, in this order: the greater weight (the smaller if it assists), more repetitions, the
  /// greater distance, the duration (longer, but shorter for a distance), and the later session. In the same session,
  /// this set replaces the other.
  func takesPlace(of other: PersonalRecord, load: Exercise.Load, _ order: RecordingOrder) -> Bool {
    // No weight is as good as none at all.
    let (mine, others) = (weight?.magnitude ?? 0, other.weight?.magnitude ?? 0)
    if mine != others { return load == .assisted ? mine < others : mine > others }
    for path in [\PersonalRecord.reps, \.millimetres] where self[keyPath: path] != other[keyPath: path] {
      return self[keyPath: path] ?? 0 > other[keyPath: path] ?? 0
    }
    if seconds != other.seconds {
      guard let mine = seconds, let others = other.seconds else { return seconds != nil }
      return millimetres == nil ? mine > others : mine < others
    }
    return isAsLate(as: other, order)
  }

  /// Returns `true` if this set's session is as late as another's, or later.
  ///
  /// The caller must compare the sets of one session in their order.
  func isAsLate(as other: PersonalRecord, _ order: RecordingOrder) -> Bool {
    (localStartMilliseconds, order.place(of: session))
      >= (other.localStartMilliseconds, order.place(of: other.session))
  }
}

/// The weight that could be lifted once, estimated from a set of several repetitions.
///
/// The formula is Epley's: weight × (1 + repetitions / 30), for at most 10 repetitions, since it says little of more. A
/// single repetition is no estimate, but the weight itself. (B. Epley, *Boyd Epley Workout*, 1985.)
///
/// ```swift
/// print(try journal.statistics(ofExercise: 1).estimatedMaximum?.kilograms ?? 0)
/// ```
public struct EstimatedMaximum: Hashable, Sendable {
  /// The set that it is estimated from.
  public var set: PersonalRecord

  /// `nil` without a weight, and for no or more than 10 repetitions.
  package init?(_ set: PersonalRecord) {
    guard let weight = set.weight, weight.thousandths > 0, let reps = set.reps, (1...10).contains(reps) else {
      return nil
    }
    self.set = set
  }

  /// Thirty times the estimate, in units of 10⁻¹¹ kg.
  private var magnitude: Int128 {
    let factor = set.reps.map { $0 == 1 ? 30 : 30 + $0 } ?? 0
    return Int128(set.weight?.magnitude ?? 0) * Int128(factor)
  }

  /// The estimate in kilograms.
  public var kilograms: Double { Double(magnitude) / 30e11 }

  func isGreater(than other: EstimatedMaximum, _ order: RecordingOrder) -> Bool {
    magnitude == other.magnitude ? set.isAsLate(as: other.set, order) : magnitude > other.magnitude
  }
}

/// The volume of an exercise in one session: the total weight that was lifted.
///
/// ```swift
/// print(try journal.statistics(ofExercise: 1).greatestVolume?.volume.kilograms ?? 0)
/// ```
public struct SessionVolume: Hashable, Sendable {
  /// The sum over the session's sets.
  public var volume: Volume
  /// The day of the session.
  public var day: CivilDay
  /// The session's number.
  public var session: Int
  /// See ``WorkoutSession/numberInGroup``.
  public package(set) var sessionInGroup: String?
  /// The latest event of the sets.
  public var sequence: UInt64
  /// The start of the session on its own clock; see ``CheckInTime/localMilliseconds``.
  package var localStartMilliseconds: Int64

  package init(
    volume: Volume, day: CivilDay, session: Int, sessionInGroup: String? = nil, sequence: UInt64,
    localStartMilliseconds: Int64
  ) {
    self.volume = volume
    self.day = day
    self.session = session
    self.sessionInGroup = sessionInGroup
    self.sequence = sequence
    self.localStartMilliseconds = localStartMilliseconds
  }

  func isGreater(than other: SessionVolume, _ order: RecordingOrder) -> Bool {
    volume.magnitude == other.volume.magnitude
      ? (localStartMilliseconds, order.place(of: session))
        > (other.localStartMilliseconds, order.place(of: other.session))
      : volume.isGreater(than: other.volume)
  }
}
