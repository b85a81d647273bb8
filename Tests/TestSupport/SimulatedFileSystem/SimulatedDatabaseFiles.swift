internal import CSQLite
internal import EventLog
internal import Glibc
internal import Synchronization

/// Lets SQLite keep its files in simulated file systems.
///
/// SQLite opens files itself, through its VFS. A simulated file system gives out paths that only the VFS here knows; it
/// becomes SQLite's default, and leaves every other path to the one that was the default before. What SQLite does to a
/// simulated file is an operation of the file system like any other: it is counted, it can fail, and a crash can lose
/// it. Locks are held in memory; they and the question whether a file still has its name are not counted, and never
/// fail.
enum SimulatedDatabaseFiles {
  private struct Entry {
    weak var fileSystem: SimulatedFileSystem?
  }

  private static let prefix = "/simulated-file-system-"
  private static let entries = Mutex<[Int: Entry]>([:])

  /// The path by which SQLite finds a file of the file system.
  static func path(_ path: String, in fileSystem: SimulatedFileSystem) -> String {
    _ = registration
    entries.withLock { $0[fileSystem.number] = Entry(fileSystem: fileSystem) }
    return "\(prefix)\(fileSystem.number)\(path)"
  }

  static func forget(_ number: Int) {
    entries.withLock { $0[number] = nil }
  }

  /// The file that a path of SQLite's means; `nil` for a path of the disk.
  fileprivate static func file(_ name: UnsafePointer<CChar>?) -> (fileSystem: SimulatedFileSystem?, path: String)? {
    guard let name, strncmp(name, prefix, prefix.utf8.count) == 0 else { return nil }
    let rest = String(cString: name).dropFirst(prefix.count)
    guard let slash = rest.firstIndex(of: "/"), let number = Int(rest[..<slash]) else { return nil }
    return (entries.withLock { $0[number]?.fileSystem }, String(rest[slash...]))
  }

  /// Registers the VFS, once.
  private static let registration: Void = {
    guard let disk = sqlite3_vfs_find(nil) else { return }
    let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    vfs.initialize(to: disk.pointee)
    vfs.pointee.zName = UnsafePointer(strdup("simulated"))
    vfs.pointee.pNext = nil
    vfs.pointee.pAppData = UnsafeMutableRawPointer(disk)
    vfs.pointee.szOsFile = max(disk.pointee.szOsFile, CInt(MemoryLayout<OpenDatabaseFile>.size))
    vfs.pointee.xOpen = open
    vfs.pointee.xDelete = delete
    vfs.pointee.xAccess = access
    vfs.pointee.xFullPathname = fullPath
    sqlite3_vfs_register(vfs, 1)
  }()
}

// MARK: The VFS

private typealias VFS = UnsafeMutablePointer<sqlite3_vfs>

/// The VFS that paths of the disk are left to.
private func disk(_ vfs: VFS?) -> VFS? {
  vfs?.pointee.pAppData.assumingMemoryBound(to: sqlite3_vfs.self)
}

private let open: @convention(c) (VFS?, UnsafePointer<CChar>?, OpenFile?, CInt, UnsafeMutablePointer<CInt>?) -> CInt = {
  vfs, name, opened, flags, flagsGiven in
  guard let (fileSystem, path) = SimulatedDatabaseFiles.file(name) else {
    let disk = disk(vfs)
    return disk?.pointee.xOpen(disk, name, opened, flags, flagsGiven) ?? SQLITE_ERROR
  }
  guard let opened else { return SQLITE_MISUSE }
  opened.pointee.pMethods = nil
  guard let fileSystem else { return SQLITE_CANTOPEN }
  do throws(FileError) {
    let isNew = flags & SQLITE_OPEN_CREATE != 0 ? try fileSystem.kind(of: path) == nil : false
    let file =
      isNew
      ? try fileSystem.create(path)
      : try fileSystem.open(path, for: flags & SQLITE_OPEN_READWRITE != 0 ? .readingAndWriting : .reading)
    guard let file = file as? SimulatedFile else { return SQLITE_CANTOPEN }
    let database = DatabaseFile(
      file, fileSystem, path, isNewJournal: isNew && flags & SQLITE_OPEN_MAIN_JOURNAL != 0)
    UnsafeMutableRawPointer(opened).assumingMemoryBound(to: OpenDatabaseFile.self)
      .initialize(to: OpenDatabaseFile(methods: methods, file: Unmanaged.passRetained(database)))
    flagsGiven?.pointee = flags
    return SQLITE_OK
  } catch {
    return SQLITE_CANTOPEN
  }
}

private let delete: @convention(c) (VFS?, UnsafePointer<CChar>?, CInt) -> CInt = { vfs, name, isDurable in
  guard let (fileSystem, path) = SimulatedDatabaseFiles.file(name) else {
    let disk = disk(vfs)
    return disk?.pointee.xDelete(disk, name, isDurable) ?? SQLITE_ERROR
  }
  do throws(FileError) {
    try fileSystem?.remove(path)
    if isDurable != 0 { try fileSystem?.synchronizeDirectory(parent(of: path)) }
    return SQLITE_OK
  } catch {
    return inputOutputError(error.number == ENOENT ? .deleteMissing : .delete)
  }
}

private let access: @convention(c) (VFS?, UnsafePointer<CChar>?, CInt, UnsafeMutablePointer<CInt>?) -> CInt = {
  vfs, name, question, answer in
  guard let (fileSystem, path) = SimulatedDatabaseFiles.file(name) else {
    let disk = disk(vfs)
    return disk?.pointee.xAccess(disk, name, question, answer) ?? SQLITE_ERROR
  }
  do throws(FileError) {
    var isThere = try fileSystem?.kind(of: path) == .file
    // As on a disk: an empty journal is none.
    if isThere, question == SQLITE_ACCESS_EXISTS {
      isThere = try fileSystem?.open(path, for: .reading).size() ?? 0 > 0
    }
    answer?.pointee = isThere ? 1 : 0
    return SQLITE_OK
  } catch {
    return inputOutputError(.access)
  }
}

private let fullPath: @convention(c) (VFS?, UnsafePointer<CChar>?, CInt, UnsafeMutablePointer<CChar>?) -> CInt = {
  vfs, name, capacity, buffer in
  guard SimulatedDatabaseFiles.file(name) != nil, let name, let buffer else {
    let disk = disk(vfs)
    return disk?.pointee.xFullPathname(disk, name, capacity, buffer) ?? SQLITE_ERROR
  }
  guard strlen(name) < Int(capacity) else { return SQLITE_CANTOPEN }
  strcpy(buffer, name)
  return SQLITE_OK
}

// MARK: An open file

private typealias OpenFile = UnsafeMutablePointer<sqlite3_file>

/// What SQLite keeps of an open file. The methods come first, as in `sqlite3_file`.
private struct OpenDatabaseFile {
  let methods: UnsafePointer<sqlite3_io_methods>
  let file: Unmanaged<DatabaseFile>
}

/// A file that SQLite has open.
private final class DatabaseFile {
  let file: SimulatedFile
  let fileSystem: SimulatedFileSystem
  let path: String
  /// Whether its name has to be made durable with its content, as SQLite demands of a journal.
  var isNewJournal: Bool

  init(_ file: SimulatedFile, _ fileSystem: SimulatedFileSystem, _ path: String, isNewJournal: Bool) {
    self.file = file
    self.fileSystem = fileSystem
    self.path = path
    self.isNewJournal = isNewJournal
  }
}

/// The extended codes of `SQLITE_IOERR`, which Swift does not import.
private enum InputOutputError: CInt {
  case read = 1
  case shortRead, write, synchronize
  case truncate = 6
  case size, unlock
  case delete = 10
  case access = 13
  case lock = 15
  case deleteMissing = 23
}

private func inputOutputError(_ error: InputOutputError) -> CInt { SQLITE_IOERR | error.rawValue << 8 }

/// Performs an operation of an open file.
private func perform(
  _ opened: OpenFile?, _ failure: InputOutputError, _ body: (DatabaseFile) throws(FileError) -> Void
) -> CInt {
  guard let opened else { return SQLITE_MISUSE }
  let file = UnsafeMutableRawPointer(opened).assumingMemoryBound(to: OpenDatabaseFile.self).pointee.file
  do throws(FileError) {
    try body(file.takeUnretainedValue())
    return SQLITE_OK
  } catch {
    return error.number == ENOSPC ? SQLITE_FULL : inputOutputError(failure)
  }
}

/// Lives as long as the process.
private nonisolated(unsafe) let methods: UnsafePointer<sqlite3_io_methods> = {
  let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
  methods.initialize(to: sqlite3_io_methods())
  methods.pointee.iVersion = 1
  methods.pointee.xClose = { opened in
    guard let opened else { return SQLITE_MISUSE }
    UnsafeMutableRawPointer(opened).assumingMemoryBound(to: OpenDatabaseFile.self).pointee.file.release()
    return SQLITE_OK
  }
  methods.pointee.xRead = { opened, buffer, byteCount, offset in
    guard let buffer else { return SQLITE_MISUSE }
    let target = UnsafeMutableRawBufferPointer(start: buffer, count: Int(byteCount))
    var filled = 0
    let status = perform(opened, .read) { database throws(FileError) in
      while filled < target.count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: target[filled...])
        let step = try database.file.read(into: rest, at: Int(offset) + filled)
        if step == 0 { break }
        filled += step
      }
    }
    guard status == SQLITE_OK, filled < target.count else { return status }
    memset(buffer + filled, 0, target.count - filled)
    return inputOutputError(.shortRead)
  }
  methods.pointee.xWrite = { opened, bytes, byteCount, offset in
    perform(opened, .write) { database throws(FileError) in
      try database.file.writeAll(UnsafeRawBufferPointer(start: bytes, count: Int(byteCount)).bytes, at: Int(offset))
    }
  }
  methods.pointee.xTruncate = { opened, byteCount in
    perform(opened, .truncate) { database throws(FileError) in try database.file.truncate(to: Int(byteCount)) }
  }
  methods.pointee.xSync = { opened, _ in
    perform(opened, .synchronize) { database throws(FileError) in
      try database.file.synchronize()
      guard database.isNewJournal else { return }
      try database.fileSystem.synchronizeDirectory(parent(of: database.path))
      database.isNewJournal = false
    }
  }
  methods.pointee.xFileSize = { opened, byteCount in
    perform(opened, .size) { database throws(FileError) in
      byteCount?.pointee = sqlite3_int64(try database.file.size())
    }
  }
  methods.pointee.xLock = { opened, level in
    var isFree = false
    let status = perform(opened, .lock) { database throws(FileError) in
      isFree = try database.file.lockDatabase(level)
    }
    return status == SQLITE_OK && !isFree ? SQLITE_BUSY : status
  }
  methods.pointee.xUnlock = { opened, level in
    perform(opened, .unlock) { database throws(FileError) in database.file.unlockDatabase(level) }
  }
  methods.pointee.xCheckReservedLock = { opened, answer in
    perform(opened, .lock) { database throws(FileError) in
      answer?.pointee = database.file.isDatabaseReserved ? 1 : 0
    }
  }
  methods.pointee.xFileControl = { opened, question, answer in
    guard question == SQLITE_FCNTL_HAS_MOVED, let answer else { return SQLITE_NOTFOUND }
    return perform(opened, .access) { database throws(FileError) in
      answer.assumingMemoryBound(to: CInt.self).pointee = database.file.hasMoved ? 1 : 0
    }
  }
  methods.pointee.xSectorSize = { _ in 4096 }
  methods.pointee.xDeviceCharacteristics = { _ in SQLITE_IOCAP_POWERSAFE_OVERWRITE }
  return UnsafePointer(methods)
}()

// MARK: Locks

/// Who holds which of SQLite's locks on a file: the levels, by the handle that has the file open.
struct DatabaseLocks: Sendable {
  private var levels: [UInt64: CInt] = [:]

  func isReserved() -> Bool { levels.values.contains { $0 >= SQLITE_LOCK_RESERVED } }

  /// Raises a handle's lock by the rules of SQLite's rollback mode.
  ///
  /// - Returns: whether it has the level now.
  mutating func raise(_ handle: UInt64, to level: CInt) -> Bool {
    let own = levels[handle] ?? SQLITE_LOCK_NONE
    if own >= level { return true }
    let highest = levels.filter { $0.key != handle }.values.max() ?? SQLITE_LOCK_NONE
    switch level {
    case SQLITE_LOCK_SHARED:
      guard highest < pendingLock else { return false }
    case SQLITE_LOCK_RESERVED:
      guard highest < SQLITE_LOCK_RESERVED else { return false }
    default:
      guard highest < pendingLock else { return false }
      // Nobody new may read from now on.
      levels[handle] = pendingLock
      guard highest == SQLITE_LOCK_NONE else { return false }
    }
    levels[handle] = level
    return true
  }

  mutating func lower(_ handle: UInt64, to level: CInt) {
    levels[handle] = level == SQLITE_LOCK_NONE ? nil : level
  }
}

private let pendingLock = SQLITE_LOCK_RESERVED + 1

extension SimulatedFile {
  /// Raises SQLite's lock on the file; `false` where another handle's stands against it.
  func lockDatabase(_ level: CInt) throws(FileError) -> Bool {
    try withDatabaseLocks { locks, handle in locks.raise(handle, to: level) }
  }

  func unlockDatabase(_ level: CInt) {
    _ = try? withDatabaseLocks { locks, handle in locks.lower(handle, to: level) }
  }

  var isDatabaseReserved: Bool {
    (try? withDatabaseLocks { locks, _ in locks.isReserved() }) ?? false
  }
}
