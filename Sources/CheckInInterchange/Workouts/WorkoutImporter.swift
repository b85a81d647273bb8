internal import CheckInJournal

internal import struct FoundationEssentials.UUID

/// Imports workouts that another program exported: all rows or none, unless invalid ones are to be skipped.
///
/// A session is made of the rows of one start, and of one day where the program knows no times. Its identity, and those
/// of its sets, follow from the program, the start, the title and the order of the rows, so the same file twice adds
/// nothing.
struct WorkoutImporter {
  let program: WorkoutProgram
  /// Of weights whose unit the file does not say.
  let unit: Weight.Unit?
  let dryRun: Bool
  let skipInvalid: Bool
  /// Milliseconds since 1970; sessions after it are rejected.
  let now: Int64
  let zone: LocalTimeZone
  let progress: Journal.Progress?

  /// A session while its rows are read.
  private struct Gathered {
    var session: ImportedSession
    var notes: [String] = []
    /// The row that it began with.
    var row: Int
  }

  func run(
    _ input: consuming InputFile, into openJournal: (UUID?) throws -> Journal?
  ) throws -> ImportReport {
    var report = ImportReport()
    report.isOfWorkouts = true
    var dropped: [String: Int] = [:]
    var order: [String] = []
    var gathered: [String: Gathered] = [:]
    let name = input.name
    var file = try WorkoutFile(input, program: program)
    while let next = try file.next() {
      report.read += 1
      switch next {
      case .failure(let problems):
        report.rejected.append(RejectedRow(row: file.rowNumber, messages: problems.messages))
      case .success(let row):
        do throws(RowProblems) {
          try add(row, name: name, &order, &gathered, &dropped)
        } catch {
          report.rejected.append(RejectedRow(row: row.number, messages: error.messages))
        }
      }
    }
    report.dropped = dropped.map { DroppedRows(reason: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.reason) < ($0.count, $1.reason) }
    guard report.rejected.isEmpty || skipInvalid else { return report }
    try append(sessions(order, gathered), &report, into: openJournal)
    return report
  }

  private func append(
    _ sessions: [ImportedSession], _ report: inout ImportReport, into openJournal: (UUID?) throws -> Journal?
  ) throws {
    report.sample = sessions.prefix(ImportSample.maximumCount).map {
      ImportSample(title: $0.draft.title, time: $0.draft.start, sets: $0.sets.count)
    }
    let journal = try openJournal(nil)
    guard dryRun || journal != nil else {
      throw JournalError(.internalFault, "There is no journal to import into.")
    }
    guard let journal else {
      report.added = sessions.count
      report.addedSets = sessions.reduce(0) { $0 + $1.sets.count }
      report.addedExercises = Set(sessions.flatMap { $0.sets.map { ExerciseName.folded($0.exercise.name) } }).count
      return
    }
    let outcome =
      try dryRun || sessions.isEmpty
      ? journal.trialImport(sessions) : journal.importSessions(sessions, progress: progress)
    report.added = outcome.added
    report.addedSets = outcome.addedSets
    report.addedExercises = outcome.addedExercises
    report.duplicates = outcome.duplicates
  }

  /// The sessions, oldest first, and their exercises as the whole file shows them.
  private func sessions(_ order: [String], _ gathered: [String: Gathered]) -> [ImportedSession] {
    var sessions = order.compactMap { key -> ImportedSession? in
      guard var one = gathered[key] else { return nil }
      one.session.draft.note = String(one.notes.joined(separator: "\n").prefix(4000))
      return one.session.sets.isEmpty ? nil : one.session
    }
    sessions.sort {
      ($0.draft.start.localMilliseconds, $0.draft.title) < ($1.draft.start.localMilliseconds, $1.draft.title)
    }
    let entries = Dictionary(
      grouping: sessions.flatMap(\.sets), by: { ExerciseName.folded($0.exercise.name) })
    for session in sessions.indices {
      for set in sessions[session].sets.indices {
        let sets = entries[ExerciseName.folded(sessions[session].sets[set].exercise.name)] ?? []
        sessions[session].sets[set].exercise.measure = Self.measure(sets.map(\.entry))
        if !sets.contains(where: { $0.entry.weight != nil }) {
          sessions[session].sets[set].exercise.load = .bodyweight
        }
      }
    }
    return sessions
  }

  /// What an exercise is measured by, as far as its sets tell.
  private static func measure(_ entries: [SetEntry]) -> Exercise.Measure {
    if entries.contains(where: { $0.reps != nil }) {
      return entries.contains { $0.weight != nil } ? .weightAndReps : .reps
    }
    let hasDistance = entries.contains { $0.millimetres != nil }
    let hasDuration = entries.contains { $0.seconds != nil }
    return hasDistance ? (hasDuration ? .distanceAndDuration : .distance) : .duration
  }

  // MARK: Rows

  private func add(
    _ row: WorkoutFile.Row, name: String, _ order: inout [String], _ gathered: inout [String: Gathered],
    _ dropped: inout [String: Int]
  ) throws(RowProblems) {
    let kind = row.kind.lowercased()
    if program == .strong, kind == "rest timer" {
      dropped["rest timers, which are no sets", default: 0] += 1
      return
    }
    let key = "\(row.date)\n\(row.workout)"
    if gathered[key] == nil {
      gathered[key] = Gathered(session: try session(row), row: row.number)
      order.append(key)
    }
    note(row, &gathered[key])
    if program == .strong, kind == "note" { return }
    let entry: SetEntry
    do throws(RowProblems) {
      entry = try self.entry(row, kind: kind, &dropped)
    } catch {
      guard error.messages == [WorkoutValidation.setEmpty] else { throw error }
      dropped["sets without repetitions, a duration or a distance", default: 0] += 1
      return
    }
    if !row.superset.isEmpty { dropped["supersets, which only plans have", default: 0] += 1 }
    let exercise = Self.exerciseName(row.exercise)
    let draft = ExerciseDraft(id: BuiltInExercises.identity(ofExerciseNamed: exercise), name: exercise)
    let messages = WorkoutValidation.messages(for: draft)
    guard messages.isEmpty else { throw RowProblems(messages: messages) }
    let index = gathered[key]?.session.sets.count ?? 0
    let id = UUID(digesting: "\(program.rawValue) set: \(row.date)\n\(row.workout)\n\(index)")
    gathered[key]?.session.sets.append(ImportedSession.Set(id: id, exercise: draft, entry: entry))
  }

  /// What a name may not contain is written otherwise.
  private static func exerciseName(_ name: String) -> String { name.replacing(" / ", with: "/") }

  /// Notes of a workout and its exercises are kept once, in the session's note.
  private func note(_ row: WorkoutFile.Row, _ gathered: inout Gathered?) {
    let isStrongNote = program == .strong && row.kind.lowercased() == "note"
    let notes = [
      row.workoutNote, row.exerciseNote.isEmpty ? "" : "\(row.exercise): \(row.exerciseNote)",
      isStrongNote && !row.setNote.isEmpty ? "\(row.exercise): \(row.setNote)" : "",
    ]
    for note in notes where !note.isEmpty && gathered?.notes.contains(note) == false { gathered?.notes.append(note) }
  }

  private func session(_ row: WorkoutFile.Row) throws(RowProblems) -> ImportedSession {
    var start: CheckInTime
    if program == .fitnotes {
      guard let day = WorkoutCells.day(row.date) else {
        throw RowProblems(messages: ["Cannot read the day '\(row.date.prefix(40))'"])
      }
      start = day.midnight(in: zone)
      start.isTimeOfDayKnown = false
    } else {
      guard let written = WorkoutCells.time(row.date) else {
        throw RowProblems(messages: ["Cannot read the time '\(row.date.prefix(40))'"])
      }
      start = zone.resolve(written).time
    }
    let title = row.workout.isEmpty ? Journal.untitledSession : row.workout.replacing(" / ", with: "/")
    let draft = SessionDraft(
      id: UUID(digesting: "\(program.rawValue) session: \(row.date)\n\(row.workout)"), start: start,
      title: String(title.prefix(WorkoutValidation.maximumNameCharacters)))
    var end: Int64?
    if let written = WorkoutCells.time(row.end) { end = zone.resolve(written).time.instantMilliseconds }
    if let seconds = WorkoutCells.seconds(row.workoutDuration), seconds > 0, start.isTimeOfDayKnown {
      end = start.instantMilliseconds + Int64(seconds) * 1000
    }
    if let known = end, known < start.instantMilliseconds || known > now { end = nil }
    let messages = WorkoutValidation.messages(for: draft, now: now)
    guard messages.isEmpty else { throw RowProblems(messages: messages) }
    return ImportedSession(draft, endMilliseconds: end, sets: [])
  }

  private func entry(
    _ row: WorkoutFile.Row, kind: String, _ dropped: inout [String: Int]
  ) throws(RowProblems) -> SetEntry {
    var problems: [String] = []
    func read<Value>(_ text: String, _ what: String, _ read: (String) -> Value?) -> Value? {
      guard !text.isEmpty else { return nil }
      let value = read(text)
      if value == nil { problems.append("Cannot read the \(what) '\(text.prefix(40))'") }
      return value
    }
    var entry = SetEntry(kind: Self.kind(kind), note: row.setNote)
    if let thousandths = read(row.weight, "weight", WorkoutCells.number), thousandths > 0 {
      if let unit = row.weightUnit ?? unit {
        entry.weight = Weight(thousandths: thousandths, unit: unit)
        if entry.weight == nil { problems.append("The weight '\(row.weight.prefix(40))' is too great") }
      } else {
        problems.append("The file does not say whether its weights are in kilograms or pounds: say --unit kg or lb")
      }
    }
    if let reps = read(row.reps, "repetitions", WorkoutCells.whole), reps > 0 { entry.reps = reps }
    if let seconds = read(row.duration, "duration", WorkoutCells.seconds), seconds > 0 { entry.seconds = seconds }
    if let thousandths = read(row.distance, "distance", WorkoutCells.number), thousandths > 0 {
      // Without its own unit a distance goes with the weights.
      let usual = row.weightUnit ?? unit
      let distanceUnit = row.distanceUnit.isEmpty ? usual.map { $0 == .pounds ? "mi" : "km" } ?? "" : row.distanceUnit
      entry.millimetres = WorkoutCells.millimetres(thousandths, unit: distanceUnit)
      if entry.millimetres == nil {
        problems.append(
          distanceUnit.isEmpty
            ? "The file does not say whether its distances are in kilometres or miles: say --unit kg or lb"
            : "The unit of distance '\(distanceUnit.prefix(40))' is not known")
      }
    }
    if !row.rpe.isEmpty {
      entry.rpe =
        RPE(row.rpe.replacing(",", with: ".")) ?? WorkoutCells.number(row.rpe).flatMap { RPE(halves: $0 / 500) }
      if entry.rpe == nil { dropped["rates of exertion that are not from 1 to 10", default: 0] += 1 }
    }
    guard problems.isEmpty else { throw RowProblems(messages: problems) }
    let messages = WorkoutValidation.messages(for: entry)
    guard messages.isEmpty else { throw RowProblems(messages: messages) }
    return entry
  }

  private static func kind(_ text: String) -> SetEntry.Kind {
    if text == "w" || text.contains("warm") { return .warmUp }
    if text == "d" || text.contains("drop") { return .drop }
    return text == "f" || text.contains("fail") ? .failure : .normal
  }
}
