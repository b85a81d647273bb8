/// Which commands can be undone, and which redone: two stacks, read from the log.
///
/// A command goes onto the stack of those that can be undone, and empties the other. An undo takes the top of the first
/// stack and goes onto the second; a redo takes the top of the second and goes back onto the first.
struct ReversibleCommands: LogVisitor {
  /// First sequence numbers, the latest last.
  private(set) var undoable: [UInt64] = []
  private(set) var redoable: [UInt64] = []
  /// What each undo and redo reversed.
  private var reversed: [UInt64: UInt64] = [:]
  /// The command of the event before.
  private var latest: UInt64 = 0
  let lastSequence: UInt64

  init(until lastSequence: UInt64) {
    self.lastSequence = lastSequence
  }

  mutating func visit(_ event: EventView, in bytes: RawSpan) {
    guard event.command != latest, event.sequence <= lastSequence else { return }
    latest = event.command
    guard let target = event.undoes else {
      undoable.append(latest)
      redoable = []
      return
    }
    reversed[latest] = target
    // What stands above the target was passed over.
    if let index = undoable.lastIndex(of: target) {
      undoable.removeSubrange(index...)
      redoable.append(latest)
    } else if let index = redoable.lastIndex(of: target) {
      redoable.removeSubrange(index...)
      undoable.append(latest)
    }
  }

  /// The command that a chain of undos and redos began with.
  func root(of command: UInt64) -> UInt64 {
    var root = command
    while let earlier = reversed[root], earlier < root { root = earlier }
    return root
  }
}

/// What has to be known to reverse a command: how everything was before it, and what it touched.
struct ReversalSurvey: LogVisitor {
  /// How the journal was just before the command.
  var before: TimelineFold
  /// The command to reverse.
  let command: UInt64
  /// The command whose effect that is; the same, unless the command is an undo or a redo.
  let root: UInt64
  /// The numbers of the check-ins that the command touched, each once, in order.
  private(set) var checkIns: [Int] = []
  private(set) var rootKind = EventKind.unknown
  private(set) var rootOrigin = Event.Origin.unspecified
  private var touched: Set<Int> = []
  private(set) var isFinished = false

  init(command: UInt64, root: UInt64, progress: Journal.Progress?) {
    self.command = command
    self.root = root
    before = TimelineFold(progress: progress)
    before.lastSequence = command - 1
    before.expectedSequence = command
  }

  mutating func visit(_ event: EventView, in bytes: RawSpan) throws(JournalError) {
    try before.visit(event, in: bytes)
    if event.sequence == root {
      rootKind = event.kind
      rootOrigin = Event.Origin(recorded: event.origin)
    }
    if event.command == command {
      let number = Int(truncatingIfNeeded: event.checkIn)
      if touched.insert(number).inserted { checkIns.append(number) }
    } else if event.sequence > command {
      isFinished = true
    }
  }
}
