/// What an export wrote.
///
/// ```swift
/// print(report.exported, report.photosLeftOut)
/// ```
public struct ExportReport: Sendable, Equatable {
  /// Check-ins; of the format events, events.
  public var exported: Int
  /// Photos that are beside the file.
  public var photos = 0
  /// Photos that were left out: standard output takes none, and missing or damaged ones cannot be written. Purged ones
  /// do not count where the export records them.
  public var photosLeftOut = 0

  package init(exported: Int) { self.exported = exported }
}
