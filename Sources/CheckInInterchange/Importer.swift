public import CheckInJournal

public import struct FoundationEssentials.UUID

/// Reads check-ins from a file or from standard input into a journal.
///
/// ```swift
/// let zone = try LocalTimeZone.system(environment: ProcessInfo.processInfo.environment)
/// let report = try Importer.run(path: "check-ins.csv", zone: zone) { _ in journal }
/// for row in report.rejected { print(row.row, row.messages) }
/// ```
public enum Importer {
  /// Checks every row, then appends all of them: all or nothing, unless `skipInvalid`.
  ///
  /// Events come in as they are, into a journal that is empty or begins with the same events; `skipInvalid` does not
  /// apply to them, since each builds on those before.
  ///
  /// A row without an id gets one made of its content (a UUID of version 5), so the same input twice adds nothing. With
  /// rejected rows and not `skipInvalid`, nothing is appended and the report says why. Takes time proportional to the
  /// input, and memory for its check-ins.
  ///
  /// - Parameters:
  ///   - path: the file; `-` is standard input.
  ///   - format: `nil` goes by the input's beginning, then the path's extension.
  ///   - dryRun: appends nothing and reports what would be.
  ///   - restoring: whether check-ins that are in the journal and discarded are brought back.
  ///   - now: milliseconds since 1970; check-ins after it are rejected.
  ///   - zone: reads local times without an offset, and gives instants without one their day.
  ///   - unit: of weights whose unit the file does not say.
  ///   - longDurations: Whether workouts that last longer than a day keep their ends.
  ///   - map: what the person says about a file of another program: which columns hold what, which exercise type an
  ///     activity is, which exercise a name in a workout stands for.
  ///   - photoConversion: makes the input's photos fit for the journal; without it they are left out.
  ///   - progress: is called while appending, in check-ins.
  ///   - openJournal: is asked for the journal once the rows are good, so that a refused file need not create one; may
  ///     answer `nil`, for an empty one, in a dry run. It gets the identity that a new journal has, where the input
  ///     says.
  /// - Throws: `JournalError` with `.notFound` for the file; `.refusedInput` where it is not what its format says;
  ///   `.inputOutput`; and what `Journal.importCheckIns` throws. ``ImportQuestion`` if workouts need an answer that
  ///   `unit` or `longDurations` doesn't give.
  public static func run(
    path: String, format: ImportFormat? = nil, dryRun: Bool = false, skipInvalid: Bool = false,
    restoring: Bool = false, now: Int64 = Journal.systemMilliseconds(), zone: LocalTimeZone,
    unit: Weight.Unit? = nil, longDurations: ImportQuestion.LongDurations? = nil, map: ImportMap = ImportMap(),
    photoConversion: PhotoConversion? = nil, progress: Journal.Progress? = nil,
    into openJournal: (UUID?) throws -> Journal?
  ) throws -> ImportReport {
    let settings = ActivitySettings(
      now: now, zone: zone, map: map, dryRun: dryRun, skipInvalid: skipInvalid, restoring: restoring,
      photoConversion: photoConversion, progress: progress)
    if let folder = try ActivityFiles.folder(at: path) {
      return try ActivityFiles.run(folder, format: format, settings, into: openJournal)
    }
    var input = try InputFile.open(path, acceptsAnyBytes: true)
    if ZipArchive.begins(input) {
      guard path != "-" else {
        throw JournalError(.invalidValue, "An archive cannot be read from standard input; name the file.")
      }
      return try ActivityFiles.run(try FileTree(archive: path), format: format, settings, into: openJournal)
    }
    let bytesFormat = format ?? ImportFormat(ofBytesIn: input)
    if bytesFormat?.isText(input) ?? true { try input.beginText() }
    let format = bytesFormat ?? ImportFormat(ofTextIn: input, at: path, map: map)
    // The readers of check-ins and events check the text of each row, so that an invalid row can be skipped.
    if format.isOfOtherProgram, format.isText(input) { try input.requireUTF8() }
    guard format.isOfOtherProgram || map.isEmpty else {
      throw JournalError(
        .invalidValue, "--map is for files of other programs, and \(input.name) is \(format.rawValue).")
    }
    var rows = ImportedRows(now: now)
    let localTime = { (local: Int64) in
      let resolution = zone.resolve(localMilliseconds: local)
      return (time: resolution.time, reading: resolution.reading)
    }
    switch format {
    case .csv:
      var source = try CSVCheckIns(input)
      while let row = try source.next() { rows.add(row, number: source.rowNumber, localTime: localTime) }
    case .jsonl:
      var source = try JSONLinesCheckIns(input)
      while let row = try source.next() { rows.add(row, number: source.rowNumber, localTime: localTime) }
    case .events:
      guard !skipInvalid else {
        throw JournalError(.invalidValue, "Events build on those before them, so none can be skipped.")
      }
      guard !restoring else {
        throw JournalError(
          .invalidValue, "Events say themselves what was discarded and restored, so none can be added.")
      }
      return try EventImporter.run(input, path: path, dryRun: dryRun, progress: progress, into: openJournal)
    case .strong, .hevy, .fitnotes:
      guard !restoring, let program = WorkoutProgram(rawValue: format.rawValue) else {
        throw JournalError(
          .invalidValue,
          "Sessions that were discarded are restored one by one\(.restoreSession(nil), as: ", with {1}", or: "").")
      }
      return try WorkoutImporter(
        program: program, unit: unit, longDurations: longDurations, map: map, dryRun: dryRun, skipInvalid: skipInvalid,
        now: now, zone: zone, progress: progress
      ).run(input, into: openJournal)
    case .table, .strava, .garmin, .loop, .applehealth, .googlefit, .dayone, .gpx, .tcx, .fit:
      var activities = ActivityRows(of: format.rawValue, settings)
      try ActivityFiles.read(input, at: path, as: format, into: &activities)
      return try activities.append(into: openJournal)
    case .store:
      return try AppStoreImporter(
        dryRun: dryRun, skipInvalid: skipInvalid, restoring: restoring, now: now, zone: zone,
        photoConversion: photoConversion, progress: progress
      ).run(path, into: openJournal)
    }
    return try rows.append(
      dryRun: dryRun, skipInvalid: skipInvalid, restoring: restoring, progress: progress, into: openJournal)
  }
}
