internal import Platform

/// Maps what a source hands out on several threads, and merges the results in the order of the source.
///
/// ```swift
/// var texts = ["one\n", "two\nthree\n"]
/// var lines = 0
/// try foldInOrder(
///   threads: 2, next: { texts.popLast() }, map: { text in text.count { $0 == "\n" } }, merge: { lines += $0 })
/// ```
///
/// The calling thread is one of them; the others are threads of their own and not those of the cooperative pool, since
/// they work without a pause. Whichever thread has mapped the source that is due merges it, and what follows it. No
/// more than two sources a thread are under way, so memory is bounded however slow merging is.
///
/// - Parameters:
///   - threads: how many threads work, the calling one included; at least 1.
///   - next: hands out the next source, or `nil` after the last. Called on any of the threads, by one at a time.
///   - map: works on a source. Called on any of the threads, by several at a time.
///   - merge: takes the results in the order of their sources. Called on any of the threads, by one at a time.
/// - Throws: what `merge` throws, and nothing is merged after it; what `next` throws, after everything that it had
///   handed out before was merged.
package func foldInOrder<Source, Partial>(
  threads: Int, next: () throws -> Source?, map: @Sendable (Source) -> Partial,
  merge: (consuming Partial) throws -> Void
) throws {
  guard threads > 1 else {
    while let source = try next() { try merge(map(source)) }
    return
  }
  try withoutActuallyEscaping(next) { next in
    try withoutActuallyEscaping(map) { map in
      try withoutActuallyEscaping(merge) { merge in
        let fold = OrderedFold(maximumCount: 2 * threads, next: next, map: map, merge: merge)
        let others = (1..<threads).compactMap { _ in fold.startThread() }
        fold.work()
        for thread in others { thread.join() }
        if let error = fold.error { throw error }
      }
    }
  }
}

/// One fold. Its closures are called by one thread at a time each, `map` excepted, and not after ``work()`` has
/// returned on all threads.
private final class OrderedFold<Source, Partial>: @unchecked Sendable {
  private let next: () throws -> Source?
  private let map: @Sendable (Source) -> Partial
  private let merge: (consuming Partial) throws -> Void
  private let maximumCount: Int

  // Everything below is guarded by the monitor. Neither `next` nor `merge` is called while it is held.
  private let monitor = Monitor()
  private var ready: [Int: Partial] = [:]
  private var takenCount = 0
  private var mergedCount = 0
  private var isTaking = false
  private var isMerging = false
  /// `true` if no further source may be taken, because the last one was taken or an error was thrown.
  private var isEnded = false
  private var sourceError: (any Error)?
  private var mergeError: (any Error)?

  init(
    maximumCount: Int, next: @escaping () throws -> Source?, map: @escaping @Sendable (Source) -> Partial,
    merge: @escaping (consuming Partial) throws -> Void
  ) {
    self.maximumCount = maximumCount
    self.next = next
    self.map = map
    self.merge = merge
  }

  var error: (any Error)? { mergeError ?? sourceError }

  /// Starts a thread that works, too; `nil` if the system has none left, and the others do its work.
  func startThread() -> WorkerThread? { WorkerThread { self.work() } }

  func work() {
    while let (index, source) = take() {
      let partial = map(source)
      mergeReady(partial, at: index)
    }
  }

  private func take() -> (Int, Source)? {
    monitor.lock()
    defer { monitor.unlock() }
    while !isEnded, isTaking || takenCount - mergedCount >= maximumCount { monitor.wait() }
    guard !isEnded else { return nil }
    isTaking = true
    monitor.unlock()
    let result = Result { try next() }
    monitor.lock()
    isTaking = false
    monitor.notifyAll()
    switch result {
    case .success(let source?):
      takenCount += 1
      return (takenCount - 1, source)
    case .success(nil): isEnded = true
    case .failure(let error):
      sourceError = error
      isEnded = true
    }
    return nil
  }

  /// Merges all that is due, unless another thread is at it: that one goes on with this.
  private func mergeReady(_ partial: Partial, at index: Int) {
    monitor.lock()
    defer { monitor.unlock() }
    ready[index] = partial
    guard !isMerging else { return }
    isMerging = true
    while mergeError == nil, let partial = ready.removeValue(forKey: mergedCount) {
      monitor.unlock()
      var thrown: (any Error)?
      do { try merge(partial) } catch { thrown = error }
      monitor.lock()
      mergedCount += 1
      if let thrown {
        mergeError = thrown
        isEnded = true
      }
      monitor.notifyAll()
    }
    isMerging = false
  }
}

/// A lock that can be waited at until something has changed.
private final class Monitor {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func lock() { pthread_mutex_lock(mutex) }
  func unlock() { pthread_mutex_unlock(mutex) }
  func wait() { pthread_cond_wait(condition, mutex) }
  func notifyAll() { pthread_cond_broadcast(condition) }
}
