internal import EventLog
internal import FoundationEssentials

/// The events that a salvage would write into the new journal.
///
/// These are all events of a damaged log that can be read, and for the rest, the check-ins as the snapshot still shows
/// them.
///
/// A check-in keeps its number, because that is its ID. One of which nothing is left gets a `lost` event, which
/// reserves its number. Events get new sequence numbers without gaps; their recording times, origins and commands are
/// preserved. Exercises, plans, sessions and sets keep their numbers, too; see ``WorkoutRemains``.
///
/// The snapshot's content is inserted after the last event that the snapshot includes: check-ins that can no longer be
/// read, and the differences from the readable ones, which lost events must have caused. Later events follow.
struct SalvagePlan {
  private(set) var records = EventRecords()
  /// Check-ins of which nothing is left.
  private(set) var lost: [Int] = []
  /// Check-ins whose creation cannot be read, taken from the snapshot.
  private(set) var recovered: [Int] = []
  /// Check-ins that are in the log, and were brought up to what the snapshot shows.
  private(set) var completed: [Int] = []
  /// Events that are left out: of lost check-ins, or in contradiction to others.
  private(set) var omittedCount = 0
  /// The photos that the events name.
  private(set) var photos: Set<Digest> = []
  /// The snapshot's last event; `nil` without one.
  let snapshotSequence: UInt64?

  /// Events that a newer version wrote: a salvage without them would lose them.
  private(set) var notUnderstoodCount = 0
  /// Numbers that are not given again, since lost events may have created check-ins under them; `nil` for none.
  private(set) var heldNumbers: ClosedRange<Int>?
  /// The reason why the snapshot was not used, as readable text; `nil` if it was used or doesn't exist.
  private(set) var snapshotRefusal: Message?

  /// The workouts that were restored in place of unreadable ones, and those that are lost.
  var workouts = WorkoutRemains()
  /// The new journal so far.
  var timeline = Timeline()
  var snapshot: Timeline?
  /// The new numbers of events, and of commands: of the part that they go on in.
  var sequences: [UInt64: UInt64] = [:]
  private var commands: [UInt64: UInt64] = [:]
  private var latestCommand: UInt64 = 0
  private var taken: Set<Int> = []
  /// The last event that was read, and how many are missing since it was last known which number comes next.
  private var latestSequence: UInt64 = 0
  private var missingCount: UInt64 = 0
  /// Events that cannot be read, and of which the snapshot does not know what they did.
  private var lostEventCount: UInt64 = 0
  let now = Journal.systemMilliseconds()

  /// The number of check-ins that the new journal would have, including discarded ones.
  var checkInCount: Int { timeline.directory.lastNumber - lost.count - (heldNumbers?.count ?? 0) }

  /// `true` if the new journal would be empty.
  var isEmpty: Bool { checkInCount <= 0 && workouts.isEmpty(timeline) }

  /// Reads all that can be read, twice. Writes nothing.
  ///
  /// - Throws: `inputOutput`.
  init(_ source: LogDirectory) throws(JournalError) {
    let journals = try withJournalErrors { try source.journalIDs() }
    let named = try withJournalErrors { try source.look().head }
    // A HEAD of another journal knows nothing of this one.
    let head = named.flatMap { journals.isEmpty || journals.contains($0.journalID) ? $0 : nil }
    let remains = try SnapshotCheck(source).remains(of: head?.journalID ?? journals.first)
    if let remains {
      snapshotRefusal = try Self.contradiction(in: source, to: remains)
      if snapshotRefusal == nil { snapshot = remains.timeline }
    }
    snapshotSequence = snapshot?.directory.sequence
    try withJournalErrors {
      let survey = try DamageSurvey(source, lastSequence: nil) { record, bytes, _ in
        guard let view = try? EventView(record, in: bytes) else { return false }
        if let snapshotSequence, view.sequence > snapshotSequence { try completeFromSnapshot() }
        try noteMissing(before: view.sequence)
        if view.isNotUnderstood { notUnderstoodCount += 1 }
        try add(Event(view, in: bytes))
        return true
      }
      notUnderstoodCount += survey.otherRecordCount
      try completeFromSnapshot()
      if let head { try noteMissing(before: head.position.sequence + 1) }
      holdNumbers()
      holdWorkoutNumbers()
    }
  }

  /// Returns the reason why a snapshot doesn't match the log's history; `nil` if it may match.
  ///
  /// The events that the snapshot was created from must still be in the log, as far as the log can be read.
  private static func contradiction(
    in source: LogDirectory, to remains: (store: SnapshotStore, timeline: Timeline)
  ) throws(JournalError) -> Message? {
    let header = remains.store.header
    var concerned: [UInt64: UInt64] = [:]
    var isOther = false
    try withJournalErrors {
      _ = try DamageSurvey(source, lastSequence: nil) { record, bytes, _ in
        guard let view = try? EventView(record, in: bytes) else { return false }
        concerned[view.sequence] = view.checkIn
        if view.sequence == header.position.sequence, Digest(of: bytes.array(view.record)) != header.lastRecordDigest {
          isOther = true
        }
        return true
      }
    }
    var timeline = remains.timeline
    for number in stride(from: 1, through: timeline.directory.lastNumber, by: 1) where !isOther {
      guard let checkIn = try? timeline.checkIn(number), let named = concerned[checkIn.sequence] else { continue }
      if named != UInt64(number) { isOther = true }
    }
    return isOther
      ? "The snapshot is of another history than the log, from before event \(header.position.sequence), and is not "
        + "used."
      : nil
  }

  /// Counts the events that are missing before one, unless the snapshot knows what they did.
  private mutating func noteMissing(before sequence: UInt64) throws(JournalError) {
    let known = max(latestSequence, snapshotSequence ?? 0)
    if sequence > known {
      let (count, isOverflow) = missingCount.addingReportingOverflow(sequence - known - 1)
      missingCount = isOverflow ? .max : count
      workouts.noteMissing(sequence - known - 1)
      lostEventCount = max(lostEventCount, lostEventCount &+ (sequence - known - 1))
      latestSequence = max(latestSequence, sequence - 1)
    }
  }

  private mutating func add(_ event: Event) throws(JournalError) {
    latestSequence = event.sequence
    if case .unknown = event.action { return }
    if event.checkIn > timeline.directory.lastNumber {
      var last = event.checkIn - 1
      switch event.action {
      case .created, .lost: break
      // An event on a check-in whose creation was not read says that it was there.
      default: last += 1
      }
      // A number that no journal gets to is damage itself.
      guard last - timeline.directory.lastNumber <= Self.maximumGap else {
        omittedCount += 1
        return
      }
      try fill(upTo: last)
      missingCount = 0
    }
    let isInSnapshot = event.sequence <= snapshotSequence ?? 0
    if taken.contains(event.checkIn), isInSnapshot { return }
    var copy = event
    if case .workout(let action) = event.action {
      if isInSnapshot, workouts.hasTaken(WorkoutSubject(action, checkIn: event.checkIn)) { return }
      // What it builds upon is put in before it.
      guard let fitted = fitted(action, recordedAt: event.recordedAtMilliseconds) else {
        workouts.omittedCount += 1
        return
      }
      copy.action = .workout(fitted)
    }
    copy.sequence = timeline.directory.sequence + 1
    // The first event of a command may be lost, and others may have been put in between: then what follows is a command
    // of its own, since the events of a command follow one another.
    if let command = commands[event.command], command == latestCommand {
      copy.command = command
    } else {
      copy.command = copy.sequence
    }
    copy.undoes = event.undoes.flatMap { sequences[$0] ?? commands[$0] }
    guard emit(copy) else {
      if case .workout = event.action { workouts.omittedCount += 1 } else { omittedCount += 1 }
      return
    }
    sequences[event.sequence] = copy.sequence
    commands[event.command] = copy.command
    latestCommand = copy.command
    if case .lost = event.action { lost.append(event.checkIn) }
  }

  /// So many numbers that follow one another can be lost.
  private static let maximumGap = 10_000_000
  /// So many are held at the end: a HEAD that names more is not to be believed in that.
  static let maximumHeldCount: UInt64 = 1_000_000

  /// Holds as many numbers as lost events may have given since it was last known which one comes next.
  private mutating func holdNumbers() {
    guard missingCount > 0 else { return }
    let first = timeline.directory.lastNumber + 1
    for _ in 0..<min(missingCount, Self.maximumHeldCount) { add([.lost], to: timeline.directory.lastNumber + 1) }
    if timeline.directory.lastNumber >= first { heldNumbers = first...timeline.directory.lastNumber }
  }

  /// Gives the numbers that were not read to what the snapshot shows, or else to nothing.
  private mutating func fill(upTo number: Int) throws(JournalError) {
    while timeline.directory.lastNumber < number {
      let next = timeline.directory.lastNumber + 1
      if let checkIn = shown(next), try timeline.number(of: checkIn.id) == nil {
        let created = Event.Created(id: checkIn.id, fields: checkIn.fields)
        let actions: [Event.Action] =
          [.created(created)] + (checkIn.photo.map { [.photoAttached($0)] } ?? [])
          + (checkIn.isDiscarded ? [.discarded] : [])
        add(actions, to: next)
        recovered.append(next)
        taken.insert(next)
      } else {
        add([.lost], to: next)
        lost.append(next)
      }
      guard timeline.directory.lastNumber == next else {
        throw JournalError(.internalFault, "Check-in \(next) could not be given its number.")
      }
    }
  }

  /// Puts in what the snapshot shows and the log does not say, once.
  private mutating func completeFromSnapshot() throws(JournalError) {
    guard let lastNumber = snapshot?.directory.lastNumber else { return }
    let readCount = timeline.directory.lastNumber
    try fill(upTo: lastNumber)
    for number in stride(from: 1, through: min(readCount, lastNumber), by: 1) where !taken.contains(number) {
      guard let shown = shown(number) else { continue }
      guard let read = try timeline.checkIn(number), read.id == shown.id else { continue }
      let actions = read.actions(toBecome: shown)
      guard !actions.isEmpty else { continue }
      add(actions, to: number)
      completed.append(number)
    }
    completeWorkoutsFromSnapshot()
    snapshot = nil
    missingCount = 0
  }

  /// A check-in as the snapshot has it; `nil` where it cannot tell.
  private mutating func shown(_ number: Int) -> CheckIn? {
    try? snapshot?.checkIn(number)
  }

  /// Adds one command of events that were not in the log.
  ///
  /// - Parameter number: the check-in that they concern; 0 for none.
  mutating func add(_ actions: [Event.Action], to number: Int) {
    let first = timeline.directory.sequence + 1
    for action in actions {
      _ = emit(
        Event(
          sequence: timeline.directory.sequence + 1, recordedAtMilliseconds: now, origin: .import, checkIn: number,
          command: first, action: action))
    }
    latestCommand = first
  }

  /// - Returns: whether the event fits what came before it; else it is left out.
  private mutating func emit(_ event: Event) -> Bool {
    var record = EventRecords()
    record.append(event)
    guard record.count == 1 else { return false }
    let message = record[0]
    let bytes = Array(message)
    do {
      let view = try EventView(ByteRange(start: 0, end: bytes.count), in: bytes.span.bytes)
      try timeline.apply(view, in: bytes.span.bytes)
    } catch {
      return false
    }
    if case .photoAttached(let photo) = event.action { photos.insert(photo.digest) }
    records.append(message: message)
    return true
  }
}

extension SalvagePlan {
  /// The losses and the restored items as readable text, without any of the user's content.
  var sentences: [Message] {
    var sentences: [Message] = []
    if !recovered.isEmpty {
      sentences.append(
        "Cannot be read in the log any more, but the snapshot still shows as of event \(snapshotSequence ?? 0): "
          + "check-in \(Self.ranges(recovered)).")
    }
    if !completed.isEmpty {
      sentences.append(
        "Changes that the log lost, and the snapshot still shows: of check-in \(Self.ranges(completed)).")
    }
    if !lost.isEmpty {
      sentences.append(
        "Lost: check-in \(Self.ranges(lost)). The creation cannot be read, nor does a snapshot show it. The number of "
          + "such a check-in is not given again.")
    }
    if lostEventCount > 0 {
      sentences.append(
        "\(pluralized(Int(clamping: lostEventCount), "event")) that cannot be read may also have changed, discarded or "
          + "restored others; look at them.")
    }
    if let heldNumbers {
      sentences.append(
        "\(pluralized(heldNumbers.count, "number")) from \(heldNumbers.lowerBound) on not given again: events that "
          + "were acknowledged are lost, and may have created check-ins under them.")
    }
    sentences += workouts.sentences(asOf: snapshotSequence ?? 0)
    if let snapshotRefusal { sentences.append(snapshotRefusal) }
    return sentences
  }

  /// `3, 5 to 9`
  static func ranges(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers.sorted() {
      if let last = ranges.last, last.upperBound == number - 1 {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)" }
      .joined(separator: ", ")
  }
}
