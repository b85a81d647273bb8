internal import Glibc

/// The operations of a file system, each counted and each able to fail.
package enum SimulatedOperation: String, Sendable {
  case open, create, list, kind, createDirectory, synchronizeDirectory, rename, exchange, remove, removeDirectory
  case read, write, size, synchronize, truncate, lock, unlock

  /// Whether it changes the disk or makes a change durable.
  package var isWriting: Bool {
    switch self {
    case .open, .list, .kind, .read, .size, .lock, .unlock: false
    default: true
    }
  }
}

/// Which operations fail, and how.
package struct SimulatedFault: Sendable {
  package enum Kind: Hashable, Sendable {
    /// The operation fails with this `errno`. Errors of space meet writing operations only, those of locks only locks.
    case error(Int32)
    /// A write takes fewer bytes than it was given.
    case shortWrite
  }

  /// Numbers of operations, from 1 on.
  package var operations: ClosedRange<Int>
  package var kind: Kind

  package init(_ kind: Kind, at operation: Int) {
    self.init(kind, at: operation...operation)
  }

  package init(_ kind: Kind, at operations: ClosedRange<Int>) {
    self.kind = kind
    self.operations = operations
  }

  /// From operation `first` on, for ever.
  package init(_ kind: Kind, from first: Int) {
    self.init(kind, at: first...Int.max)
  }

  func strikes(_ operation: SimulatedOperation, number: Int) -> Bool {
    guard operations.contains(number) else { return false }
    switch kind {
    case .shortWrite: return operation == .write
    case .error(ENOLCK): return operation == .lock
    case .error(let error): return error == EIO || operation.isWriting
    }
  }
}

/// The disk after one operation.
package struct SimulatedMoment: Sendable {
  package var number: Int
  package var operation: SimulatedOperation
  package var path: String
  package var disk: SimulatedDisk
  /// What ``SimulatedFileSystem/mark`` was then.
  package var mark: Int
}
