package import EventLog

extension LogDirectory {
  /// The directory of a journal: that of its log, with what is kept beside the log.
  ///
  /// - Parameter access: whether the log is to be written.
  package convenience init(fileSystem: any FileSystem, path: String, for access: FileAccess = .reading) {
    self.init(fileSystem: fileSystem, path: path, vocabulary: .checkin, for: access)
  }

  var schemaPath: String { path + "/" + EventLogSchema.fileName }
  var snapshotPath: String { path + "/snapshot.sqlite" }
  /// The path by which SQLite finds the snapshot.
  package var snapshotDatabasePath: String { fileSystem.pathForSQLite(snapshotPath) }
  var searchPath: String { path + "/search.sqlite" }
  /// The path by which SQLite finds the index for searching.
  var searchDatabasePath: String { fileSystem.pathForSQLite(searchPath) }
  package var photosPath: String { path + "/photos" }
}

extension LogVocabulary {
  static let checkin = LogVocabulary(
    program: "checkin", verification: "a verification", repair: "a repair")
}
