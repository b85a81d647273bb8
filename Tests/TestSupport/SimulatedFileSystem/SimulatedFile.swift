internal import EventLog
internal import Glibc
internal import Synchronization

/// An open file of a ``SimulatedFileSystem``.
final class SimulatedFile: File {
  private let fileSystem: SimulatedFileSystem
  private let node: SimulatedDisk.NodeID
  private let path: String
  private let isWritable: Bool
  private let generation: Int
  private let handle: UInt64

  init(
    _ fileSystem: SimulatedFileSystem, _ node: SimulatedDisk.NodeID, _ path: String, isWritable: Bool,
    _ state: inout SimulatedFileSystem.State
  ) {
    self.fileSystem = fileSystem
    self.node = node
    self.path = path
    self.isWritable = isWritable
    generation = state.generation
    handle = state.nextHandle
    state.nextHandle += 1
  }

  deinit {
    fileSystem.state.withLock { state in
      if state.locks[node] == handle { state.locks[node] = nil }
      state.databaseLocks[node]?.lower(handle, to: 0)
    }
  }

  private func perform<Result>(
    _ operation: SimulatedOperation, _ body: (inout SimulatedFileSystem.State) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    try fileSystem.perform(operation, path) { state throws(FileError) in
      guard state.generation == generation else { throw state.error(ESTALE, operation, path) }
      guard isWritable || (operation != .write && operation != .truncate) else {
        throw state.error(EBADF, operation, path)
      }
      return try body(&state)
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) -> Int {
    try perform(.read) { state throws(FileError) in
      guard let content = state.disk.nodes[node]?.content, offset < content.count else { return 0 }
      let count = min(buffer.count, content.count - offset)
      content.withUnsafeBytes { bytes in
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
      }
      return count
    }
  }

  func write(_ bytes: RawSpan, at offset: Int) throws(FileError) -> Int {
    let given = bytes.withUnsafeBytes { Array($0) }
    return try perform(.write) { state throws(FileError) in
      let number = state.operationCount
      let isShort = state.faults.contains { $0.kind == .shortWrite && $0.strikes(.write, number: number) }
      if isShort { state.faultsStruck += 1 }
      let count = isShort ? max(1, given.count / 2) : given.count
      state.disk.change(content: node, .write(offset: offset, bytes: Array(given.prefix(count))))
      return count
    }
  }

  func size() throws(FileError) -> Int {
    try perform(.size) { state throws(FileError) in state.disk.nodes[node]?.content.count ?? 0 }
  }

  func synchronize() throws(FileError) {
    try perform(.synchronize) { state throws(FileError) in state.disk.synchronize(content: node) }
  }

  func truncate(to size: Int) throws(FileError) {
    try perform(.truncate) { state throws(FileError) in state.disk.change(content: node, .truncate(size: size)) }
  }

  func tryLock() throws(FileError) -> Bool {
    try perform(.lock) { state throws(FileError) in
      guard state.locks[node] == nil || state.locks[node] == handle else { return false }
      state.locks[node] = handle
      return true
    }
  }

  func unlock() throws(FileError) {
    try perform(.unlock) { state throws(FileError) in
      if state.locks[node] == handle { state.locks[node] = nil }
    }
  }

  func isNamed(_ path: String) throws(FileError) -> Bool {
    try perform(.kind) { state throws(FileError) in state.disk.node(at: path) == node }
  }

  /// Whether another file has its name, or none. Neither counted, nor does it fail by plan.
  var hasMoved: Bool { fileSystem.state.withLock { $0.disk.node(at: path) != node } }

  /// Works on SQLite's locks of the file, as the handle that this is. Neither counted, nor does it fail by plan.
  func withDatabaseLocks<Result: Sendable>(
    _ body: (inout DatabaseLocks, UInt64) -> Result
  ) throws(FileError) -> Result {
    let result: Result? = fileSystem.state.withLock { state in
      guard state.generation == generation else { return nil }
      return body(&state.databaseLocks[node, default: DatabaseLocks()], handle)
    }
    guard let result else { throw FileError(number: ESTALE, operation: "lock", path: path) }
    return result
  }
}
