internal import CheckInJournal

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
  /// Any other table of activities. See <doc:OtherPrograms>.
  case table
  /// `activities.csv` of Strava's archive, in English.
  case strava
  /// `Activities.csv` of Garmin Connect, in English.
  case garmin
  /// Loop Habit Tracker: its CSV archive, a table of marks, or its database.
  case loop
  /// Apple Health's export: XML with the root element `HealthData`.
  case applehealth
  /// Google Fit as Google Takeout has it: sessions in JSON, tables of days.
  case googlefit
  /// Entries that Day One exported as JSON, with their photos.
  case dayone
  /// Tracks in the GPS Exchange Format.
  case gpx
  /// Activities in Garmin's Training Center XML.
  case tcx
  /// Activities as devices record them: Garmin's FIT.
  case fit

  /// The format that the path's extension names, in any case; `nil` for every other extension and for `-`.
  public init?(pathExtensionOf path: String) {
    switch pathExtension(of: path) {
    case ".csv": self = .csv
    case ".jsonl", ".ndjson": self = .jsonl
    case ".store": self = .store
    default: return nil
    }
  }

  /// The format of an input that is no text; `nil` for all others.
  init?(ofBytesIn input: borrowing InputFile) {
    if input.starts(with: ImportFormat.databaseBeginning) {
      self = LoopDatabase.isDatabase(input) ? .loop : .store
    } else if FITFile.begins(input) {
      self = .fit
    } else {
      return nil
    }
  }

  /// The format of a folder, or of an archive; `nil` where it is none that is known.
  ///
  /// - Throws: `JournalError` if a file that decides it cannot be opened.
  init?(of tree: FileTree) throws(JournalError) {
    if LoopFiles.isExport(tree) {
      self = .loop
    } else if GoogleFitFiles.isExport(tree) {
      self = .googlefit
    } else if tree.names.contains("activities.csv") {
      self = .strava
    } else if try !AppleHealthImporter.exports(in: tree).isEmpty {
      self = .applehealth
    } else if DayOneFiles.isExport(tree) {
      self = .dayone
    } else {
      return nil
    }
  }

  /// The format of a text, where nobody has named it: files of events, and what other programs export, are known by
  /// their beginning; then the path's extension decides, then the first character. Only JSON starts with a brace (or,
  /// where somebody made one array of the lines, a bracket); everything else is taken for CSV.
  init(ofTextIn input: borrowing InputFile, at path: String, map: ImportMap) {
    if input.starts(with: EventFile.Header.beginning) {
      self = .events
    } else if let program = WorkoutFile.program(ofHeaderIn: input) {
      self =
        switch program {
        case .strong: .strong
        case .hevy: .hevy
        case .fitnotes: .fitnotes
        }
    } else if let named = ImportFormat(pathExtensionOf: path), named != .csv {
      self = named
    } else if let markup = ImportFormat(ofMarkupIn: input) {
      self = markup
    } else if GoogleFitFiles.isSession(input) {
      self = .googlefit
    } else if DayOneFiles.isJournal(input) {
      self = .dayone
    } else if input.firstVisibleByte == UInt8(ascii: "{") || input.firstVisibleByte == UInt8(ascii: "[") {
      self = .jsonl
    } else {
      self.init(ofTableIn: input, map: map)
    }
  }

  /// XML is known by its first element.
  private init?(ofMarkupIn input: borrowing InputFile) {
    guard input.firstVisibleByte == UInt8(ascii: "<") else { return nil }
    if input.contains("<HealthData", within: 1 << 16) {
      self = .applehealth
    } else if input.contains("<gpx", within: 1 << 16) {
      self = .gpx
    } else if input.contains("<TrainingCenterDatabase", within: 1 << 16) {
      self = .tcx
    } else {
      return nil
    }
  }

  /// A table with the columns of a check-in's export is one, wrong as it may be; others are known by what they have.
  private init(ofTableIn input: borrowing InputFile, map: ImportMap) {
    let header = TableHeader(of: input)
    if map.columns[.at] == nil, LoopFiles.isHeader(header.names) {
      self = .loop
      return
    }
    if GoogleFitFiles.isHeader(header.names) {
      self = .googlefit
      return
    }
    switch TableLayout.program(of: header.names) {
    case .strava: self = .strava
    case .garmin: self = .garmin
    default:
      let isOwn = header.delimiter == UInt8(ascii: ",") && header.names.contains { $0.lowercased() == "at" }
      self = !map.isEmpty || (!isOwn && TableLayout.tellsTime(header.names)) ? .table : .csv
    }
  }
}
