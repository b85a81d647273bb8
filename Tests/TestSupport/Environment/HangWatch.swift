internal import Foundation
internal import Glibc
internal import Synchronization

/// A thread that ends processes and test runs that hang.
///
/// A time limit of Swift Testing can't end a test that blocks its thread, as most tests here do: it cancels the test's
/// task, and waits for the test. Such a limit also counts the time in which a test waits for others, which depends on
/// the machine. So instead of a limit for each test there is this one for each run: it ends when no test has done
/// anything for a long time. It covers every test of the process, whatever the test waits for.
enum HangWatch {
  private struct Processes {
    /// The processes that run, with the tick at which each is killed.
    var deadlines: [pid_t: Int] = [:]
    var killed: Set<pid_t> = []
  }

  private static let processes = Mutex(Processes())
  private static let activity = Atomic(0)
  /// The number of seconds that this thread has seen. A debugger and a sleeping machine stop it.
  private static let ticks = Atomic(0)

  /// Tells the watch that a test is at work, and starts the watch if it doesn't run yet.
  static func noteActivity() {
    activity.add(1, ordering: .relaxed)
    _ = isRunning
  }

  static func begin(_ process: pid_t, limitSeconds: Int) {
    noteActivity()
    let deadline = ticks.load(ordering: .relaxed) + limitSeconds
    processes.withLock { $0.deadlines[process] = deadline }
  }

  /// Ends the watch of a process that has ended, and was not reaped yet.
  ///
  /// - Returns: `true` if it was killed because it hung.
  static func end(_ process: pid_t) -> Bool {
    noteActivity()
    return processes.withLock { processes in
      processes.deadlines[process] = nil
      return processes.killed.remove(process) != nil
    }
  }

  private static let isRunning: Bool = {
    Thread.detachNewThread {
      var (seen, seenAt) = (activity.load(ordering: .relaxed), 0)
      while true {
        sleep(1)
        let now = ticks.add(1, ordering: .relaxed).newValue
        killOverdueProcesses(now)
        let count = activity.load(ordering: .relaxed)
        if count != seen { (seen, seenAt) = (count, now) }
        if let limit = TestSettings.idleLimitSeconds, now - seenAt >= limit { endRun(after: limit) }
      }
    }
    return true
  }()

  private static func killOverdueProcesses(_ now: Int) {
    processes.withLock { processes in
      for (process, deadline) in processes.deadlines where deadline <= now {
        processes.killed.insert(process)
        // It can only be reaped after this lock is free.
        kill(-process, SIGKILL)
      }
    }
  }

  /// Ends the process with the stacks of all its threads, which show what hangs.
  private static func endRun(after seconds: Int) -> Never {
    let message = """
      No test has done anything for \(seconds) seconds. The tests that have started and not ended hang, so the run ends.

      """
    FileHandle.standardError.write(Data(message.utf8))
    abort()
  }
}
