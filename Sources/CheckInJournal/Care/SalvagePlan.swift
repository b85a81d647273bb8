internal import FoundationEssentials

/// What a salvage would write into the new journal: everything of a damaged log that can be read, and of what cannot,
/// the check-ins as its snapshot still shows them.
///
/// A check-in keeps its number, since that is its name. One of which nothing is left gets a `lost` event, which holds
/// its place. Sequence numbers are given anew, without gaps; when an event was recorded, by whom, and which command it
/// belongs to is kept.
///
/// What the snapshot shows is put in where the events that it was taken of end: check-ins that cannot be read any more,
/// and what differs from the readable ones, which is what lost events did to them. Later events follow.
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

  /// The new journal so far.
  private var timeline = Timeline()
  private var snapshot: Timeline?
  private var sequences: [UInt64: UInt64] = [:]
  private var taken: Set<Int> = []
  private let now = Journal.systemMilliseconds()

  /// How many check-ins the new journal would have, discarded ones included.
  var checkInCount: Int { timeline.directory.lastNumber - lost.count }

  /// Reads all that can be read. Writes nothing.
  ///
  /// - Throws: `inputOutput`.
  init(_ source: LogDirectory, journalID: UUID?) throws(JournalError) {
    snapshot = try SnapshotCheck(source).remains(of: journalID)
    snapshotSequence = snapshot?.directory.sequence
    try withJournalErrors {
      _ = try DamageSurvey(source, lastSequence: nil) { view, bytes in
        if let snapshotSequence, view.sequence > snapshotSequence { try completeFromSnapshot() }
        try add(Event(view, in: bytes))
      }
      try completeFromSnapshot()
    }
  }

  private mutating func add(_ event: Event) throws(JournalError) {
    if case .unknown = event.action {
      omittedCount += 1
      return
    }
    if event.checkIn > timeline.directory.lastNumber {
      var last = event.checkIn - 1
      switch event.action {
      case .created: break
      // An event on a check-in whose creation was not read says that it was there.
      default: last += 1
      }
      // A number that no journal gets to is damage itself.
      guard last - timeline.directory.lastNumber <= Self.maximumGap else {
        omittedCount += 1
        return
      }
      try fill(upTo: last)
    }
    let isIncluded = taken.contains(event.checkIn) && event.sequence <= snapshotSequence ?? 0
    if isIncluded { return }
    var copy = event
    copy.sequence = timeline.directory.sequence + 1
    // The first event of a command may be lost; the next one stands for it then.
    copy.command = sequences[event.command] ?? copy.sequence
    copy.undoes = event.undoes.flatMap { sequences[$0] }
    if emit(copy) { sequences[event.sequence] = copy.sequence } else { omittedCount += 1 }
  }

  /// So many check-ins that follow one another can be lost.
  private static let maximumGap = 10_000_000

  /// Gives the numbers that were not read to what the snapshot shows, or else to nothing.
  private mutating func fill(upTo number: Int) throws(JournalError) {
    while timeline.directory.lastNumber < number {
      let next = timeline.directory.lastNumber + 1
      if let checkIn = try shown(next), try timeline.known(checkIn.id) == nil {
        let created = Event.Created(
          id: checkIn.id, time: checkIn.time, type: checkIn.type, title: checkIn.title, calories: checkIn.calories,
          location: checkIn.location, notes: checkIn.notes)
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
      guard let shown = try shown(number) else { continue }
      let read: CheckIn?
      do throws(TimelineFault) { read = try timeline.checkIn(number) } catch { throw error.journalError }
      guard let read, read.id == shown.id else { continue }
      let actions = read.actions(toBecome: shown)
      guard !actions.isEmpty else { continue }
      add(actions, to: number)
      completed.append(number)
    }
    snapshot = nil
  }

  /// A check-in as the snapshot has it; `nil` where it cannot tell.
  private mutating func shown(_ number: Int) throws(JournalError) -> CheckIn? {
    try? snapshot?.checkIn(number)
  }

  /// Adds one command of events that were not in the log.
  private mutating func add(_ actions: [Event.Action], to number: Int) {
    let first = timeline.directory.sequence + 1
    for action in actions {
      _ = emit(
        Event(
          sequence: timeline.directory.sequence + 1, recordedAtMilliseconds: now, origin: .import, checkIn: number,
          command: first, action: action))
    }
  }

  /// - Returns: whether the event fits what came before it; else it is left out.
  private mutating func emit(_ event: Event) -> Bool {
    var record = EventRecords()
    record.append(event)
    guard let message = record.messages.first.map({ _ in record[0] }) else { return false }
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
  /// What is lost and what can be brought back, in sentences, without anything that the person wrote.
  var sentences: [String] {
    var sentences: [String] = []
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
      sentences.append("Lost, with nothing left of them: check-in \(Self.ranges(lost)). Their numbers stay taken.")
    }
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
