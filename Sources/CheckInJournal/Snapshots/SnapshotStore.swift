internal import FoundationEssentials
internal import GRDB

/// `snapshot.sqlite`: parts of the timeline, each in frames with their own checksums. A cache: whatever cannot be read
/// is as good as none.
///
/// In rollback-journal mode, so that reading leaves no files behind.
final class SnapshotStore: TimelineParts {
  private static let headerKey: Int64 = -1
  private static let schema = "CREATE TABLE part (id INTEGER PRIMARY KEY, content BLOB NOT NULL)"

  private let queue: DatabaseQueue
  /// What the file said when it was opened, or last saved from here. A part is only good together with it.
  let header: SnapshotHeader

  /// Why a snapshot cannot be used.
  struct Unusable: Error {
    var reason: String
  }

  private init(queue: DatabaseQueue, header: SnapshotHeader) {
    self.queue = queue
    self.header = header
  }

  /// The snapshot at `path` for reading; it writes nothing, not even beside the file.
  convenience init(readingFrom path: String) throws(Unusable) {
    try self.init(path: path, isReadOnly: true)
  }

  private convenience init(path: String, isReadOnly: Bool) throws(Unusable) {
    var configuration = Configuration()
    configuration.readonly = isReadOnly
    configuration.busyMode = .timeout(2)
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      let content = try queue.read { database in try Self.content(Self.headerKey, in: database) }
      guard let content, let header = SnapshotHeader(content) else {
        throw Unusable(reason: "its header is damaged")
      }
      self.init(queue: queue, header: header)
    } catch let error as Unusable {
      throw error
    } catch {
      throw Unusable(reason: "SQLite cannot read it")
    }
  }

  func part(_ id: SnapshotPartID) throws(TimelineFault) -> [UInt8]? {
    do {
      return try queue.read { database in
        // Another process may have saved since: its parts do not belong to what was loaded here.
        guard let current = try Self.content(Self.headerKey, in: database), SnapshotHeader(current) == header else {
          throw Unusable(reason: "another process has renewed it")
        }
        return try Self.content(id.rawValue, in: database)
      }
    } catch let error as Unusable {
      throw .partUnreadable(error.reason)
    } catch {
      throw .partUnreadable("SQLite cannot read it")
    }
  }

  private static func content(_ key: Int64, in database: Database) throws -> [UInt8]? {
    let row = try Row.fetchOne(database, sql: "SELECT content FROM part WHERE id = ?", arguments: [key])
    guard let row else { return nil }
    let stored = try row.withUnsafeData(atIndex: 0) { data in Array(data ?? Data()) }
    guard let content = SnapshotPartFrames.decode(stored, key: key) else {
      throw Unusable(reason: "a part of it is damaged")
    }
    return content
  }

  // MARK: Saving

  /// Writes the changed parts of a snapshot whose present header is this store's.
  ///
  /// - Returns: the store for what is saved now; `nil` where another process has saved in the meantime.
  /// - Throws: what SQLite says.
  func save(_ header: SnapshotHeader, parts: [(SnapshotPartID, [UInt8])], at path: String) throws -> SnapshotStore? {
    var configuration = Configuration()
    configuration.busyMode = .timeout(2)
    let writer = try DatabaseQueue(path: path, configuration: configuration)
    try writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = NORMAL") }
    let isSaved = try writer.write { database in
      guard let current = try? Self.content(Self.headerKey, in: database), SnapshotHeader(current) == self.header else {
        return false
      }
      try Self.write(header, parts, in: database)
      return true
    }
    return isSaved ? SnapshotStore(queue: queue, header: header) : nil
  }

  /// Writes a whole new snapshot beside the one at `path` and puts it in its place.
  ///
  /// - Throws: what SQLite or the file system says; the old snapshot is untouched then.
  static func create(
    _ header: SnapshotHeader, parts: some Sequence<(SnapshotPartID, [UInt8])>, at path: String,
    in fileSystem: any FileSystem
  ) throws -> SnapshotStore {
    let temporaryPath = path + ".new"
    for leftover in [temporaryPath, temporaryPath + "-journal"] where try fileSystem.kind(of: leftover) != nil {
      try fileSystem.remove(leftover)
    }
    // Made here, so that it is readable by its owner alone, as everything in a journal is.
    _ = try fileSystem.create(temporaryPath)
    var configuration = Configuration()
    configuration.busyMode = .timeout(2)
    let writer = try DatabaseQueue(path: temporaryPath, configuration: configuration)
    try writer.writeWithoutTransaction { database in
      // Nobody sees this file before it is whole and synced, so SQLite need not be able to roll it back.
      try database.execute(sql: "PRAGMA journal_mode = OFF")
      try database.execute(sql: "PRAGMA synchronous = OFF")
      try database.execute(sql: schema)
    }
    try writer.write { database in
      try write(header, parts, in: database)
      try SnapshotItems(path: path).copy(into: database)
    }
    try writer.close()
    try fileSystem.open(temporaryPath, for: .readingAndWriting).synchronize()
    if try fileSystem.kind(of: path + "-journal") != nil {
      // A process was cut off while it saved: the old file is part old, part new, and only its rollback journal tells. So
      // that file goes first, for good; neither is ever seen with anything but the other.
      if try fileSystem.kind(of: path) != nil { try fileSystem.remove(path) }
      try fileSystem.synchronizeDirectory(parent(of: path))
      try fileSystem.remove(path + "-journal")
    }
    // SQLite's own removal of a journal need not be durable yet.
    try fileSystem.synchronizeDirectory(parent(of: path))
    try fileSystem.rename(temporaryPath, to: path)
    try fileSystem.synchronizeDirectory(parent(of: path))
    return try SnapshotStore(readingFrom: path)
  }

  /// What SQLite said, without the statement and its values.
  static func words(for error: any Error) -> String {
    (error as? DatabaseError)?.message ?? "unknown error"
  }

  private static func write(
    _ header: SnapshotHeader, _ parts: some Sequence<(SnapshotPartID, [UInt8])>, in database: Database
  ) throws {
    let statement = try database.makeStatement(sql: "INSERT OR REPLACE INTO part (id, content) VALUES (?, ?)")
    func put(_ key: Int64, _ content: [UInt8]) throws {
      try statement.execute(arguments: [key, Data(try SnapshotPartFrames.encode(content, key: key))])
    }
    for (id, content) in parts { try put(id.rawValue, content) }
    try put(headerKey, header.encoded)
  }
}

/// How a part is stored: as frames of the log's profile, whose checksums protect it, with its key in front, so that a
/// part that strayed to another row is noticed.
enum SnapshotPartFrames {
  static func encode(_ content: [UInt8], key: Int64) throws(JournalError) -> [UInt8] {
    var keyed = withUnsafeBytes(of: (UInt64(SnapshotHeader.schemaVersion), key, UInt64(content.count))) { Array($0) }
    keyed.append(contentsOf: content)
    var frames: [UInt8] = []
    for start in stride(from: 0, to: keyed.count, by: FrameFormat.maximumContentByteCount) {
      let end = min(start + FrameFormat.maximumContentByteCount, keyed.count)
      frames += try FrameEncoder.frame(of: Array(keyed[start..<end]))
    }
    return frames
  }

  static func decode(_ stored: [UInt8], key: Int64) -> [UInt8]? {
    let decoder = FrameDecoder()
    let bytes = stored.span.bytes
    var keyed: [UInt8] = []
    var position = 0
    while position < stored.count {
      guard case .frame(let byteCount, _) = FrameFormat.inspect(bytes, at: position),
        let content = decoder.content(of: bytes.extracting(position..<position + byteCount))
      else { return nil }
      keyed += content
      position += byteCount
    }
    guard keyed.count >= 24 else { return nil }
    let head = keyed.span.bytes.unsafeLoadUnaligned(as: (UInt64, Int64, UInt64).self)
    guard head == (UInt64(SnapshotHeader.schemaVersion), key, UInt64(keyed.count - 24)) else { return nil }
    keyed.removeFirst(24)
    return keyed
  }
}
