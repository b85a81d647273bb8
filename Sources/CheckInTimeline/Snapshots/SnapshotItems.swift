internal import EventLog
internal import FoundationEssentials
internal import SQLite

/// The items that `snapshot.sqlite` stores in addition to the timeline's parts.
///
/// Each item can be recreated independently.
///
/// Every item is stored with its key and with checksums. An item that can't be read is treated as missing. Its row is
/// found by key alone, because SQLite would load rows of any length to compare names.
package struct SnapshotItems {
  /// The kind of an item.
  package enum Kind: String {
    /// The state of a user's projection, by its name.
    case projection
    /// A photo's small picture, by the digest of the photo.
    case thumbnail
  }

  /// The path of `snapshot.sqlite`.
  package let path: String

  package init(path: String) {
    self.path = path
  }

  /// An item; `nil` where there is none that can be read. Writes nothing.
  package func content(of kind: Kind, named name: String) -> [UInt8]? { contents(of: kind, named: [name])[name] }

  /// Items by their names; those that cannot be read are left out. Writes nothing.
  package func contents(of kind: Kind, named names: [String]) -> [String: [UInt8]] {
    guard !names.isEmpty else { return [:] }
    var found: [String: [UInt8]] = [:]
    try? SnapshotStore.open(path, for: .reading).read { connection in
      let statement = try connection.statement("SELECT content FROM item WHERE id = ?")
      for name in names {
        let key = Self.key(of: kind, named: name)
        let stored = try statement.first([.integer(key)]) { $0.blob(0) }
        found[name] = stored.flatMap { SnapshotPartFrames.decode($0, key: key) }
      }
    }
    return found
  }

  /// Keeps an item, in place of the one with its name.
  ///
  /// - Throws: what SQLite says. The file has to be there.
  package func keep(_ content: [UInt8], as kind: Kind, named name: String) throws {
    try keep([(name, content)], as: kind)
  }

  /// Keeps several items; as ``keep(_:as:named:)``.
  package func keep(_ items: [(name: String, content: [UInt8])], as kind: Kind) throws {
    try write { connection in
      for (name, content) in items {
        let key = Self.key(of: kind, named: name)
        let stored = try SnapshotPartFrames.encode(content, key: key)
        try Self.put(stored, key: key, kind: kind.rawValue, name: name, in: connection)
      }
    }
  }

  /// Erases items: their bytes in the file are overwritten.
  ///
  /// - Throws: what SQLite says.
  package func erase(_ kind: Kind, named names: [String]) throws {
    try write { connection in
      for name in names {
        try connection.execute("DELETE FROM item WHERE id = ?", .integer(Self.key(of: kind, named: name)))
      }
    }
  }

  private func write(_ body: (Connection) throws -> Void) throws {
    let database = try SnapshotStore.open(path, for: .writing)
    try database.withConnection { connection in
      try connection.execute("PRAGMA synchronous = NORMAL")
      try connection.execute("PRAGMA secure_delete = ON")
    }
    try database.write(body)
  }

  /// Copies all items into another database, as they are stored. Where they cannot be read, they are made again.
  func copy(into connection: Connection) {
    try? SnapshotStore.open(path, for: .reading, busyMilliseconds: 0).read { old in
      try old.statement("SELECT id, kind, name, content FROM item").forEachRow([]) { row in
        guard let key = row.integer(0), let kind = row.text(1), let name = row.text(2), let content = row.blob(3) else {
          return
        }
        try Self.put(content, key: key, kind: kind, name: name, in: connection)
      }
    }
  }

  private static func put(
    _ content: [UInt8], key: Int64, kind: String, name: String, in connection: Connection
  ) throws {
    try connection.execute(
      "INSERT OR REPLACE INTO item (id, kind, name, content) VALUES (?, ?, ?, ?)", .integer(key), .text(kind),
      .text(name), .blob(content))
  }

  /// The row of an item, which also is in its content, so that an item that strayed to another row is noticed.
  private static func key(of kind: Kind, named name: String) -> Int64 {
    Digest(of: Array("\(kind.rawValue) \(name)".utf8)).bytes.span.bytes.unsafeLoadUnaligned(as: Int64.self)
  }
}
