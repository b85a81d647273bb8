/// Which commands can be undone, and which redone: two stacks, read from the log.
///
/// A command goes onto the stack of those that can be undone, and empties the other. An undo takes the top of the first
/// stack and goes onto the second; a redo takes the top of the second and goes back onto the first.
///
/// A reversal of many events can have been cut off between them. One that did not get to the last check-in of what it
/// reversed may be such: then that stays on its stack as well. If nothing is left of it, it will be passed over.
struct ReversibleCommands {
  struct Command {
    /// Its first sequence number.
    var sequence: UInt64 = 0
    /// The check-in that its last event concerns.
    var lastCheckIn: UInt64 = 0
    /// The command that it reverses.
    var target: UInt64?
  }

  /// The latest last.
  private(set) var undoable: [Command] = []
  private(set) var redoable: [Command] = []
  /// What each undo and redo reversed.
  private var reversed: [UInt64: UInt64] = [:]
  /// The command of the event before.
  private var latest = Command()
  let lastSequence: UInt64

  init(until lastSequence: UInt64) {
    self.lastSequence = lastSequence
  }

  mutating func visit(_ event: EventView, in bytes: RawSpan) {
    // That a check-in was lost is nobody's command.
    guard event.sequence <= lastSequence, event.kind != .lost else { return }
    if event.command != latest.sequence {
      finishCommand()
      latest = Command(sequence: event.command, target: event.undoes)
    }
    latest.lastCheckIn = event.checkIn
  }

  /// Puts the command whose events were visited last where it belongs; to be called once more after all events.
  mutating func finishCommand() {
    guard latest.sequence > 0 else { return }
    guard let target = latest.target else {
      undoable.append(latest)
      redoable = []
      return
    }
    reversed[latest.sequence] = target
    if !Self.move(latest, from: &undoable, to: &redoable) { _ = Self.move(latest, from: &redoable, to: &undoable) }
  }

  /// Takes a reversal's target from one stack and puts the reversal onto the other.
  private static func move(_ reversal: Command, from stack: inout [Command], to other: inout [Command]) -> Bool {
    guard let index = stack.lastIndex(where: { $0.sequence == reversal.target }) else { return false }
    let target = stack[index]
    // What stands above the target was passed over.
    stack.removeSubrange(index...)
    if target.lastCheckIn != reversal.lastCheckIn { stack.append(target) }
    other.append(reversal)
    return true
  }

  /// The command that a chain of undos and redos began with.
  func root(of command: UInt64) -> UInt64 {
    var root = command
    while let earlier = reversed[root], earlier < root { root = earlier }
    return root
  }
}

/// What has to be known to reverse a command: how everything was before it, and what it touched.
struct ReversalSurvey {
  /// How the journal was just before the command.
  var before: TimelineFold
  /// The command to reverse.
  let command: UInt64
  /// The command whose effect that is; the same, unless the command is an undo or a redo.
  let root: UInt64
  /// The numbers of the check-ins that the command touched, each once, in order.
  private(set) var checkIns: [Int] = []
  /// What of the workouts the command changed, each once, in order.
  private(set) var workouts: [WorkoutSubject] = []
  /// What was done last of the workouts in the command whose effect is reversed.
  private(set) var rootWorkout: WorkoutKind?
  private(set) var rootKind = EventKind.unknown
  private(set) var rootOrigin = Event.Origin.unspecified
  private var touched: Set<Int> = []
  private var changed: Set<WorkoutSubject> = []
  private(set) var isFinished = false

  init(command: UInt64, root: UInt64, progress: Journal.Progress?) {
    self.command = command
    self.root = root
    before = TimelineFold(progress: progress)
    before.lastSequence = command - 1
    before.expectedSequence = command
  }

  mutating func visit(_ event: EventView, in bytes: RawSpan) throws(JournalError) {
    try before.apply(event, in: bytes)
    if event.sequence == root {
      rootKind = event.kind
      rootOrigin = Event.Origin(recorded: event.origin)
    }
    // A link goes along with something else, unless it is all that was done.
    if event.command == root, let kind = WorkoutKind(rawValue: event.actionField),
      rootWorkout == nil || (kind != .checkInLinked && kind != .checkInUnlinked)
    {
      rootWorkout = kind
    }
    if event.command == command {
      try visitWorkout(event, in: bytes)
      guard event.checkIn > 0 else { return }
      let number = Int(truncatingIfNeeded: event.checkIn)
      if touched.insert(number).inserted { checkIns.append(number) }
    } else if event.sequence > command {
      isFinished = true
    }
  }

  private mutating func visitWorkout(_ event: EventView, in bytes: RawSpan) throws(JournalError) {
    guard case .workout(let action) = Event.Action(event, in: bytes) else { return }
    let subject = WorkoutSubject(action, checkIn: Int(truncatingIfNeeded: event.checkIn))
    if changed.insert(subject).inserted { workouts.append(subject) }
  }
}
