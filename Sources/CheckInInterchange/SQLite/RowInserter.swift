internal import CheckInJournal
internal import GRDB
internal import GRDBSQLite

/// Inserts rows into a table, whose values are given column by column.
///
/// A value goes to SQLite without an object of its own, which would cost more than inserting it.
final class RowInserter {
  private let statement: Statement
  private let columnCount: Int32
  private var column: Int32 = 0
  /// The texts of the row.
  private let texts = OutputBytes(capacity: 4096)
  /// The columns that have a text, and its place.
  private var places: [(column: Int32, text: Range<Int>)] = []

  /// - Parameter insertion: up to the table's name.
  init(_ database: Database, _ insertion: String, columnCount: Int) throws {
    let values = Array(repeating: "?", count: columnCount).joined(separator: ", ")
    statement = try database.makeStatement(sql: "\(insertion) VALUES (\(values))")
    self.columnCount = Int32(columnCount)
  }

  func null() {
    column += 1
    sqlite3_bind_null(statement.sqliteStatement, column)
  }

  func integer(_ value: Int?) {
    guard let value else { return null() }
    column += 1
    sqlite3_bind_int64(statement.sqliteStatement, column, Int64(value))
  }

  func text(_ value: String?) {
    guard let value else { return null() }
    text { $0.string(value) }
  }

  /// A text that `write` writes.
  func text(_ write: (OutputBytes) -> Void) {
    column += 1
    let start = texts.count
    write(texts)
    places.append((column, start..<texts.count))
  }

  /// Inserts the row, once all its columns are given, and begins the next.
  ///
  /// - Throws: `DatabaseError`.
  func insert() throws {
    precondition(column == columnCount)
    let pointer = statement.sqliteStatement
    // The texts stay where they are until the row is inserted; before, they may have been moved.
    let result = texts.withBytes(0..<texts.count) { bytes in
      bytes.withUnsafeBytes { bytes in
        for (column, text) in places {
          let start = bytes.baseAddress?.advanced(by: text.lowerBound).assumingMemoryBound(to: CChar.self)
          sqlite3_bind_text(pointer, column, start, Int32(clamping: text.count), nil)
        }
        return sqlite3_step(pointer)
      }
    }
    guard result == SQLITE_DONE else {
      let message = String(cString: sqlite3_errmsg(sqlite3_db_handle(pointer)))
      sqlite3_reset(pointer)
      throw DatabaseError(resultCode: ResultCode(rawValue: result), message: message)
    }
    sqlite3_reset(pointer)
    texts.removeAll()
    places.removeAll(keepingCapacity: true)
    column = 0
  }
}
