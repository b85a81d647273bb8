internal import CheckInJournal
internal import GRDB

extension TemporaryFolder {
  /// Copies another program's database, with what SQLite has written beside it, so that opening it changes nothing.
  ///
  /// - Returns: the path of the copy.
  /// - Throws: as ``copy(_:to:)``.
  func copyDatabase(_ path: String) throws(JournalError) -> String {
    let copy = self.path + "/copy.db"
    try self.copy(path, to: copy)
    for suffix in ["-wal", "-journal"] {
      do throws(JournalError) {
        try self.copy(path + suffix, to: copy + suffix)
      } catch  where error.code == .notFound {}
    }
    return copy
  }
}

extension Configuration {
  /// For the copy of another program's database: nothing in its schema is run.
  static var foreign: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
    }
    return configuration
  }
}
