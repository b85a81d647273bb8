public import ArgumentParser
public import CheckInInterchange
import CheckInJournal
import CheckInLanguage
import FoundationEssentials
import PhotoProcessing
import Synchronization

extension ImportFormat: ExpressibleByArgument {}

extension ImportQuestion.LongDurations: ExpressibleByArgument {}

struct ImportCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", _superCommandName: "checkin",
    abstract: "Import data from other apps and files",
    discussion: """
      It imports all check-ins or workouts of a file, or nothing.

      CSV has a header with the columns at, type, title, calories, location, notes, id, timeZone, duration (seconds, \
      45m or 1:30:00) and distance (metres or 5km), in any order, of which the first three are required; JSON Lines \
      hold one check-in a line, with the same names. The same file twice adds nothing.

      A check-in that is there and was discarded, as after an undo of the import, stays discarded, and the answer says \
      so. --restore brings such check-ins back as they are, in the same command; "checkin undo" discards them again.

      events is the whole history, as "checkin export --format events" writes it, with its photos in the folder beside \
      the file. It comes into a new journal, or into one that begins with the same events.

      strong, hevy and fitnotes are workouts as these programs export them; a file is known by its header. What has no \
      place in a journal is told, and why. If a file doesn't say whether its weights are in kilograms or pounds, the \
      command asks; --unit answers. Each exercise of the file stays an exercise of its own, unless it is another \
      spelling of one that the journal knows; --map 'Bench Press (Barbell)=Bench Press' joins two, and --map \
      'Stretching=none' leaves one out. --dry-run shows which name becomes which exercise.

      store is the app's own database, default.store with the files beside it, which are only read.

      Other programs' files are known by their content: Strava (activities.csv) and Garmin (Activities.csv) in \
      English, Loop Habit Tracker (its CSV archive, folder or tables, and its database), Apple Health (its XML), \
      Google Fit as Takeout has it, Day One (JSON, with photos), GPX, TCX, FIT, and as table any CSV with commas, \
      semicolons or tabs. An archive or its unpacked folder can be named as a whole.

      Columns of a table with unmistakable English names are found; --map says the others, as in --map \
      at=Datum:dmy,title=Name,distance=Strecke:km (or :mi, or :m). Distance#2 is the second of two columns of that \
      name. An activity that is not one of the exercise types for certain \
      becomes Unknown, or of Loop's habits is left out, unless --map says what it is: --map Hike=Walk; --map \
      type=Run says it of all. --map Hike=none leaves one out, and --map Unknown=none all that would become Unknown. \
      The answer lists what became of each, and what was left out. Importing a file again with another --map gives \
      check-ins of unknown type their type, and leaves all others as they are. A day without a time \
      stays one: its time is not known. Local times without a zone are read in --zone.
      """)

  @Argument(help: "The file, archive or folder; - is standard input.", completion: .file())
  var file: String

  @Option(
    name: [.long, .customLong("as")],
    help: """
      csv, jsonl, events, store, strong, hevy, fitnotes, table, strava, garmin, loop, applehealth, googlefit, dayone, \
      gpx, tcx or fit (default: by the file's name or content).
      """)
  var format: ImportFormat?

  @Option(
    name: .customLong("map"),
    help: ArgumentHelp(
      "Which column holds what, and what an activity or exercise is: at=Date,title=Name or Hike=Walk.",
      valueName: "assignments"))
  var maps: [String] = []

  @Option(
    name: .customLong("zone"),
    help: ArgumentHelp("Where local times were written: Europe/Berlin (default: the zone here).", valueName: "zone"))
  var zoneName: String?

  @Option(help: ArgumentHelp("The unit of weights that do not name theirs: kg or lb.", valueName: "unit"))
  var unit: Weight.Unit?

  @Option(
    help: ArgumentHelp(
      "What to do with workouts that last longer than 24 hours: keep their durations, or drop them.",
      valueName: "choice"))
  var longDurations: ImportQuestion.LongDurations?

  @Flag(help: "Check every row, and import nothing.")
  var dryRun = false

  @Flag(help: "Import the valid rows, and list the others.")
  var skipInvalid = false

  @Flag(help: "Bring back check-ins of the file that are there and were discarded.")
  var restore = false

  @OptionGroup var global: GlobalOptions

  /// The user's answers to questions about the whole file.
  private struct Answers {
    var unit: Weight.Unit?
    var longDurations: ImportQuestion.LongDurations?

    /// Asks a question. Returns `false` if it isn't answered.
    mutating func answer(_ question: ImportQuestion, with session: Session) -> Bool {
      switch question {
      case .weightUnit:
        let answer = session.answer { words in
          words("The file does not say whether its weights are in kilograms or pounds. Which are they? [kg/lb]")
        }
        unit = Weight.Unit(symbol: answer)
        return unit != nil
      case .longDurations(let count, let longest, let day):
        let values = ["day": day.description, "duration": ImportQuestion.hours(longest)]
        let isKept = session.asks { words in
          words.count(
            count, "The workout of {day} lasts {duration}, so it was probably never ended. Keep its duration?",
            "{n} workouts last longer than 24 hours, that of {day} {duration}, so they were probably never ended. Keep "
              + "their durations?", values)
        }
        longDurations = isKept ? .keep : .drop
        return true
      }
    }
  }

  /// The error of the first photo that couldn't be accepted.
  private final class PhotoProblem: Sendable {
    let error = Mutex<PhotoError?>(nil)
  }

  func run(in session: Session) throws {
    let problem = PhotoProblem()
    let report = try reportAsking(in: session, problem: problem)
    let isRefused = !report.rejected.isEmpty && !skipInvalid
    if global.json {
      try session.output.document { report.write(hint: restoreHint(for: report, in: Words(.english)), to: &$0) }
    } else {
      try write(report, isRefused: isRefused, session)
      if let hint = restoreHint(for: report, in: session.style.words) { session.messages.note { _ in hint } }
    }
    try reportDoubtfulTimes(in: report, to: session)
    reportDoubtfulSpeeds(in: report, to: session)
    if report.photosLeftOut > 0 {
      let first = problem.error.withLock { $0?.message }
      session.messages.note { words in leftOut(report, first: first, words) }
    }
    guard isRefused else { return }
    let count = report.rejected.count
    if count == 1 {
      throw JournalError(
        .refusedInput,
        "1 row cannot be imported, so nothing was\(report.isOfEvents ? "." : "; --skip-invalid imports the others.")")
    }
    throw JournalError(
      .refusedInput,
      "\(count) rows cannot be imported, so nothing was"
        + "\(report.isOfEvents ? "." : "; --skip-invalid imports the others.")")
  }

  /// Imports the file, and asks what only the user can tell.
  private func reportAsking(in session: Session, problem: PhotoProblem) throws -> ImportReport {
    var answers = Answers(unit: unit, longDurations: longDurations)
    while true {
      do {
        return try report(in: session, answers: answers, problem: problem)
      } catch let question as ImportQuestion {
        guard file != "-", session.isConversation, !global.noInput, answers.answer(question, with: session) else {
          throw question.error
        }
      }
    }
  }

  private func report(in session: Session, answers: Answers, problem: PhotoProblem) throws -> ImportReport {
    if dryRun {
      return try session.readingIfPresent { journal in
        try importRows(in: session, answers: answers, problem: problem) { _ in journal.journal }
      }
    }
    // Opened only once the rows are valid: a refused file must not leave an empty journal.
    var opened: Journal?
    let report = try importRows(in: session, answers: answers, problem: problem) { journalID in
      opened = try session.opened(for: .readWrite, newID: journalID)
      return opened
    }
    session.output.isOfSavedCommand = report.added + report.restored + report.typed + report.photos > 0
    if let opened {
      try session.finish(opened)
      // A whole history is taken over as it is, in the time that takes; its first search makes the index.
      if report.added > 0, !report.isOfEvents { session.indexAfterAnswer(opened) }
    }
    return report
  }

  private func importRows(
    in session: Session, answers: Answers, problem: PhotoProblem, into journal: (UUID?) throws -> Journal?
  ) throws -> ImportReport {
    let zone = try importZone(session)
    let map = try ImportMap(maps)
    let conversion: PhotoConversion = { bytes in
      do throws(PhotoError) {
        return NewPhoto(try PhotoProcessor().process(bytes))
      } catch {
        problem.error.withLock { $0 = $0 ?? error }
        throw error
      }
    }
    return try session.withProgress("Importing") { progress in
      try Importer.run(
        path: file, format: format, dryRun: dryRun, skipInvalid: skipInvalid, restoring: restore,
        now: session.clock.milliseconds, zone: zone, unit: answers.unit, longDurations: answers.longDurations, map: map,
        photoConversion: conversion, progress: progress, into: journal)
    }
  }

  /// The zone in which local times are read.
  private func importZone(_ session: Session) throws -> LocalTimeZone {
    guard let zoneName else { return try session.zone }
    guard let zone = LocalTimeZone(identifier: zoneName) else {
      throw JournalError(
        .invalidValue, "There is no time zone \"\(zoneName)\" here; --zone takes an IANA name such as Europe/Berlin.")
    }
    return zone
  }

  /// Returns a hint on restoring the file's discarded check-ins; `nil` if none are discarded.
  private func restoreHint(for report: ImportReport, in words: Words) -> String? {
    guard !report.discarded.isEmpty else { return nil }
    let remedy =
      report.isRedoRestoring
      ? words("\"checkin redo\" does again what was undone, or import again with --restore.")
      : words("import again with --restore.")
    return words.count(
      report.discarded.count, "{n} check-in of the file is there, but discarded. To bring it back: {remedy}",
      "{n} check-ins of the file are there, but discarded. To bring them back: {remedy}", ["remedy": remedy])
  }
}

// MARK: The report

extension ImportCommand {
  private func write(_ report: ImportReport, isRefused: Bool, _ session: Session) throws {
    let (words, output) = (session.style.words, session.output)
    let values = ["outcome": isRefused ? refusal(of: report, in: words) : outcome(of: report, words)]
    // What is refused is an error, and a dry run asks.
    if !global.quiet || isRefused || dryRun {
      try output.line(
        report.isOfEvents
          ? words.count(report.read, "Read {n} event: {outcome}", "Read {n} events: {outcome}", values)
          : words.count(report.read, "Read {n} row: {outcome}", "Read {n} rows: {outcome}", values))
      if report.isOfActivities { try writeActivities(of: report, session) }
      if report.isOfWorkouts { try writeExercises(of: report, session) }
    }
    for dropped in report.dropped {
      let values = ["reason": Escaping.escaped(words(dropped.reason)), "n": String(dropped.count)]
      try output.line(words("Left out: {reason} ({n})", values))
    }
    for group in RepeatedMessages.groups(of: report.rejected, by: \.messages) {
      let message = group[0].messages.map { Escaping.escaped(words($0)) }.joined(separator: "; ")
      let values = ["n": words.list(ofNumbers: group.map(\.row)), "message": message]
      try output.line(
        group.count == 1 ? words("Row {n}: {message}", values) : words("Rows {n}: {message}", values))
    }
  }

  private func refusal(of report: ImportReport, in words: Words) -> String {
    words.count(report.rejected.count, "{n} rejected, nothing imported", "{n} rejected, nothing imported")
  }

  /// `added 118, 2 already there`.
  private func outcome(of report: ImportReport, _ words: Words) -> String {
    var parts = [added(report, in: words)]
    if restore {
      parts.append(
        dryRun
          ? words.count(report.restored, "would restore {n}", "would restore {n}")
          : words.count(report.restored, "restored {n}", "restored {n}"))
    }
    if report.typed > 0 {
      parts.append(
        dryRun
          ? words.count(report.typed, "would give {n} its type", "would give {n} their type")
          : words.count(report.typed, "gave {n} its type", "gave {n} their type"))
    }
    var known = words.count(report.duplicates, "{n} already there", "{n} already there")
    if !report.discarded.isEmpty {
      known += " (\(words.count(report.discarded.count, "{n} of them discarded", "{n} of them discarded")))"
    }
    parts.append(known)
    if !report.rejected.isEmpty { parts.append(words.count(report.rejected.count, "{n} rejected", "{n} rejected")) }
    let photos = report.photos > 0 ? "; " + words.count(report.photos, "{n} photo", "{n} photos") : ""
    return parts.joined(separator: ", ") + photos
  }

  /// `added 118`, `added 3 sessions with 40 sets and 2 new exercises`.
  private func added(_ report: ImportReport, in words: Words) -> String {
    let count = report.added
    guard report.isOfWorkouts else {
      return dryRun
        ? words.count(count, "would add {n}", "would add {n}") : words.count(count, "added {n}", "added {n}")
    }
    var sets = words.count(report.addedSets, "{n} set", "{n} sets")
    if report.addedExercises > 0 {
      sets = words.count(
        report.addedExercises, "{sets} and {n} new exercise", "{sets} and {n} new exercises", ["sets": sets])
    }
    return dryRun
      ? words.count(count, "would add {n} session with {sets}", "would add {n} sessions with {sets}", ["sets": sets])
      : words.count(count, "added {n} session with {sets}", "added {n} sessions with {sets}", ["sets": sets])
  }

  /// Writes the outcome of the import of another program's activities.
  private func writeActivities(of report: ImportReport, _ session: Session) throws {
    let (words, output) = (session.style.words, session.output)
    for activity in report.activities {
      let name = activity.name.isEmpty ? words("(no activity)") : Escaping.escaped(activity.name)
      let remedy =
        if activity.type != .unknown {
          ""
        } else if activity.name.isEmpty {
          dryRun ? words("; --map Unknown=none leaves it out") : ""
        } else if dryRun {
          words("; --map '{name}=TYPE' says what it is", ["name": name])
        } else {
          words("; to say what it is, import it again with --map '{name}=TYPE'", ["name": name])
        }
      let type = activity.type.map { session.style.localization.name(of: $0) } ?? words("left out")
      try output.line("\(name) → \(type) (\(activity.count))\(remedy)")
    }
    if report.unknownTimeCount > 0 {
      try output.line(
        words.count(
          report.unknownTimeCount, "{n} day without a time: kept as days whose time is not known",
          "{n} days without a time: kept as days whose time is not known"))
    }
    try writeColumns(notImportedBy: report, session)
    for name in try ImportMap(maps).activities(notAmong: report.activities.map(\.name)) {
      session.messages.note { words in words("--map: no activity here is called \"{name}\".", ["name": name]) }
    }
    guard dryRun else { return }
    for sample in report.sample {
      let type = sample.type.map { session.style.localization.name(of: $0) } ?? ""
      try output.line("  \(sample.time.written)  \(type)  \(Escaping.escaped(sample.title))")
    }
  }

  /// The exercises that the names in workouts become: in a dry run all of them, otherwise those with another name.
  private func writeExercises(of report: ImportReport, _ session: Session) throws {
    let (words, output) = (session.style.words, session.output)
    for exercise in report.exercises where dryRun || exercise.name != exercise.exercise {
      let values = ["name": Escaping.escaped(exercise.name), "exercise": Escaping.escaped(exercise.exercise)]
      try output.line(
        exercise.isNew
          ? words.count(
            exercise.setCount, "{name} → {exercise}, new ({n} set)", "{name} → {exercise}, new ({n} sets)", values)
          : words.count(
            exercise.setCount, "{name} → {exercise} ({n} set)", "{name} → {exercise} ({n} sets)", values))
    }
    try writeColumns(notImportedBy: report, session)
    for name in report.mappedNamesNotFound {
      session.messages.note { words in
        words("--map: no exercise here is called \"{name}\".", ["name": Escaping.escaped(name)])
      }
    }
  }

  private func writeColumns(notImportedBy report: ImportReport, _ session: Session) throws {
    guard !report.columnsNotImported.isEmpty else { return }
    let columns = report.columnsNotImported.map { column in
      Escaping.escaped(column.name) + (column.values.map { " (\($0))" } ?? "")
    }.joined(separator: ", ")
    try session.output.line(session.style.words("Columns not taken: {columns}", ["columns": columns]))
  }

  /// Writes notes about local times that the clock skips or shows twice, and how they were read.
  private func reportDoubtfulTimes(in report: ImportReport, to session: Session) throws {
    for doubtful in report.doubtfulTimes {
      for note in TimeExpression.notes(for: doubtful.reading, of: doubtful.localMilliseconds, as: doubtful.time) {
        session.messages.note { words in
          words("Row {n}: {message}", ["n": String(doubtful.row), "message": words(note)])
        }
      }
    }
    if report.doubtfulTimeCount > report.doubtfulTimes.count {
      session.messages.note { words in
        words.count(
          report.doubtfulTimeCount - report.doubtfulTimes.count,
          "The clock skips or repeats the times of {n} more row, too.",
          "The clock skips or repeats the times of {n} more rows, too.")
      }
    }
    if report.zonelessTimeCount > 0, zoneName == nil, let zone = try session.zone.identifier {
      session.messages.note { words in
        words.count(
          report.zonelessTimeCount,
          "The file names no time zone; {n} time was read as in {zone}. --zone names another.",
          "The file names no time zone; {n} times were read as in {zone}. --zone names another.", ["zone": zone])
      }
    }
  }

  /// Questions distances that no one covers in their durations.
  private func reportDoubtfulSpeeds(in report: ImportReport, to session: Session) {
    guard let doubtful = report.doubtfulSpeed else { return }
    session.messages.note { words in
      let values = [
        "n": String(doubtful.row), "type": session.style.localization.name(of: doubtful.type),
        "distance": session.style.distance(doubtful.metres), "duration": MeasureText.duration(doubtful.seconds),
      ]
      var sentences = [words("Row {n} ({type}): {distance} in {duration} is not a plausible speed.", values)]
      if report.doubtfulSpeedCount > 1 {
        sentences.append(
          words.count(
            report.doubtfulSpeedCount - 1, "{n} more row is implausible, too.", "{n} more rows are implausible, too."))
      }
      if !doubtful.plausibleMaps.isEmpty {
        let maps = doubtful.plausibleMaps.map { "--map '\(Escaping.escaped($0))'" }.joined(separator: ", ")
        sentences.append(words("Another unit is plausible: {maps}", ["maps": maps]))
      }
      return sentences.joined(separator: " ")
    }
  }

  /// - Parameter problem: why the first of the photos was not taken, if that is known.
  private func leftOut(_ report: ImportReport, first problem: String?, _ words: Words) -> String {
    let count = report.photosLeftOut
    let text =
      report.isOfEvents
      ? words.count(
        count, "{n} photo could not be taken: there is no such file in the folder beside the events.",
        "{n} photos could not be taken: there is no such file in the folder beside the events.")
      : words.count(count, "{n} photo could not be taken.", "{n} photos could not be taken.")
    guard let problem else { return text }
    return text + " " + words("The first: {message}", ["message": words(problem)])
  }
}
