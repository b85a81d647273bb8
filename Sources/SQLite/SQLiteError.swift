internal import CSQLite

/// An error that SQLite reported.
package struct SQLiteError: Error {
  /// SQLite's result code.
  package let code: Int32
  /// SQLite's description, which contains neither the statement nor its values.
  package let message: String

  /// `true` if a guarded database has another schema than its guard expects.
  package var isOtherSchema: Bool { code == SQLITE_SCHEMA }

  package init(code: Int32, message: String) {
    self.code = code
    self.message = message
  }
}

/// The version of the SQLite library in use.
package var libraryVersion: String { String(cString: sqlite3_libversion()) }
