internal import EventLog
internal import FoundationEssentials

/// The encoding of the training's parts in a snapshot: the directory, and the pages of sessions.
///
/// Parts are messages, like events, and have the same fields as events for the same content.
///
/// They depend only on the training's state. Each part is protected by the checksums of the frames that store it.
/// Decoding therefore checks only that its content is consistent, and that hostile content can't crash the process.
enum TrainingCoding {
  private enum DirectoryField {
    static let exercises: UInt64 = 1
    static let plans: UInt64 = 2
    static let activePlan: UInt64 = 3
    static let sessions: UInt64 = 4
    static let months: UInt64 = 5
    static let openSessions: UInt64 = 6
    static let links: UInt64 = 7
    static let reminderDays: UInt64 = 8
    static let reminderMinute: UInt64 = 9
    static let goals: UInt64 = 10
    static let givenExercise: UInt64 = 11
    static let givenPlan: UInt64 = 12
    static let givenSession: UInt64 = 13
    static let unitedSessions: UInt64 = 14
    static let unitedSets: UInt64 = 15
    static let sessionsOfSeveral: UInt64 = 16
    static let marks: UInt64 = 17
  }

  static func directory(_ directory: TrainingDirectory) -> [UInt8] {
    var writer = WireWriter()
    for entry in directory.exercises { writer.message(field: DirectoryField.exercises) { $0.fields(of: entry) } }
    for plan in directory.plans { writer.message(field: DirectoryField.plans) { $0.fields(of: plan) } }
    writer.natural(directory.activePlan ?? 0, field: DirectoryField.activePlan)
    writer.packed(
      directory.sessions.flatMap { [UInt64($0.number), UInt64($0.month.monthNumber)] },
      field: DirectoryField.sessions)
    for month in directory.months { writer.message(field: DirectoryField.months) { $0.fields(of: month) } }
    writer.packed(directory.openSessions.map { UInt64($0) }, field: DirectoryField.openSessions)
    writer.packed(
      directory.links.flatMap { [UInt64($0.checkIn), UInt64($0.session)] }, field: DirectoryField.links)
    if let reminder = directory.reminder {
      writer.natural(reminder.weekdays.dayMap, field: DirectoryField.reminderDays)
      writer.natural(reminder.minuteOfDay, field: DirectoryField.reminderMinute)
    }
    for goal in directory.goals { writer.message(field: DirectoryField.goals) { $0.fields(of: goal) } }
    writer.natural(directory.given.exercise, field: DirectoryField.givenExercise)
    writer.natural(directory.given.plan, field: DirectoryField.givenPlan)
    writer.natural(directory.given.session, field: DirectoryField.givenSession)
    let mergedSessions = directory.mergedSessions
    writer.packed(
      mergedSessions.sessions.sorted { $0.key < $1.key }.flatMap { [UInt64($0.key), UInt64($0.value)] },
      field: DirectoryField.unitedSessions)
    writer.packed(
      mergedSessions.sets.sorted { $0.key < $1.key }.flatMap { session, sets in
        sets.flatMap { [UInt64(session), UInt64($0.first), UInt64($0.count), UInt64($0.here)] }
      }, field: DirectoryField.unitedSets)
    writer.packed(mergedSessions.sets.keys.sorted().map(UInt64.init), field: DirectoryField.sessionsOfSeveral)
    for mark in directory.marks { writer.message(field: DirectoryField.marks) { $0.fields(of: mark) } }
    return writer.bytes
  }

  static func directory(_ bytes: [UInt8]) -> TrainingDirectory? { try? readDirectory(bytes) }

  private static func readDirectory(_ bytes: [UInt8]) throws(WireError) -> TrainingDirectory {
    var fields = try MessageFields(bytes)
    var directory = TrainingDirectory()
    directory.exercises = try fields.messages(DirectoryField.exercises)
    directory.plans = try fields.messages(DirectoryField.plans)
    directory.activePlan = try fields.natural(DirectoryField.activePlan)
    for (number, month) in try fields.pairs(DirectoryField.sessions) {
      directory.sessions.append(
        TrainingDirectory.SessionPlace(number: try number32(number), month: try civilMonth(month)))
    }
    directory.months = try fields.messages(DirectoryField.months)
    for number in try fields.allNumbers(DirectoryField.openSessions) {
      directory.openSessions.append(Int(try number32(number)))
    }
    for (checkIn, session) in try fields.pairs(DirectoryField.links) {
      directory.links.append(
        TrainingDirectory.Link(checkIn: try number32(checkIn), session: try number32(session)))
    }
    let minute = try fields.natural(DirectoryField.reminderMinute) ?? 0
    if let days = Set(dayMap: try fields.natural(DirectoryField.reminderDays) ?? 0) {
      directory.reminder = Reminder(weekdays: days, minuteOfDay: minute)
    }
    directory.goals = try fields.messages(DirectoryField.goals)
    directory.given.exercise = try fields.natural(DirectoryField.givenExercise) ?? 0
    directory.given.plan = try fields.natural(DirectoryField.givenPlan) ?? 0
    directory.given.session = try fields.natural(DirectoryField.givenSession) ?? 0
    directory.mergedSessions = try mergedSessions(&fields)
    directory.marks = try fields.messages(DirectoryField.marks)
    guard fields.isUnderstood, directory.isInOrder else { throw .invalidValue }
    return directory
  }

  private static func mergedSessions(_ fields: inout MessageFields) throws(WireError) -> MergedSessions {
    var sessions: [Int: Int] = [:]
    for (number, here) in try fields.pairs(DirectoryField.unitedSessions) {
      sessions[Int(try number32(number))] = Int(try number32(here))
    }
    let numbers = try fields.allNumbers(DirectoryField.unitedSets)
    guard numbers.count % 4 == 0 else { throw .invalidValue }
    var sets: [Int: [MergedSessions.Sets]] = [:]
    for start in stride(from: 0, to: numbers.count, by: 4) {
      let run = MergedSessions.Sets(
        first: Int(try number32(numbers[start + 1])), count: Int(try number32(numbers[start + 2])),
        here: Int(try number32(numbers[start + 3])))
      sets[Int(try number32(numbers[start])), default: []].append(run)
    }
    guard var mergedSessions = MergedSessions(sessions: sessions, sets: sets) else { throw .invalidValue }
    for number in try fields.allNumbers(DirectoryField.sessionsOfSeveral) {
      mergedSessions.noteSeveralDevices(ofSession: Int(try number32(number)))
    }
    return mergedSessions
  }

  static func number32(_ number: UInt64) throws(WireError) -> UInt32 {
    guard let number = UInt32(exactly: number), number > 0 else { throw .invalidValue }
    return number
  }

  /// The number after that of the last month of the calendar.
  static let monthNumberLimit = 120_100

  static func civilMonth(_ number: UInt64) throws(WireError) -> CivilMonth {
    guard number < monthNumberLimit else { throw .invalidValue }
    return CivilMonth(monthNumber: Int(number))
  }
}

extension TrainingDirectory {
  /// `true` if the elements are in the order that lookups require, and each plan has a version.
  fileprivate var isInOrder: Bool {
    exercises.map(\.exercise.number).isAscending && plans.map(\.number).isAscending
      && sessions.map(\.number).isAscending && months.map(\.month).isAscending && openSessions.isAscending
      && links.map(\.checkIn).isAscending && goals.map(\.subject).isAscending && marks.map(\.day).isAscending
      && plans.allSatisfy { !$0.versions.isEmpty }
  }
}

extension MessageFields {
  /// Reads a repeated message that no newer version can have written.
  fileprivate mutating func messages<Message: FieldMessage>(_ field: UInt64) throws(WireError) -> [Message] {
    var messages: [Message] = []
    for range in try allRanges(field) { messages.append(try Message(known: message(range))) }
    return messages
  }

  fileprivate mutating func pairs(_ field: UInt64) throws(WireError) -> [(UInt64, UInt64)] {
    let numbers = try allNumbers(field)
    guard numbers.count % 2 == 0 else { throw .invalidValue }
    return stride(from: 0, to: numbers.count, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
  }
}
