internal import Dispatch
internal import Platform

/// The log's writer, and the lease of the log's lock: its acquisition, its duration and its release.
///
/// Used by one thread at a time.
package struct WriterLease {
  /// The parameters for opening a new writer.
  package struct Opening {
    package let lock: LogLock
    /// `true` if this process writes for the first time.
    package let isFirst: Bool
    /// The HEAD that this process knows to be durable; `nil` if it knows none.
    package let durableHead: Head?
    /// `true` if an earlier writer has failed.
    ///
    /// The next writer must then make durable all that the failed one wrote, because a failed sync can leave data that
    /// looks written and isn't on the disk.
    package let renewsHead: Bool
  }

  /// The maximum time to hold the lock while appends continue, in nanoseconds.
  ///
  /// Other processes wait for the lock, too.
  static let longestNanoseconds: UInt64 = 50_000_000
  /// The pause in which other processes can then take the lock, in microseconds.
  private static let pauseMicroseconds: UInt32 = 1000

  /// There once the end of the log was taken over; its lock may have been given back.
  package private(set) var writer: LogWriter?
  package private(set) var isHeld = false
  private var hasFailed = false
  private var takenAt = DispatchTime.now()

  package init() {}

  /// The writer, if its lock is held and may still be kept. Otherwise the lock is free afterwards.
  package mutating func current() throws(LogError) -> LogWriter? {
    recordFailure()
    guard let writer, isHeld else { return nil }
    if DispatchTime.now().uptimeNanoseconds - takenAt.uptimeNanoseconds < Self.longestNanoseconds { return writer }
    try writer.waitUntilDurable()
    try release()
    usleep(Self.pauseMicroseconds)
    return nil
  }

  /// Takes the lock; ``hold(_:)`` is to follow.
  ///
  /// - Throws: as ``LogLock/take(_:timeoutSeconds:)``.
  package func takeLock(_ directory: LogDirectory, timeoutSeconds: Double) throws(LogError) -> Opening {
    Opening(
      lock: try LogLock.take(directory, timeoutSeconds: timeoutSeconds), isFirst: writer == nil,
      durableHead: writer?.durableHead, renewsHead: hasFailed)
  }

  /// Takes over the log's end after the lock was taken.
  ///
  /// If that fails, a sync may have failed, so the next writer writes HEAD again.
  package mutating func openWriter(after tail: LogTail, _ opening: Opening) throws(LogError) -> LogWriter {
    do throws(LogError) {
      return try LogWriter(
        recovering: tail, durableHead: opening.durableHead, renewsHead: opening.renewsHead)
    } catch {
      hasFailed = true
      throw error
    }
  }

  /// Keeps a writer whose lock was taken.
  package mutating func hold(_ writer: LogWriter) {
    self.writer = writer
    hasFailed = false
    isHeld = true
    takenAt = .now()
  }

  /// Gives the lock back; HEAD is durable. If the system refuses that, the writer goes, and with its last file the
  /// lock.
  package mutating func release() throws(LogError) {
    isHeld = false
    do throws(LogError) {
      try writer?.unlock()
    } catch {
      recordFailure()
      writer = nil
      throw error
    }
  }

  /// Waits until HEAD is durable, and gives the lock back, if it is held.
  ///
  /// - Parameter isSaved: as for ``LogWriter/waitUntilDurable(isSaved:)``.
  /// - Throws: `inputOutput`, also if the lock has been given back: a failure in the background does that, and nobody
  ///   may have been told yet. The lock is free all the same.
  package mutating func releaseWhenDurable(isSaved: Bool = false) throws(LogError) {
    do throws(LogError) {
      try writer?.waitUntilDurable(isSaved: isSaved)
    } catch {
      if isHeld { try? release() }
      throw error
    }
    if isHeld { try release() }
  }

  /// Gives the lock back if HEAD is durable, or is written no more. Never waits.
  package mutating func releaseIfDurable() {
    guard let writer, writer.isDurable else { return }
    writer.recordHeadFailure()
    if isHeld { try? release() }
  }

  private mutating func recordFailure() { hasFailed = hasFailed || writer?.failure != nil }
}
