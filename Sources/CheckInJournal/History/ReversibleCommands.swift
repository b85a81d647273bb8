/// The commands that can be undone and those that can be redone: two stacks, read from the log.
///
/// A new command is pushed onto the undo stack and empties the redo stack. An undo pops the undo stack and is pushed
/// onto the redo stack; a redo pops the redo stack and is pushed onto the undo stack.
///
/// A reversal of many events may have been interrupted between them. If a reversal doesn't end with the same check-in
/// as its target, it may be incomplete, so the target stays on its stack as well. If nothing is left of the target, it
/// will be passed over.
///
/// The end of the log is enough to know the tops of both stacks. Reading starts with a command that is not a reversal:
/// after it nothing can be redone, and every earlier command that can be undone is below it. More of the log is read
/// only if a reversal's target is one of those earlier commands.
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
  /// The command that each undo or redo reversed.
  private var reversed: [UInt64: UInt64] = [:]
  /// The command of the event before, a reversal or not; after all events, that of the last.
  private(set) var latest = Command()
  let lastSequence: UInt64
  /// The first command that is known; `nil` if none is yet.
  private var firstSequence: UInt64?
  /// `true` if a reversal's target comes before the first known command.
  private var needsMore = false

  /// - Parameters:
  ///   - lastSequence: later events do not count.
  ///   - isWhole: whether the first event that is visited is the first of the log.
  init(until lastSequence: UInt64, isWhole: Bool) {
    self.lastSequence = lastSequence
    firstSequence = isWhole ? 1 : nil
  }

  /// `true` if the tops of the stacks are known.
  ///
  /// That is, all commands that can be redone, and the latest that can be undone.
  var isKnown: Bool { firstSequence == 1 || firstSequence != nil && !needsMore }

  mutating func visit(_ event: EventView) {
    // That a check-in was lost, or another device's events became known, is nobody's command.
    guard event.sequence <= lastSequence, event.kind != .lost, event.kind != .seen else { return }
    if firstSequence == nil {
      guard event.command == event.sequence, event.undoes == nil else { return }
      firstSequence = event.sequence
    }
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
    if !Self.move(latest, from: &undoable, to: &redoable), !Self.move(latest, from: &redoable, to: &undoable),
      target < firstSequence ?? 0
    {
      needsMore = true
    }
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

/// The changes of a command to reverse.
struct ReversalSurvey {
  /// The command to reverse.
  let command: UInt64
  /// The command whose effect that is; the same, unless the command is an undo or a redo.
  let root: UInt64
  /// The numbers of the check-ins that the command touched, each once, in order.
  private(set) var checkIns: [Int] = []
  /// The workout objects that the command changed, each once, in order.
  private(set) var workouts: [WorkoutSubject] = []
  /// `true` if any of these workout objects existed before the command.
  private(set) var changesEarlierWorkouts = false
  /// The last workout event type in the root command. A link counts only if the command does nothing else to workouts.
  private(set) var rootWorkout: WorkoutKind?
  /// The numbers of the check-ins that the command created.
  private(set) var created: Set<Int> = []
  private(set) var rootKind = EventKind.unknown
  private(set) var rootOrigin = Event.Origin.unspecified
  private var touched: Set<Int> = []
  private var changed: Set<WorkoutSubject> = []
  /// The last of the command's events; 0 before the first.
  private(set) var lastSequence: UInt64 = 0
  private(set) var isFinished = false

  init(command: UInt64, root: UInt64) {
    self.command = command
    self.root = root
  }

  /// Those that were there before the command.
  var earlier: [Int] { checkIns.filter { !created.contains($0) } }

  mutating func visit(_ event: EventView, in bytes: RawSpan) {
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
      lastSequence = event.sequence
      if event.kind == .workout { visitWorkout(event, in: bytes) }
      guard event.checkIn > 0 else { return }
      let number = Int(truncatingIfNeeded: event.checkIn)
      if touched.insert(number).inserted {
        checkIns.append(number)
        if event.kind == .created { created.insert(number) }
      }
    } else if event.sequence > command {
      isFinished = true
    }
  }

  private mutating func visitWorkout(_ event: EventView, in bytes: RawSpan) {
    guard case .workout(let action) = Event.Action(event, in: bytes) else { return }
    let subject = WorkoutSubject(action, checkIn: Int(truncatingIfNeeded: event.checkIn))
    guard changed.insert(subject).inserted else { return }
    workouts.append(subject)
    let isNew = if case .link(let checkIn) = subject { created.contains(checkIn) } else { action.created != nil }
    if !isNew { changesEarlierWorkouts = true }
  }
}
