package import EventLog

/// The effect of a chunk of the log on a timeline, regardless of the timeline before it.
///
/// It consists of the check-ins that the chunk creates, in their state at its end, and the changes to earlier ones.
///
/// Chunks are folded independently, on any thread. ``Timeline/merge(_:)`` then merges the results in order. Both use
/// ``Timeline/applyToCheckIn(_:in:)``, and the timeline is the same for every division of a history into chunks:
/// ``TimelineCoding`` encodes it to identical bytes. In memory, waste and the order of zones may differ.
///
/// Folding stops at the first record that is not an event, or that contradicts another record of its chunk.
/// ``Timeline/applyEach(_:notUnderstood:)`` then determines the error, because it knows the events before the chunk.
package struct PartialTimeline: Sendable {
  /// The check-ins that the chunk creates, under their own numbers.
  private(set) var created = Timeline()
  /// The number of the first of them; 0 for none.
  private(set) var firstNumber: UInt32 = 0
  /// Events that concern check-ins from before the chunk, in their order, and the bytes that these refer to.
  private(set) var patches: [EventView] = []
  /// Events about workouts, in their order. They are few, so nothing of them is folded before they are merged.
  private(set) var workouts: [EventView] = []
  private(set) var patchBytes: [UInt8] = []
  /// The times at which the events were recorded.
  private(set) var times: EventTimes
  /// The latest event of the chunk.
  private(set) var lastSequence: UInt64
  /// The number of events with content that this version doesn't understand.
  package private(set) var notUnderstoodCount = 0
  /// The events' fields that were added to the schema after its first version.
  private(set) var laterFields: LaterFields = []
  /// The index of the first record that cannot be folded; `nil` if all were.
  private(set) var faultIndex: Int?
  /// The number of events that set a time, and so possibly a zone.
  private(set) var timedEventCount = 0
  /// More than the details of all events take.
  let byteCount: Int

  /// Folds a chunk. Takes time proportional to its bytes.
  package init(folding batch: RecordBatch) {
    self.init(folding: batch) { _, _, _, _ in }
  }

  /// Folds a chunk, as ``init(folding:)`` does.
  ///
  /// - Parameter body: gets each event before it is folded: with the timeline of the check-ins that the chunk has
  ///   created, or, if it concerns an earlier one, the index that it will have in ``patches``.
  @inline(__always)
  package init(
    folding batch: RecordBatch,
    before body: (_ event: EventView, _ bytes: RawSpan, _ patch: Int?, _ created: inout Timeline) -> Void
  ) {
    lastSequence = batch.firstSequence &- 1
    times = EventTimes(after: lastSequence)
    byteCount = batch.content.count + batch.records.count * CheckInDetails.maximumFixedByteCount
    let bytes = batch.content.span.bytes
    var event = EventView()
    for index in batch.records.indices {
      do throws(JournalError) {
        try event.read(batch, at: index)
        try fold(event, in: bytes, before: body)
      } catch {
        faultIndex = index
        break
      }
    }
    created.countAll()
  }

  @inline(__always)
  private mutating func fold(
    _ event: EventView, in bytes: RawSpan, before body: (EventView, RawSpan, Int?, inout Timeline) -> Void
  ) throws(JournalError) {
    if event.isNotUnderstood { notUnderstoodCount += 1 }
    switch event.kind {
    case .unknown: body(event, bytes, nil, &created)
    case .seen:
      // From here on events may concern what only other replicas created, which is for whoever knows what came before.
      throw .inconsistent("event \(event.sequence) is one of a group")
    case .created, .lost:
      if firstNumber == 0 { try begin(with: event, of: bytes.byteCount) }
      body(event, bytes, nil, &created)
      try created.applyToCheckIn(event, in: bytes)
    case .workout:
      workouts.append(keep(event, in: bytes))
      if event.checkIn > 0 {
        try foldChange(event, in: bytes, before: body)
      } else {
        body(event, bytes, nil, &created)
      }
    default: try foldChange(event, in: bytes, before: body)
    }
    times.note(event.recordedAtMilliseconds, of: event.sequence)
    if event.fields.present.contains(.time) { timedEventCount += 1 }
    laterFields.formUnion(event.laterFields)
    lastSequence = event.sequence
  }

  private mutating func begin(with event: EventView, of contentByteCount: Int) throws(JournalError) {
    guard let number = UInt32(exactly: event.checkIn), number > 0 else {
      throw .inconsistent("check-in \(event.checkIn) cannot be the next one")
    }
    firstNumber = number
    // Most records are of about the same length, and a third of one becomes details.
    let rest = contentByteCount - event.record.start
    created = Timeline(
      beginningAt: number, rowCount: rest / max(1, event.record.count), byteCount: rest / 3)
  }

  /// Folds an event that changes a check-in.
  @inline(__always)
  private mutating func foldChange(
    _ event: EventView, in bytes: RawSpan, before body: (EventView, RawSpan, Int?, inout Timeline) -> Void
  ) throws(JournalError) {
    if firstNumber == 0 || event.checkIn < UInt64(firstNumber) {
      body(event, bytes, patches.count, &created)
      patches.append(keep(event, in: bytes))
    } else {
      body(event, bytes, nil, &created)
      try created.applyToCheckIn(event, in: bytes)
    }
  }

  /// Keeps the bytes of an event.
  private mutating func keep(_ event: EventView, in bytes: RawSpan) -> EventView {
    let kept = event.moved(to: patchBytes.count)
    bytes.extracting(event.record.start..<event.record.end).withUnsafeBytes { patchBytes.append(contentsOf: $0) }
    return kept
  }

  /// Gives the created check-ins away.
  mutating func takeCreated() -> Timeline {
    var taken = Timeline()
    swap(&taken, &created)
    return taken
  }
}

extension EventView {
  /// Reads the event at an index of a batch.
  ///
  /// - Throws: `malformed` if there is none, or one with another sequence number than its place says.
  @inline(__always)
  fileprivate mutating func read(_ batch: RecordBatch, at index: Int) throws(JournalError) {
    do throws(WireError) {
      try read(batch.records[index], in: batch.content.span.bytes)
    } catch {
      throw .malformed("\(error.reason)")
    }
    let expected = batch.firstSequence &+ UInt64(index)
    guard sequence == expected else {
      throw .malformed(
        "sequence numbers increase by exactly one, but \(sequence) follows \(expected &- 1)")
    }
  }
}

extension Timeline {
  /// Brings the timeline up to the end of a batch, whose first event is the next one.
  ///
  /// - Parameter notUnderstood: counts the events that say something that this version does not understand.
  /// - Throws: why an event cannot be applied; the timeline then has exactly the events before it.
  package mutating func fold(_ batch: RecordBatch, notUnderstood: inout Int) throws(JournalError) {
    let partial = PartialTimeline(folding: batch)
    let count = partial.notUnderstoodCount
    if try merge(partial) {
      notUnderstood += count
    } else {
      try applyEach(batch, notUnderstood: &notUnderstood)
    }
  }

  /// Applies the events of a batch one by one: slower than ``fold(_:notUnderstood:)``, and to the same end.
  ///
  /// - Parameter body: gets each event, and the timeline as it was before it.
  package mutating func applyEach(
    _ batch: RecordBatch, notUnderstood: inout Int,
    before body: (EventView, RawSpan, inout Timeline) -> Void = { _, _, _ in }
  ) throws(JournalError) {
    let bytes = batch.content.span.bytes
    var event = EventView()
    for index in batch.records.indices {
      try event.read(batch, at: index)
      if event.isNotUnderstood { notUnderstood += 1 }
      body(event, bytes, &self)
      try apply(event, in: bytes)
    }
  }

  /// Takes what the next chunk of the log came to.
  ///
  /// - Parameter body: gets each event of ``PartialTimeline/patches`` with its index, and the timeline as it was before
  ///   it, but for the check-ins that the chunk creates.
  /// - Returns: `false`, and nothing is changed, if the chunk has to be applied by ``applyEach(_:notUnderstood:)``: it
  ///   holds something that is wrong, or a month comes near a limit.
  /// - Throws: `partUnreadable` if a part of the snapshot cannot be read; nothing is changed then.
  package mutating func merge(
    _ partial: consuming PartialTimeline,
    before body: (Int, EventView, RawSpan, inout Timeline) -> Void = { _, _, _, _ in }
  ) throws(JournalError) -> Bool {
    guard let patched = try patchedPlaces(of: partial) else { return false }
    if !partial.workouts.isEmpty {
      // In a copy, so that nothing is changed where one of them contradicts what came before.
      var merged = training
      do throws(JournalError) {
        for event in partial.workouts { try merged.apply(event, in: partial.patchBytes.span.bytes) }
      } catch {
        if case .partUnreadable = error.fault { throw error }
        return false
      }
      training = merged
    }
    let knownCount = events.recent.count
    let monthCount = directory.months.count
    if partial.firstNumber > 0 { try append(partial.takeCreated()) }
    // New check-ins come after all others in their months.
    let isInPlace = directory.months.count == monthCount && patched.count == partial.patches.count
    let createdCount = events.recent.count
    let bytes = partial.patchBytes.span.bytes
    for (index, patch) in partial.patches.enumerated() {
      body(index, patch, bytes, &self)
      try applyChange(patch, at: isInPlace ? patched[index] : place(of: patch), in: bytes)
    }
    events.interleave(from: knownCount, and: createdCount)
    times.append(partial.times)
    directory.laterFields.formUnion(partial.laterFields)
    directory.sequence = partial.lastSequence
    return true
  }

  /// Returns the positions of the check-ins that a partial timeline changes.
  ///
  /// The positions end before the first check-in that it moves. Loads everything that the merge needs. Returns `nil` if
  /// the merge could fail.
  private mutating func patchedPlaces(
    of partial: borrowing PartialTimeline
  ) throws(JournalError) -> [(page: Int, row: Int)]? {
    guard partial.faultIndex == nil, partial.timedEventCount <= MonthPage.maximumZoneCount else { return nil }
    if partial.firstNumber > 0 {
      guard Int(partial.firstNumber) == directory.lastNumber + 1 else { return nil }
      try loadGrowingNumbers()
      for month in partial.created.directory.months {
        guard try hasRoom(for: partial, in: month.month) else { return nil }
      }
    }
    var places: [(page: Int, row: Int)] = []
    places.reserveCapacity(partial.patches.count)
    var hasMoves = false
    for patch in partial.patches {
      guard let place = try locate(patch.checkIn), hasRoom(for: partial, at: place.page) else { return nil }
      if patch.fields.present.contains(.time) {
        guard try hasRoom(for: partial, in: patch.fields.day.month) else { return nil }
        hasMoves = true
      }
      if !hasMoves { places.append(place) }
    }
    return places
  }

  private mutating func hasRoom(
    for partial: borrowing PartialTimeline, in month: CivilMonth
  ) throws(JournalError) -> Bool {
    let (index, isPresent) = directory.index(of: month)
    guard isPresent else { return true }
    _ = try loadPage(month)
    return hasRoom(for: partial, at: index)
  }

  private mutating func hasRoom(for partial: borrowing PartialTimeline, at index: Int) -> Bool {
    pages[index]?.hasRoom(byteCount: partial.byteCount, zoneCount: partial.timedEventCount) ?? true
  }

  /// Appends check-ins that were created after all others.
  private mutating func append(_ created: consuming Timeline) throws(JournalError) {
    var pages: [MonthPage?] = []
    swap(&pages, &created.pages)
    numbers.append(created.numbers)
    events.append(created.events)
    for (position, month) in created.directory.months.enumerated() {
      guard let page = pages[position] else { continue }
      // Held here alone from now on, so that its columns can become the timeline's own.
      pages[position] = nil
      if !identities.isUnbuilt {
        for row in page.rows { identities.insert(row.uuid, for: row.number) }
      }
      let index = try loadPage(month.month)
      append(consume page, at: index)
      directory.add(month, at: index)
    }
    for type in directory.typeCounts.indices { directory.typeCounts[type] += created.directory.typeCounts[type] }
    directory.lastNumber = created.directory.lastNumber
  }

  private mutating func append(_ page: consuming MonthPage, at index: Int) {
    if pages[index]?.isEmpty ?? true {
      var page = page
      page.trim()
      pages[index] = page
    } else {
      pages[index]?.append(page)
    }
  }
}
