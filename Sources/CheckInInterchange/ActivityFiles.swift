internal import CheckInJournal
internal import EventLog

internal import struct FoundationEssentials.UUID

/// Reads the files, folders and archives of other programs, each by the reader of its format.
enum ActivityFiles {
  /// The folder at a path; `nil` where there is something else.
  ///
  /// - Throws: `JournalError` with `.refusedInput` where it has too many files, `.inputOutput`.
  static func folder(at path: String) throws(JournalError) -> FileTree? {
    guard path != "-", (try? DiskFileSystem(followsLinks: true).kind(of: path)) == .directory else { return nil }
    return try FileTree(folder: path)
  }

  /// Imports a folder or an archive.
  static func run(
    _ tree: FileTree, format: ImportFormat?, _ settings: ActivitySettings, into openJournal: (UUID?) throws -> Journal?
  ) throws -> ImportReport {
    try settings.map.requireExerciseTypes()
    guard let format = try format ?? ImportFormat(of: tree) else {
      throw JournalError(
        .notFound,
        "\(tree.path) is a directory or an archive, not a file, and none that is known: those of Loop, Strava, Apple "
          + "Health, Google Fit and Day One are. Name a file in it.")
    }
    var activities = ActivityRows(of: format.rawValue, settings)
    switch format {
    case .loop: try LoopFiles.read(tree, into: &activities)
    case .googlefit: try GoogleFitFiles.read(tree, into: &activities)
    case .dayone: try DayOneFiles.read(tree, into: &activities)
    case .strava:
      let table = try TableImporter(try tree.open("activities.csv"), as: .strava, map: settings.map)
      try table.read(into: &activities)
    case .applehealth:
      let names = try AppleHealthImporter.exports(in: tree)
      guard !names.isEmpty else {
        throw JournalError(
          .notFound, "\(tree.path) has no XML file with the root element HealthData, as an Apple Health export has.")
      }
      for name in names { try AppleHealthImporter(try tree.open(name)).read(into: &activities) }
    default:
      throw JournalError(
        .notFound, "\(tree.path) is a directory or an archive, and \(format.rawValue) is one file; name it.")
    }
    return try activities.append(into: openJournal)
  }

  /// Reads one file.
  static func read(
    _ input: consuming InputFile, at path: String, as format: ImportFormat, into activities: inout ActivityRows
  ) throws(JournalError) {
    try activities.settings.map.requireExerciseTypes()
    switch format {
    case .loop:
      if input.starts(with: ImportFormat.databaseBeginning) {
        try LoopDatabase.read(path, into: &activities)
      } else {
        try LoopFiles.read(input, at: path, into: &activities)
      }
    case .applehealth: try AppleHealthImporter(input).read(into: &activities)
    case .googlefit:
      if GoogleFitFiles.isHeader(TableHeader(of: input).names) {
        try GoogleFitFiles.readDays(input, into: &activities)
      } else {
        try GoogleFitFiles.read(input, into: &activities)
      }
    case .dayone: try DayOneFiles.read(input, at: path, into: &activities)
    case .gpx: try GPXImporter(input).read(into: &activities)
    case .tcx: try TCXImporter(input).read(into: &activities)
    case .fit: try FITImporter.read(input, into: &activities)
    default:
      let program = TableLayout.Program(rawValue: format.rawValue) ?? .table
      try TableImporter(input, as: program, map: activities.settings.map).read(into: &activities)
    }
  }
}

extension ImportFormat {
  /// The bytes at the start of every SQLite database.
  static let databaseBeginning = Array("SQLite format 3\0".utf8)

  /// Returns `true` if an input of this format is text.
  func isText(_ input: borrowing InputFile) -> Bool {
    switch self {
    case .store, .fit: false
    case .loop: !input.starts(with: Self.databaseBeginning)
    default: true
    }
  }

  /// `true` if the rows are activities or workouts, to which an ``ImportMap`` applies.
  var isOfOtherProgram: Bool {
    switch self {
    case .csv, .jsonl, .events, .store: false
    default: true
    }
  }
}
