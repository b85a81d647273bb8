/// The result of an export.
///
/// ```swift
/// print(report.exported, report.photosLeftOut)
/// ```
public struct ExportReport: Sendable, Equatable {
  /// The number of exported check-ins; for the format `events`, of events.
  public var exported: Int
  /// The number of photos written next to the file.
  public var photos = 0
  /// The number of photos that were left out.
  ///
  /// Photos are left out if the output is standard output, or if they are missing or damaged. Purged photos don't count
  /// if the export records them.
  public var photosLeftOut = 0

  package init(exported: Int) { self.exported = exported }
}
