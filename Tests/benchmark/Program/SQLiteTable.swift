import CSQLite
import CheckInJournal

/// A table of events in SQLite: the message as a blob, by its sequence number. Through the C interface.
final class SQLiteTable {
  private var database: OpaquePointer?
  private var insertion: OpaquePointer?

  /// Opens a database that is there.
  init(_ path: String) throws {
    try check(sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, nil))
  }

  /// Makes a database with an empty table.
  init(creating path: String) throws {
    try check(sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil))
    try execute("CREATE TABLE event (sequence INTEGER PRIMARY KEY, message BLOB NOT NULL)")
  }

  deinit {
    sqlite3_finalize(insertion)
    sqlite3_close(database)
  }

  func execute(_ sql: String) throws {
    try check(sqlite3_exec(database, sql, nil, nil, nil))
  }

  func insert(_ sequence: UInt64, _ message: UnsafeRawBufferPointer) throws {
    if insertion == nil {
      try check(sqlite3_prepare_v2(database, "INSERT INTO event VALUES (?, ?)", -1, &insertion, nil))
    }
    sqlite3_bind_int64(insertion, 1, Int64(sequence))
    sqlite3_bind_blob(insertion, 2, message.baseAddress, Int32(message.count), nil)
    guard sqlite3_step(insertion) == SQLITE_DONE else { throw failure }
    sqlite3_reset(insertion)
  }

  /// Calls `body` with every message in order.
  func readAll(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(database, "SELECT message FROM event ORDER BY sequence", -1, &statement, nil))
    defer { sqlite3_finalize(statement) }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        let bytes = sqlite3_column_blob(statement, 0)
        try body(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, 0))))
      case SQLITE_DONE: return
      default: throw failure
      }
    }
  }

  private func check(_ status: Int32) throws {
    guard status == SQLITE_OK else { throw failure }
  }

  private var failure: Unfit { Unfit("SQLite: " + String(cString: sqlite3_errmsg(database))) }
}
