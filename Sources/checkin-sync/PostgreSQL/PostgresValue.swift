internal import CPostgreSQL
internal import CheckInJournal
internal import CheckInSync
internal import EventLog
internal import FoundationEssentials
internal import Glibc

/// A value of a statement, in PostgreSQL's binary form.
struct PostgresValue {
  /// The type's number in the catalogue of every PostgreSQL.
  var type: Oid
  /// `nil` for NULL.
  var bytes: [UInt8]?

  static func identity(_ value: UUID?) -> PostgresValue { PostgresValue(type: 2950, bytes: value?.bytes) }

  /// - Returns: `nil` where PostgreSQL has no such number; sequence numbers do not come so far.
  static func number(_ value: UInt64) -> PostgresValue {
    PostgresValue(type: 20, bytes: withUnsafeBytes(of: Int64(clamping: value).bigEndian) { Array($0) })
  }

  static func bytes(_ value: [UInt8]?) -> PostgresValue { PostgresValue(type: 17, bytes: value) }
}

/// The result of a statement, as libpq stores it. Only requested values are copied.
///
/// The result is immutable, so several threads may read it.
final class PostgresAnswer: @unchecked Sendable {
  private let result: OpaquePointer
  let rowCount: Int

  /// - Parameter result: is cleared with this.
  init(_ result: OpaquePointer) {
    self.result = result
    rowCount = Int(PQntuples(result))
  }

  deinit { PQclear(result) }

  var columnCount: Int { Int(PQnfields(result)) }

  /// Calls `body` with a value's bytes.
  ///
  /// - Returns: `nil` for NULL.
  func with<Value>(row: Int, column: Int, _ body: (UnsafeRawBufferPointer) -> Value?) -> Value? {
    let (row, column) = (Int32(row), Int32(column))
    guard PQgetisnull(result, row, column) == 0, let bytes = PQgetvalue(result, row, column) else { return nil }
    return body(UnsafeRawBufferPointer(start: bytes, count: Int(PQgetlength(result, row, column))))
  }

  func isNull(row: Int, column: Int) -> Bool { PQgetisnull(result, Int32(row), Int32(column)) != 0 }

  func byteCount(row: Int, column: Int) -> Int { Int(PQgetlength(result, Int32(row), Int32(column))) }

  func bytes(row: Int, column: Int) -> [UInt8]? { with(row: row, column: column) { Array($0) } }

  func number(row: Int, column: Int) -> UInt64? {
    with(row: row, column: column) { $0.count == 8 ? UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)) : nil }
  }

  func identity(row: Int, column: Int) -> UUID? {
    with(row: row, column: column) { $0.count == 16 ? UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) : nil }
  }

  func digest(row: Int, column: Int) -> Digest? { with(row: row, column: column) { Digest($0) } }
}

/// The rows that a statement answers with.
struct PostgresRows {
  /// By row and column; `nil` for NULL.
  private(set) var values: [[[UInt8]?]] = []

  init(_ answer: PostgresAnswer?) {
    guard let answer else { return }
    values = (0..<answer.rowCount).map { row in (0..<answer.columnCount).map { answer.bytes(row: row, column: $0) } }
  }

  /// The number in one of its bytes, most significant first.
  static func number(_ bytes: [UInt8]?) -> UInt64? {
    guard let bytes, (1...8).contains(bytes.count) else { return nil }
    return bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  static func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
}
