internal import CheckInJournal
internal import SQLite

/// Inserts rows into a table.
struct RowInserter {
  private let statement: Statement
  private let columnCount: Int

  /// - Parameter insertion: up to the table's name.
  init(_ connection: Connection, insertion: String, columnCount: Int) throws {
    let values = Array(repeating: "?", count: columnCount).joined(separator: ", ")
    statement = try connection.statement("\(insertion) VALUES (\(values))")
    self.columnCount = columnCount
  }

  /// Inserts rows whose texts are their own.
  ///
  /// - Throws: `SQLiteError`.
  func insert(_ rows: TableRows) throws {
    try rows.texts.withBytes(0..<rows.texts.count) { try insert(rows, textsIn: $0) }
  }

  /// Inserts rows whose texts are all in `bytes`.
  ///
  /// - Throws: `SQLiteError`.
  func insert(_ rows: TableRows, textsIn bytes: RawSpan) throws {
    precondition(rows.values.count.isMultiple(of: columnCount))
    try bytes.withUnsafeBytes { bytes in
      var column: Int32 = 0
      for value in rows.values {
        column += 1
        switch value {
        case .null: statement.bindNull(at: column)
        case .integer(let number): statement.bind(number, at: column)
        case .text(let start, let byteCount):
          // The bytes stay where they are until the row is inserted.
          statement.bindText(
            UnsafeRawBufferPointer(rebasing: bytes[Int(start)..<Int(start) + Int(byteCount)]), at: column)
        }
        if column == columnCount {
          column = 0
          try statement.insertRow()
        }
      }
    }
  }
}
