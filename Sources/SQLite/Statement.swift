internal import CSQLite

/// A compiled statement of a connection.
package final class Statement {
  private let pointer: OpaquePointer
  private static let emptyText: StaticString = ""
  private static var emptyAddress: UnsafePointer<CChar> {
    UnsafeRawPointer(emptyText.utf8Start).assumingMemoryBound(to: CChar.self)
  }
  // SQLite copies a value that is bound with it.
  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit { sqlite3_finalize(pointer) }

  /// Executes the statement with values for its parameters; its rows are ignored.
  package func run(_ values: [SQLiteValue]) throws(SQLiteError) {
    try bind(values)
    defer { sqlite3_reset(pointer) }
    while try step() {}
  }

  /// Returns what `read` makes of the first row, or `nil` if there is no row.
  package func first<Result>(_ values: [SQLiteValue], read: (Row) throws -> Result?) throws -> Result? {
    try bind(values)
    defer { sqlite3_reset(pointer) }
    return try step() ? read(Row(pointer)) : nil
  }

  /// Calls `body` with each row.
  package func forEachRow(_ values: [SQLiteValue], perform body: (Row) throws -> Void) throws {
    try bind(values)
    defer { sqlite3_reset(pointer) }
    while try step() { try body(Row(pointer)) }
  }

  private func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
    for (offset, value) in values.enumerated() {
      let index = Int32(offset + 1)
      let code: Int32 =
        switch value {
        case .null: sqlite3_bind_null(pointer, index)
        case .integer(let number): sqlite3_bind_int64(pointer, index, number)
        case .real(let number): sqlite3_bind_double(pointer, index, number)
        case .text(var text): text.withUTF8 { bind($0, at: index) }
        case .blob(let bytes):
          bytes.isEmpty
            ? sqlite3_bind_zeroblob(pointer, index, 0)
            : bytes.withUnsafeBytes {
              sqlite3_bind_blob64(pointer, index, $0.baseAddress, UInt64($0.count), Self.transient)
            }
        }
      guard code == SQLITE_OK else { throw failure(code) }
    }
  }

  private func bind(_ text: UnsafeBufferPointer<UInt8>, at index: Int32) -> Int32 {
    text.withMemoryRebound(to: CChar.self) { characters in
      // An empty text needs an address, too: without one it is a null.
      sqlite3_bind_text64(
        pointer, index, characters.baseAddress ?? Self.emptyAddress, UInt64(characters.count), Self.transient,
        UInt8(SQLITE_UTF8))
    }
  }

  /// Returns `true` if there is a row.
  private func step() throws(SQLiteError) -> Bool {
    let code = sqlite3_step(pointer)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw failure(code)
    }
  }

  private func failure(_ code: Int32) -> SQLiteError {
    SQLiteError(code: code, message: String(cString: sqlite3_errmsg(sqlite3_db_handle(pointer))))
  }

  // MARK: - Many rows

  /// Binds null to a parameter. Parameters count from 1.
  package func bindNull(at index: Int32) { sqlite3_bind_null(pointer, index) }

  /// Binds a number to a parameter.
  package func bind(_ number: Int64, at index: Int32) { sqlite3_bind_int64(pointer, index, number) }

  /// Binds a text in UTF-8 to a parameter without copying it.
  ///
  /// - Parameter text: The bytes, which must stay unchanged until ``insertRow()`` returns.
  package func bindText(_ text: UnsafeRawBufferPointer, at index: Int32) {
    let address = text.isEmpty ? Self.emptyAddress : text.baseAddress?.assumingMemoryBound(to: CChar.self)
    sqlite3_bind_text(pointer, index, address, Int32(clamping: text.count), nil)
  }

  /// Executes an insertion with the values that are bound.
  package func insertRow() throws(SQLiteError) {
    defer { sqlite3_reset(pointer) }
    _ = try step()
  }
}

/// A row of a result, valid during the call that it is passed to. Columns count from 0.
package struct Row {
  private let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
  }

  /// The value of a column as it is stored. Text that is not valid UTF-8 is a blob.
  package func value(_ column: Int32) -> SQLiteValue {
    switch sqlite3_column_type(pointer, column) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(pointer, column))
    case SQLITE_FLOAT: .real(sqlite3_column_double(pointer, column))
    // The address comes first: asking for it converts text to UTF-8, which changes its length.
    case SQLITE_TEXT: text(bytes(at: sqlite3_column_text(pointer, column), column: column))
    case SQLITE_BLOB: .blob(Array(bytes(at: sqlite3_column_blob(pointer, column), column: column)))
    default: .null
    }
  }

  /// The number in a column without its fraction, or `nil` if it doesn't contain a number.
  package func integer(_ column: Int32) -> Int64? {
    switch value(column) {
    case .integer(let number): number
    case .real(let number): Int64(exactly: number.rounded(.towardZero))
    default: nil
    }
  }

  /// The text in a column, or `nil` if it doesn't contain text.
  package func text(_ column: Int32) -> String? {
    if case .text(let text) = value(column) { text } else { nil }
  }

  /// The bytes in a column, or `nil` if it doesn't contain bytes.
  package func blob(_ column: Int32) -> [UInt8]? {
    if case .blob(let bytes) = value(column) { bytes } else { nil }
  }

  private func text(_ bytes: UnsafeRawBufferPointer) -> SQLiteValue {
    String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .blob(Array(bytes))
  }

  private func bytes(at address: UnsafeRawPointer?, column: Int32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: address, count: Int(sqlite3_column_bytes(pointer, column)))
  }
}

/// A value of a column or of a statement's parameter.
package enum SQLiteValue: Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}
