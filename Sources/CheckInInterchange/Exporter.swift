public import CheckInJournal

/// Writes a journal's check-ins to a file or to standard output.
///
/// ```swift
/// let journal = try Journal(at: path, for: .readOnly)
/// let report = try Exporter.run(journal: journal, path: "check-ins.csv", format: .csv)
/// print("\(report.exported) check-ins")
/// ```
public enum Exporter {
  /// Writes all check-ins that are not discarded, in the order of their numbers; or all events; of a database,
  /// check-ins and events, the discarded ones included. Of a journal of the past, what there was then.
  ///
  /// Replaces an earlier export in the same format, once all of it is written and synced, and no other file. A process
  /// that writes to a pipe should ignore `SIGPIPE`; a reader that goes away is then an error like any other.
  ///
  /// - Parameters:
  ///   - journal: `nil` for an empty one.
  ///   - path: the file; `nil` and `-` are standard output.
  ///   - from: the first day, and `to` the last, of the check-ins that are wanted; `nil` for no limit.
  ///   - progress: is called now and then, with check-in numbers.
  /// - Throws: `JournalError` with `.invalidValue` for a limit of days in a format that holds the whole history, or if
  ///   the path is a file that is not an earlier export in this format;
  ///   `.notFound` where the path is a directory or lies in none; `.inputOutput`; and
  ///   what reading the journal throws.
  public static func run(
    journal: Journal?, path: String?, format: ExportFormat, from: CivilDay? = nil, to: CivilDay? = nil,
    progress: Journal.Progress? = nil
  ) throws(JournalError) -> ExportReport {
    try run(
      journal: journal, path: path, format: format, replacing: format.replaceableFiles, from: from, to: to,
      progress: progress)
  }

  /// Writes check-ins or events, as ``run(journal:path:format:from:to:progress:)`` does.
  ///
  /// - Parameter replaceable: The existing files that may be replaced.
  package static func run(
    journal: Journal?, path: String?, format: ExportFormat, replacing replaceable: ReplaceableFiles,
    from: CivilDay? = nil, to: CivilDay? = nil, progress: Journal.Progress? = nil
  ) throws(JournalError) -> ExportReport {
    let days = WantedDays(from: from, to: to)
    guard days.isEverything || !format.holdsHistory else {
      throw JournalError(
        .invalidValue,
        "A file of format \(format.rawValue) holds the whole history: some days alone are exported as csv, jsonl or "
          + "ics.")
    }
    let output = try OutputFile.open(path, replacing: replaceable)
    return switch format {
    case .csv, .jsonl: try exportRows(journal, to: output, format, days, progress)
    case .events: try EventExporter.run(journal: journal, to: output, path: path, progress: progress)
    case .ics: try CalendarExporter.run(journal: journal, to: output, days, progress: progress)
    case .sqlite: try DatabaseExporter.run(journal: journal, to: output, progress: progress)
    }
  }

  private static func exportRows(
    _ journal: Journal?, to output: consuming OutputFile, _ format: ExportFormat, _ days: WantedDays,
    _ progress: Journal.Progress?
  ) throws(JournalError) -> ExportReport {
    let total = journal?.lastNumber ?? 0
    let added = CheckInQuantity.added(with: try journal?.laterFields() ?? [])
    if format == .csv { CSVWriter.writeHeader(added, to: output.buffer) }
    let rows = journal.map { CheckInRows(journal: $0, days: days) }
    let count = try rows?.write(to: &output, progress: progress) { bytes in
      if format == .csv { return { CSVWriter.write($0, addedQuantities: added, to: bytes) } }
      var json = JSONWriter(to: bytes)
      return { checkIn in
        checkIn.write(to: &json)
        json.endLine()
      }
    }
    progress?(total, total)
    try output.finish()
    return ExportReport(exported: count ?? 0)
  }
}

extension ExportFormat {
  /// `true` if the format also contains earlier versions of check-ins.
  fileprivate var holdsHistory: Bool { self == .events || self == .sqlite }
}
