internal import EventLog
internal import FoundationEssentials
internal import SQLite

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
    var found: [String: [UInt8]] = [:]
    try? Database(path: path, for: .reading, busyMilliseconds: 2000).read { connection in
      let statement = try connection.statement("SELECT content FROM item WHERE kind = ? AND name = ?")
      for name in names {
        let stored = try statement.first([.text(kind.rawValue), .text(name)]) { $0.blob(0) }
        found[name] = stored.flatMap { SnapshotPartFrames.decode($0, key: Self.key(kind, name)) }
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
    try write { connection in
      for (name, content) in items {
        let stored = try SnapshotPartFrames.encode(content, key: Self.key(kind, name))
        try Self.put(stored, kind: kind.rawValue, name: name, in: connection)
      }
    }
  }

  /// Erases items: their bytes in the file are overwritten.
  ///
  /// - Throws: what SQLite says.
  func erase(_ kind: Kind, _ names: [String]) throws {
    try write { connection in
      for name in names {
        try connection.execute("DELETE FROM item WHERE kind = ? AND name = ?", .text(kind.rawValue), .text(name))
      }
    }
  }

  private func write(_ body: (Connection) throws -> Void) throws {
    let database = try Database(path: path, for: .writing, busyMilliseconds: 2000)
    try database.withConnection { connection in
      try connection.execute("PRAGMA synchronous = NORMAL")
      try connection.execute("PRAGMA secure_delete = ON")
    }
    try database.write { connection in
      try connection.execute(Self.table)
      try body(connection)
    }
  }

  /// Copies all items into another database, as they are stored. Where they cannot be read, they are made again.
  func copy(into connection: Connection) throws {
    try connection.execute(Self.table)
    guard let database = try? Database(path: path, for: .reading) else { return }
    try? database.read { old in
      try old.statement("SELECT kind, name, content FROM item").forEachRow([]) { row in
        guard let kind = row.text(0), let name = row.text(1), let content = row.blob(2) else { return }
        try Self.put(content, kind: kind, name: name, in: connection)
      }
    }
  }

  private static func put(_ content: [UInt8], kind: String, name: String, in connection: Connection) throws {
    try connection.execute(
      "INSERT OR REPLACE INTO item (kind, name, content) VALUES (?, ?, ?)", .text(kind), .text(name), .blob(content))
  }

  /// What an item that strayed to another row is noticed by.
  private static func key(_ kind: Kind, _ name: String) -> Int64 {
    Digest(of: Array("\(kind.rawValue) \(name)".utf8)).bytes.span.bytes.unsafeLoadUnaligned(as: Int64.self)
  }
}
