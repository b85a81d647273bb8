public import CheckInJournal

extension Journal {
  /// Takes the check-ins, sessions or events of a file in: all of them or, where one is no check-in, none.
  ///
  /// ```swift
  /// let report = try journal.importFile(at: "training.csv")
  /// for row in report.rejected { print("Row \(row.row): \(row.messages.map(\.text).joined(separator: "; "))") }
  /// print("\(report.added) new, \(report.duplicates) already there")
  /// ```
  ///
  /// The same file twice adds nothing. ``Importer`` has the choices that are left out here. Takes time proportional to
  /// the file, and memory for its check-ins.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - format: `nil` goes by its beginning, then by the path's extension.
  ///   - dryRun: appends nothing and reports what would be.
  ///   - zone: reads local times without an offset.
  /// - Throws: as ``Importer``.
  @discardableResult
  public func importFile(
    at path: String, format: ImportFormat? = nil, dryRun: Bool = false, zone: LocalTimeZone = .current,
    progress: Progress? = nil
  ) throws -> ImportReport {
    try Importer.run(path: path, format: format, dryRun: dryRun, zone: zone, progress: progress) { _ in self }
  }

  /// Writes the check-ins that are not discarded, or all events, to a file, which appears once all of it is written.
  ///
  /// ```swift
  /// try journal.exportFile(to: "training.csv", format: .csv)
  /// ```
  ///
  /// Takes time proportional to the journal, and little memory.
  ///
  /// - Parameters:
  ///   - path: the file; an earlier export in the same format is replaced.
  ///   - format: `nil` goes by the path's extension.
  /// - Throws: `invalidValue` where the extension names no format; as ``Exporter``.
  @discardableResult
  public func exportFile(
    to path: String, format: ExportFormat? = nil, progress: Progress? = nil
  ) throws(JournalError) -> ExportReport {
    var format = format
    if format == nil { format = try ExportFormat(pathExtensionOf: path) }
    guard let format else {
      throw JournalError(.invalidValue, "What \(path) is to hold cannot be told: it has no extension.")
    }
    return try Exporter.run(journal: self, path: path, format: format, progress: progress)
  }
}
