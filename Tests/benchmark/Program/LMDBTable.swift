import CLMDB

/// Events in LMDB: the message by its sequence number.
final class LMDBTable {
  private var environment: OpaquePointer?
  private var transaction: OpaquePointer?
  private var table: MDB_dbi = 0

  convenience init(_ path: String) throws {
    try self.init(path, flags: UInt32(MDB_NOSUBDIR | MDB_RDONLY), transactionFlags: UInt32(MDB_RDONLY))
  }

  convenience init(creating path: String) throws {
    try self.init(path, flags: UInt32(MDB_NOSUBDIR | MDB_NOSYNC), transactionFlags: 0)
  }

  private init(_ path: String, flags: UInt32, transactionFlags: UInt32) throws {
    try check(mdb_env_create(&environment))
    // Room in the address space alone.
    try check(mdb_env_set_mapsize(environment, 1 << 36))
    try check(mdb_env_open(environment, path, flags, 0o600))
    try check(mdb_txn_begin(environment, nil, transactionFlags, &transaction))
    try check(mdb_dbi_open(transaction, nil, UInt32(MDB_INTEGERKEY), &table))
  }

  deinit {
    if let transaction { mdb_txn_abort(transaction) }
    mdb_env_close(environment)
  }

  /// Appends behind the last one.
  func insert(_ sequence: UInt64, _ message: UnsafeRawBufferPointer) throws {
    var sequence = Int(sequence)
    try withUnsafeMutableBytes(of: &sequence) { number in
      var key = MDB_val(mv_size: number.count, mv_data: number.baseAddress)
      var value = MDB_val(mv_size: message.count, mv_data: UnsafeMutableRawPointer(mutating: message.baseAddress))
      try check(mdb_put(transaction, table, &key, &value, UInt32(MDB_APPEND)))
    }
  }

  func commit() throws {
    try check(mdb_txn_commit(transaction))
    transaction = nil
  }

  /// Calls `body` with every message in order.
  func readAll(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    var cursor: OpaquePointer?
    try check(mdb_cursor_open(transaction, table, &cursor))
    defer { mdb_cursor_close(cursor) }
    var key = MDB_val()
    var value = MDB_val()
    while true {
      let status = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)
      if status == MDB_NOTFOUND { return }
      try check(status)
      try body(UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size))
    }
  }

  private func check(_ status: Int32) throws {
    guard status == 0 else { throw Unfit("LMDB: " + String(cString: mdb_strerror(status))) }
  }
}
