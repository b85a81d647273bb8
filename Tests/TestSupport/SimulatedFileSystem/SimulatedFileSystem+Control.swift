internal import Glibc
internal import Synchronization

/// What a test does to the disk, past the programs that use it. Nothing here is counted or fails.
extension SimulatedFileSystem {
  /// The disk as it is now.
  package var disk: SimulatedDisk { state.withLock { $0.disk } }

  /// How many operations there were.
  package var operationCount: Int { state.withLock { $0.operationCount } }

  /// How many operations failed as planned.
  package var faultsStruck: Int { state.withLock { $0.faultsStruck } }

  /// A number that ``moments`` are stamped with: how much was acknowledged, for example.
  package var mark: Int {
    get { state.withLock { $0.mark } }
    set { state.withLock { $0.mark = newValue } }
  }

  /// Plans faults, in place of those planned before. `seed` decides what failed syncs leave on the disk.
  package func plan(_ faults: [SimulatedFault], seed: UInt64 = 0) {
    state.withLock { state in
      state.faults = faults
      state.faultsOfThreads = [:]
      state.threadsFailingForEver = []
      state.failureChoices = SeededChoices(seed: seed)
    }
  }

  /// Lets the operation fail that this thread is about to perform. Call it in an observer.
  ///
  /// Operations of other threads, such as a sync of HEAD, can come in between and are not affected. Replaces the faults
  /// that were planned before.
  ///
  /// - Parameters:
  ///   - kinds: The faults of this operation and of those that this thread performs next, one for each; `nil` for an
  ///     operation that succeeds.
  ///   - forEver: `true` if the last fault also meets all operations after that, of all threads.
  ///   - seed: Decides what failed syncs leave on the disk.
  package func failObservedOperation(
    with kinds: [SimulatedFault.Kind?] = [.error(EIO)], forEver: Bool = false, seed: UInt64 = 0
  ) {
    plan([], seed: seed)
    state.withLock { state in
      state.faultsOfThreads[pthread_self()] = kinds
      if forEver { state.threadsFailingForEver.insert(pthread_self()) }
    }
  }

  /// While `body` runs, faults begin with the first such operation on a path with the suffix, one for each operation of
  /// that thread from there on; the last one for ever, where that is wanted.
  @discardableResult
  package func failNext<Result>(
    _ operation: SimulatedOperation, suffix: String, with kinds: [SimulatedFault.Kind] = [.error(EIO)],
    forEver: Bool = false, _ body: () throws -> Result
  ) rethrows -> Result {
    observe { [weak self] performed, path in
      guard let self, performed == operation, path.hasSuffix(suffix) else { return }
      observe(nil)
      failObservedOperation(with: kinds, forEver: forEver)
    }
    defer {
      observe(nil)
      plan([])
    }
    return try body()
  }

  /// From now on, keeps the disk after every writing operation.
  package func record() {
    state.withLock { $0.moments = [] }
  }

  /// The disk after every writing operation since ``record()``.
  package var moments: [SimulatedMoment] { state.withLock { $0.moments ?? [] } }

  /// The power fails and comes back. Handles that are open fail from now on, locks are free, and nothing is planned.
  package func crash(_ choices: inout some CrashChoices) {
    // Chosen outside of the lock, which captures nothing that changes.
    let disk = disk.crashed(&choices)
    state.withLock { state in
      state.disk = disk
      state.generation += 1
      state.locks = [:]
      state.databaseLocks = [:]
      state.faults = []
      state.faultsOfThreads = [:]
      state.threadsFailingForEver = []
    }
  }

  package func crash(seed: UInt64) {
    var choices = SeededChoices(seed: seed)
    crash(&choices)
  }

  /// Every file, by its path.
  package func files() -> [String: [UInt8]] { disk.files() }

  package func content(of path: String) -> [UInt8] { disk.files()[path] ?? [] }

  /// Changes a file's content behind everybody's back, durably. Makes it where there is none.
  package func replace(_ path: String, by bytes: [UInt8]) {
    state.withLock { state in state.disk.replace(path, by: bytes) }
  }

  /// Removes a file behind everybody's back, durably.
  package func erase(_ path: String) {
    state.withLock { state in state.disk.erase(path) }
  }
}

extension SimulatedDisk {
  /// Every file, by its path.
  package func files() -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    var waiting = [("", Self.root)]
    while let (path, id) = waiting.popLast() {
      guard let node = nodes[id] else { continue }
      if !node.isDirectory { files[path] = node.content }
      for (name, child) in node.entries { waiting.append((path + "/" + name, child)) }
    }
    return files
  }

  package mutating func replace(_ path: String, by bytes: [UInt8]) {
    guard let place = place(of: path) else { return }
    let node = node(at: path) ?? create(place.name, in: place.directory, isDirectory: false)
    change(content: node, .truncate(size: 0))
    change(content: node, .write(offset: 0, bytes: bytes))
    synchronize(content: node)
    synchronize(entries: place.directory)
  }

  package mutating func erase(_ path: String) {
    guard let place = place(of: path) else { return }
    change(place.directory, .remove(name: place.name))
    synchronize(entries: place.directory)
  }
}
