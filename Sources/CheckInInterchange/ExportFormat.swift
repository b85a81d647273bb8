public import CheckInJournal

/// The formats that check-ins are exported in.
///
/// ```swift
/// let format = try ExportFormat(pathExtensionOf: path) ?? .csv
/// ```
public enum ExportFormat: String, CaseIterable, Sendable {
  /// Comma-separated values, RFC 4180, with a header.
  case csv
  /// JSON Lines: one check-in object a line.
  case jsonl
  /// JSON Lines: a header, then one event a line. See <doc:EventFiles>.
  case events
  /// A calendar, RFC 5545.
  case ics
  /// A SQLite database.
  case sqlite

  /// The format that the path's extension names, in any case; `nil` for a path without one.
  ///
  /// - Throws: `JournalError` with `.invalidValue` for an extension that names no format.
  public init?(pathExtensionOf path: String) throws(JournalError) {
    switch pathExtension(of: path) {
    case ".csv": self = .csv
    case ".jsonl", ".ndjson": self = .jsonl
    case ".ics": self = .ics
    case ".sqlite", ".sqlite3", ".db": self = .sqlite
    case nil: return nil
    case let other?:
      throw JournalError(
        .invalidValue,
        "What \(path) is to hold cannot be told by \(other): name it .csv, .jsonl, .ics or .sqlite, or give --format "
          + "csv, jsonl, events, ics or sqlite.")
    }
  }
}

extension ExportFormat {
  /// The earlier exports in this format.
  package var replaceableFiles: ReplaceableFiles {
    switch self {
    case .csv: ReplaceableFiles(CSVWriter.isExport(at:))
    case .jsonl: ReplaceableFiles(Self.isCheckInLines(at:))
    case .events: .starting(with: EventFile.Header.beginning)
    case .ics: .starting(with: CalendarExporter.start)
    case .sqlite: ReplaceableFiles(DatabaseExporter.isExport(at:))
    }
  }

  private static func isCheckInLines(at path: String) throws(JournalError) -> Bool {
    let start = String(decoding: try OutputFile.content(of: path, limit: 128) ?? [], as: UTF8.self)
    return start.prefixMatch(of: /{"number":(\d+|"[^"]+"),"id":"[0-9A-F-]{36}","type":"/) != nil
  }
}
