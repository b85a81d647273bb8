internal import Dispatch
internal import Synchronization

/// Writes `HEAD`, one slot after the other, on a thread of its own, so that its sync overlaps the next commit (rule 6).
final class WitnessWriter: Sendable {
  private struct State {
    var scheduled: Witness
    var durable: Witness
    /// Once a sync has failed, the handle is finished (rule 8).
    var failure: FileError?
  }

  private let file: any File
  private let state: Mutex<State>
  private let queue = DispatchQueue(label: "checkin.head")

  /// A writer that continues after what HEAD says now.
  init(_ file: any File, after witness: Witness) {
    self.file = file
    state = Mutex(State(scheduled: witness, durable: witness))
  }

  /// What was handed over last.
  var scheduled: Witness { state.withLock { $0.scheduled } }

  /// Whether everything that was handed over is durable.
  var isSettled: Bool { state.withLock { $0.scheduled.generation == $0.durable.generation } }

  /// Waits until HEAD says what was handed over before.
  func settle() throws(FileError) {
    queue.sync {}
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  /// Hands a position over, after the one before is durable; `whenDurable` runs on the writer's thread.
  func write(_ position: LogPosition, whenDurable: @escaping @Sendable () -> Void) throws(FileError) {
    try settle()
    let witness = state.withLock { state in
      state.scheduled.generation += 1
      state.scheduled.position = position
      return state.scheduled
    }
    queue.async {
      do throws(FileError) {
        try self.file.writeAll(
          WitnessFormat.slot(witness).span.bytes, at: WitnessFormat.slotOffset(generation: witness.generation))
        try self.file.synchronize()
        self.state.withLock { $0.durable = witness }
      } catch {
        self.state.withLock { $0.failure = error }
      }
      whenDurable()
    }
  }
}
