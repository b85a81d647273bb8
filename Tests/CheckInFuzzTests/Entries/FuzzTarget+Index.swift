@testable import CheckInJournal
@testable import CheckInTimeline
@testable import EventLog

extension FuzzTarget {
  /// The content of a part of the index of events, whose checksums are right: a block of links, times, or places.
  static func index(_ bytes: [UInt8]) throws {
    for block in [0, 3] {
      guard let links = TimelineCoding.events(bytes, block: block) else { continue }
      try require(
        TimelineCoding.events(TimelineCoding.events(links, block: block), block: block) == links,
        "links read as they were written")
      try askForEvents(bytes, block: block)
    }
    if let times = TimelineCoding.times(bytes) {
      try require(TimelineCoding.times(TimelineCoding.times(times)) == times, "times read as they were written")
      try askForTimes(times.count, bytes)
    }
    if let places = TimelineCoding.seekPoints(bytes) {
      try require(
        TimelineCoding.seekPoints(TimelineCoding.seekPoints(places)) == places, "places read as they were written")
      try require(
        zip(places, places.dropFirst()).allSatisfy { $0.sequence < $1.sequence && $0.segment <= $1.segment },
        "places ascend")
      try askForPlaces(places, bytes)
    }
  }

  /// Walks back from the events of a block: each step leads to an earlier event.
  private static func askForEvents(_ bytes: [UInt8], block: Int) throws {
    let sequences = EventIndex.sequences(of: block)
    var timeline = stored(upTo: sequences.upperBound, bytes)
    for start in [sequences.lowerBound, sequences.lowerBound + 1, sequences.upperBound] {
      var sequence = start
      // Every block says the same, so all but this one can be refused.
      while sequence > 0, let previous = try? timeline.event(before: sequence) {
        try require(previous < sequence, "an event comes before another")
        sequence = previous
      }
    }
    _ = try? timeline.changedParts()
  }

  /// Notes a time on top of those that are stored.
  private static func askForTimes(_ count: Int, _ bytes: [UInt8]) throws {
    let last = UInt64(count) * EventTimes.blockCount
    var timeline = stored(upTo: last, bytes)
    timeline.times.note(-1, of: last + 1)
    timeline.directory.sequence += 1
    let times = try? timeline.loadTimes()
    try require(times?.count == count + 1 && times?.last == -1, "a time follows those that are stored")
  }

  private static func askForPlaces(_ places: [LogPosition], _ bytes: [UInt8]) throws {
    var timeline = stored(upTo: 0, bytes)
    let new = LogPosition(sequence: 1 << 61, segment: 1 << 60, fileOffset: 1, contentOffset: 1)
    timeline.seekIndex.append(new)
    let known = try? timeline.loadSeekPoints()
    try require((known?.count ?? 0) >= places.count, "no place is forgotten")
    timeline.seekIndex.replace(inSegment: places.first?.segment ?? 1, by: [])
  }

  private static func stored(upTo sequence: UInt64, _ bytes: [UInt8]) -> Timeline {
    var directory = TimelineDirectory()
    directory.sequence = sequence
    return Timeline(directory: directory, identityBits: 0, parts: SamePart(bytes: bytes))
  }
}

/// A store whose every part says the same.
private struct SamePart: TimelineParts {
  let bytes: [UInt8]

  func part(_ id: TimelinePartID) throws(JournalError) -> [UInt8]? { bytes }
}
