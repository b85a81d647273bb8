internal import EventLog

/// A subject as three numbers, by which subjects are ordered and stored.
struct SubjectCode: Hashable, Comparable, Sendable {
  let kind: UInt64
  private(set) var number: UInt64
  /// The number of a set in its session; 0 for all others.
  private(set) var set: UInt64 = 0

  static func < (left: SubjectCode, right: SubjectCode) -> Bool {
    (left.kind, left.number, left.set) < (right.kind, right.number, right.set)
  }

  fileprivate init(kind: UInt64, number: Int = 0, set: Int = 0) {
    (self.kind, self.number, self.set) = (kind, UInt64(max(0, number)), UInt64(max(0, set)))
  }

  /// Reads a code that is written as its distance from the one before it.
  init(_ reader: inout WireReader, after last: SubjectCode?, in bytes: RawSpan) throws(WireError) {
    self.init(kind: try reader.varint(in: bytes))
    number = try reader.varint(in: bytes) &+ (last?.kind == kind ? last?.number ?? 0 : 0)
    if kind == Self.sets { set = try reader.varint(in: bytes) }
  }

  func append(to bytes: inout [UInt8], after last: SubjectCode?) {
    bytes.appendVarint(kind)
    bytes.appendVarint(number &- (last?.kind == kind ? last?.number ?? 0 : 0))
    if kind == Self.sets { bytes.appendVarint(set) }
  }

  fileprivate static let sets: UInt64 = 5
  /// The number of types that a goal can be for, with none.
  fileprivate static let goalTypeCount = 1024
}

extension MergeConflict.Subject {
  var code: SubjectCode {
    switch self {
    case .checkIn(let number): SubjectCode(kind: 0, number: number)
    case .exercise(let number): SubjectCode(kind: 1, number: number)
    case .plan(let number): SubjectCode(kind: 2, number: number)
    case .activePlan: SubjectCode(kind: 3)
    case .session(let number): SubjectCode(kind: 4, number: number)
    case .set(let reference): SubjectCode(kind: SubjectCode.sets, number: reference.session, set: reference.number)
    case .reminder: SubjectCode(kind: 6)
    case .goal(let subject):
      SubjectCode(
        kind: 7,
        number: (subject.exerciseType.map { Int($0.rawValue) + 1 } ?? 0)
          + SubjectCode.goalTypeCount * Int(subject.quantity?.row.clearedNumber ?? 0))
    case .dayMark(let day): SubjectCode(kind: 8, number: day.dayNumber - CivilDay.calendarRange.lowerBound)
    }
  }

  /// - Returns: `nil` if no subject has the code.
  init?(_ code: SubjectCode) {
    guard let number = UInt32(exactly: code.number).map(Int.init), let set = UInt32(exactly: code.set) else {
      return nil
    }
    switch code.kind {
    case 0: self = .checkIn(number)
    case 1: self = .exercise(number)
    case 2: self = .plan(number)
    case 3: self = .activePlan
    case 4: self = .session(number)
    case SubjectCode.sets: self = .set(WorkoutAction.SetReference(session: number, number: Int(set)))
    case 6: self = .reminder
    case 7:
      let (quantityNumber, typeNumber) = number.quotientAndRemainder(dividingBy: SubjectCode.goalTypeCount)
      let type = UInt8(exactly: typeNumber - 1).flatMap(ExerciseType.init(rawValue:))
      let quantity = CheckInQuantity.allCases.first { $0.row.clearedNumber == UInt64(quantityNumber) }
      guard typeNumber == 0 || type != nil, quantityNumber == 0 || quantity != nil else { return nil }
      self = .goal(Goal.Subject(type, quantity))
    case 8:
      let day = number + CivilDay.calendarRange.lowerBound
      guard CivilDay.calendarRange.contains(day) else { return nil }
      self = .dayMark(CivilDay(dayNumber: day))
    default: return nil
    }
  }
}
