internal import EventLog

/// Which event came before each event of the same check-in, so that the history of one check-in can be walked back
/// without reading the log from its beginning.
///
/// Most events create a check-in and have none before them, so only the others are kept: in blocks of consecutive
/// sequence numbers, of which the snapshot holds all but the ``recent`` ones.
struct EventIndex: Sendable {
  /// An event that is not the first of its check-in.
  struct Link: Hashable, Sendable {
    var sequence: UInt64
    /// The event before it that concerns the same check-in.
    var previous: UInt64
  }

  /// So many sequence numbers belong to a block.
  static let blockCount: UInt64 = 65_536

  /// The snapshot holds the links of events up to this one.
  private(set) var storedSequence: UInt64
  /// Blocks of the snapshot that were needed, without what is recent.
  private var loaded: [Int: [Link]] = [:]
  /// The links of later events, ascending.
  private(set) var recent: [Link] = []

  init(storedSequence: UInt64 = 0) {
    self.storedSequence = storedSequence
  }

  static func block(of sequence: UInt64) -> Int { Int(truncatingIfNeeded: (sequence &- 1) / blockCount) }

  /// The sequence numbers of a block.
  static func sequences(of block: Int) -> ClosedRange<UInt64> {
    let first = UInt64(block) * blockCount + 1
    return first...first + blockCount - 1
  }

  /// Takes note of an event that changed a check-in.
  mutating func append(_ sequence: UInt64, after previous: UInt64) {
    recent.append(Link(sequence: sequence, previous: previous))
  }

  /// Takes the links of a later chunk; those of its patches follow, until ``sort(from:)`` puts them in order.
  mutating func append(_ other: EventIndex) {
    recent.append(contentsOf: other.recent)
  }

  /// Puts what was appended after the first `count` recent links in order.
  mutating func sort(from count: Int) {
    guard recent.count - count > 1 else { return }
    recent[count...].sort { $0.sequence < $1.sequence }
  }

  /// Takes note that the snapshot holds all links, which end with this event.
  mutating func setStored(upTo sequence: UInt64) {
    self = EventIndex(storedSequence: sequence)
  }

  /// The block of the snapshot that has to be loaded to know the event before this one; `nil` if none has to.
  func missingBlock(for sequence: UInt64) -> Int? {
    let block = Self.block(of: sequence)
    return sequence <= storedSequence && loaded[block] == nil ? block : nil
  }

  mutating func setLoaded(_ block: Int, _ links: [Link]) {
    loaded[block] = links
  }

  /// The event before this one of the same check-in, 0 if it is the first; its block is loaded. Logarithmic.
  func previous(of sequence: UInt64) -> UInt64 {
    let links = sequence > storedSequence ? recent : loaded[Self.block(of: sequence)] ?? []
    let index = links.insertionIndex(in: 0..<links.count) { $0.sequence < sequence }
    return index < links.count && links[index].sequence == sequence ? links[index].previous : 0
  }

  /// Every link of a block, ascending; what the snapshot holds of it is loaded.
  func links(of block: Int) -> [Link] {
    let sequences = Self.sequences(of: block)
    let start = recent.insertionIndex(in: 0..<recent.count) { $0.sequence < sequences.lowerBound }
    return (loaded[block] ?? []) + recent[start...].prefix { $0.sequence <= sequences.upperBound }
  }
}

/// Places between two frames of the log, some hundred kilobytes of content apart, from which an event can be read
/// without what comes before it.
///
/// A segment can be reframed, so a place is a hint: whoever reads from it finds out whether a frame begins there, with
/// the event that follows.
struct EventPlaces: Sendable {
  /// A place is kept if it is so far after the last one, by content or by events.
  private static let contentByteDistance = 256 << 10
  private static let eventDistance: UInt64 = 4096

  /// Whether the snapshot has places that are not loaded.
  private(set) var isStored: Bool
  /// Ascending; without those that are not loaded.
  private(set) var places: [LogPosition] = []

  init(isStored: Bool = false) {
    self.isStored = isStored
  }

  /// Takes note of a place; only some are kept.
  mutating func append(_ place: LogPosition) {
    if let last = places.last {
      guard place.sequence > last.sequence,
        place.segment != last.segment || place.sequence - last.sequence >= Self.eventDistance
          || place.contentOffset >= last.contentOffset + Self.contentByteDistance
      else { return }
    }
    places.append(place)
  }

  /// Puts the places that the snapshot has before the others.
  mutating func setLoaded(_ stored: [LogPosition]) {
    let recent = places
    places = stored
    isStored = false
    for place in recent { append(place) }
  }
}

extension Timeline {
  /// The event before an event of the same check-in, 0 if it is the first.
  mutating func event(before sequence: UInt64) throws(TimelineFault) -> UInt64 {
    if let block = events.missingBlock(for: sequence) { try loadEvents(block) }
    return events.previous(of: sequence)
  }

  /// Loads what the snapshot holds of a block of the index of events.
  mutating func loadEvents(_ block: Int) throws(TimelineFault) {
    guard events.missingBlock(for: EventIndex.sequences(of: block).lowerBound) != nil else { return }
    guard let links = TimelineCoding.events(try storedPart(.events(block)), block: block),
      links.last.map({ $0.sequence <= events.storedSequence }) ?? true
    else { throw .partUnreadable("the index of events is damaged") }
    events.setLoaded(block, links)
  }

  /// The places in the log that are known, ascending.
  mutating func loadPlaces() throws(TimelineFault) -> [LogPosition] {
    if places.isStored {
      guard let stored = TimelineCoding.places(try storedPart(.places)) else {
        throw .partUnreadable("the index of places is damaged")
      }
      places.setLoaded(stored)
    }
    return places.places
  }

  /// The parts of the index of events from a block on.
  mutating func eventParts(from first: Int) throws(TimelineFault) -> [(TimelinePartID, [UInt8])] {
    var parts: [(TimelinePartID, [UInt8])] = []
    for block in stride(from: first, through: EventIndex.block(of: max(directory.sequence, 1)), by: 1) {
      try loadEvents(block)
      parts.append((.events(block), TimelineCoding.events(events.links(of: block), block: block)))
    }
    parts.append((.places, TimelineCoding.places(try loadPlaces())))
    return parts
  }

  /// Whether both know the same events of each check-in. Loads the whole index.
  mutating func hasSameEvents(as other: inout Timeline) throws(TimelineFault) -> Bool {
    guard directory.sequence == other.directory.sequence else { return false }
    for block in 0...EventIndex.block(of: max(directory.sequence, 1)) {
      try loadEvents(block)
      try other.loadEvents(block)
      if events.links(of: block) != other.events.links(of: block) { return false }
    }
    return true
  }
}

extension TimelineCoding {
  /// For each link, how far its event is after the one before it in the block, and after the one that it links to.
  static func events(_ links: [EventIndex.Link], block: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var last = EventIndex.sequences(of: block).lowerBound - 1
    for link in links {
      bytes.appendVarint(link.sequence &- last)
      bytes.appendVarint(link.sequence &- link.previous)
      last = link.sequence
    }
    return bytes
  }

  static func events(_ bytes: [UInt8], block: Int) -> [EventIndex.Link]? {
    let span = bytes.span.bytes
    var reader = WireReader(start: 0, end: bytes.count)
    let sequences = EventIndex.sequences(of: block)
    var links: [EventIndex.Link] = []
    var last = sequences.lowerBound - 1
    while !reader.isAtEnd {
      guard let step = try? reader.varint(in: span), step > 0, step <= sequences.upperBound - last,
        let distance = try? reader.varint(in: span), distance > 0, distance < last + step
      else { return nil }
      last += step
      links.append(EventIndex.Link(sequence: last, previous: last - distance))
    }
    return links
  }

  /// Each place's numbers, those that only grow as differences from the place before.
  static func places(_ places: [LogPosition]) -> [UInt8] {
    var bytes: [UInt8] = []
    var last = LogPosition(sequence: 0, segment: 0, fileOffset: 0, contentOffset: 0)
    for place in places {
      bytes.appendVarint(place.sequence &- last.sequence)
      bytes.appendVarint(place.segment &- last.segment)
      bytes.appendVarint(UInt64(place.fileOffset))
      bytes.appendVarint(UInt64(place.contentOffset))
      last = place
    }
    return bytes
  }

  static func places(_ bytes: [UInt8]) -> [LogPosition]? {
    let span = bytes.span.bytes
    var reader = WireReader(start: 0, end: bytes.count)
    var places: [LogPosition] = []
    func next() -> UInt64? {
      (try? reader.varint(in: span)).flatMap { $0 < HeadFormat.numberLimit ? $0 : nil }
    }
    while !reader.isAtEnd {
      guard let sequenceStep = next(), let segmentStep = next(), let fileOffset = next(), let contentOffset = next()
      else { return nil }
      let sequence = (places.last?.sequence ?? 0) + sequenceStep
      let segment = (places.last?.segment ?? 0) + segmentStep
      guard places.isEmpty || sequenceStep > 0, sequence < HeadFormat.numberLimit, segment >= 1,
        segment <= sequence + 1
      else { return nil }
      places.append(
        LogPosition(
          sequence: sequence, segment: segment, fileOffset: Int(fileOffset), contentOffset: Int(contentOffset)))
    }
    return places
  }
}
