package import EventLog
internal import FoundationEssentials
internal import SQLite
internal import Synchronization

/// `snapshot.sqlite`: parts of the timeline, each in frames with their own checksums. A cache: whatever cannot be read
/// is as good as none.
///
/// In rollback-journal mode, so that reading leaves no files behind.
package final class SnapshotStore: TimelineParts {
  private static let headerKey: Int64 = -1
  private static let contentsKey: Int64 = -2
  private static let scrubKey: Int64 = -3
  /// Of a whole new file. With SQLite's usual 4,096, writing all parts takes 1.7 times as long; with 65,536, writing a
  /// few hundred changed buckets takes 1.5 times as long.
  private static let pageByteCount = 16_384
  private static let tables = [
    "CREATE TABLE part (id INTEGER PRIMARY KEY, content BLOB NOT NULL)",
    "CREATE TABLE item (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, content BLOB NOT NULL)",
  ]
  /// The conditions for using a snapshot. Anyone who can write into the journal's directory may have changed it.
  private static let rules = DatabaseGuard(
    tables: tables, maximumValueByteCount: SnapshotPartFrames.maximumStoredByteCount)

  private let database: Database
  /// The header of the snapshot as it was opened, or as this process last saved it.
  package let header: SnapshotHeader
  /// The seal that the file must have.
  ///
  /// A part is valid only while the file has this seal, and only if the part matches the contents.
  private let seal: SnapshotSeal
  /// The progress of rereading the log, as of opening the snapshot.
  package let scrub: LogScrub.Record
  /// The list of contents; `nil` until a part that it lists is needed.
  private let knownContents: Mutex<SnapshotContents?>

  /// The reason that a snapshot can't be used.
  package struct Unusable: Error {
    package var reason: Message
  }

  private init(
    database: Database, seal: SnapshotSeal, contents: SnapshotContents? = nil, scrub: LogScrub.Record
  ) {
    self.database = database
    self.header = seal.header
    self.seal = seal
    self.scrub = scrub
    knownContents = Mutex(contents)
  }

  /// Opens an existing snapshot.
  ///
  /// - Throws: what SQLite says.
  static func open(
    _ path: String, for access: Database.Access, busyMilliseconds: Int32 = 2000
  ) throws -> Database {
    try Database(cacheAt: path, for: access, busyMilliseconds: busyMilliseconds, guardedBy: rules)
  }

  /// The snapshot at `path` for reading; it writes nothing, not even beside the file.
  package convenience init(readingFrom path: String) throws(Unusable) {
    do {
      let database = try Self.open(path, for: .reading)
      let (seal, scrub) = try database.read { connection in
        guard let seal = try Self.seal(in: connection) else { throw Self.otherForm }
        return (seal, try Self.scrub(in: connection))
      }
      self.init(database: database, seal: seal, scrub: scrub)
    } catch let error as Unusable {
      throw error
    } catch let error as SQLiteError where error.isOtherSchema {
      throw Self.otherForm
    } catch {
      throw Unusable(reason: "SQLite cannot read it")
    }
  }

  private static var otherForm: Unusable { Unusable(reason: "another version of checkin wrote it, or it is damaged") }

  /// `true` if another process has saved the snapshot since.
  ///
  /// Its parts then no longer belong to this header.
  package var isRenewed: Bool {
    guard let now = try? database.read({ try Self.seal(in: $0) }) else { return false }
    return now != seal
  }

  package func part(_ id: TimelinePartID) throws(JournalError) -> [UInt8]? { try parts([id])[0] }

  package func parts(_ ids: [TimelinePartID]) throws(JournalError) -> [[UInt8]?] {
    do {
      let (found, contents): ([[UInt8]?], SnapshotContents?) = try database.read { connection in
        // Another process may have saved since: its parts do not belong to what was loaded here.
        guard try Self.seal(in: connection) == seal else { throw Unusable(reason: "another process has renewed it") }
        let contents = try ids == [.directory] ? nil : self.contents(in: connection)
        var found: [[UInt8]?] = []
        for id in ids {
          let stored = try Self.stored(id.rawValue, in: connection)
          guard stored != nil || contents?.contains(id.rawValue) == false else { throw Self.damagedPart }
          found.append(stored)
        }
        return (found, contents)
      }
      // Outside of SQLite's queue, so that several threads can do so at once.
      var parts: [[UInt8]?] = []
      for (id, stored) in zip(ids, found) {
        parts.append(try stored.map { try part(id, in: $0, contents) })
      }
      return parts
    } catch let error as Unusable {
      throw .partUnreadable(error.reason)
    } catch {
      throw .partUnreadable("SQLite cannot read it")
    }
  }

  /// The content of a part that is stored, if that is the one of this store's save.
  private func part(_ id: TimelinePartID, in stored: [UInt8], _ contents: SnapshotContents?) throws -> [UInt8] {
    let isOwn =
      id == .directory ? Digest(of: stored) == seal.directory : contents?.holds(id.rawValue, with: stored) ?? false
    guard isOwn, let part = SnapshotPartFrames.decode(stored, key: id.rawValue) else { throw Self.damagedPart }
    return part
  }

  /// The list of contents of a database that has this store's seal.
  private func contents(in connection: Connection) throws -> SnapshotContents {
    if let known = knownContents.withLock({ $0 }) { return known }
    guard let stored = try Self.stored(Self.contentsKey, in: connection), Digest(of: stored) == seal.contents,
      let contents = SnapshotPartFrames.decode(stored, key: Self.contentsKey).flatMap({ SnapshotContents($0) })
    else { throw Self.damagedPart }
    knownContents.withLock { $0 = contents }
    return contents
  }

  private static var damagedPart: Unusable { Unusable(reason: "a part of it is damaged") }

  private static func stored(_ key: Int64, in connection: Connection) throws -> [UInt8]? {
    try connection.first("SELECT content FROM part WHERE id = ?", .integer(key)) { $0.blob(0) ?? [] }
  }

  private static func seal(in connection: Connection) throws -> SnapshotSeal? {
    try stored(headerKey, in: connection).flatMap { SnapshotPartFrames.decode($0, key: headerKey) }
      .flatMap { SnapshotSeal($0) }
  }

  /// One that cannot be read is as good as none.
  private static func scrub(in connection: Connection) throws -> LogScrub.Record {
    try stored(scrubKey, in: connection).flatMap { SnapshotPartFrames.decode($0, key: scrubKey) }
      .flatMap { LogScrub.Record($0) } ?? LogScrub.Record()
  }

  // MARK: Saving

  /// Keeps how far the log was reread. It can be lost, so nothing waits for the disk.
  ///
  /// What another process has found since stays: only who knew of a suspect, and looked again, takes it out.
  ///
  /// - Parameter earlier: the record that the part began with.
  /// - Throws: what SQLite says.
  package func keep(_ record: LogScrub.Record, after earlier: LogScrub.Record, at path: String) throws {
    let writer = try Self.open(path, for: .writing, busyMilliseconds: 1000)
    try writer.withConnection { try $0.execute("PRAGMA synchronous = OFF") }
    try writer.write { connection in
      var record = record
      let stored = try Self.scrub(in: connection)
      if record.suspect == nil, earlier.suspect == nil, stored.suspect != scrub.suspect {
        record.suspect = stored.suspect
      }
      try Self.put(
        key: Self.scrubKey, stored: try SnapshotPartFrames.encode(record.encoded, key: Self.scrubKey), in: connection)
    }
  }

  /// Writes the changed parts of a snapshot whose present header is this store's.
  ///
  /// - Returns: the store for what is saved now; `nil` where another process has saved in the meantime.
  /// - Throws: what SQLite says.
  package func save(_ header: SnapshotHeader, parts: [(TimelinePartID, [UInt8])], at path: String) throws
    -> SnapshotStore?
  {
    let writer = try Self.open(path, for: .writing)
    try writer.withConnection { try $0.execute("PRAGMA synchronous = NORMAL") }
    return try writer.write { connection in
      guard (try? Self.seal(in: connection)) == seal else { return nil }
      var pending = PendingSeal(contents: try contents(in: connection))
      for (id, content) in parts { try pending.put(try SnapshotPart(id, content: content), in: connection) }
      let seal = try pending.write(header, in: connection)
      return SnapshotStore(database: database, seal: seal, contents: pending.contents, scrub: scrub)
    }
  }

  /// Takes a part to write it, on any thread, one at a time.
  package typealias Put = (SnapshotPart) throws -> Void

  /// Returns the paths of the files that an interrupted save can leave.
  package static func temporaryPaths(for path: String) -> [String] { [path + ".new", path + ".new-journal"] }

  /// Removes the snapshot at `path` and its rollback journal.
  ///
  /// The file goes first, for good: neither is ever seen with anything but the other.
  package static func remove(at path: String, in fileSystem: any FileSystem) throws(FileError) {
    for file in [path, path + "-journal"] where try fileSystem.kind(of: file) != nil {
      try fileSystem.remove(file)
      try fileSystem.synchronizeDirectory(parent(of: path))
    }
  }

  /// Writes a whole new snapshot beside the one at `path` and puts it in its place.
  ///
  /// - Parameter forEachPart: hands every part over.
  /// - Throws: what SQLite or the file system says, or `forEachPart`; the old snapshot is untouched then.
  package static func create(
    _ header: SnapshotHeader, at path: String, in fileSystem: any FileSystem, forEachPart: (Put) throws -> Void
  ) throws -> SnapshotStore {
    try fileSystem.requireReplaceable(path)
    let temporaryPath = path + ".new"
    func removeTemporaryFiles() throws(FileError) {
      for leftover in temporaryPaths(for: path) where try fileSystem.kind(of: leftover) != nil {
        try fileSystem.remove(leftover)
      }
    }
    try removeTemporaryFiles()
    do {
      try write(header, toNew: temporaryPath, besides: path, in: fileSystem, forEachPart: forEachPart)
    } catch {
      // On a full disk, above all, half a snapshot must not stay.
      try? removeTemporaryFiles()
      throw error
    }
    if try fileSystem.kind(of: path + "-journal") != nil {
      // A process was cut off while it saved: the old file is part old, part new, and only its rollback journal tells.
      try remove(at: path, in: fileSystem)
    }
    // SQLite's own removal of a journal need not be durable yet.
    try fileSystem.synchronizeDirectory(parent(of: path))
    try fileSystem.rename(temporaryPath, to: path)
    try fileSystem.synchronizeDirectory(parent(of: path))
    return try SnapshotStore(readingFrom: fileSystem.pathForSQLite(path))
  }

  /// Writes a whole new snapshot that nobody sees yet, with the items of the one at `path`.
  private static func write(
    _ header: SnapshotHeader, toNew temporaryPath: String, besides path: String, in fileSystem: any FileSystem,
    forEachPart: (Put) throws -> Void
  ) throws {
    // Made here, so that it is readable by its owner alone, as everything in a journal is.
    _ = try fileSystem.create(temporaryPath)
    let writer = try Database(
      path: fileSystem.pathForSQLite(temporaryPath), for: .writing, busyMilliseconds: 2000)
    try writer.withConnection { connection in
      try connection.execute("PRAGMA page_size = \(pageByteCount)")
      // Nobody sees this file before it is whole and synced, so SQLite need not be able to roll it back.
      try connection.execute("PRAGMA journal_mode = OFF")
      try connection.execute("PRAGMA synchronous = OFF")
      try connection.execute(tables.joined(separator: ";"))
      // The parts come from several threads, and all go into one transaction.
      try connection.execute("BEGIN IMMEDIATE")
    }
    var pending = PendingSeal()
    try forEachPart { part in
      try writer.withConnection { try pending.put(part, in: $0) }
    }
    try writer.withConnection { connection in
      _ = try pending.write(header, in: connection)
      SnapshotItems(path: fileSystem.pathForSQLite(path)).copy(into: connection)
      try connection.execute("COMMIT")
    }
    try writer.close()
    try fileSystem.open(temporaryPath, for: .readingAndWriting).synchronize()
  }

  /// Returns the message of an error from SQLite, without the statement and its values.
  package static func words(for error: any Error) -> String {
    (error as? SQLiteError)?.message ?? (error as? JournalError)?.message ?? "unknown error"
  }

  /// The contents, and the digest of the directory, that a save has written so far.
  private struct PendingSeal {
    var contents = SnapshotContents()
    private var directory = Digest(of: [])

    init(contents: SnapshotContents = SnapshotContents()) {
      self.contents = contents
    }

    mutating func put(_ part: SnapshotPart, in connection: Connection) throws {
      try SnapshotStore.put(key: part.id.rawValue, stored: part.stored, in: connection)
      if part.id == .directory { directory = part.digest } else { contents.note(part.id.rawValue, with: part.digest) }
    }

    /// Writes the contents, and what seals them and the directory.
    func write(_ header: SnapshotHeader, in connection: Connection) throws -> SnapshotSeal {
      let stored = try SnapshotPartFrames.encode(contents.encoded, key: contentsKey)
      try SnapshotStore.put(key: contentsKey, stored: stored, in: connection)
      let seal = SnapshotSeal(header: header, directory: directory, contents: Digest(of: stored))
      try SnapshotStore.put(
        key: headerKey, stored: try SnapshotPartFrames.encode(seal.encoded, key: headerKey), in: connection)
      return seal
    }
  }

  private static func put(key: Int64, stored: [UInt8], in connection: Connection) throws {
    try connection.execute(
      "INSERT OR REPLACE INTO part (id, content) VALUES (?, ?)", .integer(key), .blob(stored))
  }
}

extension Database {
  /// Opens a database in the journal's directory, where anyone may have put something else: SQLite waits for a pipe.
  convenience init(
    cacheAt path: String, for access: Access, busyMilliseconds: Int32 = 0, guardedBy rules: DatabaseGuard
  ) throws {
    // One that doesn't exist, or is only known to SQLite, is for SQLite to judge.
    try DiskFileSystem().requireReplaceable(path)
    try self.init(path: path, for: access, busyMilliseconds: busyMilliseconds, guardedBy: rules)
  }
}

extension Timeline {
  /// The timeline that a store holds; `nil` if its directory cannot be read, or was
  /// written at another event.
  package init?(_ store: SnapshotStore) {
    self.init(store, sequence: store.header.position.sequence)
  }

  /// Hands over every part for a whole new snapshot, as it is to be stored; several threads encode them.
  package mutating func forEachSnapshotPart(_ put: SnapshotStore.Put) throws {
    try forEachPiece(threads: encodingThreadCount) { parts in
      Result { try parts.map { try SnapshotPart($0, content: $1) } }
    } _: { (parts: Result<[SnapshotPart], any Error>) in
      for part in try parts.get() { try put(part) }
    }
  }
}

extension LogScrub.Record {
  /// Numbers only, the suspect last and 0 where there is none.
  fileprivate var encoded: [UInt8] {
    var writer = WireWriter()
    for number in [
      place.sequence, place.segment, UInt64(place.fileOffset), UInt64(place.contentOffset), suspect ?? 0,
    ] {
      writer.varint(number)
    }
    return writer.bytes
  }

  fileprivate init?(_ bytes: [UInt8]) {
    let span = bytes.span.bytes
    var reader = WireReader(start: 0, end: bytes.count)
    var numbers: [UInt64] = []
    while !reader.isAtEnd {
      guard let number = try? reader.varint(in: span), number < HeadFormat.numberLimit else { return nil }
      numbers.append(number)
    }
    guard numbers.count == 5, numbers[1] > 0 else { return nil }
    self.init(
      place: LogPosition(
        sequence: numbers[0], segment: numbers[1], fileOffset: Int(numbers[2]), contentOffset: Int(numbers[3])),
      suspect: numbers[4] == 0 ? nil : numbers[4])
  }
}
