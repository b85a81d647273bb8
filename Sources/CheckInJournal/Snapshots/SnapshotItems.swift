internal import EventLog
internal import FoundationEssentials
internal import GRDB

/// What `snapshot.sqlite` keeps besides the timeline's parts: items that can be made again, each by itself.
///
/// Every item is stored with its name inside and checksums around it. One that cannot be read is as good as none.
struct SnapshotItems {
  /// What an item is.
  enum Kind: String {
    /// The state of a user's projection, by its name.
    case projection
    /// A photo's small picture, by the digest of the photo.
    case thumbnail
  }

  private static let table = """
    CREATE TABLE IF NOT EXISTS item (
      kind TEXT NOT NULL, name TEXT NOT NULL, content BLOB NOT NULL, PRIMARY KEY (kind, name)
    ) WITHOUT ROWID
    """

  /// The path of `snapshot.sqlite`.
  let path: String

  /// An item; `nil` where there is none that can be read. Writes nothing.
  func content(_ kind: Kind, _ name: String) -> [UInt8]? { contents(kind, [name])[name] }

  /// Items by their names; those that cannot be read are left out. Writes nothing.
  func contents(_ kind: Kind, _ names: [String]) -> [String: [UInt8]] {
    guard !names.isEmpty else { return [:] }
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(2)
    var found: [String: [UInt8]] = [:]
    try? DatabaseQueue(path: path, configuration: configuration).read { database in
      let statement = try database.makeStatement(sql: "SELECT content FROM item WHERE kind = ? AND name = ?")
      for name in names {
        guard let stored = try Data.fetchOne(statement, arguments: [kind.rawValue, name]) else { continue }
        found[name] = SnapshotPartFrames.decode(Array(stored), key: Self.key(kind, name))
      }
    }
    return found
  }

  /// Keeps an item, in place of the one with its name.
  ///
  /// - Throws: what SQLite says. The file has to be there.
  func keep(_ content: [UInt8], _ kind: Kind, _ name: String) throws { try keep([(name, content)], kind) }

  /// Keeps several items; as ``keep(_:_:_:)``.
  func keep(_ items: [(name: String, content: [UInt8])], _ kind: Kind) throws {
    try write { database in
      try database.execute(sql: Self.table)
      for (name, content) in items {
        let stored = Data(try SnapshotPartFrames.encode(content, key: Self.key(kind, name)))
        try Self.put(stored, kind: kind.rawValue, name: name, in: database)
      }
    }
  }

  /// Erases items: their bytes in the file are overwritten.
  ///
  /// - Throws: what SQLite says.
  func erase(_ kind: Kind, _ names: [String]) throws {
    try write { database in
      try database.execute(sql: Self.table)
      for name in names {
        try database.execute(
          sql: "DELETE FROM item WHERE kind = ? AND name = ?", arguments: [kind.rawValue, name])
      }
    }
  }

  private func write(_ body: (Database) throws -> Void) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(2)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA synchronous = NORMAL")
      try database.execute(sql: "PRAGMA secure_delete = ON")
    }
    try queue.write(body)
  }

  /// Copies all items into another database, as they are stored. Where they cannot be read, they are made again.
  func copy(into database: Database) throws {
    try database.execute(sql: Self.table)
    var configuration = Configuration()
    configuration.readonly = true
    guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else { return }
    try? queue.read { old in
      let rows = try Row.fetchCursor(old, sql: "SELECT kind, name, content FROM item")
      while let row = try rows.next() {
        try Self.put(row["content"], kind: row["kind"], name: row["name"], in: database)
      }
    }
  }

  private static func put(_ content: Data, kind: String, name: String, in database: Database) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO item (kind, name, content) VALUES (?, ?, ?)", arguments: [kind, name, content])
  }

  /// What an item that strayed to another row is noticed by.
  private static func key(_ kind: Kind, _ name: String) -> Int64 {
    Digest(of: Array("\(kind.rawValue) \(name)".utf8)).bytes.span.bytes.unsafeLoadUnaligned(as: Int64.self)
  }
}
