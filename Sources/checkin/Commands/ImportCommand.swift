public import ArgumentParser
public import CheckInInterchange
import CheckInJournal
import FoundationEssentials
import PhotoProcessing
import Synchronization

extension ImportFormat: ExpressibleByArgument {}

struct ImportCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", _superCommandName: "checkin",
    abstract: "Import check-ins or workouts from a file, all or nothing.",
    discussion: """
      CSV has a header with the columns at, type, title, calories, location, notes, id, timeZone, duration (seconds, \
      45m or 1:30:00) and distance (metres or 5km), in any order, of which the first three are required; JSON Lines \
      hold one check-in a line, with the same names. The same file twice adds nothing.

      A check-in that is there and was discarded, as after an undo of the import, stays discarded, and the answer says \
      so. --restore brings such check-ins back as they are, in the same command; "checkin undo" discards them again.

      events is the whole history, as "checkin export --format events" writes it, with its photos in the folder beside \
      the file. It comes into a new journal, or into one that begins with the same events.

      strong, hevy and fitnotes are workouts as these programs export them; a file is known by its header. What has no \
      place in a journal is told, and why. Where a file does not say whether its weights are in kilograms or pounds, \
      --unit has to.

      store is the app's own database, default.store with the files beside it, which are only read.

      Other programs' files are known by their content: Strava (activities.csv) and Garmin (Activities.csv) in \
      English, Loop Habit Tracker (its CSV archive, folder or tables, and its database), Apple Health (export.xml), \
      Google Fit as Takeout has it, Day One (JSON, with photos), GPX, TCX, FIT, and as table any CSV with commas, \
      semicolons or tabs. An archive or its unpacked folder can be named as a whole.

      Columns of a table with unmistakable English names are found; --map says the others, as in --map \
      at=Datum:dmy,title=Name,distance=Strecke:km. An activity that is not one of the exercise types for certain \
      becomes Unknown, or of Loop's habits is left out, unless --map says what it is: --map Hike=Walk; and --map \
      type=Run says it of all. The answer lists what became of each, and what was left out. A day without a time \
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
      "Which column holds what, and which exercise an activity is: at=Date,title=Name or Hike=Walk.",
      valueName: "assignments"))
  var maps: [String] = []

  @Option(
    name: .customLong("zone"),
    help: ArgumentHelp("Where local times were written: Europe/Berlin (default: the zone here).", valueName: "zone"))
  var zoneName: String?

  @Option(help: ArgumentHelp("The unit of weights that do not name theirs: kg or lb.", valueName: "unit"))
  var unit: Weight.Unit?

  @Flag(help: "Check every row, and import nothing.")
  var dryRun = false

  @Flag(help: "Import the valid rows, and list the others.")
  var skipInvalid = false

  @Flag(help: "Bring back check-ins of the file that are there and were discarded.")
  var restore = false

  @OptionGroup var global: GlobalOptions

  /// Why the first photo that failed could not be accepted.
  private final class PhotoProblem: Sendable {
    let error = Mutex<PhotoError?>(nil)
  }

  func run(in session: Session) throws {
    let problem = PhotoProblem()
    let report = try report(session, problem)
    let isRefused = !report.rejected.isEmpty && !skipInvalid
    if global.json {
      try session.output.document { report.write(hint: restoreHint(report), to: &$0) }
    } else {
      try write(report, isRefused: isRefused, to: session.output)
      if let restoreHint = restoreHint(report) { session.messages.note(restoreHint) }
    }
    for doubtful in report.doubtfulTimes {
      for note in TimeExpression.notes(for: doubtful.reading, of: doubtful.localMilliseconds, as: doubtful.time) {
        session.messages.note("Row \(doubtful.row): \(note)")
      }
    }
    if report.doubtfulTimeCount > report.doubtfulTimes.count {
      let rest = report.doubtfulTimeCount - report.doubtfulTimes.count
      session.messages.note("The clock skips or repeats the times of \(pluralized(rest, "more row")), too.")
    }
    if report.zonelessTimeCount > 0, zoneName == nil, let zone = try session.zone.identifier {
      session.messages.note(
        "The file names no time zone; \(pluralized(report.zonelessTimeCount, "time")) "
          + "\(report.zonelessTimeCount == 1 ? "was" : "were") read as in \(zone). --zone names another.")
    }
    if report.photosLeftOut > 0 {
      session.messages.note(
        "\(pluralized(report.photosLeftOut, "photo")) could not be taken"
          + (report.isOfEvents ? ": there is no such file in the folder beside the events." : ".")
          + (problem.error.withLock { $0.map { " The first: \($0.message)" } } ?? ""))
    }
    guard isRefused else { return }
    let remedy = report.isOfEvents ? "." : "; --skip-invalid imports the others."
    throw JournalError(
      .refusedInput, "\(pluralized(report.rejected.count, "row")) cannot be imported, so nothing was\(remedy)")
  }

  private func report(_ session: Session, _ problem: PhotoProblem) throws -> ImportReport {
    if dryRun {
      return try session.readingIfPresent { journal in try importRows(session, problem) { _ in journal.journal } }
    }
    // Opened only once the rows are valid: a refused file must not leave an empty journal.
    var opened: Journal?
    let report = try importRows(session, problem) { journalID in
      opened = try session.opened(for: .readWrite, newID: journalID)
      return opened
    }
    if let opened { try session.finish(opened) }
    session.output.isOfSavedCommand = report.added + report.restored + report.photos > 0
    return report
  }

  private func importRows(
    _ session: Session, _ problem: PhotoProblem, into journal: (UUID?) throws -> Journal?
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
        now: session.clock.milliseconds, zone: zone, unit: unit, map: map, photoConversion: conversion,
        progress: progress,
        into: journal)
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

  /// How to bring back check-ins that are discarded; `nil` if there are none.
  private func restoreHint(_ report: ImportReport) -> String? {
    guard !report.discarded.isEmpty else { return nil }
    let count = report.discarded.count
    let redo = report.isRedoRestoring ? "\"checkin redo\" does again what was undone, or " : ""
    return "\(pluralized(count, "check-in")) of the file \(count == 1 ? "is" : "are") there, but discarded. To bring "
      + "\(count == 1 ? "it" : "them") back: \(redo)import again with --restore."
  }

  private func write(_ report: ImportReport, isRefused: Bool, to output: OutputBuffer) throws {
    var line = "Read \(pluralized(report.read, report.isOfEvents ? "event" : "row")): "
    if isRefused {
      line += "\(report.rejected.count) rejected, nothing imported"
    } else {
      line += "\(dryRun ? "would add" : "added") \(report.added)"
      if report.isOfWorkouts {
        line += " sessions with \(pluralized(report.addedSets, "set"))"
        if report.addedExercises > 0 { line += " and \(pluralized(report.addedExercises, "new exercise"))" }
      }
      if restore { line += ", \(dryRun ? "would restore" : "restored") \(report.restored)" }
      line += ", \(report.duplicates) already there"
      if !report.discarded.isEmpty { line += " (\(report.discarded.count) of them discarded)" }
      if !report.rejected.isEmpty { line += ", \(report.rejected.count) rejected" }
      if report.photos > 0 { line += "; \(pluralized(report.photos, "photo"))" }
    }
    try output.line(line)
    if report.isOfActivities { try writeActivities(of: report, to: output) }
    for dropped in report.dropped { try output.line("Left out: \(dropped.reason) (\(dropped.count))") }
    for row in report.rejected {
      try output.line("Row \(row.row): " + row.messages.map { Escaping.escaped($0) }.joined(separator: "; "))
    }
  }
}

extension ImportCommand {
  /// What became of the activities of another program.
  private func writeActivities(of report: ImportReport, to output: OutputBuffer) throws {
    for activity in report.activities {
      let name = activity.name.isEmpty ? "(no activity)" : Escaping.escaped(activity.name)
      let remedy =
        activity.type == .unknown && !activity.name.isEmpty
        ? "; --map '\(name)=TYPE' says what it is" : ""
      try output.line("\(name) → \(activity.type.name) (\(activity.count))\(remedy)")
    }
    if report.unknownTimeCount > 0 {
      try output.line(
        "\(pluralized(report.unknownTimeCount, "day")) without a time: kept as days whose time is not known")
    }
    if !report.unusedColumns.isEmpty {
      try output.line("Columns not taken: " + report.unusedColumns.map { Escaping.escaped($0) }.joined(separator: ", "))
    }
    guard dryRun else { return }
    for sample in report.sample {
      try output.line("  \(sample.time)  \(sample.type?.name ?? "")  \(Escaping.escaped(sample.title))")
    }
  }
}

extension ImportReport {
  /// Writes the import's object.
  ///
  /// - Parameter hint: how to bring back discarded check-ins.
  func write(hint: String?, to json: inout JSONWriter) {
    json.object { json in
      json.key("read")
      json.integer(read)
      json.key("added")
      json.integer(added)
      json.key("duplicates")
      json.integer(duplicates)
      json.key("discarded")
      json.integer(discarded.count)
      json.key("restored")
      json.integer(restored)
      json.key("rejected")
      json.array { json in
        for row in rejected {
          json.object { json in
            json.key("row")
            json.integer(row.row)
            json.key("messages")
            json.strings(row.messages)
          }
        }
      }
      if isOfWorkouts {
        json.key("sets")
        json.integer(addedSets)
        json.key("exercises")
        json.integer(addedExercises)
      }
      if isOfActivities { writeActivities(to: &json) }
      if isOfWorkouts || isOfActivities {
        json.key("dropped")
        json.array { json in
          for row in dropped {
            json.object { json in
              json.key("reason")
              json.string(row.reason)
              json.key("count")
              json.integer(row.count)
            }
          }
        }
      }
      json.key("photos")
      json.integer(photos)
      json.key("photosLeftOut")
      json.integer(photosLeftOut)
      json.key("hint")
      json.string(orNull: hint)
    }
  }
}

extension ImportReport {
  /// Writes what became of the activities of another program.
  private func writeActivities(to json: inout JSONWriter) {
    json.key("activities")
    json.array { json in
      for activity in activities {
        json.object { json in
          json.key("activity")
          json.string(activity.name)
          json.key("type")
          json.string(activity.type.name)
          json.key("count")
          json.integer(activity.count)
        }
      }
    }
    json.key("columnsNotTaken")
    json.strings(unusedColumns)
    json.key("timesUnknown")
    json.integer(unknownTimeCount)
    json.key("timesWithoutZone")
    json.integer(zonelessTimeCount)
    json.key("sample")
    json.array { json in
      for one in sample {
        json.object { json in
          json.key("at")
          json.string(one.time.written)
          json.key("type")
          json.string(one.type?.name ?? "")
          json.key("title")
          json.string(one.title)
        }
      }
    }
  }
}
