package import EventLog
internal import Glibc
internal import Synchronization

/// A file system in memory that forgets what was not synced when it crashes, and fails where it is told to.
///
/// Any number of threads may use it. Handles that were opened before a crash fail after it.
package final class SimulatedFileSystem: FileSystem {
  struct State: Sendable {
    var disk: SimulatedDisk
    var generation = 0
    var operationCount = 0
    var faults: [SimulatedFault] = []
    var faultsStruck = 0
    /// The faults of a thread's next operations, one for each operation; `nil` for one that succeeds.
    var faultsOfThreads: [pthread_t: [SimulatedFault.Kind?]] = [:]
    /// The threads whose last planned fault goes on for ever, and for all threads.
    var threadsFailingForEver: Set<pthread_t> = []
    /// What a failed sync leaves on the disk.
    var failureChoices = SeededChoices(seed: 0)
    /// Which handle holds the lock of a file.
    var locks: [SimulatedDisk.NodeID: UInt64] = [:]
    /// Who holds SQLite's locks of a file.
    var databaseLocks: [SimulatedDisk.NodeID: DatabaseLocks] = [:]
    var nextHandle: UInt64 = 1
    var moments: [SimulatedMoment]?
    var mark = 0
  }

  typealias Observer = @Sendable (SimulatedOperation, String) -> Void

  let state: Mutex<State>
  /// Tells it from all others of the process.
  let number: Int
  /// `true` if two directories can be exchanged in one step.
  private let exchanges: Bool
  private let observer: Mutex<Observer?> = Mutex(nil)
  private static let count = Atomic(0)

  package init(_ disk: SimulatedDisk = SimulatedDisk(), exchanges: Bool = true) {
    HangWatch.noteActivity()
    self.exchanges = exchanges
    state = Mutex(State(disk: disk))
    number = Self.count.add(1, ordering: .relaxed).newValue
  }

  deinit {
    SimulatedDatabaseFiles.forget(number)
  }

  /// Counts an operation, lets it fail where that is planned, and performs it.
  func perform<Result>(
    _ operation: SimulatedOperation, _ path: String,
    _ body: (inout State) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    observer.withLock { $0 }?(operation, path)
    let result: Swift.Result<Result, FileError> = state.withLock { state in
      state.operationCount += 1
      let number = state.operationCount
      state.planFault(ofThread: pthread_self(), at: number)
      do throws(FileError) {
        for fault in state.faults where fault.strikes(operation, number: number) {
          guard case .error(let error) = fault.kind else { continue }
          state.faultsStruck += 1
          if operation == .synchronize, let node = state.disk.node(at: path) {
            state.disk.failSynchronization(of: node, &state.failureChoices)
          }
          throw FileError(number: error, operation: operation.rawValue, path: path)
        }
        let result = try body(&state)
        if operation.isWriting {
          state.moments?.append(
            SimulatedMoment(number: number, operation: operation, path: path, disk: state.disk, mark: state.mark))
        }
        return .success(result)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  package func open(_ path: String, for access: FileAccess) throws(FileError) -> any File {
    try perform(.open, path) { state throws(FileError) in
      guard let node = state.disk.node(at: path) else { throw state.error(ENOENT, .open, path) }
      guard state.disk.nodes[node]?.isDirectory == false else { throw state.error(EISDIR, .open, path) }
      return SimulatedFile(self, node, path, isWritable: access == .readingAndWriting, &state)
    }
  }

  package func create(_ path: String) throws(FileError) -> any File {
    try perform(.create, path) { state throws(FileError) in
      guard let place = state.disk.place(of: path) else { throw state.error(ENOENT, .create, path) }
      guard state.disk.node(at: path) == nil else { throw state.error(EEXIST, .create, path) }
      let node = state.disk.create(place.name, in: place.directory, isDirectory: false)
      return SimulatedFile(self, node, path, isWritable: true, &state)
    }
  }

  package func list(_ directory: String) throws(FileError) -> [String] {
    try perform(.list, directory) { state throws(FileError) in
      try state.directory(directory, .list).entries.keys.sorted()
    }
  }

  package func kind(of path: String) throws(FileError) -> FileKind? {
    try perform(.kind, path) { state throws(FileError) in
      guard let node = state.disk.node(at: path) else { return nil }
      return state.disk.nodes[node]?.isDirectory == true ? .directory : .file
    }
  }

  package func createDirectory(_ path: String) throws(FileError) {
    try perform(.createDirectory, path) { state throws(FileError) in
      guard state.disk.node(at: path) == nil else { throw state.error(EEXIST, .createDirectory, path) }
      guard let place = state.disk.place(of: path) else { throw state.error(ENOENT, .createDirectory, path) }
      _ = state.disk.create(place.name, in: place.directory, isDirectory: true)
    }
  }

  package func synchronizeDirectory(_ path: String) throws(FileError) {
    try perform(.synchronizeDirectory, path) { state throws(FileError) in
      _ = try state.directory(path, .synchronizeDirectory)
      state.disk.node(at: path).map { state.disk.synchronize(entries: $0) }
    }
  }

  package func rename(_ path: String, to newPath: String) throws(FileError) {
    try perform(.rename, path) { state throws(FileError) in
      guard let node = state.disk.node(at: path), let old = state.disk.place(of: path),
        let new = state.disk.place(of: newPath)
      else { throw state.error(ENOENT, .rename, path) }
      if old.directory == new.directory {
        state.disk.change(old.directory, .rename(name: old.name, newName: new.name, node: node))
      } else {
        state.disk.change(new.directory, .create(name: new.name, node: node))
        state.disk.change(old.directory, .remove(name: old.name))
      }
    }
  }

  package func exchange(_ path: String, with other: String) throws(FileError) -> Bool {
    guard exchanges else { return false }
    return try perform(.exchange, path) { state throws(FileError) in
      guard let nodes = [path, other].map({ state.disk.node(at: $0) }) as? [SimulatedDisk.NodeID],
        let one = state.disk.place(of: path), let two = state.disk.place(of: other), one.directory == two.directory
      else { throw state.error(ENOENT, .exchange, path) }
      state.disk.change(
        one.directory, .exchange(name: one.name, node: nodes[1], other: two.name, otherNode: nodes[0]))
      return true
    }
  }

  package func removeDirectory(_ path: String) throws(FileError) {
    try perform(.removeDirectory, path) { state throws(FileError) in
      guard try state.directory(path, .removeDirectory).entries.isEmpty, let place = state.disk.place(of: path) else {
        throw state.error(ENOTEMPTY, .removeDirectory, path)
      }
      state.disk.change(place.directory, .remove(name: place.name))
    }
  }

  package func remove(_ path: String) throws(FileError) {
    try perform(.remove, path) { state throws(FileError) in
      guard let node = state.disk.node(at: path), let place = state.disk.place(of: path) else {
        throw state.error(ENOENT, .remove, path)
      }
      guard state.disk.nodes[node]?.isDirectory == false else { throw state.error(EISDIR, .remove, path) }
      state.disk.change(place.directory, .remove(name: place.name))
    }
  }

  package func lockHolder(_ path: String) -> Int32? { nil }

  package func kindWithoutSharedLocks(_ directory: String) -> String? { nil }

  package func pathForSQLite(_ path: String) -> String { SimulatedDatabaseFiles.path(path, in: self) }

  /// Calls `body` before every operation, outside of every lock, so that a test can hold one operation up until another
  /// has happened.
  package func observe(_ body: (@Sendable (SimulatedOperation, String) -> Void)?) {
    observer.withLock { $0 = body }
  }
}

extension SimulatedFileSystem.State {
  /// Plans a fault for an operation that a thread performs, if the thread has one left.
  fileprivate mutating func planFault(ofThread thread: pthread_t, at number: Int) {
    guard var kinds = faultsOfThreads[thread] else { return }
    let kind = kinds.removeFirst()
    faultsOfThreads[thread] = kinds.isEmpty ? nil : kinds
    let isForEver = kinds.isEmpty && threadsFailingForEver.remove(thread) != nil
    if let kind { faults.append(SimulatedFault(kind, at: number...(isForEver ? Int.max : number))) }
  }

  func error(_ number: Int32, _ operation: SimulatedOperation, _ path: String) -> FileError {
    FileError(number: number, operation: operation.rawValue, path: path)
  }

  func directory(_ path: String, _ operation: SimulatedOperation) throws(FileError) -> SimulatedDisk.Node {
    guard let id = disk.node(at: path), let node = disk.nodes[id] else { throw error(ENOENT, operation, path) }
    guard node.isDirectory else { throw error(ENOTDIR, operation, path) }
    return node
  }
}
