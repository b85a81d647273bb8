internal import Dispatch
internal import Synchronization

/// The commands that wait to be committed together.
///
/// One of their threads leads: it commits for all that wait, and then hands the lead to one that came since. The others
/// sleep until their command is done, so that many threads do not get in the way of the one that works.
final class CommitQueue: Sendable {
  private struct State {
    var commands: [PendingCommand] = []
    var isLed = false
  }

  private let state = Mutex(State())

  /// The number of waiting commands.
  var count: Int { state.withLock { $0.commands.count } }

  /// Adds a command, and returns when it is done or when its thread is to lead.
  func join(_ command: PendingCommand) {
    let isLeader = state.withLock { state in
      state.commands.append(command)
      defer { state.isLed = true }
      return !state.isLed
    }
    if !isLeader { command.wait() }
  }

  /// All that wait now, for the leader to commit.
  func takeAll() -> [PendingCommand] {
    state.withLock { state in
      defer { state.commands = [] }
      return state.commands
    }
  }

  /// Ends a thread's lead, which goes to the next that waits.
  func handOver() {
    let next = state.withLock { state in
      state.isLed = !state.commands.isEmpty
      return state.commands.first
    }
    next?.wake()
  }
}

/// A command that waits for its commit, and then for nobody.
final class PendingCommand: Sendable {
  let prepare: Plan.Preparation
  let progress: Journal.Progress?
  /// See ``Journal/commandDevice``; taken on the thread that issues the command.
  let device = Journal.commandDevice
  private let result = Mutex<Result<CommitOutcome, JournalError>?>(nil)
  private let turn = DispatchSemaphore(value: 0)

  init(_ prepare: @escaping Plan.Preparation, progress: Journal.Progress?) {
    self.prepare = prepare
    self.progress = progress
  }

  var outcome: Result<CommitOutcome, JournalError>? { result.withLock { $0 } }

  func finish(_ outcome: Result<CommitOutcome, JournalError>) {
    result.withLock { result in if result == nil { result = outcome } }
    wake()
  }

  fileprivate func wait() { turn.wait() }

  fileprivate func wake() { turn.signal() }
}
