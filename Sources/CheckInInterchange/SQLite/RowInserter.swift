internal import CheckInJournal
internal import GRDB
internal import GRDBSQLite

/// Inserts rows into a table.
struct RowInserter {
  private let statement: Statement
  private let columnCount: Int
  private static let emptyText: StaticString = ""

  /// - Parameter insertion: up to the table's name.
  init(_ database: Database, _ insertion: String, columnCount: Int) throws {
    let values = Array(repeating: "?", count: columnCount).joined(separator: ", ")
    statement = try database.makeStatement(sql: "\(insertion) VALUES (\(values))")
    self.columnCount = columnCount
  }

  /// Inserts rows whose texts are their own.
  ///
  /// - Throws: `DatabaseError`.
  func insert(_ rows: TableRows) throws {
    try rows.texts.withBytes(0..<rows.texts.count) { try insert(rows, textsIn: $0) }
  }

  /// Inserts rows whose texts are all in `bytes`.
  ///
  /// - Throws: `DatabaseError`.
  func insert(_ rows: TableRows, textsIn bytes: RawSpan) throws {
    precondition(rows.values.count.isMultiple(of: columnCount))
    try bytes.withUnsafeBytes { bytes in
      let pointer = statement.sqliteStatement
      var column: Int32 = 0
      for value in rows.values {
        column += 1
        switch value {
        case .null: sqlite3_bind_null(pointer, column)
        case .integer(let number): sqlite3_bind_int64(pointer, column, number)
        case .text(let start, let byteCount):
          // The bytes stay where they are until the row is inserted, so that SQLite need not copy them. An empty text
          // needs an address, too: without one it is a null.
          let text = UnsafeRawBufferPointer(rebasing: bytes[Int(start)..<Int(start) + Int(byteCount)])
          let place = byteCount > 0 ? text.baseAddress : UnsafeRawPointer(Self.emptyText.utf8Start)
          let start = place?.assumingMemoryBound(to: CChar.self)
          sqlite3_bind_text(pointer, column, start, Int32(clamping: byteCount), nil)
        }
        if column == columnCount {
          column = 0
          try step(pointer)
        }
      }
    }
  }

  private func step(_ pointer: SQLiteStatement) throws {
    let result = sqlite3_step(pointer)
    guard result == SQLITE_DONE else {
      let message = String(cString: sqlite3_errmsg(sqlite3_db_handle(pointer)))
      sqlite3_reset(pointer)
      throw DatabaseError(resultCode: ResultCode(rawValue: result), message: message)
    }
    sqlite3_reset(pointer)
  }
}
