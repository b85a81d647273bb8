package import struct FoundationEssentials.UUID

/// What an import did, or would do.
package struct ImportReport: Sendable, Equatable {
  /// Rows with content, the rejected ones included; of events, the lines behind the header.
  package var read = 0
  /// Check-ins, or events, that are new in the journal.
  package var added = 0
  /// Rows whose check-in was in the journal already, or earlier in the input, and stays as it was.
  package var duplicates = 0
  /// Rows whose check-in was discarded and is brought back.
  package var restored = 0
  /// The numbers of the check-ins among the duplicates that are discarded, so that the row is in no list.
  package var discarded: [Int] = []
  /// Whether a redo brings all of these back.
  package var isRedoRestoring = false
  /// In the order of the input.
  package var rejected: [RejectedRow] = []
  /// Whether the rows are events instead of check-ins.
  package var isOfEvents = false
  /// Photos of the input that are in the journal, or would be.
  package var photos = 0
  /// Photos that the input names and that could not be taken.
  package var photosLeftOut = 0
  /// The first rows whose local time the clock skipped or shows twice, in the order of the input.
  package var doubtfulTimes: [DoubtfulTime] = []
  /// All of these rows.
  package var doubtfulTimeCount = 0

  package init() {}
}

/// A row that is no valid check-in.
package struct RejectedRow: Sendable, Equatable {
  /// Of CSV the row that a spreadsheet shows, where the header is row 1; of JSON Lines the line, from 1.
  package var row: Int
  /// Everything that is wrong with it; at least one.
  package var messages: [String]
}

/// A local time without an offset that does not stand on the clock exactly once.
package struct DoubtfulTime: Sendable, Equatable {
  /// As in ``RejectedRow``.
  package var row: Int
  /// What the row says, counted as if it were UTC.
  package var localMilliseconds: Int64
  /// What was taken.
  package var time: CheckInTime
  package var reading: LocalTimeZone.Reading
}

/// Reads check-ins from a file or from standard input into a journal.
package enum Importer {
  /// Checks every row, then appends all of them: all or nothing, unless `skipInvalid`.
  ///
  /// Events come in as they are, into a journal that is empty or begins with the same events; `skipInvalid` does not
  /// apply to them, since each builds on those before.
  ///
  /// A row without an id gets one made of its content (see ``RowIdentity``), so the same input twice adds nothing. With
  /// rejected rows and not `skipInvalid`, nothing is appended and the report says why. Takes time proportional to the
  /// input, and memory for its check-ins.
  ///
  /// - Parameters:
  ///   - path: the file; `-` is standard input.
  ///   - format: `nil` goes by what the input is; see ``ImportFormat/init(of:at:)``.
  ///   - dryRun: appends nothing and reports what would be.
  ///   - restoring: whether check-ins that are in the journal and discarded are brought back.
  ///   - now: milliseconds since 1970; check-ins after it are rejected.
  ///   - zone: reads local times without an offset, and gives instants without one their day.
  ///   - photoConversion: makes the app's photos fit for the journal; without it they are left out.
  ///   - progress: is called while appending, in check-ins.
  ///   - openJournal: is asked for the journal once the rows are good, so that a refused file need not create one; may
  ///     answer `nil`, for an empty one, in a dry run. It gets the identity that a new journal has, where the input
  ///     says.
  /// - Throws: ``JournalError`` with `.notFound` for the file; `.refusedInput` where it is not what its format says;
  ///   `.inputOutput`; and what ``Journal/importCheckIns(_:restoring:progress:)`` throws.
  package static func run(
    path: String, format: ImportFormat?, dryRun: Bool, skipInvalid: Bool, restoring: Bool = false, now: Int64,
    zone: LocalTimeZone, photoConversion: PhotoConversion? = nil, progress: Journal.Progress?,
    into openJournal: (UUID?) throws -> Journal?
  ) throws -> ImportReport {
    let input = try ByteInput.open(path, acceptsAnyBytes: format == .store)
    var rows = ImportedRows(now: now)
    let localTime = { zone.resolve(localMilliseconds: $0) }
    switch format ?? ImportFormat(of: input, at: path) {
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
    case .store:
      return try AppStoreImporter(
        dryRun: dryRun, skipInvalid: skipInvalid, restoring: restoring, now: now, zone: zone,
        photoConversion: photoConversion, progress: progress
      ).run(path, into: openJournal)
    }
    return try append(
      rows, dryRun: dryRun, skipInvalid: skipInvalid, restoring: restoring, progress: progress, into: openJournal)
  }

  /// Appends the rows that were read, all or nothing, unless `skipInvalid`.
  ///
  /// - Parameter finish: is called with the journal once the rows are in it, or would be.
  static func append(
    _ rows: ImportedRows, dryRun: Bool, skipInvalid: Bool, restoring: Bool, progress: Journal.Progress?,
    into openJournal: (UUID?) throws -> Journal?, finish: (Journal?, inout ImportReport) throws -> Void = { _, _ in }
  ) throws -> ImportReport {
    var report = rows.report
    guard report.rejected.isEmpty || skipInvalid else {
      report.duplicates = 0
      return report
    }
    let journal = try openJournal(nil)
    guard dryRun || journal != nil else {
      throw JournalError(.internalFault, "There is no journal to import into.")
    }
    var outcome = Journal.ImportOutcome(added: rows.drafts.count)
    if let journal {
      outcome =
        try dryRun || rows.drafts.isEmpty
        ? journal.trialImport(rows.drafts, restoring: restoring)
        : journal.importCheckIns(rows.drafts, restoring: restoring, progress: progress)
    }
    report.added = outcome.added
    report.restored = outcome.restored
    report.discarded = outcome.discarded
    report.duplicates += rows.drafts.count - report.added - report.restored
    if let journal, !report.discarded.isEmpty {
      // Only advice: what was imported stays imported.
      report.isRedoRestoring = (try? journal.wouldRedoRestore(report.discarded)) ?? false
    }
    try finish(journal, &report)
    return report
  }
}
