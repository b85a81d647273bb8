internal import CheckInJournal
internal import SQLite

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

extension Database {
  /// Opens the copy of another program's database; nothing in its schema is run.
  convenience init(foreignAt path: String) throws {
    try self.init(path: path, for: .writing, guardedBy: DatabaseGuard(maximumValueByteCount: 64 << 20))
    try withConnection { try $0.execute("PRAGMA cell_size_check = ON") }
  }
}

extension Connection {
  /// Checks that the whole database can be read.
  ///
  /// SQLite reads a page that is missing as zeros, and rows in it as null.
  func requireSound() throws {
    guard try first("PRAGMA quick_check(1)", read: { $0.text(0) }) == "ok" else {
      throw SQLiteError(code: 11, message: "the database is damaged")
    }
  }

  /// The names of the columns of a table; none if there is no such table.
  func columns(of table: String) throws -> [String] {
    let isTable = try first(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ? COLLATE NOCASE", .text(table), read: { _ in true })
    guard isTable == true else { return [] }
    return try all("SELECT name FROM pragma_table_info(?)", .text(table)) { $0.text(0) ?? "" }
  }
}
