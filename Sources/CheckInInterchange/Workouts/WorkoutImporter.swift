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
  /// `nil` if workouts that last longer than a day need a confirmation.
  let longDurations: ImportQuestion.LongDurations?
  let map: ImportMap
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

  /// The contents of the rows that were read.
  private struct Gathering {
    /// By start and title.
    var sessions: [String: Gathered] = [:]
    /// The keys of ``sessions`` in the order of the rows.
    var order: [String] = []
    var dropped: [Message: Int] = [:]
    /// `true` if a weight or a distance has no unit.
    var lacksUnit = false
    /// The names of all exercises.
    var exercises: Set<String> = []
  }

  func run(
    _ input: consuming InputFile, into openJournal: (UUID?) throws -> Journal?
  ) throws -> ImportReport {
    var report = ImportReport()
    report.isOfWorkouts = true
    let mapping = Dictionary(
      try map.exerciseNames().map { (Self.exerciseName($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
    var gathering = Gathering()
    var file = try WorkoutFile(input, program: program)
    while let next = try file.next() {
      report.read += 1
      switch next {
      case .failure(let problems):
        report.rejected.append(RejectedRow(row: file.rowNumber, messages: problems.messages))
      case .success(let row):
        do throws(RowProblems) {
          try add(row, in: &gathering)
        } catch {
          report.rejected.append(RejectedRow(row: row.number, messages: error.messages))
        }
      }
    }
    report.columnsNotImported = file.unused
    report.mappedNamesNotFound = map.exercises(notAmong: Array(gathering.exercises))
    let isRefused = !report.rejected.isEmpty && !skipInvalid
    if !isRefused {
      if gathering.lacksUnit { throw ImportQuestion.weightUnit }
      try settleLongDurations(&gathering)
    }
    let sessions = sessions(&gathering)
    report.dropped = gathering.dropped.map { DroppedRows(reason: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.reason.text) < ($0.count, $1.reason.text) }
    if !isRefused { try append(sessions, mapping: mapping, report: &report, into: openJournal) }
    return report
  }

  private func settleLongDurations(_ gathering: inout Gathering) throws(ImportQuestion) {
    let long = gathering.sessions.compactMap { key, one -> (key: String, seconds: Int, day: CivilDay)? in
      guard let end = one.session.endMilliseconds else { return nil }
      let seconds = Int(end - one.session.draft.start.instantMilliseconds) / 1000
      return seconds > ImportQuestion.longestUnquestioned ? (key, seconds, one.session.draft.start.day) : nil
    }
    guard let longest = long.max(by: { ($0.seconds, $1.day) < ($1.seconds, $0.day) }), longDurations != .keep else {
      return
    }
    guard longDurations == .drop else {
      throw .longDurations(count: long.count, longest: longest.seconds, day: longest.day)
    }
    for one in long { gathering.sessions[one.key]?.session.endMilliseconds = nil }
    gathering.dropped["durations of workouts that last longer than 24 hours"] = long.count
  }

  private func append(
    _ sessions: [ImportedSession], mapping: [String: String], report: inout ImportReport,
    into openJournal: (UUID?) throws -> Journal?
  ) throws {
    report.sample = sessions.prefix(ImportSample.maximumCount).map {
      ImportSample(title: $0.draft.title, time: $0.draft.start, sets: $0.sets.count)
    }
    let journal = try openJournal(nil)
    guard dryRun || journal != nil else {
      throw JournalError(.internalFault, "There is no journal to import into.")
    }
    let outcome =
      if let journal {
        try dryRun || sessions.isEmpty
          ? journal.trialImport(sessions, mapping: mapping)
          : journal.importSessions(sessions, mapping: mapping, progress: progress)
      } else {
        try Journal.trialImportIntoNewJournal(sessions, mapping: mapping)
      }
    report.added = outcome.added
    report.addedSets = outcome.addedSets
    report.addedExercises = outcome.addedExercises
    report.duplicates = outcome.duplicates
    report.exercises = outcome.exercises.sorted { ($1.setCount, $0.name) < ($0.setCount, $1.name) }
  }

  /// The sessions, oldest first, and their exercises as the whole file shows them.
  private func sessions(_ gathering: inout Gathering) -> [ImportedSession] {
    var sessions: [ImportedSession] = []
    for key in gathering.order {
      guard var one = gathering.sessions[key] else { continue }
      guard !one.session.sets.isEmpty else {
        gathering.dropped["workouts without a set", default: 0] += 1
        continue
      }
      let title = one.session.draft.title
      if title.count > WorkoutValidation.maximumNameCharacters {
        one.notes.insert(title, at: 0)
        one.session.draft.title = String(title.prefix(WorkoutValidation.maximumNameCharacters))
        gathering.dropped[
          "titles of more than \(WorkoutValidation.maximumNameCharacters) characters, which the notes have whole",
          default: 0] += 1
      }
      one.session.draft.note = one.notes.joined(separator: "\n")
      if one.session.draft.note.utf8.count > WorkoutValidation.maximumNoteBytes {
        one.session.draft.note = String(one.session.draft.note.prefix(4000))
        gathering.dropped["notes of more than 16 KB, which were shortened", default: 0] += 1
      }
      sessions.append(one.session)
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

  /// Returns the tracking type of an exercise, derived from its sets.
  private static func measure(_ entries: [SetEntry]) -> Exercise.Measure {
    if entries.contains(where: { $0.reps != nil }) {
      return entries.contains { $0.weight != nil } ? .weightAndReps : .reps
    }
    let hasDistance = entries.contains { $0.millimetres != nil }
    let hasDuration = entries.contains { $0.seconds != nil }
    return hasDistance ? (hasDuration ? .distanceAndDuration : .distance) : .duration
  }

  // MARK: Rows

  private func add(_ row: WorkoutFile.Row, in gathering: inout Gathering) throws(RowProblems) {
    let kind = row.kind.lowercased()
    if program == .strong, Self.isRest(row, kind: kind) {
      gathering.dropped["rest timers, which are no sets", default: 0] += 1
      return
    }
    let key = "\(row.date)\n\(row.workout)"
    if gathering.sessions[key] == nil {
      gathering.sessions[key] = Gathered(session: try session(for: row, in: &gathering), row: row.number)
      gathering.order.append(key)
    }
    note(row, in: &gathering.sessions[key])
    if program == .strong, kind == "note" { return }
    gathering.exercises.insert(row.exercise)
    if map.leavesOut(exercise: row.exercise) {
      gathering.dropped["sets of exercises that --map leaves out", default: 0] += 1
      return
    }
    let entry: SetEntry
    do throws(RowProblems) {
      entry = try self.entry(row, kind: kind, &gathering)
    } catch {
      guard error.messages == [WorkoutValidation.setEmpty] else { throw error }
      gathering.dropped["sets without repetitions, a duration or a distance", default: 0] += 1
      return
    }
    if !row.superset.isEmpty { gathering.dropped["supersets, which only plans have", default: 0] += 1 }
    let exercise = Self.exerciseName(row.exercise)
    let draft = ExerciseDraft(id: BuiltInExercises.identity(ofExerciseNamed: exercise), name: exercise)
    let messages = WorkoutValidation.messages(for: draft)
    guard messages.isEmpty else { throw RowProblems(messages: messages) }
    let index = gathering.sessions[key]?.session.sets.count ?? 0
    let id = UUID(digesting: "\(program.rawValue) set: \(row.date)\n\(row.workout)\n\(index)")
    gathering.sessions[key]?.session.sets.append(ImportedSession.Set(id: id, exercise: draft, entry: entry))
  }

  /// Returns `true` for a pause between two sets: the program names its kind in the user's language.
  private static func isRest(_ row: WorkoutFile.Row, kind: String) -> Bool {
    if kind == "rest timer" { return true }
    let isSet = Int(kind) != nil || ["", "w", "d", "f", "note"].contains(kind) || self.kind(kind) != .normal
    return !isSet && [row.weight, row.reps, row.distance].allSatisfy { WorkoutCells.number($0) ?? 0 == 0 }
  }

  /// Returns a valid exercise name, with ` / ` replaced by `/`.
  private static func exerciseName(_ name: String) -> String { name.replacing(" / ", with: "/") }

  /// Notes of a workout and its exercises are kept once, in the session's note.
  private func note(_ row: WorkoutFile.Row, in gathered: inout Gathered?) {
    let isStrongNote = program == .strong && row.kind.lowercased() == "note"
    let notes = [
      row.workoutNote, row.exerciseNote.isEmpty ? "" : "\(row.exercise): \(row.exerciseNote)",
      isStrongNote && !row.setNote.isEmpty ? "\(row.exercise): \(row.setNote)" : "",
    ]
    for note in notes where !note.isEmpty && gathered?.notes.contains(note) == false { gathered?.notes.append(note) }
  }

  private func session(
    for row: WorkoutFile.Row, in gathering: inout Gathering
  ) throws(RowProblems) -> ImportedSession {
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
    var draft = SessionDraft(
      id: UUID(digesting: "\(program.rawValue) session: \(row.date)\n\(row.workout)"), start: start,
      title: String(title.prefix(WorkoutValidation.maximumNameCharacters)))
    let messages = WorkoutValidation.messages(for: draft, now: now)
    guard messages.isEmpty else { throw RowProblems(messages: messages) }
    draft.title = title
    var end: Int64?
    if let written = WorkoutCells.time(row.end) {
      end = zone.resolve(written).time.instantMilliseconds
    } else if let seconds = WorkoutCells.seconds(row.workoutDuration) {
      if seconds > 0, start.isTimeOfDayKnown { end = start.instantMilliseconds + Int64(seconds) * 1000 }
    } else if !row.end.isEmpty || !row.workoutDuration.isEmpty {
      gathering.dropped["durations of workouts that cannot be read", default: 0] += 1
    }
    if let known = end, known < start.instantMilliseconds || known > now {
      end = nil
      gathering.dropped["ends of workouts that are before the start or in the future", default: 0] += 1
    }
    return ImportedSession(draft, endMilliseconds: end, sets: [])
  }

  private func entry(
    _ row: WorkoutFile.Row, kind: String, _ gathering: inout Gathering
  ) throws(RowProblems) -> SetEntry {
    var problems: [Message] = []
    func read<Value>(_ text: String, as what: String, with read: (String) -> Value?) -> Value? {
      guard !text.isEmpty else { return nil }
      let value = read(text)
      if value == nil { problems.append("Cannot read the \(what) '\(text.prefix(40))'") }
      return value
    }
    var entry = SetEntry(kind: Self.kind(kind), note: row.setNote)
    if let thousandths = read(row.weight, as: "weight", with: WorkoutCells.number), thousandths > 0 {
      if let unit = row.weightUnit ?? unit {
        entry.weight = Weight(thousandths: thousandths, unit: unit)
        if entry.weight == nil { problems.append("The weight '\(row.weight.prefix(40))' is too great") }
      } else {
        gathering.lacksUnit = true
      }
    }
    if let reps = read(row.reps, as: "repetitions", with: WorkoutCells.whole), reps > 0 { entry.reps = reps }
    if let seconds = read(row.duration, as: "duration", with: WorkoutCells.seconds), seconds > 0 {
      entry.seconds = seconds
    }
    if let thousandths = read(row.distance, as: "distance", with: WorkoutCells.number), thousandths > 0 {
      // Without its own unit a distance goes with the weights.
      let usual = row.weightUnit ?? unit
      let distanceUnit = row.distanceUnit.isEmpty ? usual.map { $0 == .pounds ? "mi" : "km" } ?? "" : row.distanceUnit
      entry.millimetres = WorkoutCells.millimetres(thousandths, unit: distanceUnit)
      if distanceUnit.isEmpty {
        gathering.lacksUnit = true
        // Any value is valid until the unit is known.
        entry.millimetres = 1
      } else if entry.millimetres == nil {
        problems.append("The unit of distance '\(distanceUnit.prefix(40))' is not known")
      }
    }
    if !row.rpe.isEmpty {
      entry.rpe =
        RPE(row.rpe.replacing(",", with: ".")) ?? WorkoutCells.number(row.rpe).flatMap { RPE(halves: $0 / 500) }
      if entry.rpe == nil { gathering.dropped["rates of exertion that are not from 1 to 10", default: 0] += 1 }
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
