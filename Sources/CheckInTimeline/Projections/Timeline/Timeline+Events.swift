package import EventLog

extension Timeline {
  /// The event before an event of the same check-in, 0 if it is the first.
  package mutating func event(before sequence: UInt64) throws(JournalError) -> UInt64 {
    if let block = events.missingBlock(for: sequence) { try loadEvents(block) }
    return events.previous(of: sequence)
  }

  /// The blocks of the index of events, the one of the latest event included.
  var eventBlocks: Range<Int> { 0..<EventIndex.block(of: max(directory.sequence, 1)) + 1 }

  /// Loads what the snapshot holds of a block of the index of events.
  mutating func loadEvents(_ block: Int) throws(JournalError) {
    guard events.missingBlock(for: EventIndex.sequences(of: block).lowerBound) != nil else { return }
    guard let links = TimelineCoding.events(try storedPart(.events(block)), block: block),
      links.last.map({ $0.sequence <= events.storedSequence }) ?? true
    else { throw .partUnreadable("the index of events is damaged") }
    events.setLoaded(block, with: links)
  }

  /// The earliest time of each 1,024 events, see ``EventTimes``.
  package mutating func loadTimes() throws(JournalError) -> [Int64] {
    if times.isStored {
      guard let stored = TimelineCoding.times(try storedPart(.times)),
        stored.count == EventTimes.blockCount(upTo: events.storedSequence)
      else { throw .partUnreadable("the index of times is damaged") }
      times.setLoaded(stored)
    }
    return times.times(upTo: directory.sequence)
  }

  /// The places in the log that are known, ascending.
  package mutating func loadSeekPoints() throws(JournalError) -> [LogPosition] {
    if seekIndex.isStored {
      guard let stored = TimelineCoding.seekPoints(try storedPart(.seekPoints)) else {
        throw .partUnreadable("the index of places is damaged")
      }
      seekIndex.setLoaded(stored)
    }
    return seekIndex.points
  }
}

extension TimelineCoding {
  /// For each link, how far its event is after the one before it in the block, and after the one that it links to.
  static func events(_ links: [EventIndex.Link], block: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(links.count * 5)
    var last = EventIndex.sequences(of: block).lowerBound - 1
    for link in links {
      bytes.appendVarint(link.sequence &- last)
      bytes.appendVarint(link.sequence &- link.previous)
      last = link.sequence
    }
    return bytes
  }

  /// The links of a block read back; `nil` unless they ascend, are of the block, and lead back.
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

  /// Encodes each time as its difference from the one before. Differences wrap around.
  static func times(_ times: [Int64]) -> [UInt8] {
    var bytes: [UInt8] = []
    var last: Int64 = 0
    for time in times {
      let difference = time &- last
      bytes.appendVarint(UInt64(bitPattern: (difference << 1) ^ (difference >> 63)))
      last = time
    }
    return bytes
  }

  static func times(_ bytes: [UInt8]) -> [Int64]? {
    let span = bytes.span.bytes
    var reader = WireReader(start: 0, end: bytes.count)
    var times: [Int64] = []
    var last: Int64 = 0
    while !reader.isAtEnd {
      guard let difference = try? reader.signedVarint(in: span) else { return nil }
      last &+= difference
      times.append(last)
    }
    return times
  }

  /// Each place's numbers, those that only grow as differences from the place before.
  static func seekPoints(_ points: [LogPosition]) -> [UInt8] {
    var bytes: [UInt8] = []
    var last = LogPosition(sequence: 0, segment: 0, fileOffset: 0, contentOffset: 0)
    for point in points {
      bytes.appendVarint(point.sequence &- last.sequence)
      bytes.appendVarint(point.segment &- last.segment)
      bytes.appendVarint(UInt64(point.fileOffset))
      bytes.appendVarint(UInt64(point.contentOffset))
      last = point
    }
    return bytes
  }

  /// Places read back; `nil` unless they ascend, and each can be one of a log.
  static func seekPoints(_ bytes: [UInt8]) -> [LogPosition]? {
    let span = bytes.span.bytes
    var reader = WireReader(start: 0, end: bytes.count)
    var points: [LogPosition] = []
    func next() -> UInt64? {
      (try? reader.varint(in: span)).flatMap { $0 < HeadFormat.numberLimit ? $0 : nil }
    }
    while !reader.isAtEnd {
      guard let sequenceStep = next(), let segmentStep = next(), let fileOffset = next(), let contentOffset = next()
      else { return nil }
      let sequence = (points.last?.sequence ?? 0) + sequenceStep
      let segment = (points.last?.segment ?? 0) + segmentStep
      guard points.isEmpty || sequenceStep > 0, sequence < HeadFormat.numberLimit, segment >= 1,
        segment <= sequence + 1
      else { return nil }
      points.append(
        LogPosition(
          sequence: sequence, segment: segment, fileOffset: Int(fileOffset), contentOffset: Int(contentOffset)))
    }
    return points
  }
}
