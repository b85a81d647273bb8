internal import EventLog
internal import FoundationEssentials

// The encodings of all field values, on the wire and in JSON.

extension String: MemberValue {
  func write(to message: inout WireFieldWriter) { message.text(self) }
  static func read(from message: inout MessageFields) throws(WireError) -> String? { try message.text() }
}

/// The field of the texts in a list of texts.
private let listedText: UInt64 = 1

/// A list of texts is a message, since an edit can make it empty.
extension [String]: FieldValue, MemberValue {
  func write(to message: inout WireFieldWriter) {
    guard message.field.presence == .change || !isEmpty else { return }
    message.writer.message(field: message.field.number) { list in
      for text in self { list.presentText(text, field: listedText) }
    }
  }

  static func read(from message: inout MessageFields) throws(WireError) -> [String]? {
    guard var list = try message.message() else { return nil }
    let texts = try list.allTexts(listedText)
    if !list.isUnderstood { message.noteUnknownValue() }
    return texts
  }
}

extension UUID: MemberValue {
  func write(to message: inout WireFieldWriter) {
    withUnsafeBytes(of: uuid) { message.writer.presentBytes($0, field: message.field.number) }
  }

  static func read(from message: inout MessageFields) throws(WireError) -> UUID? { try message.identity() }
  func write(to json: inout JSONWriter) { json.string(uuidString) }
  static func read(_ name: String, in members: some JSONMembers) throws -> UUID? { try members.identity(name) }
}

extension Bool: MemberValue {
  func write(to message: inout WireFieldWriter) { message.unsigned(self ? 1 : 0) }
  static func read(from message: inout MessageFields) throws(WireError) -> Bool? { try message.number() ?? 0 != 0 }
  func write(to json: inout JSONWriter) { json.boolean(self) }
}

/// The sequence number of an event.
extension UInt64: MemberValue {
  func write(to message: inout WireFieldWriter) { message.unsigned(self) }
  static func read(from message: inout MessageFields) throws(WireError) -> UInt64? { try message.number() }
}

/// A number that counts something. Zero is read as absent.
extension Int: MemberValue {
  func write(to message: inout WireFieldWriter) { message.unsigned(UInt64(Swift.max(0, self))) }
  static func read(from message: inout MessageFields) throws(WireError) -> Int? { try message.natural() }
  static func read(_ name: String, in members: some JSONMembers) throws -> Int? { try members.optionalNatural(name) }
}

/// The number of an exercise, a plan, a session or a set.
struct EntityNumber: MemberValue {
  var number: Int

  func write(to message: inout WireFieldWriter) { number.write(to: &message) }

  static func read(from message: inout MessageFields) throws(WireError) -> EntityNumber? {
    let number = try message.number()
    switch message.field.presence {
    case .optional where number ?? 0 == 0, .change where number == nil: return nil
    default: return EntityNumber(number: try message.entity())
    }
  }

  func write(to json: inout JSONWriter) { json.integer(number) }

  static func read(_ name: String, in members: some JSONMembers) throws -> EntityNumber? {
    try Int.read(name, in: members).map { EntityNumber(number: $0) }
  }
}

/// A signed number; an optional one is an instant in milliseconds since 1970.
extension Int64: MemberValue {
  func write(to message: inout WireFieldWriter) {
    if message.field.presence != .value || self != 0 { message.writer.presentSigned(self, field: message.field.number) }
  }

  static func read(from message: inout MessageFields) throws(WireError) -> Int64? {
    message.field.presence == .value ? try message.signed() : try message.instant()
  }

  func write(to json: inout JSONWriter) {
    json.string(CheckInTime(instantMilliseconds: self, offsetMinutes: 0).description)
  }

  static func read(_ name: String, in members: some JSONMembers) throws -> Int64? { try members.optionalInstant(name) }
}

// MARK: - Enumerated values

/// An enumerated value, whose raw values are those of `event_log.proto` and whose names are those of JSON.
protocol NamedValue: MemberValue, CaseIterable, RawRepresentable<UInt8> {
  var name: String { get }
}

extension NamedValue {
  func write(to message: inout WireFieldWriter) { message.unsigned(UInt64(rawValue)) }
  static func read(from message: inout MessageFields) throws(WireError) -> Self? { try message.enumerated() }
  func write(to json: inout JSONWriter) { json.string(name) }

  static func read(_ name: String, in members: some JSONMembers) throws -> Self? {
    try members.optionalNamed(name, by: \Self.name)
  }
}

extension Exercise.Measure: NamedValue {}
extension Exercise.Load: NamedValue {}
extension SetEntry.Kind: NamedValue {}
extension WorkoutSession.State: NamedValue {}
extension Goal.Period: NamedValue {}
extension DayMark.Kind: NamedValue {}

/// The type of a goal's check-ins, or absent for days and for the sum over all check-ins.
struct GoalType: MemberValue, CaseIterable {
  static let allCases = [GoalType(type: nil)] + ExerciseType.allCases.map { GoalType(type: $0) }

  var type: ExerciseType?

  private init(type: ExerciseType?) {
    self.type = type
  }

  init(_ subject: Goal.Subject) {
    self.init(type: subject.exerciseType)
  }

  private var name: String { Goal.Subject(type, nil).name }

  func write(to message: inout WireFieldWriter) {
    guard let type else { return }
    message.writer.presentUnsigned(UInt64(type.rawValue), field: message.field.number)
  }

  /// Reads a type that this version does not know as Unknown, as in check-ins.
  static func read(from message: inout MessageFields) throws(WireError) -> GoalType? {
    guard try message.number() != nil else { return nil }
    return GoalType(type: try message.enumerated() ?? .unknown)
  }

  func write(to json: inout JSONWriter) { json.string(name) }

  static func read(_ name: String, in members: some JSONMembers) throws -> GoalType? {
    try members.optionalNamed(name) { (type: GoalType) in type.name }
  }
}

/// The quantity that a goal sums up, or absent if it counts days or check-ins: JSON has no member then.
struct GoalQuantity: FieldValue {
  var quantity: CheckInQuantity?

  init(_ subject: Goal.Subject) {
    quantity = subject.quantity
  }

  private init(_ quantity: CheckInQuantity?) {
    self.quantity = quantity
  }

  func write(to message: inout WireFieldWriter) {
    if let quantity { message.unsigned(quantity.row.clearedNumber) }
  }

  static func read(from message: inout MessageFields) throws(WireError) -> GoalQuantity? {
    guard let number = try message.number() else { return nil }
    let quantity = CheckInQuantity.allCases.first { $0.row.clearedNumber == number }
    if quantity == nil { message.noteUnknownValue() }
    return GoalQuantity(quantity)
  }

  func writeMembers(to json: inout JSONWriter, _ name: String) {
    guard let quantity else { return }
    json.key(name)
    json.string(quantity.rawValue)
  }

  static func read(_ name: String, in members: some JSONMembers) throws -> GoalQuantity? {
    GoalQuantity(try members.optionalNamed(name) { (quantity: CheckInQuantity) in quantity.rawValue })
  }

  static func memberNames(_ name: String) -> [String] { [name] }
}

/// A bit for each weekday, and their names in JSON.
extension Set<Weekday>: FieldValue, MemberValue {
  func write(to message: inout WireFieldWriter) { dayMap.write(to: &message) }

  static func read(from message: inout MessageFields) throws(WireError) -> Set<Weekday>? {
    guard let days = Set(dayMap: try message.natural() ?? 0) else { throw .invalidValue }
    return days
  }

  func write(to json: inout JSONWriter) { sorted { $0.rawValue < $1.rawValue }.map(\.name).write(to: &json) }

  static func read(_ name: String, in members: some JSONMembers) throws -> Set<Weekday>? {
    guard let names = try [String].read(name, in: members) else { return nil }
    let weekdays = Weekday.allCases.filter { names.contains($0.name) }
    // An unknown or repeated name makes no reminder.
    return weekdays.count == names.count ? Set(weekdays) : []
  }
}

// MARK: - Weights, efforts and targets

extension Weight: MemberValue {
  private static let (thousandthsField, unitField): (UInt64, UInt64) = (1, 2)

  func write(to message: inout WireFieldWriter) {
    message.writer.message(field: message.field.number) { writer in
      writer.natural(thousandths, field: Self.thousandthsField)
      writer.unsigned(UInt64(unit.rawValue), field: Self.unitField)
    }
  }

  static func read(from message: inout MessageFields) throws(WireError) -> Weight? {
    guard var fields = try message.message() else { return nil }
    let unit: Weight.Unit = try fields.enumerated(Self.unitField) ?? .kilograms
    guard let weight = Weight(thousandths: try fields.natural(Self.thousandthsField) ?? 0, unit: unit) else {
      throw .invalidValue
    }
    if !fields.isUnderstood { message.noteUnknownValue() }
    return weight
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      number.writeMembers(to: &json, "value")
      unit.symbol.writeMembers(to: &json, "unit")
    }
  }

  static func read(_ name: String, in members: some JSONMembers) throws -> Weight? {
    guard let written = try members.optionalNested(name, allowed: ["value", "unit"]) else { return nil }
    let value: String = try written.required("value")
    let symbol: String = try written.required("unit")
    guard let weight = Weight.Unit(symbol: symbol).flatMap({ Weight(value, unit: $0) }) else {
      throw members.invalid(
        "A weight has a value with at most three decimals, in text, and a unit, kg or lb")
    }
    return weight
  }
}

extension RPE: MemberValue {
  func write(to message: inout WireFieldWriter) { halves.write(to: &message) }

  static func read(from message: inout MessageFields) throws(WireError) -> RPE? {
    guard let halves = try message.natural() else { return nil }
    guard let rpe = RPE(halves: halves) else { throw .invalidValue }
    return rpe
  }

  func write(to json: inout JSONWriter) { json.number(value) }

  static func read(_ name: String, in members: some JSONMembers) throws -> RPE? {
    guard let value = try members.optional(name, as: Double.self) else { return nil }
    guard let halves = Int(exactly: value * 2), let rpe = RPE(halves: halves) else {
      throw members.invalid("rpe must be from 1 to 10 in halves")
    }
    return rpe
  }
}

/// One of several fields: the lowest and the highest number of repetitions, the seconds, or the millimetres.
extension Prescription.Target: FieldValue {
  private static let (from, to) = (PlanItemField.reps.number, PlanItemField.reps.number + 1)

  func write(to message: inout WireFieldWriter) {
    switch self {
    case .reps(let range):
      message.writer.natural(range.lowerBound, field: Self.from)
      message.writer.natural(range.upperBound, field: Self.to)
    case .seconds(let seconds): message.writer.natural(seconds, field: PlanItemField.seconds.number)
    case .millimetres(let distance): message.writer.natural(distance, field: PlanItemField.millimetres.number)
    }
  }

  static func read(from message: inout MessageFields) throws(WireError) -> Prescription.Target? {
    let (from, to) = (try message.natural(Self.from), try message.natural(Self.to))
    let seconds = try message.natural(PlanItemField.seconds.number)
    let millimetres = try message.natural(PlanItemField.millimetres.number)
    if let from {
      guard from <= to ?? from else { throw .invalidValue }
      return .reps(from...(to ?? from))
    }
    if let seconds { return .seconds(seconds) }
    guard let millimetres else { throw .invalidValue }
    return .millimetres(millimetres)
  }

  func writeMembers(to json: inout JSONWriter, _ name: String) {
    switch self {
    case .reps(let range):
      json.key(PlanItemField.reps.member)
      json.object { json in
        range.lowerBound.writeMembers(to: &json, "from")
        range.upperBound.writeMembers(to: &json, "to")
      }
    case .seconds(let seconds): seconds.writeMembers(to: &json, PlanItemField.seconds.member)
    case .millimetres(let distance): distance.writeMembers(to: &json, PlanItemField.millimetres.member)
    }
  }

  static func read(_ name: String, in members: some JSONMembers) throws -> Prescription.Target? {
    let targets: [Prescription.Target] = try [
      members.optionalNested(PlanItemField.reps.member, allowed: ["from", "to"]).map { .reps(try range($0)) },
      members.optionalNatural(PlanItemField.seconds.member).map { .seconds($0) },
      members.optionalNatural(PlanItemField.millimetres.member).map { .millimetres($0) },
    ].compactMap { $0 }
    guard targets.count == 1 else {
      throw members.invalid("An item of a plan has one of reps, seconds and millimetres")
    }
    return targets[0]
  }

  private static func range(_ members: some JSONMembers) throws -> ClosedRange<Int> {
    let (from, to): (Int, Int) = (try members.required("from"), try members.required("to"))
    guard from <= to else { throw members.invalid("reps must be from the lower to the higher number") }
    return from...to
  }

  static func memberNames(_ name: String) -> [String] {
    [PlanItemField.reps, PlanItemField.seconds, PlanItemField.millimetres].map(\.member)
  }
}

/// Two fields, and an object in JSON: the number of the plan, and its version.
extension WorkoutSession.PlanReference: MemberValue {
  func write(to message: inout WireFieldWriter) {
    message.writer.natural(number, field: message.field.number)
    message.writer.unsigned(version, field: message.field.number + 1)
  }

  static func read(from message: inout MessageFields) throws(WireError) -> Self? {
    // A number without a version is not a plan, but a field that is known.
    _ = try message.number()
    guard let version = try message.number(message.field.number + 1), version > 0 else { return nil }
    return Self(number: try message.entity(), version: version)
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      number.writeMembers(to: &json, "number")
      version.writeMembers(to: &json, "version")
    }
  }

  static func read(_ name: String, in members: some JSONMembers) throws -> Self? {
    guard let plan = try members.optionalNested(name, allowed: ["number", "version"]) else { return nil }
    return Self(number: try plan.required("number"), version: try plan.required("version"))
  }
}

// MARK: - Days and times

/// The number of days since 1970, and `2026-11-21` in JSON.
extension CivilDay: MemberValue {
  func write(to message: inout WireFieldWriter) { message.signed(Int64(dayNumber)) }

  static func read(from message: inout MessageFields) throws(WireError) -> CivilDay? {
    guard let number = try message.signed() else { return nil }
    guard let number = Int(exactly: number), calendarRange.contains(number) else { throw .invalidValue }
    return CivilDay(dayNumber: number)
  }

  func write(to json: inout JSONWriter) { json.string(description) }

  static func read(_ name: String, in members: some JSONMembers) throws -> CivilDay? {
    guard let text = try String.read(name, in: members) else { return nil }
    guard let day = CivilDay(text) else { throw members.invalid("The member \(name) has a value that is not known") }
    return day
  }
}

/// Four fields, which come together: the instant, the offset, the zone and whether the time of day is unknown.
extension CheckInTime: FieldValue {
  private static let (zoneMember, isKnownMember) = ("timeZone", "timeKnown")

  func write(to message: inout WireFieldWriter) {
    message.signed(instantMilliseconds)
    message.signed(Int64(offsetMinutes), at: message.field.number + 1)
    message.text(timeZone ?? "", at: message.field.number + 2)
    message.unsigned(isTimeOfDayKnown ? 0 : 1, at: message.field.number + 3)
  }

  static func read(from message: inout MessageFields) throws(WireError) -> CheckInTime? {
    let (instant, offset) = (try message.instant(), try message.signed(message.field.number + 1))
    let zone = try message.text(message.field.number + 2) ?? ""
    let isDayOnly = try message.number(message.field.number + 3) ?? 0 != 0
    if message.field.presence == .change {
      guard (instant != nil) == (offset != nil) else { throw .invalidValue }
      if instant == nil { return nil }
    }
    guard CheckInTime.offsetRange.contains(Int(clamping: offset ?? 0)) else { throw .invalidValue }
    return CheckInTime(
      instantMilliseconds: instant ?? 0, offsetMinutes: Int(offset ?? 0), timeZone: zone.isEmpty ? nil : zone,
      isTimeOfDayKnown: !isDayOnly)
  }

  func writeMembers(to json: inout JSONWriter, _ name: String) {
    description.writeMembers(to: &json, name)
    json[Self.zoneMember] = timeZone
    isTimeOfDayKnown.writeMembers(to: &json, Self.isKnownMember)
  }

  static func read(_ name: String, in members: some JSONMembers) throws -> CheckInTime? {
    var time = try members.time(name)
    time.isTimeOfDayKnown = try members.required(isKnownMember)
    return time
  }

  static func memberNames(_ name: String) -> [String] { [name, zoneMember, isKnownMember] }
}
