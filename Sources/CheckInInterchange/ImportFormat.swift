/// The formats that check-ins and workouts are imported from.
///
/// ```swift
/// let format = ImportFormat(pathExtensionOf: "default.store")  // .store
/// ```
public enum ImportFormat: String, CaseIterable, Sendable {
  /// Comma-separated values, RFC 4180, with a header.
  case csv
  /// JSON Lines: one check-in object a line.
  case jsonl
  /// JSON Lines: a header, then one event a line. See <doc:EventFiles>.
  case events
  /// The app's own database, a SQLite file that SwiftData keeps.
  case store
  /// Workouts that Strong exported: CSV with commas or semicolons.
  case strong
  /// Workouts that Hevy exported: CSV.
  case hevy
  /// Workouts that FitNotes exported: CSV.
  case fitnotes

  /// The format that the path's extension names, in any case; `nil` for every other extension and for `-`.
  public init?(pathExtensionOf path: String) {
    switch pathExtension(of: path) {
    case ".csv": self = .csv
    case ".jsonl", ".ndjson": self = .jsonl
    case ".store": self = .store
    default: return nil
    }
  }

  /// The format of the input, where nobody has named it: files of events, databases and workouts are known by their
  /// beginning; then the path's extension decides, then the first character. Only JSON starts with a brace (or, where
  /// somebody made one array of the lines, a bracket); everything else is taken for CSV.
  init(of input: borrowing InputFile, at path: String) {
    if input.starts(with: EventFile.Header.beginning) {
      self = .events
    } else if input.starts(with: Array("SQLite format 3\0".utf8)) {
      self = .store
    } else if let program = WorkoutFile.program(ofHeaderIn: input) {
      self =
        switch program {
        case .strong: .strong
        case .hevy: .hevy
        case .fitnotes: .fitnotes
        }
    } else if let named = ImportFormat(pathExtensionOf: path) {
      self = named
    } else {
      let first = input.firstVisibleByte
      self = first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? .jsonl : .csv
    }
  }
}
