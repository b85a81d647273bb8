/// A thread of its own, for work without a pause, which would keep the threads of the cooperative pool from others.
///
/// ```swift
/// let thread = WorkerThread { work() }
/// thread?.join()
/// ```
public struct WorkerThread {
  private let handle: pthread_t

  /// Starts a thread that runs `body`; `nil` if the system has none left.
  public init?(_ body: @escaping () -> Void) {
    let context = Unmanaged.passRetained(ThreadBody(body))
    #if canImport(Darwin)
      var started: pthread_t?
      let result = pthread_create(&started, nil, { run($0) }, context.toOpaque())
    #else
      var thread = pthread_t()
      let result = pthread_create(&thread, nil, { run($0) }, context.toOpaque())
      let started: pthread_t? = thread
    #endif
    guard result == 0, let started else {
      context.release()
      return nil
    }
    handle = started
  }

  /// Waits until the thread has ended; to be called once.
  public func join() { pthread_join(handle, nil) }
}

/// The closure that a thread runs.
private final class ThreadBody {
  let run: () -> Void

  init(_ run: @escaping () -> Void) {
    self.run = run
  }
}

private func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
  return nil
}
