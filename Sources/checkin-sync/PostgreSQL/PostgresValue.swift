internal import CPostgreSQL
internal import CheckInSync
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

/// The rows that a statement answers with.
struct PostgresRows {
  /// By row and column; `nil` for NULL.
  private(set) var values: [[[UInt8]?]] = []

  init() {}

  init(_ result: OpaquePointer) {
    let columns = PQnfields(result)
    for row in 0..<PQntuples(result) {
      values.append(
        (0..<columns).map { column in
          guard PQgetisnull(result, row, column) == 0, let bytes = PQgetvalue(result, row, column) else { return nil }
          return Array(UnsafeRawBufferPointer(start: bytes, count: Int(PQgetlength(result, row, column))))
        })
    }
  }

  /// The number in one of its bytes, most significant first.
  static func number(_ bytes: [UInt8]?) -> UInt64? {
    guard let bytes, (1...8).contains(bytes.count) else { return nil }
    return bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  static func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
}
